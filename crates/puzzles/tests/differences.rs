//! Errors in an implementation are found, and errors in a certificate are rejected.

use fewest_proof::closed_list::{self, Graph};
use fewest_proof::{NotVerified, Reason, unwatched};
use fewest_puzzles::certificate::{self, Claim, NoCertificate};
use fewest_puzzles::{Difference, Puzzle, Replay, compare, path, reach};
use fewest_search::outcome::unlimited;
use fewest_search::problem::{Backward, Blind};
use fewest_search::{Depth, Interrupt, Limits, Monitor, Problem, StateSpace, Stop};

/// Twelve cells in a ring: a move advances by one or by five, from cell 0 to the goal.
#[derive(Clone)]
struct Ring {
    goal: u8,
    is_back: bool,
}

const RING: Ring = Ring { goal: 9, is_back: false };
/// 5, 5, then five times 1 would be longer than 5, 1, 1, 1, 1.
const PLAN: [u8; 5] = [5, 1, 1, 1, 1];

impl StateSpace for Ring {
    type State = u8;
    type Action = u8;
    type Key = u8;

    fn roots(&self) -> Vec<u8> {
        vec![if self.is_back { self.goal } else { 0 }]
    }
    fn is_goal(&self, cell: &u8) -> bool {
        *cell == if self.is_back { 0 } else { self.goal }
    }
    fn successors(&self, cell: &u8, mut visit: impl FnMut(u8, u8)) {
        for by in [1, 5] {
            visit(by, (cell + if self.is_back { 12 - by } else { by }) % 12);
        }
    }
    fn pack(&self, cell: &u8) -> u8 {
        *cell
    }
    fn unpack(&self, key: u8) -> u8 {
        key
    }
}

impl Backward for Ring {
    type Reversed = Self;
    fn reversed(&self) -> Self {
        Self { is_back: !self.is_back, ..*self }
    }
}

impl Puzzle for Ring {
    const RULES: &'static str = "ring";
    fn instance(&self) -> String {
        self.goal.to_string()
    }
    fn bytes(&self, cell: &u8) -> Vec<u8> {
        vec![*cell]
    }
    fn draw(&self, cell: &u8) -> String {
        format!("{cell}\n")
    }
}

/// The same ring, or another one.
#[derive(Clone)]
struct Naive {
    root: u8,
    goal: u8,
    steps: &'static [u8],
    /// It claims that states below the first number need the second number of moves.
    needs: (u8, u16),
    states: u8,
}

const NAIVE: Naive = Naive { root: 0, goal: 9, steps: &[1, 5], needs: (0, 0), states: 12 };

fn read(instance: &str) -> Result<Naive, String> {
    let goal = instance.parse().map_err(|_| "it is no number".to_owned())?;
    Ok(Naive { goal, ..NAIVE })
}

impl Graph for Naive {
    fn roots(&self) -> Vec<Vec<u8>> {
        vec![vec![self.root]]
    }
    fn is_state(&self, bytes: &[u8]) -> bool {
        bytes[0] < self.states
    }
    fn is_goal(&self, state: &[u8]) -> bool {
        state == [self.goal]
    }
    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8])) {
        self.steps.iter().for_each(|by| visit(&[(state[0] + by) % 12]));
    }
    fn needs(&self, state: &[u8], moves: Option<u16>) -> bool {
        moves.is_some_and(|moves| state[0] < self.needs.0 && moves <= self.needs.1)
    }
}

