// The table: a game on its board, entered part by part, against bots or a friend.
import { createBoard, stepTime } from "./board.js";
import { createClock, timeText } from "./clock.js";
import { createEntry } from "./entry.js";
import { bare, goalOf, isTilt, stepOf, wordsOf } from "./guide.js";
import { botOf } from "./levels.js";
import { createPanel } from "./panel.js";
import { countText, shortTurn, verdictText } from "./phrases.js";
import { isAt } from "./places.js";
import { figuresOf } from "./preview.js";
import { cutSource, recordText, sourceOf } from "./record.js";
import { aboutOctagon, whyNot } from "./refusal.js";
import { createReview } from "./review.js";
import { make, saveText } from "../shared/dom.js";
import { createWorker } from "../shared/page_engine.js";

const advice = { bot: "alphabeta", limits: { nodes: 200000, milliseconds: 1500 } };
const opinion = { bot: "alphabeta", limits: { nodes: 60000, milliseconds: 700 } };
const analysis = { bot: "alphabeta", limits: { nodes: 20000 } };

// A number from which a new game is drawn. A roll that forces a pass at once is a dull beginning.
export function seedFor(engine, name, variant) {
  for (let tries = 0; ; ++tries) {
    const seed = Math.floor(Math.random() * 1e9), game = engine.drawn(name, variant, seed), { next } = game.parts("");
    game.free();
    if (tries === 20 || next.some((part) => !/pass$/.test(part))) return seed;
  }
}

// The pieces of the other colour than before, where a piece was already.
function turnedBetween(before, after) {
  const coloured = (figures) => figures.filter(([symbol]) => /-(white|black)(-disc)?$/.test(symbol));
  return coloured(after).filter(([symbol, x, y]) => coloured(before).some((figure) => figure[0] !== symbol && isAt({ x, y })(figure)));
}

