// The package in Node. With a folder of records as argument, reads the samples in it instead.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { load, loadWorker, EngineError } from "schiri";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
const schiri = await load();
const played = ["E7+D6", "G3+F4", "D6+E5", "E1+D2", "B1+C2", "F1+E2", "F7+E6", "B7+C6", "C2+D3", "C6+D7",
  "D3+C4", "D2-D3", "C1+D2", "E2xC2", "C4+D5", "C2-B2", "D5+E4"];
const club = `[White "Anna"]\n[Black "Emil"]\n[Game "creeper"]\n\n1. E7+D6 G3+F4 2. D6+E5 E1+D2 3. b1+c2 F1+E2
4. F7+E6 B7+C6 5. C2+D3 C6+D7 6. D3+C4 D2-D3 7. C1+D2 E2xC2 8. C4+D5 C2-B2 9. D5+E4 0-1\n`;
const fails = (work, status, message) => assert.throws(work, (error) => {
  assert(error instanceof EngineError && error instanceof Error, String(error));
  assert.equal(error.status, status);
  assert.match(error.message, message);
  return true;
});

if (process.argv[2]) {
  for (const file of readdirSync(process.argv[2]).filter((name) => name.endsWith("-sample.pgn"))) {
    const records = schiri.read(readFileSync(`${process.argv[2]}/${file}`, "utf8"));
    assert(records.length > 0, file);
    for (const record of records) {
      assert(record.isValid, `${file}: ${record.findings.map(({ message }) => message)}`);
      const [again] = schiri.read(record.write());
      assert.equal(again.write(), record.write());
      assert.deepEqual(again.played, record.played);
      record.free();
    }
    console.log(`${file}: ${records.length} records`);
  }
  process.exit(0);
}

test("kinds", () => {
  assert.match(schiri.version, /^\d+\.\d+\.\d+/);
  assert.equal(schiri.kinds[0].name, "creeper");
  const kind = schiri.kind("sperre");
  assert.deepEqual(kind.variants.slice(0, 2), ["standard", "move-first"]);
  assert(kind.hasRoll && kind.streamsTurns && kind.title === "Sperre" && kind.rules.length > 500 && kind.summary);
  for (const { name, settings, endings, variants, planes } of schiri.kinds) {
    assert(endings.length > 0 && settings.size > 0, name);
    const position = schiri.drawn(name, variants[0], 1).planes();
    assert.equal(position.length, planes.names.length * planes.rows * planes.columns);
    assert(position.length > 0 && position.some((value) => value > 0), name);
  }
  assert.equal(schiri.kind("chess"), undefined);
  assert(schiri.forms.includes("pgn") && schiri.bots.includes("alphabeta"));
  assert(kind.places().length > 8);
});

test("a game", () => {
  const game = schiri.game({ name: "creeper" });
  assert.equal(game.side, "white");
  assert.equal(game.countTurns(), 24);
  const turns = game.turns();
  assert.equal(turns.length, 24);
  assert.deepEqual(game.turns(3), turns.slice(0, 3));
  assert(game.isLegal("E7+D6") && !game.isLegal("E7+E7") && !game.isLegal("nonsense"));
  const before = game.position;
  for (const turn of played.slice(0, 3)) game.play(turn);
  assert.equal(game.length, 3);
  assert.deepEqual(game.played, played.slice(0, 3));
  game.undo();
  assert.deepEqual(game.played, played.slice(0, 2));
  game.undo(2);
  assert.equal(game.position, before);
  fails(() => game.undo(1), 5, /turn/);
  fails(() => game.play("E1+E2"), 2, /E1/);
  fails(() => game.play("nonsense"), 1, /nonsense/);
  fails(() => game.play("E7+D6\0-"), 5, /character 0/);
  fails(() => game.play(null), 5, /./);
  assert.equal(game.position, before);
  const { begun, next, isTurn } = game.parts("e7");
  assert(begun === "E7" && next.includes("+D6") && !isTurn);
  assert.equal(game.parts("A1"), null);
  assert.equal(game.randomTurn(7), game.randomTurn(7));
  assert(game.isLegal(game.randomTurn()));
  for (const turn of played) game.play(turn);
  assert.deepEqual(game.ending, { outcome: "white", reason: "chain" });
  assert.equal(game.countTurns(), 0);
  fails(() => game.play("E7+D6"), 3, /over/);
  const same = schiri.game({ name: "creeper", start: game.start, played: game.played });
  assert.equal(same.position, game.position);
  assert.equal(game.kind, schiri.kind("creeper"));
});

