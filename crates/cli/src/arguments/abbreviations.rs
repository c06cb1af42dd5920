//! The short names of engines that people type.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use fewest::search::Engine;

/// Other names of an engine, in lower case.
fn abbreviations(engine: Engine) -> &'static [&'static str] {
    match engine {
        Engine::Astar => &["a*", "a-star"],
        Engine::WeightedAstar => &["wa*", "weighted-a*"],
        Engine::PartialExpansionAstar => &["pea*", "partial-expansion-a*"],
        Engine::IdaStar => &["ida*", "ida", "idastar"],
        Engine::WeightedIdaStar => &["wida*", "weighted-ida*"],
        Engine::TranspositionIdaStar => &["ida*+tt", "transposition-ida*"],
        Engine::StochasticIdaStar => &["stochastic-ida*"],
        Engine::PerimeterIdaStar => &["perimeter-ida*"],
        Engine::BreadthFirst => &["bfs"],
        Engine::BreadthFirstHeuristic => &["bfhs"],
        Engine::BaeStar => &["bae*"],
        _ => &[],
    }
}

/// Reads an engine by its name or one of its other names, in any case.
pub(crate) fn engines() -> impl TypedValueParser<Value = Engine> {
    let value =
        |engine: Engine| PossibleValue::new(engine.name()).aliases(abbreviations(engine).to_vec());
    PossibleValuesParser::new(Engine::ALL.map(value)).try_map(|typed| {
        let typed = typed.to_lowercase();
        let mut engines = Engine::ALL.into_iter();
        let named = engines
            .find(|&engine| engine.name() == typed || abbreviations(engine).contains(&&*typed));
        named.ok_or("unknown name")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_engine_is_called_like_another() {
        let names = |engine: Engine| [&[engine.name()], abbreviations(engine)].concat();
        let mut all = Engine::ALL.map(names).concat();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
