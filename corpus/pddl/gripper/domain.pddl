; A robot with two grippers carries balls from room to room.
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball gripper)
  (:predicates
    (robot-in ?r - room)
    (in ?b - ball ?r - room)
    (holds ?g - gripper ?b - ball)
    (free ?g - gripper))
  (:action move
    :parameters (?from ?to - room)
    :precondition (robot-in ?from)
    :effect (and (not (robot-in ?from)) (robot-in ?to)))
  (:action pick
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (robot-in ?r) (in ?b ?r) (free ?g))
    :effect (and (not (in ?b ?r)) (not (free ?g)) (holds ?g ?b)))
  (:action drop
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (robot-in ?r) (holds ?g ?b))
    :effect (and (not (holds ?g ?b)) (free ?g) (in ?b ?r))))
