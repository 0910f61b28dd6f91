// The table: a game on its board, entered part by part, against bots or a friend. Its parts: the match, the board,
// the entry of a turn, the bots, what they advise, and the records.
import { createAdvice } from "./advice.js";
import { createBoard } from "./board.js";
import { timeText } from "./clock.js";
import { createKeeping } from "./keeping.js";
import { goalOf } from "./guide.js";
import { createMatch, endingOf, seedFor } from "./match.js";
import { createOpponent } from "./opponent.js";
import { createPanel } from "./panel.js";
import { countText, shortTurn, verdictText } from "./phrases.js";
import { sourceOf } from "./record.js";
import { createReview } from "./review.js";
import { createTurnEntry } from "./turn_entry.js";
import { typedTurn } from "./typed.js";

// `boards` are the page's boards by number, with game and variant; `t` translates; `tools` are further
// buttons beside the title; `onChange` is called when a state to keep has changed, see state(); `onNew`
// before another game takes the place of this one; `onTurn` when a bot has played, `onWin` when one person has
// won against a bot, once a game; `linkOf` makes an address of a record.
export function createTable({ root, engine, module, boards, t, tools = [], onChange = () => {}, onNew = () => {}, onTurn = /** @type {(isOver: boolean) => void} */ (() => {}), onWin = /** @type {(its: {game: string, level: number}) => void} */ (() => {}), linkOf = /** @type {null | ((record: string) => Promise<string>)} */ (null) }) {
  const sideNames = [t("White"), t("Black")], match = createMatch(engine, t), closing = new AbortController();
  // On the smallest phones the names of 51 points cannot be read, and take room from the points.
  const isTiny = matchMedia("(max-width: 24rem) and (max-height: 44rem)").matches;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  // The game has just ended.
  let isNews = false;
  /** @type {boolean | null} */
  let areNamesWanted = null;

  const board = createBoard({ t, boards, isCalm, entry: {
    canEnter, choose: (name) => entry.choose(name), takePart: () => entry.take(), locksOf: (name) => entry.locksOf(name), clear: () => entry.clear(),
    begun: () => entry.begun, lastPlace: () => entry.lastPlace, figures: () => entry.preview(entry.begun),
  } });
  const review = createReview(t, (turns) => go(turns), (i, turn, comment) => {
    go(i);
    say(t("Try again here: {0} was played. {1}", shortTurn(turn), comment));
  });
  const act = {
    first: () => go(0), back: () => go(match.at - 1), forward: () => go(match.at + 1), last: () => go(match.length), go,
    undo, hint, resign, draw: offerDraw, evaluation: () => advice.toggle(), flip, again, analyseGame: analyse, playTurn: () => finish(entry.begun),
    moveNow: () => opponent.moveNow(), resume: () => backTo(match.at, true), nextLesson: () => match.lesson.next(), enterTyped, setUp, setPlayer, takeLine,
    download: () => say(keeping.download()), saveGame: () => say(keeping.download()), picture: () => keeping.picture(),
    copyPosition: () => keeping.copyPosition(), copyRecord: () => keeping.copyRecord(), copyLink: () => keeping.copyLink(),
    name(isNamed) { areNamesWanted = board.isNamed = isNamed; show(); },
  };
  const focusing = Object.fromEntries(Object.entries(act).map(([name, action]) => [name, (...given) => keepFocus(() => action(...given))]));
  const panel = createPanel({ root, t, board, tools, act: focusing, review, hasLinks: linkOf !== null });
  const entry = createTurnEntry({ match, board, t, panel, finish, keepFocus, otherChoices,
    rules: { canEnter, refusal, isThinking: () => opponent.isThinking }, comment: () => (match.source ? match.source.comments[match.at] : "") });
  const failed = (error) => { show(); say(t("The bot has stopped: {0} Undo takes turns back.", `${error.message}.`)); };
  const opponent = createOpponent({ module, match, isCalm, failed, show: { thinking: show, steps: entry.showSteps }, played(turn) {
    finish(turn);
    onTurn(Boolean(match.over));
  } });
  const verdict = (end) => verdictText(t, match.shown, end, readerOf(end.result));
  const advice = createAdvice({ module, match, t, panel, sideNames, failed });
  const keeping = createKeeping({ match, panel, t, sideNames, linkOf });
  function say(text) { entry.say(text); }

  const playerName = (side) => {
    const its = match.players[side];
    return its ? t("Bot {0}", its.level) : match.names[side] || sideNames[side];
  };
  function canEnter() {
    const { atEnd, lesson, over } = match;
    return atEnd && !(lesson && match.length) && !over && !opponent.isThinking && !match.isBots(match.side);
  }
  function refusal() {
    return match.over && match.atEnd ? t("The game is over. Undo takes turns back.") : !match.atEnd ? t("This is an earlier position. Go to the end, or play on from here.") : t("It is not your turn yet.");
  }
  // Executes an action; a focused element that it removes or disables passes the focus to the board.
  function keepFocus(action) {
    const before = document.activeElement, isOurs = root.contains(before);
    const answer = action();
    const now = /** @type {any} */ (document.activeElement);
    if (isOurs && (!now || now === document.body || now.disabled)) board.focus();
    return answer;
  }

  // --- display -------------------------------------------------------------------------------------

  // The buttons of a position in which no turn is entered.
  function otherChoices() {
    const { button } = panel, main = { class: "main" }, { lesson, over } = match;
    if (lesson && match.length) return [button("nextLesson", lesson.isLast ? t("Play a game") : t("Next"), main)];
    if (!match.atEnd) return [button("resume", t("Play on from here"), main)];
    if (over) return [button("again", t("Play again"), main), button("analyseGame", t("Analyse")), button("saveGame", t("Save"))];
    if (opponent.isThinking) return opponent.canBeHurried ? [button("moveNow", t("Move now"))] : [];
    return null;
  }
  // Whether the one person at the board, if there is one, has won (1) or lost (2); otherwise 0.
  function readerOf(result) {
    if (match.isBots(0) === match.isBots(1) || result === 3) return 0;
    return result === (match.isBots(0) ? 2 : 1) ? 1 : 2;
  }
  function stateText() {
    const { over, shown: { side } } = match;
    if (match.atEnd && over) return verdict(over);
    if (opponent.isThinking) return t("{0} is thinking …", playerName(side));
    return match.hasBots && !match.isBots(side) ? t("Your turn ({0})", sideNames[side]) : t("sentence\x04{0} to move", playerName(side));
  }
  function lastTurnText() {
    const { at, over, turnedOver } = match;
    if (!at || (match.atEnd && over)) return "";
    const played = t("{0} played {1}.", playerName((match.firstSide + at - 1) % 2), shortTurn(match.game.played[at - 1]));
    return turnedOver.length && match.spec.name === "more-or-less" ? `${played} ${t("{0} {0:stone|stones} turned over.", turnedOver.length)} ` : `${played} `;
  }
  function show() {
    const { lesson, over, kind, at } = match;
    keepFocus(() => {
      panel.title.textContent = kind.title;
      panel.goal.textContent = lesson ? lesson.text : t(goalOf(kind));
      panel.whisper("");
      entry.show();
      const state = stateText();
      panel.status.textContent = lastTurnText() + state;
      board.svg.setAttribute("aria-label", `${t("game board\x04Board")}. ${state}`);
      panel.setSteps(at === 0, match.atEnd);
      panel.hint.disabled = match.atEnd ? !canEnter() : Boolean(endingOf(match.shown));
      if (over) panel.closeQuestion();
      panel.resign.hidden = panel.offer.hidden = Boolean(lesson);
      panel.resign.disabled = Boolean(over);
      panel.offer.disabled = Boolean(over) || match.length === 0 || match.hasBots;
      panel.showTriumph(over && match.atEnd && isNews ? verdict(over) : "", Boolean(over) && readerOf(over.result) === 2);
      isNews = false;
      panel.markTurn(at);
      showSeats();
    });
    advice.judgeNow();
  }
  function showSeats() {
    const { clock, over, shown } = match;
    panel.seats.forEach(({ name, clock: box }, side) => {
      name.textContent = playerName(side) === sideNames[side] ? sideNames[side] : `${sideNames[side]}: ${playerName(side)}`;
      box.textContent = clock ? timeText(clock.left[side]) : "";
      name.parentElement.classList.toggle("running", !over && shown.side === side);
    });
    panel.showPlayers(match.players);
    panel.count.textContent = countText(t, match.spec, shown);
  }
  function listTurns() {
    const { source, kind, firstSide, game } = match;
    review.show(source ? { ...source, turns: game.played, began: firstSide, scale: kind.scale, shortTurn } : null);
    panel.listTurns(game.played, firstSide, (source && source.glyphs) || [], match.variations);
  }
  function go(turns) {
    const before = match.at;
    match.go(turns);
    entry.begin();
    if (Math.abs(match.at - before) > 1) board.still(show);
    else show();
    onChange();
  }

  // --- playing -------------------------------------------------------------------------------------

  function finish(turn) {
    try {
      match.play(turn);
    } catch (error) {
      entry.clear();
      return say(t("That cannot be played: {0}", error.message));
    }
    if (match.lesson) return finishLesson();
    isNews = Boolean(match.over);
    countWin();
    listTurns();
    go(match.length);
    return opponent.next();
  }
  // Any other turn than that of the lesson is taken back.
  function finishLesson() {
    const { lesson, game } = match, isIt = game.played[0] === lesson.turn;
    listTurns();
    if (!isIt) {
      backTo(0);
      return say(t("That can be played too. Here play {0}.", lesson.turn));
    }
    isNews = Boolean(match.over);
    go(game.length);
    return say(lesson.isLast ? t("Well done: you know how to play now.") : t("Well done."));
  }
  function enterTyped() {
    const text = panel.typed.value.trim(), { length } = match;
    if (!text) return;
    if (!canEnter()) return say(refusal());
    finish(typedTurn(engine, match.game, text) || text);
    if (match.length > length) panel.typed.value = "";
  }
  function undo() {
    if (entry.begun) return entry.take();
    opponent.halt();
    // A game that was given up goes on.
    if (match.over && match.over.isAgreed && match.atEnd) return backTo(match.length);
    match.go(match.length);
    let turns = 1;
    // Back to the last position with a person to move.
    while (turns < match.length && match.isBots((match.side + turns) % 2)) ++turns;
    return backTo(match.length - Math.min(turns, match.length));
  }
  // Takes turns back; with `keeps` those that are left stay as a variation.
  function backTo(length, keeps = false) {
    opponent.halt();
    match.back(length, keeps);
    listTurns();
    go(match.length);
    if (!match.over) say(t("Taken back. {0}", stateText()));
    opponent.next();
  }
  // Goes on with a line that was left; that which was played stays as a variation.
  function takeLine(line) {
    opponent.halt();
    match.take(line);
    listTurns();
    go(match.length);
    opponent.next();
  }
  // A side gets a bot of a level, or a person with level 0, in the middle of the game.
  function setPlayer(side, level) {
    opponent.halt();
    match.players = match.players.map((its, i) => (i === side ? (level ? { level } : null) : its));
    go(match.at);
    if (match.atEnd) opponent.next();
  }
  function resign() {
    const { players, side } = match, loser = match.isBots(0) && !match.isBots(1) ? 1 : match.isBots(1) && !match.isBots(0) ? 0 : side;
    ask(players.some(Boolean) ? t("Do you resign this game?") : t("Does {0} resign?", playerName(loser)), t("Resign"), () => end(2 - loser, "resigned"));
  }
  function offerDraw() {
    ask(t("{0} offers a draw. Does {1} accept it?", playerName(match.side), playerName(1 - match.side)), t("Accept"), () => end(3, "agreed"));
  }
  function ask(text, action, doIt) { panel.ask(text, action, () => keepFocus(doIt)); }
  function end(result, why) {
    if (match.over) return;
    opponent.halt();
    match.end(result, why);
    isNews = true;
    countWin();
    go(match.length);
  }
  function countWin() {
    const bot = match.players[0] || match.players[1];
    if (!bot || !match.over || match.isCounted || match.given.isSetUp || readerOf(match.over.result) !== 1) return;
    match.isCounted = true;
    onWin({ game: match.spec.name, level: bot.level });
  }
  // Again with colours changed: a new roll where there is one, otherwise the same start.
  function again() {
    const { spec, kind, given, timeControl } = match, { name, variant } = spec, [players, names] = [match.players, match.names].map((its) => [...its].reverse());
    const fresh = kind.hasRoll && !given.isSetUp ? { name, variant, seed: seedFor(engine, name, variant) } : { ...spec, turns: [], isSetUp: given.isSetUp };
    onNew();
    begin(fresh, { players, names, ...timeControl, flipped: players.filter(Boolean).length === 1 ? players[0] !== null : board.isFlipped });
    board.focus();
  }
  function flip() {
    board.isFlipped = !board.isFlipped;
    panel.setFlipped(board.isFlipped);
    show();
    say(t("The board is turned round."));
    onChange();
  }

  // --- advice --------------------------------------------------------------------------------------

  async function hint() {
    say(t("Working it out …"));
    const thought = await advice.hint();
    if (thought) entry.showHint(thought.turn);
  }
  async function analyse() {
    say(t("Analysing …"));
    const answer = await advice.analyse(keeping.record());
    if (!answer) return;
    const [analysed] = engine.read(answer[0], { form: "pgn" });
    match.source = sourceOf(analysed);
    analysed.free();
    listTurns();
    show();
    say(t("Analysed. Step through the turns to read the comments."));
    onChange();
  }

  // --- clocks, records and keys --------------------------------------------------------------------

  const ticking = setInterval(() => {
    const { clock, over, game } = match;
    if (!clock || over || !game) return;
    match.tick();
    if (clock.isOver) end(2 - clock.side, "time");
    else showSeats();
  }, 250);
  function setUp() {
    const { spec, kind, players, names, timeControl } = match;
    const wanted = { name: spec.name, variant: spec.variant, start: panel.pasted.value.trim(), turns: [], isSetUp: true };
    try {
      engine.game(wanted).free();
    } catch (error) {
      panel.tell(`${t("This is no position of {0}.", kind.title)} ${error.message}`);
      return;
    }
    onNew();
    begin(wanted, { players, names, flipped: board.isFlipped, ...timeControl });
    panel.pasted.value = "";
    panel.tell(t("The position is set up."));
  }
  root.addEventListener("pointerdown", () => entry.skip(), { capture: true, signal: closing.signal });
  root.addEventListener("keydown", () => entry.skip(), { capture: true, signal: closing.signal });
  document.addEventListener("keydown", (event) => {
    if (!match.game || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !root.getClientRects().length) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea, [role=region]") || (document.querySelector("dialog[open]") && !root.closest("dialog[open]"))) return;
    const { at } = match, action = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), PageUp: () => go(at - 1), PageDown: () => go(at + 1),
      Home: () => go(0), End: () => go(match.length), f: flip }[event.key];
    if (!action) return;
    keepFocus(action);
    event.preventDefault();
  }, { signal: closing.signal });

  // Starts a game: `wanted` and `its` as match.begin(), and `flipped`. Throws an EngineError if it cannot be played; then
  // the game on the board goes on.
  function begin(wanted, its) {
    match.begin(wanted, its);
    opponent.halt();
    advice.stop();
    panel.closeQuestion();
    board.isFlipped = Boolean(its.flipped);
    panel.setFlipped(board.isFlipped);
    panel.named.checked = board.isNamed = areNamesWanted ?? !(isTiny && match.spec.name === "more-or-less");
    board.lay(match.game, match.kind);
    listTurns();
    isNews = false;
    board.still(() => go(its.at === undefined ? match.length : its.at));
    if (match.atEnd) opponent.next();
  }
  return {
    begin, focus: board.focus, save: keeping.save, say, tell: panel.tell,
    get turns() { return match.game.played; },
    get side() { return match.side; },
    get isLesson() { return Boolean(match.lesson); },
    get spec() { return match.spec; },
    // What begin() needs to continue: [wanted, its].
    get state() {
      match.tick();
      const { spec, game, given, players, names, at, over, clock, source, lines, isCounted, timeControl } = match;
      return [{ ...spec, turns: game.played, isSetUp: given.isSetUp }, { players, names, flipped: board.isFlipped, at, over, lines, isCounted,
        ...timeControl, left: clock ? clock.left : null, record: source ? keeping.record() : null }];
    },
    stop() { opponent.halt(); advice.stop(); },
    // Ends its clock, keys and workers.
    close() {
      closing.abort();
      clearInterval(ticking);
      opponent.close();
      advice.close();
    },
  };
}
