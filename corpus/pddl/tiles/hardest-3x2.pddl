; A position of the 3x2 board that is farthest from the goal.
(define (problem hardest-3x2)
  (:domain tiles)
  (:objects t1 t2 t3 t4 t5 - tile c11 c12 c13 c21 c22 c23 - cell)
  (:init
    (at t3 c11) (at t4 c12) (at t5 c13) (hole c21) (at t1 c22) (at t2 c23) (beside c11 c12)
    (beside c11 c21) (beside c12 c13) (beside c12 c22) (beside c12 c11) (beside c13 c23)
    (beside c13 c12) (beside c21 c22) (beside c21 c11) (beside c22 c23) (beside c22 c21)
    (beside c22 c12) (beside c23 c22) (beside c23 c13))
  (:goal (and (at t1 c12) (at t2 c13) (at t3 c21) (at t4 c22) (at t5 c23))))
