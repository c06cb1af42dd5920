//! The saved progress of a search, from which it is resumed in its folder.

use super::{Layers, Purpose, Running};
use crate::Monitor;
use crate::artifact::Resumed;
use crate::external::Unfinished;
use crate::problem::{LazyTest as _, Parts};
use crate::snapshot::{Reader, Unreadable, Writer};
use web_time::Instant;

impl<P: Parts> Layers<'_, P> {
    /// Saves the search, if it is ever saved, and removes old runs.
    ///
    /// # Errors
    /// If the disk is full or fails.
    pub(crate) fn publish(&mut self) -> Result<(), Unfinished> {
        if self.purpose == Purpose::List {
            self.unpublished.make_room(self.disk);
            return Ok(());
        }
        self.unpublished.sync(self.disk)?;
        let mut content = vec![];
        self.save(&mut Writer::new(&mut content)).expect("memory takes all");
        let expanded = self.finished.statistics.expanded;
        self.disk.publish(Resumed { lower: self.lower, expanded }, content)?;
        self.unpublished.make_room(self.disk);
        self.published = Some(Instant::now());
        Ok(())
    }

    /// Removes all runs of a search that is over.
    pub(crate) fn remove_all(&mut self) {
        self.unpublished.drop_all(self.kept_runs());
        self.running = None;
        self.unpublished.make_room(self.disk);
    }

    fn save(&self, to: &mut Writer<'_>) -> std::io::Result<()> {
        self.problem.test().save(to)?;
        to.part(&self.lower)?;
        to.part(&self.finished)?;
        to.part(&self.running)
    }

    pub(super) fn restore(
        &mut self,
        mut saved: &[u8],
        monitor: &Monitor<'_>,
    ) -> Result<(), Unreadable> {
        let length = saved.len() as u64;
        let mut from = Reader::new(&mut saved, length);
        self.problem.test().restore(&mut from, monitor.halt())?;
        self.lower = from.part()?;
        self.finished = from.part()?;
        self.running = from.part()?;
        self.work = self.finished;
        let is_possible = |running: &Running| {
            (1..=usize::from(u16::MAX)).contains(&running.layers.len())
                && running.begun.in_states() <= self.finished.in_states()
        };
        if !self.running.as_ref().is_none_or(is_possible) {
            return Err(Unreadable::Invalid("such layers"));
        }
        from.end()
    }
}
