// The parts of the game table that need no browser, with the engine. `node --test`; the environment variable
// SCHIRI_ENGINE names the engine.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./page.mjs";
import { schiriEngine } from "../../cli/web/shared/engine.js";
import { speaker } from "../../cli/web/shared/words.js";
import { createClock, timeText } from "../../cli/web/table/clock.js";
import { createEntry } from "../../cli/web/table/entry.js";
import { placeOf } from "../../cli/web/table/guide.js";
import { countText, shortTurn } from "../../cli/web/table/phrases.js";
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
  const written = (its) => recordText({ game, source: its, players: ["a", "b"], over: null, date: new Date(2026, 0, 2) });
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
