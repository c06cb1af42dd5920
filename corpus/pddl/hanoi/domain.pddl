; Disks on pegs, never a larger one on a smaller one. A peg is a place under its lowest disk, and
; "in" tells on which peg a disk is. A way leads from a peg to those where a disk may go from there.
(define (domain hanoi)
  (:requirements :strips :typing)
  (:types disk peg - place)
  (:predicates
    (on ?d - disk ?p - place)
    (in ?x - place ?p - peg)
    (clear ?x - place)
    (fits ?d - disk ?x - place)
    (way ?a ?b - peg))
  (:action move
    :parameters (?d - disk ?from ?to - place ?a ?b - peg)
    :precondition (and (on ?d ?from) (clear ?d) (in ?d ?a) (way ?a ?b) (in ?to ?b) (clear ?to)
                       (fits ?d ?to))
    :effect (and (not (on ?d ?from)) (clear ?from) (not (in ?d ?a))
                 (on ?d ?to) (not (clear ?to)) (in ?d ?b))))
