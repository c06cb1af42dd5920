; Four balls go to the other room.
(define (problem four-balls)
  (:domain gripper)
  (:objects here there - room b1 b2 b3 b4 - ball left right - gripper)
  (:init
    (robot-in here) (in b1 here) (in b2 here) (in b3 here) (in b4 here) (free left)
    (free right))
  (:goal (and (in b1 there) (in b2 there) (in b3 there) (in b4 there))))