// `boards` are the page's boards by number, with game and variant; `t` translates; `tools` are further
// buttons beside the title; `onChange` is called when a state to keep has changed, see state(); `onNew`
// before another game takes the place of this one; `onTurn` when a bot has played; `linkOf` makes an address
// of a record.
export function createTable({ root, engine, module, boards, t, tools = [], onChange = () => {}, onNew = () => {}, onTurn = /** @type {(isOver: boolean) => void} */ (() => {}), linkOf = /** @type {null | ((record: string) => Promise<string>)} */ (null) }) {
  /** @param {any} player */
  const botFor = ({ level }) => botOf(spec.name, level);
  const sideNames = [t("White"), t("Black")];
  // On the smallest phones the names of 51 points cannot be read, and take room from the points.
  const isTiny = matchMedia("(max-width: 24rem) and (max-height: 44rem)").matches;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const thinker = createWorker(module), adviser = createWorker(module);

  // The game, its kind and start; `shown` is the game after `at` turns; `source` is the record that the game
  // comes from; `over` its end, {result, why, isAgreed}.
  let spec = null, game = null, kind = null, at = 0, shown = null, given = null, source = null, over = null, clock = null, lesson = null;
  /** @type {(null | {level: number})[]} */
  let players = [null, null];
  let names = [null, null];
  // `sample` counts the questions to the bots: older answers are dropped. `isNews`: the game has just ended.
  let sample = 0, seed = 1, said = "", turnedOver = [], hinted = [], isThinking = false, isNews = false, isJudging = false;
  /** @type {boolean | null} */
  let areNamesWanted = null;
  /** @type {() => void} ends the showing of a turn part by part */
  let skip = () => {};

  const board = createBoard({ t, boards, isCalm, entry: {
    canEnter, choose, takePart, locksOf, clear: () => { entry.clear(); said = ""; showEntry(); },
    begun: () => entry.begun, lastPlace: () => entry.lastPlace, figures: () => preview(entry.begun),
  } });
  const entry = createEntry(board.placeOf);
  const review = createReview(t, (turns) => go(turns), (i, turn, comment) => {
    go(i);
    say(t("Try again here: {0} was played. {1}", shortTurn(turn), comment));
  });
  const act = {
    first: () => go(0), back: () => go(at - 1), forward: () => go(at + 1), last: () => go(game.length), go,
    undo, hint, resign, draw: offerDraw, evaluation: judge, flip, again, analyseGame: analyse, playTurn: () => finish(entry.begun),
    resume: () => backTo(at), nextLesson: () => lesson.next(), enterTyped, setUp,
    download, saveGame: download, picture: () => save(`${spec.name}.svg`, shown.svg({ width: 600 }), "image/svg+xml"),
    copyPosition: () => copy(shown.position), copyRecord: () => copy(record()), copyLink: async () => { if (linkOf) copy(await linkOf(record())); },
    name(isNamed) { areNamesWanted = board.isNamed = isNamed; show(); },
  };
  const focusing = Object.fromEntries(Object.entries(act).map(([name, action]) => [name, (...given) => keepFocus(() => action(...given))]));
  const panel = createPanel({ root, t, board, tools, act: focusing, review, hasLinks: linkOf !== null });

  const playerName = (side) => {
    const its = players[side];
    return its ? t("Bot {0}", its.level) : names[side] || sideNames[side];
  };
  const specAt = (turns) => ({ ...spec, turns: game.played.slice(0, turns) });
  const atEnd = () => at === game.length;
  const firstSide = () => (game.side + game.length) % 2;
  function isBots(side) { return players[side] !== null; }
  function canEnter() { return atEnd() && !(lesson && game.length) && !over && !isThinking && !isBots(game.side); }
  function endingOf(its) {
    const { ending } = its;
    return ending ? { result: ending.result, why: ending.reason } : null;
  }
  function say(text) {
    said = text;
    showStep();
  }
  // Executes an action; a focused element that it removes or disables passes the focus to the board.
  function keepFocus(action) {
    const before = document.activeElement, isOurs = root.contains(before);
    const answer = action();
    const now = /** @type {any} */ (document.activeElement);
    if (isOurs && (!now || now === document.body || now.disabled)) board.focus();
    return answer;
  }

  // --- the entry of a turn -------------------------------------------------------------------------

  const entryState = () => ({ game: spec.name, position: shown, places: board.places, faces: board.faces, begun: entry.begun });
  function preview(beginning) { return figuresOf({ game: spec.name, position: shown, places: board.places }, beginning); }
  function guideState() {
    const { next, isTurn } = entry.parts;
    return { game: spec.name, variant: spec.variant, side: shown.side, places: board.places, figures: preview(entry.begun), begun: entry.words, next, isTurn };
  }
  function refusal() {
    return over ? t("The game is over. Undo takes turns back.") : !atEnd() ? t("This is an earlier position. Go to the end, or play on from here.") : t("It is not your turn yet.");
  }
  function choose(name) {
    if (!canEnter()) return say(refusal());
    hinted = [];
    said = "";
    const effect = entry.choose(name);
    if (effect === "turn") return finish(entry.begun);
    if (effect === "part") return showEntry();
    const octagon = board.octagon(name);
    say(octagon ? aboutOctagon(t, entryState(), octagon) : whyNot(entryState(), name) || stepOf(t, guideState()).text);
    return showPlaces(preview(entry.begun));
  }
  function takePart() {
    entry.take();
    said = "";
    showEntry();
  }
  // The figures with the locks that a face would bring, or null.
  function locksOf(name) {
    const [way] = canEnter() ? entry.waysTo(name) : [];
    if (!way || !isTilt(way)) return null;
    const isLock = ([symbol]) => /-(column|row)$/.test(symbol);
    return [...preview(entry.begun + way).filter(isLock), ...preview(entry.begun).filter((figure) => !isLock(figure))];
  }

  // --- display -------------------------------------------------------------------------------------

  function showPlaces(figures) {
    const ways = canEnter() ? new Set(entry.parts.next.map(board.placeOf)) : null;
    board.showPlaces(figures, { ways, taken: new Set(entry.words.map(board.placeOf)), hinted });
  }
  function showEntry() {
    keepFocus(() => {
      const figures = preview(entry.begun);
      board.draw(figures);
      showPlaces(figures);
      board.showMarks(entry.begun || isThinking || !at ? null : game.played[at - 1], turnedOver);
      showStep();
      showChoices();
    });
    const chip = /** @type {HTMLElement} */ (entry.isChoosingWay && panel.entry.querySelector(".chip"));
    if (chip) chip.focus({ preventScroll: true });
    panel.undo.disabled = game.length === 0 && !entry.begun && !(over && over.isAgreed);
  }
  // The step of the turn and what to do, or what has just been said instead.
  function showStep() {
    const comment = source && !entry.begun ? source.comments[at] : "";
    const step = shown && canEnter() ? stepOf(t, guideState()) : { steps: [], now: 0, text: comment };
    panel.showStep(step, said || comment || step.text || "", Boolean(said));
  }
  function showChoices() {
    const { button } = panel, main = { class: "main" };
    const content = () => {
      if (lesson && game.length) return [button("nextLesson", lesson.isLast ? t("Play a game") : t("Next"), main)];
      if (!atEnd()) return [button("resume", t("Play on from here"), main)];
      if (over) return [button("again", t("Play again"), main), button("analyseGame", t("Analyse")), button("saveGame", t("Save"))];
      if (!canEnter()) return [];
      return [entry.begun ? make("code", { class: "begun", title: entry.begun }, shortTurn(entry.begun)) : null,
        ...entry.chips.map((part) => make("button", { type: "button", class: "chip", "data-part": part, onclick: () => keepFocus(() => choosePart(part)) }, bare(part) === "pass" ? t("Pass") : part)),
        entry.begun && entry.parts.isTurn ? button("playTurn", t("Play turn"), main) : null];
    };
    panel.entry.replaceChildren(...content().filter((item) => item !== null));
  }
  function choosePart(part) {
    said = "";
    if (entry.extend(part)) finish(entry.begun);
    else showEntry();
  }
  // Whether the one person at the board, if there is one, has won (1) or lost (2); otherwise 0.
  function readerOf(result) {
    if (isBots(0) === isBots(1) || result === 3) return 0;
    return result === (isBots(0) ? 2 : 1) ? 1 : 2;
  }
  const verdict = (end) => verdictText(t, shown, end, readerOf(end.result));
  function stateText() {
    if (atEnd() && over) return verdict(over);
    const { side } = shown;
    if (isThinking) return t("{0} is thinking …", playerName(side));
    return players.some(Boolean) && !isBots(side) ? t("Your turn ({0})", sideNames[side]) : t("sentence\x04{0} to move", playerName(side));
  }
  function lastTurnText() {
    if (!at || (atEnd() && over)) return "";
    const played = t("{0} played {1}.", playerName((firstSide() + at - 1) % 2), shortTurn(game.played[at - 1]));
    return turnedOver.length && spec.name === "more-or-less" ? `${played} ${t("{0} {0:stone|stones} turned over.", turnedOver.length)} ` : `${played} `;
  }
  function show() {
    keepFocus(() => {
      panel.title.textContent = kind.title;
      panel.goal.textContent = lesson ? lesson.text : t(goalOf(kind));
      panel.whisper("");
      showEntry();
      const state = stateText();
      panel.status.textContent = lastTurnText() + state;
      board.svg.setAttribute("aria-label", `${t("game board\x04Board")}. ${state}`);
      panel.setSteps(at === 0, atEnd());
      panel.hint.disabled = !canEnter();
      panel.resign.disabled = Boolean(over);
      panel.offer.disabled = Boolean(over) || game.length === 0 || players.some(Boolean);
      panel.triumph.hidden = !over || !atEnd() || !isNews;
      panel.triumph.textContent = over && !panel.triumph.hidden ? verdict(over) : "";
      panel.triumph.classList.toggle("lost", Boolean(over) && readerOf(over.result) === 2);
      isNews = false;
      panel.markTurn(at);
      showSeats();
    });
    if (isJudging) judgeNow();
  }
  function showSeats() {
    panel.seats.forEach(({ name, clock: box }, side) => {
      name.textContent = playerName(side) === sideNames[side] ? sideNames[side] : `${sideNames[side]}: ${playerName(side)}`;
      box.textContent = clock ? timeText(clock.left[side]) : "";
      name.parentElement.classList.toggle("running", !over && shown.side === side);
    });
    panel.count.textContent = countText(t, spec, shown);
  }
  function listTurns() {
    const began = firstSide();
    review.show(source ? { ...source, turns: game.played, began, scale: kind.scale, shortTurn } : null);
    panel.listTurns(game.played, began, (source && source.glyphs) || []);
  }
  function go(turns) {
    const before = at;
    at = Math.min(Math.max(turns, 0), game.length);
    if (shown && shown !== game) shown.free();
    shown = atEnd() ? game : engine.game(specAt(at));
    turnedOver = at ? turnedBetween(figuresAfter(at - 1), shown.figures) : [];
    entry.begin(shown);
    hinted = [];
    said = "";
    if (Math.abs(at - before) > 1) board.still(show);
    else show();
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

  // --- playing -------------------------------------------------------------------------------------

  function finish(turn) {
    try {
      game.play(turn);
    } catch (error) {
      entry.clear();
      showEntry();
      return say(t("That cannot be played: {0}", error.message));
    }
    tick();
    if (clock) clock.addIncrement(1 - game.side);
    if (lesson) return finishLesson();
    if (source) source = cutSource(source, game.played);
    over = endingOf(game);
    isNews = Boolean(over);
    listTurns();
    go(game.length);
    return next();
  }
  // Any other turn than that of the lesson is taken back.
  function finishLesson() {
    const isIt = game.played[0] === lesson.turn;
    listTurns();
    if (!isIt) {
      backTo(0);
      return say(t("That can be played too. Here play {0}.", lesson.turn));
    }
    over = endingOf(game);
    isNews = Boolean(over);
    go(game.length);
    return say(lesson.isLast ? t("Well done: you know how to play now.") : t("Well done."));
  }
  async function next() {
    if (over || !isBots(game.side)) return;
    isThinking = true;
    show();
    const mine = ++sample, { bot, limits } = botFor(players[game.side]), began = performance.now();
    const left = clock ? clock.left[game.side] : Infinity, held = { ...limits, milliseconds: Math.max(50, Math.min(limits.milliseconds || 3000, left / 20)) };
    const thought = await thinker.ask("think", { spec: specAt(game.length), bot, limits: held, seed: seed + game.length });
    if (mine !== sample || !thought) return;
    const rest = 300 - (performance.now() - began);
    if (rest > 0 && !isCalm) await new Promise((resolve) => setTimeout(resolve, rest));
    if (!isCalm) await showSteps(thought.turn, () => mine === sample);
    if (mine !== sample) return;
    isThinking = false;
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
      board.draw(figures);
      await new Promise((resolve) => {
        skip = () => { isSkipped = true; resolve(null); };
        setTimeout(resolve, stepTime + 50);
      });
    }
    skip = () => {};
  }
  function halt() {
    ++sample;
    isThinking = false;
    thinker.stop();
  }
  function enterTyped() {
    const turn = panel.typed.value.trim(), { length } = game;
    if (!turn) return;
    if (!canEnter()) return say(refusal());
    finish(turn);
    if (game.length > length) panel.typed.value = "";
  }
  function undo() {
    if (entry.begun) return takePart();
    halt();
    // A game that was given up goes on.
    if (over && over.isAgreed && atEnd()) {
      if (clock) clock.refill();
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
    over = endingOf(game);
    if (clock) clock.run(game.side, performance.now());
    if (source) source = { ...source, text: null };
    listTurns();
    go(game.length);
    if (!over) say(t("Taken back. {0}", stateText()));
    next();
  }
  function resign() {
    const side = isBots(0) && !isBots(1) ? 1 : isBots(1) && !isBots(0) ? 0 : game.side;
    ask(players.some(Boolean) ? t("Do you resign this game?") : t("Does {0} resign?", playerName(side)), t("Resign"), () => end(2 - side, "resigned"));
  }
  function offerDraw() {
    ask(t("{0} offers a draw. Does {1} accept it?", playerName(game.side), playerName(1 - game.side)), t("Accept"), () => end(3, "agreed"));
  }
  function ask(text, action, doIt) { panel.ask(text, action, () => keepFocus(doIt)); }
  function end(result, why) {
    halt();
    over = { result, why, isAgreed: true };
    isNews = true;
    go(game.length);
  }
  // The same again: a new roll where there is one, otherwise the same start.
  function again() {
    const { name, variant } = spec, fresh = kind.hasRoll && !given.isSetUp ? { name, variant, seed: seedFor(engine, name, variant) } : { ...spec, turns: [] };
    onNew();
    begin(fresh, { players, names, ...timeControl(), flipped: board.isFlipped });
    board.focus();
  }
  function flip() {
    board.isFlipped = !board.isFlipped;
    panel.flip.setAttribute("aria-pressed", String(board.isFlipped));
    show();
    say(t("The board is turned round."));
    onChange();
  }

  // --- advice --------------------------------------------------------------------------------------

  // A hint is drawn; only screen readers say it.
  async function hint() {
    const mine = sample, { length } = game;
    say(t("Working it out …"));
    const thought = await adviser.ask("think", { spec: specAt(length), ...advice });
    if (mine !== sample || !thought || length !== game.length) return;
    hinted = wordsOf(thought.turn).map(board.placeOf).filter(Boolean);
    said = "";
    showEntry();
    board.showMarks(thought.turn, [], true);
    panel.whisper(t("Hint: {0}", shortTurn(thought.turn)));
  }
  async function analyse() {
    const mine = sample, { length } = game;
    say(t("Analysing …"));
    const answer = await adviser.ask("analyse", { text: record(), options: { form: "pgn" }, ...analysis });
    if (!answer || mine !== sample || length !== game.length) return;
    const [analysed] = engine.read(answer[0], { form: "pgn" });
    source = sourceOf(analysed);
    analysed.free();
    listTurns();
    show();
    say(t("Analysed. Step through the turns to read the comments."));
    onChange();
  }
  function judge() {
    isJudging = !isJudging;
    panel.toggleJudgement(isJudging);
    if (isJudging) judgeNow();
  }
  async function judgeNow() {
    const length = at, judged = shown, end = endingOf(shown);
    if (end) return panel.showChance([0, 1, 0, 0.5][end.result], verdict(end));
    panel.showChance(null, t("Working it out …"));
    adviser.stop();
    const { side } = shown, thought = await adviser.ask("think", { spec: specAt(length), ...opinion });
    if (!thought || judged !== shown || length !== at || !thought.score) return undefined;
    const { kind: what, amount } = thought.score, isValue = what === "value", isGood = what === "win" || (isValue && amount > 0);
    const chance = isValue ? 1 / (1 + Math.exp(-amount / kind.scale)) : Number(isGood), white = side === 0 ? chance : 1 - chance;
    return panel.showChance(white, isValue ? t("White's chance to win: {0} %", Math.round(100 * white)) : t("{0} wins in {1}", sideNames[isGood ? side : 1 - side], amount));
  }

  // --- clocks --------------------------------------------------------------------------------------

  const timeControl = () => (clock ? { minutes: clock.minutes, increment: clock.increment } : { minutes: 0, increment: 0 });
  function tick() { if (clock && !over) clock.tick(game.side, performance.now(), game.length > 0); }
  setInterval(() => {
    if (!clock || over || !game) return;
    tick();
    if (clock.isOver) end(2 - clock.side, "time");
    else showSeats();
  }, 250);

  // --- the record ----------------------------------------------------------------------------------

  function record() {
    const named = [0, 1].map((side) => (players[side] ? `schiri ${botFor(players[side]).bot.split(" ")[0]}` : names[side] || sideNames[side]));
    return recordText({ game, source, players: named, over, date: new Date() });
  }
  function save(name, text, type = "text/plain") {
    saveText(name, text, type);
    panel.tell(t("Saved as {0}.", name));
    return t("Saved as {0}.", name);
  }
  function download() { say(save(`${spec.name}.pgn`, record())); }
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      panel.tell(t("Copied."));
    } catch (error) {
      panel.tell(text);
    }
  }
  function setUp() {
    const wanted = { name: spec.name, variant: spec.variant, start: panel.pasted.value.trim(), turns: [], isSetUp: true };
    try {
      engine.game(wanted).free();
    } catch (error) {
      panel.tell(`${t("This is no position of {0}.", kind.title)} ${error.message}`);
      return;
    }
    onNew();
    begin(wanted, { players, names, flipped: board.isFlipped, ...timeControl() });
    panel.pasted.value = "";
    panel.tell(t("The position is set up."));
  }

  root.addEventListener("pointerdown", () => skip(), { capture: true });
  root.addEventListener("keydown", () => skip(), { capture: true });
  document.addEventListener("keydown", (event) => {
    if (!game || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !root.getClientRects().length) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea, [role=region]") || (document.querySelector("dialog[open]") && !root.closest("dialog[open]"))) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 }[event.key];
    if (!step) return;
    keepFocus(() => go(at + step));
    event.preventDefault();
  });

  // Starts a game: {name, variant, start, roll, turns}, or {name, variant, seed}; `its` are {players:
  // null or {level} each, names, minutes, left, over, flipped, at, record}. Throws an EngineError.
  function begin(wanted, its) {
    const begins = wanted.seed === undefined ? engine.game(wanted) : engine.drawn(wanted.name, wanted.variant, wanted.seed);
    halt();
    adviser.stop();
    if (shown && shown !== game) shown.free();
    if (game) game.free();
    shown = game = begins;
    given = wanted;
    spec = { name: wanted.name, variant: game.variant, start: game.start, roll: null };
    kind = engine.kind(spec.name);
    seed = Math.floor(Math.random() * 1e6) + 1;
    players = its.players;
    names = its.names || [null, null];
    lesson = its.lesson || null;
    clock = its.minutes ? createClock(its, game.side, performance.now()) : null;
    board.isFlipped = Boolean(its.flipped);
    panel.flip.setAttribute("aria-pressed", String(board.isFlipped));
    panel.named.checked = board.isNamed = areNamesWanted ?? !(isTiny && spec.name === "more-or-less");
    source = null;
    if (its.record) {
      const [read] = engine.read(its.record, { form: "pgn" });
      source = sourceOf(read);
      if (!its.names) names = ["White", "Black"].map((name) => read.tag(name));
      read.free();
    }
    over = its.over || endingOf(game);
    board.lay(game, kind);
    listTurns();
    isNews = false;
    board.still(() => go(its.at === undefined ? game.length : its.at));
    if (atEnd()) next();
  }
  return {
    begin, save, focus: board.focus,
    get turns() { return game.played; },
    get side() { return game.side; },
    get isLesson() { return Boolean(lesson); },
    get spec() { return spec; },
    // What begin() needs to continue: [game, its].
    get state() {
      tick();
      return [{ ...spec, turns: game.played, isSetUp: given.isSetUp }, { players, names, flipped: board.isFlipped, at, over,
        ...timeControl(), left: clock ? clock.left : null, record: source ? record() : null }];
    },
    stop() { halt(); adviser.stop(); },
  };
}
