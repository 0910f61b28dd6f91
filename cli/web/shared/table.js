// A number from which a new game is drawn. A roll that forces a pass at once is a dull beginning.
import { arrowsOf } from "./arrows.js";
import { boardView, draw, make, saveText } from "./dom.js";
import { bare, endingOf, goalOf, isTilt, placeOf, stepOf, wordsOf } from "./guide.js";
import { botOf } from "./levels.js";
import { nameOf, octagonsOf } from "./names.js";
import { createWorker } from "./page_engine.js";
import { areaOf, neighbour, roomOf } from "./places.js";
import { figureAt, figuresOf } from "./preview.js";
import { aboutOctagon, whyNot } from "./refusal.js";
import { createReview } from "./review.js";
import { pattern } from "./words.js";

export function seedFor(engine, name, variant) {
  for (let tries = 0; ; ++tries) {
    const seed = Math.floor(Math.random() * 1e9), game = engine.drawn(name, variant, seed), { next } = game.parts("");
    game.free();
    if (tries === 20 || next.some((part) => !/pass$/.test(part))) return seed;
  }
}

// The table: a game on its board, entered part by part, against bots or a friend.
// `boards` are the page's boards by number, with game and variant; `t` translates; `tools` are further
// buttons beside the title; `onChange` is called when a state to keep has changed, see state(); `onTurn`
// when a bot has played; `linkOf` makes an address of a record.
export function createTable({ root, engine, module, boards, t, tools = [], onChange = () => {}, onTurn = /** @type {(isOver: boolean) => void} */ (() => {}), linkOf = /** @type {null | ((record: string) => Promise<string>)} */ (null) }) {
  /** @param {any} player */
  const botFor = ({ level }) => botOf(spec.name, level);
  const advice = { bot: "alphabeta", limits: { nodes: 200000, milliseconds: 1500 } };
  const opinion = { bot: "alphabeta", limits: { nodes: 60000, milliseconds: 700 } };
  const analysis = { bot: "alphabeta", limits: { nodes: 20000 } };
  const results = ["*", "1-0", "0-1", "1/2-1/2"], verdicts = ["", pattern("White has won: {0}."), pattern("Black has won: {0}."), pattern("The game is drawn: {0}.")];
  const terminations = { time: "time forfeit", resigned: "resignation", agreed: "agreement" };
  const colours = ["white", "black"], colourNames = [t("White"), t("Black")];
  const nags = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
  // On the smallest phones the names of 51 points cannot be read, and take room from the points.
  const isTiny = matchMedia("(max-width: 24rem) and (max-height: 44rem)").matches;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // Milliseconds of a step on the board.
  const stepTime = 200;

  const thinker = createWorker(module), adviser = createWorker(module);
  // The game, its start, and the state of the display. `chosen` are the lengths of the begun turn
  // before each choice; `source` is the record that the game comes from, with its turns and comments.
  let spec = null, game = null, kind = null, number = 0, at = 0, shown = null, given = null;
  /** @type {(null | {level: number})[]} */
  let players = [null, null];
  let names = [null, null], over = null, begun = "", chosen = [], only = null;
  /** @type {boolean | null} */
  let areNamesWanted = null;
  /** @type {() => void} ends the showing of a turn part by part */
  let skip = () => {};
  let flipped = false, named = true, sample = 0, source = null, said = "";
  let places = [], faces = [], octagons = [], focused = null, isStill = false, thinking = false, turnedOver = [], isNews = false, lesson = null, hinted = [], judging = false, clocks = null;

  const icon = (path) => draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: path }));
  const button = (name, action, content, properties = {}) => make("button", { type: "button", onclick: () => keepFocus(action), "data-do": name, ...properties }, content);
  const iconButton = (name, action, title, path) => button(name, action, icon(path), { "aria-label": title, title });

  const title = make("h2", { class: "table-title" }), goal = make("p", { class: "goal" });
  const seats = [0, 1].map((side) => ({ name: make("span", { class: "name" }), clock: make("span", { class: "clock" }), side }));
  const count = make("span", { class: "count" });
  const seatLine = make("p", { class: "seats" }, ...seats.map(({ name, clock, side }) => make("span", { class: `seat ${colours[side]}` }, name, clock)), count);
  const bar = { fill: make("span", { class: "chance" }), text: make("p", { class: "note" }) };
  const barBox = make("div", { class: "judgement" }, make("div", { class: "gauge", "aria-hidden": "true" }, bar.fill), bar.text);
  const svg = draw("svg", { class: "board", role: "group" });
  const overlay = draw("g", { class: "places" }), marks = draw("g", { class: "arrows marks", "aria-hidden": "true" });
  const boardOf = boardView(svg, boards);
  const status = make("p", { class: "status", role: "status" });
  const remark = make("p", { class: "remark", role: "status", lang: t.language });
  const stepList = make("ol", { class: "steps", "aria-label": t("Steps of the turn") });
  const entry = make("div", { class: "entry" });
  const turnList = make("ol", { class: "turn-list" });
  const typed = make("input", { class: "typed", autocomplete: "off", spellcheck: "false", "aria-label": t("Turn, typed"), placeholder: t("Turn, typed") });
  const pasted = make("input", { class: "pasted", autocomplete: "off", spellcheck: "false", "aria-label": t("Position to set up, as text"), placeholder: t("Position to set up, as text") });
  const steps = [
    iconButton("first", () => go(0), t("To the start"), "M5 4h3v16H5zM20 4v16L9 12z"), iconButton("back", () => go(at - 1), t("One turn back"), "M17 4v16L6 12z"),
    iconButton("forward", () => go(at + 1), t("One turn forward"), "M7 4v16l11-8z"), iconButton("last", () => go(game.length), t("To the end"), "M16 4h3v16h-3zM4 4v16l11-8z"),
  ];
  const undoButton = iconButton("undo", undo, t("Take back"), "M9 4v4h5a6 6 0 0 1 0 12H7v-3h7a3 3 0 0 0 0-6H9v4L3 9.5z");
  const hintButton = iconButton("hint", hint, t("Hint"), "M12 2a7 7 0 0 0-4 12.7V17h8v-2.3A7 7 0 0 0 12 2zM9 18h6v2H9zM10 21h4v1h-4z");
  const resignButton = button("resign", resign, t("Resign"));
  const drawButton = button("draw", offerDraw, t("Offer a draw"));
  const judgeButton = button("evaluation", judge, t("Evaluation"), { "aria-pressed": "false" });
  const flipButton = button("flip", flip, t("Flip the board"), { "aria-pressed": "false" });
  const resumeButton = button("resume", resume, t("Play on from here"), { class: "main" });
  const nameBox = make("input", { type: "checkbox", checked: true, onchange: () => { named = areNamesWanted = nameBox.checked; show(); } });
  const news = make("p", { class: "note", role: "status" });
  const review = createReview(t, (turns) => go(turns), (i, turn, comment) => {
    go(i);
    say(t("Try again here: {0} was played. {1}", shortTurn(turn), comment));
  });
  const question = make("dialog", { class: "question" });
  const triumph = make("p", { class: "triumph", hidden: true, onclick: () => { triumph.hidden = true; } });

  root.replaceChildren(make("div", { class: "table" },
    make("div", { class: "stage" },
      make("div", { class: "table-head" }, make("div", { class: "title-line" }, title, tools), goal, seatLine),
      make("div", { class: "board-box" }, svg, triumph),
      make("div", { class: "guide" }, status, stepList, remark, entry,
        make("div", { class: "controls", role: "group", "aria-label": t("Game") }, steps, undoButton, hintButton))),
    make("div", { class: "table-more" },
      review.element, make("h3", null, t("Turns")), turnList,
      make("form", { class: "typing", onsubmit: (event) => { event.preventDefault(); enterTyped(); } }, typed, make("button", null, t("turn\x04Play"))),
      make("p", { class: "buttons" }, judgeButton, flipButton, drawButton, resignButton, make("label", null, nameBox, " ", t("Coordinates"))), barBox,
      make("h3", null, t("Position")),
      make("form", { class: "typing", onsubmit: (event) => { event.preventDefault(); setUp(); } }, pasted, make("button", null, t("Set up"))),
      make("p", { class: "buttons" }, button("copyPosition", () => copy(shown.position), t("Copy position")), button("picture", savePicture, t("Save picture"))),
      make("h3", null, t("Record")),
      make("p", { class: "buttons" }, button("download", download, t("Download record")), button("copyRecord", () => copy(recordText()), t("Copy record")),
        linkOf ? button("copyLink", async () => copy(await linkOf(recordText())), t("Copy link")) : null),
      news, question, make("p", { class: "hint" }, t("Keys: Tab to the board, arrows move over it, Enter or space chooses, Backspace takes a part back, Esc all of it. Away from the board ← and → step through the turns; Page Up and Page Down do so everywhere.")))));

  const sideName = (side) => colourNames[side];
  const playerName = (side) => {
    const its = players[side];
    return its ? t("Bot {0}", its.level) : names[side] || sideName(side);
  };
  const isBots = (side) => players[side] !== null;
  const specAt = (turns) => ({ ...spec, turns: game.turns.slice(0, turns) });
  const atEnd = () => at === game.length;
  const canEnter = () => atEnd() && !(lesson && game.length) && !over && !thinking && !isBots(game.side);
  function say(text) {
    said = text;
    showStep();
  }

  // Asks before something is lost.
  function ask(text, action, doIt) {
    const answer = (yes) => () => { question.close(); if (yes) keepFocus(doIt); };
    question.replaceChildren(make("p", { id: "question-text" }, text), make("p", { class: "buttons" },
      make("button", { type: "button", class: "main", "data-do": "yes", onclick: answer(true) }, action), make("button", { type: "button", "data-do": "no", onclick: answer(false) }, t("Cancel"))));
    question.setAttribute("aria-labelledby", "question-text");
    question.showModal();
  }

  // --- the focus ---------------------------------------------------------------------------------

  function placeInFocus() { return places.find(({ name }) => name === focused) || places[0]; }
  // Executes an action; a focused element that it removes or disables passes the focus to the board.
  function keepFocus(action) {
    const before = document.activeElement, isOurs = root.contains(before);
    const answer = action();
    const now = /** @type {any} */ (document.activeElement);
    if (isOurs && (!now || now === document.body || now.disabled)) focusBoard();
    return answer;
  }
  function focusBoard() {
    const place = placeInFocus();
    if (place) place.element.focus({ preventScroll: true });
  }

  // --- places and parts --------------------------------------------------------------------------

  const placeOfPart = (part) => placeOf(places, part);
  const near = (a, b) => Math.abs(a - b) < 2;

  const entryState = () => ({ game: spec.name, position: shown, places, faces, begun });
  const preview = (beginning) => figuresOf(entryState(), beginning);
  function guideState() {
    const parts = shown.parts(begun) || { next: [], isTurn: false };
    return { game: spec.name, variant: spec.variant, side: shown.side, places, figures: preview(begun), begun: wordsOf(begun), next: parts.next, isTurn: parts.isTurn };
  }
  function extend(part) {
    const parts = shown.parts(begun + part);
    chosen.push(begun.length);
    begun = parts.begun;
    only = null;
    addForced();
    const now = shown.parts(begun);
    if (now.isTurn && !now.next.length) return finish(begun);
    return showEntry();
  }
  // Adds parts that need no choice of a place: a pawn from the reserve, a pass.
  function addForced() {
    let parts = shown.parts(begun);
    while (!parts.isTurn && parts.next.length === 1 && !placeOfPart(parts.next[0])) {
      begun = parts.begun + parts.next[0];
      parts = shown.parts(begun);
    }
  }
  function refusal() {
    return over ? t("The game is over. Undo takes turns back.") : !atEnd() ? t("This is an earlier position. Go to the end, or play on from here.") : t("It is not your turn yet.");
  }
  const waysTo = (parts, name) => (parts ? parts.next.filter((part) => placeOfPart(part) === name) : []);
  function choose(name) {
    focused = name;
    if (!canEnter()) return say(refusal());
    hinted = [];
    said = "";
    const ways = waysTo(shown.parts(begun), name);
    if (ways.length === 1) return extend(ways[0]);
    if (ways.length > 1) {
      only = ways;
      return showEntry();
    }
    const words = wordsOf(begun);
    if (words.length && placeOfPart(words[words.length - 1]) === name) return takePart();
    if (change(name)) return undefined;
    const octagon = octagons.find((one) => one.name === name);
    if (octagon) return say(aboutOctagon(t, entryState(), octagon));
    say(whyNot(entryState(), name) || stepOf(t, guideState()).text);
    return showPlaces(preview(begun));
  }
  // Another choice instead of the last one, or another tilt with the parts after it.
  function change(name) {
    const words = wordsOf(begun), tilt = words.findIndex(isTilt);
    const isDie = /^[IV]+\d$/.test(name), index = isDie ? tilt : -1;
    if (index >= 0) {
      const before = words.slice(0, index).join(""), [way] = waysTo(shown.parts(before), name), rest = words.slice(index + 1).join("");
      if (!way) return false;
      chosen = [before.length];
      begun = before + way;
      if (rest && shown.parts(begun + rest)) {
        chosen.push(begun.length);
        begun += rest;
      }
      showEntry();
      return true;
    }
    const length = chosen[chosen.length - 1];
    if (length === undefined) return false;
    const [way, other] = waysTo(shown.parts(begun.slice(0, length)), name);
    if (!way || other) return false;
    begun = begun.slice(0, length);
    chosen.pop();
    extend(way);
    return true;
  }
  function takePart() {
    begun = begun.slice(0, chosen.pop() || 0);
    only = null;
    said = "";
    showEntry();
  }
  function clearEntry() {
    begun = "";
    chosen = [];
    only = null;
  }

  // --- display -----------------------------------------------------------------------------------

  const turned = (place) => (flipped ? { x: boards[number].width - place.x, y: boards[number].height - place.y } : place);
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
  function showPlaces(figures) {
    nameFaces(figures);
    const parts = canEnter() ? shown.parts(begun) : null;
    const ways = new Set(parts ? parts.next.map(placeOfPart) : []), taken = new Set(wordsOf(begun).map(placeOfPart));
    const inFocus = placeInFocus();
    svg.classList.toggle("entering", Boolean(parts));
    for (const place of places) {
      const { element } = place, { x, y } = turned(place), isFace = faces.includes(place);
      element.setAttribute("transform", `translate(${x} ${y})${flipped ? " rotate(180)" : ""}`);
      const isWay = ways.has(place.name), isChosen = taken.has(place.name);
      element.setAttribute("class", ["place", isWay ? "way" : "", isChosen ? "chosen" : "", place.isOctagon ? "octagon" : "",
        hinted.includes(place.name) ? "hinted" : "", isFace ? "face" : ""].filter(Boolean).join(" "));
      element.setAttribute("aria-label", nameOf(t, spec.name, figures, place) + (isWay ? `, ${t("can be chosen")}` : ""));
      if (isChosen) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
      element.setAttribute("tabindex", place === inFocus ? 0 : -1);
    }
  }
  function drawBoard(figures) {
    const isFocused = overlay.contains(document.activeElement);
    boardOf.show(number, figures, flipped, named, isCalm || isStill ? 0 : stepTime);
    // Moving the places in the document would take the focus from them.
    if (svg.lastElementChild === overlay) return;
    svg.append(marks, overlay);
    if (isFocused) focusBoard();
  }
  // Arrows of the last turn, or of a hint, and rings around what the last turn has turned over.
  function showMarks(turn, isHint = false) {
    const { width, height } = boards[number];
    if (flipped) marks.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
    else marks.removeAttribute("transform");
    marks.classList.toggle("hint", isHint);
    marks.replaceChildren(...(turn ? arrowsOf(spec.name, turn, places) : []), ...(isHint ? [] : turnedOver.map(([, x, y]) => draw("circle", { class: "turned", cx: x, cy: y, r: 17 }))));
  }
  // The pieces of the other colour than before the last turn, where a piece was already.
  function turnedBetween(before, after) {
    const coloured = (figures) => figures.filter(([symbol]) => /-(white|black)(-disc)?$/.test(symbol));
    return coloured(after).filter(([symbol, x, y]) => coloured(before).some(([other, a, b]) => other !== symbol && near(a, x) && near(b, y)));
  }

  // The locks that a face would bring, while the pointer is over it.
  function showLocks(name) {
    const [way] = canEnter() ? waysTo(shown.parts(begun), name) : [];
    if (!way || !isTilt(way)) return;
    const isLock = ([symbol]) => /-(column|row)$/.test(symbol);
    boardOf.show(number, [...preview(begun + way).filter(isLock), ...preview(begun).filter((figure) => !isLock(figure))], flipped, named);
  }
  function showEntry() {
    keepFocus(() => {
      const figures = preview(begun);
      nameFaces(figures);
      drawBoard(figures);
      showPlaces(figures);
      showMarks(begun || thinking || !at ? null : game.turns[at - 1]);
      showStep();
      showChoices();
    });
    const chip = /** @type {HTMLElement} */ (only && entry.querySelector(".chip"));
    if (chip) chip.focus({ preventScroll: true });
    undoButton.disabled = game.length === 0 && !begun && !(over && over.isAgreed);
  }
  // The step of the turn and what to do, or what has just been said instead.
  function showStep() {
    const isEntering = shown && canEnter(), comment = source && !begun ? source.comments[at] : "";
    const { steps: list, now, text } = isEntering ? stepOf(t, guideState()) : { steps: [], now: 0, text: comment };
    stepList.replaceChildren(...list.map((step, i) => make("li", { "aria-current": i === now ? "step" : null }, step)));
    remark.textContent = said || comment || text || "";
    remark.classList.toggle("said", Boolean(said));
  }
  function showChoices() {
    if (lesson && game.length) return entry.replaceChildren(button("nextLesson", lesson.next, lesson.isLast ? t("Play a game") : t("Next"), { class: "main" }));
    if (!atEnd()) return entry.replaceChildren(resumeButton);
    if (over) {
      return entry.replaceChildren(button("again", again, t("Play again"), { class: "main" }), button("analyseGame", analyse, t("Analyse")), button("saveGame", download, t("Save")));
    }
    if (!canEnter()) return entry.replaceChildren();
    const parts = shown.parts(begun), chips = only || parts.next.filter((part) => !placeOfPart(part));
    return entry.replaceChildren(...[
      begun ? make("code", { class: "begun", title: begun }, shortTurn(begun)) : null,
      ...chips.map((part) => make("button", { type: "button", class: "chip", "data-part": part, onclick: () => keepFocus(() => { said = ""; extend(part); }) }, bare(part) === "pass" ? t("Pass") : part)),
      begun && parts.isTurn ? button("playTurn", () => finish(begun), t("Play turn"), { class: "main" }) : null].filter(Boolean));
  }

  // Whether the one person at the board, if there is one, has won (1) or lost (2); otherwise 0.
  function readerOf(result) {
    const person = isBots(0) === isBots(1) ? -1 : isBots(0) ? 1 : 0;
    return person < 0 || result === 3 ? 0 : result === person + 1 ? 1 : 2;
  }
  function verdictOn(result, why) {
    const reader = readerOf(result), reason = t(endingOf(spec.name, why, reader));
    const patterns = [verdicts[result], pattern("You have won: {0}."), pattern("You have lost: {0}.")];
    return t(patterns[reader], reason);
  }
  function verdict() {
    return over ? verdictOn(over.result, over.why) : "";
  }
  const shortTurn = (turn) => {
    const words = wordsOf(turn);
    return turn.length > 26 ? `${words[0]}${words[1]} … ${words[words.length - 1]}` : turn;
  };
  function stateText() {
    if (atEnd() && over) return verdict();
    const { side } = shown;
    if (thinking) return t("{0} is thinking …", playerName(side));
    return players.some(Boolean) && !isBots(side) ? t("Your turn ({0})", sideName(side)) : t("sentence\x04{0} to move", playerName(side));
  }
  // More or Less: the stones of each colour and the turns that are left.
  function countText() {
    const [rows, , ...made] = shown.position.split(" ");
    const stones = colours.map((colour) => rows.split(colour[0]).length - 1);
    const all = Number((/turns=(\d+)/.exec(spec.variant) || [0, 12])[1]), left = made.map((turns) => all - Number(turns));
    return `${t("{0} : {1}, win at 19 or 6", ...stones)} · ${t("turns left {0} and {1}", ...left)}`;
  }
  function reserveText() {
    return t("reserve {0} : {1}", ...colours.map((colour) => shown.figures.filter(([symbol]) => symbol === `springerjagd-${colour}-reserve`).length));
  }
  function show() {
    keepFocus(() => {
      const last = at ? game.turns[at - 1] : null;
      title.textContent = kind.title;
      goal.textContent = lesson ? lesson.text : t(goalOf(kind));
      showEntry();
      const turns = turnedOver.length && spec.name === "more-or-less" ? `${t("{0} {0:stone|stones} turned over.", turnedOver.length)} ` : "";
      const played = last && !(atEnd() && over) ? `${t("{0} played {1}.", playerName((firstSide() + at - 1) % 2), shortTurn(last))} ${turns}` : "";
      status.textContent = played + stateText();
      svg.setAttribute("aria-label", `${t("game board\x04Board")}. ${stateText()}`);
      steps[0].disabled = steps[1].disabled = at === 0;
      steps[2].disabled = steps[3].disabled = atEnd();
      hintButton.disabled = !canEnter();
      resignButton.disabled = Boolean(over);
      drawButton.disabled = Boolean(over) || game.length === 0 || players.some(Boolean);
      triumph.hidden = !over || !atEnd() || !isNews;
      triumph.textContent = triumph.hidden ? "" : verdict();
      triumph.classList.toggle("lost", Boolean(over) && readerOf(over.result) === 2);
      isNews = false;
      for (const item of turnList.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
      const current = turnList.querySelector(`[data-turn="${at}"]`);
      if (current) {
        current.setAttribute("aria-current", "step");
        turnList.scrollTop += current.getBoundingClientRect().top - turnList.getBoundingClientRect().top - turnList.clientHeight / 2;
      }
      showSeats();
    });
    if (judging) judgeNow();
  }
  function listTurns() {
    review.show(source ? { ...source, turns: game.turns, began: firstSide(), scale: kind.scale, shortTurn } : null);
    const began = firstSide(), glyphs = (source && source.glyphs) || [];
    const buttons = game.turns.map((turn, i) => make("button", { type: "button", class: colours[(began + i) % 2],
      "data-turn": i + 1, onclick: () => go(i + 1) }, turn + (glyphs[i + 1] ? ` ${glyphs[i + 1]}` : "")));
    const items = [];
    for (let i = 0; i < buttons.length;) {
      const size = i === 0 && began === 1 ? 1 : 2;
      items.push(make("li", null, make("span", { class: "number", "aria-hidden": "true" }, `${items.length + 1}.`), buttons.slice(i, i + size)));
      i += size;
    }
    turnList.replaceChildren(...items);
  }
  const firstSide = () => (game.side + game.length) % 2;

  function go(turns) {
    const before = at;
    at = Math.min(Math.max(turns, 0), game.length);
    if (shown && shown !== game) shown.free();
    shown = atEnd() ? game : engine.game(specAt(at));
    const wasStill = isStill;
    isStill = wasStill || Math.abs(at - before) > 1;
    turnedOver = at ? turnedBetween(figuresAfter(at - 1), shown.figures) : [];
    clearEntry();
    hinted = [];
    said = "";
    show();
    isStill = wasStill;
    onChange();
  }
  function figuresAfter(turns) {
    const past = engine.game(specAt(turns));
    try {
      return past.figures;
    } finally {
      past.free();
    }
  }

  // --- playing -----------------------------------------------------------------------------------

  function finish(turn) {
    try {
      game.play(turn);
    } catch (error) {
      clearEntry();
      showEntry();
      return say(t("That cannot be played: {0}", error.message));
    }
    const mover = 1 - game.side;
    tick();
    if (clocks) clocks.left[mover] += 1000 * clocks.increment;
    if (lesson) return finishLesson();
    if (source && !source.turns.every((other, i) => other === game.turns[i])) cutSource();
    const { ending } = game;
    if (ending) over = { result: ending.result, why: ending.reason };
    isNews = Boolean(ending);
    listTurns();
    go(game.length);
    return next();
  }
  // Any other turn than that of the lesson is taken back.
  function finishLesson() {
    const isIt = game.turns[0] === lesson.turn;
    listTurns();
    if (!isIt) {
      backTo(0);
      return say(t("That can be played too. Here play {0}.", lesson.turn));
    }
    const { ending } = game;
    over = ending ? { result: ending.result, why: ending.reason } : null;
    isNews = Boolean(over);
    go(game.length);
    return say(lesson.isLast ? t("Well done: you know how to play now.") : t("Well done."));
  }
  // Comments stay with the turns that they belong to.
  function cutSource() {
    const { turns } = game, same = source.turns.findIndex((turn, i) => turn !== turns[i]);
    source = { ...source, text: null, turns: source.turns.slice(0, same), comments: source.comments.slice(0, same + 1), glyphs: source.glyphs.slice(0, same + 1) };
  }
  async function next() {
    if (over || !isBots(game.side)) return;
    thinking = true;
    show();
    const mine = ++sample, { bot, limits } = botFor(players[game.side]);
    const left = clocks ? clocks.left[game.side] : Infinity, began = performance.now();
    const held = { ...limits, milliseconds: Math.max(50, Math.min(limits.milliseconds || 3000, left / 20)) };
    const thought = await thinker.ask("think", { spec: specAt(game.length), bot, limits: held, seed: seedOf() });
    if (mine !== sample || !thought) return;
    const rest = 300 - (performance.now() - began);
    if (rest > 0 && !isCalm) await new Promise((resolve) => setTimeout(resolve, rest));
    if (!isCalm) await showSteps(thought.turn, () => mine === sample);
    if (mine !== sample) return;
    thinking = false;
    finish(thought.turn);
    onTurn(Boolean(over));
  }
  // A turn of several parts is shown part by part, until a key or the pointer is pressed.
  async function showSteps(turn, goesOn) {
    const words = wordsOf(turn);
    let isSkipped = false, drawn = JSON.stringify(shown.figures);
    for (let i = 1; i < words.length && goesOn() && atEnd() && !isSkipped; ++i) {
      const figures = preview(words.slice(0, i).join("")), key = JSON.stringify(figures);
      if (key === drawn) continue;
      drawn = key;
      drawBoard(figures);
      await new Promise((resolve) => {
        skip = () => { isSkipped = true; resolve(null); };
        setTimeout(resolve, stepTime + 50);
      });
    }
    skip = () => {};
  }
  let seed = 1;
  const seedOf = () => seed + game.length;
  function halt() {
    ++sample;
    thinking = false;
    thinker.stop();
  }
  function enterTyped() {
    const turn = typed.value.trim();
    if (!turn) return;
    if (!canEnter()) return say(refusal());
    const { length } = game;
    finish(turn);
    if (game.length > length) typed.value = "";
  }
  function undo() {
    if (begun) {
      takePart();
      return undefined;
    }
    halt();
    // A game that was given up goes on.
    if (over && over.isAgreed && atEnd()) {
      if (clocks) clocks.left = clocks.left.map((left) => Math.max(left, 60000));
      return backTo(game.length);
    }
    go(game.length);
    let turns = 1;
    // Back to the last position with a person to move.
    while (turns < game.length && isBots((game.side + turns) % 2)) ++turns;
    return backTo(game.length - Math.min(turns, game.length));
  }
  function backTo(length) {
    halt();
    game.undo(game.length - length);
    const { ending } = game;
    over = ending ? { result: ending.result, why: ending.reason } : null;
    if (clocks) Object.assign(clocks, { side: game.side, since: performance.now() });
    if (source) source = { ...source, text: null };
    listTurns();
    go(game.length);
    if (!over) say(t("Taken back. {0}", stateText()));
    return next();
  }
  function resume() { return backTo(at); }
  function resign() {
    const side = isBots(0) && !isBots(1) ? 1 : isBots(1) && !isBots(0) ? 0 : game.side;
    ask(players.some(Boolean) ? t("Do you resign this game?") : t("Does {0} resign?", playerName(side)), t("Resign"), () => end(2 - side, "resigned"));
  }
  function offerDraw() {
    ask(t("{0} offers a draw. Does {1} accept it?", playerName(game.side), playerName(1 - game.side)), t("Accept"), () => end(3, "agreed"));
  }
  function end(result, why) {
    halt();
    over = { result, why, isAgreed: true };
    isNews = true;
    go(game.length);
  }
  // The same again: a new roll where there is one, otherwise the same start.
  function again() {
    const fresh = kind.hasRoll && !given.isSetUp ? { name: spec.name, variant: spec.variant, seed: seedFor(engine, spec.name, spec.variant) } : { ...spec, turns: [] };
    begin(fresh, { players, names, ...timeControl(), flipped });
    focusBoard();
  }
  async function hint() {
    const mine = sample, { length } = game;
    say(t("Working it out …"));
    const thought = await adviser.ask("think", { spec: specAt(length), ...advice });
    if (mine !== sample || !thought || length !== game.length) return;
    hinted = wordsOf(thought.turn).map(placeOfPart).filter(Boolean);
    showEntry();
    showMarks(thought.turn, true);
    say(t("Hint: {0}", shortTurn(thought.turn)));
  }
  async function analyse() {
    const mine = sample, { length } = game;
    say(t("Analysing …"));
    const answer = await adviser.ask("analyse", { text: recordText(), options: { form: "pgn" }, ...analysis });
    if (!answer || mine !== sample || length !== game.length) return;
    const [record] = engine.read(answer[0], { form: "pgn" });
    source = sourceOf(record);
    record.free();
    listTurns();
    show();
    say(t("Analysed. Step through the turns to read the comments."));
    onChange();
  }
  function judge() {
    judging = !judging;
    judgeButton.setAttribute("aria-pressed", String(judging));
    barBox.classList.toggle("shown", judging);
    if (judging) judgeNow();
  }
  async function judgeNow() {
    const length = at, judged = shown, { ending } = shown;
    if (ending) return showChance([0, 1, 0, 0.5][ending.result], verdictOn(ending.result, ending.reason));
    bar.text.textContent = t("Working it out …");
    adviser.stop();
    const { side } = shown, thought = await adviser.ask("think", { spec: specAt(length), ...opinion });
    if (!thought || judged !== shown || length !== at || !thought.score) return undefined;
    const { kind: what, amount } = thought.score, isGood = what === "win" || (what === "value" && amount > 0);
    const chance = what === "value" ? 1 / (1 + Math.exp(-amount / kind.scale)) : isGood ? 1 : 0;
    const white = side === 0 ? chance : 1 - chance;
    return showChance(white, what === "value" ? t("White's chance to win: {0} %", Math.round(100 * white)) : t("{0} wins in {1}", sideName(isGood ? side : 1 - side), amount));
  }
  function showChance(white, text) {
    bar.fill.style.width = `${(100 * white).toFixed(1)}%`;
    bar.text.textContent = text;
  }
  function flip() {
    flipped = !flipped;
    flipButton.setAttribute("aria-pressed", String(flipped));
    show();
    say(t("The board is turned round."));
    onChange();
  }

  // --- clocks ------------------------------------------------------------------------------------

  const timeText = (ms) => {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };
  const timeControl = () => (clocks ? { minutes: clocks.minutes, increment: clocks.increment } : { minutes: 0, increment: 0 });
  function tick() {
    if (!clocks || over) return;
    const now = performance.now();
    if (game.length > 0) clocks.left[clocks.side] -= now - clocks.since;
    clocks.since = now;
    clocks.side = game.side;
  }
  function showSeats() {
    for (const { name, clock, side } of seats) {
      name.textContent = playerName(side) === sideName(side) ? sideName(side) : `${sideName(side)}: ${playerName(side)}`;
      clock.textContent = clocks ? timeText(clocks.left[side]) : "";
      name.parentElement.classList.toggle("running", !over && shown.side === side);
    }
    count.textContent = spec.name === "more-or-less" ? countText() : spec.name === "springerjagd" ? reserveText() : "";
  }
  setInterval(() => {
    if (!clocks || over || !game) return;
    tick();
    if (clocks.left[clocks.side] <= 0) return end(2 - clocks.side, "time");
    return showSeats();
  }, 250);

  // --- the record --------------------------------------------------------------------------------

  // A record's text, turns, comments, symbols of NAGs and tags.
  function sourceOf(record) {
    const { comments, glyphs } = record.annotations;
    return { text: record.write("pgn"), turns: record.turns, comments, glyphs: glyphs.map((list) => list.map((nag) => nags[nag.replace("$", "")] || nag).join(" ")),
      tags: ["White", "Black", "Event", "Site", "Round", "Date"].map((name) => [name, record.tag(name)]).filter(([, value]) => value) };
  }
  function recordText() {
    if (source && source.text && source.turns.length === game.length) return source.text;
    const record = game.record();
    try {
      for (const side of [0, 1]) record.setTag(side ? "Black" : "White", players[side] ? `schiri ${botFor(players[side]).bot.split(" ")[0]}` : names[side] || sideName(side));
      for (const [name, value] of [["Event", "A game in the browser"], ["Site", "schiri.html"], ["Round", "1"]]) record.setTag(name, value);
      const now = new Date();
      record.setTag("Date", [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("."));
      for (const [name, value] of source ? source.tags : []) record.setTag(name, value);
      (source ? source.comments : []).forEach((comment, i) => { if (comment && i <= game.length) record.addComment(i, comment); });
      if (over && over.isAgreed) {
        record.setResult(results[over.result]);
        record.setTag("Termination", terminations[over.why]);
      }
      return record.write("pgn");
    } finally {
      record.free();
    }
  }
  function save(name, text) {
    saveText(name, text);
    news.textContent = t("Saved as {0}.", name);
    return t("Saved as {0}.", name);
  }
  function download() { say(save(`${spec.name}.pgn`, recordText())); }
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      news.textContent = t("Copied.");
    } catch (error) {
      news.textContent = text;
    }
  }
  function savePicture() {
    const file = `${spec.name}.svg`;
    saveText(file, shown.svg({ width: 600 }), "image/svg+xml");
    news.textContent = t("Saved as {0}.", file);
  }
  function setUp() {
    const start = pasted.value.trim();
    try {
      begin({ name: spec.name, variant: spec.variant, start, turns: [], isSetUp: true }, { players, names, flipped, ...timeControl() });
    } catch (error) {
      news.textContent = `${t("This is no position of {0}.", kind.title)} ${error.message}`;
      return;
    }
    pasted.value = "";
    news.textContent = t("The position is set up.");
  }

  // --- keys, clicks and drags --------------------------------------------------------------------

  function focus(place) {
    for (const other of places) other.element.setAttribute("tabindex", other === place ? 0 : -1);
    focused = place.name;
    place.element.focus({ preventScroll: true });
  }
  const placeUnder = (element) => places.find((place) => place.element.contains(element));
  root.addEventListener("pointerdown", () => skip(), { capture: true });
  root.addEventListener("keydown", () => skip(), { capture: true });
  svg.addEventListener("keydown", (event) => {
    const place = placeUnder(event.target);
    if (!place || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key.startsWith("Arrow")) {
      const found = neighbour(place, event.key, places, turned);
      if (found) focus(found);
    } else if (event.key === "Enter" || event.key === " ") choose(place.name);
    else if (event.key === "Backspace" && begun) takePart();
    else if (event.key === "Escape" && begun) { clearEntry(); said = ""; showEntry(); }
    else return;
    event.stopPropagation();
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (!game || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !root.getClientRects().length) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea, [role=region]") || (document.querySelector("dialog[open]") && !root.closest("dialog[open]"))) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 }[event.key];
    if (!step) return;
    keepFocus(() => go(at + step));
    event.preventDefault();
  });

  // A drag chooses the place where it begins and the one where it ends. A press without a drag chooses
  // at its end, because browsers may leave out the click of a touch that follows a drag.
  let drag = null, pressed = -Infinity;
  const slack = 8;
  svg.addEventListener("pointerdown", (event) => {
    const place = event.button === 0 && event.isPrimary ? placeUnder(event.target) : null;
    drag = place && canEnter() ? { place, x: event.clientX, y: event.clientY, isMoved: false, ghost: null } : null;
  });
  svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.isMoved) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < slack) return;
      const words = wordsOf(begun), last = words.length ? placeOfPart(words[words.length - 1]) : null;
      const figure = figureAt(preview(begun), drag.place);
      if (last !== drag.place.name) choose(drag.place.name);
      if (!begun || !figure) {
        drag.isMoved = true;
        return;
      }
      drag.isMoved = true;
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
      choose(its.place.name);
      return;
    }
    if (its.ghost) its.ghost.remove();
    if (svg.lastElementChild !== overlay) svg.append(overlay);
    const target = event.type === "pointerup" ? placeUnder(document.elementFromPoint(event.clientX, event.clientY)) : null;
    // The piece is there already.
    isStill = true;
    if (target && target !== its.place && begun) choose(target.name);
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
    if (performance.now() - pressed > 700) choose(place.name);
    pressed = -Infinity;
  }
  function placeElement(place, r) {
    place.element = draw("g", { class: "place", role: "button", "data-place": place.name, onclick: () => click(place),
      onpointerenter: () => showLocks(place.name), onpointerleave: () => { if (isTilt(place.name) && !drag) drawBoard(preview(begun)); },
      onfocus: () => { focused = place.name; } },
      draw("polygon", { class: "reach", points: areaOf(place, places) }), draw("circle", { class: "halo", r: 0.8 * r }), draw("circle", { class: "ring", r: 0.8 * r }));
    return place.element;
  }
  function layPlaces() {
    const fixed = kind.places(boards[number].variant);
    faces = game.figures.filter(([symbol]) => /-side-\d$/.test(symbol)).map(([, x, y], i) => ({ name: `face ${i}`, x, y, element: null }));
    octagons = octagonsOf(spec, fixed).map((octagon) => ({ ...octagon, element: null }));
    places = [...fixed, ...faces, ...octagons];
    overlay.replaceChildren(...places.map((place) => placeElement(place, roomOf(place, places))));
  }

  // Starts a game: {name, variant, start, roll, turns}, or {name, variant, seed}; `its` are {players:
  // null or {level} each, names, minutes, left, over, flipped, at, record}. Throws an EngineError.
  function begin(wanted, its) {
    const begins = wanted.seed === undefined ? engine.game(wanted) : engine.drawn(wanted.name, wanted.variant, wanted.seed);
    halt();
    adviser.stop();
    given = wanted;
    spec = { name: wanted.name, variant: wanted.variant, start: wanted.start, roll: wanted.roll };
    if (shown && shown !== game) shown.free();
    if (game) game.free();
    shown = game = begins;
    spec.variant = game.variant;
    spec.start = game.start;
    spec.roll = null;
    seed = Math.floor(Math.random() * 1e6) + 1;
    kind = engine.kind(spec.name);
    const boardNumber = (variant) => boards.findIndex((board) => board.game === spec.name && board.variant === variant);
    number = boardNumber(spec.variant);
    if (number < 0) number = boardNumber(spec.variant.split(";")[0]);
    players = its.players;
    names = its.names || [null, null];
    lesson = its.lesson || null;
    const { minutes, increment = 0 } = its;
    clocks = minutes ? { minutes, increment, left: its.left ? [...its.left] : [minutes * 60000, minutes * 60000], since: performance.now(), side: game.side } : null;
    flipped = Boolean(its.flipped);
    flipButton.setAttribute("aria-pressed", String(flipped));
    nameBox.checked = named = areNamesWanted ?? !(isTiny && spec.name === "more-or-less");
    focused = null;
    source = null;
    if (its.record) {
      const [record] = engine.read(its.record, { form: "pgn" });
      source = sourceOf(record);
      if (!its.names) names = ["White", "Black"].map((name) => record.tag(name));
      record.free();
    }
    const { ending } = game;
    over = its.over || (ending ? { result: ending.result, why: ending.reason } : null);
    clearEntry();
    layPlaces();
    nameFaces(game.figures);
    listTurns();
    isNews = false;
    isStill = true;
    go(its.at === undefined ? game.length : its.at);
    isStill = false;
    if (atEnd()) next();
  }
  return {
    begin, save, focus: focusBoard,
    get turns() { return game.turns; },
    get side() { return game.side; },
    get isLesson() { return Boolean(lesson); },
    get spec() { return spec; },
    // What begin() needs to continue: [game, its].
    get state() {
      tick();
      return [{ ...spec, turns: game.turns, isSetUp: given.isSetUp }, { players, names, flipped, at, over,
        ...timeControl(), left: clocks ? clocks.left : null, record: source ? recordText() : null }];
    },
    stop() { halt(); adviser.stop(); },
  };
}
