// --- the sections of a game and variant ------------------------------------------------------

// Results by colour and by ending.
function results(kind) {
  const all = sum(kind.results);
  const byColour = table(t("byColour"), [{ head: t("result"), style: "text" }, { head: "", style: "text", fixed: true }, { head: t("games") }, { head: t("share"), unit: "%" }],
    kind.results.map((n, i) => [resultTexts[i], resultNames[i], n, share(n, all)]).filter(([, , n]) => n));
  const endings = ordered(kind.endings, ([, counts]) => sum(counts), true);
  const columns = [{ head: t("ending"), style: "text" }, { head: t("games") }, { head: "1-0", title: t("whiteWon") }, { head: "½-½", title: t("drawnGames") },
    { head: "0-1", title: t("blackWon") }, { head: t("shares"), style: "text wide", fixed: true }];
  const byEnding = table(t("byEnding"), columns,
    endings.map(([name, counts]) => [t.of("endings", name), sum(counts), counts[0], counts[1], counts[2], keyed(resultBar(counts), null)]));
  return make("div", { class: "pair" }, make("div", null, resultBar(kind.results), byColour), byEnding);
}

// The figures of a match from the side of its first player: columns, and a cell for each.
const matchColumns = () => [{ head: t("eloDifference"), csv: "elo" }, { head: "±", unit: "Elo", title: t("errorIs"), csv: "error" }, { head: "LOS", unit: "%", csv: "los" },
  { head: t("pentanomial"), unit: "0 ½ 1 1½ 2", csv: "penta" }, { head: t("games"), csv: "games" }, ...wonDrawnLost(), { head: t("score"), unit: "%", csv: "score_rate" },
  { head: "nElo", csv: "nelo" }, { head: "±", unit: "nElo", title: t("errorIs"), csv: "nelo_error" }, { head: t("drawRatio"), unit: "%", csv: "draw_ratio" },
  { head: t("pairsRatio"), csv: "pairs_ratio" }];
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
  const note = make("p", { class: "note" }, t("matchNote"));
  const columns = matchColumns(), cells = all.map(matchCells);
  if (all.length > 1) {
    return [savedTable(`${fileName}-pairings`, t("pairings"), [{ head: t("player"), style: "text name", csv: "player" }, { head: t("otherPlayer"), style: "text name", csv: "opponent" }, ...columns],
      all.map(({ first, second }, i) => [first, second, ...cells[i]])), note];
  }
  const [{ first, second }] = all;
  const named = (/** @type {any} */ { head, unit, title }) => [title && head !== "±" ? title : head, unit ? [" ", make("span", { class: "unit" }, unit)] : null];
  return [table(t("match"), [{ head: "", style: "text" }, { head: t("againstOther", first, second), fixed: true }],
    columns.map((column, i) => [named(column), cells[0][i]])), note];
}

// What two players made against each other, with the figures of their match if there are some.
function encounter(kind, player, opponent) {
  const row = kind.tables.flatMap(({ rows }) => rows.map((each) => ({ each, rows }))).find(({ each }) => each.name === player);
  const met = row && row.each.cells.find(([other]) => row.rows[other].name === opponent);
  const match = kind.matches.find(({ first, second }) => (first === player && second === opponent) || (first === opponent && second === player));
  if (!met && !match) return null;
  const turned = match && match.first !== player;
  const results = met ? met[1] : turned ? [match.losses, match.draws, match.wins] : [match.wins, match.draws, match.losses];
  const parts = [`${player} – ${opponent}: ${record(results)}`, `${points(results[0] + results[1] / 2)} / ${sum(results)}`];
  if (match && match.elo !== null) parts.push(`Elo ${signed(turned ? -match.elo : match.elo)}${match.error === null ? "" : ` ± ${decimal(match.error)}`}`);
  if (match && match.los !== null) parts.push(`LOS ${percent(turned ? 1 - match.los : match.los, 1)}`);
  if (match && match.penta) parts.push(`${t("pentanomial")} [${(turned ? [...match.penta].reverse() : match.penta).join(", ")}]`);
  return parts.join(" · ");
}

