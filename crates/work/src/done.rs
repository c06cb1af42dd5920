//! Results of units.

use crate::name::Name;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// Fields that differ from run to run and from machine to machine, anywhere in a record.
const TIMES: [&str; 6] =
    ["began", "cpu_seconds", "machine", "peak_rss_bytes", "seconds", "wall_seconds"];
/// The limits that every run reaches at a different point, by their names in `stop`.
const LIMITS: [&str; 3] = ["disk", "memory", "time"];

/// The result of a unit: the arguments that were run, and the record that was written. Only code
/// that knows the commands can decide whether these are what the unit asks for.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// The job that the unit is of.
    pub job: String,
    /// The number of the unit.
    pub unit: u32,
    /// The arguments that were run: those of the unit, or narrower ones.
    pub arguments: Vec<String>,
    /// The record as it was written.
    pub record: Box<RawValue>,
}

impl Done {
    /// The name of its file.
    pub(crate) fn name(&self) -> Name {
        Name { unit: self.unit, rest: self.digest() }
    }

    /// The BLAKE3 digest of job, arguments and record without times.
    pub fn digest(&self) -> String {
        let mut record = self.value();
        remove_times(&mut record);
        let text = serde_json::json!([self.job, self.arguments, record]).to_string();
        blake3::hash(text.as_bytes()).to_string()
    }

    fn value(&self) -> Value {
        // It was read as JSON.
        serde_json::from_str(self.record.get()).unwrap_or_default()
    }

    /// Whether another run gives the same record: it was not ended by a limit that depends on the
    /// machine.
    pub fn is_repeatable(&self) -> bool {
        let record = &self.value()["data"];
        // Of a search, or of a run that was watched.
        let stops = [&record["stop"], &record["result"]["stop"]];
        !stops.iter().any(|stop| stop.as_str().is_some_and(|stop| LIMITS.contains(&stop)))
    }

    /// Whether both are of the same run and should be equal, but are not.
    pub(crate) fn disagrees_with(&self, other: &Self) -> bool {
        self.arguments == other.arguments
            && self.is_repeatable()
            && other.is_repeatable()
            && self.digest() != other.digest()
    }
}

/// Removes all fields named in [`TIMES`].
fn remove_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !TIMES.contains(&name.as_str()));
            fields.values_mut().for_each(remove_times);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_times),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(record: &str) -> Done {
        let record = RawValue::from_string(record.to_owned()).unwrap();
        Done { job: "a".to_owned(), unit: 1, arguments: vec!["water".to_owned()], record }
    }

    #[test]
    fn times_do_not_count_and_everything_else_does() {
        let first = done(r#"{"data":{"lower":13,"seconds":0.5,"tries":[{"seconds":1}]}}"#);
        let later = done(r#"{"data":{"seconds":9,"lower":13,"tries":[{"seconds":2}]}}"#);
        let other = done(r#"{"data":{"lower":14,"seconds":0.5,"tries":[{"seconds":1}]}}"#);
        assert_eq!(first.digest(), later.digest());
        assert!(!first.disagrees_with(&later));
        assert!(first.disagrees_with(&other));
        let of_another_job = Done { job: "b".to_owned(), ..first.clone() };
        assert_ne!(of_another_job.digest(), first.digest());
        let narrower = Done { arguments: vec![], ..other.clone() };
        assert!(!first.disagrees_with(&narrower));
    }

    #[test]
    fn what_a_clock_has_ended_may_differ() {
        let [less, more] = ["3", "4"]
            .map(|lower| done(&format!(r#"{{"data":{{"lower":{lower},"stop":"time"}}}}"#)));
        assert!(less.digest() != more.digest() && !less.disagrees_with(&more));
        let bound = done(r#"{"data":{"lower":3,"stop":"bound"}}"#);
        assert!(bound.is_repeatable());
    }
}
