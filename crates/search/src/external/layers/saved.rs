//! The saved progress of a search, from which its ranks resume it in their folders.
//!
//! A manifest has the last two places that this rank has saved: the ranks resume from the last one
//! that all of them have. Runs named only by the earlier place are removed once all ranks have
//! saved the next one. A single rank saves the last place only.

use super::{Layers, Purpose, Running};
use crate::artifact::{FileError, Resumed};
use crate::distributed::{
    Common, are_same, gather, is_gone, last_common, parse, read_apart, read_common, together,
    write_apart, write_common,
};
use crate::external::Unfinished;
use crate::external::conclusion::agreed;
use crate::external::layer::Layer;
use crate::snapshot::{Reader, Unreadable, Writer};
use crate::{Depth, Monitor};
use web_time::Instant;

impl Layers<'_, '_> {
    /// Saves the search, if it is ever saved, and removes old runs, as all ranks do.
    ///
    /// # Errors
    /// If the disk of one rank is full or fails, on all ranks.
    pub(in crate::external) fn publish(&mut self) -> Result<(), Unfinished> {
        if self.purpose == Purpose::List {
            self.unpublished.make_room(self.disk);
            return Ok(());
        }
        let (number, before) = &self.generation;
        let number = number + 1;
        let place = place(number, &self.content());
        let before = if self.mailbox.ranks() > 1 { &before[..] } else { &[] };
        let (content, resumed) = ([&place[..], before].concat(), self.resumed());
        let written = self.unpublished.sync(self.disk);
        let written = written.and_then(|()| self.disk.publish(resumed, content).map(|()| []));
        agreed::<0>(self.mailbox.transport(), written)?;
        self.unpublished.make_room(self.disk);
        self.generation = (number, place);
        self.published = Some(Instant::now());
        Ok(())
    }

    fn resumed(&self) -> Resumed {
        Resumed { lower: self.lower, expanded: self.finished.statistics.expanded }
    }

    fn content(&self) -> Vec<u8> {
        let mut content = vec![];
        let to = &mut Writer::new(&mut content);
        let running = self.running();
        let save_test = |to: &mut Writer<'_>| self.problem.save(to);
        let written = write_common(to, &running.shared, &self.finished, self.lower, save_test)
            .and_then(|()| to.part(&running.layers));
        written.expect("memory takes all");
        content
    }

    /// Resumes from the last place that all ranks have saved, if there is one, and removes all
    /// other runs. Returns what was saved there.
    ///
    /// # Errors
    /// If one rank cannot, on all ranks. Then no run is removed.
    pub(in crate::external) fn resume(
        &mut self,
        monitor: &Monitor<'_>,
    ) -> Result<Option<Resumed>, FileError> {
        let path = self.disk.manifest();
        let apart = || FileError::Apart { path: path.clone() };
        let content = |error| FileError::Content { path: path.clone(), error };
        let transport = self.mailbox.transport();
        let places = places(self.disk.saved().unwrap_or_default()).map_err(content);
        let places = together(transport, places)?;
        let numbers = || places.iter().map(|(number, _)| *number);
        let last = numbers().next().unwrap_or(0);
        let mut newest = |most| Ok(numbers().find(|&number| number <= most).unwrap_or(0));
        let common = last_common(transport, &mut newest)?;
        let was_over = gather(transport, [self.disk.was_over().into()]);
        let was_over = was_over.iter().any(|[was_over]| *was_over > 0);
        // Ranks that are ended before they have jointly saved anything have at most one place each,
        // and all have their folders.
        let is_gone = is_gone(transport, last > 0, self.disk.is_made());
        let is_lost = common == 0 && (last > 1 || is_gone) && !was_over;
        together(transport, if is_lost { Err(apart()) } else { Ok(()) })?;
        let lasts = gather(transport, [last]);
        let saved = places.into_iter().find(|(number, _)| *number == common);
        let Some((_, saved)) = saved else {
            // There may be places that one rank has saved alone.
            self.forget(last > 0)?;
            return together(self.mailbox.transport(), self.disk.keep(&[])).map(|()| None);
        };
        let restored = self.restore(&saved, monitor).map_err(content);
        let transport = self.mailbox.transport();
        let common_part = together(transport, restored)?;
        if !are_same(transport, [common_part]) {
            return Err(apart());
        }
        let runs = self.kept_runs();
        // What one rank cannot find, the others keep.
        let transport = self.mailbox.transport();
        together(transport, self.disk.check(&runs))?;
        together(transport, self.disk.keep(&runs))?;
        // Later places differ from those only some ranks have.
        let number = lasts.iter().map(|[last]| *last).max().unwrap_or(common);
        self.generation = (number, place(common, &saved));
        self.published = Some(Instant::now());
        Ok(Some(self.resumed()))
    }

    /// Saves that there is nothing to resume, unless nothing was ever saved. Whatever ends the
    /// ranks after that, the next search in their folders is a new one.
    ///
    /// # Errors
    /// If one rank cannot, on all ranks.
    pub(in crate::external) fn forget(&mut self, is_saved: bool) -> Result<(), FileError> {
        let nothing = Resumed { lower: Depth::ZERO, expanded: 0 };
        let written = match is_saved {
            true => self.disk.publish(nothing, vec![]),
            false => Ok(()),
        };
        let written = match written {
            Err(Unfinished::Failed(error)) => Err(error),
            // It is tried without, as when a search ends on a full disk.
            Err(Unfinished::Stopped(_)) | Ok(()) => Ok(()),
        };
        together(self.mailbox.transport(), written)
    }

    /// Adopts a place, and returns a digest of what all ranks know alike.
    fn restore(&mut self, saved: &[u8], monitor: &Monitor<'_>) -> Result<u64, Unreadable> {
        let problem = self.problem;
        let restore_test = |from: &mut Reader<'_>| problem.restore(from, monitor.halt());
        parse(saved, |from| {
            let transport = self.mailbox.transport();
            let rank = transport.rank();
            let Common { shared, work, lower, digest } =
                read_common(from, transport, restore_test)?;
            let layers: Vec<Layer> = from.part()?;
            let open = layers.last().map_or(0, |last| last.open.states);
            if layers.len() != usize::from(shared.depth.0) || open != shared.open[rank] {
                return Err(Unreadable::Invalid("such layers"));
            }
            self.running = Some(Running { shared, layers });
            (self.finished, self.work, self.lower) = (work, work, lower);
            Ok(digest)
        })
    }
}

/// A place with its number, in the form used in a manifest.
fn place(number: u64, content: &[u8]) -> Vec<u8> {
    let mut place = vec![];
    let to = &mut Writer::new(&mut place);
    let written = to.part(&number).and_then(|()| write_apart(to, |to| to.bytes(content)));
    written.expect("memory takes all");
    place
}

/// The places in a manifest, with their numbers, the last place first.
fn places(manifest: &[u8]) -> Result<Vec<(u64, Vec<u8>)>, Unreadable> {
    let mut bytes = manifest;
    let mut places: Vec<(u64, Vec<u8>)> = vec![];
    while !bytes.is_empty() {
        let length = bytes.len() as u64;
        let mut from = Reader::new(&mut bytes, length);
        let (number, before) = (from.count()?, places.last().map_or(1 << 56, |last| last.0));
        if number == 0 || number >= before || places.len() == 2 {
            return Err(Unreadable::Invalid("such places"));
        }
        places.push((number, read_apart(&mut from)?));
    }
    Ok(places)
}
