// The board of the table with its places, for pointers, keys and screen readers. `entry` is asked and told:
// canEnter(), choose(name), takePart(), clear(), begun(), lastPlace(), figures(), locksOf(name).
import { arrowsOf } from "./arrows.js";
import { boardView, draw } from "../shared/dom.js";
import { figureAt, isTilt, placeOf } from "./guide.js";
import { nameOf, octagonsOf } from "./names.js";
import { areaOf, neighbour, roomOf } from "./places.js";

// More ways are not marked by rings.
const mostRings = 24;
// The rings of a board whose places have their names beside them are around the stones.
const ringBesideNames = 15;
// Milliseconds of a step on the board.
export const stepTime = 200;

export function createBoard({ t, boards, isCalm, entry }) {
  const svg = draw("svg", { class: "board", role: "group" });
  const overlay = draw("g", { class: "places" }), marks = draw("g", { class: "arrows marks", "aria-hidden": "true" });
  const view = boardView(svg, boards);
  // `places` are those of the board, the faces beside dice, and octagons.
  let game = "", number = 0, places = [], faces = [], octagons = [], focused = null, isFlipped = false, isNamed = true, isStill = false;

  const inFocus = () => places.find(({ name }) => name === focused) || places[0];
  const turned = (place) => (isFlipped ? { x: boards[number].width - place.x, y: boards[number].height - place.y } : place);
  function focus() {
    const place = inFocus();
    if (place) place.element.focus({ preventScroll: true });
  }
  function choose(place) {
    focused = place.name;
    entry.choose(place.name);
  }

  // --- drawing -------------------------------------------------------------------------------------

  // The faces beside the dice are places under the names of the tilts: `IV8`.
  function nameFaces(figures) {
    const sides = figures.filter(([symbol]) => /-side-\d$/.test(symbol));
    faces.forEach((face, i) => {
      if (!sides[i]) return;
      const [symbol, x, y] = sides[i];
      const die = places.filter((place) => /^[IV]+$/.test(place.name)).sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0];
      const before = face.name;
      Object.assign(face, { name: die.name + symbol.slice(-1), x, y });
      if (focused === before && face.element === document.activeElement) focused = face.name;
      face.element.setAttribute("data-place", face.name);
    });
  }
  function drawFigures(figures) {
    const isFocused = overlay.contains(document.activeElement);
    nameFaces(figures);
    view.show(number, figures, isFlipped, isNamed, isCalm || isStill ? 0 : stepTime);
    // Moving the places in the document would take the focus from them.
    if (overlay.parentElement === svg) return;
    view.cover(marks, overlay);
    if (isFocused) focus();
  }
  // The places: `ways` are the names of those that can be chosen, null if none can be; `taken` those of the
  // begun turn; `hinted` those of a hint.
  function showPlaces(figures, { ways, taken, hinted }) {
    const current = inFocus();
    // Rings around most places would mark none, and cover their names.
    const isMarked = ways !== null && ways.size <= mostRings;
    svg.classList.toggle("entering", ways !== null);
    for (const place of places) {
      const { element, name } = place, { x, y } = turned(place), isWay = ways !== null && ways.has(name), isChosen = taken.has(name);
      element.setAttribute("transform", `translate(${x} ${y})${isFlipped ? " rotate(180)" : ""}`);
      element.setAttribute("class", ["place", isWay ? "way" : "", isWay && isMarked ? "marked" : "", isChosen ? "chosen" : "", place.isOctagon ? "octagon" : "",
        hinted.includes(name) ? "hinted" : "", faces.includes(place) ? "face" : ""].filter(Boolean).join(" "));
      element.setAttribute("aria-label", nameOf(t, game, figures, place) + (isWay ? `, ${t("can be chosen")}` : ""));
      if (isChosen) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
      element.setAttribute("tabindex", place === current ? 0 : -1);
    }
  }
  // Arrows of a turn, or of a hint, and rings around the figures that the turn has turned over.
  function showMarks(turn, turnedOver, isHint = false) {
    const { width, height } = boards[number];
    if (isFlipped) marks.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
    else marks.removeAttribute("transform");
    marks.classList.toggle("hint", isHint);
    marks.replaceChildren(...(turn ? arrowsOf(game, turn, places) : []), ...turnedOver.map(([, x, y]) => draw("circle", { class: "turned", cx: x, cy: y, r: 15 })));
  }

  // --- keys, clicks and drags ----------------------------------------------------------------------

  const placeUnder = (element) => places.find((place) => place.element.contains(element));
  function moveFocus(place) {
    for (const other of places) other.element.setAttribute("tabindex", other === place ? 0 : -1);
    focused = place.name;
    place.element.focus({ preventScroll: true });
  }
  svg.addEventListener("keydown", (event) => {
    const place = placeUnder(event.target);
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.startsWith("Arrow")) {
      const found = neighbour(place, event.key, places, turned);
      if (found) moveFocus(found);
    } else if (event.key === "Enter" || event.key === " ") choose(place);
    else if (event.key === "Backspace" && entry.begun()) entry.takePart();
    else if (event.key === "Escape" && entry.begun()) entry.clear();
    else return;
    event.stopPropagation();
    event.preventDefault();
  });

  // A drag chooses the place where it begins and the one where it ends. A press without a drag chooses
  // at its end, because browsers may leave out the click of a touch that follows a drag.
  let drag = null, pressed = -Infinity;
  const slack = 8;
  svg.addEventListener("pointerdown", (event) => {
    const place = event.button === 0 && event.isPrimary ? placeUnder(event.target) : null;
    drag = place && entry.canEnter() ? { place, x: event.clientX, y: event.clientY, isMoved: false, ghost: null } : null;
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.isMoved) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < slack) return;
      const figure = figureAt(entry.figures(), drag.place);
      if (entry.lastPlace() !== drag.place.name) choose(drag.place);
      drag.isMoved = true;
      if (!entry.begun() || !figure) return;
      drag.ghost = draw("use", { href: `#${figure[0]}`, class: "ghost" });
      svg.append(drag.ghost);
      svg.setPointerCapture(event.pointerId);
    }
    if (!drag.ghost) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    drag.ghost.setAttribute("transform", `translate(${point.x} ${point.y})`);
  });
  const endDrag = (event) => {
    const its = drag;
    drag = null;
    if (!its) return;
    if (!its.isMoved) {
      if (event.type !== "pointerup") return;
      pressed = performance.now();
      choose(its.place);
      return;
    }
    if (its.ghost) its.ghost.remove();
    const target = event.type === "pointerup" ? placeUnder(document.elementFromPoint(event.clientX, event.clientY)) : null;
    // The piece is there already.
    isStill = true;
    if (target && target !== its.place && entry.begun()) choose(target);
    isStill = false;
    // The click that follows a drag chooses nothing.
    const swallow = (click) => click.stopPropagation();
    svg.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => svg.removeEventListener("click", swallow, { capture: true }));
  };
  svg.addEventListener("pointerup", endDrag);
  svg.addEventListener("pointercancel", endDrag);

  // A click without a press before it: of a screen reader, or while no turn can be entered.
  function click(place) {
    if (performance.now() - pressed > 700) choose(place);
    pressed = -Infinity;
  }
  // The locks that a face would bring are shown while the pointer is over it.
  function showLocks(place) {
    const figures = entry.locksOf(place.name);
    if (figures) view.show(number, figures, isFlipped, isNamed);
  }
  function placeElement(place) {
    const r = Math.min(0.8 * roomOf(place, places), game === "more-or-less" ? ringBesideNames : Infinity);
    place.element = draw("g", { class: "place", role: "button", "data-place": place.name, onclick: () => click(place),
      onpointerenter: () => showLocks(place), onpointerleave: () => { if (isTilt(place.name) && !drag) drawFigures(entry.figures()); },
      onfocus: () => { focused = place.name; } },
      draw("polygon", { class: "reach", points: areaOf(place, places) }), draw("circle", { class: "halo", r }), draw("circle", { class: "ring", r }));
    return place.element;
  }
  return {
    svg, focus, showPlaces, showMarks, draw: drawFigures,
    get places() { return places; },
    get faces() { return faces; },
    get isFlipped() { return isFlipped; },
    set isFlipped(flipped) { isFlipped = flipped; },
    set isNamed(named) { isNamed = named; },
    octagon: (name) => octagons.find((one) => one.name === name),
    placeOf: (part) => placeOf(places, part),
    // Executes an action whose changes of the board are not shown as movements.
    still(action) {
      const before = isStill;
      isStill = true;
      action();
      isStill = before;
    },
    // Lays the board for a game of the engine and its kind.
    lay(its, kind) {
      const numberOf = (variant) => boards.findIndex((board) => board.game === its.name && board.variant === variant);
      game = its.name;
      number = numberOf(its.variant);
      if (number < 0) number = numberOf(its.variant.split(";")[0]);
      const fixed = kind.places(boards[number].variant);
      faces = its.figures.filter(([symbol]) => /-side-\d$/.test(symbol)).map(([, x, y], i) => ({ name: `face ${i}`, x, y, element: null }));
      octagons = octagonsOf({ name: game, variant: its.variant }, fixed).map((octagon) => ({ ...octagon, element: null }));
      places = [...fixed, ...faces, ...octagons];
      focused = null;
      overlay.replaceChildren(...places.map(placeElement));
      nameFaces(its.figures);
    },
  };
}
