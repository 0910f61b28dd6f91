// The games that the browser keeps: that on the board, and those that were left for it, newest first.
import { make } from "../shared/dom.js";

export function createGames({ kept, engine, t }) {
  const most = 40;
  // A game is {id, when, state}, its state as table.state.
  const all = () => kept.get("games") || [];
  let current = kept.get("current") || 0;
  function name() {
    current = Date.now();
    kept.set("current", current);
  }
  // The state of the game on the board; games without a turn are not kept.
  function keep(state) {
    kept.set("game", state);
    if (!current) name();
    const others = all().filter(({ id }) => id !== current);
    kept.set("games", (state[0].turns.length ? [{ id: current, when: new Date().toISOString().slice(0, 10), state }, ...others] : others).slice(0, most));
  }
  const remove = (id) => kept.set("games", all().filter((one) => one.id !== id));
  function titleOf([spec, its]) {
    const player = (side) => (its.players[side] ? t("Bot {0}", its.players[side].level) : (its.names || [])[side] || (side ? t("Black") : t("White")));
    const result = its.over ? ["", "1–0", "0–1", "½–½"][its.over.result] : t("in progress");
    return `${engine.kind(spec.name).title}, ${player(0)} – ${player(1)}, ${t("{0} {0:turn|turns}", spec.turns.length)}, ${result}`;
  }
  // The list with its buttons; `open` gets a state. Games of a game that another version knew are left out.
  function list(open) {
    const box = make("details", { class: "kept-games" });
    function show() {
      const games = all().filter(({ id, state }) => id !== current && engine.kind(state[0].name));
      box.hidden = games.length === 0;
      box.replaceChildren(make("summary", null, t("Kept games ({0})", games.length)), make("ul", null, games.map(({ id, when, state }) => make("li", null,
        make("span", null, `${titleOf(state)}, ${when}`),
        make("button", { type: "button", "data-resume": id, onclick: () => { current = id; kept.set("current", id); open(state); } }, t("Continue")),
        make("button", { type: "button", "data-delete": id, "aria-label": `${t("Delete")}: ${titleOf(state)}`, onclick: () => { remove(id); show(); } }, t("Delete"))))));
    }
    show();
    return box;
  }
  return { name, keep, list };
}
