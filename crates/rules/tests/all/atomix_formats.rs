//! Levels survive writing and reading in every format.

use fewest_rules::atomix::{
    self, CannotWrite, Format, Kind, Label, Level, OpenEdge, Options, Square,
};
use proptest::prelude::*;

/// The content of a level, without coordinates: name, board, molecule, and the kind of each label.
#[derive(Debug, PartialEq, Eq)]
struct Content {
    name: Option<String>,
    board: Vec<String>,
    molecule: Vec<String>,
    kinds: Vec<Option<Kind>>,
}

/// The content of a level; `outside` stands for squares that no atom reaches.
fn content(level: &Level, outside: char) -> Content {
    Content {
        name: level.name().map(str::to_owned),
        board: level.board_rows(outside),
        molecule: level.molecule_rows('.'),
        kinds: level.labels().into_iter().map(|label| level.kind(label).cloned()).collect(),
    }
}

impl Content {
    /// Relabels in order of first appearance in the molecule.
    fn relabelled(mut self, level: &Level) -> Self {
        let labels = level.labels();
        let new = |character: char| {
            let index = labels.iter().position(|label| label.as_char() == character);
            index.and_then(|index| Label::all().nth(index)).map_or(character, Label::as_char)
        };
        for row in self.board.iter_mut().chain(&mut self.molecule) {
            *row = row.chars().map(new).collect();
        }
        self
    }
}

