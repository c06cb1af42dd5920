//! Which bytes are a state, and how large its bound can be.

use super::*;

fn atomix(level: &str) -> Box<dyn Graph> {
    let instance = Instance::Atomix { level: level.to_owned() };
    graph(&header(instance, Direction::Forward, Heuristic::PairExcess)).unwrap()
}

#[test]
fn atoms_are_on_different_cells_in_order() {
    let graph = atomix(EQUAL);
    let root = graph.roots().remove(0);
    assert_eq!(root.len(), 3, "two equal atoms, and one other");
    let free = EQUAL.split("\n\n").next().unwrap().matches(['.', '1', '2']).count() as u8;
    let [first, second, other] = root[..] else { panic!("{root:?}") };
    assert!(graph.is_state(&[first, second, free - 1]));
    for none in [
        [first, second, free],
        [second, first, other],
        [first, first, other],
        [first, second, first],
    ] {
        assert!(!graph.is_state(&none), "{none:?}");
    }
}

#[test]
fn no_bit_follows_the_last_atom_of_a_task() {
    let instance = Instance::Pddl { domain: ROOMS.into(), task: TASK.into() };
    let graph = graph(&header(instance, Direction::Forward, Heuristic::Blind)).unwrap();
    let mut state = graph.roots().remove(0);
    assert_eq!(state.len(), 2, "it has more than eight atoms, and fewer than sixteen");
    *state.last_mut().unwrap() |= 1 << 7;
    assert!(!graph.is_state(&state));
}

/// A and B are to swap places at the dead end of a staircase, and can pass each other only at its
/// other end; C, which cannot move, fixes where the molecule goes. A and B need 264 moves together,
/// but two separately.
#[test]
fn an_excess_that_no_table_holds_is_not_called_impossible() {
    let steps = 33;
    let row = |row: usize| -> String {
        let square = |column| match (row, column) {
            (0, 0) => 'A',
            (0, 1) => 'B',
            (0, 3) => 'C',
            _ if column == row || column == row + 1 => '.',
            _ => '#',
        };
        (0..steps + 4).map(square).collect()
    };
    let mut rows: Vec<String> = (0..=steps).map(row).collect();
    rows.push(format!("{}.###", "#".repeat(steps)));
    let wall = "#".repeat(steps + 6);
    let rows: String = rows.iter().map(|row| format!("#{row}#\n")).collect();
    let graph = atomix(&format!("{wall}\n{rows}{wall}\n\nmolecule:\nBA.C\n"));
    let root = &graph.roots()[0];
    assert!(graph.needs(root, Some(2 + 254)) && !graph.needs(root, Some(2 + 255)));
    assert!(!graph.needs(root, None));
}
