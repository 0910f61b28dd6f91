// The records of the games on the table.
const results = ["*", "1-0", "0-1", "1/2-1/2"];
const terminations = { time: "time forfeit", resigned: "resignation", agreed: "agreement" };
const nags = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

// The tags that tell of the turns and of the end, which another continuation has anew.
const ofTheTurns = ["Result", "Termination", "PlyCount", "Game", "Variant", "Position", "Roll"];

// A day of the reader's calendar.
export const dayOf = (date, separator) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join(separator);

// What stays of the record that a game comes from: its text, turns, comments, NAGs with their signs, and tags.
export function sourceOf(record) {
  const { comments, glyphs } = record.annotations;
  return { text: record.write("pgn"), turns: record.played, comments, nags: glyphs, glyphs: glyphs.map((list) => list.map((nag) => nags[nag.replace("$", "")] || nag).join(" ")),
    tags: [...record.tags].filter(([name]) => !ofTheTurns.includes(name)) };
}
// The part that a game shares with it after other turns; comments stay with the turns that they belong to.
export function cutSource(source, turns) {
  const same = source.turns.findIndex((turn, i) => turn !== turns[i]);
  if (same < 0) return source;
  const cut = (list) => list.slice(0, same + 1);
  return { ...source, text: null, turns: source.turns.slice(0, same), comments: cut(source.comments), nags: cut(source.nags), glyphs: cut(source.glyphs) };
}

// Adds the NAGs of each turn, by the number of turns.
function addNags(record, nags) {
  let ply = 0;
  record.movetext = record.movetext.flatMap((piece) => (piece[0] === "turn" ? [piece, ...(nags[++ply] || []).map((nag) => ["nag", nag])] : [piece]));
}

// Adds lines that were left as variations of the record: each is [the number of turns that it shares, all of its
// turns], and stands after the turn that it replaces.
function addVariations(record, variations, began) {
  const number = (ply) => `${Math.floor((ply + began) / 2) + 1}.${(ply + began) % 2 ? ".." : ""}`;
  const pieces = record.movetext;
  for (const [shared, line] of variations) {
    const words = line.slice(shared).flatMap((turn, i) => ((shared + i + began) % 2 === 0 || i === 0 ? [number(shared + i), turn] : [turn]));
    let ply = -1, at = pieces.findIndex(([kind]) => kind === "turn" && ++ply === shared);
    if (at < 0) continue;
    // After the comments and signs of that turn, and other variations.
    for (let depth = 0; at + 1 < pieces.length; ++at) {
      const [kind] = pieces[at + 1];
      if (kind === "turn") break;
      depth += Number(kind === "variation open") - Number(kind === "variation close");
      if (depth === 0 && kind === "comment" && pieces[at + 2] && pieces[at + 2][0] === "turn") break;
    }
    pieces.splice(at + 1, 0, ["variation open", "("], ...words.map((word) => ["variation word", word]), ["variation close", ")"]);
  }
  record.movetext = pieces;
}

// The record of a game as text: that which it comes from, if it is still the same. `over` is its end, if it
// has one, `date` a Date, `variations` as match.js has them.
export function recordText({ game, source, players, over, date, variations }) {
  if (source && source.text && source.turns.length === game.length && !variations.length) return source.text;
  const record = game.record();
  try {
    const usual = [["White", players[0]], ["Black", players[1]], ["Event", "A game in the browser"], ["Site", "schiri.html"], ["Round", "1"], ["Date", dayOf(date, ".")]];
    for (const [name, value] of [...usual, ...(source ? source.tags : [])]) record.setTag(name, value);
    (source ? source.comments : []).forEach((comment, i) => { if (comment && i <= game.length) record.addComment(i, comment); });
    if (source) addNags(record, source.nags);
    if (variations.length) addVariations(record, variations, (game.side + game.length) % 2);
    if (over && over.isAgreed) {
      record.setResult(results[over.result]);
      record.setTag("Termination", terminations[over.why]);
    }
    return record.write("pgn");
  } finally {
    record.free();
  }
}
