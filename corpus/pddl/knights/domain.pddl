; Knights of two colours on a small chessboard. Knights of one colour are all alike.
(define (domain knights)
  (:requirements :strips :typing)
  (:types square)
  (:predicates
    (white ?s - square)
    (black ?s - square)
    (empty ?s - square)
    (leap ?a ?b - square))
  (:action move-white
    :parameters (?a ?b - square)
    :precondition (and (white ?a) (empty ?b) (leap ?a ?b))
    :effect (and (not (white ?a)) (empty ?a) (not (empty ?b)) (white ?b)))
  (:action move-black
    :parameters (?a ?b - square)
    :precondition (and (black ?a) (empty ?b) (leap ?a ?b))
    :effect (and (not (black ?a)) (empty ?a) (not (empty ?b)) (black ?b))))
