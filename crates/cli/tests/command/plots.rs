//! Plots of searches.

use crate::run::Folder;
use std::collections::BTreeMap;

/// The titles of the points of all plots.
fn all_titles(plot: &str) -> Vec<&str> {
    let titles = plot.split("<title>").skip(1).filter_map(|rest| rest.split_once("</title>"));
    titles.map(|(title, _)| title).collect()
}

/// The titles of the points of the first plot.
fn titles(plot: &str) -> Vec<&str> {
    let titles = all_titles(plot).into_iter();
    titles.filter(|title| title.contains(": bound (moves) ")).collect()
}

/// The titles of the points that have `axis` after the name of their series.
fn values<'a>(plot: &'a str, series: &str, axis: &str) -> Vec<&'a str> {
    let titles = all_titles(plot).into_iter();
    let of_series = titles.filter(|title| title.contains(&format!(", {series}")));
    of_series.filter_map(|title| Some(title.split_once(&format!(": {axis} "))?.1)).collect()
}

/// The states expanded by direction, summed over the bounds of the first plot.
fn expanded(plot: &str) -> BTreeMap<String, u64> {
    let mut sums = BTreeMap::new();
    for title in titles(plot) {
        let (series, values) = title.split_once(": bound (moves) ").unwrap();
        let (_, count) = values.split_once(", states expanded ").unwrap();
        let count: u64 = count.replace(',', "").parse().unwrap();
        let (_, direction) = series.rsplit_once(", ").unwrap();
        *sums.entry(direction.to_owned()).or_default() += count;
    }
    sums
}

#[test]
fn a_plot_has_the_numbers_of_the_record() {
    let folder = Folder::new();
    let plot = || std::fs::read_to_string(folder.path().join("plot.svg")).unwrap();
    for input in ["water", "8 6 7 / 2 5 4 / 3 0 1"] {
        let mut counts = BTreeMap::new();
        for direction in ["forward", "backward"] {
            let arguments =
                ["solve", "--json", input, "--direction", direction, "--plot", "plot.svg"];
            let result = folder.run(&arguments).quietly(0).result();
            assert_eq!(expanded(&plot()).keys().collect::<Vec<_>>(), [direction], "{input}");
            counts.insert(direction.to_owned(), result["expanded"].as_u64().unwrap());
            assert_eq!(expanded(&plot())[direction], counts[direction], "{input}");
            let optimum = format!("moves {}</title>", result["upper"]);
            assert!(plot().contains(&optimum), "{optimum}");
        }
        // Both directions side by side: the chosen one includes the cost of choosing it.
        let result =
            folder.run(&["solve", "--json", input, "--plot", "plot.svg"]).quietly(0).result();
        let chosen = result["direction"].as_str().unwrap().to_owned();
        counts.insert(chosen, result["expanded"].as_u64().unwrap());
        assert_eq!(expanded(&plot()), counts, "{input}");
        assert!(plot().starts_with("<svg") && plot().ends_with("</svg>\n"));
    }
}

/// The layers of the 8-puzzle are published: its corner has 2 neighbours, and two positions are
/// farthest from it.
#[test]
fn the_states_around_both_ends_are_plotted() {
    let folder = Folder::new();
    let plot = |input: &str, more: &[&str]| {
        let arguments = [&["solve", input, "--plot", "plot.svg"], more].concat();
        folder.run(&arguments);
        std::fs::read_to_string(folder.path().join("plot.svg")).unwrap()
    };
    let made = plot("8 6 7 / 2 5 4 / 3 0 1", &[]);
    let all = "backward: all 181,440 states that lead to a goal";
    let layers = values(&made, all, "depth (moves)");
    assert_eq!((layers.len(), layers[1], layers[31]), (32, "1, states 2", "31, states 2"));
    assert_eq!(values(&made, "forward: all 181,440 states reached", "depth (moves)").len(), 32);
    for direction in ["forward", "backward"] {
        let estimates = values(&made, &format!("{direction}, manhattan: all"), "estimate (moves)");
        let share = |value: &&str| -> f64 {
            value.split_once("share of states (%) ").unwrap().1.parse().unwrap()
        };
        let sum: f64 = estimates.iter().map(share).sum();
        assert!((sum - 100.0).abs() < 0.1, "{direction}: {sum}");
    }

    // One direction is asked for, and a limit on states applies.
    let made = plot("water", &["--direction", "backward", "--nodes", "500"]);
    assert!(made.contains("States in each layer: water"), "{made}");
    assert_eq!(values(&made, "forward", "depth (moves)"), [""; 0]);
    let layers = values(&made, "backward: ", "depth (moves)");
    let count = |value: &&str| -> u64 {
        value.split_once("states ").unwrap().1.replace(',', "").parse().unwrap()
    };
    let counted: u64 = layers.iter().map(count).sum();
    assert!(layers.len() > 1 && counted <= 500, "{layers:?}");

    // Panex has no heuristic, so none is shown.
    let made = plot("panex:3", &[]);
    assert!(!values(&made, "forward: all", "depth (moves)").is_empty());
    assert!(!made.contains("Distribution of the heuristic"));
}

#[test]
fn a_plot_is_of_one_instance_and_of_what_was_searched() {
    let folder = Folder::new();
    let ran = folder.run(&["solve", "water", "1 2 3 0", "--plot", "plot.svg"]);
    assert_eq!((ran.code, folder.path().join("plot.svg").exists()), (Some(2), false));
    let ran = folder.run(&["solve", "water", "--plot", "no/such/folder/plot.svg"]);
    assert!(ran.code != Some(0) && ran.stderr.contains("no/such/folder"), "{}", ran.stderr);
    // Stopped by a limit, it shows how far the search got.
    let ran = folder.run(&["solve", "water", "--nodes", "30", "--plot", "plot.svg"]);
    assert_eq!(ran.code, Some(21));
    let plot = std::fs::read_to_string(folder.path().join("plot.svg")).unwrap();
    assert!(expanded(&plot).values().all(|&count| count <= 30), "{plot}");
}
