// Arrows for what a turn does, on a board and beside the rules.
// [from, to] of each part of a turn, or [place] of a stone that is placed and of a die.
import { draw } from "../shared/dom.js";
import { isTilt, placeOf, wordsOf } from "./guide.js";

function steps(game, turn, places) {
  const words = wordsOf(turn), at = (part) => places.find(({ name }) => name === placeOf(places, part)), found = [];
  words.forEach((word, i) => {
    const place = at(word), before = i && at(words[i - 1]), goes = "+-x~>".includes(word[0]);
    if (!place) return;
    if (goes && before) found.push([before, place]);
    if (word[0] === "~") found.push([place, before]);
    // The pawn that fills the square of the knight.
    else if (game === "springerjagd" && i === 2) found.push([place, at(words[0])]);
    else if (!goes && (isTilt(word) || game === "more-or-less" && words.every((other) => !/^[-x]/.test(other)))) found.push([place]);
  });
  return found;
}
function arrow([from, to]) {
  if (!to) return draw("circle", { cx: from.x, cy: from.y, r: 15 });
  const length = Math.hypot(to.x - from.x, to.y - from.y), [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const point = (along, aside) => `${(from.x + along * dx - aside * dy).toFixed(1)} ${(from.y + along * dy + aside * dx).toFixed(1)}`;
  return draw("path", { d: `M${point(6, 0)}L${point(length, 0)}M${point(length - 13, -9)}L${point(length, 0)}L${point(length - 13, 9)}` });
}
export const arrowsOf = (game, turn, places) => steps(game, turn, places).map(arrow);
