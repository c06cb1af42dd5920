//! Certificates with plans.

use super::*;

/// The states along a shortest plan.
fn plan(graph: &dyn Graph) -> Vec<Vec<u8>> {
    let reached = reached(graph);
    let to_goal = to_goal(graph, &reached);
    let mut path = vec![graph.roots().remove(0)];
    while let Some(&left @ 1..) = to_goal.get(path.last().unwrap()) {
        let children = &reached[path.last().unwrap()].1;
        let next = children.iter().find(|child| to_goal.get(*child) == Some(&(left - 1)));
        path.push(next.unwrap().clone());
    }
    path
}

/// The two bytes that stand for a move.
fn step(instance: &Instance, before: &[u8], after: &[u8]) -> [u8; 2] {
    match instance {
        Instance::Tiles { .. } => {
            let blank = |state: &[u8]| state.iter().position(|&tile| tile == 0).unwrap() as u8;
            [blank(after), blank(before)]
        }
        Instance::Panex { .. } => {
            let heights = |state: &[u8]| -> Vec<usize> {
                state.split(|&byte| byte == 0).map(<[u8]>::len).collect()
            };
            let (before, after) = (heights(before), heights(after));
            let column = |is: fn(usize, usize) -> bool| {
                (0..3).find(|&at| is(before[at], after[at])).unwrap() as u8
            };
            [column(|before, after| before > after), column(|before, after| before < after)]
        }
        Instance::Atomix { .. } => {
            let only = |these: &[u8], those: &[u8]| {
                *these.iter().find(|cell| !those.contains(cell)).unwrap()
            };
            [only(before, after), only(after, before)]
        }
        _ => unreachable!("moves are the numbers of children"),
    }
}

/// The moves along some states.
fn steps(instance: &Instance, graph: &dyn Graph, states: &[Vec<u8>]) -> Vec<[u8; 2]> {
    if let Instance::Pddl { .. } = instance {
        return child_numbers(graph, states[1..].iter().cloned()).unwrap();
    }
    states.windows(2).map(|pair| step(instance, &pair[0], &pair[1])).collect()
}

#[test]
fn plans_are_replayed() {
    for mut header in all() {
        if header.direction == Direction::Backward {
            continue;
        }
        let graph = &*graph(&header).unwrap();
        let plan = steps(&header.instance, graph, &plan(graph));
        let optimum = plan.len() as u16;
        (header.lower, header.plan) = (Some(optimum), Some(plan.clone()));
        let list = list(graph, header.lower);
        assert_eq!(checked(&written(&header, &list)).unwrap().header.plan, Some(plan.clone()));
        header.plan = Some(plan[1..].to_vec());
        assert!(matches!(reason(&written(&header, &list)), Reason::Plan(_)), "{header:?}");
        header.plan = Some(plan[..plan.len() - 1].to_vec());
        assert!(matches!(reason(&written(&header, &list)), Reason::Plan(_)), "{header:?}");
        for at in 0..plan.len() {
            let mut changed = plan.clone();
            changed[at] = [9, 0xf9];
            header.plan = Some(changed);
            let said = format!("move {}", at + 1);
            assert!(
                matches!(reason(&written(&header, &list)), Reason::Plan(text) if text.starts_with(&said))
            );
        }
        (header.lower, header.plan) = (Some(optimum + 1), Some(plan.clone()));
        assert_eq!(reason(&written(&header, &list)), Reason::ShorterPlan);
        header.lower = None;
        assert_eq!(reason(&written(&header, &list)), Reason::ShorterPlan);
        // A plan does not contradict a smaller lower bound.
        header.lower = Some(optimum - 1);
        let shorter = super::list(graph, header.lower);
        assert!(checked(&written(&header, &shorter)).is_ok());
    }
}

#[test]
fn only_children_have_numbers() {
    let graph = &*graph(&all().remove(0)).unwrap();
    let mut states = plan(graph).split_off(1);
    assert!(child_numbers(graph, states.iter().cloned()).is_some());
    states.remove(3);
    assert_eq!(child_numbers(graph, states), None);
}

#[test]
fn a_tile_goes_from_its_cell_to_that_of_the_blank() {
    let header = all().remove(0);
    let graph = &*graph(&header).unwrap();
    let plan = steps(&header.instance, graph, &plan(graph));
    for (at, &[from, to]) in plan.iter().enumerate() {
        let elsewhere = (0..9).filter(|&cell| cell != to).map(|cell| [from, cell]);
        for changed in elsewhere.chain([[6, to], [u8::MAX, to]]) {
            let mut plan = plan.clone();
            plan[at] = changed;
            let said = Reason::Plan(format!("move {} is not legal", at + 1));
            assert_eq!(graph.replay(&mut plan.into_iter()), Err(said), "{changed:?}");
        }
    }
}
