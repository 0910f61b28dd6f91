// The clocks of a game, in milliseconds; `now` is a time of performance.now(), `side` 0 or 1.
export function createClock({ minutes, increment = 0, left = /** @type {number[] | null} */ (null) }, side, now) {
  const rest = left ? [...left] : [60000 * minutes, 60000 * minutes];
  let running = side, since = now;
  const run = (next, time) => { running = next; since = time; };
  return {
    minutes, increment, run,
    get left() { return [...rest]; },
    get isOver() { return rest[running] <= 0; },
    get side() { return running; },
    // Takes the time since the last call from the side that ran, if the game has begun; `next` runs now.
    tick(next, time, hasBegun) {
      if (hasBegun) rest[running] -= time - since;
      run(next, time);
    },
    addIncrement(to) { rest[to] += 1000 * increment; },
    // A game that is taken up again after a clock has run out gives each side a minute at least.
    refill() { if (rest.some((ms) => ms <= 0)) for (const each of [0, 1]) rest[each] = Math.max(rest[each], 60000); },
  };
}

export function timeText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
