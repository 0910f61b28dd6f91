// The games that the browser keeps: that on the board, and those that were left for it, newest first.
import { make } from "../shared/dom.js";
import { dayOf } from "../table/record.js";

// Not all that stands in the storage was written by this version of the page.
const areTexts = (list) => Array.isArray(list) && list.every((one) => typeof one === "string");
const isState = (state) => areTexts(state?.[0]?.turns) && Array.isArray(state[1]?.players) && [1, 2, 3, undefined].includes(state[1].over?.result) &&
  Boolean(state[1].over) === (state[1].over?.result !== undefined) && (state[1].lines === undefined || (Array.isArray(state[1].lines) && state[1].lines.every(areTexts)));
const isGame = (one) => Number.isFinite(one?.id) && isState(one.state);
// What tells whether somebody has gone on with a game: not its clocks, nor what is looked at.
const passing = ["left", "at", "flipped"];
const textOf = (state) => JSON.stringify(state, (name, value) => (passing.includes(name) ? undefined : value));

export function createGames({ kept, engine }) {
  const most = 40;
  // A game is {id, when, state}, its state as table.state. Several tabs keep theirs in the same list.
  const all = () => { const list = kept.get("games"); return (Array.isArray(list) ? list : []).filter(isGame); };
  const listedIn = (games, id) => { const one = games.find((its) => its.id === id); return one ? textOf(one.state) : null; };
  // The one on the board when the page was left: {id, state}. Older pages kept its id beside it.
  const last = kept.get("game");
  const left = Array.isArray(last) ? { id: kept.get("current"), state: last } : last;
  const begun = isState(left?.state) ? left.state : null;
  // The game on the board: as this tab has last read or written it, and as it was in the list then.
  let current = (begun && left.id) || 0, written = begun && textOf(begun), listed = listedIn(all(), current);

  // Another game takes the place of that on the board.
  function name() {
    current = 0;
    written = listed = null;
  }
  // Writes the game on the board and the list. The oldest games make room for the newest, a quarter of them at most: a
  // huge record, from a link perhaps, does not take the place of all.
  function write(game, games) {
    const before = [kept.get("game"), kept.get("games")], least = games.length - Math.max(1, Math.floor(games.length / 4));
    for (let length = games.length; length >= Math.max(1, least); --length) {
      if (kept.set("games", games.slice(0, length)) && kept.set("game", game)) return true;
    }
    kept.set("game", before[0]);
    kept.set("games", before[1]);
    return false;
  }
  // Keeps the game on the board, if it has a turn also in the list; returns whether there was room for it. If another
  // tab has gone on with the same game, that stays, and this is another one if this tab has gone on with it, too.
  function keep(state) {
    const games = all(), its = textOf(state), newId = () => Math.max(Date.now(), ...games.map(({ id }) => id + 1));
    if (!current) {
      const same = games.find((one) => textOf(one.state) === its);
      current = same ? same.id : newId();
      listed = same ? its : null;
    }
    const theirs = listedIn(games, current);
    if (theirs !== listed) {
      if (its === written) return true;
      if (theirs !== null && theirs !== its) current = newId();
    }
    const mine = { id: current, when: dayOf(new Date()).join("-"), state };
    const isKept = write({ id: current, state }, [...(state[0].turns.length ? [mine] : []), ...games.filter(({ id }) => id !== current)].slice(0, most));
    written = its;
    listed = listedIn(all(), current);
    return isKept;
  }
  const remove = (id) => kept.set("games", all().filter((one) => one.id !== id));
  function titleOf(t, [spec, its]) {
    const player = (side) => (its.players[side] ? t("Bot {0}", its.players[side].level) : (its.names || [])[side] || (side ? t("Black") : t("White")));
    const result = its.over ? ["", "1–0", "0–1", "½–½"][its.over.result] : t("in progress");
    return `${engine.kind(spec.name).title}, ${player(0)} – ${player(1)}, ${t("{0} {0:turn|turns}", spec.turns.length)}, ${result}`;
  }
  // The list with its buttons; `open` gets a state, and throws if this version cannot play it. Games of a game that
  // another version knew are left out.
  function list(t, open) {
    const box = make("details", { class: "kept-games" }), said = make("p", { role: "status" });
    function take(id, state) {
      const before = [current, written, listed];
      current = id;
      written = listed = textOf(state);
      try {
        open(state);
      } catch (error) {
        [current, written, listed] = before;
        said.textContent = t("This version of the page cannot play this game: {0}", error.message);
      }
    }
    function show() {
      const games = all().filter(({ id, state }) => id !== current && engine.kind(state[0].name));
      box.hidden = games.length === 0;
      box.replaceChildren(make("summary", null, t("Kept games ({0})", games.length)), make("ul", null, games.map(({ id, when, state }) => make("li", null,
        make("span", null, `${titleOf(t, state)}, ${when}`),
        make("button", { type: "button", "data-resume": id, onclick: () => take(id, state) }, t("Continue")),
        make("button", { type: "button", "data-delete": id, "aria-label": `${t("Delete")}: ${titleOf(t, state)}`, onclick: () => { remove(id); show(); } }, t("Delete"))))), said);
    }
    show();
    return box;
  }
  return { name, keep, list, last: begun };
}
