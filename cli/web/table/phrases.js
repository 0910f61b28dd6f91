// What the table says of a game.
import { endingOf, wordsOf } from "./guide.js";
import { pattern } from "../shared/words.js";

export const colours = ["white", "black"];

const stonesOf = (position) => colours.map((colour) => position.split(" ")[0].split(colour[0]).length - 1);

// `result` is 1, 2 or 3, `position` the last one; `reader` 1 if the reader of the page has won, 2 if he has lost,
// otherwise 0.
export function verdictText(t, { name, side, position }, { result, why }, reader) {
  const verdicts = ["", pattern("White has won: {0}."), pattern("Black has won: {0}."), pattern("The game is drawn: {0}.")];
  const patterns = [verdicts[result], pattern("You have won: {0}."), pattern("You have lost: {0}.")];
  return t(patterns[reader], t(endingOf(name, why, reader, { winner: result - 1, side, stones: stonesOf(position) })));
}

export function shortTurn(turn) {
  const words = wordsOf(turn);
  return turn.length > 26 ? `${words[0]}${words[1]} … ${words.at(-1)}` : turn;
}

// What is counted in a game beside its board.
export function countText(t, { name, variant }, { position, figures }) {
  if (name === "springerjagd") return t("reserve {0} : {1}", ...colours.map((colour) => figures.filter(([symbol]) => symbol === `springerjagd-${colour}-reserve`).length));
  if (name !== "more-or-less") return "";
  const [, , ...made] = position.split(" "), stones = stonesOf(position);
  const all = Number((/turns=(\d+)/.exec(variant) || [0, 12])[1]), left = made.map((turns) => all - Number(turns));
  return `${t("{0} : {1}, win at 19 or 6", ...stones)} · ${t("turns left {0} and {1}", ...left)}`;
}
