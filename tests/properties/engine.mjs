// node engine.mjs PACKAGE FILE: what the engine of a package for JavaScript says of the records of a file, as JSON.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { load } = await import(pathToFileURL(join(folder, "node.js")));
const schiri = await load();

const finding = (one) => [one.code, one.line, one.column, one.turn, one.message];
const known = (number) => (Number.isNaN(number) ? null : number);

const records = schiri.read(readFileSync(file, "utf8"));
const valid = records.filter((one) => one.isValid);

function rated(options) {
  const ratings = new schiri.Ratings();
  for (const [option, value] of options) ratings.set(option, value);
  for (const one of valid) ratings.add(one);
  const players = ratings.rate().flatMap((list) => list.players.map((one) =>
    [list.game, list.variant, one.name, known(one.rating), known(one.error), one.wins, one.draws, one.losses]));
  const rows = ratings.tables().flatMap((table) => table.rows.map((one) => [one.name, one.points, one.games]));
  return { players, rows };
}

console.log(JSON.stringify({
  records: records.map((one) => ({
    errors: one.findings.filter((found) => found.isError).map(finding),
    warnings: one.findings.filter((found) => !found.isError).map(finding),
    facts: [one.game || null, one.result || null, one.length, one.ending?.outcome ?? null],
    tags: Object.fromEntries(one.tags),
  })),
  written: Object.fromEntries(["pgn", "json"].map((form) => [form, valid.map((one) => one.write(form)).join("")])),
  ratings: [rated([]), rated([["prior", "none"]]), rated([["prior", "field"]])],
}));
