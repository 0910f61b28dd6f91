// The report: the sections of each game and variant, in the order of the page.
import { offerEngine } from "./check.js";
import { historyChart, lengthChart, resultBar, studySection, tuneSection } from "./charts.js";
import { data, dateText, decimal, fileName, game, keyed, linkToGame, numberOf, players, resultNames, resultTexts, sentenceEnd, share, shownNumber, sum, t, unpackGame, whole } from "./data.js";
import { explorers } from "./explorer.js";
import { crossTable, nameLink, ratingNotes, ratings } from "./standings.js";
import { failureParts, ordered, savedTable, sign, sortable, table, wonDrawnLost } from "./tables.js";
import { evaluations, glyphs, viewer } from "./viewer.js";
import { byId, make } from "../shared/dom.js";

// Results by colour and by ending.
export function results(kind) {
  const all = sum(kind.results);
  const byColour = table(t("Results by colour"), [{ head: t("Result"), style: "text" }, { head: "", style: "text", fixed: true }, { head: t("Games") }, { head: t("Share"), unit: "%" }],
    kind.results.map((n, i) => [resultTexts[i], resultNames[i], n, share(n, all)]).filter(([, , n]) => n));
  const endings = ordered(kind.endings, ([, counts]) => sum(counts), true);
  const columns = [{ head: t("Ending"), style: "text" }, { head: t("Games") }, { head: "1-0", title: t("White won") }, { head: "½-½", title: t("Drawn") },
    { head: "0-1", title: t("Black won") }, { head: t("Shares"), style: "text wide", fixed: true }];
  const byEnding = table(t("Results by ending"), columns,
    endings.map(([name, counts]) => [name, sum(counts), counts[0], counts[1], counts[2], keyed(resultBar(counts), null)]));
  return make("div", { class: "pair" }, make("div", null, resultBar(kind.results), byColour), byEnding);
}

// The figures of a match from the side of its first player: columns, and a cell for each.
const matchColumns = () => [{ head: t("Elo difference"), csv: "elo" }, { head: "±", unit: "Elo", title: t("half of a 95 % interval"), csv: "error" }, { head: "LOS", unit: "%", csv: "los" },
  { head: t("Pentanomial"), unit: "0 ½ 1 1½ 2", csv: "penta" }, { head: t("Games"), csv: "games" }, ...wonDrawnLost(), { head: t("Score"), unit: "%", csv: "score_rate" },
  { head: "nElo", csv: "nelo" }, { head: "±", unit: "nElo", title: t("half of a 95 % interval"), csv: "nelo_error" }, { head: t("Draw ratio"), unit: "%", csv: "draw_ratio" },
  { head: t("Pairs ratio"), csv: "pairs_ratio" }];
function matchCells(match) {
  const number = (value) => (value === null ? keyed("–", null) : keyed(decimal(value), value));
  const end = (bound, open) => (bound === null ? open : decimal(bound));
  const error = match.elo !== null && match.error !== null ? number(match.error)
    : keyed(`${end(match.low, "−∞")} … ${end(match.high, "∞")}`, null);
  const isInfinite = match.pairs_ratio === null && match.penta && match.penta[3] + match.penta[4] > 0;
  return [number(match.elo), error, share(match.los), match.penta ? keyed(match.penta.join(" · "), match.penta.join(" ")) : keyed("–", null),
    match.games, match.wins, match.draws, match.losses, share(match.points, match.games), number(match.nelo), number(match.nelo_error),
    share(match.draw_ratio), isInfinite ? keyed("∞", Infinity) : number(match.pairs_ratio)];
}

function matches(all) {
  const note = make("p", { class: "note" }, t("From the side of the first player. ± is half of a 95 % interval. LOS is the likelihood of being the stronger player. Pentanomial: pairs of games with colours swapped by points, 0 to 2. Draw ratio and pairs ratio count such pairs."));
  const columns = matchColumns(), cells = all.map(matchCells);
  if (all.length > 1) {
    return [savedTable(`${fileName}-pairings`, t("Pairings"), [{ head: t("Player"), style: "text name", csv: "player" }, { head: t("Opponent"), style: "text name", csv: "opponent" }, ...columns],
      all.map(({ first, second }, i) => [first, second, ...cells[i]])), note];
  }
  const [{ first, second }] = all;
  const named = (/** @type {any} */ { head, unit, title }) => [title && head !== "±" ? title : head, unit ? [" ", make("span", { class: "unit" }, unit)] : null];
  return [table(t("Match"), [{ head: "", style: "text" }, { head: t("{0} against {1}", first, second), fixed: true }],
    columns.map((column, i) => [named(column), cells[0][i]])), note];
}

