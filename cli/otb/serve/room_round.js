// The round: its boards, results and pairing, and the views for paper and a projector.
import { byId, make } from "../../web/shared/dom.js";
import { ask, enter, failed, loadList, refresh } from "./room_connection.js";
import { button, cancel, closeDialog, confirmed, openDialog } from "./room_dialogs.js";
import { canEnter, contains, decimals, isProjector, OTHER_RESULTS, ownHtml, page, PROJECTED, RESULTS, shown, t, TABS, view } from "./room_state.js";

function setResult(board, result) {
  const entry = { act: "result", round: page.state.round.number, board: board.board, white: board.white.name, black: board.black.name, old: board.result, result };
  const told = t("Board {0}: {1} – {2} {3}", board.board, board.white.name, board.black.name, shown(result));
  const go = () => enter(entry, told);
  if (board.result === result) return;
  if (board.result) confirmed(t("Round {0}, board {1}: {2} – {3} has {4}. Change it to {5}?", page.state.round.number, board.board, board.white.name, board.black.name, shown(board.result), shown(result)),
    t("button\x04Change"), go, laterRounds());
  else go();
}
// What a correction of an earlier round leaves as it is.
function laterRounds() {
  const { event, round } = page.state;
  return round.number < event.paired ? t("Points and standing change from round {0} on. Rounds {1} to {2} are paired already and stay so.", round.number, round.number + 1, event.paired) : "";
}
function moreResults(board) {
  const choice = (result, text) => make("button", { type: "button", "data-result": result || "none", onclick: () => { closeDialog(); setResult(board, result); } }, text);
  openDialog(`${t("Board {0}", board.board)}: ${board.white.name} – ${board.black.name}`, make("div", { class: "choices" },
    Object.entries(OTHER_RESULTS).map(([result, key]) => choice(result, t(key))),
    board.result ? choice(null, t("Remove the result")) : null, cancel()));
}
function resultButtons(board) {
  const one = (result, text, label) => button(text, () => setResult(board, result),
    { "data-result": result, "aria-pressed": String(board.result === result), "aria-label": `${text}, ${t("Board {0}", board.board)}: ${label}` });
  const isOther = board.result in OTHER_RESULTS;
  return make("div", { class: "results", role: "group", "aria-label": t("Results of board {0}", board.board) },
    one("1-0", "1 – 0", t("White wins")), one("1/2-1/2", "½", t("Draw")), one("0-1", "0 – 1", t("Black wins")),
    button("…", () => moreResults(board), { "data-result": "more", "aria-pressed": String(isOther), "aria-label": `… ${t("Other results of board {0}", board.board)}` }));
}
export const titled = (player) => `${player.title ? player.title + " " : ""}${player.name}`;
function seat(board, side) {
  const player = board[side], score = board.result ? RESULTS[board.result][side === "white" ? 0 : 1] : "";
  return [make("span", { class: side === "white" ? "who" : "who black" },
    make("span", { class: "colour" }, `${side === "white" ? t("White") : t("Black")} `), make("span", { class: "start" }, `${player.number} `),
    titled(player), player.club ? make("span", { class: "club" }, ` ${player.club}`) : null),
    make("span", { class: "points" }, decimals(player.points),
      make("span", { class: "score" }, score))];
}
function boardItem(board) {
  return make("li", { class: board.result ? "board" : "board open", "data-board": board.board },
    make("span", { class: "no" }, board.board), seat(board, "white"), seat(board, "black"),
    canEnter() ? resultButtons(board) : null);
}
function fits(board) {
  if (page.openOnly && board.result) return false;
  const search = page.search.trim();
  if (!search) return true;
  if (/^\d+$/.test(search)) return board.board === search;
  return [board.white, board.black].some((one) => (contains(one.name, search) || one.club && contains(one.club, search)));
}
function roundChoice() {
  const { event, round } = page.state;
  const choice = make("select", { "aria-label": t(TABS.round), "data-do": "round" },
    Array.from({ length: event.paired }, (_, i) => make("option", { value: i + 1, selected: i + 1 === round.number }, `${t(TABS.round)} ${i + 1}`)));
  choice.addEventListener("change", () => {
    page.round = Number(choice.value) === event.paired ? 0 : Number(choice.value);
    refresh().catch(failed);
  });
  return choice;
}
const openBoards = () => page.state.round.boards.filter((board) => !board.result);

