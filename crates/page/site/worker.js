// @ts-check
// The engine in a worker.
import init, { answer } from "./fewest.js";

const ready = init({ module_or_path: new URL("fewest_bg.wasm", import.meta.url) });

onmessage = async ({ data: { id, verb, question } }) => {
  await ready;
  const progress = (/** @type {string} */ record) => postMessage({ id, progress: JSON.parse(record) });
  postMessage({ id, answer: JSON.parse(answer(verb, JSON.stringify(question), progress)) });
};
