//! Puzzles that are larger than usual.

use fewest_rules::{AnyPuzzle, Puzzle as _, atomix, panex};
use fewest_view::{Look, goal, scene, svg};

#[test]
fn towers_of_many_pieces_have_a_picture() {
    let puzzle = AnyPuzzle::from(panex::parse("1638").unwrap());
    let picture = svg::picture(&scene(&puzzle, &puzzle.start()), "");
    assert!(picture.contains("viewBox=\"0 0 120 65560\""), "{}", &picture[..200]);
    // The lowest piece of the first tower.
    assert!(picture.contains("translate(0 65520)"));
}

#[test]
fn an_atom_has_any_number_of_bonds() {
    let text = include_str!("../../rules/src/atomix/water.txt");
    let text = text.replace("atom_1=1-c", &format!("atom_1=1-{}", "a".repeat(300)));
    let levels = atomix::parse(text.as_bytes(), Some(atomix::Format::KAtomic)).unwrap();
    let level = levels.into_levels().next().unwrap().level.unwrap();
    let goal = goal(&level.into());
    let mut looks = goal.pieces.iter().map(|piece| &piece.look);
    assert!(looks.any(|look| matches!(look, Look::Atom { bonds: [255, ..], .. })));
    assert!(svg::picture(&goal, "").ends_with("</svg>\n"));
}
