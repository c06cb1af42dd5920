// @ts-check
/// <reference lib="webworker" />
// Keeps the page for times without a network.
const NAME = "fewest-1";
const FILES = [
  "./", "index.html", "page.css", "pieces.css", "icon.svg", "app.js", "board.js", "paint.js", "ruler.js",
  "share.js", "solver.js", "worker.js", "fewest.js", "fewest_bg.wasm",
];

addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET") return;
  // The newest where there is a network, else what was kept.
  event.respondWith(
    fetch(event.request)
      .then((response) => {
        if (response.ok) {
          const copy = response.clone();
          caches.open(NAME).then((cache) => cache.put(event.request, copy));
        }
        return response;
      })
      .catch(() => caches.match(event.request).then((kept) => kept ?? Response.error())),
  );
});
