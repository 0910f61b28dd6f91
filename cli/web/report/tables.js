// --- tables ----------------------------------------------------------------------------------

function scrolling(label, table) {
  return make("div", { class: "scroll", role: "region", "aria-label": label, tabindex: 0 }, table);
}

const keyOf = (cell) => (cell !== null && typeof cell === "object" && "key" in cell ? cell.key : cell);
const shownOf = (cell) => (cell !== null && typeof cell === "object" && "key" in cell ? cell.shown : cell);
const isMissing = (key) => key === null || key === undefined || key === "" || Number.isNaN(key);
const collator = new Intl.Collator(t.language, { numeric: true });
const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b)));

// Items in the order of their keys; items without a key are last in both directions.
function ordered(items, keyOfItem, isDescending) {
  const keys = new Map(items.map((item) => [item, keyOfItem(item)]));
  return [...items].sort((x, y) => {
    const a = keys.get(x), b = keys.get(y);
    return isMissing(a) || isMissing(b) ? Number(isMissing(a)) - Number(isMissing(b)) : (isDescending ? compare(b, a) : compare(a, b));
  });
}

// A sign as heading, with its meaning for screen readers and as a hint.
const sign = (head, title) => ({ head, title });
const wonDrawnLost = () => [{ ...sign("+", t("Won")), csv: "wins" }, { ...sign("=", t("Drawn")), csv: "draws" }, { ...sign("−", t("Lost")), csv: "losses" }];

