// The charts of the report.
import { ordered, savedTable } from "./tables.js";
import { decimal, fileName, fold, points, sum, t, whole } from "./data.js";
import { byId, draw, make, saveText } from "../shared/dom.js";

function niceStep(span, steps) {
  const rough = span / steps, power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((factor) => factor * power >= rough) || 10);
}
export const marksBetween = (low, high, steps) => {
  const step = niceStep(high - low || 1, steps), marks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i) marks.push(i * step || 0);
  return marks;
};

// A chart of the width of its card: it is drawn again for another width, so that letters keep their
// size. `paint` makes its elements for a width in pixels.
function chart(style, label, height, paint) {
  const svg = draw("svg", { class: `chart ${style}`, role: "img", "aria-label": label, height });
  let width = 0;
  const redraw = () => {
    if (!width) return;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.replaceChildren(...[paint(width)].flat(Infinity).filter(Boolean));
  };
  new ResizeObserver(([{ contentRect }]) => {
    const now = Math.round(contentRect.width);
    if (now === width) return;
    width = now;
    redraw();
  }).observe(svg);
  return { svg, redraw };
}

// Saves a chart as a picture that looks the same without this page.
function chartButton(name, svg) {
  const save = () => {
    const copy = svg.cloneNode(true), drawn = [...svg.querySelectorAll("*")];
    [...copy.querySelectorAll("*")].forEach((element, i) => {
      const style = getComputedStyle(drawn[i]);
      for (const key of ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family"]) element.setAttribute(key, style.getPropertyValue(key));
    });
    const [, , width, height] = svg.getAttribute("viewBox").split(" ");
    for (const [key, value] of [["xmlns", "http://www.w3.org/2000/svg"], ["width", width], ["height", height]]) copy.setAttribute(key, value);
    copy.prepend(draw("rect", { width, height, fill: getComputedStyle(svg.closest("figure")).backgroundColor }));
    saveText(`${fileName}-${name}.svg`, new XMLSerializer().serializeToString(copy), "image/svg+xml");
  };
  return make("p", { class: "save" }, make("button", { type: "button", onclick: save }, t("Save as SVG")));
}

// The vertical axis: lines with their values.
const levels = (marks, y, left, right, name = (mark) => String(mark)) => marks.map((mark) => [
  draw("line", { class: "grid", x1: left, x2: right, y1: y(mark), y2: y(mark) }),
  draw("text", { x: left - 6, y: y(mark) + 4, "text-anchor": "end" }, name(mark))]);
export const below = (marks, x, y) => marks.map(([mark, name]) => draw("text", { x: x(mark), y, "text-anchor": "middle" }, name));

// A record's date as milliseconds, of the last day that it may be, as the games are ordered; null without a year.
function timeOf(date) {
  const found = /^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(date);
  if (!found) return null;
  const [year, month, day] = found.slice(1).map((part) => Number(part) || 0);
  return month && day ? Date.UTC(year, month - 1, day) : Date.UTC(year, month || 12, 0);
}

// The horizontal places of the points of a history, from 0 to 1, and the marks below: [place, name].
function historyAxis(history) {
  const times = history.dates.map(timeOf);
  const known = times.filter((time) => time !== null);
  const first = Math.min(...known), last = Math.max(...known);
  if (known.length > 1 && last > first) {
    const marks = (most) => Array.from({ length: most }, (_, i) => first + ((last - first) * i) / (most - 1));
    return { places: times.map((time) => (time === null ? null : (time - first) / (last - first))), by: t("the date"),
      marks: (width) => marks(Math.min(5, Math.max(2, Math.floor(width / 90)))).map((time) => [(time - first) / (last - first), new Date(time).toISOString().slice(0, 10)]) };
  }
  const most = history.games[history.games.length - 1];
  return { places: history.games.map((n) => n / most), by: t("the number of games"),
    marks: (width) => marksBetween(0, most, Math.max(2, Math.floor(width / 90))).map((n) => [n / most, whole(Math.round(n))]) };
}

function historyLines(axis, chosen, width, height) {
  const left = 46, top = 22, bottom = 30, lineHeight = 13;
  // On wide charts each line has its name at its end.
  const isNamed = width > 480 && chosen.length * lineHeight < height, longest = Math.max(...chosen.map(({ name }) => name.length));
  const right = isNamed ? Math.min(160, 14 + 7 * longest) : 36;
  const values = chosen.flatMap((p) => p.ratings).filter((r) => r !== null);
  if (!values.length) return [];
  const low = Math.min(...values), high = Math.max(...values, low + 1);
  const x = (place) => left + (width - left - right) * place;
  const y = (r) => top + ((height - top - bottom) * (high - r)) / (high - low);
  const path = (p) => p.ratings.map((r, k) => (r === null || axis.places[k] === null ? null : `${x(axis.places[k]).toFixed(1)},${y(r).toFixed(1)}`));
  const lastPoint = (p) => (path(p).filter(Boolean).at(-1) || "").split(",");
  return [levels(marksBetween(low, high, 5), y, left, width - right), draw("text", { x: 4, y: 12 }, "Elo"), below(axis.marks(width - left - right), x, height - 10),
    chosen.map((p, i) => draw("polyline", { class: lineStyle(i), points: path(p).filter(Boolean).join(" ") }, draw("title", null, p.name))),
    isNamed ? lineNames(chosen.map((p, i) => ({ name: p.name, style: lineStyle(i), end: lastPoint(p), at: y([...p.ratings].reverse().find((r) => r !== null) ?? low) })), width - right + 8, height - bottom, lineHeight) : []];
}
// Names one below the other, each as near to its line as the others allow.
function lineNames(names, x, bottom, lineHeight) {
  const order = [...names].sort((a, b) => a.at - b.at);
  order.forEach((one, i) => { if (i) one.at = Math.max(one.at, order[i - 1].at + lineHeight); });
  [...order].reverse().forEach((one, i, all) => { one.at = Math.min(one.at, i ? all[i - 1].at - lineHeight : bottom); });
  const short = (name) => (name.length > 20 ? `${name.slice(0, 19)}…` : name);
  // A thin line joins each name with the end of its curve.
  return order.map(({ name, at, style, end: [endX, endY] }) => [endX ? draw("line", { class: `to-name ${style}`, x1: endX, y1: endY, x2: x - 2, y2: at }) : null,
    draw("text", { class: "line-name", x, y: at + 4 }, short(name))]);
}

const lineStyle = (i) => `c${i % 8}${Math.floor(i / 8) % 2 ? " dashed" : ""}`;

// Only a few lines are distinguishable, so the best are shown first and others can be chosen.
export function historyChart(history, rank) {
  const axis = historyAxis(history), atFirst = 8, height = 320;
  const order = ordered(history.players, (p) => rank(p.name), false);
  const caption = make("figcaption");
  let chosen = [];
  const lines = chart("", t("Ratings over {0}, a line for each chosen player; the last values stand in the standing", axis.by), height, (width) => historyLines(axis, chosen, width, height));
  const items = order.map((p, i) => {
    const box = make("input", { type: "checkbox", checked: i < atFirst, onchange: show });
    const sample = draw("svg", { viewBox: "0 0 26 10", "aria-hidden": "true" });
    return { p, box, sample, item: make("li", null, make("label", null, box, sample, p.name)) };
  });
  function show() {
    const checked = items.filter(({ box }) => box.checked);
    chosen = checked.map(({ p }) => p);
    lines.redraw();
    for (const { sample } of items) sample.replaceChildren();
    checked.forEach(({ sample }, i) => sample.append(draw("line", { class: lineStyle(i), x1: 0, x2: 26, y1: 5, y2: 5 })));
    caption.textContent = t("Rating of {0} of {1} {1:player|players}, fitted again to all games up to then, over {2}.", chosen.length, whole(items.length), axis.by);
  }
  const choose = (wanted) => () => { items.forEach(({ box }, i) => { box.checked = wanted(i); }); show(); };
  const search = make("input", { placeholder: t("part of a name"), autocomplete: "off", oninput: () => {
    const part = fold(search.value);
    for (const { p, item } of items) item.hidden = !fold(p.name).includes(part);
  } });
  show();
  const tools = items.length > atFirst ? make("div", { class: "tools", role: "group", "aria-label": t("Which players") },
    make("label", null, `${t("Find")} `, search),
    make("button", { type: "button", onclick: choose((i) => i < atFirst) }, t("Best {0}", atFirst)),
    make("button", { type: "button", onclick: choose(() => false) }, t("None"))) : null;
  return make("figure", { class: "history" }, lines.svg, tools, make("ul", { class: "legend" }, items.map(({ item }) => item)), caption, chartButton("ratings-over-time", lines.svg));
}

// The value of an option after each step, between its bounds.
function wayChart(option, pairs, planned) {
  const height = 180, left = 60, right = 24, top = 10, bottom = 28;
  const facts = t("{0}: from {1} to {2}", option.name, option.start, option.value);
  const y = (value) => top + ((height - top - bottom) * (option.most - value)) / (option.most - option.least || 1);
  const marks = option.words.length ? option.words.map((_, i) => i) : [0, .5, 1].map((part) => option.least + part * (option.most - option.least));
  const name = (value) => (option.words.length ? option.words[value] : String(Number(value.toPrecision(4))));
  const { svg } = chart("", facts, height, (width) => {
    const x = (pair) => left + ((width - left - right) * pair) / planned;
    const points = option.values.map((value, i) => `${x(pairs[i]).toFixed(1)},${y(value).toFixed(1)}`);
    return [levels(marks, y, left, width - right, name), below(marksBetween(0, planned, Math.max(2, Math.floor(width / 110))).map((n) => [n, whole(n)]), x, height - 8),
      draw("polyline", { class: lineStyle(0), points: points.join(" ") })];
  });
  return make("figure", null, svg, make("figcaption", null, `${facts}.`), chartButton(option.name, svg));
}

export function tuneSection(tune, number) {
  const done = tune.pairs[tune.pairs.length - 1];
  byId("kinds").append(make("section", { "aria-labelledby": `tune-${number}` },
    make("h2", { id: `tune-${number}`, tabindex: -1 }, t("Tune: {0}", tune.event)),
    savedTable(`${fileName}-options`, t("Options"), [{ head: t("Option"), style: "text name", csv: "option" }, { head: t("Start"), style: "text", csv: "start" }, { head: t("Tuned"), style: "text", csv: "value" }],
      tune.options.map((option) => [option.name, option.start, option.value])),
    make("p", { class: "note" }, t("After {0} of {1} {1:pair|pairs} of games. Below, the way of each option over the pairs.", done, whole(tune.planned))),
    tune.options.map((option) => wayChart(option, tune.pairs, tune.planned))));
  return [t("Tune: {0}", tune.event), `tune-${number}`];
}

// What a study has found, with errors of 95 %.
export function studySection(study, number) {
  const id = `study-${number}`, title = t("Study: {0}", study.event);
  byId("kinds").append(make("section", { "aria-labelledby": id },
    make("h2", { id, tabindex: -1 }, title),
    make("p", null, t("{0} {1}: {2} {2:game|games}, seed {3}; the observer is {4}; errors are 95 %", study.game, study.variant, whole(study.games), study.seed, study.observer)),
    study.conclusions.map((conclusion) => make("p", null, conclusion)),
    savedTable(`${fileName}-levels`, t("Levels"), [{ head: t("Player"), style: "text name", csv: "player" }, { head: t("Opponent"), style: "text name", csv: "opponent" }, { head: t("Games"), csv: "games" },
      ...study.measures.map(([csv, head]) => ({ head, csv, fixed: true }))], study.levels),
    savedTable(`${fileName}-figures`, t("Figures of the game"), [{ head: t("Figure"), style: "text", csv: "figure" }, { head: t("Value"), csv: "value", fixed: true }], study.figures)));
  return [title, id];
}

export function lengthChart(lengths) {
  const games = sum(lengths.map(([, n]) => n));
  const nth = (n) => { for (const [length, k] of lengths) { n -= k; if (n < 0) return length; } return 0; };
  const median = (nth(Math.floor((games - 1) / 2)) + nth(Math.floor(games / 2))) / 2;
  const mean = sum(lengths.map(([length, n]) => length * n)) / games;
  const low = lengths[0][0], high = lengths[lengths.length - 1][0];
  const size = Math.max(1, Math.ceil((high - low + 1) / 40)), bins = [];
  for (const [length, n] of lengths) {
    const bin = Math.floor((length - low) / size);
    bins[bin] = (bins[bin] || 0) + n;
  }
  const height = 220, left = 46, right = 16, bottom = 40, top = 22;
  const most = Math.max(...bins.filter((n) => n));
  const facts = t("Shortest {0}, median {1}, mean {2}, longest {3} turns.", low, points(median), decimal(mean), high);
  const y = (n) => top + ((height - top - bottom) * (most - n)) / most;
  const { svg } = chart("columns", t("Games by number of turns. {0}", facts), height, (width) => {
    const step = (width - left - right) / bins.length, x = (length) => left + ((length - low) / size + .5 / size) * step;
    const columns = Array.from(bins, (n, i) => (n ? draw("rect", { x: left + i * step + .5, y: y(n), width: Math.max(step - 1, 1), height: height - bottom - y(n) },
      draw("title", null, t("{0} turns: {1}", `${low + i * size}${size > 1 ? `–${low + (i + 1) * size - 1}` : ""}`, n))) : null));
    const marks = marksBetween(low, high, Math.max(2, Math.floor(width / 55))).filter((n) => Number.isInteger(n));
    return [levels(marksBetween(0, most, 3).filter((n) => Number.isInteger(n)), y, left, width - right, whole), columns,
      below(marks.map((n) => [n, String(n)]), x, height - bottom + 16),
      draw("text", { x: 4, y: 12 }, t("Games")), draw("text", { x: width - right, y: height - 6, "text-anchor": "end" }, t("Turns"))];
  });
  return make("figure", null, svg, make("figcaption", null, facts), chartButton("lengths", svg));
}

// Results as the parts of a bar.
export function resultBar(counts) {
  const all = sum(counts) || 1;
  const bar = draw("svg", { class: "bar", "aria-hidden": "true" });
  let at = 0;
  counts.forEach((n, i) => {
    if (n) bar.append(draw("rect", { class: `r${i}`, x: `${at}%`, width: `${(100 * n) / all}%`, height: "100%" }));
    at += (100 * n) / all;
  });
  return bar;
}
