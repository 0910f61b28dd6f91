// The settings of games in words: their names, and what their values mean.
import { pattern } from "../shared/words.js";

const names = {
  bases: pattern("Home bases"), repetition: pattern("A position that comes again"), swap: pattern("Pairs that a knight may swap with"),
  turns: pattern("Turns"), "own-goal": pattern("A stone displaced onto its own goal"), roll: pattern("Equal numbers in the roll"),
};
export const nameOfSetting = (t, setting) => (names[setting] ? t(names[setting]) : setting);
// What is said of a game at the board in place of a record.
const own = { repetition: { claim: pattern("from the third occurrence on, a draw may be claimed") } };
// `meanings`: those of the values, in English. A note about records and bots is left out.
export function meaningOf(t, setting, meanings, value) {
  const text = t((own[setting] || {})[value] || meanings[value]).split(/\s?; /u)[0];
  return text[0].toUpperCase() + text.slice(1);
}
