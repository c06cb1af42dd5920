//! Prints the number of positions at each distance from the solved board.
//!
//! ```text
//! cargo run --release -p fewest-tiles --example two_bit_breadth_first -- 3x4
//! ```

use fewest_search::outcome::unlimited;
use fewest_tiles::analysis::layers;
use std::error::Error;
use std::num::NonZero;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(size) = std::env::args().nth(1) else {
        return Err("usage: two_bit_breadth_first SIZE".into());
    };
    let threads = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let started = Instant::now();
    let layers = unlimited(|monitor| {
        layers(size.parse()?, threads, monitor).map_err(Box::<dyn Error>::from)
    })?;
    let positions: u64 = layers.counts.iter().sum();
    println!("{:?}", layers.counts);
    println!(
        "{positions} positions, the farthest at {} moves: {}",
        layers.counts.len() - 1,
        layers.farthest
    );
    println!("{:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}
