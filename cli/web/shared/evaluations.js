// White's winning chance and evaluation after each turn, from the comments of a game: those of an analysis,
// otherwise those of the players. `sides` are the letters of the movers, `scale` that of the game's bots.
const score = "([+-]?)(?:M(\\d+)|(\\d+\\.\\d\\d))/\\d+";
const analysed = new RegExp(`(?:^|\\s)analysis:\\s(White\\s)?${score}`);
const thought = new RegExp(`(?:^|\\s)()${score}(?:\\s\\d+\\.\\d+s)?(?:$|\\s)`);
export function evaluationsOf({ comments, sides }, scale) {
  const read = (pattern) => comments.map((comment, i) => {
    const found = pattern.exec(comment);
    if (!found) return null;
    const sign = (found[2] === "-" ? -1 : 1) * (found[1] || sides[i] === "w" ? 1 : -1);
    const text = `${Number(found[4]) === 0 ? "" : sign > 0 ? "+" : "−"}${found[3] ? `M${found[3]}` : found[4]}`;
    const chance = found[3] ? (sign > 0 ? 1 : 0) : 1 / (1 + Math.exp((-sign * 100 * Number(found[4])) / scale));
    return { chance, text };
  });
  const byAnalysis = read(analysed), isAnalysis = byAnalysis.some(Boolean);
  return { values: isAnalysis ? byAnalysis : read(thought), isAnalysis };
}
