//! Certificates of a few lines that claim too much.

use super::*;
use crate::Place;
use crate::panex::parse::tests::certificate;

fn id(name: &str) -> FunctionId {
    let parity = if name.starts_with('o') { Parity::Odd } else { Parity::Even };
    FunctionId { parity, index: name[1..].parse::<usize>().unwrap() - 1 }
}

/// Returns how many triples the branches of a triple need, or the reason.
fn branches(lines: &str, [f, g, h]: [&str; 3]) -> Result<usize, Reason> {
    let (certificate, table) = (certificate(lines), Table::empty());
    let needed = HashSet::new();
    let mut induction =
        Induction { certificate: &certificate, table: &table, needed, inequalities: 0 };
    let f = (f != "same").then(|| id(f));
    induction.branches((f, id(g), id(h))).map(|triples| triples.len()).map_err(|it| it.reason)
}

fn inequality(inequality: &str, size: u32) -> Reason {
    Reason::Inequality { inequality: inequality.to_owned(), size: size.into() }
}

/// Functions that are 0 everywhere, of odd and of even sizes.
const ZERO: &str = "\
function o1 e1 0 0 0 0 e1 0 0 0 0
function e1 o1 0 0 0 0 o1 0 0 0 0
";

fn values(name: &str) -> String {
    format!("values {name}{}\n", " 0".repeat(32))
}

/// All inequalities between branches compare differences, which this shift does not change.
#[test]
fn least_values_may_not_all_be_too_large() {
    let zero = format!("{ZERO}{}", values("o1"));
    let least = |least: &str| {
        format!("{zero}least same o1 o1 0 0 {least} 0\nleast same e1 e1 0 0 {least} 0")
    };
    let same = ["same", "o1", "o1"];
    assert_eq!(branches(&least("0"), same), Ok(2));
    let reason = Reason::NotTheLeast { said: 1, least: 0 };
    assert_eq!(branches(&least("1"), same), Err(reason));
    assert_eq!(branches(&least("1/2"), same), Err(Reason::NoCount { size: 5 }));
    let lacks = Reason::Missing("the least value of same o1 o1".to_owned());
    assert_eq!(branches(&zero, same), Err(lacks));
}

/// j - 7 and j - 8 are negative at the size below those that count.
#[test]
fn branches_are_compared_at_the_sizes_where_they_count() {
    let lines = format!(
        "function o1 e1 0 0 0 0 e1 0 0 0 0\nfunction o2 e1 0 0 -8 1 e1 0 0 -8 1\n\
         function e1 o1 0 0 0 0 o1 0 0 0 0\nfunction e2 o1 0 0 -7 1 o1 0 0 -7 1\n{}{}\
         least same o1 o1 0 0 0 0\nleast same e1 e1 0 0 0 0\nleast same e2 e1 0 0 0 0\n\
         least same o2 o1 0 0 0 0",
        values("o1"),
        values("o2")
    );
    let even = branches(&lines, ["same", "e2", "e1"]);
    assert_eq!(even, Err(inequality("the branches 0 and 0", 6)));
    let odd = branches(&lines, ["same", "o2", "o1"]);
    assert_eq!(odd, Err(inequality("the branches 0 and 0", 7)));
    let lower = lines.replace("least same e1 e1 0 0 0 0", "least same e1 e1 0 0 -1 0");
    assert_eq!(branches(&lower, ["same", "e1", "e1"]), Err(Reason::NotReached));
}

#[test]
fn what_is_possible_does_not_lead_to_the_impossible() {
    let lines = format!(
        "{ZERO}function e2 o1 0 0 0 0 -\nfunction o2 e1 0 0 0 0 e1 0 0 0 0\n{}values o2 0 -{}\n\
         least same o1 o1 0 0 0 0\nleast e1 e1 e2 0 0 0 0\nleast same e1 e2 0 0 0 0\n\
         least same o1 o2 0 0 0 0\nleast same e1 e1 0 0 0 0\nleast o1 o1 o1 0 0 0 0",
        values("o1"),
        " 0".repeat(30)
    );
    let even = branches(&lines, ["same", "e1", "e2"]);
    assert_eq!(even, Err(inequality("the branches 0 and 1", 6)));
    let odd = branches(&lines, ["same", "o1", "o2"]);
    assert_eq!(odd, Err(inequality("swaps 00000 and 00001", 5)));
}

