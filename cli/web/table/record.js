// The records of the games on the table.
const results = ["*", "1-0", "0-1", "1/2-1/2"];
const terminations = { time: "time forfeit", resigned: "resignation", agreed: "agreement" };
const nags = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

// What stays of the record that a game comes from: its text, turns, comments, signs of NAGs and tags.
export function sourceOf(record) {
  const { comments, glyphs } = record.annotations;
  return { text: record.write("pgn"), turns: record.played, comments, glyphs: glyphs.map((list) => list.map((nag) => nags[nag.replace("$", "")] || nag).join(" ")),
    tags: ["White", "Black", "Event", "Site", "Round", "Date"].map((name) => [name, record.tag(name)]).filter(([, value]) => value) };
}
// The part that a game shares with it after other turns; comments stay with the turns that they belong to.
export function cutSource(source, turns) {
  const same = source.turns.findIndex((turn, i) => turn !== turns[i]);
  if (same < 0) return source;
  return { ...source, text: null, turns: source.turns.slice(0, same), comments: source.comments.slice(0, same + 1), glyphs: source.glyphs.slice(0, same + 1) };
}

// The record of a game as text: that which it comes from, if it is still the same. `over` is its end, if it
// has one, `date` a Date.
export function recordText({ game, source, players, over, date }) {
  if (source && source.text && source.turns.length === game.length) return source.text;
  const record = game.record();
  try {
    const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join(".");
    const usual = [["White", players[0]], ["Black", players[1]], ["Event", "A game in the browser"], ["Site", "schiri.html"], ["Round", "1"], ["Date", day]];
    for (const [name, value] of [...usual, ...(source ? source.tags : [])]) record.setTag(name, value);
    (source ? source.comments : []).forEach((comment, i) => { if (comment && i <= game.length) record.addComment(i, comment); });
    if (over && over.isAgreed) {
      record.setResult(results[over.result]);
      record.setTag("Termination", terminations[over.why]);
    }
    return record.write("pgn");
  } finally {
    record.free();
  }
}
