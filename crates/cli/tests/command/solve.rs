//! Verdicts and exit codes.

use crate::run::{Folder, data, fewest};

#[test]
fn water_takes_thirteen_moves() {
    let ran = fewest(&["solve", "water"]).quietly(0);
    let first = ran.stdout.lines().next().unwrap();
    assert_eq!(first, "water: OPTIMAL: 13 moves, and no shorter solution exists");
    let picture = " 9 #....#.#..#\n10 ###.#..#..#\n11  #.....123#\n";
    assert!(ran.stdout.contains(picture), "{}", ran.stdout);
}

#[test]
fn every_engine_and_direction_solves_water() {
    for engine in ["astar", "ida-star", "breadth-first", "breadth-first-heuristic"] {
        for direction in ["forward", "backward", "auto"] {
            let arguments = ["solve", "water", "--engine", engine, "--direction", direction];
            let result = fewest(&[&arguments[..], &["--json"]].concat()).quietly(0).result();
            assert_eq!((&result["status"], &result["upper"]), (&"OPTIMAL".into(), &13.into()));
            assert_eq!(result["engine"], engine);
            if direction != "auto" {
                assert_eq!(result["direction"], direction);
            }
        }
    }
}

#[test]
fn variants_of_panex_have_their_own_optima() {
    for (input, moves, engine) in [
        ("panex:1:neighbours", 4, "frontier"),
        ("panex:2:neighbours", 20, "frontier"),
        ("panex:3:neighbours", 58, "frontier"),
        ("panex:3", 42, "frontier"),
        ("panex:5", 343, "level-decomposition"),
        ("panex:3:one-tower", 7, "frontier"),
        ("panex:3:one-tower:neighbours", 10, "frontier"),
        ("panex:a1a2/-/b1b2:-/a1a2/b1b2:neighbours", 4, "frontier"),
    ] {
        let result = fewest(&["solve", "--json", "-q", input]).quietly(0).result();
        assert_eq!((&result["upper"], &result["status"]), (&moves.into(), &"OPTIMAL".into()));
        assert_eq!((&result["engine"], &result["instance"]), (&engine.into(), &input.into()));
    }
}

#[test]
fn a_board_of_the_wrong_parity_is_unsolvable() {
    let ran = fewest(&["solve", "-q", "123456789abcdfe0"]).quietly(10);
    assert_eq!(
        ran.stdout,
        "123456789abcdfe0: UNSOLVABLE: no solution exists for the goal blank-last; --goal \
                blank-first can be reached\n"
    );
    // To the other goal it is solvable or not, but not this one and its mirror image.
    fewest(&["solve", "-q", "1 2 3 4 5 6 7 8 0", "--goal", "blank-last"]).quietly(0);
    fewest(&["solve", "-q", "0 1 2 3 4 5 6 8 7", "--goal", "blank-first"]).quietly(10);
}

#[test]
fn any_position_is_a_goal() {
    for (goal, start, moves) in [
        ("1 2 3 / 8 0 4 / 7 6 5", "6 7 3 / 1 0 4 / 8 2 5", 14),
        ("snail", "673104825", 14),
        ("blank-first", "3 0 3 8 4 1 7 2 6 5", 20),
        ("blank-last", "2 3 4 1 5 x 7 6 8", 19),
        ("876543210", "876543201", 1),
    ] {
        let result = fewest(&["solve", "--json", "-q", "--goal", goal, start]).quietly(0).result();
        assert_eq!((&result["upper"], &result["status"]), (&moves.into(), &"OPTIMAL".into()));
        assert_eq!(result["lower"], moves);
    }
}

#[test]
fn the_goal_is_named_where_it_cannot_be_reached() {
    for goal in ["blank-last", "blank-first"] {
        let ran = fewest(&["solve", "-q", "--goal", goal, "1 2 6 / 4 0 5 / 8 3 7"]).quietly(10);
        assert_eq!(
            ran.stdout,
            format!(
                "126405837: UNSOLVABLE: no solution exists for the goal {goal}; --goal snail can be \
                 reached\n"
            )
        );
    }
    let result = fewest(&["solve", "--json", "-q", "126405837"]).quietly(10).result();
    assert_eq!(
        (&result["goal"], &result["reachable_goals"][0]),
        (&"blank-last".into(), &"snail".into())
    );
}

#[test]
fn a_list_that_states_an_optimum_is_not_called_unsolvable_without_a_word() {
    let folder = Folder::new();
    folder.write("list.txt", "7 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0 3\n");
    let ran = folder.run(&["solve", "-q", "list.txt"]).quietly(10);
    assert_eq!(
        ran.stdout,
        "list: UNSOLVABLE: no solution exists for the goal blank-last; --goal blank-first can be \
         reached; the source states an optimum of 3, so it means another goal\n"
    );
    folder.write("other.txt", "7 1 2 3 4 5 6 7 0 8 9\n");
    let ran = folder.run(&["solve", "other.txt"]);
    assert_eq!(
        ran.stderr,
        "fewest: the source states an optimum of 9 moves: it may mean another goal than \
         blank-last; --goal chooses it\n"
    );
}

