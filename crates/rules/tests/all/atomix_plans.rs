//! Plans in the words used by people and other programs.

use fewest_rules::atomix::{self, Level, Move, other_margins};
use fewest_rules::{Notation, PlanError, Puzzle, ReplayError, play_all, read_plan, replay};
use proptest::prelude::*;

fn level(text: &str) -> Level {
    let set = atomix::parse(text.as_bytes(), None).unwrap();
    set.into_levels().next().unwrap().level.unwrap()
}

fn water() -> Level {
    atomix::builtin("water").unwrap()
}

/// The solution that comes with the game's first level in the literature, 13 moves.
const IN_WORDS: &str =
    "1 down left, 3 left down right up right down left down right, 2 down, 1 right.";

/// Two atoms with one label, and one with another.
fn twins() -> Level {
    level("######\n#1.12#\n######\n\nmolecule:\n112\n")
}

fn error(level: &Level, text: &str) -> String {
    match read_plan(level, text, None) {
        Err(error) => error.to_string(),
        Ok(plan) => replay(level, plan).unwrap_err().to_string(),
    }
}

#[test]
fn plans_are_read_in_words() {
    let water = water();
    let plan = read_plan(&water, IN_WORDS, None).unwrap();
    assert_eq!(plan.len(), 13);
    assert!(replay(&water, plan.iter().copied()).is_ok());
    let others = [
        IN_WORDS.replace(", ", "\n"),
        IN_WORDS.replace("1 ", "1.1 ").replace("3 ", "3.1 ").to_uppercase(),
        IN_WORDS.replace("down", "↓").replace("left", "←").replace("right", "→").replace("up", "↑"),
        plan.iter().enumerate().map(|(i, step)| format!("{:2}. {step}  ", i + 1)).collect(),
        format!("\u{feff}{IN_WORDS}"),
    ];
    for text in others {
        assert_eq!(read_plan(&water, &text, None).as_ref(), Ok(&plan), "{text}");
    }
    // An atom that cannot slide is an illegal move, and the text after it is not read.
    let stuck = read_plan(&water, "1 down down, nonsense", None).unwrap();
    let reason = "a wall is at r12c5".to_owned();
    let step = "1.1 down r11c5-r11c5".to_owned();
    assert_eq!(replay(&water, stuck), Err(ReplayError::Illegal { number: 2, step, reason }));
}

#[test]
fn every_notation_is_read_as_written() {
    let water = water();
    assert_eq!(water.notations().len(), 3);
    let plan = read_plan(&water, IN_WORDS, None).unwrap();
    let written = |notation| {
        let mut position = water.start();
        let mut words = Vec::new();
        for step in &plan {
            words.push(water.write_move(&position, step, notation));
            position = water.play(&position, step).unwrap();
        }
        words
    };
    for &notation in water.notations() {
        let words = written(notation);
        for text in [words.join("\n"), words.join(", "), words.join(" ")] {
            assert_eq!(read_plan(&water, &text, Some(notation)).as_ref(), Ok(&plan), "{text}");
        }
    }
    assert_eq!(written(Notation::Directions)[0], "1.1 down");
    let history = written(Notation::Letters).concat();
    let address = format!("http://example.org/?user=x&levelSet=y&level=1&history={history}");
    assert_eq!(read_plan(&water, &history, None).as_ref(), Ok(&plan));
    assert_eq!(read_plan(&water, &address, None).as_ref(), Ok(&plan));
    let error = read_plan(&water, "U", Some(Notation::Blank)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "this puzzle has no notation \"blank\": use standard, directions, letters"
    );
}

#[test]
fn an_atom_without_a_number_must_be_the_only_one() {
    let twins = twins();
    assert_eq!(error(&twins, "1 right"), "1:1: there are 2 atoms 1: write 1.1 to 1.2");
    assert!(replay(&twins, read_plan(&twins, "1.1 right", None).unwrap()).is_ok());
    // The third atom of the molecule is the one with label 2.
    let third: Vec<Move> = read_plan(&twins, "3 left", None).unwrap();
    assert_eq!(third[0].atom.to_string(), "2.1");
    let broken =
        ["1", "1.1", "up", "1.1 sideways", "0 left", "4 left", "é", "bbbcb", "1.1 r1c1-r1c2 extra"];
    for text in broken {
        let found = read_plan(&twins, text, None);
        assert!(matches!(found, Err(PlanError::Unreadable(_))), "{text}: {found:?}");
    }
}

