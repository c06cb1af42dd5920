//! The states near the start.

use crate::bits::Bits;
use crate::dispatch::{WithModel, with_model};
use crate::ground::Ground;
use crate::heuristic_name::HeuristicName;
use crate::hmax::Hmax;
use crate::model::Model;
use fewest_search::breadth_first::Survey;
use fewest_search::erased::{self, PackedKey};
use fewest_search::problem::Blind;
use fewest_search::{Monitor, Problem};

/// Counts the states by layer and by estimate: see [`erased::survey`].
pub fn survey(ground: &Ground, heuristic: HeuristicName, monitor: &Monitor<'_>) -> Survey {
    with_model(ground, Count { ground, heuristic, monitor })
}

struct Count<'a, 'm> {
    ground: &'a Ground,
    heuristic: HeuristicName,
    monitor: &'a Monitor<'m>,
}

impl WithModel for Count<'_, '_> {
    type Output = Survey;

    fn with<const N: usize>(self, model: Model<N>) -> Survey
    where
        Bits<N>: PackedKey,
    {
        let Self { ground, heuristic, monitor } = self;
        match heuristic {
            HeuristicName::Blind => erased::survey(&Problem::new(model, Blind), monitor),
            HeuristicName::Hmax => erased::survey(&Problem::new(model, Hmax::new(ground)), monitor),
        }
    }
}
