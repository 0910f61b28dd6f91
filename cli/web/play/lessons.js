// The first turns of each game, done on the board: three of the pictures of its rules.
import { rulesTurns } from "./rules.js";

const chosen = { creeper: [0, 1, 4], springerjagd: [0, 2, 3], "more-or-less": [0, 1, 2], sperre: [0, 1, 2] };
// [{text, spec, turn}] of a game, in the variant that a beginner meets first.
export function lessonsOf(t, kind, variant) {
  const turns = rulesTurns[`${kind.name} ${String(variant).split("+")[0]}`] || rulesTurns[kind.name] || [];
  return (chosen[kind.name] || []).map((i) => turns[i]).map(([caption, own, start, turn], i, all) => ({
    text: `${i + 1}/${all.length}: ${t(caption)} ${t("Play it: {0}", turn)}`, turn,
    spec: { name: kind.name, variant: own || variant, start, turns: [], isSetUp: true },
  }));
}
