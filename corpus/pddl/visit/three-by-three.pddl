; All nine fields, from the middle of a side, which is of the rarer colour.
(define (problem three-by-three)
  (:domain visit)
  (:objects f11 f12 f13 f21 f22 f23 f31 f32 f33 - field)
  (:init
    (at f12) (visited f12) (beside f11 f12) (beside f11 f21) (beside f12 f13)
    (beside f12 f22) (beside f12 f11) (beside f13 f23) (beside f13 f12) (beside f21 f22)
    (beside f21 f31) (beside f21 f11) (beside f22 f23) (beside f22 f32) (beside f22 f21)
    (beside f22 f12) (beside f23 f33) (beside f23 f22) (beside f23 f13) (beside f31 f32)
    (beside f31 f21) (beside f32 f33) (beside f32 f31) (beside f32 f22) (beside f33 f32)
    (beside f33 f23))
  (:goal (and (visited f11) (visited f12) (visited f13) (visited f21) (visited f22) (visited f23) (visited f31) (visited f32) (visited f33))))
