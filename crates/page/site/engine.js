// @ts-check
// The engine as WebAssembly: one worker answers at once, each search has one of its own.

/** How long a stopped search may take to report what it found. */
const GRACE = 1500;

/** @typedef {import("./solver.js").Solver} Solver */

/** @implements {Solver} */
export class InPage {
  name = "WebAssembly, one thread";
  where = "this page";
  isStatic = true;

  constructor() {
    this.module = compiled();
    /** @type {Map<number, (answer: any) => void>} */
    this.pending = new Map();
    this.count = 0;
    this.answers = this.#answering();
  }

  #worker() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    const send = async (/** @type {any} */ message) => {
      try {
        worker.postMessage({ module: await this.module, ...message });
      } catch (error) {
        worker.dispatchEvent(new ErrorEvent("error", { message: `The engine cannot be loaded: ${error}` }));
      }
    };
    return { worker, send };
  }

  #answering() {
    const made = this.#worker();
    made.worker.onmessage = ({ data }) => {
      this.pending.get(data.id)?.(data.answer);
      this.pending.delete(data.id);
    };
    made.worker.onerror = (event) => {
      event.preventDefault();
      made.worker.terminate();
      for (const answer of this.pending.values()) answer({ failed: event.message || "The engine ended." });
      this.pending.clear();
      this.answers = this.#answering();
    };
    return made;
  }

  /** @param {string} verb @param {any} question @returns {Promise<any>} */
  ask(verb, question) {
    const id = ++this.count;
    return new Promise((resolve) => {
      this.pending.set(id, resolve);
      this.answers.send({ id, verb, question });
    });
  }

  /**
   * Begins a search that may take long.
   *
   * A worker that searches gets no messages. It checks now and then whether a blob still exists:
   * the search is stopped by removing the blob. If a browser does not allow that check, the
   * worker is terminated after a while.
   * @param {string} verb
   * @param {any} question
   * @param {(record: any) => void} onProgress
   * @returns {import("./solver.js").Running}
   */
  run(verb, question, onProgress) {
    const { worker, send } = this.#worker();
    const going = URL.createObjectURL(new Blob(["go on"]));
    let end = (/** @type {any} */ _) => {};
    const result = new Promise((resolve) => {
      end = (answer) => {
        worker.terminate();
        URL.revokeObjectURL(going);
        resolve(answer);
      };
    });
    worker.onmessage = ({ data }) => (data.progress ? onProgress(data.progress) : end(data.answer));
    // The engine may run out of the memory that a page gets.
    worker.onerror = (event) => {
      event.preventDefault();
      end({ failed: event.message || "The engine ended." });
    };
    send({ id: 0, verb, question, going });
    const drop = () => end({ stopped: true });
    const stop = () => {
      URL.revokeObjectURL(going);
      setTimeout(drop, GRACE);
    };
    return { result, stop, drop };
  }
}

/** @returns {Promise<WebAssembly.Module>} */
async function compiled() {
  const response = await fetch(new URL("fewest_bg.wasm", import.meta.url));
  // Not every host sends the type that compiling while loading needs.
  return response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