#[test]
fn pairs_with_the_impossible_bound_nothing() {
    let lines = format!(
        "{ZERO}function e2 - o1 0 0 0 0\nfunction e3 - -\nleast o1 o1 o1 0 0 0 0\n\
         least e1 e1 e1 0 0 0 0\nleast e2 e1 e1 0 0 0 0\nleast e1 e2 e1 0 0 0 0\n\
         least e2 e2 e1 0 0 0 0\nleast e2 e2 e2 0 0 0 0\nleast e3 e1 e1 0 0 0 0"
    );
    for (triple, expected) in [
        (["e1", "e1", "e1"], Ok(4)),
        (["e2", "e1", "e1"], Ok(2)),
        (["e1", "e2", "e1"], Ok(2)),
        (["e2", "e2", "e1"], Ok(1)),
        (["e2", "e2", "e2"], Err(inequality("the branches 1 and 1", 6))),
        (["e3", "e1", "e1"], Err(Reason::NotReached)),
    ] {
        assert_eq!(branches(&lines, triple), expected, "{triple:?}");
    }
}

/// Everything that [`ends`] looks at.
fn lengths(start: &str, goals: &str) -> String {
    let distances = ["odd U0 o1", "odd U3 o1", "even U0 e1", "even U3 e1"];
    let distances = distances.map(|of| format!("distance {of} 0 0 0 0\n")).concat();
    format!(
        "{ZERO}{}{distances}exchange odd 0 0 {goals} 0\nexchange even 0 0 {goals} 0\n\
         transfer odd 0 0 {start} 0\ntransfer even 0 0 {start} 0\n\
         ends 0 o1 0 0 {start} 0\nends 0 e1 0 0 {start} 0\n\
         ends 1 o1 0 0 {goals} 0\nends 1 e1 0 0 {goals} 0\n",
        values("o1")
    )
}

fn ended(lines: &str) -> Result<(), Reason> {
    ends(&certificate(lines), &Table::empty()).map_err(|it| it.reason)
}

#[test]
fn lengths_may_not_all_be_too_large() {
    assert_eq!(ended(&lengths("0", "0")), Ok(()));
    let reason = Reason::NotTheCost { size: 5, swaps: 31, said: Some(1), cost: Some(0) };
    assert_eq!(ended(&lengths("0", "1")), Err(reason));
    let (what, said, is) = ("the distance of the start", "0 0 0 0", "0 0 1 0");
    let [said, is] = [said, is].map(str::to_owned);
    assert_eq!(ended(&lengths("1", "0")), Err(Reason::NotEqual { what, said, is }));
}

#[test]
fn what_is_impossible_has_no_value_at_an_end() {
    let lines = lengths("0", "0").replace(" o1 0 0 0 0\nvalues", " -\nvalues");
    let place = lines.lines().position(|line| line.starts_with("ends 1 e1")).unwrap();
    let error = ends(&certificate(&lines), &Table::empty()).unwrap_err();
    assert_eq!((error.at, error.reason), (Place::Line(place as u64 + 2), Reason::Unused));
}

#[test]
fn of_several_lines_that_are_not_used_the_first_is_named() {
    let of_each = |line: fn(u32) -> String| (2..30).rev().map(line).collect::<String>();
    let functions: String = (2..30).map(|name| format!("function o{name} - -\n")).collect();
    let text = lengths("0", "0").replace("values", &format!("{functions}values"));
    let checked = |more: &str| {
        let of = certificate(&format!("{text}{more}"));
        check(&of, &Table::empty()).map_err(|it| (it.at, it.reason))
    };
    assert_eq!(checked(""), Ok(0));
    let first = Err((Place::Line(text.lines().count() as u64 + 2), Reason::Unused));
    assert_eq!(checked(&of_each(|name| format!("ends 0 o{name} 0 0 0 0\n"))), first);
    let least = of_each(|name| format!("least same o{name} o{name} 0 0 0 0\n"));
    assert_eq!(checked(&least), first);
}
