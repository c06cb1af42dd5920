; A stack of five pancakes that takes as many flips as any.
(define (problem five)
  (:domain pancakes)
  (:objects c1 c2 c3 c4 c5 - pancake)
  (:init
    (at c1 p1) (at c3 p2) (at c2 p3) (at c5 p4) (at c4 p5))
  (:goal (and (at c1 p1) (at c2 p2) (at c3 p3) (at c4 p4) (at c5 p5))))
