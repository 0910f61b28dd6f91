// The page of `schiri otb serve`. The server's state is shown as it comes; each entry names the state
// that was shown, and the server refuses it if others were faster.
import { byId, make, store } from "../../web/shared/dom.js";
import { languages, nameOfLanguage, pattern, speaker, usual } from "../../web/shared/words.js";

const RESULTS = { "1-0": ["1", "0"], "1/2-1/2": ["½", "½"], "0-1": ["0", "1"], "0-0": ["0", "0"], "+--": ["+", "–"], "--+": ["–", "+"], "---": ["–", "–"] };
const OTHER_RESULTS = { "0-0": pattern("Both lose (0 – 0)"), "+--": pattern("White wins by forfeit (+ –)"), "--+": pattern("Black wins by forfeit (– +)"), "---": pattern("Neither player appeared (– –)") };
const TABS = { round: pattern("Round"), players: pattern("Players"), standing: pattern("Standing"), table: pattern("Cross table"), bracket: pattern("Bracket"), log: pattern("Log") };
const RETRY = 1500, LOOKING = 4000, TIMEOUT = 30000;

const kept = store("schiri-");
const page = {
  language: kept.get("language") || usual,
  tab: "round", round: 0, openOnly: false, search: "", people: "", listRounds: 0, showsTieBreaks: false,
  /** @type {any} */ state: null,
  /** @type {any} */ list: null,
  key: kept.get("key"), id: kept.get("id"), name: kept.get("name"),
  offline: false, isEntering: false,
  decided: "",  // the version that was shown when the open dialog began
};
if (!/^[a-z0-9]{6}$/.test(page.id)) {
  page.id = [...crypto.getRandomValues(new Uint8Array(6))].map((n) => "abcdefghijkmnpqrstuvwxyz23456789"[n % 32]).join("");
  kept.set("id", page.id);
}
let t = speaker(page.language);
const helper = () => `${page.name || "page"} ${page.id}`;
// A view for a projector is large, shows one screenful after the other, and takes no entries.
const isProjector = location.hash === "#projector", PROJECTED = 12000;
const canEnter = () => page.state && !page.state.code && !page.offline && !isProjector;

// --- names --------------------------------------------------------------------------------------

// Without accents and case; the German spellings of ä, ö, ü count as these.
const letters = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "a", œ: "o", ı: "i", þ: "th", ð: "d" };
const plain = (text) => text.toLowerCase().replace(/[ßøłđæœıþð]/g, (c) => letters[c]).normalize("NFD")
  .replace(/\p{M}/gu, "").replace(/[,.]/g, " ").replace(/([aou])e/g, "$1").replace(/\s+/g, " ").trim();
const contains = (name, search) => plain(search).split(" ").every((word) => plain(name).includes(word));
const shown = (result) => result ? RESULTS[result].join(" – ") : t("no result");

