// The parts of the game table that need no browser, with the engine. `node --test`; the environment variable
// SCHIRI_ENGINE names the engine, SCHIRI_SOURCE the folder of the sources.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import "./page.mjs";
import "./rules_test.mjs";
import { schiriEngine } from "../../cli/web/shared/engine.js";
import { memoryOf } from "../../cli/web/shared/engine_memory.js";
import { typedTurn } from "../../cli/web/table/typed.js";
import { createGames } from "../../cli/web/play/games.js";
import { textsOf } from "../../cli/web/play/files.js";
import { check, convert } from "../../cli/web/shared/check_records.js";
import { decodedText } from "../../cli/web/shared/dom.js";
import { evaluationsOf } from "../../cli/web/shared/evaluations.js";
import { speaker } from "../../cli/web/shared/words.js";
import { createClock, timeText } from "../../cli/web/table/clock.js";
import { createEntry } from "../../cli/web/table/entry.js";
import { botOf, levelNames, specOf } from "../../cli/web/table/levels.js";
import { placeOf } from "../../cli/web/table/guide.js";
import { countText, shortTurn, verdictText } from "../../cli/web/table/phrases.js";
import { createMatch } from "../../cli/web/table/match.js";
import { cutSource, recordText, sourceOf } from "../../cli/web/table/record.js";

const engine = schiriEngine.start(await WebAssembly.compile(readFileSync(process.env.SCHIRI_ENGINE)));
const t = speaker("en");
const people = ["a", "b"].map((name) => ({ name, type: "human", bot: null }));

test("clock: the running side loses time, from the first turn on", () => {
  const clock = createClock({ minutes: 1, increment: 2 }, 0, 1000);
  clock.tick(0, 5000, false);
  assert.deepEqual(clock.left, [60000, 60000]);
  clock.tick(1, 8000, true);
  clock.addIncrement(0);
  assert.deepEqual(clock.left, [59000, 60000]);
  clock.tick(1, 68000, true);
  assert.equal(clock.isOver, true);
  clock.refill();
  assert.deepEqual([clock.isOver, clock.left], [false, [60000, 60000]]);
  assert.deepEqual([0, 1, 59001, 3600000].map(timeText), ["0:00", "0:01", "1:00", "60:00"]);
});

// Each turn is entered by choosing places, and by chips where several ways lead to one or none is a place.
const entered = [
  ["creeper", "standard", ["E7", "D6"], "E7+D6"],
  ["creeper", "standard", ["E7", "E7"], ""],
  ["creeper", "standard", ["E7", "F6", "D6"], "E7+D6"],
  ["springerjagd", "standard", ["b1", "a3", "d2", "f2", "c4"], "b1-a3/d2/f2-c4"],
  ["more-or-less", "51", ["O"], "O"],
  ["sperre", "move-first+both", ["pass"], null],
];
for (const [name, variant, choices, turn] of entered) {
  test(`entry: ${name} by ${choices.join(" ")}`, () => {
    const game = engine.drawn(name, variant, 3), places = engine.kind(name).places(game.variant);
    const entry = createEntry((part) => placeOf(places, part));
    entry.begin(game);
    const effects = choices.map((choice) => entry.choose(choice));
    if (turn === null) assert.deepEqual(effects, ["refused"]);
    else assert.equal(entry.begun, turn);
    game.free();
  });
}

test("entry: every legal turn can be entered part by part, and every part be taken back", () => {
  for (const { name, variants } of engine.kinds) {
    const game = engine.drawn(name, variants[0], 3), places = engine.kind(name).places(game.variant);
    const entry = createEntry((part) => placeOf(places, part));
    const turns = game.turns();
    for (const turn of turns.filter((_, i) => i % Math.ceil(turns.length / 60) === 0)) {
      entry.begin(game);
      let isWhole = false;
      while (entry.begun !== turn) {
        const part = entry.parts.next.find((one) => turn.startsWith(entry.begun + one));
        assert.ok(part, `${name} ${turn}: nothing after ${entry.begun}`);
        isWhole = entry.extend(part);
      }
      assert.ok(isWhole || entry.parts.isTurn, `${name} ${turn}`);
      for (let i = 0; entry.begun; ++i, entry.take()) assert.ok(i < 20, turn);
    }
    game.free();
  }
});

