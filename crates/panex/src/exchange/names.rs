//! The names of partial states and endings in a certificate.

use super::events::{Event, Events};
use super::partial::{Ending, Occupant, Partial, Pattern, Twin};
use std::fmt::{Display, Formatter, Result};

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "U{}", self.index())
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Lift(big, column) => write!(f, "{big:?}^{column}"),
            Self::Drop(big, column) => write!(f, "{big:?}v{column}"),
        }
    }
}

impl Display for Events {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.is_empty() {
            return write!(f, "-");
        }
        let events: Vec<_> = self.as_slice().iter().map(Event::to_string).collect();
        write!(f, "{}", events.join(","))
    }
}

impl Display for Ending {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}/{}", self.pattern, self.events)
    }
}

impl Display for Partial {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let row = self.row.map(|place| match place {
            None => ".".to_owned(),
            Some(Occupant::Twin(Twin::First)) => "1".to_owned(),
            Some(Occupant::Twin(Twin::Second)) => "2".to_owned(),
            Some(Occupant::Big(big)) => format!("{big:?}"),
        });
        write!(f, "{}/{}/{}", self.pattern, row.concat(), self.events)
    }
}
