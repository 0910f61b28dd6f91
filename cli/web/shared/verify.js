// In the worker of a report: verifies that its games, which it unpacks, match the page. A difference is reported
// as a text for t() and its values, or as the sentence of a finding.
import { inflated } from "./dom.js";

export async function verify(engine, report, tell) {
  const pattern = (/** @type {string} */ english) => english;
  const wrong = [], kinds = report.kinds.map(() => new engine.Ratings());
  // The page's errors are not compared, and take by far the longest.
  for (const its of kinds) its.set("no-errors");
  const named = (name) => (name || "?").normalize("NFC");
  const results = ["1-0", "1/2-1/2", "0-1", "*"];
  const differ = (game, what) => { if (wrong.length < 100) wrong.push([game, what]); };
  let verified = 0;

  // The block of games that was last unpacked.
  let block = -1, unpacked = [];
  async function unpack(number) {
    const its = Math.floor(number / report.gamesPerBlock);
    if (its !== block) unpacked = await inflated(report.blocks[its]).json();
    block = its;
    return unpacked[number % report.gamesPerBlock];
  }
  function look({ kind, result, turns, white, black }, { record: text, positions }) {
    const records = engine.read(text, { form: "pgn" }), [record] = records;
    try {
      if (records.length !== 1) return [pattern("it is not one record")];
      const error = record.findings.find(({ isError }) => isError);
      if (error) return [error.message];
      if (record.game !== report.kinds[kind].game || record.variant !== report.kinds[kind].variant) return [pattern("it is a record of another game")];
      const played = record.played;
      if (played.length !== turns) return [pattern("it has {0} turns, not {1}"), played.length, turns];
      if (record.result !== results[result]) return [pattern("its result is {0}, not {1}"), record.result, results[result]];
      if (named(record.tag("White")) !== named(white) || named(record.tag("Black")) !== named(black)) return [pattern("others have played it")];
      kinds[kind].add(record);
      const game = record.replay(0);
      try {
        for (let i = 0; i <= turns; ++i) {
          if (i) game.play(played[i - 1]);
          if (positions[i] !== game.position) return [pattern("another position is shown after {0} turns"), i];
        }
      } finally {
        game.free();
      }
      return null;
    } finally {
      for (const each of records) each.free();
    }
  }
  for (let i = 0; i < report.games.length; ++i) {
    let what = null;
    try {
      what = look(report.games[i], await unpack(report.games[i].number));
    } catch (error) {
      what = [error.message];
    }
    if (what) differ(report.games[i].number, what);
    else ++verified;
    if (i % 50 === 0) tell({ done: i });
  }
  const ratings = report.isWhole ? kinds.map((ratings) => ratings.rate()) : null;
  const tables = report.isWhole ? kinds.map((ratings) => ratings.tables()) : null;
  for (const its of kinds) its.free();
  return { verified, wrong, ratings, tables };
}
