; Alcuin's puzzle: a wolf, a goat and a cabbage.
(define (problem wolf-goat-cabbage)
  (:domain river)
  (:objects left right - bank)
  (:init
    (opposite left right) (opposite right left) (farmer left) (at wolf left) (at goat left)
    (at cabbage left))
  (:goal (and (at wolf right) (at goat right) (at cabbage right))))
