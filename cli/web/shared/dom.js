// Elements and the board, shared by the pages of schiri. Text from records reaches the document only
// as text nodes and attributes, never as markup.
const svgNamespace = "http://www.w3.org/2000/svg";
/** @returns {any} the element, of whatever kind */
export const byId = (id) => document.getElementById(id);

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}
export const make = (tag, properties, ...children) => fill(document.createElement(tag), properties, children);
export const draw = (tag, properties, ...children) =>
  fill(document.createElementNS(svgNamespace, tag), properties, children);

// The board of a game and variant in an SVG element. `boards` has the sizes by number; fields and
// coordinates are in the page's store.
export function boardView(svg, boards) {
  let drawn = "", pieces = null, names = null, figuresBefore = [];

  function upright(layer) {
    for (const name of layer.children) {
      const box = name.getBBox();
      name.setAttribute("transform", `${name.getAttribute("transform") || ""} rotate(180 ${box.x + box.width / 2} ${box.y + box.height / 2})`);
    }
  }
  function drawFields(kind, flipped, named) {
    const { width, height, margin } = boards[kind];
    const edge = named ? 0 : margin;
    svg.setAttribute("viewBox", `${edge} ${edge} ${width - 2 * edge} ${height - 2 * edge}`);
    const ground = draw("g", flipped ? { transform: `rotate(180 ${width / 2} ${height / 2})` } : null,
      draw("use", { href: `#fields-${kind}` }));
    pieces = draw("g", { class: "pieces" });
    svg.replaceChildren(draw("rect", { class: "s-paper", width, height }), ground, pieces);
    names = null;
    if (!named) return;
    // Above stones and marks, with a rim of the paper's colour below them.
    names = draw("g", { class: "names", transform: ground.getAttribute("transform") });
    for (const layer of ["rims", ""]) {
      const its = byId(`coordinates-${kind}`).cloneNode(true);
      its.removeAttribute("id");
      its.setAttribute("class", layer);
      names.append(its);
    }
    svg.append(names);
    if (flipped) for (const layer of names.children) upright(layer);
  }
  // Animates what differs: a piece glides from where one like it has gone, others appear.
  function move(before, figures, uses, sign, duration) {
    const isPiece = ([symbol]) => /-(white|black)(-(pawn|knight|pair|disc))?$/.test(symbol);
    const key = (figure) => figure.join(), old = new Set(before.map(key)), now = new Set(figures.map(key));
    const gone = before.filter((figure) => isPiece(figure) && !/-disc$/.test(figure[0]) && !now.has(key(figure)));
    figures.forEach((figure, i) => {
      if (old.has(key(figure)) || !isPiece(figure)) return;
      const from = gone.findIndex(([symbol]) => symbol === figure[0]);
      if (from < 0) {
        uses[i].animate([{ opacity: 0 }, { opacity: 1 }], { duration });
        return;
      }
      const [[, x, y]] = gone.splice(from, 1);
      pieces.append(uses[i]);
      uses[i].animate([{ transform: `translate(${sign * (x - figure[1])}px, ${sign * (y - figure[2])}px)` }, { transform: "none" }], { duration, easing: "ease-in-out" });
    });
  }
  return {
    // A figure is [symbol, x, y]. Pieces that have moved glide there in so many milliseconds.
    show(kind, figures, flipped, named, glide = 0) {
      const key = `${kind} ${flipped} ${named}`;
      if (key !== drawn) drawFields(kind, flipped, named);
      const isNew = key !== drawn;
      drawn = key;
      const { width, height } = boards[kind];
      const uses = figures.map(([symbol, x, y]) =>
        draw("use", { href: `#${symbol}`, x: flipped ? width - x : x, y: flipped ? height - y : y }));
      pieces.replaceChildren(...uses);
      if (glide && !isNew) move(figuresBefore, figures, uses, flipped ? -1 : 1, glide);
      figuresBefore = figures;
      return isNew;
    },
    // What is drawn over the board but for the names of its places.
    cover(...layers) { svg.append(...layers, ...(names ? [names] : [])); },
    describe(text) { svg.setAttribute("aria-label", text); },
  };
}

// Bytes or a text through a stream, as an answer to read.
export const piped = (content, stream) => new Response(new Blob([content]).stream().pipeThrough(stream));

// The data of a page: what is deflated and in base64, as an answer to read.
export function inflated(base64) {
  const text = atob(base64.trim()), bytes = new Uint8Array(text.length);
  // Many times as fast as Uint8Array.from() with a function.
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return piped(bytes, new DecompressionStream("deflate-raw"));
}

// The text of a file and whether it was taken for Latin-1: it is UTF-8, or UTF-16 with a byte order mark or with the zero
// bytes of Latin letters; without any character of UTF-8 beyond ASCII it is Latin-1. Null for other bytes.
/** @type {(bytes: Uint8Array) => null | [string, boolean]} */
export function decodedText(bytes) {
  const zeros = [0, 1].map((odd) => bytes.slice(0, 400).filter((byte, i) => i % 2 === odd && byte === 0).length);
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" :
    zeros[1] > 4 && !zeros[0] ? "utf-16le" : zeros[0] > 4 && !zeros[1] ? "utf-16be" : null;
  if (!mark && zeros[0] + zeros[1]) return null;
  if (mark) return [new TextDecoder(mark).decode(bytes), false];
  // One bad byte among names in UTF-8 is bad, and does not spoil the others.
  const text = new TextDecoder("utf-8").decode(bytes), isLatin = text.includes("\ufffd") && !/[^\x00-\x7f\ufffd]/.test(text);
  return isLatin ? [new TextDecoder("windows-1252").decode(bytes), true] : [text, false];
}

// Saves a text as a file of the reader.
export function saveText(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
// Texts that the browser keeps under a prefix. Its storage may be unavailable or full: set() returns whether it is kept.
export const store = (prefix) => ({
  get(name) { try { return localStorage.getItem(prefix + name) || ""; } catch { return ""; } },
  set(name, value) {
    try {
      localStorage.setItem(prefix + name, value);
      return true;
    } catch {
      return false;
    }
  },
});