// One unit for all times of a column.
function times(kind, rank) {
  const used = ordered(kind.times, ([player]) => rank(data.players[player]), false);
  const cells = (values, name, heading) => {
    const isShort = Math.max(...values) < 1, most = isShort ? 1000 : 1;
    const shown = (s) => (s * most < .05 ? `< ${decimal(.1)}` : isShort ? decimal(s * most) : decimal(s));
    return [{ head: heading, unit: isShort ? "ms" : "s", csv: name }, values.map((s) => keyed(shown(s), s))];
  };
  const [mean, means] = cells(used.map(([, turns, total]) => total / turns), "mean_s", t("Mean"));
  const [longest, most] = cells(used.map(([, , , s]) => s), "longest_s", t("Longest"));
  const [together, totals] = cells(used.map(([, , total]) => total), "total_s", t("Together"));
  return savedTable(`${fileName}-times`, t("Time use"), [{ head: t("Player"), style: "text name", csv: "player" }, { head: t("Turns"), csv: "turns" }, mean, longest, together],
    used.map(([player, turns], i) => [data.players[player] || "?", turns, means[i], most[i], totals[i]]));
}

// The worst turns of a kind of game, by the analysis of each game: {number, ply, player, turn, nag, loss}, those
// that lost the greatest chance first. The games are unpacked for it, once.
const worst = new Map();
async function worstTurns(kindNumber) {
  if (worst.has(kindNumber)) return worst.get(kindNumber);
  const found = [], { scale } = data.kinds[kindNumber];
  for (let number = 0; number < data.games.length; ++number) {
    if (data.games[number][0] !== kindNumber) continue;
    const its = await unpackGame(number), { values } = evaluations(its, scale), { white, black } = game(number);
    its.turns.forEach((turn, i) => {
      const nag = [4, 2, 6].find((one) => its.nags[i].includes(one));
      if (!nag) return;
      const isWhite = its.sides[i] === "w", before = i ? values[i - 1] : null, after = values[i];
      const loss = before && after ? Math.max(0, (before.chance - after.chance) * (isWhite ? 1 : -1)) : null;
      found.push({ number, ply: i + 1, player: isWhite ? white : black, turn, nag, loss });
    });
  }
  found.sort((a, b) => [4, 2, 6].indexOf(a.nag) - [4, 2, 6].indexOf(b.nag) || (b.loss ?? 0) - (a.loss ?? 0));
  worst.set(kindNumber, found);
  return found;
}
// The list of them, filled when it is opened; `show` opens it for a player and a kind of mistake.
function worstList(kindNumber, names) {
  const most = 100, all = t("any");
  const who = make("select", null, make("option", { value: "" }, all), names.map((name) => make("option", { value: name }, name)));
  const which = make("select", null, make("option", { value: "" }, all), [4, 2, 6].map((nag) => make("option", { value: nag }, `${glyphs[nag][0]} ${t(glyphs[nag][1])}`)));
  const columns = [{ head: t("Game") }, { head: t("Turn"), style: "text" }, { head: "", style: "text", fixed: true }, { head: t("Player"), style: "text name" }, { head: t("Chance lost"), unit: "%" }];
  const its = sortable(t("Worst turns"), columns), count = make("p", { class: "note", role: "status" });
  async function fill() {
    count.textContent = "…";
    const found = (await worstTurns(kindNumber)).filter((one) => (!who.value || one.player === who.value) && (!which.value || one.nag === Number(which.value)));
    its.fill(found.slice(0, most).map(({ number, ply, player, turn, nag, loss }) => [
      keyed(make("a", { href: linkToGame(number, ply), "aria-label": t("Game {0}, turn {1}, replay", shownNumber(number), ply) }, String(shownNumber(number))), shownNumber(number)),
      keyed(make("a", { href: linkToGame(number, ply) }, turn.length > 30 ? `${turn.slice(0, 29)}…` : turn), ply), glyphs[nag][0], player, loss === null ? keyed("–", null) : share(loss)]));
    count.textContent = found.length > most ? t("{0} of {1}", whole(most), whole(found.length)) : t("{0} {0:turn|turns}", found.length);
  }
  for (const box of [who, which]) box.addEventListener("change", fill);
  const element = make("details", { class: "more worst", ontoggle: () => { if (element.open) fill(); } }, make("summary", null, t("Worst turns")),
    make("form", { onsubmit: (event) => event.preventDefault() }, make("label", null, t("Player"), who), make("label", null, t("Mistake"), which)), its.element, count);
  const show = (player, nag) => {
    who.value = player;
    which.value = String(nag);
    if (element.open) fill();
    element.open = true;
    element.scrollIntoView();
    element.querySelector("summary").focus({ preventScroll: true });
  };
  return { element, show };
}

