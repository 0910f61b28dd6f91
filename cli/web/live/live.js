"use strict";
// The page of a tournament reads its own file again in a hidden frame, which hands its parts over;
// those that have changed are replaced. So the reader keeps the place, and nothing flickers. The page
// of a tournament that is over has no `data-every`, the seconds until it is read again.
addEventListener("load", () => {
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  const seconds = (part) => Number(part.dataset.every || 0);
  if (parent !== window) {
    parent.postMessage({ every: main.dataset.every || "", parts: [...main.children].map((part) => [part.id, part.innerHTML]) }, "*");
    return;
  }
  const stale = /** @type {HTMLElement} */ (document.getElementById("stale"));
  const scrolled = (part) => [...part.querySelectorAll(".scroll")];
  let frame = null, missed = 0;

  function replace(part, text) {
    const places = scrolled(part).map((region) => region.scrollLeft), focused = scrolled(part).indexOf(document.activeElement);
    part.replaceChildren(...new DOMParser().parseFromString(text, "text/html").body.childNodes);
    scrolled(part).forEach((region, i) => {
      region.scrollLeft = places[i] || 0;
      if (i === focused) region.focus({ preventScroll: true });
    });
  }
  addEventListener("message", ({ source, data }) => {
    if (!frame || source !== frame.contentWindow || !data || !Array.isArray(data.parts)) return;
    missed = 0;
    main.dataset.every = String(data.every);
    for (const [id, text] of data.parts) {
      const part = document.getElementById(id);
      if (part && part.parentElement === main && part.innerHTML !== text) replace(part, text);
    }
  });
  function readAgain() {
    if (frame) frame.remove();
    frame = null;
    stale.hidden = missed < 3;
    if (!seconds(main)) return;
    ++missed;
    frame = document.createElement("iframe");
    frame.hidden = true;
    frame.title = document.title;
    frame.src = location.href.split("#")[0];
    document.body.append(frame);
    setTimeout(readAgain, seconds(main) * 1000);
  }
  setTimeout(readAgain, seconds(main) * 1000);
});
