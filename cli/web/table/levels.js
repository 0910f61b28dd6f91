// The names of the levels of bots, weakest first.
import { pattern } from "../shared/words.js";

export const levelNames = [pattern("loses easily"), pattern("plays at random, or nearly so"), pattern("hardly looks"), pattern("careless"), pattern("distracted"), pattern("beginner"), pattern("learner"), pattern("improver"), pattern("player"), pattern("club player"), pattern("strong"), pattern("very strong"), pattern("expert"), pattern("takes its time")];

// The bots of each game, weakest first, so that each wins most games against the one before it
// (`schiri help page` has the figures), and the last four take some ten times as long as the one before: 10 ms, 0.1 s,
// 1 s, 10 s. Positions limit them, time only on slow devices.
const random = (percent) => ({ bot: `greedy option.random=${percent}`, limits: { nodes: 2000 } });
const losing = (percent) => ({ bot: `greedy option.random=${percent} option.blunders=100`, limits: { nodes: 2000 } });
const search = (nodes, bot = "alphabeta") => ({ bot, limits: { nodes, milliseconds: 4000 } });
const longest = { bot: "alphabeta", limits: { nodes: 100000000, milliseconds: 10000 } };
const levels = {
  creeper: [losing(85), random(100), random(88), random(72), random(54), random(27), random(0), search(50, "mcts"), search(90), search(400), search(12000), search(150000), search(1500000), longest],
  springerjagd: [losing(75), random(100), random(70), random(45), random(28), random(15), random(4), random(0), search(100), search(300), search(12000), search(140000), search(1400000), longest],
  "more-or-less": [losing(20), random(100), random(86), random(70), random(48), random(0), search(150), search(400), search(1500), search(8000), search(30000), search(200000), search(1500000), longest],
  sperre: [random(100), random(92), random(80), random(62), random(45), random(33), random(22), random(10), random(0), search(200), search(8000), search(70000), search(700000), longest],
};
// A level counts from 1; a game without levels of its own has those of Creeper.
/** @type {(game: string, level: number) => {bot: string, limits: any}} */
export const botOf = (game, level) => { const its = levels[game] || levels.creeper; return its[Math.min(Math.max(level, 1), its.length) - 1]; };
// As `schiri play` takes it.
export function specOf(game, level) {
  const { bot, limits: { nodes, milliseconds } } = botOf(game, level);
  return `${bot} nodes=${nodes}${milliseconds ? ` movetime=${milliseconds}` : ""}`;
}
