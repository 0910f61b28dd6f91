// The parts of the game table that need no browser, with the engine. `node --test`; the environment variable
// SCHIRI_ENGINE names the engine, SCHIRI_SOURCE the folder of the sources.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./page.mjs";
import { schiriEngine } from "../../cli/web/shared/engine.js";
import { typedTurn } from "../../cli/web/table/typed.js";
import { rulesOf } from "../../cli/web/play/rules_text.js";
import { check, convert } from "../../cli/web/shared/check_records.js";
import { evaluationsOf } from "../../cli/web/shared/evaluations.js";
import { speaker } from "../../cli/web/shared/words.js";
import { createClock, timeText } from "../../cli/web/table/clock.js";
import { createEntry } from "../../cli/web/table/entry.js";
import { placeOf } from "../../cli/web/table/guide.js";
import { countText, shortTurn, verdictText } from "../../cli/web/table/phrases.js";
import { createGames } from "../../cli/web/play/games.js";
import { botOf } from "../../cli/web/table/levels.js";
import { createMatch } from "../../cli/web/table/match.js";
import { cutSource, recordText, sourceOf } from "../../cli/web/table/record.js";

const engine = schiriEngine.start(await WebAssembly.compile(readFileSync(process.env.SCHIRI_ENGINE)));
const t = speaker("en");

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
  const written = (its) => recordText({ game, source: its, players: ["a", "b"], over: null, date: new Date(2026, 0, 2), variations: [] });
  game.play(game.turns().find((turn) => turn !== "D6+E5"));
  const cut = cutSource(source, game.played);
  assert.deepEqual([cut.text, cut.turns, cut.comments], [null, ["E7+D6", "G3+F4"], ["first", "one", "two"]]);
  assert.match(written(cut), /\[White "Anna"\][^]*\{first\} 1\. E7\+D6 \{one\} 1\.\.\. G3\+F4 \{two\}/);
  assert.match(written(null), /\[Date "2026\.01\.02"\]\n[^]*\[White "a"\]/);
  assert.equal(cutSource(source, source.turns), source);
  read.free();
  game.free();
});

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