// A column is {head, unit, title, style, csv}: `title` says what a sign means, `csv` is the name in a
// saved table. A cell is a text, a number, an element, or such a value with a key. `sortAll`: what to
// do if not only these rows are to be sorted; it is called with the column and the direction.
function sortable(label, columns, { header = 0, style = null, foot = null, sortAll = null } = {}) {
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

function table(label, columns, rows, options = {}) {
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

const saveCsv = (name, rows) => saveText(`${name}.csv`, rows.map((row) => `${row.map(csvCell).join(",")}\n`).join(""), "text/csv");
const csvButton = (name, rows) => make("p", { class: "save" },
  make("button", { type: "button", onclick: () => saveCsv(name, rows()) }, t("Save as CSV")));

// The columns of a table with a name for that.
function savedColumns(columns, rows) {
  const chosen = columns.map((column, i) => [column.csv, i]).filter(([name]) => name);
  return [chosen.map(([name]) => name), ...rows.map((row) => chosen.map(([, i]) => keyOf(row[i])))];
}
function savedTable(name, label, columns, rows, options) {
  return [table(label, columns, rows, options), csvButton(name, () => savedColumns(columns, rows))];
}

// What a program said and wrote when it failed.
const failureParts = (f) => [f.remark ? make("p", null, sentenceEnd(f.remark)) : null,
  f.conversation.length ? make("pre", { tabindex: "0", role: "region", "aria-label": t("Last lines exchanged with the bot") }, f.conversation.join("\n")) : null,
  f.error ? make("p", null, t("Standard error:"), " ", make("code", null, f.error)) : null].filter(Boolean);

// --- standings -------------------------------------------------------------------------------

function resultBar(counts) {
  const all = sum(counts) || 1;
  const bar = draw("svg", { class: "bar", "aria-hidden": "true" });
  let at = 0;
  counts.forEach((n, i) => {
    if (n) bar.append(draw("rect", { class: `r${i}`, x: `${at}%`, width: `${(100 * n) / all}%`, height: "100%" }));
    at += (100 * n) / all;
  });
  return bar;
}

const labelOf = (name, { pool, pools }) => (pools > 1 ? t("{0}, pool {1}", name, pool) : name);

// A name that leads to the player's games.
const nameLink = (name, kind) => keyed(make("a", { href: "#games", title: name, "aria-label": t("{0}: show the games", name),
  onclick: (event) => { event.preventDefault(); list.show({ player: name, opponent: "", kind }); } }, name), name);

// Intervals of ratings on one scale, and the row with its axis.
function intervals(players) {
  const ends = players.filter((p) => p.rating !== null)
    .flatMap((p) => [p.rating - (p.error || 0), p.rating + (p.error || 0)]);
  const low = Math.min(...ends), high = Math.max(...ends), span = high - low || 1;
  const place = (rating) => `${4 + (92 * (rating - low)) / span}%`;
  const marks = ends.length ? marksBetween(low, high, 3) : [];
  const lines = () => marks.map((mark) => draw("line", { class: "grid", x1: place(mark), x2: place(mark), y1: 0, y2: "100%" }));
  const of = (p) => p.rating === null ? "" : draw("svg", { "aria-hidden": "true" }, lines(),
    draw("line", { x1: place(p.rating - (p.error || 0)), x2: place(p.rating + (p.error || 0)), y1: "50%", y2: "50%" }),
    draw("circle", { cx: place(p.rating), cy: "50%", r: 5 }));
  const axis = draw("svg", { class: "marks" }, draw("line", { class: "axis", x1: "4%", x2: "96%", y1: 1, y2: 1 }),
    marks.map((mark) => [draw("line", { class: "axis", x1: place(mark), x2: place(mark), y1: 1, y2: 7 }),
      draw("text", { x: place(mark), y: 19, "text-anchor": "middle" }, String(Math.round(mark)))]));
  return { of, axis: marks.length ? axis : null };
}

// The ratings; `places` orders players as the official standing of an event does.
function ratings(list, number, isEvent, places) {
  const players = isEvent ? ordered(list.players, (p) => places.get(p.name), false) : list.players;
  const { of, axis } = intervals(players), hasLos = !isEvent && players.some((p) => p.los !== null);
  const columns = [{ head: "#", rises: true, csv: "rank" }, { head: t("Player"), style: "text name", csv: "player" }, { head: t("Rating"), unit: "Elo", csv: "rating" },
    { head: "±", unit: "Elo", title: t("half of a 95 % interval"), csv: "error" }, { head: t("95 % interval"), unit: "Elo", style: "interval text", fixed: true },
    ...(hasLos ? [{ head: "LOS", unit: "%", csv: "los" }] : []), { head: t("Games"), csv: "games" }, ...wonDrawnLost(), { head: t("Points"), style: "wide", csv: "score" },
    { head: t("Score"), unit: "%", csv: "score_rate" }];
  const rows = players.map((p, i) => {
    const [won, drawn, lost] = p.results, games = won + drawn + lost;
    return [isEvent ? places.get(p.name) ?? null : i + 1, nameLink(p.name, number), keyed(rounded(p.rating, p.bound), p.rating), keyed(rounded(p.error), p.error), keyed(of(p), p.rating),
      ...(hasLos ? [p.los === null ? keyed("", null) : share(p.los)] : []), games, won, drawn, lost, keyed(points(won + drawn / 2), won + drawn / 2), share(won + drawn / 2, games)];
  });
  const foot = axis && make("tr", { "aria-hidden": "true" }, make("td", { colspan: 4 }), make("td", { class: "interval" }, axis), make("td", { colspan: columns.length - 5 }));
  const label = labelOf(isEvent ? t("Ratings") : t("Standing"), list);
  return savedTable(list.pools > 1 ? `${fileName}-ratings-${list.pool}` : `${fileName}-ratings`, label, columns, rows, { header: 1, foot });
}

const tieBreakColumns = (tieBreaks) => tieBreaks.map(([key, code, title]) => ({ head: code, title, csv: key }));
const pointsCell = (value) => (value === null ? keyed("", null) : keyed(points(value), value));
const performanceCell = (row) => keyed(rounded(row.performance, row.bound), row.performance);

// The standing of an event that people play, by place.
function eventStanding(number, its) {
  const columns = [{ head: "#", title: t("standing\x04place"), rises: true, csv: "rank" }, { head: t("Player"), style: "text name", csv: "player" }, { head: t("Points"), csv: "points" },
    { head: t("Games"), csv: "games" }, ...wonDrawnLost(), ...tieBreakColumns(its.tieBreaks), { head: t("Performance"), unit: "Elo", csv: "performance" }];
  const rows = its.rows.map((row) => [row.place, nameLink(row.name, number), keyed(make("strong", null, points(row.points)), row.points), row.games, ...row.results,
    ...row.tieBreaks.map(pointsCell), performanceCell(row)]);
  return savedTable(`${fileName}-standing`, t("Standing"), columns, rows, { header: 1 });
}

// How dark a cell is: none, half or all points are steps 0, 4 and 8.
const shade = (rate) => `s${Math.round(8 * rate)}`;
const record = ([won, drawn, lost]) => `+${won} =${drawn} −${lost}`;

function crossTable(kind, its) {
  const most = 60, rows = its.rows.slice(0, most);
  const cell = (row, i, k) => {
    if (i === k) return { ...keyed(make("span", { "aria-label": t("the same player") }, "×"), null), style: "self" };
    const met = row.cells.find(([opponent]) => opponent === k);
    if (!met) return keyed("", null);
    const [won, drawn, lost] = met[1], opponent = rows[k].name, made = won + drawn / 2;
    const link = make("a", {
      href: "#games", "aria-label": t("{0} against {1}: {2} points, {3} won, {4} drawn, {5} lost; show the games", row.name, opponent, points(made), won, drawn, lost),
      title: `${row.name} – ${opponent}: ${record(met[1])}`,
      onclick: (event) => { event.preventDefault(); list.show({ player: row.name, opponent, kind }); },
    }, points(made));
    return { ...keyed(link, made), style: shade(made / (sum(met[1]) || 1)) };
  };
  const columns = [{ head: "#", title: t("standing\x04place"), rises: true, csv: "rank" }, { head: t("Player"), style: "text name", csv: "player" },
    ...rows.map((row, i) => ({ head: String(i + 1), title: row.name, style: "met", csv: row.name })), { head: t("Points"), csv: "points" },
    { head: t("Games"), csv: "games" }, ...tieBreakColumns(its.tieBreaks), { head: t("Performance"), unit: "Elo", csv: "performance" }];
  const lines = rows.map((row, i) => [row.place, nameLink(row.name, kind), ...rows.map((_, k) => cell(row, i, k)),
    keyed(make("strong", null, points(row.points)), row.points), row.games, ...row.tieBreaks.map(pointsCell), performanceCell(row)]);
  const left = its.rows.length - rows.length;
  const key = make("span", { class: "key", "aria-hidden": "true" }, "0 % ", [0, 2, 4, 6, 8].map((step) => make("i", { class: `s${step}` })), " 100 %");
  return [savedTable(its.pools > 1 ? `${fileName}-table-${its.pool}` : `${fileName}-table`, labelOf(t("Cross table"), its), columns, lines, { header: 1, style: "cross" }),
    make("p", { class: "note" }, `${t("Points of the row's player against each other; a number leads to the games.")} `, key, left > 0 ? ` ${t("The {0} {0:player|players} further down are left out here.", whole(left))}` : null)];
}
