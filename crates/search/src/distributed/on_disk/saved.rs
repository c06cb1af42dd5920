//! The saved progress of a search by ranks, from which it is resumed in their folders.
//!
//! A manifest has the last two places that this rank has saved: the ranks resume from the last one
//! that all of them have. Runs named only by the earlier place are removed once all ranks have
//! saved the next one.

use crate::artifact::{FileError, Resumed};
use crate::distributed::Transport;
use crate::distributed::collective::{gather, is_gone, together};
use crate::distributed::on_disk::RankDisk;
use crate::distributed::on_disk::conclusion::agreed;
use crate::distributed::on_disk::layers::{Layers, Running};
use crate::distributed::owner::hash_of;
use crate::distributed::place::Shared;
use crate::distributed::saved::{check_shared, parse, read_apart, write_apart};
use crate::external::Unfinished;
use crate::external::layer::Layer;
use crate::outcome::Work;
use crate::problem::{LazyTest as _, Parts};
use crate::snapshot::{Reader, Unreadable, Writer};
use crate::{Depth, Monitor};
use web_time::Instant;

impl<P: Parts> Layers<'_, '_, P> {
    /// Saves the search and removes old runs, as all ranks do.
    ///
    /// # Errors
    /// If the disk of one rank is full or fails, on all ranks.
    pub(super) fn publish(&mut self) -> Result<(), Unfinished> {
        let content = self.content();
        let (number, before) = &self.generation;
        let place = place(number + 1, &content);
        let resumed = Resumed { lower: self.lower, expanded: self.finished.statistics.expanded };
        let written = self.unpublished.sync(self.disk).and_then(|()| {
            self.disk.publish(resumed, [&place[..], before].concat())?;
            Ok([])
        });
        agreed::<0>(self.mailbox.transport(), written)?;
        self.unpublished.make_room(self.disk);
        self.generation = (number + 1, place);
        self.published = Some(Instant::now());
        Ok(())
    }

    fn content(&self) -> Vec<u8> {
        let mut content = vec![];
        let to = &mut Writer::new(&mut content);
        let running = self.running.as_ref().expect("it has begun");
        let written = write_apart(to, |to| {
            to.part(&running.shared)?;
            to.part(&self.finished)?;
            to.part(&self.lower)
        })
        .and_then(|()| write_apart(to, |to| self.problem.test().save(to)))
        .and_then(|()| to.part(&running.layers));
        written.expect("memory takes all");
        content
    }

    /// Resumes from the last place that all ranks have saved, if there is one, and removes all
    /// other runs.
    ///
    /// # Errors
    /// If one rank cannot, on all ranks. Then no run is removed.
    pub(super) fn go_on(
        &mut self,
        asked: &RankDisk<'_>,
        monitor: &Monitor<'_>,
    ) -> Result<(), FileError> {
        let path = self.disk.manifest();
        let apart = || FileError::Apart { path: path.clone() };
        let content = |error| FileError::Content { path: path.clone(), error };
        let transport = self.mailbox.transport();
        let places = places(self.disk.saved().unwrap_or_default()).map_err(content);
        let places = together(transport, places)?;
        let last = places.first().map_or(0, |(number, _)| *number);
        let common = last_common(transport, &places);
        let was_over = gather(transport, [self.disk.was_over().into()]);
        let was_over = was_over.iter().any(|[was_over]| *was_over > 0);
        // Ranks that are ended before they have jointly saved anything have at most one place each,
        // and all have their folders.
        let is_gone = is_gone(transport, last > 0, self.disk.is_made());
        let is_lost = common == 0 && (last > 1 || is_gone) && !was_over;
        together(transport, if is_lost { Err(apart()) } else { Ok(()) })?;
        let lasts = gather(transport, [last]);
        let saved = places.into_iter().find(|(number, _)| *number == common);
        let Some((_, saved)) = saved else { return self.begin_anew(last > 0) };
        let restored = self.restore(&saved, monitor).map_err(content);
        let transport = self.mailbox.transport();
        let common_part = together(transport, restored)?;
        let all = gather(transport, [common_part]);
        if all.iter().any(|[other]| *other != common_part) {
            return Err(apart());
        }
        let running = self.running.as_ref().expect("it was restored");
        let runs: Vec<_> = running.layers.iter().flat_map(Layer::runs).collect();
        // What one rank cannot find, the others keep.
        together(transport, self.disk.check(&runs))?;
        together(transport, self.disk.keep(&runs))?;
        // Later places differ from those only some ranks have.
        let number = lasts.iter().map(|[last]| *last).max().unwrap_or(common);
        self.generation = (number, place(common, &saved));
        self.published = Some(Instant::now());
        let resumed = Resumed { lower: self.lower, expanded: self.finished.statistics.expanded };
        asked.saved.goes_on(resumed, self.mailbox.rank() == 0);
        Ok(())
    }

    /// Starts without the places that one rank may have saved alone.
    fn begin_anew(&mut self, is_saved: bool) -> Result<(), FileError> {
        self.forget(is_saved)?;
        together(self.mailbox.transport(), self.disk.keep(&[]))
    }

    /// Saves that there is nothing to resume, unless nothing was ever saved. Whatever ends the
    /// ranks after that, the next search in their folders is a new one.
    ///
    /// # Errors
    /// If one rank cannot, on all ranks.
    pub(super) fn forget(&mut self, is_saved: bool) -> Result<(), FileError> {
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
        let (rank, ranks) = (self.mailbox.rank(), self.mailbox.ranks());
        let is_first = self.mailbox.transport().is_first_of_process();
        parse(saved, |from| {
            let common = read_apart(from)?;
            let (shared, work, lower) = parse(&common, |from| {
                Ok((from.part::<Shared>()?, from.part::<Work>()?, from.part::<Depth>()?))
            })?;
            check_shared(&shared, &work, ranks)?;
            let test = read_apart(from)?;
            if is_first {
                parse(&test, |from| self.problem.test().restore(from, monitor.halt()))?;
            }
            let layers: Vec<Layer> = from.part()?;
            let open = layers.last().map_or(0, |last| last.open.states);
            if layers.len() != usize::from(shared.depth.0) || open != shared.open[rank] {
                return Err(Unreadable::Invalid("such layers"));
            }
            self.running = Some(Running { shared, layers });
            (self.finished, self.work, self.lower) = (work, work, lower);
            Ok(hash_of(&common[..]))
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

/// The number of the last place that all ranks have, or zero.
fn last_common(transport: &mut dyn Transport, places: &[(u64, Vec<u8>)]) -> u64 {
    let mut most = u64::MAX;
    loop {
        let newest = places.iter().map(|place| place.0).find(|&number| number <= most).unwrap_or(0);
        let all = gather(transport, [newest]);
        let least = all.iter().map(|[newest]| *newest).min().unwrap_or(0);
        if all.iter().all(|[newest]| *newest == least) {
            return least;
        }
        most = least;
    }
}