// A player: [name, [[part, turns, best, loss, chance, ?!, ?, ??], ...]], the first part is all turns.
function accuracy(kind, kindNumber, rank, hasTimes) {
  const columns = [{ head: t("Turns") }, { head: t("Best"), unit: "%" }, { head: t("Loss"), unit: "1/100" }, { head: t("Chance lost"), unit: "%" },
    ...[6, 2, 4].map((nag) => sign(glyphs[nag][0], t(glyphs[nag][1])))];
  const number = (value) => (value === null || value === undefined ? keyed("–", null) : keyed(decimal(value), value));
  const cells = ([, turns, best, loss, chance, ...marks]) => [turns, number(best), number(loss), number(chance), ...marks];
  const players = ordered(kind.accuracy, ([name]) => rank(name), false);
  const mistakes = worstList(kindNumber, players.map(([name]) => name));
  // The numbers of mistakes lead to the turns.
  const linked = (name, part) => {
    const all = cells(part), first = all.length - 3;
    return all.map((cell, i) => (i < first || !cell ? cell : keyed(make("button", { type: "button", class: "turn",
      "aria-label": `${name}, ${columns[i].title}: ${cell}`, onclick: () => mistakes.show(name, [6, 2, 4][i - first]) }, String(cell)), cell)));
  };
  const rows = players.flatMap(([name, parts]) => parts.slice(1).flatMap((part) => {
    const [by, which] = data.accuracyParts[part[0]];
    return !hasTimes && (by === "time" || by === "clock") ? [] : [[name, which, ...cells(part)]];
  }));
  return [
    table(t("Accuracy"), [{ head: t("Player"), style: "text name" }, ...columns], players.map(([name, parts]) => [nameLink(name, kindNumber), ...linked(name, parts[0])])),
    make("p", { class: "note" }, t("What an analysis says of the turns: to how many nothing better was known, what a turn lost on average, in hundredths of the bot's unit and of the chance to win, and the mistakes.")),
    make("details", { class: "more" }, make("summary", null, hasTimes ? t("By colour, phase and time") : t("By colour and phase")),
      table(t("Accuracy by colour, phase and time"), [{ head: t("Player"), style: "text name" }, { head: t("Turns of"), style: "text" }, ...columns], rows)),
    mistakes.element];
}

// The games lost by failures, with the position and the end of the conversation with the program.
function failures(kind) {
  const name = (player) => data.players[player] || "?";
  const items = kind.failures.map((f) => {
    const title = t("{0} lost to {1} by {2}", name(f.player), name(f.opponent), data.words[f.ending]);
    const label = f.game === null ? t("Position after {0} turns", f.turns) : t("Position of game {0} after {1} turns", shownNumber(f.game), f.turns);
    return make("li", null,
      make("details", null, make("summary", null, f.round ? `${title} (${t("round {0}", f.round)})` : title),
        make("p", null, f.game === null ? label : make("a", { href: linkToGame(f.game, f.turns) }, label), ": ",
          make("code", null, f.position)),
        failureParts(f)));
  });
  const more = kind.allFailures - kind.failures.length;
  return [make("ul", { class: "failures" }, items), more ? make("p", { class: "note" }, t("and {0} more", more)) : null];
}

function warnings(items) {
  return make("ul", { class: "warnings" }, items.map(({ text, games }) => {
    if (!games.length) return make("li", null, sentenceEnd(text));
    const some = games.slice(0, 200);
    const details = make("details", null, make("summary", null, t("Which")), " ",
      some.map((n) => [make("a", { href: linkToGame(n) }, t("game {0}", shownNumber(n))), " "]),
      games.length > some.length ? t("and {0} more", games.length - some.length) : null);
    return make("li", null, sentenceEnd(text), details);
  }));
}

// --- the page --------------------------------------------------------------------------------

