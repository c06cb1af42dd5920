; A farmer rows across a river, alone or with one passenger. Who would eat whom is not left without
; the farmer: the action says who must not be together on the bank that is left behind.
(define (domain river)
  (:requirements :strips :typing :negative-preconditions)
  (:types thing bank)
  (:constants wolf goat cabbage - thing)
  (:predicates
    (farmer ?b - bank)
    (at ?t - thing ?b - bank)
    (opposite ?a ?b - bank))
  (:action row-with-goat
    :parameters (?a ?b - bank)
    :precondition (and (farmer ?a) (opposite ?a ?b) (at goat ?a))
    :effect (and (not (farmer ?a)) (farmer ?b) (not (at goat ?a)) (at goat ?b)))
  (:action row-with-wolf
    :parameters (?a ?b - bank)
    :precondition (and (farmer ?a) (opposite ?a ?b) (at wolf ?a)
                       (not (at goat ?a)))
    :effect (and (not (farmer ?a)) (farmer ?b) (not (at wolf ?a)) (at wolf ?b)))
  (:action row-with-wolf-past-goat
    :parameters (?a ?b - bank)
    :precondition (and (farmer ?a) (opposite ?a ?b) (at wolf ?a) (at goat ?a)
                       (not (at cabbage ?a)))
    :effect (and (not (farmer ?a)) (farmer ?b) (not (at wolf ?a)) (at wolf ?b)))
  (:action row-with-cabbage
    :parameters (?a ?b - bank)
    :precondition (and (farmer ?a) (opposite ?a ?b) (at cabbage ?a)
                       (not (at goat ?a)))
    :effect (and (not (farmer ?a)) (farmer ?b) (not (at cabbage ?a)) (at cabbage ?b)))
  (:action row-with-cabbage-past-goat
    :parameters (?a ?b - bank)
    :precondition (and (farmer ?a) (opposite ?a ?b) (at cabbage ?a) (at goat ?a)
                       (not (at wolf ?a)))
    :effect (and (not (farmer ?a)) (farmer ?b) (not (at cabbage ?a)) (at cabbage ?b)))
  (:action row-alone
    :parameters (?a ?b - bank)
    :precondition (and (farmer ?a) (opposite ?a ?b) (not (at goat ?a)))
    :effect (and (not (farmer ?a)) (farmer ?b)))
  (:action row-alone-past-goat
    :parameters (?a ?b - bank)
    :precondition (and (farmer ?a) (opposite ?a ?b) (at goat ?a)
                       (not (at wolf ?a)) (not (at cabbage ?a)))
    :effect (and (not (farmer ?a)) (farmer ?b))))
