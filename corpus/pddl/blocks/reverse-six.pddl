; A tower of six is turned upside down.
(define (problem reverse-six)
  (:domain blocks)
  (:objects a b c d e f - block)
  (:init
    (on-table f) (on a b) (on b c) (on c d) (on d e) (on e f) (clear a) (hand-empty))
  (:goal (and (on b a) (on c b) (on d c) (on e d) (on f e))))