const decimals = (points) => page.language === "en" ? points.toFixed(1) : points.toFixed(1).replace(".", ",");
// Local time as the language writes it; English pages have that of ISO 8601, as Swedish has.
const moment = (time) => new Date(time).toLocaleString(page.language === "en" ? "sv" : page.language,
  { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" });

// --- the server ---------------------------------------------------------------------------------

// Older browsers wait as long as the network does.
const timeLimit = () => /** @type {any} */ (AbortSignal).timeout?.(TIMEOUT);

// What the server says, and what keeps it from being heard.
class Refused extends Error {}
class Unreachable extends Error {}

async function heard(path, parameters, options) {
  const query = new URLSearchParams({ ...parameters, language: page.language });
  let answer;
  try {
    answer = await fetch(`${path}?${query}`, { ...options, signal: timeLimit() });
    return { status: answer.status, json: await answer.json() };
  } catch (error) {
    // An answer that is no JSON comes from something else on the way.
    throw new Unreachable(String(error));
  }
}
async function ask(path, parameters) {
  const { status, json } = await heard(path, parameters, { headers: page.key ? { "X-Schiri-Key": page.key } : {} });
  if (status !== 200) throw new Refused(json.error);
  return json;
}
const send = (path, body) => heard(path, {}, {
  method: "POST", body: JSON.stringify(body),
  headers: { "Content-Type": "application/json", "X-Schiri-Token": page.state ? page.state.token : "", "X-Schiri-Key": page.key },
});
// Tells why something failed, after what was saved before.
function fail(error, saved = "") {
  const isCut = error instanceof Unreachable;
  page.offline = page.offline || isCut;
  const why = isCut ? t("No connection to the server. Entries are not possible.")
    : error instanceof Refused ? error.message + "." : t("This page has an error: {0}", String(error));
  say(saved ? t("Saved: {0} But then: {1}", saved, why) : why, true);
}
const failed = (error) => { fail(error); show(); };

// What an answer is about: one that comes late, after the page has turned to something else or has
// shown the answer to a later question, is dropped.
const stateKey = () => [page.round, page.language, page.key].join("|");
const listKey = () => [page.tab, page.listRounds, page.language].join("|");
let asked = 0, shownState = 0, shownList = 0;

// Asks for the state, of a later version than `after` if there is one; null if the answer is late.
async function askState(after = "") {
  const number = ++asked, key = stateKey();
  const state = await ask("/state", { ...(after ? { after } : {}), round: String(page.round), helper: helper() });
  if (number < shownState || key !== stateKey()) return null;
  if (state.event) shownState = number;
  return state;
}
// The state as it is now, whether or not it has changed.
async function refresh() {
  const state = await askState();
  if (state) take(state);
  await loadList();
}
function take(state) {
  page.state = state;
  if (state.code && page.key) { page.key = ""; kept.set("key", ""); }
  show();
}
const LISTS = ["standing", "table", "bracket"];
async function loadList() {
  if (!LISTS.includes(page.tab)) return;
  const number = ++asked, key = listKey();
  const list = await ask("/list", { name: page.tab, round: String(page.listRounds) });
  if (number < shownList || key !== listKey()) return;
  shownList = number;
  page.list = { ...list, key };
  show();
}
const pause = (time) => new Promise((done) => setTimeout(done, time));
const becomesVisible = () => new Promise((done) => {
  if (!document.hidden) return done(undefined);
  document.addEventListener("visibilitychange", () => done(undefined), { once: true });
});

// Helpers are told of changes at once; others look every few seconds. Hidden pages do not ask.
async function follow() {
  for (;;) {
    await becomesVisible();
    const waits = Boolean(page.state && !page.state.code);
    try {
      const news = await askState(page.state ? page.state.version : "");
      if (page.offline) { page.offline = false; say(t("The connection is back.")); show(); }
      if (!news) continue;
      if (news.event) {
        take(news);
        await loadList();
      } else if (page.state && news.token !== page.state.token) {
        // The server was started again: the event is the same, keys and tokens are not.
        await refresh();
      }
      if (!waits) await pause(LOOKING);
    } catch (error) {
      if (!page.offline) { fail(error); show(); }
      await pause(RETRY);
    }
  }
}

// Makes an entry, which names the version that the user saw when deciding; returns whether it was
// made. One entry at a time: a second tap waits for none.
async function enter(entry, told) {
  if (page.isEntering) return false;
  const whole = { ...entry, state: page.decided || page.state.version, helper: helper() };
  let saved = "";
  page.isEntering = true;
  show();
  try {
    let answer = await send("/entry", whole);
    if (answer.status === 403 && answer.json.reason === "token") {
      await refresh();
      answer = await send("/entry", whole);
    }
    if (answer.status === 200) {
      saved = [told, ...answer.json.notes.map((note) => t("Note: {0}", note))].join(" ");
      say(saved);
      await refresh();
      return true;
    }
    await refresh();
    if (answer.json.reason === "code") askCode();
    say(t(answer.json.reason === "outdated" ? pattern("Not saved: {0} The page now shows the new state.") : pattern("Not saved: {0}"), answer.json.error + "."), true);
  } catch (error) {
    fail(error, saved);
  } finally {
    page.isEntering = false;
    show();
  }
  return saved !== "";
}

// --- parts of the page --------------------------------------------------------------------------

function say(text, isBad = false) {
  const message = byId("message");
  message.textContent = text;
  message.className = isBad ? "bad" : "";
}
const button = (text, action, properties = {}) =>
  make("button", { type: "button", onclick: action, disabled: page.isEntering, ...properties }, text);

// Chooses a file of text, which fills the field of this name.
function fileOf(name) {
  const box = make("input", { type: "file", accept: ".csv,.txt,.tsv,text/plain,text/csv" });
  box.addEventListener("change", async () => {
    if (box.files.length) byId("dialog").querySelector(`[name=${name}]`).value = await box.files[0].text();
  });
  return box;
}
function openDialog(title, ...content) {
  const dialog = byId("dialog");
  dialog.replaceChildren(make("h2", { id: "dialog-title" }, title), ...content);
  page.decided = page.decided || (page.state ? page.state.version : "");
  if (!dialog.open) dialog.showModal();
}
// The event comes after the action of the button; another dialog may be open by then.
byId("dialog").addEventListener("close", () => { if (!byId("dialog").open) page.decided = ""; });
const closeDialog = () => byId("dialog").close();
const cancel = (text = t("Cancel")) => make("button", { type: "button", "data-do": "close", onclick: closeDialog }, text);
function confirmed(question, action, doIt, about = "") {
  openDialog(question, about ? make("p", null, about) : "", make("div", { class: "choices" },
    make("button", { type: "button", class: "main", "data-do": "confirm", onclick: () => { closeDialog(); doIt(); } }, action), cancel()));
}
// A form of texts, [name, label, kind, value]; `save` gets them by name.
function form(title, fields, action, save, about = "", said = null, leave = t("Cancel")) {
  const inputs = fields.map(([name, label, type, value]) => make("label", null, label, type === "file" ? fileOf(value) : type === "lines"
    ? make("textarea", { name, rows: 10, required: true, maxlength: 60000, spellcheck: "false" })
    : make("input", { name, type, value: value === null ? "" : value, required: name === "name", maxlength: 100, autocomplete: "off",
      inputmode: type === "number" || name === "code" ? "numeric" : null, min: type === "number" ? 0 : null, max: type === "number" ? 9999 : null })));
  const element = make("form", null, about ? make("p", null, about) : null, ...inputs, said, make("button", { class: "main", "data-do": "save" }, action), cancel(leave));
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(/** @type {any} */ (element)));
    save(values);
  });
  openDialog(title, element);
}

