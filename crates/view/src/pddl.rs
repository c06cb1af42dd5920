//! Tasks in PDDL as scenes. They have no board: their scenes are empty.

use crate::{Place, Scene, Staged, Step};
use fewest_rules::pddl::{Instance, Move, State};

impl Staged for Instance {
    fn scene(&self, _: &State) -> Scene {
        Scene { width: 0, height: 0, ground: vec![], pieces: vec![] }
    }

    /// Moves nothing.
    fn step(&self, _: &State, step: &Move, _: &State) -> Step {
        Step { piece: 0, to: Place { x: 0, y: 0 }, text: step.to_string() }
    }

    fn goal(&self) -> Scene {
        Scene { width: 0, height: 0, ground: vec![], pieces: vec![] }
    }
}