/// The only level of a text.
fn level(text: &str, format: Option<Format>) -> Level {
    let set = atomix::parse(text.as_bytes(), format).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(set.levels().len(), 1);
    let level = set.into_levels().next().unwrap().level;
    level.unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

/// Asserts that a level survives each format, found by `format`.
fn check_all_formats(original: &Level, format: impl Fn(Format) -> Option<Format>) {
    let katomic = level(&Format::KAtomic.write(original).unwrap(), format(Format::KAtomic));
    assert_eq!(content(&katomic, '.'), content(original, '.'));
    let kp = level(&Format::Kp.write(original).unwrap(), format(Format::Kp));
    assert_eq!(content(&kp, '.'), content(original, '.'));
    match Format::Gnome.write(original) {
        Ok(text) => {
            let gnome = level(&text, format(Format::Gnome));
            assert_eq!(content(&gnome, '.'), content(original, '.').relabelled(original));
        }
        Err(CannotWrite::SameLook(a, b)) => assert_eq!(original.kind(a), original.kind(b)),
        Err(CannotWrite::NoWord(_)) => (),
        Err(other) => panic!("{other}"),
    }
    let text = Format::GlieschRitt.write(original).unwrap();
    let plain = level(&text, format(Format::GlieschRitt));
    let expected = content(original, '#');
    assert_eq!(
        content(&plain, '#'),
        Content { kinds: vec![None; expected.kinds.len()], ..expected }
    );
    let drawn = level(&Format::Drawing.write(original).unwrap(), format(Format::Drawing));
    assert_eq!(drawn.board_rows('.'), original.board_rows('.'));
    assert_eq!(drawn.molecule_rows('.'), original.molecule_rows('.'));
    assert_eq!(drawn.name(), original.name());
    // These keep the coordinates.
    for same in [&katomic, &drawn] {
        assert_eq!(
            (same.corners(), same.free_squares()),
            (original.corners(), original.free_squares())
        );
    }
}

#[test]
fn water_survives_every_format_and_detection() {
    let water = atomix::builtin("water").unwrap();
    check_all_formats(&water, |_| None);
    check_all_formats(&water, Some);
}

/// Found by fuzzing: a name that looks like something the XML parser rejects.
#[test]
fn names_may_look_like_markup() {
    let text = Format::KAtomic.write(&atomix::builtin("water").unwrap()).unwrap();
    for name in ["xmlns:a", "a xmlns:b='c' xmlns:d=\"e\"", "</level> & <!-- ]]> {\"a\": [\\n"] {
        let renamed = level(&text.replace("Water (Atomix 01)", name), None);
        assert_eq!(renamed.name(), Some(name));
        check_all_formats(&renamed, Some);
    }
}

#[test]
fn levels_without_kinds_are_written_with_crystals() {
    let plain =
        level(&Format::GlieschRitt.write(&atomix::builtin("water").unwrap()).unwrap(), None);
    let written = level(&Format::Gnome.write(&plain).unwrap(), None);
    let kinds: Vec<String> =
        written.labels().iter().map(|&label| written.kind(label).unwrap().to_string()).collect();
    assert_eq!(kinds, ["o-a", "o-b", "o-ab"]);
    assert_eq!(content(&written, '#').board, content(&plain, '#').board);
}

#[test]
fn words_that_only_gnome_has_are_kept() {
    let gnome = Format::Gnome.write(&atomix::builtin("water").unwrap()).unwrap();
    let gnome = gnome.replace("atom-o", "atom-x").replace("name=\"Water (", "_name=\"Wasser (");
    let strange = level(&gnome, None);
    assert_eq!(strange.name(), Some("Wasser (Atomix 01)"));
    let again = level(&Format::Gnome.write(&strange).unwrap(), None);
    assert_eq!(content(&again, '.'), content(&strange, '.'));
    assert!(matches!(Format::KAtomic.write(&strange), Err(CannotWrite::NoLetter(_))));
    assert!(matches!(Format::Kp.write(&strange), Err(CannotWrite::NoLetter(_))));
}

#[test]
fn katomic_gets_fifteen_full_rows_and_definitions_without_gaps() {
    let text = Format::KAtomic.write(&atomix::builtin("water").unwrap()).unwrap();
    let rows: Vec<&str> =
        text.lines().filter(|line| line.starts_with("feld_")).filter_map(|l| l.get(8..)).collect();
    assert_eq!(rows.len(), 15);
    assert!(rows.iter().all(|row| row.len() == 15), "{rows:?}");
    let only_d = "[Level]\natom_d=1-\nfeld_0=####\nfeld_1=#d.#\nfeld_2=####\nmole_0=d\n";
    let text = Format::KAtomic.write(&level(only_d, None)).unwrap();
    let defined: String =
        text.lines().filter_map(|line| line.strip_prefix("atom_")?.get(..1)).collect();
    assert_eq!(defined, "123456789abcd");
}

#[test]
fn encodings_and_line_ends_do_not_matter() {
    let text = Format::KAtomic.write(&atomix::builtin("water").unwrap()).unwrap();
    let text = text.replace("Water", "Wässer");
    let expected = content(&level(&text, None), '.');
    assert_eq!(expected.name.as_deref(), Some("Wässer (Atomix 01)"));
    let latin1: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
    let with_mark = [b"\xEF\xBB\xBF", text.as_bytes()].concat();
    let crlf = text.replace('\n', "\r\n").into_bytes();
    for bytes in [latin1, with_mark, crlf] {
        let set = atomix::parse(&bytes, None).unwrap();
        assert_eq!(content(set.levels()[0].level.as_ref().unwrap(), '.'), expected);
    }
}

#[test]
fn levels_are_indexed_by_number_and_broken_ones_do_not_spoil_others() {
    let text = Format::KAtomic.write(&atomix::builtin("water").unwrap()).unwrap();
    let (head, body) = text.split_once("[Level1]").unwrap();
    let open = body.replacen("###", "#.#", 1);
    let text =
        format!("{head}[Level1]{body}[Level10]{body}[Level2]{open}[Level3]{body}[Level3]{body}");
    let set = atomix::parse(text.as_bytes(), None).unwrap();
    assert_eq!(set.name(), Some("Water (Atomix 01)"));
    assert_eq!(set.levels().iter().map(|l| l.number).collect::<Vec<_>>(), [1, 2, 3, 10]);
    let errors =
        |number| set.get(number).unwrap().level.as_ref().err().map(|errors| errors[0].to_string());
    assert_eq!(errors(1), None);
    assert_eq!(errors(10), None);
    assert_eq!(
        errors(2).unwrap(),
        "57:14: the board is open: this atom can leave it at r3c3; if the edge of the field stops atoms, use --open-edge stop"
    );
    assert_eq!(errors(3).unwrap(), "89:1: [Level3] appears a second time");
}

#[test]
fn a_field_as_wide_as_possible_has_no_room_for_walls() {
    let stop = Options { open_edge: OpenEdge::Stop, ..Options::default() };
    let field = |width| {
        let text = format!("[Level]\natom_1=1-\nfeld_00={:.<width$}\nmole_0=1\n", "1");
        let set = atomix::parse(text.as_bytes(), stop).unwrap();
        set.into_levels().next().unwrap().level.unwrap()
    };
    for format in [Format::KAtomic, Format::Gnome, Format::Kp, Format::GlieschRitt] {
        let closed = level(&format.write(&field(254)).unwrap(), Some(format));
        assert_eq!(closed.free_squares().len(), 254, "{format}");
        assert_eq!(format.write(&field(255)), Err(CannotWrite::NoRoomForWall), "{format}");
    }
}

#[test]
fn a_level_is_moved_with_its_walls() {
    let water = atomix::builtin("water").unwrap();
    let moved = water.shifted(-3, 2).unwrap();
    assert_eq!(content(&moved, ' '), content(&water, ' '));
    assert_eq!(moved.corners().0, Square { row: 0, column: 4 });
    for (rows, columns) in [(-4, 0), (0, -3), (244, 0), (0, 244), (i16::MAX, 0), (0, i16::MIN)] {
        assert_eq!(water.shifted(rows, columns), None);
    }
}

/// A closed board with some walls inside, atoms on it, a molecule somewhere on it, and kinds.
fn levels() -> impl Strategy<Value = Level> {
    let sizes = (1usize..9, 1usize..9);
    let board = sizes.prop_flat_map(|(width, height)| {
        let walls = proptest::collection::vec(proptest::bool::weighted(0.2), width * height);
        (Just(width), walls, 1usize..7, any::<u64>(), "\\PC{0,12}", any::<bool>())
    });
    board.prop_filter_map("not playable", |(width, walls, atoms, seed, name, pocket)| {
        let mut random = seed;
        let mut below = |bound: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (random >> 33) as usize % bound
        };
        let mut open: Vec<usize> = (0..walls.len()).filter(|&cell| !walls[cell]).collect();
        let mut take =
            |open: &mut Vec<usize>| (!open.is_empty()).then(|| open.swap_remove(below(open.len())));
        let mut goal = open.clone();
        let atoms: Option<Vec<(usize, usize)>> =
            (0..atoms).map(|_| Some((take(&mut open)?, take(&mut goal)?))).collect();
        let atoms = atoms?;
        let labels: Vec<Label> =
            atoms.iter().map(|&(a, b)| Label::all().nth((a * 7 + b) % 64).unwrap()).collect();
        let mut text = format!("[Level]\nName={name}\n");
        let bonds = ["", "a", "ceg", "bdD", "E"];
        for label in labels.iter().collect::<std::collections::BTreeSet<_>>() {
            let element = ["1", "2", "o", "Z"][label.as_char() as usize % 4];
            text += &format!("atom_{label}={element}-{}\n", bonds[label.as_char() as usize % 5]);
        }
        let row = |cells: &dyn Fn(usize) -> char, row: usize| -> String {
            (0..width).map(|column| cells(row * width + column)).collect()
        };
        let height = walls.len() / width;
        let label_at = |cell, of: &dyn Fn(&(usize, usize)) -> usize| {
            atoms.iter().position(|atom| of(atom) == cell).map(|i| labels[i].as_char())
        };
        let start =
            |cell: usize| label_at(cell, &|a| a.0).unwrap_or(if walls[cell] { '#' } else { '.' });
        let end = |cell: usize| label_at(cell, &|a| a.1).unwrap_or('.');
        let edge = "#".repeat(width + 2);
        // A pocket in the wall that no atom reaches.
        let pocket = if pocket { "#.##" } else { "" };
        text += &format!("feld_03=  {edge}{pocket}\nfeld_{}=  {edge}\n", height + 4);
        for number in 0..height {
            text += &format!("feld_{}=  #{}#\n", number + 4, row(&start, number));
            text += &format!("mole_{number}={}\n", row(&end, number));
        }
        let set = atomix::parse(text.as_bytes(), Some(Format::KAtomic)).unwrap();
        set.into_levels().next().unwrap().level.ok()
    })
}

proptest! {
    #[test]
    fn every_format_is_read_back_as_written(level in levels()) {
        check_all_formats(&level, Some);
    }

    #[test]
    fn only_the_errors_of_a_parser_come_out_of_it(
        bytes in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        for format in [None].into_iter().chain(Format::ALL.map(Some)) {
            let _ = atomix::parse(&bytes, format);
        }
    }
}