test("names are those of all languages", () => {
  const table = readFileSync(process.env.MANUAL, "utf8").split("## One name in all languages\n")[1].split("\n## ")[0];
  const rows = table.split("\n").filter((line) => /^\| .*`/.test(line)).map((line) => [...line.matchAll(/`(.*?)`/g)].map((its) => its[1]));
  assert(rows.length > 6);
  const game = schiri.game({ name: "creeper", played: ["E7+D6"] });
  for (const row of rows) {
    assert.deepEqual(new Function("schiri", "game", `return ${row[1]}`)(schiri, game), JSON.parse(row.at(-1)), row[1]);
  }
});

test("numbers that are none", () => {
  const game = schiri.game({ name: "creeper" }), [record] = schiri.read(club), bot = new schiri.Bot("greedy");
  for (const number of [1.5, -1, NaN, Infinity, "x", null, {}, 2n ** 64n, -1n]) {
    for (const work of [() => schiri.drawn("creeper", null, number), () => game.turns(number), () => game.visitTurns(() => {}, number), () => game.randomTurn(number),
      () => game.undo(number), () => bot.newGame(number), () => record.addComment(number, "x"), () => record.replay(number)]) fails(work, 5, /whole number/);
  }
  for (const limits of [{ nodes: NaN }, { nodes: "x" }, { nodes: -1 }, { depth: 1.5 }]) fails(() => bot.think(game, limits), 5, /whole number/);
  assert.equal(schiri.drawn("sperre", null, 5n).position, schiri.drawn("sperre", null, 5).position);
  assert.equal(record.annotations.comments.join(""), "");
});

test("starts", () => {
  assert.equal(schiri.drawn("sperre", null, 5).position, schiri.drawn("sperre", null, 5).position);
  assert.equal(schiri.game({ name: "sperre", roll: "147" }).side, "white");
  fails(() => schiri.game({ name: "chess" }), 5, /chess/);
  fails(() => schiri.game({ name: "creeper", start: "x" }), 5, /./);
  fails(() => schiri.game({ name: "creeper", variant: "x" }), 5, /variant/);
  fails(() => schiri.game({ name: "creeper", position: "x" }), 5, /'position'.* start,/);
  fails(() => schiri.game({ name: "creeper", played: ["E7+D6", "E7+D6"] }), 2, /E7/);
});

test("visiting turns", () => {
  const game = schiri.drawn("sperre", null, 5), seen = [];
  assert.equal(game.visitTurns((turn) => seen.push(turn) < 100), false);
  assert.equal(seen.length, 100);
  assert.deepEqual(seen, game.turns(100));
  assert.equal(game.visitTurns(() => {}, 5), false);
  const creeper = schiri.game({ name: "creeper" });
  assert.equal(creeper.visitTurns(() => {}), true);
  // Within each other, and with an exception.
  let inner = 0;
  creeper.visitTurns(() => { game.visitTurns(() => ++inner && true, 2); });
  assert.equal(inner, 48);
  let calls = 0;
  assert.throws(() => creeper.visitTurns(() => { ++calls; throw new RangeError("mine"); }), RangeError);
  assert.equal(calls, 1);
  assert.equal(creeper.countTurns(), 24);
});

test("boards", () => {
  const game = schiri.game({ name: "creeper" });
  const svg = game.svg({ theme: "dark", width: 300 });
  assert(svg.startsWith("<svg") && svg.trim().endsWith("</svg>") && svg.includes('width="300"'));
  assert(game.svg({ coordinates: false }).length < game.svg().length);
  fails(() => game.svg({ theme: "pink" }), 5, /theme|pink/);
  assert(game.board().split("\n").length > 7);
  assert(game.figures.length > 10 && game.figures.every(([symbol, x, y]) => symbol && x >= 0 && y >= 0));
});

test("records", () => {
  const [record] = schiri.read(club);
  assert(!record.isValid);
  const [error] = record.findings.filter(({ isError }) => isError);
  assert.equal(error.code, "result-mismatch");
  assert.equal(error.line, 6);
  assert(schiri.meaning(error.code) && schiri.remedy(error.code) && schiri.meaning("none") === null);
  assert.deepEqual(record.ending, { outcome: "white", reason: "chain" });
  const copy = record.copy();
  const repairs = record.repair();
  assert(repairs.length > 0 && repairs.some((line) => line.includes("1-0")), String(repairs));
  assert(!copy.isValid);
  assert.equal(record.result, "1-0");
  assert(record.isValid);
  assert.deepEqual(record.played, played);
  assert.equal(record.tags.get("White"), "Anna");
  assert.equal(record.tag("Nothing"), null);
  // The engine tells a record once until it is edited, and what is read is a copy.
  const told = record.facts;
  record.played.push("A1");
  record.movetext[0][1] = "A1";
  assert.equal(record.facts, told);
  assert.deepEqual(record.played, played);
  assert.deepEqual(record.movetext[0], ["turn", "E7+D6"]);
  record.setTag("Event", "Club 1");
  assert.notEqual(record.facts, told);
  record.addComment(1, "so it begins");
  const text = record.write();
  const [again] = schiri.read(text);
  assert.equal(again.write(), text);
  assert.match(text, /\[Event "Club 1"\]/);
  assert.equal(again.annotations.comments[1], "so it begins");
  const braced = record.copy();
  braced.addComment(2, "a } b");
  assert.match(braced.write(), /\n; a } b\n/);
  assert.deepEqual(schiri.read(braced.write())[0].played, played);
  assert.equal(record.replay(1).played.length, 1);
  assert.equal(record.replay().played.length, played.length);
  assert.equal(JSON.parse(record.write("json")).result ?? JSON.parse(record.write("json")).tags?.Result, "1-0");
  fails(() => record.write("nothing"), 5, /nothing/);
  assert.deepEqual(record.losses("json"), []);
  assert(record.losses("abstractplay").some((loss) => loss.includes("comments")));
  fails(() => record.setResult("2-0"), 5, /./);
  assert.deepEqual(schiri.read(""), []);
  const [illegal] = schiri.read('[Game "creeper"]\n\n1. E7+D6 E1+E2 *\n');
  assert.equal(illegal.findings.find(({ isError }) => isError).turn, 2);
  for (const options of [{ form: "nothing" }, { forn: "pgn" }, { game: 3 }]) fails(() => schiri.read("", options), 5, /nothing|forn|game/);
  assert(!schiri.read(text.replace(/\[Site.*\n/, ""), { strict: true })[0].isValid);
  // Edits are checked.
  record.movetext = [["turn", "e7+d6"], ["nag", "1"], ["comment", "yes"]];
  assert.deepEqual(record.movetext, [["turn", "E7+D6"], ["nag", "1"], ["comment", "yes"]]);
  assert.deepEqual([record.played, record.isValid, record.findings.some(({ code }) => code === "unexplained-result")], [["E7+D6"], true, true]);
  record.setResult("*");
  record.setTag("Event", null);
  assert.deepEqual([record.isValid, record.tag("Event")], [true, null]);
  record.tags.set("White", "Zoë").set("Annotator", "me");
  assert.deepEqual([record.tag("White"), record.tags.get("Annotator"), record.tags.delete("Annotator"), record.tags.delete("None")], ["Zoë", "me", true, false]);
  assert.equal(record.tag("Annotator"), null);
  fails(() => record.tags.set("no name", "x"), 5, /no name/);
  fails(() => { record.movetext = [["move", "a b"]]; }, 5, /a b/);
  const own = schiri.game({ name: "creeper", played }).record({ White: "Anna", Black: "Émile" });
  assert.equal(schiri.read(own.write())[0].tag("Black"), "Émile");
});

test("bots", () => {
  const game = schiri.game({ name: "creeper", played: played.slice(0, 16) }), bot = new schiri.Bot("alphabeta");
  bot.newGame(1);
  const thoughts = [];
  const thought = bot.think(game, { depth: 3 }, (its) => thoughts.push(its));
  assert(game.isLegal(thought.turn) && thought.nodes > 0 && thoughts.length > 0);
  assert.deepEqual(thought.score, { kind: "win", amount: 1 });
  assert.equal(new schiri.Bot("alphabeta:nodes=500").think(game).turn, thought.turn);
  // It stops soon, by its listener or an exception of it.
  const open = schiri.game({ name: "creeper" });
  assert(bot.think(open, { nodes: 1e12 }, () => bot.stop()).nodes < 1e9);
  assert.throws(() => bot.think(open, { nodes: 1e12 }, () => { throw new RangeError("mine"); }), RangeError);
  fails(() => new schiri.Bot("nobody"), 5, /nobody/);
  const [record] = schiri.read(game.record().write());
  record.analyse(bot, { depth: 1 });
  assert(record.annotations.comments.some((comment) => comment));
});

test("ratings", () => {
  const ratings = new schiri.Ratings(), [record] = schiri.read(club);
  record.repair();
  ratings.add(record);
  ratings.addResult({ game: "creeper", white: "Emil", black: "Anna", result: "1/2-1/2", date: "2026.05.01" });
  ratings.set("anchor", "Emil=1400");
  const [{ game, players }] = ratings.rate();
  assert.equal(game, "creeper");
  assert.deepEqual(players.map(({ name, wins, draws }) => [name, wins, draws]), [["Anna", 1, 1], ["Emil", 0, 1]]);
  assert.equal(players[1].rating, 1400);
  assert.equal(ratings.tables()[0].rows[0].points, 1.5);
  fails(() => ratings.set("nothing", "1"), 5, /nothing/);
});

test("ratings join names that differ in how their letters are composed", () => {
  const ratings = new schiri.Ratings();
  for (const name of ["Jos\u00e9", "Jose\u0301"]) ratings.addResult({ game: "creeper", white: name, black: "Emil", result: "1-0", date: name.length === 4 ? "2026.05.01" : "2026.05.02" });
  assert.deepEqual(ratings.rate()[0].players.map(({ name, wins }) => [name.normalize("NFC"), wins]), [["Jos\u00e9", 2], ["Emil", 0]]);
});

test("records one by one", () => {
  const text = '[Game "creeper"]\n\n1. E7+D6 *\n\n'.repeat(3), seen = [];
  assert.equal(schiri.visitRecords(text, null, (record) => { seen.push(record.index); record.free(); return seen.length < 2; }), false);
  assert.deepEqual(seen, [1, 2]);
});

test("memory", async () => {
  const game = schiri.game({ name: "creeper" });
  game.free();
  game.free();
  fails(() => game.play("E7+D6"), 5, /./);
  for (const work of [() => game.position, () => game.side, () => game.played, () => game.length, () => game.ending]) fails(work, 5, /freed/);
  // An engine whose memory the test sees.
  const { Instance } = WebAssembly;
  let memory = null;
  WebAssembly.Instance = class extends Instance {
    constructor(...its) {
      super(...its);
      memory = this.exports.memory;
    }
  };
  const other = await load();
  WebAssembly.Instance = Instance;
  const round = async (isFreed) => {
    for (let i = 0; i < 4000; ++i) {
      const its = other.game({ name: "creeper", played: played.slice(0, 2) });
      if (isFreed) its.free();
    }
    for (let i = 0; i < 5; ++i) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return memory.buffer.byteLength;
  };
  const freed = await round(true);
  assert.equal(await round(true), freed);
  // Garbage is freed, too.
  const first = await round(false);
  assert(first > freed);
  for (let i = 0; i < 3; ++i) assert((await round(false)) < 1.5 * first);
});

test("engines are separate", async () => {
  const bytes = readFileSync(new URL("./node_modules/schiri/schiri-engine.wasm", import.meta.url));
  const other = await load({ wasm: bytes });
  assert.notEqual(other.kinds, schiri.kinds);
  assert.equal(other.game({ name: "creeper" }).countTurns(), 24);
  await assert.rejects(load({ wasm: new Uint8Array(8) }), WebAssembly.CompileError);
});

test("a worker", async () => {
  const worker = await loadWorker(), game = schiri.game({ name: "creeper", played: played.slice(0, 16) }), news = [];
  const thought = await worker.think({ game, bot: "alphabeta", limits: { depth: 2 } }, (its) => news.push(its));
  assert.deepEqual(thought.score, { kind: "win", amount: 1 });
  assert(news.length > 0);
  // The seed of a description counts where the task has none.
  const drawn = async (bot, seed) => (await worker.think({ game: { name: "creeper" }, bot, seed })).turn;
  const own = new Set();
  for (let seed = 0; seed < 8; ++seed) {
    own.add(await drawn(`random seed=${seed}`));
    assert.equal(await drawn("random", seed), await drawn(`random seed=${seed}`));
  }
  assert.ok(own.size > 1);
  await assert.rejects(worker.think({ game, bot: "nobody" }), (error) => error instanceof EngineError && /nobody/.test(error.message));
  await assert.rejects(worker.think({ game: { name: "creeper", played: ["E1+E2"] }, bot: "random" }), (error) => error.isIllegal);
  const [first, second] = await worker.analyse(`${game.record().write()}\n${club}`, { bot: "greedy", limits: { depth: 1 } });
  assert(schiri.read(first)[0].annotations.comments.some((comment) => comment));
  assert.equal(schiri.read(second)[0].isValid, false);
  // It stops at once, and works again.
  const endless = worker.think({ game: { name: "creeper" }, bot: "alphabeta", limits: { nodes: 1e15 } });
  const queued = worker.think({ game: { name: "creeper" }, bot: "random" });
  worker.stop();
  assert.deepEqual(await Promise.all([endless, queued]), [null, null]);
  assert.equal((await worker.think({ game, bot: "alphabeta", limits: { depth: 2 } })).turn, thought.turn);
  // A listener that throws ends its task, and no other.
  const open = { name: "creeper" }, thrown = worker.think({ game: open, bot: "alphabeta", limits: { nodes: 2e6 } }, () => { throw new RangeError("mine"); });
  const others = [worker.think({ game: open, bot: "greedy" }), worker.think({ game: open, bot: "random" })];
  await assert.rejects(thrown, { name: "RangeError", message: "mine" });
  for (const { turn } of await Promise.all(others)) assert.equal(turn.length, 5);
  worker.close();
});

test("a worker that fails", async () => {
  const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  await assert.rejects(load({ wasm: empty }), TypeError);
  const worker = await loadWorker({ wasm: empty });
  for (let i = 0; i < 2; ++i) await assert.rejects(worker.think({ game: { name: "creeper" }, bot: "greedy" }), TypeError);
  const other = await loadWorker();
  await assert.rejects(other.think({ game: { name: "creeper" }, bot: () => {} }), { name: "DataCloneError" });
  assert.equal((await other.think({ game: { name: "creeper" }, bot: "greedy" })).turn.length, 5);
});

test("an idle worker lets the process end", () => {
  const program = `import { loadWorker } from "schiri";
    const worker = await loadWorker();
    console.log((await worker.think({ game: { name: "creeper" }, bot: "greedy" })).turn);`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8", timeout: 60000 });
  assert.match(out, /^[A-G]\d.[A-G]\d\n$/);
});
