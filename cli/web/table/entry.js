// The turn that is being entered, part by part: the engine says how each beginning goes on. `placeOf` names
// the place of a part, or gives null.
import { isTilt, wordsOf } from "./guide.js";

export function createEntry(placeOf) {
  // `chosen` are the lengths of `begun` before each choice, `only` several ways to one chosen place.
  let position = null, begun = "", chosen = [], only = null;
  const ended = { next: [], isTurn: false };
  const parts = () => position.parts(begun) || ended;
  const waysTo = (its, name) => (its ? its.next.filter((part) => placeOf(part) === name) : []);

  function clear() {
    begun = "";
    chosen = [];
    only = null;
  }
  // Adds a part, and those that need no choice of a place: a pawn from the reserve, a pass. Is the turn
  // complete, without any way to go on?
  function extend(part) {
    let now = position.parts(begun + part);
    chosen.push(begun.length);
    begun = now.begun;
    only = null;
    while (!now.isTurn && now.next.length === 1 && !placeOf(now.next[0])) {
      begun = now.begun + now.next[0];
      now = position.parts(begun);
    }
    return now.isTurn && !now.next.length;
  }
  function take() {
    begun = begun.slice(0, chosen.pop() || 0);
    only = null;
  }
  // Another choice instead of the last one, or another tilt with the parts after it.
  function change(name) {
    const words = wordsOf(begun), tilt = /^[IV]+\d$/.test(name) ? words.findIndex(isTilt) : -1;
    if (tilt >= 0) {
      const before = words.slice(0, tilt).join(""), [way] = waysTo(position.parts(before), name), rest = words.slice(tilt + 1).join("");
      if (!way) return "refused";
      chosen = [before.length];
      begun = before + way;
      if (rest && position.parts(begun + rest)) {
        chosen.push(begun.length);
        begun += rest;
      }
      return "part";
    }
    const length = chosen[chosen.length - 1];
    if (length === undefined) return "refused";
    const [way, other] = waysTo(position.parts(begun.slice(0, length)), name);
    if (!way || other) return "refused";
    begun = begun.slice(0, length);
    chosen.pop();
    return extend(way) ? "turn" : "part";
  }
  return {
    get begun() { return begun; },
    get words() { return wordsOf(begun); },
    get parts() { return parts(); },
    // The parts that are no places, or the ways to the place that was chosen.
    get chips() { return only || parts().next.filter((part) => !placeOf(part)); },
    get isChoosingWay() { return only !== null; },
    get lastPlace() { return begun ? placeOf(wordsOf(begun).at(-1)) : null; },
    begin(its) { position = its; clear(); },
    clear, take, extend,
    waysTo: (name) => waysTo(parts(), name),
    // Chooses a place: "turn" if that completes the turn, "part", or "refused". The place that was chosen
    // last is taken back.
    choose(name) {
      const ways = waysTo(parts(), name);
      if (ways.length === 1) return extend(ways[0]) ? "turn" : "part";
      if (ways.length > 1) only = ways;
      else if (begun && placeOf(wordsOf(begun).at(-1)) === name) take();
      else return change(name);
      return "part";
    },
  };
}
