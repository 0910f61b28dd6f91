// Messages, buttons and dialogs of the page.
import { byId, decodedText, make } from "../../web/shared/dom.js";
import { page, t } from "./room_state.js";

export function say(text, isBad = false) {
  const message = byId("message");
  message.textContent = text;
  message.className = isBad ? "bad" : "";
}
export const button = (text, action, properties = {}) =>
  make("button", { type: "button", onclick: action, disabled: page.isEntering, ...properties }, text);

// Chooses a file of text, which fills the field of this name.
function fileOf(name) {
  // The same file may be chosen again, after it was changed.
  const box = make("input", { type: "file", accept: ".csv,.txt,.tsv,text/plain,text/csv", onclick: () => { box.value = ""; } });
  box.addEventListener("change", async () => {
    if (!box.files.length) return;
    const [file] = box.files, dialog = byId("dialog"), [text, isLatin] = decodedText(new Uint8Array(await file.arrayBuffer())) || ["", null];
    if (isLatin !== null) dialog.querySelector(`[name=${name}]`).value = text;
    dialog.querySelector("[role=status]").textContent = isLatin === null ? t("{0} is no text but {1}.", file.name, t("binary data")) :
      isLatin ? `${t("{0} is taken for Latin-1 text", file.name)}.` : "";
  });
  return box;
}
export function openDialog(title, ...content) {
  const dialog = byId("dialog");
  dialog.replaceChildren(make("h2", { id: "dialog-title" }, title), ...content);
  page.decided = page.decided || (page.state ? page.state.version : "");
  if (!dialog.open) dialog.showModal();
}
// The event comes after the action of the button; another dialog may be open by then.
byId("dialog").addEventListener("close", () => { if (!byId("dialog").open) page.decided = ""; });
export const closeDialog = () => byId("dialog").close();
export const cancel = (text = t("Cancel")) => make("button", { type: "button", "data-do": "close", onclick: closeDialog }, text);
export function confirmed(question, action, doIt, about = "") {
  openDialog(question, about ? make("p", null, about) : "", make("div", { class: "choices" },
    make("button", { type: "button", class: "main", "data-do": "confirm", onclick: () => { closeDialog(); doIt(); } }, action), cancel()));
}
// A form of texts, [name, label, kind, value]; `save` gets them by name.
export function form(title, fields, action, save, about = "", said = null, leave = t("Cancel")) {
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