test("record: comments stay with the turns that are still played", () => {
  const text = '[White "Anna"]\n[Black "Emil"]\n[Result "*"]\n[Game "creeper"]\n\n{first} 1. E7+D6 {one} G3+F4 {two} 2. D6+E5 *\n';
  const [read] = engine.read(text, { form: "pgn" });
  const source = sourceOf(read), game = engine.game({ name: "creeper", variant: read.variant, turns: read.played.slice(0, 2) });
  const written = (its) => recordText({ game, source: its, players: people, over: null, date: new Date(2026, 0, 2), variations: [] });
  game.play(game.turns().find((turn) => turn !== "D6+E5"));
  const cut = cutSource(source, game.played);
  assert.deepEqual([cut.text, cut.turns, cut.comments], [null, ["E7+D6", "G3+F4"], ["first", "one", "two"]]);
  assert.match(written(cut), /\[White "Anna"\][^]*\{first\} 1\. E7\+D6 \{one\} 1\.\.\. G3\+F4 \{two\}/);
  assert.match(written(null), /\[Date "2026\.01\.02"\]\n[^]*\[White "a"\]/);
  assert.equal(cutSource(source, source.turns), source);
  read.free();
  game.free();
});

test("record: what it has before another turn stays: signs, variations, comments, tags", () => {
  const match = createMatch(engine), names = '[White "Anna"]\n[Black "Emil"]\n[WhiteElo "1500"]\n[Annotator "Ida"]\n[My-Tag "x"]\n[Result "1-0"]\n[Game "creeper"]\n[Termination "resignation"]\n\n';
  const record = `${names}{first} 1. E7+D6 $2 (1. F7-F6 {or}) ; a } b\nG3+F4 $6 {two} 2. D6+E5 $1 (2. B1+C2) {three} 1-0\n`;
  match.begin({ name: "creeper", variant: null, turns: ["E7+D6", "G3+F4", "D6+E5"] }, { players: [null, null], record });
  const written = () => recordText({ game: match.game, source: match.source, players: people, over: null, date: new Date(2026, 0, 2), variations: match.variations });
  const movetext = () => written().split("\n\n")[1].replace(/\n/g, " ");
  const before = "{first} 1. E7+D6 $2 (1. F7-F6 {or}) ; a } b 1... G3+F4 $6 {two}";
  match.back(2, true);
  assert.equal(movetext(), `${before} *`);
  match.play("C1+D2");
  assert.equal(movetext(), `${before} 2. C1+D2 (2. D6+E5) *`);
  assert.match(written(), /\[White "Anna"\][^]*\[WhiteElo "1500"\]\n\[Annotator "Ida"\]\n\[My-Tag "x"\]/);
  assert.doesNotMatch(written(), /Termination|WhiteType|BlackBot|1-0/);
  // Kept and taken up again it is the same.
  const kept = written();
  match.begin({ ...match.specAt(3) }, { players: [null, null], record: kept, lines: match.lines });
  assert.equal(written(), kept);
});
test("files: one bad byte spoils no names in UTF-8", () => {
  const utf8 = [...new TextEncoder().encode("J\u00f6rg ")];
  assert.deepEqual(decodedText(new Uint8Array([...utf8, 0x4d, 0xfc])), ["J\u00f6rg M\ufffd", false]);
  assert.deepEqual(decodedText(new Uint8Array([0x4d, 0xfc])), ["M\u00fc", true]);
  assert.deepEqual(decodedText(new Uint8Array(utf8)), ["J\u00f6rg ", false]);
});
test("match: a game whose record is none leaves the game on the board", () => {
  const match = createMatch(engine), its = { players: [null, null] };
  match.begin({ name: "creeper", variant: null, turns: ["E7+D6"] }, its);
  assert.throws(() => match.begin({ name: "creeper", variant: null, turns: [] }, { ...its, record: " " }));
  assert.deepEqual([match.game.played, match.length, match.at], [["E7+D6"], 1, 1]);
  match.play("G3+F4");
});

