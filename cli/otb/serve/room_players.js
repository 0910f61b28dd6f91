// The players of the event.
import { byId, make } from "../../web/shared/dom.js";
import { enter } from "./room_connection.js";
import { button, closeDialog, confirmed, form } from "./room_dialogs.js";
import { searchBox, titled } from "./room_round.js";
import { canEnter, contains, page, t, TABS } from "./room_state.js";

function stateOf(player) {
  const { event } = page.state, facts = [];
  if (player.withdrawn) facts.push(t("withdrawn"));
  if (player.first_round > event.paired && event.paired > 0) facts.push(t("from round {0}", player.first_round));
  if (player.half_byes.length) facts.push(t("half-point bye: {0}", player.half_byes.join(", ")));
  if (player.zero_byes.length) facts.push(t("absent: {0}", player.zero_byes.join(", ")));
  return facts.join(", ");
}
// Saves what the open dialog has; what is not saved stays in it, with the reason. Was it saved?
async function savedFrom(entry, told) {
  const wasMade = await enter(entry, told), said = byId("dialog").querySelector("[role=status]");
  if (!byId("dialog").open) return wasMade;
  // The page shows the state of now: what is decided next is decided on it.
  page.decided = page.state.version;
  if (said) {
    said.textContent = byId("message").textContent;
    said.className = byId("message").className;
  }
  return wasMade;
}
const saying = () => make("p", { role: "status" });
function playerTools(player) {
  const { event } = page.state, next = event.paired + 1, name = player.name;
  const act = (entry) => () => enter({ name, ...entry }, t("Saved."));
  const tools = [button(t("Change name, rating, club"), () => form(name, [["new_name", t("Name"), "text", name], ["rating", t("player\x04Rating"), "number", player.rating], ["club", t("Club"), "text", player.club]],
    t("Save"), async (values) => {
      const change = { act: "change", name };
      if (values.new_name !== name) change.new_name = values.new_name;
      if (values.rating !== String(player.rating ?? "")) change.rating = values.rating === "" ? null : Number(values.rating);
      if (values.club !== player.club) change.club = values.club;
      if (Object.keys(change).length === 2 || await savedFrom(change, t("Saved."))) closeDialog();
    }, "", saying()))];
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
    const wasMade = await savedFrom(entry, `${t("Saved.")} ${values.name}.`), dialog = byId("dialog"), field = (name) => dialog.querySelector(`[name=${name}]`);
    if (!dialog.open || !field("title")) return;
    if (wasMade) for (const name of ["name", "rating", "title"]) field(name).value = "";
    field("name").focus();
  }, "", saying(), t("Close"));
}
function enterPlayers() {
  form(t("Enter several players"), [["file", t("Choose files"), "file", "table"], ["table", t(TABS.players), "lines", ""]], t("Save"), async (values) => {
    if (await savedFrom({ act: "enter_table", ...values }, t("Saved."))) closeDialog();
  }, t("One player a line: the name, or name; club; rating. The first line may name the columns, as in a spreadsheet."), saying());
}
export function showPlayers() {
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
