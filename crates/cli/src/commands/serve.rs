//! `fewest serve`: the page on this computer.

use crate::arguments::units;
use crate::output::exit;
use crate::process::{allocator, signals, threads};
use anyhow::Context;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use fewest::memory;
use fewest::search::Stop;
use fewest_page::server::{self, Options};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Reads a number within a range.
type Count = RangedU64ValueParser<usize>;

/// Serve the web page on this computer, with its engine
///
/// Only this computer can reach it, unless another address is given.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Address to listen on
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Port; 0 takes a free one
    #[arg(long, default_value_t = 8015)]
    port: u16,
    /// Searches at once
    #[arg(long, value_name = "COUNT", default_value_t = 2, value_parser = Count::new().range(1..=1024))]
    searches: usize,
    /// Memory for all searches together, like 4GiB [default: 85 % of what there is]
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::budget)]
    memory: Option<u64>,
    /// Time for each search
    #[arg(long, default_value = "1h", value_parser = units::duration)]
    time: Duration,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let Arguments { address, port, searches, memory, time } = *arguments;
    let address = SocketAddr::new(address, port);
    let memory = memory.or_else(memory::budget);
    let options = Options { address, searches, memory, time };
    threads::start(None)?;
    let interrupt = signals::watch();
    let runtime = tokio::runtime::Runtime::new().context("the server cannot be started")?;
    let stopped = async {
        loop {
            match interrupt.reason() {
                None => {}
                // The searches end for lack of memory; the server continues.
                Some(Stop::Memory) => allocator::take_reserve(),
                Some(_) => break,
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let tell = |address: SocketAddr| {
        let mut out = io::stdout().lock();
        // A closed output is not a reason to stop serving.
        let _ = writeln!(out, "http://{address}/ (Ctrl-C ends it)").and_then(|()| out.flush());
    };
    let served = runtime.block_on(server::serve(options, interrupt, tell, stopped));
    // Nobody is left to receive the result of a search that has not ended by now.
    runtime.shutdown_background();
    served.with_context(|| address.to_string())?;
    Ok(exit::OK)
}
