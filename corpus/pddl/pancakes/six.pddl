; A stack of six pancakes that takes as many flips as any.
(define (problem six)
  (:domain pancakes)
  (:objects c1 c2 c3 c4 c5 c6 - pancake)
  (:init
    (at c4 p1) (at c6 p2) (at c2 p3) (at c5 p4) (at c1 p5) (at c3 p6))
  (:goal (and (at c1 p1) (at c2 p2) (at c3 p3) (at c4 p4) (at c5 p5) (at c6 p6))))
