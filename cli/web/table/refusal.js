// Why a place cannot be chosen now, in sentences. A state is {position, places, faces, begun}: a game of the
// engine, the places of its board, those beside dice, and the begun turn.
import { bare, isTilt } from "./guide.js";
import { isNear } from "./places.js";
import { after, completed } from "./preview.js";


// An octagon is not chosen but jumped over.
export function aboutOctagon(t, { position, places, begun }, octagon) {
  const placeNamed = (name) => places.find((place) => place.name === name);
  const middle = (turn) => turn.split("+").map(placeNamed).reduce((sum, place) => [sum[0] + place.x / 2, sum[1] + place.y / 2], [0, 0]);
  const jumps = position.turns().filter((turn) => turn.includes("+") && turn.startsWith(bare(begun)) && isNear(middle(turn)[0], octagon.x) && isNear(middle(turn)[1], octagon.y));
  if (!jumps.length) return t("Octagons get a disc when a pawn jumps over them. No pawn of yours can jump over this one now.");
  const [from, to] = jumps[0].split("+");
  return t("Jump over this octagon with the pawn on {0}: it goes to {1}.", from, to);
}
// Why a place cannot be chosen: what the engine says of a legal turn that goes there instead, in each way
// of the part, and of a die that goes to any of its faces. The shortest answer names the place, not the
// shape of the way. One that names another of these turns as the way to write it is no reason.
export function whyNot({ position, begun, faces }, name) {
  const { begun: before, next } = position.parts(begun), turns = new Map();
  const isDie = /^[IV]+$/.test(name), names = isDie ? faces.map((face) => face.name).filter((face) => face.slice(0, -1) === name) : [name];
  for (const part of next.filter((one) => isTilt(one) === isTilt(names[0]) && bare(one) !== "pass")) {
    const rest = completed(position, position.parts(before + part)).slice((before + part).length), sign = part.slice(0, part.length - bare(part).length);
    for (const other of sign && "+-x".includes(sign) ? "+-x" : [sign]) for (const one of names) turns.set(before + other + one, rest);
  }
  const answers = [...turns].map(([beginning, rest]) => [beginning, refusalOf(position, beginning + rest)]).filter(([, answer]) => answer);
  const reasons = answers.filter(([its, answer]) => ![...turns.keys()].some((other) => other !== its && answer.includes(other))).map(([, answer]) => sentenceOf(answer));
  return reasons.sort((a, b) => a.length - b.length)[0];
}
function refusalOf(position, turn) {
  try {
    after(position, turn);
    return null;
  } catch (error) {
    return error.isIllegal ? error.message : null;
  }
}
// The rule alone, without the turn before it, which is not the player's, and the advice after it, which the
// board shows. The name of a place stays as it is.
function sentenceOf(refused) {
  const rule = refused.replace(/^\S+\s?: /u, "").split(/\s?; /u)[0];
  return `${/^\p{Ll}+\s/u.test(rule) ? rule[0].toUpperCase() + rule.slice(1) : rule}.`;
}
