; Guarini's puzzle: two white and two black knights change places.
(define (problem guarini)
  (:domain knights)
  (:objects a1 b1 c1 a2 b2 c2 a3 b3 c3 - square)
  (:init
    (white a1) (white c1) (black a3) (black c3) (empty b1) (empty a2) (empty b2) (empty c2)
    (empty b3) (leap a1 c2) (leap a1 b3) (leap b1 a3) (leap b1 c3) (leap c1 a2) (leap c1 b3)
    (leap a2 c1) (leap a2 c3) (leap c2 a1) (leap c2 a3) (leap a3 b1) (leap a3 c2)
    (leap b3 a1) (leap b3 c1) (leap c3 b1) (leap c3 a2))
  (:goal (and (white a3) (white c3) (black a1) (black c1))))
