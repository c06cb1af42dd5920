//! Tests of planning tasks.

mod corpus;
mod small_tasks;
mod tasks;
