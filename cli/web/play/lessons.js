// The turns of each kind, done on the board: those of the pictures of the rules. The first and the last text say
// the aim of the game.
import { goalOf } from "../table/guide.js";
import { rulesTurns } from "./rules.js";

// [{text, spec, turn}] of a game, in the variant that a beginner meets first.
export function lessonsOf(t, kind, variant) {
  const turns = rulesTurns[`${kind.name} ${String(variant).split("+")[0]}`] || rulesTurns[kind.name] || [];
  const aim = (i) => (i === 0 || i === turns.length - 1 ? `${t(goalOf(kind))} ` : "");
  return turns.map(([caption, own, start, turn], i) => ({
    text: `${i + 1}/${turns.length}: ${aim(i)}${t(caption)} ${t("Play it: {0}", turn)}`, turn,
    spec: { name: kind.name, variant: own || variant, start, turns: [], isSetUp: true },
  }));
}
