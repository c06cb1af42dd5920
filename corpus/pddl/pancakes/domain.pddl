; A stack of pancakes, p1 at the top: a flip turns those above a spatula upside down.
(define (domain pancakes)
  (:requirements :strips :typing)
  (:types pancake position)
  (:constants p1 p2 p3 p4 p5 p6 - position)
  (:predicates (at ?c - pancake ?p - position))
  (:action flip2
    :parameters (?a ?b - pancake)
    :precondition (and (at ?a p1) (at ?b p2))
    :effect (and (not (at ?a p1)) (not (at ?b p2))
                 (at ?a p2) (at ?b p1)))
  (:action flip3
    :parameters (?a ?b ?c - pancake)
    :precondition (and (at ?a p1) (at ?b p2) (at ?c p3))
    :effect (and (not (at ?a p1)) (not (at ?c p3))
                 (at ?a p3) (at ?c p1)))
  (:action flip4
    :parameters (?a ?b ?c ?d - pancake)
    :precondition (and (at ?a p1) (at ?b p2) (at ?c p3) (at ?d p4))
    :effect (and (not (at ?a p1)) (not (at ?b p2)) (not (at ?c p3)) (not (at ?d p4))
                 (at ?a p4) (at ?b p3) (at ?c p2) (at ?d p1)))
  (:action flip5
    :parameters (?a ?b ?c ?d ?e - pancake)
    :precondition (and (at ?a p1) (at ?b p2) (at ?c p3) (at ?d p4) (at ?e p5))
    :effect (and (not (at ?a p1)) (not (at ?b p2)) (not (at ?d p4)) (not (at ?e p5))
                 (at ?a p5) (at ?b p4) (at ?d p2) (at ?e p1)))
  (:action flip6
    :parameters (?a ?b ?c ?d ?e ?f - pancake)
    :precondition (and (at ?a p1) (at ?b p2) (at ?c p3) (at ?d p4) (at ?e p5) (at ?f p6))
    :effect (and (not (at ?a p1)) (not (at ?b p2)) (not (at ?c p3)) (not (at ?d p4)) (not (at ?e p5)) (not (at ?f p6))
                 (at ?a p6) (at ?b p5) (at ?c p4) (at ?d p3) (at ?e p2) (at ?f p1))))
