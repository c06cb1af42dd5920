//! Searches named by their pages: stopped by name, they still report what they have found.

use fewest::search::Interrupt;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The running searches, by name.
#[derive(Default)]
pub(super) struct NamedSearches(Mutex<HashMap<String, Weak<Interrupt>>>);

/// The name that a page gives to a search.
#[derive(Deserialize)]
struct Name {
    search: Option<String>,
}

fn name(question: &str) -> Option<String> {
    serde_json::from_str::<Name>(question).ok()?.search
}

impl NamedSearches {
    /// The interrupt of a new search, kept under its name if the question has one.
    pub fn begin(&self, question: &str) -> Arc<Interrupt> {
        let interrupt = Arc::new(Interrupt::new());
        let mut named = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        named.retain(|_, other| other.strong_count() > 0);
        if let Some(name) = name(question) {
            named.insert(name, Arc::downgrade(&interrupt));
        }
        interrupt
    }

    /// Stops the search that a question names; returns whether it was still running.
    pub fn stop(&self, question: &str) -> bool {
        let named = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let search = name(question).and_then(|name| named.get(&name)?.upgrade());
        search.is_some_and(|search| {
            search.interrupt();
            true
        })
    }
}
