//! Plots as SVG, in colours for light and dark, with a title for each point.
//!
//! ```
//! use fewest_chart::{Axis, Chart, Kind, Marks, Point, Series};
//!
//! let points = [(1.0, 3.0), (2.0, 9.0)].map(|(x, y)| Point { x, y, name: "water".to_owned() });
//! let chart = Chart {
//!     title: "States at each depth".to_owned(),
//!     x: Axis::new("depth (moves)", Kind::Whole),
//!     y: Axis::new("states", Kind::Logarithmic),
//!     marks: Marks::Lines,
//!     series: vec![Series { name: "forward".to_owned(), points: points.into() }],
//! };
//! assert!(chart.svg().contains("water, forward: depth (moves) 2, states 9"));
//! ```

mod axis;
mod chart;
mod grouped;
mod xml;

pub use axis::{Axis, Kind};
pub use chart::{Chart, Marks, Point, Series, stacked};
pub use grouped::grouped;
pub use xml::escaped;
