; Four frogs and four toads change places.
(define (problem four-and-four)
  (:domain frogs)
  (:objects s1 s2 s3 s4 s5 s6 s7 s8 s9 - stone)
  (:init
    (frog s1) (frog s2) (frog s3) (frog s4) (empty s5) (toad s6) (toad s7) (toad s8)
    (toad s9) (next s1 s2) (next s2 s3) (next s3 s4) (next s4 s5) (next s5 s6) (next s6 s7)
    (next s7 s8) (next s8 s9))
  (:goal (and (toad s1) (toad s2) (toad s3) (toad s4) (frog s6) (frog s7) (frog s8) (frog s9))))
