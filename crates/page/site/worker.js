// @ts-check
// The engine in a worker.
import init, { answer } from "./fewest.js";

/** @type {Promise<any> | undefined} */
let ready;

/** Whether the page still has the blob at this address. @param {string} address */
function isThere(address) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

onmessage = async ({ data: { module, id, verb, question, going } }) => {
  ready ??= init({ module_or_path: module });
  await ready;
  // Checked once while it must exist: else a browser that does not allow this would stop searches.
  const canLook = going !== undefined && isThere(going);
  const progress = (/** @type {string} */ record) => {
    postMessage({ id, progress: JSON.parse(record) });
    return canLook && !isThere(going);
  };
  postMessage({ id, answer: JSON.parse(answer(verb, JSON.stringify(question), progress)) });
};
