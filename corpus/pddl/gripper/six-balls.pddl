; Six balls go to the other room.
(define (problem six-balls)
  (:domain gripper)
  (:objects here there - room b1 b2 b3 b4 b5 b6 - ball left right - gripper)
  (:init
    (robot-in here) (in b1 here) (in b2 here) (in b3 here) (in b4 here) (in b5 here)
    (in b6 here) (free left) (free right))
  (:goal (and (in b1 there) (in b2 there) (in b3 there) (in b4 there) (in b5 there) (in b6 there))))
