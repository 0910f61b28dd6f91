// What a screen reader says of a place: its name, its piece, and what else the board shows there.
import { isAt, isNear } from "./places.js";
import { pattern } from "../shared/words.js";

const pieces = { "white-pawn": pattern("white pawn"), "black-pawn": pattern("black pawn"), "white-knight": pattern("white knight"), "black-knight": pattern("black knight"), "white-pair": pattern("two white pawns"), "black-pair": pattern("two black pawns"), "white-disc": pattern("white disc"), "black-disc": pattern("black disc"), white: pattern("white stone"), black: pattern("black stone") };
const figuresAt = (figures, place) => figures.filter(isAt(place));
const dice = { III: 3, IV: 4, V: 5 };

// The octagons of Creeper, which hold the discs: each has the names of its columns and rows, and two of
// the four corners are the homes of a player.
export function octagonsOf({ name: game, variant }, places) {
  if (game !== "creeper") return [];
  const x = new Map(places.map((place) => [place.name[0], place.x])), y = new Map(places.map((place) => [place.name[1], place.y]));
  const columns = [...x.keys()].sort(), rows = [...y.keys()].sort(), isMirrored = /bases=white-ab67/.test(variant);
  return columns.slice(1).flatMap((column, i) => rows.slice(1).map((row, j) => {
    const isCorner = i % 5 === 0 && j % 5 === 0, isWhite = (i === j) !== isMirrored;
    return { name: columns[i] + column + rows[j] + row, x: (x.get(columns[i]) + x.get(column)) / 2, y: (y.get(rows[j]) + y.get(row)) / 2,
      isOctagon: true, home: isCorner ? (isWhite ? pattern("home of White") : pattern("home of Black")) : "" };
  }));
}

// `figures` of a position, `place` {name, x, y}.
export function nameOf(t, game, figures, place) {
  const face = /^([IV]+)(\d)$/.exec(place.name);
  if (face) return t("Die {0}: tilt to {1}", dice[face[1]], face[2]);
  const here = figuresAt(figures, place).map(([symbol]) => symbol.slice(game.length + 1));
  if (place.name in dice) return t("Die {0}: shows {1}", dice[place.name], here.find((symbol) => /^\d$/.test(symbol)) || "");
  const marks = new Set(here), piece = here.find((symbol) => symbol in pieces);
  const isLocked = figures.some(([symbol, x, y]) => (/-column$/.test(symbol) && isNear(x, place.x)) || (/-row$/.test(symbol) && isNear(y, place.y)));
  const facts = [piece ? t(pieces[piece]) : place.home ? t(place.home) : t("empty"), isLocked ? t("locked") : "", marks.has("guard") ? t("protected") : ""].filter(Boolean).join(", ");
  return place.isOctagon ? t("Octagon {0}: {1}", place.name, facts) : t("{0}: {1}", place.name, facts);
}
