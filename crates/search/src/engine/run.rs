//! Runs an engine that is given by its name.

use crate::artifact::FileError;
use crate::best_first::{astar, partial_expansion_astar, state_table_astar, weighted_astar};
use crate::breadth_first::{breadth_first_heuristic_search, breadth_first_search};
use crate::depth_first::{
    PerimeterHeuristic, bitstate_ida_star, compaction_ida_star, ida_star, perimeter_ida_star,
    stochastic_ida_star, transposition_ida_star, weighted_ida_star,
};
#[cfg(not(target_arch = "wasm32"))]
use crate::distributed::{
    RankCheckpoint, RankDisk, RankDiskError, RankError, Transport,
    distributed_breadth_first_heuristic_search, distributed_breadth_first_search,
    distributed_external_breadth_first_heuristic_search, distributed_external_breadth_first_search,
    hash_distributed_astar, on_threads,
};
use crate::engine::{Engine, Settings, Storage, Unsupported};
#[cfg(not(target_arch = "wasm32"))]
use crate::external::{
    Disk, ExternalError, external_breadth_first_heuristic_search, external_breadth_first_search,
};
use crate::portfolio::per_goal;
use crate::problem::{Action, Backward, Parts};
#[cfg(not(target_arch = "wasm32"))]
use crate::{Depth, Statistics, Stop};
use crate::{Monitor, Outcome};

