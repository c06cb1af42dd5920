//! Times as text.

use fewest_chart::grouped;

/// Seconds to the precision that distinguishes runs; whole ones as in publications.
pub(super) fn seconds(seconds: f64) -> String {
    if seconds >= 100.0 || (seconds >= 1.0 && seconds.fract() == 0.0) {
        grouped(seconds.round() as u64)
    } else {
        format!("{seconds:.2}")
    }
}
