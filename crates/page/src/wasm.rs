//! The engine as WebAssembly.

use crate::Limits;
use fewest::search::Interrupt;
use js_sys::Function;
use serde_json::Value;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A page may have 4 GiB; tables and the program itself take some of it.
const MEMORY: u64 = 2 << 30;

/// Answers a question in JSON; `progress` is called with records meanwhile, and stops a search by
/// returning `true`.
#[wasm_bindgen]
pub fn answer(verb: &str, question: &str, progress: &Function) -> String {
    let interrupt = &Interrupt::new();
    let limits = Limits { time: None, memory: Some(MEMORY), interrupt };
    let mut tell = |record: &Value| {
        // A page that does not listen is not a reason to stop.
        let told = progress.call1(&JsValue::NULL, &JsValue::from_str(&record.to_string()));
        if told.is_ok_and(|told| told.is_truthy()) {
            interrupt.interrupt();
        }
    };
    crate::answer(verb, question, &limits, &mut tell).to_string()
}
