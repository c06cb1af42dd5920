; Jugs without marks: pouring ends when one jug is empty or the other one full. Where there is a tap,
; jugs can be filled and emptied.
(define (domain jugs)
  (:requirements :strips :typing :equality)
  (:types jug number)
  (:constants n0 - number)
  (:predicates
    (tap)
    (holds ?j - jug ?n - number)
    (capacity ?j - jug ?n - number)
    (sum ?a ?b ?c - number)
    (at-most ?a ?b - number))
  (:action empty-into
    :parameters (?a ?b - jug ?x ?y ?z ?c - number)
    :precondition (and (not (= ?a ?b)) (holds ?a ?x) (not (= ?x n0)) (holds ?b ?y)
                       (sum ?x ?y ?z) (capacity ?b ?c) (at-most ?z ?c))
    :effect (and (not (holds ?a ?x)) (holds ?a n0) (not (holds ?b ?y)) (holds ?b ?z)))
  (:action fill-from
    :parameters (?a ?b - jug ?x ?y ?z ?c ?rest - number)
    :precondition (and (not (= ?a ?b)) (holds ?a ?x) (holds ?b ?y) (sum ?x ?y ?z)
                       (capacity ?b ?c) (not (= ?y ?c)) (sum ?c ?rest ?z) (not (= ?rest n0)))
    :effect (and (not (holds ?a ?x)) (holds ?a ?rest) (not (holds ?b ?y)) (holds ?b ?c)))
  (:action fill
    :parameters (?a - jug ?x ?c - number)
    :precondition (and (tap) (capacity ?a ?c) (holds ?a ?x) (not (= ?x ?c)))
    :effect (and (not (holds ?a ?x)) (holds ?a ?c)))
  (:action spill
    :parameters (?a - jug ?x - number)
    :precondition (and (tap) (holds ?a ?x) (not (= ?x n0)))
    :effect (and (not (holds ?a ?x)) (holds ?a n0))))
