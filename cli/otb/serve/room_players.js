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
// The place for what is said of an entry in its form.
const remark = () => make("p", { role: "status" });
// Makes an entry from the open form. Returns whether it was made; otherwise the form shows why not, with what was typed,
// and knows the new state of the page.
async function enterFromForm(entry, told) {
  const dialog = byId("dialog"), said = dialog.querySelector("[role=status]"), wasMade = await enter(entry, told);
  if (dialog.open && said.isConnected) {
    said.textContent = byId("message").textContent;
    said.className = byId("message").className;
    page.decided = page.state.version;
  }
  return wasMade;
}
// Likewise, and closes the form, unless another is open by then.
async function enterAndClose(entry) {
  const said = byId("dialog").querySelector("[role=status]");
  if (await enterFromForm(entry, t("Saved.")) && said.isConnected) closeDialog();
}
function playerTools(player) {
  const { event } = page.state, next = event.paired + 1, name = player.name;
  const act = (entry) => () => enter({ name, ...entry }, t("Saved."));
  const tools = [button(t("Change name, rating, club"), () => form(name, [["new_name", t("Name"), "text", name], ["rating", t("player\x04Rating"), "number", player.rating], ["club", t("Club"), "text", player.club]],
    t("Save"), (values) => {
      const change = { act: "change", name };
      if (values.new_name !== name) change.new_name = values.new_name;
      if (values.rating !== String(player.rating ?? "")) change.rating = values.rating === "" ? null : Number(values.rating);
      if (values.club !== player.club) change.club = values.club;
      if (Object.keys(change).length > 2) enterAndClose(change);
      else closeDialog();
    }, "", remark()))];
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
    const wasMade = await enterFromForm(entry, `${t("Saved.")} ${values.name}.`), field = (name) => byId("dialog").querySelector(`[name=${name}]`);
    if (!field("title")) return;
    if (wasMade) for (const name of ["name", "rating", "title"]) field(name).value = "";
    field("name").focus();
  }, "", remark(), t("Close"));
}
function enterPlayers() {
  form(t("Enter several players"), [["file", t("Choose files"), "file", "table"], ["table", t(TABS.players), "lines", ""]], t("Save"),
    (values) => enterAndClose({ act: "enter_table", ...values }),
    t("One player a line: the name, or name; club; rating. The first line may name the columns, as in a spreadsheet."), remark());
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
