; The tower of Hanoi with three disks.
(define (problem three-disks)
  (:domain hanoi)
  (:objects d1 d2 d3 - disk p1 p2 p3 - peg)
  (:init
    (in p1 p1) (in p2 p2) (in p3 p3) (in d1 p1) (in d2 p1) (in d3 p1) (on d3 p1) (on d2 d3)
    (on d1 d2) (clear d1) (clear p2) (clear p3) (fits d1 p1) (fits d1 p2) (fits d1 p3)
    (fits d2 p1) (fits d2 p2) (fits d2 p3) (fits d3 p1) (fits d3 p2) (fits d3 p3)
    (fits d1 d2) (fits d1 d3) (fits d2 d3) (way p1 p2) (way p1 p3) (way p2 p1) (way p2 p3)
    (way p3 p1) (way p3 p2))
  (:goal (and (in d1 p3) (in d2 p3) (in d3 p3))))
