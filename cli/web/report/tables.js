// Sortable tables, and their saving.
import { sentenceEnd, t } from "./data.js";
import { make, saveText } from "../shared/dom.js";

function scrolling(label, table) {
  return make("div", { class: "scroll", role: "region", "aria-label": label, tabindex: 0 }, table);
}

export const keyOf = (cell) => (cell !== null && typeof cell === "object" && "key" in cell ? cell.key : cell);
const shownOf = (cell) => (cell !== null && typeof cell === "object" && "key" in cell ? cell.shown : cell);
const isMissing = (key) => key === null || key === undefined || key === "" || Number.isNaN(key);
export const collator = new Intl.Collator(t.language, { numeric: true });
const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b)));

// Items in the order of their keys; items without a key are last in both directions.
export function ordered(items, keyOfItem, isDescending) {
  const keys = new Map(items.map((item) => [item, keyOfItem(item)]));
  return [...items].sort((x, y) => {
    const a = keys.get(x), b = keys.get(y);
    return isMissing(a) || isMissing(b) ? Number(isMissing(a)) - Number(isMissing(b)) : (isDescending ? compare(b, a) : compare(a, b));
  });
}

// A sign as heading, with its meaning for screen readers and as a hint.
export const sign = (head, title) => ({ head, title });
export const wonDrawnLost = () => [{ ...sign("+", t("Won")), csv: "wins" }, { ...sign("=", t("Drawn")), csv: "draws" }, { ...sign("−", t("Lost")), csv: "losses" }];

// A column is {head, unit, title, style, csv}: `title` says what a sign means, `csv` is the name in a
// saved table. A cell is a text, a number, an element, or such a value with a key. `sortAll`: what to
// do if not only these rows are to be sorted; it is called with the column and the direction.
export function sortable(label, columns, { header = 0, style = null, foot = null, sortAll = /** @type {null | ((at: number, isDescending: boolean) => void)} */ (null) } = {}) {
  const body = make("tbody");
  let cellsOf = new Map(), heads = [];

  function row(cells) {
    return make("tr", null, cells.map((cell, i) => {
      const shown = shownOf(cell), { style: its } = columns[i];
      return make(i === header ? "th" : "td", {
        scope: i === header ? "row" : null, class: [its, cell && cell.style].filter(Boolean).join(" ") || null,
        title: /name/.test(its || "") && typeof shown === "string" ? shown : null }, shown);
    }));
  }
  function fill(rows) {
    cellsOf = new Map(rows.map((cells) => [row(cells), cells]));
    body.replaceChildren(...cellsOf.keys());
  }
  function sort(at) {
    const was = heads[at].getAttribute("aria-sort");
    const sample = [...cellsOf.values()].map((cells) => keyOf(cells[at])).find((key) => !isMissing(key));
    // The highest number and the first name come first.
    const isDescending = was ? was === "ascending" : typeof sample === "number" && !columns[at].rises;
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[at].setAttribute("aria-sort", isDescending ? "descending" : "ascending");
    if (sortAll) sortAll(at, isDescending);
    else body.replaceChildren(...ordered([...cellsOf.keys()], (line) => keyOf(cellsOf.get(line)[at]), isDescending));
  }
  function headOf({ head, unit, title, style: its, fixed }, at) {
    const text = title && head.length < 3 ? [make("span", { "aria-hidden": "true" }, head), make("span", { class: "unseen" }, title)] : head;
    const content = [text, unit && unit !== head ? [" ", make("span", { class: "unit" }, unit)] : null];
    const isPlain = fixed || !head;
    return make(head ? "th" : "td", { scope: head ? "col" : null, class: its, title: title || null },
      isPlain ? content : make("button", { type: "button", class: "sort", onclick: () => sort(at) }, content));
  }
  heads = columns.map(headOf);
  const element = scrolling(label, make("table", { class: style }, make("thead", null, make("tr", null, heads)), body, foot ? make("tfoot", null, foot) : null));
  return { element, fill };
}

export function table(label, columns, rows, options = {}) {
  const its = sortable(label, columns, options);
  its.fill(rows);
  return its.element;
}

// --- saved tables ----------------------------------------------------------------------------

// As with_formula_guard() of the program: no spreadsheet reads the text as a formula.
const formula = /(?<=^|[,;\t\r\n])(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/g;
function csvCell(key) {
  if (isMissing(key)) return "";
  if (typeof key === "number") return String(key);
  const text = String(key).replace(formula, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const saveCsv = (name, rows) => saveText(`${name}.csv`, rows.map((row) => `${row.map(csvCell).join(",")}\n`).join(""), "text/csv");
const csvButton = (name, rows) => make("p", { class: "save" },
  make("button", { type: "button", onclick: () => saveCsv(name, rows()) }, t("Save as CSV")));

export const csvTextButton = (name, text) => make("p", { class: "save" },
  make("button", { type: "button", onclick: () => saveText(`${name}.csv`, text, "text/csv") }, t("Save as CSV")));

// The columns of a table with a name for that.
function savedColumns(columns, rows) {
  const chosen = columns.map((column, i) => [column.csv, i]).filter(([name]) => name);
  return [chosen.map(([name]) => name), ...rows.map((row) => chosen.map(([, i]) => keyOf(row[i])))];
}
export function savedTable(name, label, columns, rows, options) {
  return [table(label, columns, rows, options), csvButton(name, () => savedColumns(columns, rows))];
}

// What a program said and wrote when it failed.
export const failureParts = (f) => [f.remark ? make("p", null, sentenceEnd(f.remark)) : null,
  f.conversation.length ? make("pre", { tabindex: "0", role: "region", "aria-label": t("Last lines exchanged with the bot") }, f.conversation.join("\n")) : null,
  f.error ? make("p", null, t("Standard error:"), " ", make("code", null, f.error)) : null].filter(Boolean);