#[test]
fn both_implementations_are_compared_in_every_state() {
    let blind = Problem::new(RING, Blind);
    let world = compare(&blind, &NAIVE).unwrap();
    assert_eq!((world.states, world.dead_ends, world.optimum), (12, 0, Some(5)));
    assert_eq!(world.by_distance.iter().sum::<usize>(), 12);
    assert!(world.is_consistent);

    let differs = |naive: Naive| compare(&blind, &naive).unwrap_err();
    assert_eq!(differs(Naive { root: 1, ..NAIVE }), Difference::Roots);
    assert_eq!(differs(Naive { goal: 8, ..NAIVE }), Difference::Goal(vec![8]));
    assert_eq!(differs(Naive { states: 5, ..NAIVE }), Difference::NoState(vec![5]));
    assert_eq!(differs(Naive { steps: &[1], ..NAIVE }), Difference::Children(vec![0]));
    assert_eq!(differs(Naive { steps: &[1, 5, 6], ..NAIVE }), Difference::Children(vec![0]));
    assert_eq!(differs(Naive { needs: (1, 6), ..NAIVE }), Difference::Needs(vec![0]));
    assert!(compare(&blind, &Naive { needs: (1, 5), ..NAIVE }).is_ok());

    let says = |start: u16| {
        Problem::new(RING, move |cell: &u8| Some(Depth(if *cell == 0 { start } else { 0 })))
    };
    assert!(compare(&says(1), &NAIVE).unwrap().is_consistent);
    assert!(!compare(&says(5), &NAIVE).unwrap().is_consistent);
    assert_eq!(compare(&says(6), &NAIVE).unwrap_err(), Difference::Heuristic(vec![0]));
    let dead = Problem::new(RING, |cell: &u8| (*cell != 8).then_some(Depth::ZERO));
    assert_eq!(compare(&dead, &NAIVE).unwrap_err(), Difference::Heuristic(vec![8]));
}

fn written(claim: &Claim<'_, u8>, graph: &Naive) -> Result<Vec<u8>, NoCertificate> {
    let mut bytes = vec![];
    unlimited(|monitor| certificate::write(&RING, graph, claim, monitor, &mut bytes))?;
    Ok(bytes)
}

