// The games that the browser keeps: that on the board, and those that were left for it, newest first.
import { make } from "../shared/dom.js";
import { dayOf } from "../table/record.js";

const isState = (state) => Array.isArray(state) && Array.isArray(state[0]?.turns) && Array.isArray(state[1]?.players);

export function createGames({ kept, engine }) {
  const most = 40;
  // A game is {id, when, state}, its state as table.state. Several tabs keep theirs in the same list, and what
  // another version or a mishap left there may be anything.
  const all = () => [kept.get("games")].flat().filter((one) => one && one.id && isState(one.state));
  const find = (id) => all().find((one) => one.id === id);
  // The one on the board when the page was left: {id, state}. Older pages kept its id beside it.
  const found = kept.get("game"), left = Array.isArray(found) ? { id: kept.get("current"), state: found } : found;
  const last = left && isState(left.state) ? left.state : null;
  // All but what changes by itself or by looking: the clocks, and the position that is shown.
  const textOf = (game) => (game ? JSON.stringify([game.state[0], ...["over", "record", "lines"].map((key) => game.state[1][key])]) : null);
  let current = (last && left.id) || 0, written = textOf(find(current));
  function name() {
    current = Math.max(Date.now(), ...all().map(({ id }) => id + 1));
    written = null;
  }
  // Names the game of a record, which may be kept already.
  function nameOf(spec, record) {
    const same = all().find(({ state: [its, { record: other }] }) => its.name === spec.name && String(its.turns) === String(spec.turns) && (other || null) === record);
    if (!same) return name();
    current = same.id;
    written = textOf(same);
    return undefined;
  }
  // The list without the oldest games, if the browser has no room for all.
  function store(games) {
    while (!kept.set("games", games)) {
      if (games.length < 2) return false;
      games.pop();
    }
    return true;
  }
  // Keeps the game on the board; games without a turn are not listed. If another tab has gone on with the same
  // game, this is another one as soon as something is done with it here. Was it kept?
  function keep(state) {
    const stored = find(current), mine = textOf({ state });
    if (stored && textOf(stored) !== written) {
      if (mine === written) return true;
      if (mine !== textOf(stored)) name();
    }
    if (!current) name();
    const game = { id: current, when: dayOf(new Date(), "-"), state }, isListed = state[0].turns.length > 0;
    written = isListed ? mine : null;
    const isStored = store([...(isListed ? [game] : []), ...all().filter(({ id }) => id !== current)].slice(0, most));
    return kept.set("game", { id: current, state }) && isStored;
  }
  const remove = (id) => kept.set("games", all().filter((one) => one.id !== id));
  function titleOf(t, [spec, its]) {
    const player = (side) => (its.players[side] ? t("Bot {0}", its.players[side].level) : (its.names || [])[side] || (side ? t("Black") : t("White")));
    const result = its.over ? ["", "1–0", "0–1", "½–½"][its.over.result] : t("in progress");
    return `${engine.kind(spec.name).title}, ${player(0)} – ${player(1)}, ${t("{0} {0:turn|turns}", spec.turns.length)}, ${result}`;
  }
  // The list with its buttons; `open` gets a state. Games of a game that another version knew are left out.
  function list(t, open) {
    const box = make("details", { class: "kept-games" }), said = make("p", { class: "note", role: "status" });
    function resume(id, state) {
      const before = [current, written];
      current = id;
      written = textOf({ state });
      try {
        open(state);
      } catch (error) {
        [current, written] = before;
        said.textContent = t("This game cannot be continued: {0}", error.message);
      }
    }
    function show() {
      const games = all().filter(({ id, state }) => id !== current && engine.kind(state[0].name));
      box.hidden = games.length === 0;
      box.replaceChildren(make("summary", null, t("Kept games ({0})", games.length)), make("ul", null, games.map(({ id, when, state }) => make("li", null,
        make("span", null, `${titleOf(t, state)}, ${when}`),
        make("button", { type: "button", "data-resume": id, onclick: () => resume(id, state) }, t("Continue")),
        make("button", { type: "button", "data-delete": id, "aria-label": `${t("Delete")}: ${titleOf(t, state)}`, onclick: () => { remove(id); show(); } }, t("Delete"))))), said);
    }
    show();
    return box;
  }
  return { name, nameOf, keep, list, last };
}
