// --- evaluations -----------------------------------------------------------------------------
import { failureParts } from "./tables.js";
import { data, dateText, figuresOf, game, linkToGame, resultTexts, shownNumber, t, unpackGame } from "./data.js";
import { explorers } from "./explorer.js";
import { list } from "./game_list.js";
import { boardView, byId, draw, make, saveText } from "../shared/dom.js";
import { evaluationsOf } from "../shared/evaluations.js";
import { pattern } from "../shared/words.js";

// The signs of NAGs by their numbers, as in the Informator, and their names.
export const glyphs = { 1: ["!", pattern("good")], 2: ["?", pattern("mistake")], 3: ["!!", pattern("very good")], 4: ["??", pattern("blunder")], 5: ["!?", pattern("interesting")], 6: ["?!", pattern("inaccuracy")],
  7: ["□", pattern("the only turn")], 10: ["=", pattern("even")], 13: ["∞", pattern("unclear")], 14: ["⩲", pattern("White slightly better")], 15: ["⩱", pattern("Black slightly better")], 16: ["±", pattern("White better")], 17: ["∓", pattern("Black better")],
  18: ["+−", pattern("White winning")], 19: ["−+", pattern("Black winning")], 22: ["⨀", pattern("zugzwang")], 23: ["⨀", pattern("zugzwang")], 36: ["↑", pattern("initiative")], 37: ["↑", pattern("initiative")],
  40: ["→", pattern("attack")], 41: ["→", pattern("attack")], 44: ["=∞", pattern("compensation")], 45: ["=∞", pattern("compensation")], 132: ["⇆", pattern("counterplay")], 133: ["⇆", pattern("counterplay")],
  138: ["⊕", pattern("time trouble")], 139: ["⊕", pattern("time trouble")], 140: ["∆", pattern("with the idea")], 146: ["N", pattern("novelty")] };

export function evaluations(line, scale) {
  const { values, isAnalysis } = evaluationsOf(line, scale);
  return { values, by: isAnalysis ? t("an analysis") : t("the players themselves") };
}

// --- the board -------------------------------------------------------------------------------

export const board = boardView(byId("board"), data.kinds.map((kind) => kind.board));

// --- the viewer ------------------------------------------------------------------------------

