//! Ranks that are threads.

use crate::distributed::Transport;
use crate::distributed::tests::on_ranks;
use crate::distributed::threads::{Threads, UNDER_WAY};
use crate::outcome::unlimited;
use std::num::NonZeroUsize;

const THREE: NonZeroUsize = NonZeroUsize::new(3).unwrap();

#[test]
fn all_ranks_gather_what_each_brings_round_after_round() {
    let sum = unlimited(|monitor| {
        on_ranks(THREE, monitor, |transport, _| {
            let mut sum = 0_u64;
            for round in 0..100_u8 {
                let gathered = transport.all_gather(&[round, transport.rank() as u8]);
                assert_eq!(gathered, [round, 0, round, 1, round, 2]);
                sum += u64::from(gathered[0]);
            }
            sum
        })
    });
    assert_eq!(sum, 4950);
}

#[test]
fn a_rank_that_panics_ends_all() {
    for (waiting, ended_rank) in [(true, 1), (false, 1), (true, 0), (false, 0)] {
        let ended = std::panic::catch_unwind(|| {
            unlimited(|monitor| {
                on_ranks(THREE, monitor, |transport, _| {
                    assert_ne!(transport.rank(), ended_rank, "it ends");
                    match waiting {
                        true => drop(transport.all_gather(&[])),
                        false => while transport.receive().is_none() {},
                    }
                });
            });
        });
        assert!(ended.is_err());
    }
}

#[test]
fn what_is_too_much_is_given_back() {
    let mut ranks = Threads::connected(THREE);
    for number in 0..UNDER_WAY {
        assert_eq!(ranks[0].send(1, vec![number as u8]), Ok(()));
    }
    assert_eq!(ranks[2].send(1, vec![200]), Err(vec![200]));
    assert_eq!(ranks[1].receive(), Some((0, vec![0])));
    assert_eq!(ranks[2].send(1, vec![200]), Ok(()));
}
