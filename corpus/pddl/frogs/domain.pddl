; Frogs go right, toads go left: a step, or a leap over one of the others.
(define (domain frogs)
  (:requirements :strips :typing)
  (:types stone)
  (:predicates
    (frog ?s - stone)
    (toad ?s - stone)
    (empty ?s - stone)
    (next ?a ?b - stone))
  (:action frog-steps
    :parameters (?a ?b - stone)
    :precondition (and (frog ?a) (next ?a ?b) (empty ?b))
    :effect (and (not (frog ?a)) (empty ?a) (not (empty ?b)) (frog ?b)))
  (:action frog-leaps
    :parameters (?a ?over ?b - stone)
    :precondition (and (frog ?a) (next ?a ?over) (toad ?over) (next ?over ?b) (empty ?b))
    :effect (and (not (frog ?a)) (empty ?a) (not (empty ?b)) (frog ?b)))
  (:action toad-steps
    :parameters (?a ?b - stone)
    :precondition (and (toad ?a) (next ?b ?a) (empty ?b))
    :effect (and (not (toad ?a)) (empty ?a) (not (empty ?b)) (toad ?b)))
  (:action toad-leaps
    :parameters (?a ?over ?b - stone)
    :precondition (and (toad ?a) (next ?over ?a) (frog ?over) (next ?b ?over) (empty ?b))
    :effect (and (not (toad ?a)) (empty ?a) (not (empty ?b)) (toad ?b))))
