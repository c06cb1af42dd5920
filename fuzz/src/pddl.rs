//! Properties of planning tasks.

use crate::memory;
use fewest_rules::Puzzle;
use fewest_rules::pddl::{self, Domain, Instance};

/// The number of objects to try for parameters: some milliseconds.
const TRIES: u64 = 1 << 12;

/// Reads a domain and, after a zero, a task. Neither must panic or use much memory, both must be
/// the same after they were written and read, and what is reached must be playable.
pub fn check(text: &[u8]) {
    let Ok(text) = std::str::from_utf8(text) else { return };
    let (domain, task) = text.split_once('\0').unwrap_or((text, ""));
    let _ = pddl::kind(text);
    let constant = 64 << 10;
    let read = memory::within(domain.as_bytes(), constant, 400, |_| Domain::parse(domain));
    let Ok(domain) = read else { return };
    assert_eq!(Domain::parse(&domain.to_string()).as_ref(), Ok(&domain));
    let of = domain.clone();
    let constant = constant + 400 * domain.to_string().len();
    let read = memory::within(task.as_bytes(), constant, 400, |_| Instance::parse(of, task));
    let Ok(instance) = read else { return };
    assert_eq!(Instance::parse(domain, &instance.task_text()).as_ref(), Ok(&instance));
    let start = instance.start();
    assert_eq!(instance.draw(&start).lines().count(), start.len());
    let Ok(reachable) = instance.reachable(TRIES) else { return };
    for action in &reachable.actions {
        let step = &action.step;
        assert_eq!(instance.parse_move(&start, &step.to_string()).as_ref(), Some(step));
        let Some(after) = instance.play(&start, step) else { continue };
        assert!(action.requires.iter().all(|atom| start.contains(atom)));
        assert!(!action.forbids.iter().any(|atom| start.contains(atom)));
        assert!(action.adds.iter().all(|atom| after.contains(atom)));
        assert!(!action.deletes.iter().any(|atom| after.contains(atom)));
        assert!(after.iter().all(|atom| reachable.atoms.binary_search(atom).is_ok()));
    }
    assert!(instance.moves(&start).iter().all(|step| instance.play(&start, step).is_some()));
}