function pairing() {
  const { event, round } = page.state;
  const next = event.paired + 1;
  if (!canEnter() || (round && round.number !== event.paired)) return [];
  const tools = [];
  const open = round ? openBoards() : [];
  if (!event.over && open.length === 0) {
    tools.push(button(t("Pair round {0}", next), () => confirmed(t("Pair round {0} now?", next), t("Pair round {0}", next),
      () => enter({ act: "pair", round: next }, t("Saved."))), { class: "main", "data-do": "pair" }));
  }
  if (round && round.boards.every((board) => !board.result || board.is_walkover)) {
    tools.push(button(t("Pair round {0} again", round.number), () => confirmed(t("Pair round {0} again? The present pairing is discarded.", round.number), t("Pair round {0} again", round.number),
      () => enter({ act: "pair", round: round.number, again: true }, t("Saved."))), { "data-do": "pair-again" }));
  }
  if (round && open.length > 0) tools.push(button(t("Swap"), swapPlayers, { "data-do": "swap" }));
  return tools;
}
function swapPlayers() {
  const { round } = page.state;
  const seats = openBoards().flatMap((board) => [board.white.name, board.black.name]);
  const names = [...seats, ...round.byes.filter((bye) => bye.kind === "odd").map((bye) => bye.name)];
  const choice = (name, label) => make("label", null, label, make("select", { name }, names.map((one) => make("option", null, one))));
  const element = make("form", null, make("p", null, t("Exchange the seats of two players of this round. Opponents exchange colours.")), choice("first", t("First player")), choice("second", t("Second player")),
    make("button", { class: "main", "data-do": "save" }, t("Swap")), cancel());
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = new FormData(/** @type {any} */ (element));
    closeDialog();
    enter({ act: "swap", round: round.number, players: [values.get("first"), values.get("second")] }, t("Saved."));
  });
  openDialog(t("Swap"), element);
}
export function searchBox(key, label) {
  const box = make("input", { type: "search", id: "search", value: page[key], placeholder: label, "aria-label": label, autocomplete: "off" });
  box.addEventListener("input", () => { page[key] = box.value; view.show(); });
  return box;
}
// Pages made for paper are those of `schiri otb publish`, in a window of their own.
function printing() {
  const { round } = page.state;
  const choices = [...(round ? [[`round-${round.number}`, round.title[0].toUpperCase() + round.title.slice(1)], ["seats", t("Seats")], ["slips", t("Result slips")], ["table-cards", t("Table cards")]] : []),
    ["standing", t(TABS.standing)], ["table", t(TABS.table)], ["players", t(TABS.players)]];
  openDialog(t("Print"), make("div", { class: "choices" }, choices.map(([name, text]) => make("button", { type: "button", "data-print": name, onclick: () => {
    closeDialog();
    const sheet = open(`/site/${page.language}/${name}.html`);
    if (sheet) sheet.addEventListener("load", () => sheet.print());
  } }, text)), cancel()));
}
export const paperTools = () => isProjector ? null : [button(t("Print"), printing, { "data-do": "print" }),
  make("a", { class: "button", href: "#projector", target: "_blank", "data-do": "projector" }, t("For a projector"))];

// The next screenful; after the last one the round or the standing.
function turnPage() {
  const { scrollHeight } = document.documentElement;
  if (innerHeight + scrollY < scrollHeight - 8) return scrollBy(0, innerHeight * 0.85);
  page.tab = page.tab === "round" && page.state && page.state.event.paired ? "standing" : "round";
  page.list = null;
  view.show();
  loadList().catch(failed);
  return scrollTo(0, 0);
}
// The address for the phones of those who look.
async function showAddress() {
  const { title, html } = await ask("/list", { name: "address" });
  if (!html) return;
  const box = make("div", { class: "address" }, make("p", null, title));
  const picture = make("div");
  picture.innerHTML = ownHtml.createHTML(html);
  box.prepend(picture);
  byId("event").parentElement.after(box);
}
if (isProjector) {
  document.documentElement.classList.add("projector");
  setInterval(turnPage, PROJECTED);
  showAddress().catch(failed);
}

export function showRound() {
  const { round } = page.state;
  if (!round) return [make("p", null, t("No round is paired yet.")), make("div", { class: "bar-of-tools" }, pairing())];
  const boards = round.boards.filter(fits), open = openBoards().length;
  return [
    make("h2", null, round.title[0].toUpperCase() + round.title.slice(1)),
    make("div", { class: "bar-of-tools" }, roundChoice(), searchBox("search", t("Search a name or a board")),
      button(page.openOnly ? t("all boards") : t("open only"), () => { page.openOnly = !page.openOnly; view.show(); }, { "data-do": "open-only", "aria-pressed": String(page.openOnly) })),
    make("p", { class: "note", id: "open" }, open ? t("{0} open", open) : t("all results are in")),
    make("ul", { class: "boards" }, boards.map(boardItem)),
    round.byes.length ? make("ul", { class: "byes" }, round.byes.map((bye) => make("li", null, `${bye.name}: ${bye.text}`))) : null,
    make("div", { class: "bar-of-tools" }, pairing(), paperTools())];
}
