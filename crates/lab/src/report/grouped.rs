//! How large numbers and times are written.

/// A number with commas between thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Seconds to the precision that tells runs apart; whole ones as publications have them.
pub(super) fn seconds(seconds: f64) -> String {
    if seconds >= 100.0 || (seconds >= 1.0 && seconds.fract() == 0.0) {
        grouped(seconds.round() as u64)
    } else {
        format!("{seconds:.2}")
    }
}
