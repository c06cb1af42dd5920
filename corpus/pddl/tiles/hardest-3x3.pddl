; A position of the 8-puzzle that is farthest from the goal.
(define (problem hardest-3x3)
  (:domain tiles)
  (:objects t1 t2 t3 t4 t5 t6 t7 t8 - tile c11 c12 c13 c21 c22 c23 c31 c32 c33 - cell)
  (:init
    (at t8 c11) (hole c12) (at t6 c13) (at t5 c21) (at t4 c22) (at t7 c23) (at t2 c31)
    (at t3 c32) (at t1 c33) (beside c11 c12) (beside c11 c21) (beside c12 c13)
    (beside c12 c22) (beside c12 c11) (beside c13 c23) (beside c13 c12) (beside c21 c22)
    (beside c21 c31) (beside c21 c11) (beside c22 c23) (beside c22 c32) (beside c22 c21)
    (beside c22 c12) (beside c23 c33) (beside c23 c22) (beside c23 c13) (beside c31 c32)
    (beside c31 c21) (beside c32 c33) (beside c32 c31) (beside c32 c22) (beside c33 c32)
    (beside c33 c23))
  (:goal (and (at t1 c12) (at t2 c13) (at t3 c21) (at t4 c22) (at t5 c23) (at t6 c31) (at t7 c32) (at t8 c33))))