// The rules in all languages, for each variant and each value of a setting.
const rulesFolder = `${process.env.SCHIRI_SOURCE}/notation/games`;
const rulesIn = (kind, language) => (language === "en" ? kind.rules : readFileSync(`${rulesFolder}/${kind.name.replaceAll("-", "_")}/rules.${language}.txt`, "utf8"));
const meaningsOf = (kind) => Object.fromEntries([...kind.settings].map(([name, values]) => [name, Object.fromEntries(values.map((value) => [value, `${name} means ${value}`]))]));
const ofRules = (kind, language, variant) => rulesOf(t, rulesIn(kind, language), kind, variant, meaningsOf(kind));
const textOf = ({ title, rules }) => [title, ...rules.flatMap(({ heading, blocks }) => [heading, ...blocks.map(({ text }) => text)])].join("\n");
for (const kind of engine.kinds) {
  for (const language of ["en", "de", "fr"]) {
    test(`rules: ${kind.name}, ${language}: no keys, and as many points in each variant`, () => {
      const usual = ofRules(kind, language, kind.variants[0]);
      assert.ok(usual.rules.length >= 3 && usual.writing.length === 2, `${usual.rules.map(({ heading }) => heading)}`);
      for (const variant of [...kind.variants, ...[...kind.settings].flatMap(([name, values]) => values.map((value) => `${kind.variants[0]}; ${name}=${value}`))]) {
        const text = textOf(ofRules(kind, language, variant));
        assert.doesNotMatch(text, /\((setting|Einstellung|réglage) |undefined|--| {2}|\(goal\)|\(repetition\)/, variant);
        assert.equal(ofRules(kind, language, variant).rules.length, usual.rules.length, variant);
      }
    });
  }
  test(`rules: ${kind.name}: every value of a setting that is not the usual one changes them`, () => {
    const [first] = kind.variants;
    for (const [name, values] of kind.settings) for (const value of values.slice(1)) assert.notEqual(textOf(ofRules(kind, "en", `${first}; ${name}=${value}`)), textOf(ofRules(kind, "en", first)), value);
  });
}
test("rules: Sperre's variants lock their lines, and come in their order", () => {
  const kind = engine.kind("sperre"), turn = (variant) => ofRules(kind, "en", variant).rules[2].blocks.map(({ text }) => text.split(" ")[0]);
  const all = (variant) => textOf(ofRules(kind, "en", variant));
  assert.deepEqual(turn("standard").slice(0, 3), ["Tilt", "Move", "Displace"]);
  assert.deepEqual(turn("move-first+both"), ["Move", "Displace", "Tilt", "If"]);
  assert.match(all("move-first+both"), /lock the rows and the columns[^]*neither in a locked row nor in a locked column[^]*the player still tilts\.\n/);
  assert.match(all("rows"), /lock the rows of[^]*a locked row:/);
  assert.doesNotMatch(all("rows"), /locked column/i);
});
test("rules: the other home bases of Creeper are the mirror image", () => {
  const text = textOf(ofRules(engine.kind("creeper"), "en", "standard; bases=white-ab67"));
  assert.match(text, /AB67 and FG12 are White's, AB12 and FG67 are Black's[^]*White on A6 A5 B7 C7 E1 F1 G3 G2, Black on A3 A2 B1 C1 E7 F7 G6 G5/);
  assert.match(text, /BC34 is between B and C, 3 and 4/);
});

test("match: a line that is left for another is a variation of the record, and can be taken again", () => {
  const match = createMatch(engine), its = { players: [null, null] };
  match.begin({ name: "creeper", variant: null, turns: ["E7+D6", "G3+F4", "D6+E5"] }, its);
  match.back(1, true);
  match.play("E1+D2");
  assert.deepEqual(match.variations, [[1, ["E7+D6", "G3+F4", "D6+E5"]]]);
  const text = recordText({ game: match.game, source: null, players: ["a", "b"], over: null, date: new Date(2026, 0, 2), variations: match.variations });
  assert.match(text, /1\. E7\+D6 E1\+D2 \(1\.\.\. G3\+F4 2\. D6\+E5\) \*/);
  const [read] = engine.read(text, { form: "pgn" });
  assert.ok(read.isValid && read.findings.length === 0, JSON.stringify(read.findings));
  read.free();
  match.take(match.lines[0]);
  assert.deepEqual([match.game.played, match.variations], [["E7+D6", "G3+F4", "D6+E5"], [[1, ["E7+D6", "E1+D2"]]]]);
  match.back(1);
  assert.equal(match.lines.length, 1, "what is taken back is no variation");
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

test("record: another continuation keeps NAGs, tags and comments, whatever signs these have", () => {
  const text = '[White "Anna"]\n[Black "Emil"]\n[WhiteElo "1900"]\n[Result "0-1"]\n[Termination "resignation"]\n[Game "creeper"]\n\n1. E7+D6 $2 ; a } b\nG3+F4 $6 0-1\n';
  const match = createMatch(engine);
  match.begin({ name: "creeper", variant: null, turns: ["E7+D6", "G3+F4"] }, { players: [null, null], record: text });
  match.play("D6+E5");
  const written = recordText({ game: match.game, source: match.source, players: ["a", "b"], over: null, date: new Date(2026, 0, 2), variations: [] });
  const [read] = engine.read(written);
  assert.ok(read.isValid, written);
  assert.deepEqual([read.tag("WhiteElo"), read.tag("Termination"), read.result, read.annotations.comments[1].trim(), read.annotations.glyphs],
    ["1900", null, "*", "a } b", [[], ["2"], ["6"], []]]);
  read.free();
});

test("match: a game that is taken up again has the same tags", () => {
  for (const { name } of engine.kinds) {
    const match = createMatch(engine), tags = () => { const record = match.game.record(), its = [record.tag("Position"), record.tag("Roll")]; record.free(); return its; };
    match.begin({ name, variant: null, seed: 5 }, { players: [null, null] });
    const before = tags(), { position } = match.game;
    match.begin({ ...match.spec, turns: [] }, { players: [null, null] });
    assert.deepEqual([tags(), match.game.position], [before, position], name);
    assert.equal(before[0], null, name);
  }
});

test("match: a game that was lost on time is taken up again with time", () => {
  const match = createMatch(engine);
  match.begin({ name: "creeper", variant: null, turns: ["E7+D6", "G3+F4"] }, { players: [null, null], minutes: 1, left: [0, 60000] });
  match.back(1, true);
  assert.deepEqual(match.clock.left, [60000, 60000]);
});

test("words: a thousand, as German writes it, is not one", () => {
  const german = speaker("de");
  assert.equal(german("{0} {0:game|games}", "1.000"), "1.000 games");
  assert.equal(german("{0} {0:game|games}", 1), "1 game");
});

// A browser's storage that several tabs share.
function storage(content = {}) {
  const kept = new Map(Object.entries(content).map(([name, value]) => [name, JSON.stringify(value)]));
  return { room: Infinity, get(name) { return kept.has(name) ? JSON.parse(kept.get(name)) : null; },
    set(name, value) { const text = JSON.stringify(value); if (text.length > this.room) return false; kept.set(name, text); return true; } };
}
const stateOf = (turns, more = {}) => [{ name: "creeper", variant: "standard", turns }, { players: [null, null], over: null, lines: [], record: null, at: turns.length, ...more }];
const turnsIn = (kept) => kept.get("games").map(({ state }) => state[0].turns.length);

test("games: a tab that does nothing takes nothing back", () => {
  const kept = storage(), first = createGames({ kept, engine });
  first.keep(stateOf(["E7+D6"]));
  const second = createGames({ kept, engine });
  first.keep(stateOf(["E7+D6"], { over: { result: 1, why: "resigned" } }));
  second.keep(stateOf(["E7+D6"], { at: 0 }));
  assert.equal(kept.get("games")[0].state[1].over.why, "resigned");
  first.keep(stateOf(["E7+D6", "G3+F4"]));
  second.keep(stateOf(["E7+D6"]));
  assert.deepEqual([turnsIn(kept), kept.get("game").state[0].turns.length], [[2], 2]);
  second.keep(stateOf(["E7+D6", "G3+F4", "D6+E5"]));
  assert.deepEqual(turnsIn(kept), [3, 2], "what is done here is another game");
});

test("games: what is no game is left out, and a full storage loses the oldest", () => {
  for (const games of [{ a: 1 }, [null], [{ id: 1, state: [{}] }], "x", 3]) {
    const kept = storage({ games, game: { id: 1, state: [{ name: "creeper" }, { players: [null, null] }] } }), its = createGames({ kept, engine });
    assert.equal(its.last, null);
    its.keep(stateOf(["E7+D6"]));
    assert.deepEqual(turnsIn(kept), [1]);
  }
  const kept = storage(), its = createGames({ kept, engine });
  for (let i = 0; i < 5; ++i) { its.name(); assert.ok(its.keep(stateOf(Array(i + 1).fill("E7+D6")))); }
  kept.room = 700;
  its.name();
  assert.ok(its.keep(stateOf(["E7+D6"])));
  assert.deepEqual(turnsIn(kept).slice(0, 2), [1, 5]);
  assert.ok(turnsIn(kept).length < 6);
  kept.room = 10;
  assert.equal(its.keep(stateOf(["E7+D6", "G3+F4"])), false);
});

test("games: the same record is kept once, and beside the game on the board", () => {
  const kept = storage(), its = createGames({ kept, engine });
  its.keep(stateOf(["E7+D6", "G3+F4", "D6+E5", "C1+D2"]));
  for (let i = 0; i < 3; ++i) {
    its.nameOf({ name: "creeper", turns: ["E7+D6"] }, "a record");
    its.keep(stateOf(["E7+D6"], { record: "a record" }));
  }
  assert.deepEqual(turnsIn(kept), [1, 4]);
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