#[test]
fn a_named_atom_is_the_one_that_moves() {
    let water = water();
    let read = |text: &str| read_plan(&water, text, None).unwrap();
    // The letters begin with a move of atom 3 and one of atom 1.
    let letters = "cdbdhdid";
    assert_eq!(read(&format!("3.1 {letters}")), read(letters));
    assert_eq!(read(letters)[1].atom.to_string(), "1.1");
    assert_eq!(
        error(&water, &format!("2 {letters}")),
        "move 1 (2.1 up r5c5-r4c5) is not legal: 3.1 is at r5c5, and 2.1 is at r9c10"
    );
    assert_eq!(error(&water, "3 up, 2 1.1 down"), "1:7: \"2\" is not a move of this puzzle");
    assert_eq!(error(&water, "\u{feff}1.1 other"), "1:5: \"other\" is not a move of this puzzle");
}

#[test]
fn an_illegal_move_says_what_stands_there() {
    let twins = twins();
    let illegal = |text: &str, reason: &str| {
        assert_eq!(error(&twins, text), format!("move 1 ({text}) is not legal: {reason}"));
    };
    illegal("1.1 right r1c2-r1c3", "r1c2 is empty, and 1.1 is at r1c1");
    illegal("1.1 right r0c0-r0c3", "a wall is at r0c0, and 1.1 is at r1c1");
    illegal("1.1 right r1c1-r1c4", "it slides right to r1c2");
    illegal("1.1 up r1c1-r0c1", "a wall is at r0c1");
    illegal("1.2 right r1c3-r1c4", "2.1 is at r1c4");
    illegal("1.9 right r1c3-r1c4", "there is no atom 1.9");
    illegal("r1c2-r1c3", "r1c2 is empty");
    illegal("r7c7-r7c8", "r7c7 is outside the board");
}

#[test]
fn a_plan_for_other_margins_is_recognised() {
    let water = water();
    let plan = read_plan(&water, IN_WORDS, None).unwrap();
    let copy = water.shifted(-3, 2).unwrap();
    let words = plan.iter().map(|step| format!("{step}\n")).collect::<String>();
    assert_eq!(other_margins(&copy, &words, None), Some((3, -2)));
    assert_eq!(other_margins(&water, &words, None), None);
    let bare = plan.iter().map(|step| format!("{}-{}\n", step.from, step.to)).collect::<String>();
    assert_eq!(other_margins(&copy, &bare, None), Some((3, -2)));
    assert_eq!(other_margins(&copy, "1.1 up r0c0-r1c1", None), None);
    assert_eq!(water.shifted(-4, 0), None);
}

#[test]
fn plans_in_files_of_other_programs_are_read() {
    let twins = twins();
    let list = r#"X.solutions = [
  {"levelSet": "x", "usage": "free"},
  {"level": "1", "moves": 3, "history": "bbbcbcbbbbbc"},
  {"level": "1", "moves": 1, "history": "bbbc"},
  {"level": "2", "history": "aabb"}
];"#;
    let plan = read_plan(&twins, list, None).unwrap();
    assert_eq!(plan.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1.1 right r1c1-r1c2"]);
    let none = list.replace("bbbc", "bbbd");
    assert_eq!(error(&twins, &none), "1:1: none of these histories solves this level");
    let game = "[Savegame]\nAtom_0=2,1\nAtom_1=3,1\nAtom_2=4,1\nMove_0=0,3,1\n";
    assert_eq!(read_plan(&twins, game, None).as_ref(), Ok(&plan));
    let other = game.replace("Move_0=0", "Move_0=7");
    assert_eq!(error(&twins, &other), "1:1: the 3 atoms are not where atoms of this level can be");
}

#[test]
fn a_level_goes_on_from_any_position() {
    let water = water();
    let plan = read_plan(&water, IN_WORDS, None).unwrap();
    let mut position = water.start();
    for (i, step) in plan.iter().enumerate() {
        let from_here = water.starting_at(position.clone());
        assert_eq!(from_here.start(), position);
        assert!(replay(&from_here, plan[i..].iter().copied()).is_ok());
        position = water.play(&position, step).unwrap();
    }
}

/// Words of every notation for the atoms of [`twins`], and others.
const WORDS: &str =
    "(1.1 |1.2 |2 |4 |up |left |right |bbbc|bebd|r1c1-r1c2 |r1c4-r1c3 |r0|-| |,|#|é|\n){0,12}";

proptest! {
    #[test]
    fn all_moves_that_are_read_but_the_last_are_legal(text in WORDS) {
        let twins = twins();
        if let Ok(plan) = read_plan(&twins, &text, None) {
            let before = plan.len().saturating_sub(1);
            prop_assert!(play_all(&twins, plan[..before].iter().copied()).is_ok());
        }
    }
}
