; Four cars cross, one at a time.
(define (problem four-cars)
  (:domain ferry)
  (:objects c1 c2 c3 c4 - car east west - shore)
  (:init
    (ferry-at east) (empty) (at c1 east) (at c2 east) (at c3 east) (at c4 east))
  (:goal (and (at c1 west) (at c2 west) (at c3 west) (at c4 west))))
