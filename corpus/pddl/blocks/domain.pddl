; Blocks on a table, and a hand that holds one.
(define (domain blocks)
  (:requirements :strips :typing)
  (:types block)
  (:predicates
    (on ?a ?b - block)
    (on-table ?b - block)
    (clear ?b - block)
    (holding ?b - block)
    (hand-empty))
  (:action pick-up
    :parameters (?b - block)
    :precondition (and (on-table ?b) (clear ?b) (hand-empty))
    :effect (and (not (on-table ?b)) (not (clear ?b)) (not (hand-empty)) (holding ?b)))
  (:action put-down
    :parameters (?b - block)
    :precondition (holding ?b)
    :effect (and (not (holding ?b)) (on-table ?b) (clear ?b) (hand-empty)))
  (:action unstack
    :parameters (?a ?b - block)
    :precondition (and (on ?a ?b) (clear ?a) (hand-empty))
    :effect (and (not (on ?a ?b)) (not (clear ?a)) (not (hand-empty)) (clear ?b) (holding ?a)))
  (:action stack
    :parameters (?a ?b - block)
    :precondition (and (holding ?a) (clear ?b))
    :effect (and (not (holding ?a)) (not (clear ?b)) (on ?a ?b) (clear ?a) (hand-empty))))
