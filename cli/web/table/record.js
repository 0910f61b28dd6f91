// The records of the games on the table.
const results = ["*", "1-0", "0-1", "1/2-1/2"];
const terminations = { time: "time forfeit", resigned: "resignation", agreed: "agreement" };
const nags = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

// What a record says of its start, its rules and its end; the rest says where, when and by whom it was played.
const ownTags = ["Game", "Variant", "Position", "Roll", "Result", "Termination", "PlyCount", "WhiteClock", "BlackClock"];

// Year, month and day, as texts of two digits or more.
export const dayOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));

// What stays of the record that a game comes from: its text, turns, movetext, comments, signs of NAGs and tags.
export function sourceOf(record) {
  const { comments, glyphs } = record.annotations;
  return { text: record.write("pgn"), turns: record.played, movetext: record.movetext, comments, glyphs: glyphs.map((list) => list.map((nag) => nags[nag.replace("$", "")] || nag).join(" ")),
    tags: [...record.tags].filter(([name]) => !ownTags.includes(name)) };
}
// The part that a game shares with it after other turns; comments stay with the turns that they belong to.
export function cutSource(source, turns) {
  const same = source.turns.findIndex((turn, i) => turn !== turns[i]);
  if (same < 0) return source;
  return { ...source, text: null, turns: source.turns.slice(0, same), movetext: upTo(source.movetext, same), comments: source.comments.slice(0, same + 1), glyphs: source.glyphs.slice(0, same + 1) };
}
// The movetext before the turn after so many, or all of it.
function upTo(movetext, turns) {
  const places = movetext.flatMap(([kind], i) => (kind === "turn" ? [i] : []));
  return movetext.slice(0, places[turns] ?? movetext.length);
}

// Adds lines that were left as variations of the record: each is [the number of turns that it shares, all of its
// turns], and stands after the turn that it replaces.
function addVariations(record, variations, began) {
  const number = (ply) => `${Math.floor((ply + began) / 2) + 1}.${(ply + began) % 2 ? ".." : ""}`;
  const pieces = record.movetext;
  for (const [shared, line] of variations) {
    const words = line.slice(shared).flatMap((turn, i) => ((shared + i + began) % 2 === 0 || i === 0 ? [number(shared + i), turn] : [turn]));
    const added = [["variation open", "("], ...words.map((word) => ["variation word", word]), ["variation close", ")"]];
    // The record may have it.
    if (JSON.stringify(pieces).includes(JSON.stringify(added).slice(1, -1))) continue;
    let ply = -1, at = pieces.findIndex(([kind]) => kind === "turn" && ++ply === shared);
    if (at < 0) continue;
    // After the comments and signs of that turn, and other variations.
    for (let depth = 0; at + 1 < pieces.length; ++at) {
      const [kind] = pieces[at + 1];
      if (kind === "turn") break;
      depth += Number(kind === "variation open") - Number(kind === "variation close");
      if (depth === 0 && kind === "comment" && pieces[at + 2] && pieces[at + 2][0] === "turn") break;
    }
    pieces.splice(at + 1, 0, ...added);
  }
  record.movetext = pieces;
}

// The record of a game as text: that which it comes from, if it is still the same. `players` are {name, type, bot} of
// White and Black, `over` is the end, if there is one, `date` a Date, `variations` as match.js has them.
export function recordText({ game, source, players, over, date, variations }) {
  const hasEnded = over && over.isAgreed && source && source.text && !source.text.includes(`[Result "${results[over.result]}"]`);
  if (source && source.text && source.turns.length === game.length && !variations.length && !hasEnded) return source.text;
  // What it says of a player in whose place a bot goes on is no longer so.
  const bots = ["White", "Black"].filter((_side, i) => players[i].bot);
  const record = game.record(), own = source ? source.tags.filter(([name]) => !bots.some((side) => name.startsWith(side))) : [];
  try {
    const usual = [["White", players[0].name], ["Black", players[1].name], ["Event", "A game in the browser"], ["Site", "schiri.html"], ["Round", "1"], ["Date", dayOf(date).join(".")]];
    const isNew = (name) => !own.some(([its]) => its === name);
    // Who has played is known of those who are named here.
    const kinds = ["White", "Black"].flatMap((side, i) => (isNew(side) ? [[`${side}Type`, players[i].type], [`${side}Bot`, players[i].bot]] : []));
    for (const [name, value] of [...usual.filter(([name]) => isNew(name)), ...own, ...kinds.filter(([, value]) => value)]) record.setTag(name, value);
    if (source) record.movetext = [...upTo(source.movetext, game.length), ...record.movetext.slice(source.turns.length)];
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
