// The standings: ratings and cross tables.
import { marksBetween } from "./charts.js";
import { decimal, fileName, keyed, points, record, rounded, sentenceEnd, share, sum, t, whole } from "./data.js";
import { list } from "./game_list.js";
import { csvTextButton, table, wonDrawnLost } from "./tables.js";
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

// What stands below the ratings: their scale, what they say of all games, and the signs.
export function ratingNotes({ scale, advantage, advantageError, drawRate, players, notes }, isLast) {
  const hasBounds = players.some((p) => p.bound), hasLos = players.some((p) => p.los !== null);
  const white = advantage === null ? "" : t("White's advantage: {0}", `${decimal(advantage)}${advantageError === null ? "" : ` ± ${decimal(advantageError)}`} Elo`);
  const draws = drawRate === null ? "" : t("draw rate: {0} %", decimal(100 * drawRate));
  const facts = [white, draws].filter(Boolean).join(", ");
  return [isLast ? `${scale}. ${hasLos ? t("LOS is the likelihood of being stronger than the next player.") : ""}` : "", facts ? sentenceEnd(facts[0].toUpperCase() + facts.slice(1)) : "",
    hasBounds ? t("> and < stand before the one end of an interval that is known: who has only won may be stronger, who has only lost weaker, by any amount.") : "",
    ...notes.map(sentenceEnd)].filter(Boolean).map((note) => make("p", { class: "note" }, note));
}

// The ratings, best first.
export function ratings(list, number) {
  const { players } = list;
  const { of, axis } = intervals(players), hasLos = players.some((p) => p.los !== null);
  const columns = [{ head: "#", rises: true }, { head: t("Player"), style: "text name" }, { head: t("Rating"), unit: "Elo" },
    { head: "±", unit: "Elo", title: t("half of a 95 % interval") }, { head: t("95 % interval"), unit: "Elo", style: "interval text", fixed: true },
    ...(hasLos ? [{ head: "LOS", unit: "%" }] : []), { head: t("Games") }, ...wonDrawnLost(), { head: t("Points"), style: "wide" },
    { head: t("Score"), unit: "%" }];
  const aligned = alignedPoints(players.map(({ results: [won, drawn] }) => won + drawn / 2));
  const rows = players.map((p, i) => {
    const [won, drawn, lost] = p.results, games = won + drawn + lost;
    return [i + 1, nameLink(p.name, number), keyed(rounded(p.rating, p.bound), p.rating), errorCell(p), keyed(of(p), p.rating),
      ...(hasLos ? [p.los === null ? keyed("", null) : share(p.los)] : []), games, won, drawn, lost, keyed(aligned(won + drawn / 2), won + drawn / 2), share(won + drawn / 2, games)];
  });
  const foot = axis && make("tr", { "aria-hidden": "true" }, make("td", { colspan: 4 }), make("td", { class: "interval" }, axis), make("td", { colspan: columns.length - 5 }));
  return [table(labelOf(t("Standing"), list), columns, rows, { header: 1, foot }), csvTextButton(list.pools > 1 ? `${fileName}-ratings-${list.pool}` : `${fileName}-ratings`, list.csv)];
}

const tieBreakColumns = (tieBreaks) => tieBreaks.map(([, code, title]) => ({ head: code, title }));
// Numbers of a column with the decimals that one of them has.
function alignedPoints(values) {
  const digits = Math.max(0, ...values.filter((value) => value !== null).map((value) => points(value).replace(/^[^.,]*[.,]?/, "").length));
  return (value) => (digits ? value.toLocaleString(t.language, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }) : points(value));
}
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
  const columns = [{ head: "#", title: t("standing\x04place"), rises: true }, { head: t("Player"), style: "text name" },
    ...rows.map((row, i) => ({ head: String(i + 1), title: row.name, style: "met" })), { head: t("Points") },
    { head: t("Games") }, ...tieBreakColumns(its.tieBreaks), { head: t("Performance"), unit: "Elo" }];
  const made = alignedPoints(rows.map((row) => row.points)), breaks = its.tieBreaks.map((_, k) => alignedPoints(rows.map((row) => row.tieBreaks[k])));
  const lines = rows.map((row, i) => [row.place, nameLink(row.name, kind), ...rows.map((_, k) => cell(row, i, k)),
    keyed(make("strong", null, made(row.points)), row.points), row.games,
    ...row.tieBreaks.map((value, k) => (value === null ? keyed("", null) : keyed(breaks[k](value), value))), performanceCell(row)]);
  const left = its.rows.length - rows.length;
  const key = make("span", { class: "key", "aria-hidden": "true" }, "0 % ", [0, 2, 4, 6, 8].map((step) => make("i", { class: `s${step}` })), " 100 %");
  return [table(labelOf(t("Cross table"), its), columns, lines, { header: 1, style: "cross" }), csvTextButton(its.pools > 1 ? `${fileName}-table-${its.pool}` : `${fileName}-table`, its.csv),
    make("p", { class: "note" }, `${t("Points of the row's player against each other; a number leads to the games.")} `, key, left > 0 ? ` ${t("The {0} {0:player|players} further down are left out here.", whole(left))}` : null)];
}
