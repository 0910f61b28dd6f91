// The standings: ratings and cross tables.
import { marksBetween } from "./charts.js";
import { fileName, keyed, points, record, rounded, share, sum, t, whole } from "./data.js";
import { list } from "./game_list.js";
import { savedTable, wonDrawnLost } from "./tables.js";
import { draw, make } from "../shared/dom.js";

const labelOf = (name, { pool, pools }) => (pools > 1 ? t("{0}, pool {1}", name, pool) : name);

// A name that leads to the player's games.
export const nameLink = (name, kind) => keyed(make("a", { href: "#games", title: name, "aria-label": t("{0}: show the games", name),
  onclick: (event) => { event.preventDefault(); list.show({ player: name, opponent: "", kind }); } }, name), name);

// The ends of a rating's interval; an open one is null.
const endsOf = (p) => (p.low === null && p.high === null ? [p.rating, p.rating] : [p.low, p.high]);
const errorCell = (p) => {
  const end = p.bound === ">" ? p.low : p.bound === "<" ? p.high : null;
  return end === null ? keyed(rounded(p.error), p.error) : keyed(`${p.bound}${rounded(end)}`, null);
};

// Intervals of ratings on one scale, and the row with its axis. An open end has an arrow.
function intervals(players) {
  const ends = players.filter((p) => p.rating !== null).flatMap((p) => [p.rating, ...endsOf(p).filter((end) => end !== null)]);
  const low = Math.min(...ends), high = Math.max(...ends), span = high - low || 1;
  const place = (rating) => `${4 + (92 * (rating - low)) / span}%`;
  const marks = ends.length ? marksBetween(low, high, 3) : [];
  const lines = () => marks.map((mark) => draw("line", { class: "grid", x1: place(mark), x2: place(mark), y1: 0, y2: "100%" }));
  const arrow = (x, anchor, tip) => draw("text", { x, y: "50%", "text-anchor": anchor, "dominant-baseline": "central" }, tip);
  const of = (p) => {
    if (p.rating === null) return "";
    const [from, to] = endsOf(p);
    return draw("svg", { "aria-hidden": "true" }, lines(),
      draw("line", { x1: from === null ? "1%" : place(from), x2: to === null ? "99%" : place(to), y1: "50%", y2: "50%" }),
      from === null ? arrow("0%", "start", "◂") : null, to === null ? arrow("100%", "end", "▸") : null,
      draw("circle", { cx: place(p.rating), cy: "50%", r: 5 }));
  };
  const axis = draw("svg", { class: "marks" }, draw("line", { class: "axis", x1: "4%", x2: "96%", y1: 1, y2: 1 }),
    marks.map((mark) => [draw("line", { class: "axis", x1: place(mark), x2: place(mark), y1: 1, y2: 7 }),
      draw("text", { x: place(mark), y: 19, "text-anchor": "middle" }, String(Math.round(mark)))]));
  return { of, axis: marks.length ? axis : null };
}

// The ratings, best first.
export function ratings(list, number) {
  const { players } = list;
  const { of, axis } = intervals(players), hasLos = players.some((p) => p.los !== null);
  const columns = [{ head: "#", rises: true, csv: "rank" }, { head: t("Player"), style: "text name", csv: "player" }, { head: t("Rating"), unit: "Elo", csv: "rating" },
    { head: "±", unit: "Elo", title: t("half of a 95 % interval"), csv: "error" }, { head: t("95 % interval"), unit: "Elo", style: "interval text", fixed: true },
    ...(hasLos ? [{ head: "LOS", unit: "%", csv: "los" }] : []), { head: t("Games"), csv: "games" }, ...wonDrawnLost(), { head: t("Points"), style: "wide", csv: "score" },
    { head: t("Score"), unit: "%", csv: "score_rate" }];
  const rows = players.map((p, i) => {
    const [won, drawn, lost] = p.results, games = won + drawn + lost;
    return [i + 1, nameLink(p.name, number), keyed(rounded(p.rating, p.bound), p.rating), errorCell(p), keyed(of(p), p.rating),
      ...(hasLos ? [p.los === null ? keyed("", null) : share(p.los)] : []), games, won, drawn, lost, keyed(points(won + drawn / 2), won + drawn / 2), share(won + drawn / 2, games)];
  });
  const foot = axis && make("tr", { "aria-hidden": "true" }, make("td", { colspan: 4 }), make("td", { class: "interval" }, axis), make("td", { colspan: columns.length - 5 }));
  return savedTable(list.pools > 1 ? `${fileName}-ratings-${list.pool}` : `${fileName}-ratings`, labelOf(t("Standing"), list), columns, rows, { header: 1, foot });
}

const tieBreakColumns = (tieBreaks) => tieBreaks.map(([key, code, title]) => ({ head: code, title, csv: key }));
const pointsCell = (value) => (value === null ? keyed("", null) : keyed(points(value), value));
const performanceCell = (row) => keyed(rounded(row.performance, row.bound), row.performance);

// How dark a cell is: none, half or all points are steps 0, 4 and 8.
const shade = (rate) => `s${Math.round(8 * rate)}`;

export function crossTable(kind, its) {
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
