// The turn that is entered, as the board and the panel show it. `rules` tell whether and why not a turn can be
// entered now: canEnter(), refusal(); `finish` plays a whole turn; `comment` is that of the shown position.
import { createEntry } from "./entry.js";
import { bare, isTilt, stepOf, wordsOf } from "./guide.js";
import { shortTurn } from "./phrases.js";
import { figuresOf } from "./preview.js";
import { aboutOctagon, whyNot } from "./refusal.js";
import { stepTime } from "./board.js";
import { make } from "../shared/dom.js";

export function createTurnEntry({ match, board, t, panel, rules, finish, comment, otherChoices, keepFocus }) {
  const entry = createEntry(board.placeOf);
  let said = "", hinted = [];
  /** @type {() => void} ends the showing of a turn part by part */
  let skip = () => {};

  const state = () => ({ game: match.spec.name, position: match.shown, places: board.places, faces: board.faces, begun: entry.begun });
  const preview = (beginning) => figuresOf({ game: match.spec.name, position: match.shown, places: board.places }, beginning);
  function guideState() {
    const { next, isTurn } = entry.parts, { spec, shown } = match;
    // Does every tilt lock all stones of the player who tilts?
    const isLocked = !entry.begun && next.length > 0 && next.every(isTilt) &&
      next.every((tilt) => { const after = shown.parts(tilt).next; return after.length > 0 && after.every((part) => bare(part) === "pass"); });
    return { game: spec.name, variant: spec.variant, side: shown.side, places: board.places, figures: preview(entry.begun),
      begun: entry.words, next, isTurn, isLocked };
  }
  function say(text) {
    said = text;
    showStep();
  }
  function choose(name) {
    if (!rules.canEnter()) return say(rules.refusal());
    hinted = [];
    said = "";
    const effect = entry.choose(name);
    if (effect === "turn") return finish(entry.begun);
    if (effect === "part") return show();
    const octagon = board.octagon(name);
    say(octagon ? aboutOctagon(t, state(), octagon) : whyNot(state(), name) || stepOf(t, guideState()).text);
    return showPlaces(preview(entry.begun));
  }
  function take() {
    entry.take();
    said = "";
    show();
  }
  function extend(part) {
    said = "";
    if (entry.extend(part)) finish(entry.begun);
    else show();
  }
  // The figures with the locks that a face would bring, or null.
  function locksOf(name) {
    const [way] = rules.canEnter() ? entry.waysTo(name) : [];
    if (!way || !isTilt(way)) return null;
    const isLock = ([symbol]) => /-(column|row)$/.test(symbol);
    const others = preview(entry.begun).filter((figure) => !isLock(figure));
    return [...preview(entry.begun + way).filter(isLock), ...others];
  }
  function showPlaces(figures) {
    const ways = rules.canEnter() ? new Set(entry.parts.next.map(board.placeOf)) : null;
    board.showPlaces(figures, { ways, taken: new Set(entry.words.map(board.placeOf)), hinted });
  }
  function show() {
    keepFocus(() => {
      const figures = preview(entry.begun), { game, at, lesson } = match;
      board.draw(figures);
      showPlaces(figures);
      const aim = lesson && !game.length && !entry.begun ? lesson.turn : null;
      if (aim) board.showMarks(aim, [], true);
      else board.showMarks(entry.begun || rules.isThinking() || !at ? null : game.played[at - 1], match.turnedOver);
      showStep();
      showChoices();
    });
    const chip = /** @type {HTMLElement} */ (entry.isChoosingWay && panel.entry.querySelector(".chip"));
    if (chip) chip.focus({ preventScroll: true });
    panel.undo.disabled = match.length === 0 && !entry.begun && !(match.over && match.over.isAgreed);
  }
  // The step of the turn and what to do, or what has just been said instead.
  function showStep() {
    const remark = entry.begun ? "" : comment();
    const step = rules.canEnter() ? stepOf(t, guideState()) : { steps: [], now: 0, text: remark };
    panel.showStep(step, said || remark || step.text || "", Boolean(said));
  }
  function showChoices() {
    const others = otherChoices();
    const chip = (part) => make("button", { type: "button", class: "chip", "data-part": part,
      onclick: () => keepFocus(() => extend(part)) }, bare(part) === "pass" ? t("Pass") : part);
    const own = () => [entry.begun ? make("code", { class: "begun", title: entry.begun }, shortTurn(entry.begun)) : null, ...entry.chips.map(chip),
      entry.begun && entry.parts.isTurn ? panel.button("playTurn", t("Play turn"), { class: "main" }) : null];
    panel.entry.replaceChildren(...(others || (rules.canEnter() ? own() : [])).filter(Boolean));
  }
  // A turn of several parts is shown part by part, until a key or the pointer is pressed.
  async function showSteps(turn, goesOn) {
    const words = wordsOf(turn);
    let isSkipped = false, drawn = JSON.stringify(match.shown.figures);
    for (let i = 1; i < words.length && goesOn() && match.atEnd && !isSkipped; ++i) {
      const figures = preview(words.slice(0, i).join("")), key = JSON.stringify(figures);
      if (key === drawn) continue;
      drawn = key;
      board.draw(figures);
      await new Promise((resolve) => {
        skip = () => { isSkipped = true; resolve(null); };
        setTimeout(resolve, stepTime + 50);
      });
    }
    skip = () => {};
  }
  return {
    say, choose, take, locksOf, preview, show, showSteps,
    get begun() { return entry.begun; },
    get lastPlace() { return entry.lastPlace; },
    skip: () => skip(),
    // Another position is shown.
    begin() {
      entry.begin(match.shown);
      hinted = [];
      said = "";
    },
    clear() {
      entry.clear();
      said = "";
      show();
    },
    // A hint is drawn; only screen readers say it.
    showHint(turn) {
      hinted = wordsOf(turn).map(board.placeOf).filter(Boolean);
      said = "";
      show();
      board.showMarks(turn, [], true);
      panel.whisper(t("Hint: {0}", shortTurn(turn)));
    },
  };
}