// One unit for all times of a column.
function times(kind, rank) {
  const used = ordered(kind.times, ([player]) => rank(data.players[player]), false);
  const cells = (values, name, head) => {
    const isShort = Math.max(...values) < 1, most = isShort ? 1000 : 1;
    const shown = (s) => (s * most < .05 ? `< ${decimal(.1)}` : isShort ? decimal(s * most) : decimal(s));
    return [{ head: t(head), unit: isShort ? "ms" : "s", csv: name }, values.map((s) => keyed(shown(s), s))];
  };
  const [mean, means] = cells(used.map(([, turns, total]) => total / turns), "mean_s", "mean");
  const [longest, most] = cells(used.map(([, , , s]) => s), "longest_s", "longest");
  const [together, totals] = cells(used.map(([, , total]) => total), "total_s", "together");
  return savedTable(`${fileName}-times`, t("times"), [{ head: t("player"), style: "text name", csv: "player" }, { head: t("turns"), csv: "turns" }, mean, longest, together],
    used.map(([player, turns], i) => [data.players[player] || "?", turns, means[i], most[i], totals[i]]));
}

// A player: [name, [[part, turns, best, loss, chance, ?!, ?, ??], ...]], the first part is all turns.
function accuracy(kind, rank, hasTimes) {
  const columns = [{ head: t("turns") }, { head: t("bestTurns"), unit: "%" }, { head: t("loss"), unit: "1/100" }, { head: t("chanceLost"), unit: "%" },
    ...["?!", "?", "??"].map((head, i) => sign(head, t.of("glyphNames", ["inaccuracy", "mistake", "blunder"][i])))];
  const number = (value) => (value === null || value === undefined ? keyed("–", null) : keyed(decimal(value), value));
  const cells = ([, turns, best, loss, chance, ...marks]) => [turns, number(best), number(loss), number(chance), ...marks];
  const players = ordered(kind.accuracy, ([name]) => rank(name), false);
  const rows = players.flatMap(([name, parts]) => parts.slice(1).flatMap((part) => {
    const [by, which] = data.accuracyParts[part[0]];
    return !hasTimes && (by === "time" || by === "clock") ? [] : [[name, `${t.of("parts", by)}: ${t.of("parts", which)}`, ...cells(part)]];
  }));
  return [
    table(t("accuracy"), [{ head: t("player"), style: "text name" }, ...columns], players.map(([name, parts]) => [name, ...cells(parts[0])])),
    make("p", { class: "note" }, t("accuracyNote")),
    make("details", { class: "more" }, make("summary", null, t(hasTimes ? "byParts" : "byPartsWithoutTimes")),
      table(t("accuracyByParts"), [{ head: t("player"), style: "text name" }, { head: t("turnsOf"), style: "text" }, ...columns], rows))];
}

// The games lost by failures, with the position and the end of the conversation with the program.
function failures(kind) {
  const name = (player) => data.players[player] || "?";
  const items = kind.failures.map((f) => {
    const title = t("lostTo", name(f.player), name(f.opponent), t.of("endings", data.words[f.ending]));
    const label = f.game === null ? t("afterTurns", f.turns) : t("boardAfterTurns", f.game + 1, f.turns);
    return make("li", null,
      make("details", null, make("summary", null, f.round ? `${title} (${t("roundIs", f.round)})` : title),
        f.remark ? make("p", null, sentenceEnd(f.remark)) : null,
        make("p", null, f.game === null ? label : make("a", { href: linkToGame(f.game, f.turns) }, label), ": ",
          make("code", null, f.position)),
        f.conversation.length ? make("pre", { tabindex: "0", "aria-label": t("conversation") }, f.conversation.join("\n")) : null,
        f.error ? make("p", null, t("standardError"), " ", make("code", null, f.error)) : null));
  });
  const more = kind.allFailures - kind.failures.length;
  return [make("ul", { class: "failures" }, items), more ? make("p", { class: "note" }, t("andMore", more)) : null];
}