impl Engine {
    /// Runs the engine on a problem: in memory, on disk or by several ranks. A checkpoint is used
    /// by the [engines that can be saved](Engine::WITH_CHECKPOINT); others leave it alone.
    ///
    /// # Errors
    /// [`RunError::Checkpoint`] if what is stored does not belong to this search;
    /// [`RunError::Unsupported`] for a storage that does not [suit](Storage::suits) the engine; and
    /// [`MissingPart`] for the engines that need more than the problem has:
    /// [`frontier_search`](crate::breadth_first::frontier_search), [`nbs`](crate::best_first::nbs),
    /// [`bae_star`](crate::best_first::bae_star) and [`anytime`](crate::portfolio::anytime) take it
    /// by type; for a [perimeter](crate::depth_first::perimeter_ida_star) with the smallest h; and
    /// for [historical](Engine::is_historical) programs.
    pub fn run<P: Parts<Space: Backward>>(
        self,
        problem: &P,
        settings: Settings,
        storage: Option<Storage<'_, '_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Action<P>>, RunError> {
        storage.as_ref().map_or(Ok(()), |storage| storage.suits(self))?;
        let checkpoint = match storage {
            None => None,
            Some(Storage::Checkpoint(checkpoint)) => Some(checkpoint),
            #[cfg(not(target_arch = "wasm32"))]
            Some(Storage::Disk(disk)) => return self.run_on_disk(problem, disk, monitor),
            #[cfg(not(target_arch = "wasm32"))]
            Some(Storage::Threads(ranks, checkpoint)) => {
                let ended = on_threads(ranks, monitor, |transport, monitor| {
                    self.run_by_ranks(problem, settings, transport, checkpoint, monitor)
                });
                return ended.unwrap_or_else(|_| Ok(without_threads(problem, monitor)));
            }
            #[cfg(not(target_arch = "wasm32"))]
            Some(Storage::ThreadsOnDisk(ranks, disk)) => {
                let ended = on_threads(ranks, monitor, |transport, monitor| {
                    self.run_by_ranks_on_disk(problem, transport, disk, monitor)
                });
                return ended.unwrap_or_else(|_| Ok(without_threads(problem, monitor)));
            }
            #[cfg(not(target_arch = "wasm32"))]
            Some(Storage::RankOnDisk(transport, disk)) => {
                return self.run_by_ranks_on_disk(problem, transport, disk, monitor);
            }
            #[cfg(not(target_arch = "wasm32"))]
            Some(Storage::Rank(transport, checkpoint)) => {
                return self.run_by_ranks(problem, settings, transport, checkpoint, monitor);
            }
        };
        Ok(match self {
            Self::PerimeterIdaStar => match settings.perimeter.unwrap_or_default() {
                PerimeterHeuristic::Distance => {
                    let ordering = settings.path_options().move_ordering;
                    perimeter_ida_star(problem, None, ordering, monitor)
                }
                PerimeterHeuristic::LeastH => return Err(MissingPart::OtherGoals.into()),
            },
            Self::PartialExpansionAstar => {
                let open_list = settings.open_list.unwrap_or_default();
                partial_expansion_astar(problem, open_list, checkpoint, monitor)?
            }
            Self::BreadthFirst => breadth_first_search(problem, monitor),
            Self::BreadthFirstHeuristic => {
                breadth_first_heuristic_search(problem, checkpoint, monitor)?
            }
            _ => self.run_forward(problem, settings, monitor)?,
        })
    }

    /// Runs the engine on a problem whose moves cannot be taken back.
    ///
    /// # Errors
    /// [`MissingPart`] for the engines that need more, as in [`Engine::run`], and for those that
    /// need moves back.
    pub fn run_forward<P: Parts>(
        self,
        problem: &P,
        settings: Settings,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Action<P>>, MissingPart> {
        let weight = settings.weight.unwrap_or_default();
        let open_list = settings.open_list.unwrap_or_default();
        let (table, path) = (settings.table_options(), settings.path_options());
        let (probability, ordering) =
            (settings.caching_probability.unwrap_or_default(), path.move_ordering);
        Ok(match self {
            Self::Astar => astar(problem, open_list, monitor),
            Self::WeightedAstar => weighted_astar(problem, weight, open_list, monitor),
            Self::StateTableAstar => {
                per_goal(std::slice::from_ref(problem), state_table_astar, monitor)
            }
            Self::PartialExpansionAstar => {
                partial_expansion_astar(problem, open_list, None, monitor)
                    .expect("there is no checkpoint to refuse")
            }
            Self::IdaStar => ida_star(problem, path, monitor),
            Self::WeightedIdaStar => weighted_ida_star(problem, weight, path, monitor),
            Self::TranspositionIdaStar => transposition_ida_star(problem, table, monitor),
            Self::StochasticIdaStar => stochastic_ida_star(problem, table, probability, monitor),
            Self::BitstateIdaStar => bitstate_ida_star::<P, 1>(problem, ordering, monitor),
            Self::DoubleBitstateIdaStar => bitstate_ida_star::<P, 2>(problem, ordering, monitor),
            Self::CompactionIdaStar => compaction_ida_star(problem, ordering, monitor),
            Self::PerimeterIdaStar | Self::BreadthFirst | Self::BreadthFirstHeuristic => {
                return Err(MissingPart::MovesBack);
            }
            Self::Frontier => return Err(MissingPart::Undirected),
            Self::Nbs | Self::Anytime => return Err(MissingPart::ReversedProblem),
            Self::BaeStar => return Err(MissingPart::ConsistentHeuristics),
            Self::Knuth | Self::KorfFelner => return Err(MissingPart::Program),
        })
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn run_on_disk<P: Parts<Space: Backward>>(
        self,
        problem: &P,
        disk: &Disk,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Action<P>>, RunError> {
        Ok(match self {
            Self::BreadthFirst => external_breadth_first_search(problem, disk, monitor)?,
            _ => external_breadth_first_heuristic_search(problem, disk, monitor)?,
        })
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn run_by_ranks<P: Parts<Space: Backward>>(
        self,
        problem: &P,
        settings: Settings,
        transport: &mut dyn Transport,
        checkpoint: Option<&RankCheckpoint<'_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Action<P>>, RunError> {
        let silent = &mut |_: &_| {};
        Ok(match self {
            Self::Astar => {
                let open_list = settings.open_list.unwrap_or_default();
                hash_distributed_astar(problem, open_list, transport, monitor)?.0
            }
            Self::BreadthFirst => {
                distributed_breadth_first_search(problem, transport, checkpoint, silent, monitor)?
            }
            _ => distributed_breadth_first_heuristic_search(
                problem, transport, checkpoint, silent, monitor,
            )?,
        })
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn run_by_ranks_on_disk<P: Parts<Space: Backward>>(
        self,
        problem: &P,
        transport: &mut dyn Transport,
        disk: &RankDisk<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Action<P>>, RunError> {
        let search = match self {
            Self::BreadthFirst => distributed_external_breadth_first_search,
            _ => distributed_external_breadth_first_heuristic_search,
        };
        Ok(search(problem, transport, disk, &mut |_: &_| {}, monitor)?)
    }
}

/// The outcome if ranks cannot be threads.
#[cfg(not(target_arch = "wasm32"))]
fn without_threads<P: Parts>(problem: &P, monitor: &Monitor<'_>) -> Outcome<Action<P>> {
    let least = problem.least_estimate().unwrap_or(Depth::ZERO);
    monitor.stopped(Stop::Memory, None, least, Statistics::default())
}

/// The reason why an engine did not run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The engine needs more than the problem has.
    #[error(transparent)]
    Missing(#[from] MissingPart),
    /// The search cannot be resumed from what is stored.
    #[error(transparent)]
    Checkpoint(#[from] FileError),
    /// The engine cannot use a disk, or ranks.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

#[cfg(not(target_arch = "wasm32"))]
impl From<ExternalError> for RunError {
    fn from(error: ExternalError) -> Self {
        match error {
            ExternalError::LongKeys(_) => Self::Missing(MissingPart::ShortStates),
            ExternalError::File(error) => Self::Checkpoint(error),
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl From<RankError> for RunError {
    fn from(error: RankError) -> Self {
        match error {
            RankError::NoKeyFormat => Self::Missing(MissingPart::KeyFormat),
            RankError::Different => Self::Missing(MissingPart::SameProblem),
            RankError::Checkpoint(error) => Self::Checkpoint(error),
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl From<RankDiskError> for RunError {
    fn from(error: RankDiskError) -> Self {
        match error {
            RankDiskError::LongKeys(_) => Self::Missing(MissingPart::ShortStates),
            RankDiskError::Ranks(error) => error.into(),
        }
    }
}

/// The reason why a puzzle was not searched.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The engine cannot do what was asked for.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// What is stored belongs to another search, or cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] FileError),
}

impl RunError {
    /// Returns the reason why a puzzle is not searched by an engine that did not run.
    pub fn of(self, engine: Engine, puzzle: &'static str) -> SolveError {
        match self {
            Self::Missing(missing) => Unsupported::part(engine, puzzle, missing).into(),
            Self::Checkpoint(error) => error.into(),
            Self::Unsupported(error) => error.into(),
        }
    }
}

/// What an engine needs beyond a problem in one direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MissingPart {
    /// The engine goes back from a state to its predecessors.
    #[error(
        "it has to undo moves, which is not possible here; astar and partial-expansion-astar do \
         not need that"
    )]
    MovesBack,
    /// Frontier search needs a graph whose moves can be taken back.
    #[error(
        "it needs a puzzle in which every move can be undone by a move; partial-expansion-astar \
         and nbs do not"
    )]
    Undirected,
    /// Bidirectional search needs a problem from each end.
    #[error("it needs the reversed problem with a heuristic of its own")]
    ReversedProblem,
    /// The smallest h over a perimeter needs the problem with the states of the perimeter as goals.
    #[error("its perimeter heuristic least-h is only for Atomix; it works without")]
    OtherGoals,
    /// BAE* needs the reversed problem, and consistent heuristics.
    #[error("it needs the reversed problem, and consistent heuristics in both directions")]
    ConsistentHeuristics,
    /// Runs on disk have numbers of 16 bytes.
    #[error("on disk its states must fit into 16 bytes")]
    ShortStates,
    /// Ranks send states to each other.
    #[error("several ranks need states that can be stored as bytes")]
    KeyFormat,
    /// All ranks must search the same problem.
    #[error("all ranks need the same problem, the same limits and the same version")]
    SameProblem,
    /// A historical program is for one puzzle.
    #[error(
        "it is a published program for another puzzle; astar and partial-expansion-astar work on \
         every puzzle"
    )]
    Program,
}
