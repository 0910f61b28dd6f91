// The figures of a board while a turn is being entered. `position` is a game of the engine, `places` those of
// its board.
import { bare, figureAt, isTilt, placeOf, wordsOf } from "./guide.js";

const isSettled = ([symbol]) => /-(column|row|tilted|\d)$|-side-\d$/.test(symbol);

// The board during the entry of a turn: by the rules for a complete turn, otherwise with the pieces
// moved by its parts, and the dice as after a tilt.
export function figuresOf({ game, position, places }, beginning) {
  const placeNamed = (name) => places.find((place) => place.name === name);
  const parts = position.parts(beginning);
  if (!beginning || !parts) return position.figures;
  if (parts.isTurn) return after(position, parts.begun);
  const words = wordsOf(parts.begun), whole = words.some(isTilt) && completed(position, parts);
  let figures = position.figures.map((figure) => [...figure]);
  if (whole) {
    figures = [...after(position, whole).filter(isSettled), ...figures.filter((figure) => !isSettled(figure))];
    figures.sort((a, b) => Number(/-(column|row)$/.test(b[0])) - Number(/-(column|row)$/.test(a[0])));
  }
  if (game === "springerjagd") return ridden({ game, position, placeNamed }, figures, words);
  let from = null;
  for (const word of words) {
    const place = placeNamed(placeOf(places, word));
    const moved = from && place && "+-x>".includes(word[0]) ? figureAt(figures, from) : null;
    if (moved) [moved[1], moved[2]] = [place.x, place.y];
    // A stone that is being placed.
    else if (place && game === "more-or-less" && !figureAt(figures, place)) figures.push([`${game}-${["white", "black"][position.side]}`, place.x, place.y]);
    from = place;
  }
  return figures;
}
// Springerjagd: the knight's move, the pawn that fills its square, and the second pawn.
function ridden({ game, position, placeNamed }, figures, [from, to, fill]) {
  const symbol = (piece) => `${game}-${["white", "black"][position.side]}-${piece}`, origin = placeNamed(from);
  const remove = (figure) => figures.splice(figures.indexOf(figure), 1);
  if (!to) return figures;
  const target = placeNamed(bare(to)), taken = figureAt(figures, target), knight = figureAt(figures, origin);
  if (taken && taken !== knight) remove(taken);
  if (knight) [knight[1], knight[2]] = [target.x, target.y];
  if (!fill) return figures;
  const supply = bare(fill) === "@" ? figures.find(([name]) => name === symbol("reserve")) : figureAt(figures, placeNamed(bare(fill)));
  if (supply && supply[0] === symbol("pair")) supply[0] = symbol("pawn");
  else if (supply) remove(supply);
  figures.push([symbol("pawn"), origin.x, origin.y]);
  return figures;
}
export function after(position, turn) {
  const copy = position.copy();
  try {
    copy.play(turn);
    return copy.figures;
  } finally {
    copy.free();
  }
}
export function completed(position, parts) {
  for (let i = 0; parts && i < 12; ++i) {
    if (parts.isTurn) return parts.begun;
    if (!parts.next.length) return null;
    parts = position.parts(parts.begun + parts.next[0]);
  }
  return null;
}