function warnings(items) {
  return make("ul", { class: "warnings" }, items.map(({ text, games }) => {
    if (!games.length) return make("li", null, sentenceEnd(text));
    const some = games.slice(0, 200);
    const details = make("details", null, make("summary", null, t("which")), " ",
      some.map((n) => [make("a", { href: linkToGame(n) }, t("gameLink", n + 1)), " "]),
      games.length > some.length ? t("andMore", games.length - some.length) : null);
    return make("li", null, sentenceEnd(text), details);
  }));
}

// --- the page --------------------------------------------------------------------------------

function kindSection(kind, number) {
  const section = make("section", { "aria-labelledby": `kind-${number}`, class: "kind" },
    make("h2", { id: `kind-${number}`, tabindex: -1 }, kind.title));
  const links = [];
  const add = (key, ...content) => {
    const parts = content.flat(Infinity).filter(Boolean);
    if (!parts.length) return;
    const id = `k${number}-${key}`;
    section.append(make("h3", { id, tabindex: -1 }, t(key)), ...parts);
    links.push([t(key), id]);
  };
  const pool = (list) => list.pools > 1 ? make("h4", null, t("poolOf", list.pool, list.pools)) : null;
  // Players are everywhere in the order of the standing.
  const places = new Map(kind.tables.flatMap(({ rows }) => rows.map(({ name, place }) => [name, place])));
  const standing = new Map(kind.isEvent ? places : kind.ratings.flatMap(({ players }) => players).map(({ name }, i) => [name, i]));
  const rank = (name) => standing.get(name) ?? null;
  const hasTimes = kind.times.some(([, , total]) => total > 0);
  if (kind.isEvent) add("standing", kind.tables.map((its) => [pool(its), ...eventStanding(its)]));
  add(kind.isEvent ? "ratings" : "standing", kind.ratings.map((list, i) => [pool(list), ...ratings(list, kind.isEvent, places),
    i + 1 === kind.ratings.length ? make("p", { class: "note" }, `${list.scale}. ${!kind.isEvent && list.players.some((p) => p.los !== null) ? t("losNote") : ""}`) : null,
    list.notes.map((note) => make("p", { class: "note" }, sentenceEnd(note)))].flat()));
  add("crossTable", kind.tables.map((its) => [pool(its), ...crossTable(number, its)]));
  add(kind.matches.length > 1 ? "pairings" : "match", kind.matches.length ? matches(kind.matches) : null);
  add("history", kind.history.games.length ? historyChart(kind.history, rank) : null);
  add("results", results(kind));
  add("lengths", lengthChart(kind.lengths));
  add("times", hasTimes ? times(kind, rank) : null);
  add("accuracy", kind.accuracy.length ? accuracy(kind, rank, hasTimes) : null);
  add("openings", kind.openings.length ? explorers[number].element : null);
  add("failures", kind.failures.length ? failures(kind) : null);
  add("warnings", kind.warnings.length ? warnings(kind.warnings) : null);
  if (data.kinds.length > 1) section.firstChild.after(linkList(t("sectionsOf", kind.title), links));
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
  byId("summary").textContent = [count(data.total, "Game"),
    count(players.length, "Player"), period].filter(Boolean).join(" · ");
  const notices = [];
  if (data.warnings.length) {
    byId("kinds").append(make("section", { "aria-labelledby": "notices" },
      make("h2", { id: "notices", tabindex: -1 }, t("toBeNoted")), warnings(data.warnings)));
    notices.push([t("toBeNoted"), "notices"]);
  }
  const tunes = data.tunes.map(tuneSection);
  const links = data.kinds.length > 1 ? data.kinds.map((kind, i) => { kindSection(kind, i); return [kind.title, `kind-${i}`]; })
    : data.kinds.flatMap(kindSection);
  const all = [...notices, ...tunes, ...links, [t("games"), "games-title"]];
  byId("sections").append(make("ul", null, all.map(([name, id]) => make("li", null, make("a", { href: `#${id}` }, name)))));
  byId("main").hidden = false;
  followSections(all);
}

function follow() {
  const wanted = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
  if (!wanted) return viewer.close();
  const number = Number(wanted[1]) - 1;
  if (!(number in data.games)) return undefined;
  return viewer.open(number, wanted[2] === undefined ? undefined : Number(wanted[2]));
}

drawPage();
addEventListener("hashchange", follow);
follow();
