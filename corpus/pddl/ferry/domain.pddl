; A ferry for one car.
(define (domain ferry)
  (:requirements :strips :typing)
  (:types car shore)
  (:predicates
    (ferry-at ?s - shore)
    (at ?c - car ?s - shore)
    (aboard ?c - car)
    (empty))
  (:action sail
    :parameters (?from ?to - shore)
    :precondition (ferry-at ?from)
    :effect (and (not (ferry-at ?from)) (ferry-at ?to)))
  (:action board
    :parameters (?c - car ?s - shore)
    :precondition (and (ferry-at ?s) (at ?c ?s) (empty))
    :effect (and (not (at ?c ?s)) (not (empty)) (aboard ?c)))
  (:action land
    :parameters (?c - car ?s - shore)
    :precondition (and (ferry-at ?s) (aboard ?c))
    :effect (and (not (aboard ?c)) (at ?c ?s) (empty))))
