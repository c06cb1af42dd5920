//! Texts and rules: one program, which is linked once.

mod atomix_broken;
mod atomix_formats;
mod atomix_known;
mod atomix_plans;
mod atomix_readings;
mod atomix_rules;
mod atomix_sets;
mod pddl;
mod pddl_properties;