test("record: the bot of each level is another player", () => {
  for (const kind of engine.kinds) {
    const bots = levelNames.map((_, i) => specOf(kind.name, i + 1));
    assert.equal(new Set(bots).size, bots.length);
    for (const bot of bots) new engine.Bot(bot).free();
  }
  const game = engine.game({ name: "creeper" }), bot = { name: "schiri", type: "program", bot: specOf("creeper", 3) };
  assert.match(recordText({ game, source: null, players: [people[0], bot], over: null, date: new Date(2026, 0, 2), variations: [] }),
    /\[Black "schiri"\][^]*\[WhiteType "human"\]\n\[BlackType "program"\]\n\[BlackBot "greedy option\.random=88 nodes=2000"\]/);
  // A bot goes on in the place of a player of the record.
  const source = { text: null, turns: [], movetext: [], tags: [["White", "Anna"], ["Black", "Emil"], ["BlackElo", "1500"]] };
  const goesOn = recordText({ game, source, players: [people[0], bot], over: null, date: new Date(2026, 0, 2), variations: [] });
  assert.match(goesOn, /\[White "Anna"\][^]*\[Black "schiri"\]/);
  assert.doesNotMatch(goesOn, /Emil|1500/);
});
for (const { name } of engine.kinds) {
  test(`record: a game of ${name} that is taken up again has the tags that it had`, () => {
    const match = createMatch(engine), tags = () => { const record = match.game.record(), text = record.write(); record.free(); return text.replace(/\d+-ply/, ""); };
    for (const wanted of [{ seed: 5 }, { start: engine.drawn(name, null, 7).position }]) {
      match.begin({ name, variant: null, ...wanted }, { players: [null, null] });
      match.play(match.game.randomTurn(1));
      const before = tags();
      match.begin(match.specAt(1), { players: [null, null] });
      assert.equal(tags(), before);
    }
  });
}

test("phrases: counts and long turns", () => {
  const game = engine.drawn("more-or-less", "51", 1);
  assert.match(countText(t, { name: game.name, variant: game.variant }, game), /^\d+ : \d+, win at 19 or 6 · turns left \d+ and \d+$/);
  assert.equal(countText(t, { name: "creeper", variant: "standard" }, { position: "", figures: [] }), "");
  assert.equal(shortTurn("E0xC1xOxC6"), "E0xC1xOxC6");
  assert.equal(shortTurn("E0xC1xOxC6xE4xC4xA4xOxC1xE0"), "E0xC1 … xE0");
  game.free();
});

// A verdict names the side that it is about.
const verdicts = [
  ["more-or-less", 1, "stones", "w".repeat(19) + "/bbbbbb b 3 3", 0, "White has won: 19 or more stones show White."],
  ["more-or-less", 2, "stones", "w".repeat(19) + "/bbbbbb b 3 3", 0, "Black has won: only 6 or fewer stones show Black."],
  ["more-or-less", 2, "stones", "w".repeat(19) + "/bbbbbb b 3 3", 1, "You have won: only 6 or fewer stones show your colour."],
  ["more-or-less", 2, "turns", "wwwwwwwwwwwww/bbbbbbbbbbbb b 12 12", 0, "Black has won: all turns are played, and fewer stones show Black."],
  ["springerjagd", 1, "blocked", "1n4/6 b -", 0, "White has won: Black has no move."],
  ["springerjagd", 1, "blocked", "1n4/6 b -", 2, "You have lost: you have no move."],
  ["creeper", 3, "blocked", "7/7 w", 0, "The game is drawn: White has no move."],
  ["creeper", 1, "time", "7/7 w", 0, "White has won: Black's time is over."],
  ["sperre", 2, "resigned", "9/9 w", 0, "Black has won: White has resigned."],
  ["sperre", 2, "resigned", "9/9 w", 1, "You have won: the other player has resigned."],
];
for (const [name, result, why, position, reader, wanted] of verdicts) {
  test(`phrases: ${name}, ${why}, for reader ${reader}`, () => {
    const side = / b( |$)/.test(position) ? 1 : 0;
    assert.equal(verdictText(t, { name, side, position }, { result, why }, reader), wanted);
  });
}

