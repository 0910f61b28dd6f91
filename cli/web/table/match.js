// A game and its course: its turns, the position that is looked at, its end, the record that it comes from and
// the lines that were left. Knows nothing of the page.
import { createClock } from "./clock.js";
import { cutSource, sourceOf } from "./record.js";

// A number from which a new game is drawn. A roll that forces a pass at once is a dull beginning.
export function seedFor(engine, name, variant) {
  for (let tries = 0; ; ++tries) {
    const seed = Math.floor(Math.random() * 1e9), game = engine.drawn(name, variant, seed), { next } = game.parts("");
    game.free();
    if (tries === 20 || next.some((part) => !/pass$/.test(part))) return seed;
  }
}

export function endingOf(game) {
  const { ending } = game;
  return ending ? { result: ending.result, why: ending.reason } : null;
}

// What a new game of the same start is begun with: {start, roll}, of which at most one is a text.
export function beginningOf(game) {
  const record = game.record();
  try {
    return { start: record.tag("Position") || null, roll: record.tag("Roll") || null };
  } finally {
    record.free();
  }
}

// How many turns two lines have in common.
export function commonLength(a, b) {
  const differs = a.findIndex((turn, i) => turn !== b[i]);
  return differs < 0 ? a.length : differs;
}

// What a game takes from the record that it continues: {source, names}.
function readRecord(engine, t, text) {
  const [record] = engine.read(text, { form: "pgn" });
  if (!record) throw new engine.EngineError(t("There is no record in this text."));
  try {
    return { source: sourceOf(record), names: ["White", "Black"].map((tag) => record.tag(tag)) };
  } finally {
    record.free();
  }
}

export function createMatch(engine, t = /** @type {(text: string) => string} */ ((text) => text)) {
  const match = {
    /** @type {any} the game of the engine, and the game after `at` turns */ game: null,
    /** @type {any} */ shown: null,
    at: 0,
    /** @type {any} {name, variant, start, roll} */ spec: null,
    /** @type {any} what the game was begun with */ given: null,
    /** @type {any} */ kind: null,
    /** @type {any} */ lesson: null,
    /** @type {any} */ clock: null,
    /** @type {(null | {level: number})[]} the level of each bot */ players: [null, null],
    /** @type {(string | null)[]} */ names: [null, null],
    /** @type {any} what stays of a record */ source: null,
    /** @type {any} the end: {result, why, isAgreed} */ over: null,
    /** @type {string[][]} whole lines that were left for others */ lines: [],
    /** @type {any[]} the figures that the shown turn has turned over */ turnedOver: [],
    isCounted: false,
    seed: 1,

    get length() { return match.game.length; },
    get side() { return match.game.side; },
    get atEnd() { return match.at === match.length; },
    get firstSide() { return (match.side + match.length) % 2; },
    get hasBots() { return match.players.some(Boolean); },
    isBots: (side) => match.players[side] !== null,
    specAt: (turns) => ({ ...match.spec, turns: match.game.played.slice(0, turns) }),

    // Starts a game: {name, variant, start, roll, turns}, or {name, variant, seed}; `its` are {players: null or
    // {level} each, names, minutes, left, over, at, record, lines, lesson, isCounted}. Throws an EngineError, and keeps
    // the game before.
    begin(wanted, its) {
      const { name, variant, seed } = wanted, read = its.record ? readRecord(engine, t, its.record) : null;
      const begins = seed === undefined ? engine.game(wanted) : engine.drawn(name, variant, seed);
      if (match.shown && match.shown !== match.game) match.shown.free();
      if (match.game) match.game.free();
      match.shown = match.game = begins;
      match.given = wanted;
      match.spec = { name, variant: begins.variant, ...beginningOf(begins) };
      match.kind = engine.kind(name);
      match.seed = Math.floor(Math.random() * 1e6) + 1;
      match.players = its.players;
      match.names = its.names || (read ? read.names : [null, null]);
      match.lesson = its.lesson || null;
      match.lines = its.lines || [];
      match.isCounted = Boolean(its.isCounted);
      match.clock = its.minutes ? createClock(its, begins.side, performance.now()) : null;
      match.source = read && read.source;
      match.over = its.over || endingOf(begins);
      match.at = begins.length;
    },
    go(turns) {
      const { game } = match;
      match.at = Math.min(Math.max(turns, 0), game.length);
      if (match.shown !== game) match.shown.free();
      match.shown = match.atEnd ? game : engine.game(match.specAt(match.at));
      match.turnedOver = match.at ? match.turnedIn(match.at) : [];
    },
    // The pieces that a turn has turned over: of the other colour than before, where a piece was already.
    turnedIn(turns) {
      const past = engine.game(match.specAt(turns - 1)), isNear = (a, b) => Math.abs(a - b) < 2;
      const coloured = (figures) => figures.filter(([symbol]) => /-(white|black)(-disc)?$/.test(symbol));
      const before = coloured(past.figures);
      past.free();
      const isTurned = ([symbol, x, y]) => before.some((one) => one[0] !== symbol && isNear(one[1], x) && isNear(one[2], y));
      return coloured(match.shown.figures).filter(isTurned);
    },
    // Throws an EngineError that names the violated rule.
    play(turn) {
      match.game.play(turn);
      match.tick();
      if (match.clock) match.clock.addIncrement(1 - match.side);
      if (match.source) match.source = cutSource(match.source, match.game.played);
      match.over = endingOf(match.game);
    },
    // Takes turns back; with `keeps` the line that is left stays as a variation.
    back(length, keeps = false) {
      const { game } = match, left = game.played;
      if (keeps && length < left.length) match.lines = [left, ...match.lines.filter((line) => String(line) !== String(left))];
      game.undo(game.length - length);
      match.over = endingOf(game);
      if (match.clock) {
        match.clock.refill();
        match.clock.run(game.side, performance.now());
      }
      if (match.source) match.source = { ...match.source, text: null };
    },
    // The lines that differ from the turns played: [the number of common turns, the line].
    get variations() {
      const { played } = match.game;
      return match.lines.map((line) => /** @type {[number, string[]]} */ ([commonLength(line, played), line])).filter(([n, line]) => n < line.length);
    },
    // Another line instead of that which is played, which stays as a variation.
    take(line) {
      const common = commonLength(line, match.game.played);
      match.lines = match.lines.filter((one) => one !== line);
      match.back(common, true);
      for (const turn of line.slice(common)) match.game.play(turn);
      match.over = endingOf(match.game);
      if (match.source) match.source = cutSource(match.source, match.game.played);
    },
    end(result, why) { match.over = { result, why, isAgreed: true }; },
    tick() { if (match.clock && !match.over) match.clock.tick(match.side, performance.now(), match.length > 0); },
    get timeControl() { return { minutes: match.clock ? match.clock.minutes : 0, increment: match.clock ? match.clock.increment : 0 }; },
  };
  return match;
}