fn reason(checked: Result<closed_list::Checked, NotVerified>) -> Reason {
    match checked {
        Err(NotVerified::Rejected(rejection)) => rejection.reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_certificate_holds_for_its_instance_and_its_rules_alone() {
    let claim = Claim { lower: Some(Depth(5)), plan: Some(&PLAN[..]) };
    let bytes = written(&claim, &NAIVE).unwrap();
    let check = |rules: &str, naive: Naive| {
        let read =
            |instance: &str| read(instance).map(|Naive { goal, .. }| Naive { goal, ..naive });
        certificate::check(rules, read, || Ok(&bytes[..]), Some(1 << 20), &mut unwatched)
    };
    let checked = check("ring", NAIVE).unwrap();
    assert_eq!(checked.header.plan.unwrap().len(), 5);
    assert!(matches!(reason(check("rings", NAIVE)), Reason::Instance(_)));
    let refused = |_: &str| Err::<Naive, _>("no".to_owned());
    let checked = certificate::check("ring", refused, || Ok(&bytes[..]), None, &mut unwatched);
    assert_eq!(reason(checked), Reason::Instance("no".to_owned()));
    // A checker with one more move, or another start, misses states or sees a goal early.
    let more = reason(check("ring", Naive { steps: &[1, 5, 6], ..NAIVE }));
    assert!(matches!(more, Reason::MissingChild { .. }), "{more:?}");
    let from = reason(check("ring", Naive { root: 11, ..NAIVE }));
    assert!(matches!(from, Reason::Plan(_)), "{from:?}");
    let less = reason(check("ring", Naive { steps: &[1], ..NAIVE }));
    assert!(matches!(less, Reason::Plan(_)), "{less:?}");

    // Such a certificate can have only this direction and heuristic.
    let text = String::from_utf8_lossy(&bytes[..200]).into_owned();
    let line = text.lines().nth(1).unwrap();
    for (is, said) in
        [("forward", "backward"), ("\"heuristic\":\"own\"", "\"heuristic\":\"blind\"")]
    {
        let line = line.replace(is, said);
        let file = format!("{}{line}\n", closed_list::MAGIC);
        let checked =
            certificate::check("ring", read, || Ok(file.as_bytes()), None, &mut unwatched);
        assert_eq!(reason(checked), Reason::Unsupported, "{line}");
    }

    // The command does not know these rules: it cannot read the file, and says who can.
    let unread = closed_list::check(|| Ok(&bytes[..]), None, &mut unwatched).unwrap_err();
    assert!(matches!(unread, NotVerified::Unreadable(_)), "{unread:?}");
    assert!(unread.to_string().contains("its puzzle is \"ring\""), "{unread}");
}

#[test]
fn every_altered_byte_is_found() {
    let bytes = written(&Claim { lower: Some(Depth(5)), plan: Some(&PLAN[..]) }, &NAIVE).unwrap();
    let accepts =
        |bytes: &[u8]| certificate::check("ring", read, || Ok(bytes), None, &mut unwatched).is_ok();
    assert!(accepts(&bytes));
    for at in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[at] ^= 1;
        assert!(!accepts(&altered), "byte {at}");
        assert!(!accepts(&bytes[..at]), "{at} bytes");
    }
}

#[test]
fn what_is_not_so_is_not_certified() {
    let write = |lower, plan, graph: &Naive| written(&Claim { lower, plan }, graph);
    let plan = Some(&PLAN[..]);
    let wrong = [&[5, 1, 1, 1][..], &[5, 1, 1, 1, 7], &[1, 1, 1, 1, 1]];
    for plan in wrong {
        assert!(Replay::new(&RING, plan).is_none());
        assert!(path(&RING, plan).is_none());
        let unwritten = write(Some(Depth(5)), Some(plan), &NAIVE);
        assert!(matches!(unwritten, Err(NoCertificate::Plan)));
    }
    for lower in [Some(Depth(6)), None] {
        assert!(matches!(write(lower, None, &NAIVE), Err(NoCertificate::Contradiction)));
    }
    assert!(matches!(
        write(Some(Depth(5)), plan, &Naive { steps: &[1], ..NAIVE }),
        Err(NoCertificate::Plan)
    ));
    assert!(write(Some(Depth(0)), None, &NAIVE).is_ok());
    let (interrupt, mut silent) = (Interrupt::new(), |_: &_| {});
    interrupt.interrupt();
    let mut monitor = Monitor::new(Limits::default(), &interrupt, &mut silent);
    let claim = Claim { lower: Some(Depth(5)), plan: None };
    let stopped = certificate::write(&RING, &NAIVE, &claim, &mut monitor, &mut vec![]);
    assert!(matches!(stopped, Err(NoCertificate::Stopped(Stop::Interrupted))));
}

#[test]
fn there_is_no_plan_to_a_cell_outside_the_ring() {
    let nowhere = Ring { goal: 40, is_back: false };
    let mut bytes = vec![];
    let claim = Claim { lower: None, plan: None };
    let naive = Naive { goal: 40, ..NAIVE };
    let written =
        unlimited(|monitor| certificate::write(&nowhere, &naive, &claim, monitor, &mut bytes));
    assert_eq!(written.unwrap().states, 12);
    let checked =
        certificate::check("ring", read, || Ok(&bytes[..]), None, &mut unwatched).unwrap();
    assert_eq!(checked.header.lower, None);
    assert_eq!(reach(&nowhere).len(), 12);
}

#[test]
fn a_replay_has_every_move_and_position() {
    let replay = Replay::new(&RING, &PLAN).unwrap();
    assert_eq!(replay.to_string(), "0\n\n1. 5\n5\n\n2. 1\n6\n\n3. 1\n7\n\n4. 1\n8\n\n5. 1\n9\n");
    let mut page = vec![];
    replay.write_html(&mut page, "ring", "five moves").unwrap();
    let page = String::from_utf8(page).unwrap();
    assert_eq!((page.matches("<pre hidden>").count(), page.matches("\n0 0 0 ").count()), (5, 5));
}