test("match: a line that is left for another is a variation of the record, and can be taken again", () => {
  const match = createMatch(engine), its = { players: [null, null] };
  match.begin({ name: "creeper", variant: null, turns: ["E7+D6", "G3+F4", "D6+E5"] }, its);
  match.back(1, true);
  match.play("E1+D2");
  assert.deepEqual(match.variations, [[1, ["E7+D6", "G3+F4", "D6+E5"]]]);
  const text = recordText({ game: match.game, source: null, players: people, over: null, date: new Date(2026, 0, 2), variations: match.variations });
  assert.match(text, /1\. E7\+D6 E1\+D2 \(1\.\.\. G3\+F4 2\. D6\+E5\) \*/);
  const [read] = engine.read(text, { form: "pgn" });
  assert.ok(read.isValid && read.findings.length === 0, JSON.stringify(read.findings));
  read.free();
  match.take(match.lines[0]);
  assert.deepEqual([match.game.played, match.variations], [["E7+D6", "G3+F4", "D6+E5"], [[1, ["E7+D6", "E1+D2"]]]]);
  match.back(1);
  assert.equal(match.lines.length, 1, "what is taken back is no variation");
});

test("match: a game that is taken up again after a clock has run out gives each side a minute", () => {
  const match = createMatch(engine), turns = ["E7+D6", "G3+F4", "D6+E5"];
  const runOut = () => match.begin({ name: "creeper", variant: null, turns }, { players: [null, null], minutes: 3, left: [-5, 90000], over: { result: 2, why: "time", isAgreed: true } });
  for (const again of [() => match.back(3), () => match.back(1, true), () => match.take(["E7+D6", "E1+D2"])]) {
    runOut();
    again();
    assert.deepEqual([match.over, match.clock.left], [null, [60000, 90000]]);
  }
  match.begin({ name: "creeper", variant: null, turns }, { players: [null, null], minutes: 3, left: [5000, 90000] });
  match.back(1);
  assert.deepEqual(match.clock.left, [5000, 90000]);
});

// A browser's storage with room for so many characters, and tabs that share it.
function browserWith(content = {}, room = Infinity) {
  const store = new Map(Object.entries(content).map(([name, value]) => [name, JSON.stringify(value)]));
  const kept = {
    get: (name) => JSON.parse(store.get(name) ?? "null"),
    set(name, value) {
      const size = [...store].reduce((sum, [its, text]) => sum + (its === name ? 0 : text.length), JSON.stringify(value).length);
      if (size > room) return false;
      store.set(name, JSON.stringify(value));
      return true;
    },
  };
  return { kept, tab: () => createGames({ kept, engine }), turns: () => kept.get("games").map(({ state }) => state[0].turns.join(" ")) };
}
const stateOf = (turns, its = {}) => [{ name: "creeper", variant: "standard", start: null, roll: null, turns }, { players: [null, null], names: [null, null], at: turns.length, over: null, lines: [], record: null, ...its }];

