//! Tile puzzles as people write them, from file to shortest plan.

use fewest::rules::tiles::{Options, Size};
use fewest::search::Verdict;
use fewest::{InputError, InputOptions, Solver, entries, read};
use std::fs;
use std::path::{Path, PathBuf};

/// A file with a text, in a folder of its own.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("fewest-tile-texts-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join(name);
    fs::write(&file, text).expect("a file");
    file
}

/// The lengths of shortest plans of all puzzles in a file.
fn lengths(file: &Path, goal: &str, size: Option<Size>) -> Vec<u64> {
    let tiles = Options { goal: goal.parse().expect("a goal"), size };
    let options = InputOptions { tiles, ..InputOptions::default() };
    let instances = read(file.as_os_str(), options).unwrap_or_else(|error| panic!("{error}"));
    let length = |instance| {
        let report = Solver::new().solve(instance).expect("a report");
        assert_eq!(report.status.0, Verdict::Optimal, "{}", file.display());
        report.upper.and_then(|moves| u64::try_from(moves.0).ok()).expect("a length")
    };
    instances.iter().map(length).collect()
}

#[test]
fn files_in_many_notations_have_the_same_shortest_plan() {
    let texts = [
        "3\n4 1 3\n7 2 6\n0 5 8\n",
        "3\n4\n1\n3\n7\n2\n6\n0\n5\n8\n",
        "# homework\n3\n# the rows\n4 1 3\n7 2 6 # second\n0 5 8",
        "\u{feff}4 1 3\n7 2 6\n0 5 8\n",
        "4 1 3\n7 2 6\n. 5 8\n",
        "4 1 3 7 2 6 x 5 8\n",
        "[[4, 1, 3], [7, 2, 6], [0, 5, 8]]\n",
        "[4 1 3; 7 2 6; 0 5 8]\n",
        "3x3:4,1,3,7,2,6,0,5,8\n",
        "dac\ngbf\n.eh\n",
        "3 0 2\n6 1 5\n-1 4 7\n",
        "4 1 3\n7 2 6\n9 5 8\n",
        "4 1 3\r\n7 2 6\r\nb 5 8\r\n",
        "4,1,3\n7,2,6\n-,5,8\n",
    ];
    for (number, text) in texts.iter().enumerate() {
        assert_eq!(
            lengths(&file(&format!("{number}.txt"), text), "blank-last", None),
            [6],
            "{text}"
        );
    }
    let two = file("two.txt", "4 1 3\n7 2 6\n0 5 8\n\n1 2 3\n4 5 6\n7 0 8\n");
    assert_eq!(lengths(&two, "blank-last", None), [6, 1]);
    let tall = file("tall.txt", "1 2 3\n4 5 6\n7 8 9\n10 0 12\n13 11 14\n");
    assert_eq!(lengths(&tall, "blank-last", None), [2]);
    let thin = file("thin.txt", "1 2 3 4 5 6 7\n8 9 10 11 0 12 13\n");
    assert_eq!(lengths(&thin, "blank-last", None), [2]);
    let large = (1..63).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
    let large = file("large.txt", &format!("{large} 0 63"));
    assert_eq!(lengths(&large, "blank-last", None), [1]);
}

#[test]
fn lines_that_may_be_rows_or_not_are_told_apart_by_the_size() {
    let text = "1 2 3 4 5 6 7 8\n9 10 11 12 13 14 0 15\n";
    let file = file("rows.txt", text);
    let error = read(file.as_os_str(), InputOptions::default()).expect_err("it is ambiguous");
    let message = error.to_string();
    assert!(message.ends_with("choose with --size 8x2 or --size 4x4"), "{message}");
    for size in [Size::new(8, 2), Size::new(4, 4)] {
        assert_eq!(lengths(&file, "blank-last", size), [1]);
    }
}

#[test]
fn any_position_is_a_goal() {
    for (number, (goal, text, moves)) in [
        ("1 2 3 / 8 0 4 / 7 6 5", "6 7 3\n1 0 4\n8 2 5", 14),
        ("snail", "6 7 3\n1 0 4\n8 2 5", 14),
        ("blank-first", "3\n0\n3\n8\n4\n1\n7\n2\n6\n5\n", 20),
        ("blank-last", "2 3 4 1 5 x 7 6 8", 19),
        ("blank-centre", "1 2 3\n0 4 5\n6 7 8", 1),
    ]
    .into_iter()
    .enumerate()
    {
        let file = file(&format!("goal-{number}.txt"), text);
        assert_eq!(lengths(&file, goal, None), [moves], "{goal}");
    }
}

#[test]
fn a_broken_position_leaves_the_others() {
    let file = file("broken.txt", "123406758\n123046759\n123456708\n");
    let entries = entries(file.as_os_str(), InputOptions::default()).expect("a list");
    assert_eq!(entries.iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 2, 3]);
    let right: Vec<_> = entries.iter().map(|entry| entry.puzzle.is_ok()).collect();
    assert_eq!(right, [true, false, true]);
    let Err(InputError::Invalid { at, .. }) = &entries[1].puzzle else { panic!("a place") };
    assert_eq!((at.line, at.column), (2, 9));
}

/// The lengths of the files in `../shared/cases/tiles`, where that folder is.
#[test]
fn the_cases_of_others_have_their_lengths() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/tiles");
    let Ok(files) = fs::read_dir(&folder) else {
        return println!("skipped: there is no {}", folder.display());
    };
    let mut read = 0;
    for file in files {
        let path = file.expect("a file").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let expected: &[u64] = match name.as_str() {
            "blank-x.txt" => &[3],
            "two-boards.txt" => &[2, 3],
            "rectangle.txt" => &[1],
            _ => &[2],
        };
        assert_eq!(lengths(&path, "blank-last", None), expected, "{name}");
        read += 1;
    }
    assert!(read >= 13, "{read} files");
}
