//! Records that commands write with `--json`, one to a line.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Reads the data of a record of a type.
///
/// # Errors
/// What is wrong with it.
pub fn read<T: DeserializeOwned>(record: &str, r#type: &str) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Line<T> {
        r#type: String,
        data: T,
    }
    let line: Line<T> = serde_json::from_str(record).map_err(|error| error.to_string())?;
    let is_it = line.r#type == r#type;
    let other = || format!("the record is of type {:?}, not {type:?}", line.r#type);
    is_it.then_some(line.data).ok_or_else(other)
}

/// The data of a `result` record of `fewest solve --json`, without the name of the instance; see
/// there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented with the command")]
pub struct Solved {
    pub status: String,
    pub stop: Option<String>,
    pub lower: Option<u64>,
    pub assumes: Option<String>,
    pub upper: Option<u64>,
    pub likely_lower: Option<u64>,
    pub miss_probability: Option<f64>,
    pub moves: Option<Vec<String>>,
    pub engine: String,
    pub heuristic: String,
    pub direction: String,
    pub expanded: u64,
    pub expanded_until_last_layer: u64,
    pub generated: u64,
    pub stored: u64,
    pub reexpanded: u64,
    pub seconds: f64,
    pub cpu_seconds: Option<f64>,
    pub peak_rss_bytes: Option<u64>,
}

impl Solved {
    /// Whether the search was asked to end, with a plan or without.
    pub fn is_interrupted(&self) -> bool {
        self.stop.as_deref() == Some("interrupted")
    }
}