test("games: what this version cannot read is left out", () => {
  const good = { id: 1, when: "2026-01-02", state: stateOf(["E7+D6"]) };
  for (const games of [{ a: 1 }, "x", [null], [{ id: 2 }], [{ id: 2, state: [{ name: "creeper", turns: [] }] }], [good, 7],
    ...[{ over: {} }, { over: { result: 7 } }, { lines: [5] }, { lines: ["abc"] }, { lines: { a: 1 } }].map((its) => [{ id: 2, state: stateOf(["E7+D6"], its) }])]) {
    for (const game of [null, 3, [], { id: 1 }, { id: 1, state: [{ name: "creeper" }, { players: [null, null] }] }]) {
      const { tab, turns } = browserWith({ games, game }), its = tab();
      assert.equal(its.last, null);
      its.name();
      assert.equal(its.keep(stateOf(["G3+F4"])), true);
      assert.deepEqual(turns(), games[0] === good ? ["G3+F4", "E7+D6"] : ["G3+F4"]);
    }
  }
  assert.deepEqual(browserWith({ game: stateOf(["E7+D6"]), current: 4 }).tab().last, stateOf(["E7+D6"]));
});
test("games: a tab in which nothing was done takes nothing back", () => {
  const { kept, tab, turns } = browserWith(), first = tab(), begun = stateOf(["E7+D6"]);
  first.keep(begun);
  const second = tab(), resigned = stateOf(["E7+D6"], { over: { result: 1, why: "resigned", isAgreed: true } });
  second.keep(second.last);
  first.keep(resigned);
  second.keep(stateOf(["E7+D6"], { at: 0, left: [1, 2] }));
  assert.deepEqual([kept.get("game").state, kept.get("games").map(({ state }) => state)], [resigned, [resigned]]);
  first.keep(stateOf(["E7+D6", "G3+F4"]));
  second.keep(begun);
  assert.deepEqual([kept.get("game").state[0].turns.length, turns()], [2, ["E7+D6 G3+F4"]]);
  // Whoever goes on has a game of his own, as have two games of which neither had begun.
  second.keep(stateOf(["E7+D6", "E1+D2"]));
  assert.deepEqual(turns(), ["E7+D6 E1+D2", "E7+D6 G3+F4"]);
  first.name();
  first.keep(stateOf([]));
  const third = tab();
  first.keep(stateOf(["B1+C2"]));
  third.keep(stateOf([]));
  assert.deepEqual(kept.get("game").state[0].turns, ["B1+C2"]);
  third.keep(stateOf(["E7+D6"]));
  assert.deepEqual(turns(), ["E7+D6", "B1+C2", "E7+D6 E1+D2", "E7+D6 G3+F4"]);
});
test("games: another game leaves that on the board in the list, and the same record is kept once", () => {
  const { tab, turns } = browserWith(), its = tab(), record = "1. G3+F4 *";
  its.keep(stateOf(["E7+D6"]));
  for (let i = 0; i < 3; ++i) {
    its.name();
    its.keep(stateOf(["G3+F4"], { record, at: i % 2 }));
  }
  assert.deepEqual(turns(), ["G3+F4", "E7+D6"]);
});
test("games: the oldest make room in a full storage, and it is told when there is none", () => {
  const { kept, tab, turns } = browserWith({}, 1200), its = tab();
  for (const turn of ["E7+D6", "G3+F4", "D6+E5", "E1+D2", "B1+C2"]) {
    its.name();
    assert.equal(its.keep(stateOf([turn])), true);
  }
  assert.deepEqual(turns().slice(0, 2), ["B1+C2", "E1+D2"]);
  assert.ok(turns().length < 5 && JSON.stringify(kept.get("games")).length > 600, turns());
  assert.equal(browserWith({}, 100).tab().keep(stateOf(["E7+D6"])), false);
});
test("games: the day is that of the place", () => {
  const { kept, tab } = browserWith(), now = new Date();
  tab().keep(stateOf(["E7+D6"]));
  assert.equal(kept.get("games")[0].when, `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`);
});

test("engine: a full memory has its status", () => {
  const { withRoom, withTexts } = memoryOf({ malloc: () => 0, free() {}, memory: { buffer: new ArrayBuffer(8) } });
  for (const work of [() => withRoom(4, () => 0), () => withTexts(["x"], () => 0)]) assert.throws(work, { name: "EngineError", status: 6, message: /memory/ });
});

test("typed: turns are read as in records", () => {
  for (const [name, typed, turn] of [["creeper", "e7d6", "E7+D6"], ["creeper", "E7 + D6", "E7+D6"], ["creeper", "E7+D6", "E7+D6"], ["creeper", "E7+E9", null],
    ["creeper", "*", null], ["creeper", "E7+D6 G3+F4", null], ["creeper", "{x", null], ["springerjagd", "B1-A3/D2/F2-C4", "b1-a3/d2/f2-c4"], ["more-or-less", "o", "O"]]) {
    const game = engine.drawn(name, null, 3);
    assert.equal(typedTurn(engine, game, typed), turn, typed);
    game.free();
  }
});

test("evaluations: zero has no sign, whoever moves", () => {
  const { values } = evaluationsOf({ comments: ["+0.00/3", "+0.00/3", "-0.20/3"], sides: ["w", "b", "b"] }, 400);
  assert.deepEqual(values.map(({ text }) => text), ["0.00", "0.00", "+0.20"]);
});

