//! What is known of a run, for tables with a row per run.

use super::{Cell, Report};
use serde_json::{Value, json};

impl Report<'_> {
    /// The values of a run by the names of columns; null if they are not known.
    pub(crate) fn values(&self, cell: &Cell<'_>) -> Value {
        let (record, figure) = (cell.record, &cell.figure);
        let (task, conditions) = (&record.task, &record.conditions);
        let limits = &conditions.limits;
        let mut values = json!({
            "experiment": self.experiment.name,
            "instance": task.instance,
            "atoms": self.experiment.published.atoms(&task.instance),
            "configuration": task.configuration,
            "arguments": task.arguments.join(" "),
            "began": record.began,
            "processor": conditions.machine.processor,
            "program": conditions.program,
            "version": conditions.version,
            "revision": record.revision,
            "limit_seconds": limits.seconds,
            "limit_mebibytes": limits.mebibytes,
            "threads": limits.threads,
            "status": cell.result.status(),
            "reason": cell.reason(),
            "lower": cell.result.lower(),
            "upper": cell.result.upper(),
            "wall_seconds": record.wall_seconds,
            "published_bound": figure.bound.map(|bound| bound.to_string()),
            "published_seconds": figure.seconds,
            "published_expanded": figure.expanded,
            "published_generated": figure.generated,
            "comparison": cell.comparison.as_ref().map(|comparison| comparison.name()),
        });
        let solved = serde_json::to_value(&record.result).unwrap_or_default();
        if let (Value::Object(values), Value::Object(solved)) = (&mut values, solved) {
            // The others have the names that the command gives them.
            for (name, value) in solved {
                values.entry(name).or_insert(value);
            }
        }
        values
    }
}
