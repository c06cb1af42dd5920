//! A rank's part of a checkpoint.

use crate::artifact::FileError;
use crate::distributed::collective::{are_same, together};
use crate::distributed::layers::Layers;
use crate::distributed::owner::hash_of;
use crate::distributed::place::{Own, Place, Shared};
use crate::distributed::saving::Saving;
use crate::distributed::{RankCheckpoint, Transport};
use crate::outcome::Work;
use crate::problem::{Key, LazyTest as _, Parts};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::store::closed_list::ClosedList;
use crate::store::node_status::Layer;
use crate::{Depth, Monitor, StateSpace};
use std::io;

impl<'c, P: Parts> Layers<'_, '_, 'c, P> {
    /// Saves the search at a place, if it is to be saved, as all ranks do.
    pub(super) fn save(&mut self, place: &Place<Key<P>>) {
        let Self { problem, keys, closed, mailbox, saving, work, lower, .. } = self;
        let Some(saving) = saving else { return };
        saving.write(mailbox.transport(), *lower, &work.statistics, |to| {
            write_common(to, &place.shared, work, *lower, |to| problem.test().save(to))?;
            place.own.save(keys, to)?;
            closed.save(keys, to)
        });
    }

    /// Opens a checkpoint, and resumes what all ranks have saved, if anything. `method` is as for
    /// [`Saving::open`].
    ///
    /// # Errors
    /// If one rank cannot, on all ranks.
    pub(super) fn resume(
        &mut self,
        asked: &RankCheckpoint<'_>,
        method: &str,
        failed: &'c mut dyn FnMut(FileError),
        monitor: &Monitor<'_>,
    ) -> Result<(), FileError> {
        let Self { problem, keys, closed, mailbox, .. } = self;
        let transport = mailbox.transport();
        let saving = Saving::open(asked, method, failed, transport)?;
        let rank = transport.rank();
        let restore_test = |from: &mut Reader<'_>| problem.test().restore(from, monitor.halt());
        let read = saving.checkpoint.read(|from| {
            let Common { shared, work, lower, digest } =
                read_common(from, transport, restore_test)?;
            let own = Own::restore(keys, from)?;
            closed.restore(keys, from)?;
            let place = Place { shared, own };
            check_own(&place, rank, closed, problem.space())?;
            Ok((place, work, lower, digest))
        });
        let read = together(transport, read)?;
        let mine = read.as_ref().map_or(0, |(.., digest)| *digest);
        if !are_same(transport, [mine]) {
            return Err(saving.checkpoint.apart());
        }
        if let Some((place, work, lower, _)) = read {
            (self.begun, self.work, self.lower) = (Some(place), work, lower);
        }
        if let Some(resumed) = saving.checkpoint.resumed() {
            asked.tell_resumed(resumed, rank == 0);
        }
        self.saving = Some(saving);
        Ok(())
    }
}

impl<K: Copy> Own<K> {
    fn save(&self, format: &dyn KeyFormat<K>, to: &mut Writer<'_>) -> io::Result<()> {
        to.keys(format, &self.left)?;
        to.keys(format, &self.pending)?;
        to.keys(format, self.goal.as_slice())
    }

    fn restore(format: &dyn KeyFormat<K>, from: &mut Reader<'_>) -> Result<Self, Unreadable> {
        let (left, pending, goal) = (from.keys(format)?, from.keys(format)?, from.keys(format)?);
        match goal.as_slice() {
            [] | [_] => Ok(Self { left, pending, goal: goal.first().copied() }),
            _ => Err(Unreadable::Invalid("several least goals")),
        }
    }
}

/// What all ranks know alike, with a digest of it.
pub(crate) struct Common {
    pub(crate) shared: Shared,
    pub(crate) work: Work,
    pub(crate) lower: Depth,
    pub(crate) digest: u64,
}

/// Writes what all ranks know alike, and the test of the process, which has one rank or several.
pub(crate) fn write_common(
    to: &mut Writer<'_>,
    shared: &Shared,
    work: &Work,
    lower: Depth,
    save_test: impl FnOnce(&mut Writer<'_>) -> io::Result<()>,
) -> io::Result<()> {
    write_apart(to, |to| {
        to.part(shared)?;
        to.part(work)?;
        to.part(&lower)
    })?;
    write_apart(to, save_test)
}

/// Reads what [`write_common`] has written. The first rank of a process restores the test.
pub(crate) fn read_common(
    from: &mut Reader<'_>,
    transport: &dyn Transport,
    restore_test: impl FnOnce(&mut Reader<'_>) -> Result<(), Unreadable>,
) -> Result<Common, Unreadable> {
    let common = read_apart(from)?;
    let (shared, work, lower) = parse(&common, |from| {
        Ok((from.part::<Shared>()?, from.part::<Work>()?, from.part::<Depth>()?))
    })?;
    check_shared(&shared, &work, transport.ranks())?;
    let test = read_apart(from)?;
    if transport.is_first_of_process() {
        parse(&test, restore_test)?;
    }
    Ok(Common { shared, work, lower, digest: hash_of(&common[..]) })
}

/// Whether what all ranks know is possible in a search by this many ranks.
fn check_shared(shared: &Shared, work: &Work, ranks: usize) -> Result<(), Unreadable> {
    let Shared { bound, depth, open, new, generated, stored, .. } = shared;
    let (limit, statistics) = (bound.limit(), &work.statistics);
    let until_last = statistics.expanded_until_last_layer.max(statistics.reexpanded);
    let mut counts = open.iter().chain(new).chain([generated, stored]);
    let is_possible = [open, new].iter().all(|by_rank| by_rank.len() == ranks)
        && *depth <= limit.next()
        && bound.next.is_none_or(|next| next >= limit)
        && counts.all(|count| count >> 48 == 0)
        && until_last <= statistics.expanded;
    is_possible.then_some(()).ok_or(Unreadable::Invalid("such a layer"))
}

/// Whether a rank has as many states to expand, and in the layer, as all ranks know.
fn check_own<S: StateSpace>(
    place: &Place<S::Key>,
    rank: usize,
    closed: &ClosedList<S::Key>,
    space: &S,
) -> Result<(), Unreadable> {
    let Place { shared, own } = place;
    let before = shared.depth.0.checked_sub(1).map(Depth);
    let open = own.left.len() as u64 + before.map_or(0, |before| closed.open_at(before));
    let is_goal = |&goal: &S::Key| {
        closed.find(goal) == Some(Layer::of(shared.depth)) && space.is_goal(&space.unpack(goal))
    };
    let is_possible = shared.open[rank] == open
        && shared.new[rank] == closed.open_at(shared.depth)
        && own.goal.iter().all(is_goal);
    is_possible.then_some(()).ok_or(Unreadable::Invalid("such a number of states"))
}

/// Writes data to be read as a whole, with their length.
pub(crate) fn write_apart(
    to: &mut Writer<'_>,
    write: impl FnOnce(&mut Writer<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let mut bytes = vec![];
    write(&mut Writer::new(&mut bytes))?;
    to.part(&bytes.len())?;
    to.bytes(&bytes)
}

pub(crate) fn read_apart(from: &mut Reader<'_>) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = vec![0; from.length(1)?];
    from.bytes(&mut bytes)?;
    Ok(bytes)
}

/// Parses all of these bytes.
pub(crate) fn parse<T>(
    mut bytes: &[u8],
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, Unreadable>,
) -> Result<T, Unreadable> {
    let length = bytes.len() as u64;
    let mut reader = Reader::new(&mut bytes, length);
    let read = read(&mut reader)?;
    reader.end()?;
    Ok(read)
}