test("records: what a check finds of each can be read again, in every format", () => {
  const pgn = '[White "Anna"]\n[Result "1-0"]\n[Termination "resignation"]\n[Game "creeper"]\n\n1. E7+D6 G3+F4 1-0\n\n' +
    '[White "Bo"]\n[Game "creeper"]\n\n1. E7+D6 E1+E2 *\n';
  const lines = engine.read(pgn).filter(({ isValid }) => isValid).map((record) => [record.write("json"), record.write("abstractplay")])[0];
  const sources = [["pgn", pgn], ["json", lines[0] + lines[0]], ["abstractplay", lines[1]],
    ["csv", "white;result;game;moves\nAnna;1-0;creeper;1. E7+D6 G3+F4\nBo;*;creeper;1. E7+D6 E1+E2\n"]]
    .map(([form, text]) => ({ name: form, text, options: { form } }));
  const found = [], shares = [];
  check(engine, { sources }, (news) => { found.push(...news.records); shares.push(news.share); });
  assert.deepEqual(found.map(({ name, length, isValid }) => [name, length, isValid]),
    [["pgn", 2, true], ["pgn", 1, false], ["json", 2, true], ["json", 2, true], ["abstractplay", 2, true], ["csv", 2, true], ["csv", 1, false]]);
  assert.equal(shares.at(-1), 1);
  for (const { read, length, isValid, findings } of found) {
    const [again] = engine.read(read.text, read.options);
    assert.deepEqual([again.length, again.isValid, again.findings.map(({ message }) => message)], [length, isValid, findings.map(({ message }) => message)]);
    again.free();
  }
  const valid = found.filter(({ isValid }) => isValid).map(({ read }) => read);
  const { texts } = convert(engine, { records: valid, form: "pgn" }, () => {});
  assert.deepEqual(texts.map((text) => engine.read(text)[0].played), valid.map(() => ["E7+D6", "G3+F4"]));
  assert.deepEqual(convert(engine, { records: valid.slice(0, 2), form: "softserve" }, () => {}).losses.map(([, games]) => games > 0), [true]);
});

test("records: a visitor ends the reading, and its error ends it too", () => {
  const text = '[Game "creeper"]\n\n1. E7+D6 *\n\n'.repeat(3), seen = [];
  assert.equal(engine.visitRecords(text, null, (record) => seen.push(record.index) < 2), false);
  assert.deepEqual(seen, [1, 2]);
  assert.throws(() => engine.visitRecords(text, null, () => { throw new Error("enough"); }), /enough/);
  assert.equal(engine.visitRecords(text, null, (record) => record.free()), true);
});

test("words: a thousand, as German writes it, is not one", () => {
  const german = speaker("de");
  assert.equal(german("{0} {0:game|games}", "1.000"), "1.000 games");
  assert.equal(german("{0} {0:game|games}", 1), "1 game");
});

test("levels: those that search do so in even steps", () => {
  for (const { name } of engine.kinds) {
    const searches = Array.from({ length: 13 }, (_, i) => botOf(name, i + 1)).filter(({ bot }) => bot === "alphabeta").map(({ limits }) => limits.nodes);
    const steps = searches.slice(1).map((nodes, i) => nodes / searches[i]);
    assert.ok(steps.every((step) => step > 2 && step <= 40), `${name}: ${steps}`);
    assert.ok(steps.slice(-2).every((step) => step > 6 && step < 13), `${name}: ${steps}`);
    assert.equal(botOf(name, 14).limits.milliseconds, 10000);
  }
});

test("files: gzip of several members, of what looks like members, and cut", async () => {
  const told = (...parts) => textsOf(t, new File(parts, "a.pgn.gz"));
  const like = gzipSync(Buffer.from([0x1f, 0x8b, 8]), { level: 0 });
  assert.deepEqual(await told(gzipSync("one ")), [["a.pgn.gz", "one ", false]]);
  assert.deepEqual(await told(gzipSync("one "), gzipSync(""), gzipSync("two")), [["a.pgn.gz", "one two", false]]);
  assert.match((await told(like, gzipSync("two")))[0][1], /two$/);
  await assert.rejects(told(gzipSync("one "), gzipSync("two").subarray(0, 12)));
  await assert.rejects(told(...Array(50).fill(like.subarray(0, 20))));
});