function kindSection(kind, number) {
  const section = make("section", { "aria-labelledby": `kind-${number}`, class: "kind" },
    make("h2", { id: `kind-${number}`, tabindex: -1 }, kind.title));
  const links = [];
  const add = (key, title, ...content) => {
    const parts = content.flat(Infinity).filter(Boolean);
    if (!parts.length) return;
    const id = `k${number}-${key}`;
    section.append(make("h3", { id, tabindex: -1 }, title), ...parts);
    links.push([title, id]);
  };
  const pool = (list) => list.pools > 1 ? make("h4", null, t("Pool {0} of {1}: players who met each other", list.pool, list.pools)) : null;
  // Players are everywhere in the order of the standing.
  const standing = new Map(kind.ratings.flatMap(({ players }) => players).map(({ name }, i) => [name, i]));
  const rank = (name) => standing.get(name) ?? null;
  const hasTimes = kind.times.some(([, , total]) => total > 0);
  add("standing", t("Standing"), kind.ratings.map((list, i) => [pool(list), ...ratings(list, number),
    ...ratingNotes(list, i + 1 === kind.ratings.length)]));
  add("crossTable", t("Cross table"), kind.tables.map((its) => [pool(its), ...crossTable(number, its)]));
  add(kind.matches.length > 1 ? "pairings" : "match", kind.matches.length > 1 ? t("Pairings") : t("Match"), kind.matches.length ? matches(kind.matches) : null);
  add("history", t("Rating over time"), kind.history.games.length ? historyChart(kind.history, rank) : null);
  // None, if no game can be played by the rules of today.
  add("results", t("Results"), kind.lengths.length ? results(kind) : null);
  add("lengths", t("Lengths"), kind.lengths.length ? lengthChart(kind.lengths) : null);
  add("times", t("Time use"), hasTimes ? times(kind, rank) : null);
  add("accuracy", t("Accuracy"), kind.accuracy.length ? accuracy(kind, number, rank, hasTimes) : null);
  add("openings", t("Openings"), kind.openings.length ? explorers[number].element : null);
  add("failures", t("Failures"), kind.failures.length ? failures(kind) : null);
  add("warnings", t("Warnings"), kind.warnings.length ? warnings(kind.warnings) : null);
  if (data.kinds.length > 1) section.firstChild.after(linkList(t("Sections of {0}", kind.title), links));
  byId("kinds").append(section);
  return links;
}

const linkList = (label, links) => make("nav", { class: "parts", "aria-label": label },
  make("ul", null, links.map(([name, id]) => make("li", null, make("a", { href: `#${id}` }, name)))));

// Marks the link of the section that is read, the last one that begins above the upper third.
function followSections(links) {
  const places = links.map(([, id]) => byId(id)), marks = [...byId("sections").querySelectorAll("a")];
  let marked = -1, isPlanned = false;
  function mark() {
    isPlanned = false;
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const at = isAtEnd && scrollY > 0 ? places.length - 1 : places.filter((place) => place.getBoundingClientRect().top < innerHeight / 3).length - 1;
    if (at === marked) return;
    if (marked >= 0) marks[marked].removeAttribute("aria-current");
    marked = at;
    if (at < 0) return;
    marks[at].setAttribute("aria-current", "location");
    const bar = byId("sections").firstChild, box = marks[at].getBoundingClientRect(), its = bar.getBoundingClientRect();
    if (box.left < its.left || box.right > its.right) bar.scrollLeft += box.left - its.left - 16;
  }
  const plan = () => { if (!isPlanned) requestAnimationFrame(mark); isPlanned = true; };
  addEventListener("scroll", plan, { passive: true });
  addEventListener("resize", plan);
  plan();
}

function drawPage() {
  const [first, last] = data.dates.map((date) => date && dateText(date));
  const period = first === last ? first : `${first} – ${last}`;
  byId("summary").textContent = [t("{0} {0:game|games}", whole(data.total)),
    t("{0} {0:player|players}", whole(players.length)), period].filter(Boolean).join(" · ");
  const notices = [];
  if (data.warnings.length) {
    byId("kinds").append(make("section", { "aria-labelledby": "notices" },
      make("h2", { id: "notices", tabindex: -1 }, t("To be noted")), warnings(data.warnings)));
    notices.push([t("To be noted"), "notices"]);
  }
  const tunes = data.tunes.map(tuneSection), studies = data.studies.map(studySection);
  const links = data.kinds.length > 1 ? data.kinds.map((kind, i) => { kindSection(kind, i); return [kind.title, `kind-${i}`]; })
    : data.kinds.flatMap(kindSection);
  const all = [...notices, ...studies, ...tunes, ...links, [t("Games"), "games-title"]];
  byId("sections").append(make("ul", null, all.map(([name, id]) => make("li", null, make("a", { href: `#${id}` }, name)))));
  byId("main").hidden = false;
  followSections(all);
}

function follow() {
  const wanted = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
  if (!wanted) return viewer.close();
  const number = numberOf(Number(wanted[1]));
  if (!(number in data.games)) return undefined;
  return viewer.open(number, wanted[2] === undefined ? undefined : Number(wanted[2]));
}

drawPage();
addEventListener("hashchange", follow);
follow();
// A program without the engine for browsers leaves it out.
if (byId("engine")) offerEngine();
