// The games that the browser keeps: that on the board, and those that were left for it, newest first.
import { make } from "../shared/dom.js";

export function createGames({ kept, engine }) {
  const most = 40;
  // A game is {id, when, state}, its state as table.state. Several tabs keep theirs in the same list.
  const all = () => kept.get("games") || [];
  const find = (id) => all().find((one) => one.id === id);
  // The one on the board when the page was left: {id, state}. Older pages kept its id beside it.
  const last = kept.get("game");
  const left = Array.isArray(last) ? { id: kept.get("current"), state: last } : last;
  const textOf = (game) => (game ? JSON.stringify(game.state[0]) : null);
  let current = (left && left.id) || 0, written = textOf(find(current));
  function name() {
    current = Math.max(Date.now(), ...all().map(({ id }) => id + 1));
    written = null;
  }
  // Keeps the game on the board; games without a turn are not listed. If another tab has gone on with the same
  // game, this is another one from now on.
  function keep(state) {
    const stored = find(current);
    if (!current || (stored && textOf(stored) !== written && textOf(stored) !== textOf({ state }))) name();
    const mine = { id: current, when: new Date().toISOString().slice(0, 10), state };
    kept.set("game", { id: current, state });
    written = state[0].turns.length ? textOf(mine) : null;
    kept.set("games", [...(written ? [mine] : []), ...all().filter(({ id }) => id !== current)].slice(0, most));
  }
  const remove = (id) => kept.set("games", all().filter((one) => one.id !== id));
  function titleOf(t, [spec, its]) {
    const player = (side) => (its.players[side] ? t("Bot {0}", its.players[side].level) : (its.names || [])[side] || (side ? t("Black") : t("White")));
    const result = its.over ? ["", "1–0", "0–1", "½–½"][its.over.result] : t("in progress");
    return `${engine.kind(spec.name).title}, ${player(0)} – ${player(1)}, ${t("{0} {0:turn|turns}", spec.turns.length)}, ${result}`;
  }
  // The list with its buttons; `open` gets a state. Games of a game that another version knew are left out.
  function list(t, open) {
    const box = make("details", { class: "kept-games" });
    function show() {
      const games = all().filter(({ id, state }) => id !== current && engine.kind(state[0].name));
      box.hidden = games.length === 0;
      box.replaceChildren(make("summary", null, t("Kept games ({0})", games.length)), make("ul", null, games.map(({ id, when, state }) => make("li", null,
        make("span", null, `${titleOf(t, state)}, ${when}`),
        make("button", { type: "button", "data-resume": id, onclick: () => { current = id; written = textOf({ state }); open(state); } }, t("Continue")),
        make("button", { type: "button", "data-delete": id, "aria-label": `${t("Delete")}: ${titleOf(t, state)}`, onclick: () => { remove(id); show(); } }, t("Delete"))))));
    }
    show();
    return box;
  }
  return { name, keep, list, last: left ? left.state : null };
}
