//! The second implementation: lists of people, the wives before their husbands.

use fewest_proof::closed_list::Graph;

/// A state has a byte for each person, and one for the boat: 1 on the other bank.
pub struct Naive {
    couples: usize,
    seats: usize,
}

pub fn read(instance: &str) -> Result<Naive, String> {
    let numbers: Result<Vec<usize>, _> = instance.split(' ').map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[couples @ 1..=8, seats]) => Ok(Naive { couples, seats }),
        _ => Err("it is not a number of couples, up to eight, and one of seats".to_owned()),
    }
}

impl Naive {
    /// Whether no wife in a group is with men but without her own husband.
    fn is_quiet(&self, group: &[usize]) -> bool {
        let is_alone = |&one: &usize| one < self.couples && !group.contains(&(one + self.couples));
        !group.iter().any(is_alone) || group.iter().all(|person| *person < self.couples)
    }
}

impl Graph for Naive {
    fn roots(&self) -> Vec<Vec<u8>> {
        vec![vec![0; 2 * self.couples + 1]]
    }
    fn is_goal(&self, state: &[u8]) -> bool {
        state.iter().all(|side| *side == 1)
    }
    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let people = 2 * self.couples;
        for chosen in 1..1_usize << people {
            let crew: Vec<usize> = (0..people).filter(|i| chosen >> i & 1 == 1).collect();
            if crew.len() > self.seats || crew.iter().any(|person| state[*person] != state[people])
            {
                continue;
            }
            let mut next = state.to_vec();
            crew.iter().chain([&people]).for_each(|person| next[*person] ^= 1);
            let bank = |side| (0..people).filter(|i| next[*i] == side).collect::<Vec<_>>();
            if self.is_quiet(&crew) && self.is_quiet(&bank(0)) && self.is_quiet(&bank(1)) {
                visit(&next);
            }
        }
    }
}
