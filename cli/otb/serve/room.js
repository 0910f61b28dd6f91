// The page of `schiri otb serve`. The server's state is shown as it comes; each entry names the state
// that was shown, and the server refuses it if others were faster.
import { byId, make } from "../../web/shared/dom.js";
import { languages, nameOfLanguage, pattern } from "../../web/shared/words.js";
import { enter, failed, follow, listKey, loadList, refresh, send } from "./room_connection.js";
import { button, closeDialog, form, say } from "./room_dialogs.js";
import { showPlayers } from "./room_players.js";
import { paperTools, showRound } from "./room_round.js";
import { kept, moment, ownHtml, page, setLanguage, t, TABS, view } from "./room_state.js";

// --- lists --------------------------------------------------------------------------------------

function showList() {
  const list = page.list;
  if (!list || list.key !== listKey()) return [make("p", null, "…")];
  const { event } = page.state;
  const table = make("div");
  table.innerHTML = ownHtml.createHTML(list.html);
  if (page.tab === "bracket") return [make("section", null, make("h2", null, list.title), make("div", { class: "bar-of-tools" }, paperTools()), table)];
  const rounds = make("select", { "aria-label": t("Rounds"), "data-do": "rounds" },
    Array.from({ length: event.paired }, (_, i) => make("option", { value: i + 1, selected: i + 1 === list.rounds }, `${t(TABS.round)} ${i + 1}`)));
  rounds.addEventListener("change", () => { page.listRounds = Number(rounds.value); loadList().catch(failed); });
  return [make("section", { class: page.showsTieBreaks ? "list" : "list short" },
    make("h2", null, list.title[0].toUpperCase() + list.title.slice(1)),
    make("div", { class: "bar-of-tools" }, event.paired ? rounds : null,
      button(t("Tie-breaks"), () => { page.showsTieBreaks = !page.showsTieBreaks; show(); }, { "data-do": "tie-breaks", "aria-pressed": String(page.showsTieBreaks) }), paperTools()),
    page.showsTieBreaks && list.below ? make("p", { class: "below" }, list.below) : null,
    table)];
}
function showLog() {
  return [make("ul", { class: "log" }, (page.state.log || []).map((line) => make("li", { class: line.undone ? "undone" : null },
    `${moment(line.time)} · ${line.text} `, make("span", { class: "note" }, t("by {0}", line.by || t("shell"))))))];
}

// --- the whole page -----------------------------------------------------------------------------

function tabs() {
  const { event, log } = page.state;
  const names = ["round", "players", "standing", "table", ...(event.knockout ? ["bracket"] : []), ...(log ? ["log"] : [])];
  return names.map((name) => make("button", { type: "button", "data-tab": name, "aria-current": name === page.tab ? "page" : null, onclick: () => {
    page.tab = name;
    page.list = null;
    show();
    loadList().catch(failed);
  } }, t(TABS[name])));
}
function ownButtons() {
  const { undo, redo, code } = page.state;
  if (code) return [button(t("Enter results"), askCode, { class: "main", "data-do": "code" })];
  if (page.offline) return [];
  const one = (act, command, name, told) => command ? button(name, () => enter({ act, line: command.line }, t(told, command.text)),
    { "data-do": act, title: command.text, "aria-label": `${name}: ${command.text}` }) : null;
  return [one("undo", undo, t("Undo"), pattern("Undone: {0}")), one("redo", redo, t("Redo"), pattern("Done again: {0}"))].filter(Boolean);
}
function askCode() {
  form(t("Enter results"), [["code", t("Code of six digits"), "text", ""], ["helper", t("Your name"), "text", page.name]], t("Continue"), async (values) => {
    try {
      const { status, json } = await send("/code", { code: String(values.code).replace(/\s/g, "") });
      if (status !== 200) { say(json.error, true); closeDialog(); return; }
      page.key = json.key;
      page.name = [...String(values.helper).trim()].slice(0, 40).join("");
      kept.set("key", page.key);
      kept.set("name", page.name);
      closeDialog();
      say(t("Saved."));
      await refresh();
    } catch (error) {
      failed(error);
      closeDialog();
    }
  }, t("The code is on the terminal of the server. Without it you can look."));
}
const VIEWS = { round: showRound, players: showPlayers, log: showLog };

// Scrolls the tabs so far that the current one and the edge of a neighbour are seen.
function showCurrentTab() {
  const bar = byId("tabs"), current = bar.querySelector("[aria-current]"), room = 40;
  if (!current) return;
  const box = current.getBoundingClientRect(), its = bar.getBoundingClientRect();
  if (box.left < its.left + room) bar.scrollLeft -= its.left + room - box.left;
  else if (box.right > its.right - room) bar.scrollLeft += box.right - its.right + room;
}

// Draws the page again; the search keeps its cursor, and a button its focus.
function show() {
  if (!page.state) return;
  const { event } = page.state;
  const active = /** @type {any} */ (document.activeElement);
  const isSearch = active && active.id === "search", at = isSearch ? [active.selectionStart, active.selectionEnd] : null;
  const board = active && active.closest && active.closest("[data-board]"), result = active && active.dataset && active.dataset.result;
  const focused = board && result ? `[data-board="${board.dataset.board}"] [data-result="${result}"]` : active && active.dataset && active.dataset.tab ? `[data-tab="${active.dataset.tab}"]` : active && active.dataset && active.dataset.do && !active.closest("dialog") ? `[data-do="${active.dataset.do}"]` : "";
  document.title = `${event.name} – schiri`;
  document.documentElement.lang = page.language;
  byId("event").textContent = event.name;
  byId("facts").textContent = [event.date, event.place, event.federation, ...event.facts, event.system, t("round {0} of {1}", event.paired, event.planned), event.over ? t("finished") : ""].filter(Boolean).join(" · ");
  byId("skip").textContent = t("To the content");
  byId("language-label").textContent = t("Language");
  const problem = byId("problem");
  problem.hidden = !page.offline && !page.state.problem;
  problem.textContent = page.offline ? t("No connection to the server. Entries are not possible.") : page.state.problem;
  byId("tabs").replaceChildren(...tabs());
  showCurrentTab();
  byId("view").replaceChildren(...(VIEWS[page.tab] || showList)().filter(Boolean));
  byId("own").replaceChildren(...ownButtons());
  if (at) {
    const box = byId("search");
    if (box) { box.focus(); box.setSelectionRange(at[0], at[1]); }
  } else if (focused) {
    const again = /** @type {any} */ (document.querySelector(focused));
    if (again) again.focus({ preventScroll: true });
  }
}

const language = byId("language");
language.replaceChildren(...languages.map((one) => make("option", { value: one, selected: one === page.language }, nameOfLanguage(one))));
language.addEventListener("change", () => {
  setLanguage(language.value);
  refresh().catch(failed);
});
Object.assign(view, { show, askCode });
follow();
