//! Numbers are found again until the memory is full, and refuted ones give way.

use super::*;
use crate::Depth;
use crate::store::feistel::Feistel;

fn layer_of<W: SlotWord>(table: &QuotientCuckooTable<W>, address: Address) -> Option<Layer> {
    table.find(address).and_then(NodeStatus::layer)
}

fn fill<W: SlotWord>(address: impl Fn(u128) -> Address) {
    let budget = 3 << 20;
    let mut table = QuotientCuckooTable::<W>::new(0, budget);
    let addresses = (0..).map(address).filter(|address| address.shard == 0);
    let mut put = Vec::new();
    for (number, address) in addresses.enumerate() {
        assert_eq!(table.find(address), None);
        let layer = Layer::of(Depth((number % 3) as u16));
        match table.insert(address, NodeStatus::open(layer)) {
            Ok(()) => put.push((address, layer)),
            Err(stop) => {
                assert_eq!(stop, Stop::Memory);
                break;
            }
        }
    }
    let bytes = table.slots.capacity() * size_of::<W>();
    assert!(bytes <= budget && bytes > budget / 10 * 9, "{bytes}");
    assert!(put.len() * size_of::<W>() > bytes / 10 * 8, "{} in {bytes} bytes", put.len());
    assert!(table.stash.len() < 3, "{}", table.stash.len());
    assert!(put.iter().all(|&(address, layer)| layer_of(&table, address) == Some(layer)));
    for depth in (0..3).map(Depth) {
        let mut closed = Vec::new();
        table.close(Layer::of(depth), |address| closed.push((address, Layer::of(depth))));
        assert_eq!(closed.len(), put.len() / 3 + usize::from(depth.index() < put.len() % 3));
        assert!(closed.iter().all(|&(address, layer)| layer_of(&table, address) == Some(layer)));
        closed.sort_by_key(|(address, _)| (address.quotient, address.remainder));
        closed.dedup();
        let mut expected = put.clone();
        expected.retain(|&(_, layer)| layer == Layer::of(depth));
        expected.sort_by_key(|(address, _)| (address.quotient, address.remainder));
        assert_eq!(closed, expected);
        table.close(Layer::of(depth), |_| panic!("all are closed"));
    }
    table.clear();
    assert!(put.iter().all(|&(address, _)| table.find(address).is_none()));
}

#[test]
fn narrow_words_tell_all_numbers_apart_and_fill_the_budget() {
    fill::<u64>(Feistel::<38>::address);
}

#[test]
fn middle_words_tell_all_numbers_apart_and_fill_the_budget() {
    fill::<[u32; 3]>(|number| Feistel::<54>::address(number << 70 | number));
}

#[test]
fn wide_words_tell_all_numbers_apart_and_fill_the_budget() {
    fill::<u128>(|number| Feistel::<64>::address(number << 90 | number));
}

#[test]
fn refuted_numbers_give_way() {
    let budget = 3 << 20;
    let mut table = QuotientCuckooTable::<u64>::new(0, budget);
    let addresses: Vec<_> = (0..)
        .map(Feistel::<38>::address)
        .filter(|address| address.shard == 0)
        .take(1_000_000)
        .collect();
    let (refuted, others) = addresses.split_at(400_000);
    refuted.iter().for_each(|&address| table.insert_refuted(address));
    let known = |table: &QuotientCuckooTable<u64>| {
        refuted.iter().filter(|&&address| table.find(address) == Some(NodeStatus::REFUTED)).count()
    };
    let most = budget / 2 / size_of::<u64>();
    assert!(known(&table) < most && known(&table) > most / 2, "{}", known(&table));
    let status = NodeStatus::open(Layer::of(Depth(0)));
    let put = others.iter().take_while(|&&address| table.insert(address, status).is_ok()).count();
    assert!(put > budget / 10 * 8 / size_of::<u64>(), "{put}");
    assert_eq!(known(&table), 0);
    let mut closed = 0;
    table.close(Layer::of(Depth(0)), |_| closed += 1);
    assert_eq!(closed, put);
}

#[test]
fn a_number_without_a_slot_is_not_lost() {
    let mut table = QuotientCuckooTable::<u64>::new(0, usize::MAX);
    table.grow().expect("there is memory for the smallest table");
    // All have one quotient, so one bucket and the other buckets of what they displace.
    let address = |remainder| Address { shard: 0, quotient: 7, remainder };
    let layer = Layer::of(Depth(1));
    table.slots.fill(u64::of(1 << FLAGS | NodeStatus::open(layer).bits()));
    for remainder in 2..20 {
        table.settle(address(remainder), NodeStatus::open(layer));
    }
    assert!(!table.stash.is_empty());
    let addresses: Vec<Address> = table.stash.iter().map(|&(address, _)| address).collect();
    assert!(addresses.iter().all(|&address| layer_of(&table, address) == Some(layer)));
}
