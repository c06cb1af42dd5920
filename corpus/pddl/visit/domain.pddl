; Someone walks over the fields of a board.
(define (domain visit)
  (:requirements :strips :typing)
  (:types field)
  (:predicates
    (at ?f - field)
    (visited ?f - field)
    (beside ?a ?b - field))
  (:action walk
    :parameters (?a ?b - field)
    :precondition (and (at ?a) (beside ?a ?b))
    :effect (and (not (at ?a)) (at ?b) (visited ?b))))
