//! Texts and rules: one program, so that it is linked only once.

mod atomix_broken;
mod atomix_formats;
mod atomix_known;
mod atomix_plans;
mod atomix_readings;
mod atomix_rules;
mod atomix_sets;
mod pddl;
mod pddl_properties;
mod tiles_texts;