// --- the round ----------------------------------------------------------------------------------

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
const titled = (player) => `${player.title ? player.title + " " : ""}${player.name}`;
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
  if (round && round.boards.every((board) => !board.result)) {
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
function searchBox(key, label) {
  const box = make("input", { type: "search", id: "search", value: page[key], placeholder: label, "aria-label": label, autocomplete: "off" });
  box.addEventListener("input", () => { page[key] = box.value; show(); });
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
const paperTools = () => isProjector ? null : [button(t("Print"), printing, { "data-do": "print" }),
  make("a", { class: "button", href: "#projector", target: "_blank", "data-do": "projector" }, t("For a projector"))];

// The next screenful; after the last one the round or the standing.
function turnPage() {
  const { scrollHeight } = document.documentElement;
  if (innerHeight + scrollY < scrollHeight - 8) return scrollBy(0, innerHeight * 0.85);
  page.tab = page.tab === "round" && page.state && page.state.event.paired ? "standing" : "round";
  page.list = null;
  show();
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

function showRound() {
  const { round } = page.state;
  if (!round) return [make("p", null, t("No round is paired yet.")), make("div", { class: "bar-of-tools" }, pairing())];
  const boards = round.boards.filter(fits), open = openBoards().length;
  return [
    make("h2", null, round.title[0].toUpperCase() + round.title.slice(1)),
    make("div", { class: "bar-of-tools" }, roundChoice(), searchBox("search", t("Search a name or a board")),
      button(page.openOnly ? t("all boards") : t("open only"), () => { page.openOnly = !page.openOnly; show(); }, { "data-do": "open-only", "aria-pressed": String(page.openOnly) })),
    make("p", { class: "note", id: "open" }, open ? t("{0} open", open) : t("all results are in")),
    make("ul", { class: "boards" }, boards.map(boardItem)),
    round.byes.length ? make("ul", { class: "byes" }, round.byes.map((bye) => make("li", null, `${bye.name}: ${bye.text}`))) : null,
    make("div", { class: "bar-of-tools" }, pairing(), paperTools())];
}

// --- players ------------------------------------------------------------------------------------

function stateOf(player) {
  const { event } = page.state, facts = [];
  if (player.withdrawn) facts.push(t("withdrawn"));
  if (player.first_round > event.paired && event.paired > 0) facts.push(t("from round {0}", player.first_round));
  if (player.half_byes.length) facts.push(t("half-point bye: {0}", player.half_byes.join(", ")));
  if (player.zero_byes.length) facts.push(t("absent: {0}", player.zero_byes.join(", ")));
  return facts.join(", ");
}
function playerTools(player) {
  const { event } = page.state, next = event.paired + 1, name = player.name;
  const act = (entry) => () => enter({ name, ...entry }, t("Saved."));
  const tools = [button(t("Change name, rating, club"), () => form(name, [["new_name", t("Name"), "text", name], ["rating", t("player\x04Rating"), "number", player.rating], ["club", t("Club"), "text", player.club]],
    t("Save"), (values) => {
      closeDialog();
      const change = { act: "change", name };
      if (values.new_name !== name) change.new_name = values.new_name;
      if (values.rating !== String(player.rating ?? "")) change.rating = values.rating === "" ? null : Number(values.rating);
      if (values.club !== player.club) change.club = values.club;
      if (Object.keys(change).length > 2) enter(change, t("Saved."));
    }))];
  if (event.takes_byes && !player.withdrawn && !event.over) {
    tools.push(button(t("Half-point bye in round {0}", next), act({ act: "bye", round: next }), { "data-do": "bye" }),
      button(t("Absent in round {0} (no point)", next), act({ act: "zero_bye", round: next }), { "data-do": "absent" }));
  }
  tools.push(player.withdrawn ? button(t("Reinstate"), act({ act: "reinstate" }), { "data-do": "reinstate" })
    : button(t("Withdraw"), () => confirmed(`${t("Withdraw")}: ${name}?`, t("Withdraw"), act({ act: "withdraw" })), { "data-do": "withdraw" }));
  return tools;
}
const opened = new Set();
function playerItem(player, i) {
  const details = make("details", { open: opened.has(player.name), "data-name": player.name },
    make("summary", null, make("span", { class: "number" }, i + 1),
      make("span", { class: "name" }, titled(player)),
      make("span", { class: "state" }, [stateOf(player), player.club, player.rating ?? ""].filter((text) => text !== "").join(" · "))),
    canEnter() ? make("div", { class: "buttons" }, playerTools(player)) : null);
  details.addEventListener("toggle", () => { details.open ? opened.add(player.name) : opened.delete(player.name); });
  return make("li", null, details);
}
function enterPlayer() {
  const fields = [["name", t("Name"), "text", ""], ["rating", t("player\x04Rating"), "number", ""], ["club", t("Club"), "text", ""], ["title", t("Title"), "text", ""]];
  // The form stays open for the next player, with the club.
  form(t("Enter a player"), fields, t("Save"), async (values) => {
    const entry = { act: "enter", ...values, rating: values.rating === "" ? null : Number(values.rating) };
    const wasMade = await enter(entry, `${t("Saved.")} ${values.name}.`), dialog = byId("dialog"), said = dialog.querySelector("[role=status]");
    if (!dialog.open || !said) return;
    said.textContent = byId("message").textContent;
    said.className = byId("message").className;
    const field = (name) => dialog.querySelector(`[name=${name}]`);
    if (wasMade) {
      page.decided = page.state.version;
      for (const name of ["name", "rating", "title"]) field(name).value = "";
    }
    field("name").focus();
  }, "", make("p", { role: "status" }), t("Close"));
}
function enterPlayers() {
  form(t("Enter several players"), [["file", t("Choose files"), "file", "table"], ["table", t(TABS.players), "lines", ""]], t("Save"), async (values) => {
    closeDialog();
    await enter({ act: "enter_table", ...values }, t("Saved."));
  }, t("One player a line: the name, or name; club; rating. The first line may name the columns, as in a spreadsheet."));
}
function showPlayers() {
  const { players } = page.state;
  const found = players.map((player, i) => ({ player, i })).filter(({ player }) => !page.people.trim() ||
    [player.name, player.club].some((text) => text && contains(text, page.people)));
  return [
    make("div", { class: "bar-of-tools" }, searchBox("people", t("Search a name or a board")),
      canEnter() ? button(t("Enter a player"), enterPlayer, { class: "main", "data-do": "enter" }) : null,
      canEnter() ? button(t("Enter several players"), enterPlayers, { "data-do": "enter-players" }) : null),
    make("p", { class: "note" }, found.length ? t("{0} entered", players.length) : t("No name contains this.")),
    make("ul", { class: "people" }, found.map(({ player, i }) => playerItem(player, i)))];
}

// --- lists --------------------------------------------------------------------------------------

// The server makes the table and escapes all names in it.
const keep = { createHTML: (html) => html };
const ownHtml = typeof trustedTypes === "object" ? trustedTypes.createPolicy("schiri-list", keep) : keep;
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
      page.name = String(values.helper).trim().slice(0, 40);
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
  page.language = language.value;
  kept.set("language", page.language);
  t = speaker(page.language);
  refresh().catch(failed);
});
follow();