export const viewer = (() => {
  const dialog = byId("viewer");
  const playIcon = byId("play").querySelector("path"), runs = playIcon.getAttribute("d"), halts = "M5 4h5v16H5zM14 4h5v16h-5z";
  // `now` is the game; `line` the game or the shown variation, `at` the number of turns played.
  let now = null, line = null, at = 0, flipped = false, timer = null, opener = null, curve = null;
  const buttons = new Map();
  const width = 600, height = 96;

  const sideName = (letter) => letter === "w" ? t("White") : t("Black");
  const first = () => line.start;
  const last = () => line.start + line.turns.length;
  const isBlack = (side) => side === "b";
  const turnNumber = (ply) => Math.floor((ply - 1 + (isBlack(now.sides[0]) ? 1 : 0)) / 2) + 1;
  const glyphsOf = (from, i) => from.nags[i].map((n) => (glyphs[n] ? glyphs[n][0] : `$${n}`)).join(" ");
  const glyphNames = (from, i) => from.nags[i].map((n) => (glyphs[n] ? `, ${t(glyphs[n][1])}` : "")).join("");
  const turnText = (from, i) => from.turns[i] + (from.nags[i].length ? ` ${glyphsOf(from, i)}` : "");
  const turnLabel = (from, i) => `${turnNumber(from.start + i + 1)}. ${sideName(from.sides[i])} ${from.turns[i]}${glyphNames(from, i)}`;
  const sentence = () => {
    const i = at - line.start;
    const state = line === now && at === last() ? now.ending : t("sentence\x04{0} to move", sideName(line.sides[i]));
    const where = line === now ? "" : `${t("Variation")}. `;
    return i === 0 ? `${where}${at === 0 ? `${t("Start")}. ` : ""}${state}` :
      `${where}${turnNumber(at)}. ${sideName(line.sides[i - 1])} ${turnText(line, i - 1)}. ${state}`;
  };

  // A curve of White's winning chances; a click selects the turn.
  function drawCurve() {
    const { values, by } = evaluations(now, data.kinds[now.kind].scale);
    const some = values.filter(Boolean).length > 1;
    byId("curve").hidden = !some;
    curve = some ? values : null;
    if (!some) return;
    const x = (ply) => (width * ply) / now.turns.length;
    const y = (chance) => 4 + (height - 8) * (1 - chance);
    const places = values.flatMap((value, i) => (value ? [[x(i + 1), y(value.chance), i]] : []));
    const path = places.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
    const [left] = places[0], [right] = places[places.length - 1];
    const marks = places.filter(([, , i]) => now.nags[i].some((n) => n === 2 || n === 4 || n === 6));
    byId("evaluation").replaceChildren(
      draw("rect", { class: "r3", width, height }),
      draw("rect", { class: "r2", x: left, width: right - left, height }),
      draw("path", { class: "r0", d: `M${left} ${height}L${path}L${right} ${height}Z` }),
      draw("line", { class: "grid", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      draw("path", { class: "curve", d: `M${path}` }),
      ...marks.map(([cx, cy, i]) => draw("circle", { class: `mark${now.nags[i].includes(4) ? " worst" : ""}`, cx, cy, r: 5 },
        draw("title", null, `${turnLabel(now, i)} ${values[i].text}`))),
      draw("line", { id: "here", y1: 0, y2: height }));
    byId("evaluation").setAttribute("aria-label", t("White's chance to win after each turn, by {0}; the slider goes to a turn", by));
    byId("curve-note").textContent = t("White's chance to win, by {0}", by);
  }
  function markCurve() {
    if (!curve) return;
    const ply = line === now ? at : line.start, value = curve[ply - 1], x = (width * ply) / now.turns.length;
    byId("here").setAttribute("x1", x);
    byId("here").setAttribute("x2", x);
    byId("value").textContent = line === now && value ? t("White {0}", value.text) : "";
  }

  function show() {
    const i = at - line.start;
    board.show(now.kind, figuresOf(now.kind, line.figures[i]), flipped, byId("names-shown").checked);
    board.describe(t("Board. {0}. Position {1}", sentence(), line.positions[i]));
    // A game of one's own has the text that its program draws.
    byId("board").toggleAttribute("hidden", Boolean(line.drawings));
    byId("flip").hidden = Boolean(line.drawings);
    byId("drawing").hidden = !line.drawings;
    byId("drawing").textContent = line.drawings ? line.drawings[i] : "";
    byId("drawing").setAttribute("aria-label", t("Board. {0}. Position {1}", sentence(), line.positions[i]));
    byId("now").textContent = sentence();
    byId("comment").textContent = (i ? line.comments[i - 1] : line.introduction) || "";
    byId("position").textContent = line.positions[i];
    byId("slider").min = first();
    byId("slider").max = last();
    byId("slider").value = at;
    byId("slider").setAttribute("aria-valuetext", i ? t("{0} of {1}: {2}", at, last(), turnText(line, i - 1)) : at ? t("before the variation") : t("start"));
    for (const id of ["first", "back"]) byId(id).disabled = at === 0;
    for (const id of ["forward", "last"]) byId(id).disabled = at === last();
    byId("leave").hidden = line === now;
    const turns = byId("turns"), current = i ? buttons.get(line)[i - 1] : null;
    for (const button of turns.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    if (current) {
      current.setAttribute("aria-current", "step");
      turns.scrollTop += current.getBoundingClientRect().top - turns.getBoundingClientRect().top - turns.clientHeight / 2;
    } else if (at === 0) turns.scrollTop = 0;
    markCurve();
    byId("said").textContent = "";
  }
  function go(ply) {
    const focused = /** @type {HTMLButtonElement} */ (document.activeElement);
    // The turns before a variation are those of the game.
    while (line.parent && ply < first()) line = line.parent;
    at = Math.min(Math.max(ply, first()), last());
    if (at === last()) pause();
    show();
    history.replaceState(history.state, "", linkToGame(now.number, line === now ? at : line.start));
    // A button that becomes disabled passes the focus on.
    if (focused && focused.disabled) byId("play").focus();
  }
  function goTo(wanted, ply) {
    line = wanted;
    for (let above = line; above !== now; above = above.parent) {
      const details = buttons.get(above)[0].closest("details");
      if (details) details.open = true;
    }
    go(ply);
  }
  // A variation of the last or next turn, otherwise the next sibling of this one.
  function enter() {
    const below = [at - 1, at].flatMap((start) => line.variations.filter((v) => v.start === start));
    const beside = line === now ? [] : line.parent.variations.filter((v) => v.start === line.start);
    const found = below[0] || beside[beside.indexOf(line) + 1];
    if (found) goTo(found, found.start + 1);
  }
  function leave() {
    const ply = line.start + 1;
    goTo(line.parent, ply);
  }
  function pause() {
    clearInterval(timer);
    timer = null;
    byId("play").setAttribute("aria-pressed", "false");
    playIcon.setAttribute("d", runs);
  }
  function togglePlay() {
    if (timer) return pause();
    if (at === last()) go(first());
    byId("play").setAttribute("aria-pressed", "true");
    playIcon.setAttribute("d", halts);
    timer = setInterval(() => go(at + 1), 900);
    return undefined;
  }
  function flip() {
    flipped = !flipped;
    byId("flip").setAttribute("aria-pressed", String(flipped));
    show();
  }
  function turnButtons(from) {
    buttons.set(from, from.turns.map((turn, i) => make("button", {
      type: "button", class: isBlack(from.sides[i]) ? "black" : "white",
      "aria-label": turnLabel(from, i), onclick: () => { pause(); goTo(from, from.start + i + 1); },
    }, turn, from.nags[i].length ? make("span", { class: "glyph" }, ` ${glyphsOf(from, i)}`) : null)));
    return buttons.get(from);
  }
  function variation(from) {
    const list = turnButtons(from), parts = [];
    list.forEach((button, i) => {
      if (i === 0 || !isBlack(from.sides[i])) {
        parts.push(make("span", { class: "number", "aria-hidden": "true" }, `${turnNumber(from.start + i + 1)}${isBlack(from.sides[i]) ? "…" : "."}`));
      }
      parts.push(button, from.variations.filter((v) => v.start === from.start + i).map(variation));
    });
    const title = `${turnNumber(from.start + 1)}${isBlack(from.sides[0]) ? "…" : "."} ${turnText(from, 0)}`;
    return make("details", { class: "variation" }, make("summary", null, `${t("Variation")} ${title}`),
      from.introduction ? make("p", { class: "introduction" }, from.introduction) : null, parts);
  }
  function listTurns() {
    const items = [];
    buttons.clear();
    const list = turnButtons(now);
    for (let i = 0; i < list.length;) {
      const pair = now.sides[i] === "w" && now.sides[i + 1] === "b" && i + 1 < list.length ? 2 : 1;
      items.push(make("li", null, make("span", { class: "number", "aria-hidden": "true" }, `${turnNumber(i + 1)}.`), list.slice(i, i + pair),
        now.variations.filter((v) => v.start >= i && v.start < i + pair).map(variation)));
      i += pair;
    }
    byId("turns").replaceChildren(...items);
  }
  async function open(number, ply) {
    if (!now || now.number !== number) {
      let lines;
      try {
        lines = await unpackGame(number);
      } catch (error) {
        byId("count").textContent = t("This browser cannot decompress the games; it takes one of 2023 or later.");
        return;
      }
      // The list has the ending as a word, the game as a sentence, and its turns.
      now = Object.assign(lines, { ...game(number), turns: lines.turns, ending: lines.ending, reason: game(number).ending });
      byId("viewer-title").textContent = `${now.white} – ${now.black}`;
      byId("viewer-facts").textContent = [t("Game {0}", shownNumber(number)), data.kinds[now.kind].title, resultTexts[now.result], now.reason,
        now.event, now.round ? t("round {0}", now.round) : "", dateText(now.date)].filter(Boolean).join(" · ");
      listTurns();
      drawCurve();
      showFailure(number);
      for (const [id, step] of [["previous-game", -1], ["next-game", 1]]) byId(id).disabled = list.beside(number, step) === null;
      byId("play-on").classList.toggle("without-engine", !data.kinds[now.kind].isBuiltIn);
    }
    pause();
    line = now;
    if (!dialog.open) {
      opener = document.activeElement;
      dialog.showModal();
      byId("viewer-title").focus();
      dialog.scrollTop = 0;
    }
    go(ply === undefined ? 0 : ply);
  }
  // How a program failed in this game, beside the board.
  function showFailure(number) {
    const failed = data.kinds[now.kind].failures.find((one) => one.game === number), box = byId("failure");
    box.hidden = !failed;
    box.replaceChildren(...(failed ? [make("h3", null, t("Failures")), ...failureParts(failed)] : []));
  }
  // The game before or after this one in the list; the focus stays where it is.
  function goToGame(step) {
    const number = list.beside(now.number, step), focused = /** @type {HTMLButtonElement} */ (document.activeElement);
    if (number === null) return;
    open(number).then(() => { if (focused && focused.disabled) byId("viewer-title").focus(); });
  }
  function showInExplorer() {
    const { kind } = now, i = at - line.start, position = line.positions[i], figures = line.figures[i];
    opener = null;
    dialog.close();
    explorers[kind].showPosition(position, figures);
  }
  function copied(worked) { byId("said").textContent = worked ? t("Copied.") : t("Select the position to copy it."); }
  async function copy() {
    try {
      await navigator.clipboard.writeText(line.positions[at - line.start]);
      copied(true);
    } catch (error) {
      getSelection()?.selectAllChildren(byId("position"));
      copied(document.execCommand("copy"));
    }
  }
  function download() {
    saveText(`game-${shownNumber(now.number)}.pgn`, now.record);
    byId("said").textContent = t("Saved as {0}.", `game-${shownNumber(now.number)}.pgn`);
  }

  // A modal dialog is printed as far as it is seen, so a copy is printed.
  addEventListener("beforeprint", () => {
    if (dialog.open) document.body.append(make("div", { class: "printed" }, [...dialog.children].map((part) => part.cloneNode(true))));
  });
  addEventListener("afterprint", () => { for (const copy of document.querySelectorAll(".printed")) copy.remove(); });

  const onClick = (id, action) => byId(id).addEventListener("click", action);
  onClick("first", () => go(line === now || at > first() ? first() : 0));
  onClick("back", () => go(at - 1));
  onClick("forward", () => go(at + 1));
  onClick("last", () => go(last()));
  onClick("leave", leave);
  onClick("evaluation", (event) => {
    const box = byId("evaluation").getBoundingClientRect();
    pause();
    line = now;
    go(Math.round((now.turns.length * (event.clientX - box.left)) / box.width));
  });
  onClick("play", togglePlay);
  onClick("flip", flip);
  onClick("copy", copy);
  onClick("download", download);
  onClick("previous-game", () => goToGame(-1));
  onClick("next-game", () => goToGame(1));
  onClick("find-position", showInExplorer);
  onClick("close", () => dialog.close());
  byId("names-shown").addEventListener("change", show);
  byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  dialog.addEventListener("close", () => {
    pause();
    // The explorer may have a step of its own here by now.
    history.replaceState(history.state, "", "#games");
    if (opener && opener.isConnected) opener.focus();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !now) return;
    const tag = event.target.tagName;
    const steps = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(first()), End: () => go(last()), n: () => goToGame(1), p: () => goToGame(-1), v: enter, u: () => line !== now && leave() };
    // The slider handles these keys itself, and space activates the focused element.
    if (event.key in steps && event.target.type !== "range") steps[event.key]();
    else if (event.key === " " && tag !== "BUTTON" && tag !== "INPUT") togglePlay();
    else if (event.key === "f") flip();
    else return;
    event.preventDefault();
  });
  // The start and the turns up to the shown position, including those of variations.
  function shownLine() {
    let turns = line.turns.slice(0, at - line.start);
    for (let below = line; below.parent; below = below.parent) turns = [...below.parent.turns.slice(0, below.start - below.parent.start), ...turns];
    return { kind: now.kind, start: now.positions[0], turns, title: `${now.white} – ${now.black}` };
  }
  return { open, shownLine, close: () => dialog.open && dialog.close() };
})();