#[test]
fn a_broken_goal_is_told_with_all_goals() {
    let ran = fewest(&["solve", "1230", "--goal", "middle"]);
    assert_eq!(ran.code, Some(2));
    let goals = "write blank-last, blank-first, blank-centre, snail or a position";
    assert!(ran.stderr.contains(goals), "{}", ran.stderr);
    let ran = fewest(&["solve", "1230", "--goal", "123804765"]);
    let message = "1230:1:1: the board is 2x2, but the goal is a 3x3 board\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(31), message));
}

#[test]
fn towers_of_three_are_exchanged_in_42_moves() {
    let ran = fewest(&["solve", "-q", "panex:3"]).quietly(0);
    assert_eq!(ran.stdout, "panex:3: OPTIMAL: 42 moves, and no shorter solution exists\n");
}

#[test]
fn a_start_that_is_a_goal_has_the_empty_plan() {
    for input in ["123456789abcdef0", "1 2 3 / 4 5 6 / 7 8 0", "panex:a1/-/b1:a1/-/b1"] {
        let ran = fewest(&["solve", "--json", input]).quietly(0);
        let result = ran.result();
        assert_eq!(result["status"], "OPTIMAL", "{input}");
        assert_eq!(result["moves"], serde_json::json!([]));
        assert_eq!((&result["lower"], &result["upper"]), (&0.into(), &0.into()));
        let ran = fewest(&["solve", "-q", input]).quietly(0);
        assert!(ran.stdout.ends_with(": OPTIMAL: 0 moves; it is already solved\n"));
    }
}

#[test]
fn an_upper_bound_below_the_optimum_is_exhausted() {
    let ran = fewest(&["solve", "--json", "water", "--upper-bound", "12"]).quietly(11);
    let result = ran.result();
    assert_eq!((&result["status"], &result["stop"]), (&"BOUNDED".into(), &"bound".into()));
    assert_eq!((&result["lower"], &result["upper"]), (&13.into(), &serde_json::Value::Null));
    let result = fewest(&["solve", "--json", "water", "--upper-bound", "13"]).quietly(0).result();
    assert_eq!(result["upper"], 13);
}

#[test]
fn several_instances_have_the_code_of_the_first_that_is_not_optimal() {
    let ran = fewest(&["solve", "-q", "water", "2130", "1230", "123456780"]).quietly(10);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[1].starts_with("2130: UNSOLVABLE: no solution exists for the goal blank-last;"));
    let bounded = ["solve", "-q", "--upper-bound", "1", "water", "2130"];
    fewest(&bounded).quietly(11);
}

#[test]
fn files_and_standard_input_are_read() {
    let folder = Folder::new();
    folder.write("list.txt", "# two boards\n1 2 3 4 5 6 7 0 8\n1 2 3 4 5 6 0 7 8\n");
    let ran = folder.run(&["solve", "-q", "list.txt"]).quietly(0);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines[0], "list_01: OPTIMAL: 1 move, and no shorter solution exists");
    assert_eq!(lines[1], "list_02: OPTIMAL: 2 moves, and no shorter solution exists");
    let second = folder.run(&["solve", "-q", "list.txt:2"]).quietly(0);
    assert_eq!(second.stdout.lines().collect::<Vec<_>>(), lines[1..]);
    let fed = folder.feed(&["solve", "-q", "-"], "1 2 3\n4 5 6\n7 0 8\n").quietly(0);
    assert_eq!(fed.stdout, "stdin: OPTIMAL: 1 move, and no shorter solution exists\n");
}

#[test]
fn a_file_with_the_name_of_a_built_in_level_is_reached_by_its_path() {
    let folder = Folder::new();
    folder.write("water", "1230\n");
    let ran = folder.run(&["solve", "-q", "./water"]).quietly(0);
    assert_eq!(ran.stdout, "water: OPTIMAL: 0 moves; it is already solved\n");
    assert!(folder.run(&["solve", "-q", "water"]).stdout.contains("13 moves"));
}

#[test]
fn levels_of_katomic_are_solved() {
    let Some(set) = data("atomix/katomic/default_levels.git-8b9d94d.dat") else { return };
    let set = set.to_str().unwrap();
    for (level, optimum) in [(1, 15), (3, 20), (10, 19), (23, 18), (36, 9), (60, 19)] {
        let result = fewest(&["solve", "--json", &format!("{set}:{level}")]).quietly(0).result();
        assert_eq!(result["upper"], optimum, "level {level}");
        assert_eq!(result["status"], "OPTIMAL", "level {level}");
    }
}

#[test]
fn korfs_boards_have_the_blank_first() {
    let Some(list) = data("tiles/korf100.txt") else { return };
    let list = format!("{}:12", list.to_str().unwrap());
    let ran = fewest(&["solve", "--json", &list, "--goal", "blank-first"]).quietly(0);
    assert_eq!(ran.result()["upper"], 45);
}

#[test]
fn the_number_of_threads_is_what_was_asked_for() {
    let engines = [("breadth-first-heuristic", 3), ("partial-expansion-astar", 3), ("astar", 1)];
    for (engine, threads) in engines {
        let arguments = ["solve", "--json", "water", "--threads", "3", "--engine", engine];
        let result = fewest(&arguments).quietly(0).result();
        assert_eq!((&result["threads"], &result["upper"]), (&threads.into(), &13.into()));
    }
}
