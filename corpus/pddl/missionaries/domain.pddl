; Missionaries and cannibals cross a river; on neither bank may cannibals outnumber missionaries.
; A crossing names the numbers on both banks before and after.
(define (domain missionaries)
  (:requirements :strips :typing)
  (:types bank number)
  (:predicates
    (boat ?b - bank)
    (opposite ?a ?b - bank)
    (missionaries ?b - bank ?n - number)
    (cannibals ?b - bank ?n - number)
    (sum ?a ?b ?c - number)
    (load ?m ?c - number)
    (safe ?m ?c - number))
  (:action cross
    :parameters (?a ?b - bank ?m ?c - number ?am ?am2 - number ?bm ?bm2 - number
                 ?ac ?ac2 - number ?bc ?bc2 - number)
    :precondition (and (boat ?a) (opposite ?a ?b) (load ?m ?c)
                       (missionaries ?a ?am) (sum ?am2 ?m ?am)
                       (missionaries ?b ?bm) (sum ?bm ?m ?bm2)
                       (cannibals ?a ?ac) (sum ?ac2 ?c ?ac)
                       (cannibals ?b ?bc) (sum ?bc ?c ?bc2)
                       (safe ?am2 ?ac2) (safe ?bm2 ?bc2))
    :effect (and (not (boat ?a)) (boat ?b)
                 (not (missionaries ?a ?am)) (missionaries ?a ?am2)
                 (not (missionaries ?b ?bm)) (missionaries ?b ?bm2)
                 (not (cannibals ?a ?ac)) (cannibals ?a ?ac2)
                 (not (cannibals ?b ?bc)) (cannibals ?b ?bc2))))
