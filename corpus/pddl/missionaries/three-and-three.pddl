; Three missionaries, three cannibals, and a boat for two.
(define (problem three-and-three)
  (:domain missionaries)
  (:objects left right - bank n0 n1 n2 n3 - number)
  (:init
    (boat left) (opposite left right) (opposite right left) (missionaries left n3)
    (missionaries right n0) (cannibals left n3) (cannibals right n0) (load n1 n0)
    (load n2 n0) (load n0 n1) (load n0 n2) (load n1 n1) (sum n0 n0 n0) (sum n0 n1 n1)
    (sum n0 n2 n2) (sum n0 n3 n3) (sum n1 n0 n1) (sum n1 n1 n2) (sum n1 n2 n3)
    (sum n2 n0 n2) (sum n2 n1 n3) (sum n3 n0 n3) (safe n0 n0) (safe n0 n1) (safe n0 n2)
    (safe n0 n3) (safe n1 n0) (safe n1 n1) (safe n2 n0) (safe n2 n1) (safe n2 n2)
    (safe n3 n0) (safe n3 n1) (safe n3 n2) (safe n3 n3))
  (:goal (and (missionaries right n3) (cannibals right n3))))
