; Tiles on a board with one hole.
(define (domain tiles)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates
    (at ?t - tile ?c - cell)
    (hole ?c - cell)
    (beside ?a ?b - cell))
  (:action slide
    :parameters (?t - tile ?from ?to - cell)
    :precondition (and (at ?t ?from) (hole ?to) (beside ?from ?to))
    :effect (and (not (at ?t ?from)) (not (hole ?to)) (at ?t ?to) (hole ?from))))
