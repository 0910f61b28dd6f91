// Where the places of a board are, for pointers and keys: each is {x, y}.

// Coordinates are rounded.
export const isNear = (a, b) => Math.abs(a - b) < 2;
// Does a figure stand on the place?
export const isAt = (place) => ([, x, y]) => isNear(x, place.x) && isNear(y, place.y);

const reach = 30;

// The area that chooses a place: what is nearer to it than to the others, up to `reach`, relative to
// the place. On phones circles would be too small where points are close.
export function areaOf(place, places) {
  /** @type {number[][]} */
  let corners = Array.from({ length: 24 }, (_, i) => [reach * Math.cos((i * Math.PI) / 12), reach * Math.sin((i * Math.PI) / 12)]);
  for (const other of places) {
    const dx = other.x - place.x, dy = other.y - place.y, half = (dx * dx + dy * dy) / 2;
    if (other === place || half > 2 * reach * reach) continue;
    const excess = (corner) => corner[0] * dx + corner[1] * dy - half;
    corners = corners.flatMap((corner, i) => {
      const before = corners[(i + corners.length - 1) % corners.length], [a, b] = [excess(before), excess(corner)];
      const crossing = a * b < 0 ? [before.map((value, axis) => value + ((corner[axis] - value) * a) / (a - b))] : [];
      return b <= 0 ? [...crossing, corner] : crossing;
    });
  }
  return corners.map((corner) => corner.map((value) => value.toFixed(1)).join()).join(" ");
}
// Half of the way to the nearest other place, up to `reach`.
export const roomOf = (place, places) => Math.min(reach, ...places.filter((other) => other !== place).map((other) => Math.hypot(other.x - place.x, other.y - place.y) / 2));
// The place to which an arrow key leads; `turned` gives the place as it is drawn.
export function neighbour(from, key, places, turned) {
  const here = turned(from), [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null, least = Infinity;
  for (const place of places) {
    const { x, y } = turned(place), along = (x - here.x) * dx + (y - here.y) * dy, aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    if (along < 2 || aside > 2 * along) continue;
    if (along + 2 * aside < least) [best, least] = [place, along + 2 * aside];
  }
  return best;
}
