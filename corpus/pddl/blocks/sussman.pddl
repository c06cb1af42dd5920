; Sussman's anomaly: neither part of the goal can be kept while the other is reached.
(define (problem sussman)
  (:domain blocks)
  (:objects a b c - block)
  (:init
    (on-table a) (on-table b) (on c a) (clear b) (clear c) (hand-empty))
  (:goal (and (on a b) (on b c))))
