//! Texts and rules: one program, so that it is linked only once.

mod atomix_broken;
mod atomix_drawings;
mod atomix_findings;
mod atomix_formats;
mod atomix_gnome;
mod atomix_katomic;
mod atomix_known;
mod atomix_kp;
mod atomix_plans;
mod atomix_readings;
mod atomix_rules;
mod atomix_sets;
mod common;
mod pddl;
mod pddl_limits;
mod pddl_plans;
mod pddl_properties;
mod pddl_reachable;
mod plan_counts;
mod tiles_texts;
