// @ts-check
// Who answers: the engine in this page, in workers, or the program that serves the page.

/**
 * @typedef {object} Question What is asked: a puzzle, and the moves made on it.
 * @property {string} text The text of the level, the board or its name.
 * @property {number} number Which puzzle of the text, from 1.
 * @property {string} goal The goal of tile puzzles.
 * @property {string[]} moves Moves made since the start.
 */

/** @typedef {{stop: () => void, result: Promise<any>}} Running */

/** The engine as WebAssembly: one worker answers at once, another one searches. */
class InPage {
  name = "The engine runs in this page.";
  where = "in it";

  constructor() {
    this.answers = this.#worker();
    this.pending = new Map();
    this.count = 0;
    this.answers.onmessage = ({ data }) => {
      this.pending.get(data.id)?.(data.answer);
      this.pending.delete(data.id);
    };
  }

  #worker() {
    return new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  }

  /** @param {string} verb @param {any} question @returns {Promise<any>} */
  ask(verb, question) {
    const id = ++this.count;
    return new Promise((resolve) => {
      this.pending.set(id, resolve);
      this.answers.postMessage({ id, verb, question });
    });
  }

  /**
   * Begins a search that may take long.
   * @param {string} verb
   * @param {any} question
   * @param {(record: any) => void} onProgress
   * @returns {Running}
   */
  run(verb, question, onProgress) {
    const worker = this.#worker();
    let end = (/** @type {any} */ _) => {};
    const result = new Promise((resolve) => { end = resolve; });
    worker.onmessage = ({ data }) => {
      if (data.progress) return onProgress(data.progress);
      worker.terminate();
      end(data.answer);
    };
    // The engine may run out of the memory that a page gets.
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      end({ failed: event.message || "the engine ended" });
    };
    worker.postMessage({ id: 0, verb, question });
    return { result, stop: () => { worker.terminate(); end({ stopped: true }); } };
  }
}

/** The program behind the page. */
class Served {
  where = "on the computer that serves it";

  /** @param {string} version */
  constructor(version) {
    this.name = `The engine is fewest ${version} on this computer.`;
  }

  /** @param {string} verb @param {any} question @param {AbortSignal} [signal] */
  #post(verb, question, signal) {
    return fetch(`api/${verb}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(question),
      signal,
    });
  }

  /** @param {string} verb @param {any} question */
  async ask(verb, question) {
    const response = await this.#post(verb, question);
    if (!response.ok) return { failed: await response.text() };
    return response.json();
  }

  /**
   * @param {string} verb
   * @param {any} question
   * @param {(record: any) => void} onProgress
   * @returns {Running}
   */
  run(verb, question, onProgress) {
    const abort = new AbortController();
    const read = async () => {
      const response = await this.#post(verb, question, abort.signal);
      if (!response.ok || !response.body) return { failed: await response.text() };
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      let answer = { failed: "the connection ended" };
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return answer;
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const record = JSON.parse(line);
          if (record.progress) onProgress(record.progress);
          else answer = record;
        }
      }
    };
    const result = read().catch((error) =>
      abort.signal.aborted ? { stopped: true } : { failed: String(error) });
    return { result, stop: () => abort.abort() };
  }
}

/** @returns {Promise<InPage | Served>} */
export async function connect() {
  try {
    const response = await fetch("api/version");
    if (response.ok && response.headers.get("content-type")?.startsWith("application/json")) {
      return new Served((await response.json()).version);
    }
  } catch {
    // A static folder, or no network: the engine is here.
  }
  return new InPage();
}
