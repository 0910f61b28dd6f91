const schiriReport = (() => {
  // Whatever comes from records reaches the page as text nodes and attributes only, never as markup.
  const data = JSON.parse(document.getElementById("data").textContent);
  const resultTexts = ["1-0", "½-½", "0-1", "*"];
  const t = schiriWords.speaker(document.documentElement.lang);
  const resultNames = [t("whiteWon"), t("drawn"), t("blackWon"), t("noResult")];
  const { byId, make, draw, boardView } = schiriDom;

  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  const whole = (n) => n.toLocaleString(t.language);
  const decimal = (n) => n.toLocaleString(t.language, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });
  // "3 games" and the like, by the ends of the words' keys.
  const count = (n, what) => t(`${n === 1 ? "one" : "many"}${what}`, whole(n));
  const percent = (part, all) => (all ? `${decimal((100 * part) / all)} %` : "–");
  const points = (n) => (Number.isInteger(n) ? String(n) : decimal(n));
  const sentenceEnd = (text) => (text.endsWith(".") ? text : `${text}.`);
  const rounded = (n, bound) => (n === null ? bound || "–" : n.toFixed(0));

  // A game of the list: [kind, white, black, result, ending, turns, event, date, round].
  const game = (number) => {
    const [kind, white, black, result, ending, turns, event, date, round] = data.games[number];
    return {
      number, kind, result, turns, round,
      white: data.players[white] || "?", black: data.players[black] || "?",
      ending: t.of("endings", data.words[ending]), event: data.words[event], date: data.words[date],
    };
  };
  const players = data.players.filter((name) => name && name !== "?");
  // Names are found by parts, in any case, with or without accents.
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const folded = data.players.map(fold);
  const finder = (wanted) => {
    if (!wanted) return () => true;
    const whole = data.players.indexOf(wanted), part = fold(wanted);
    return whole >= 0 ? (player) => player === whole : (player) => folded[player].includes(part);
  };
  const linkToGame = (number, ply) => `#game-${number + 1}${ply === undefined ? "" : `-${ply}`}`;

  // --- tables and charts -----------------------------------------------------------------------

  function scrolling(label, table) {
    return make("div", { class: "scroll", role: "region", "aria-label": label, tabindex: 0 }, table);
  }

  // A column is [heading, class]; a row is a list of cells, its header at `header`.
  function table(label, columns, rows, header) {
    const head = columns.map(([text, style]) => make("th", { scope: "col", class: style }, text));
    const body = rows.map((cells) =>
      make("tr", null, cells.map((cell, i) =>
        make(i === header ? "th" : "td",
          { scope: i === header ? "row" : null, class: columns[i][1],
            title: /name/.test(columns[i][1] || "") && typeof cell === "string" ? cell : null }, cell))));
    return scrolling(label, make("table", null, make("thead", null, make("tr", null, head)),
      make("tbody", null, body)));
  }

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

  const labelOf = (name, { pool, pools }) => (pools > 1 ? t("inPool", name, pool) : name);

  function standing(list) {
    const ends = list.players.filter((p) => p.rating !== null)
      .flatMap((p) => [p.rating - (p.error || 0), p.rating + (p.error || 0)]);
    const low = Math.min(...ends), span = Math.max(...ends) - low || 1;
    const place = (rating) => `${3 + (94 * (rating - low)) / span}%`;
    const interval = (p) => p.rating === null ? "" :
      draw("svg", { "aria-hidden": "true" },
        draw("line", { class: "axis", x1: "3%", x2: "97%", y1: "50%", y2: "50%" }),
        draw("line", { x1: place(p.rating - (p.error || 0)), x2: place(p.rating + (p.error || 0)), y1: "50%", y2: "50%" }),
        draw("circle", { cx: place(p.rating), cy: "50%", r: 5 }));
    return table(labelOf(t("standing"), list),
      [["#"], [t("player"), "text name"], [t("rating")], ["±"], [t("interval"), "interval text"], [t("games"), "wide"],
        [t("won"), "wide"], [t("drawnGames"), "wide"], [t("lost"), "wide"], [t("score")]],
      list.players.map((p, i) => {
        const [won, drawn, lost] = p.results;
        return [i + 1, p.name, rounded(p.rating, p.bound), rounded(p.error), interval(p), sum(p.results),
          won, drawn, lost, percent(won + drawn / 2, sum(p.results))];
      }), 1);
  }

  function crossTable(kind, crossTableData) {
    const most = 60, rows = crossTableData.rows.slice(0, most);
    const cell = (row, i, k) => {
      if (i === k) return make("td", { class: "self" }, make("span", { "aria-label": t("samePlayer") }, "×"));
      const met = row.cells.find(([opponent]) => opponent === k);
      if (!met) return make("td", null, "");
      const [won, drawn, lost] = met[1], opponent = crossTableData.rows[k].name;
      return make("td", null, make("a", {
        href: "#games", "aria-label": t("cellLabel", row.name, opponent, points(won + drawn / 2), won, drawn, lost),
        title: `${row.name} – ${opponent}: +${won} =${drawn} −${lost}`,
        onclick: (event) => { event.preventDefault(); list.show({ player: row.name, opponent, kind }); },
      }, points(won + drawn / 2)));
    };
    const tieBreaks = crossTableData.tieBreaks.map(([key, code]) => make("abbr", { title: t(key) }, code));
    const head = ["#", t("player"), ...rows.map((_, i) => i + 1), t("points"), t("games"), ...tieBreaks, t("performance")];
    const text = (i) => (i === 1 ? "text name" : null);
    const grid = make("table", { class: "cross" },
      make("thead", null, make("tr", null, head.map((h, i) =>
        make("th", { scope: "col", class: text(i), title: i > 1 && i < 2 + rows.length ? rows[i - 2].name : null }, h)))),
      make("tbody", null, rows.map((row, i) => make("tr", null,
        make("td", null, i + 1), make("th", { scope: "row", class: "text name", title: row.name }, row.name),
        rows.map((_, k) => cell(row, i, k)),
        make("td", null, make("strong", null, points(row.points))), make("td", null, row.games),
        row.tieBreaks.map((value) => make("td", null, value === null ? "" : points(value))),
        make("td", null, rounded(row.performance, row.bound))))));
    const left = crossTableData.rows.length - rows.length;
    return [scrolling(labelOf(t("crossTable"), crossTableData), grid),
      make("p", { class: "note" }, t("crossNote") + (left > 0 ? ` ${t("leftOut", count(left, "Player"))}` : ""))];
  }

  function niceStep(span, steps) {
    const rough = span / steps, power = 10 ** Math.floor(Math.log10(rough));
    return power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  }

  // A record's date as milliseconds, what is unknown of it as early as can be; null without a year.
  function timeOf(date) {
    const found = /^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(date);
    return found ? Date.UTC(Number(found[1]), (Number(found[2]) || 1) - 1, Number(found[3]) || 1) : null;
  }

  // Where the points of a history lie from left to right: [place, ...], and the names below.
  function historyAxis(history) {
    const times = history.dates.map(timeOf);
    const known = times.filter((time) => time !== null);
    const first = Math.min(...known), last = Math.max(...known);
    if (known.length > 1 && last > first) {
      const dates = Array.from({ length: 5 }, (_, i) => first + ((last - first) * i) / 4);
      return { places: times.map((time) => (time === null ? null : (time - first) / (last - first))), by: t("byDate"),
        names: dates.map((time) => [(time - first) / (last - first), new Date(time).toISOString().slice(0, 10)]) };
    }
    const most = history.games[history.games.length - 1], step = niceStep(most, 6);
    return { places: history.games.map((n) => n / most), by: t("byGames"),
      names: Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => [(i * step) / most, String(Math.round(i * step))]) };
  }

  function historyLines(history, axis, chosen) {
    const width = 720, height = 320, left = 46, right = 34, top = 12, bottom = 30;
    const svg = draw("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img",
      "aria-label": t("historyLabel", axis.by) });
    const values = chosen.flatMap((p) => p.ratings).filter((r) => r !== null);
    if (!values.length) return svg;
    const low = Math.min(...values), high = Math.max(...values, low + 1);
    const x = (place) => left + (width - left - right) * place;
    const y = (r) => top + ((height - top - bottom) * (high - r)) / (high - low);
    const step = niceStep(high - low, 5);
    for (let r = Math.ceil(low / step) * step; r <= high; r += step) {
      svg.append(draw("line", { class: "grid", x1: left, x2: width - right, y1: y(r), y2: y(r) }),
        draw("text", { x: left - 6, y: y(r) + 4, "text-anchor": "end" }, String(r)));
    }
    for (const [place, name] of axis.names) svg.append(draw("text", { x: x(place), y: height - 10, "text-anchor": "middle" }, name));
    chosen.forEach((p, i) => {
      const points = p.ratings.map((r, k) => (r === null || axis.places[k] === null ? null : `${x(axis.places[k]).toFixed(1)},${y(r).toFixed(1)}`));
      svg.append(draw("polyline", { class: lineStyle(i), points: points.filter(Boolean).join(" ") }, draw("title", null, p.name)));
    });
    return svg;
  }

  const lineStyle = (i) => `c${i % 8}${Math.floor(i / 8) % 2 ? " dashed" : ""}`;

  // Few lines can be told apart, so the best are shown at first and others can be chosen.
  function historyChart(history) {
    const axis = historyAxis(history), atFirst = 8;
    const last = (p) => p.ratings[p.ratings.length - 1] ?? -Infinity;
    const order = [...history.players].sort((a, b) => last(b) - last(a));
    const chart = make("div"), caption = make("figcaption");
    const items = order.map((p, i) => {
      const box = make("input", { type: "checkbox", checked: i < atFirst, onchange: show });
      const sample = draw("svg", { viewBox: "0 0 26 10", "aria-hidden": "true" });
      return { p, box, sample, item: make("li", null, make("label", null, box, sample, p.name)) };
    });
    function show() {
      const chosen = items.filter(({ box }) => box.checked);
      chart.replaceChildren(historyLines(history, axis, chosen.map(({ p }) => p)));
      for (const { sample } of items) sample.replaceChildren();
      chosen.forEach(({ sample }, i) => sample.append(draw("line", { class: lineStyle(i), x1: 0, x2: 26, y1: 5, y2: 5 })));
      caption.textContent = t("historyCaption", chosen.length, count(items.length, "Player"), axis.by);
    }
    const choose = (wanted) => () => { items.forEach(({ box }, i) => { box.checked = wanted(i); }); show(); };
    const search = make("input", { placeholder: t("partOfName"), autocomplete: "off", oninput: () => {
      const part = fold(search.value);
      for (const { p, item } of items) item.hidden = !fold(p.name).includes(part);
    } });
    show();
    const tools = items.length > atFirst ? make("div", { class: "tools", role: "group", "aria-label": t("whichPlayers") },
      make("label", null, `${t("find")} `, search),
      make("button", { type: "button", onclick: choose((i) => i < atFirst) }, t("best", atFirst)),
      make("button", { type: "button", onclick: choose(() => false) }, t("none"))) : null;
    return make("figure", { class: "history" }, chart, tools, make("ul", { class: "legend" }, items.map(({ item }) => item)), caption);
  }

  // Where an option stood after each step, between its bounds.
  function wayChart(option, pairs, planned) {
    const width = 480, height = 170, left = 60, right = 24, top = 10, bottom = 26;
    const facts = t("optionWay", option.name, option.start, option.value);
    const svg = draw("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": facts });
    const x = (pair) => left + ((width - left - right) * pair) / planned;
    const y = (value) => top + ((height - top - bottom) * (option.most - value)) / (option.most - option.least || 1);
    const marks = option.words.length ? option.words.map((word, i) => [i, word])
      : [0, .5, 1].map((part) => option.least + part * (option.most - option.least)).map((value) => [value, String(Number(value.toPrecision(4)))]);
    for (const [value, name] of marks) {
      svg.append(draw("line", { class: "grid", x1: left, x2: width - right, y1: y(value), y2: y(value) }),
        draw("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, name));
    }
    const step = niceStep(planned, 4);
    for (let pair = 0; pair <= planned; pair += step) svg.append(draw("text", { x: x(pair), y: height - 8, "text-anchor": "middle" }, String(pair)));
    svg.append(draw("polyline", { class: lineStyle(0), points: option.values.map((value, i) => `${x(pairs[i]).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }));
    return make("figure", null, svg, make("figcaption", null, `${facts}.`));
  }

  function tuneSection(tune, number) {
    const done = tune.pairs[tune.pairs.length - 1];
    byId("kinds").append(make("section", { "aria-labelledby": `tune-${number}` },
      make("h2", { id: `tune-${number}` }, t("tuneOf", tune.event)),
      table(t("tuneOptions"), [[t("option"), "text name"], [t("startValue"), "text"], [t("tunedValue"), "text"]],
        tune.options.map((option) => [option.name, option.start, option.value]), 0),
      make("p", { class: "note" }, t("tuneNote", done, count(tune.planned, "Pair"))),
      tune.options.map((option) => wayChart(option, tune.pairs, tune.planned))));
    return [t("tuneOf", tune.event), `tune-${number}`];
  }

  function lengthChart(lengths) {
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
    const width = 480, height = 200, bottom = 26, top = 18;
    const most = Math.max(...bins.filter((n) => n)), step = width / bins.length;
    const facts = t("lengthFacts", low, points(median), decimal(mean), high);
    const svg = draw("svg", { class: "chart columns", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("lengthLabel", facts) });
    bins.forEach((n, i) => {
      const tall = ((height - bottom - top) * (n || 0)) / most;
      svg.append(draw("rect", { x: i * step + .5, y: height - bottom - tall, width: Math.max(step - 1, 1), height: tall },
        draw("title", null, t("turnsAre", `${low + i * size}${size > 1 ? `–${low + (i + 1) * size - 1}` : ""}`, n || 0))));
    });
    svg.append(draw("line", { class: "grid", x1: 0, x2: width, y1: height - bottom, y2: height - bottom }),
      draw("text", { x: 0, y: height - 8 }, String(low)),
      draw("text", { x: width, y: height - 8, "text-anchor": "end" }, String(high)),
      draw("text", { x: 0, y: 11 }, t("most", count(most, "Game"))));
    return make("figure", null, svg, make("figcaption", null, facts));
  }

  function results(kind) {
    const all = sum(kind.results);
    const byColour = table(t("byColour"), [[t("result"), "text"], [t("games")], [t("share")]],
      kind.results.map((n, i) => [resultNames[i], n, percent(n, all)]).filter(([, n]) => n), 0);
    const endings = [...kind.endings].sort((a, b) => sum(b[1]) - sum(a[1]));
    const byEnding = table(t("byEnding"),
      [[t("ending"), "text"], [t("games")], [t("whiteWon")], [t("drawnGames")], [t("blackWon")], [t("shares"), "text wide"]],
      endings.map(([name, counts]) => [t.of("endings", name), sum(counts), counts[0], counts[1], counts[2], resultBar(counts)]), 0);
    return make("div", { class: "pair" }, make("div", null, resultBar(kind.results), byColour), byEnding);
  }

  function times(kind) {
    const seconds = (s) => (s < 1 ? `${(1000 * s).toFixed(0)} ms` : `${decimal(s)} s`);
    return table(t("times"), [[t("player"), "text name"], [t("turns")], [t("mean")], [t("longest")], [t("together")]],
      kind.times.map(([player, turns, total, longest]) =>
        [data.players[player] || "?", turns, seconds(total / turns), seconds(longest), seconds(total)]), 0);
  }

  // A player: [name, [[part, turns, best, loss, chance, ?!, ?, ??], ...]], the first part is all turns.
  function accuracy(kind) {
    const columns = [[t("turns")], [t("bestTurns")], [t("loss")], [t("chanceLost")], ["?!"], ["?"], ["??"]];
    const cells = ([, turns, best, loss, chance, ...marks]) =>
      [turns, best === null ? "–" : `${best} %`, loss ?? "–", chance === null ? "–" : `${chance} %`, ...marks];
    const rows = kind.accuracy.flatMap(([name, parts]) => parts.slice(1).map((part) => {
      const [by, which] = data.accuracyParts[part[0]];
      return [name, `${t.of("parts", by)}: ${t.of("parts", which)}`, ...cells(part)];
    }));
    return [
      table(t("accuracy"), [[t("player"), "text name"], ...columns], kind.accuracy.map(([name, parts]) => [name, ...cells(parts[0])]), 0),
      make("p", { class: "note" }, t("accuracyNote")),
      make("details", { class: "more" }, make("summary", null, t("byParts")),
        table(t("accuracyByParts"), [[t("player"), "text name"], [t("turnsOf"), "text"], ...columns], rows, 0))];
  }

  // A node: [turn, results, game, children]. Children are made when their parent is opened.
  function openings(nodes, ply) {
    return make("ul", null, nodes.map((node) => opening(node, ply)));
  }
  function opening([turn, counts, sample, children], ply) {
    const all = sum(counts);
    const line = [make("code", null, turn || t("usualStart")), resultBar(counts),
      make("span", { class: "figures" }, t("openingFigures", count(all, "Game"), percent(counts[0] + counts[1] / 2, all - counts[3])))];
    const link = sample === null ? null : make("a", { href: linkToGame(sample, ply), "aria-label": turn ? t("boardAfter", turn) : t("boardAtStart") }, t("boardLink"));
    if (!children.length) return make("li", { class: "leaf" }, line, link);
    const details = make("details", null, make("summary", null, line));
    details.addEventListener("toggle", () => details.append(make("p", { class: "leaf" }, link), openings(children, ply + 1)), { once: true });
    return make("li", null, details);
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
    const section = make("section", { "aria-labelledby": `kind-${number}` },
      make("h2", { id: `kind-${number}` }, kind.title));
    const links = [];
    const add = (key, ...content) => {
      const parts = content.flat(Infinity).filter(Boolean);
      if (!parts.length) return;
      const id = `k${number}-${key}`;
      section.append(make("h3", { id }, t(key)), ...parts);
      links.push([t(key), id]);
    };
    const pool = (list) => list.pools > 1 ?
      make("h4", null, t("poolOf", list.pool, list.pools)) : null;
    add("standing", kind.ratings.map((list, i) => [pool(list), standing(list),
      i + 1 === kind.ratings.length ? make("p", { class: "note" }, `${list.scale}.`) : null,
      list.notes.map((note) => make("p", { class: "note" }, sentenceEnd(note)))].flat()));
    add("crossTable", kind.tables.map((its) => [pool(its), ...crossTable(number, its)]));
    add("history", kind.history.games.length ? historyChart(kind.history) : null);
    add("results", results(kind));
    add("lengths", lengthChart(kind.lengths));
    add("times", kind.times.length ? times(kind) : null);
    add("accuracy", kind.accuracy.length ? accuracy(kind) : null);
    add("openings", kind.openings.length ? make("div", { class: "tree" }, openings(kind.openings, 0)) : null);
    add("warnings", kind.warnings.length ? warnings(kind.warnings) : null);
    byId("kinds").append(section);
    return links;
  }

  function drawPage() {
    const [first, last] = data.dates;
    const period = first === last ? first : `${first} – ${last}`;
    byId("summary").textContent = [count(data.total, "Game"),
      count(players.length, "Player"), period].filter(Boolean).join(" · ");
    if (data.warnings.length) {
      byId("kinds").append(make("section", { "aria-labelledby": "notices" },
        make("h2", { id: "notices" }, t("toBeNoted")), warnings(data.warnings)));
    }
    const tunes = data.tunes.map(tuneSection);
    const links = data.kinds.length > 1 ? data.kinds.map((kind, i) => { kindSection(kind, i); return [kind.title, `kind-${i}`]; })
      : data.kinds.flatMap(kindSection);
    byId("sections").append(make("ul", null, [...tunes, ...links, [t("games"), "games"]].map(([name, id]) =>
      make("li", null, make("a", { href: `#${id}` }, name)))));
  }

  // --- the list of games -----------------------------------------------------------------------

  const list = (() => {
    let pageSize = 50, page = 0, chosen = [];
    const fields = ["player", "opponent", "result", "ending", "kind"].map(byId);
    const [player, opponent, result, ending, kind] = fields;

    function offer(select, texts) {
      select.append(make("option", { value: "" }, t("any")), ...texts.map(([value, text]) => make("option", { value }, text)));
    }
    function matches(n, isPlayer, isOpponent) {
      const [k, white, black, r, e] = data.games[n];
      const names = (isPlayer(white) && isOpponent(black)) || (isPlayer(black) && isOpponent(white));
      return names && (!result.value || r === Number(result.value)) &&
        (!ending.value || e === Number(ending.value)) && (!kind.value || k === Number(kind.value));
    }
    function choose() {
      const isPlayer = finder(player.value), isOpponent = finder(opponent.value);
      chosen = data.games.map((_, n) => n).filter((n) => matches(n, isPlayer, isOpponent));
      page = 0;
      show();
    }
    function show() {
      const pages = Math.max(1, Math.ceil(chosen.length / pageSize));
      page = Math.min(Math.max(page, 0), pages - 1);
      const several = data.kinds.length > 1;
      const rows = chosen.slice(page * pageSize, (page + 1) * pageSize).map(game).map((g) => [
        make("a", { href: linkToGame(g.number), "aria-label": t("replayLabel", g.number + 1, g.white, g.black) }, String(g.number + 1)),
        g.white, g.black, resultTexts[g.result], g.ending, g.turns, several ? data.kinds[g.kind].title : g.event, g.round, g.date]);
      byId("list").replaceChildren(table(t("games"),
        [[t("game")], [t("white"), "text name"], [t("black"), "text name"], [t("result")], [t("ending"), "text"], [t("turns")],
          [several ? t("kind") : t("event"), "text name wide"], [t("round"), "wide"], [t("date"), "text wide"]], rows, 0).firstChild);
      const counted = count(chosen.length, "Game");
      byId("count").textContent = chosen.length === data.games.length ? counted : t("countOf", counted, whole(data.games.length));
      byId("page").textContent = t("pageOf", page + 1, pages);
      byId("previous").disabled = page === 0;
      byId("next").disabled = page === pages - 1;
    }
    offer(result, resultNames.map((name, i) => [i, name]));
    offer(ending, [...new Set(data.games.map((g) => g[4]))].map((e) => [e, t.of("endings", data.words[e])]));
    offer(kind, data.kinds.map((k, i) => [i, k.title]));
    byId("kind-label").hidden = data.kinds.length < 2;
    byId("names").append(...[...players].sort().slice(0, 2000).map((name) => make("option", { value: name })));
    for (const field of fields) field.addEventListener("input", choose);
    byId("filter").addEventListener("reset", () => setTimeout(choose));
    byId("filter").addEventListener("submit", (event) => event.preventDefault());
    byId("previous").addEventListener("click", () => { page -= 1; show(); });
    byId("next").addEventListener("click", () => { page += 1; show(); });
    addEventListener("beforeprint", () => { pageSize = 1000; show(); });
    addEventListener("afterprint", () => { pageSize = 50; show(); });
    choose();
    return {
      show(wanted) {
        byId("filter").reset();
        player.value = wanted.player;
        opponent.value = wanted.opponent;
        if (data.kinds.length > 1) kind.value = String(wanted.kind);
        setTimeout(() => {
          choose();
          byId("games").scrollIntoView();
          byId("games-title").focus({ preventScroll: true });
        });
      },
    };
  })();

  // --- games turn by turn ----------------------------------------------------------------------

  const blocks = new Map();

  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return JSON.parse(await new Response(stream).text());
  }

  // What the turns of a kind of games change, by their numbers.
  const plies = new Map();
  function pliesOf(kind) {
    if (!plies.has(kind)) plies.set(kind, unpack(data.kinds[kind].plies));
    return plies.get(kind);
  }

  // Numbers stand as characters from U+0100 on, the surrogates left out; counts never reach those.
  const numberOf = (character) => {
    const code = character.charCodeAt(0);
    return code - 0x100 - (code > 0xdfff ? 0x800 : 0);
  };

  async function unpackGame(number) {
    const block = Math.floor(number / data.gamesPerBlock), [kind] = data.games[number];
    if (!blocks.has(block)) blocks.set(block, unpack(data.blocks[block]));
    const packed = (await blocks.get(block))[number % data.gamesPerBlock];
    const unpacked = unpackLine(packed, null, kind, await pliesOf(kind));
    const result = resultTexts[data.games[number][3]].replace("½-½", "1/2-1/2");
    return Object.assign(unpacked, { ending: packed.e, record: packed.r || packed.h + movetext(unpacked, result) });
  }

  // A game, or a variation that stands instead of a turn of its parent.
  function unpackLine(packed, parent, kind, known) {
    const unpacked = {
      parent, start: packed.a || 0, positions: [packed.p], figures: [packed.f], turns: [],
      comments: packed.c, sides: packed.s, glyphs: packed.n || {},
    };
    const others = [...(packed.x || [])];
    for (const code of packed.i) {
      const [turn, position, figures] = code === "!" ? others.shift() : known[numberOf(code)];
      const at = unpacked.turns.length;
      unpacked.turns.push(turn);
      unpacked.positions.push(changedPosition(unpacked.positions[at], position));
      unpacked.figures.push(changedFigures(kind, unpacked.figures[at], figures));
    }
    unpacked.variations = (packed.v || []).map((variation) => unpackLine(variation, unpacked, kind, known));
    return unpacked;
  }
  function changedPosition(before, change) {
    if (change[0] === "=") {
      const head = numberOf(change[1]), tail = numberOf(change[2]);
      return before.slice(0, head) + change.slice(3) + before.slice(before.length - tail);
    }
    const board = (word) => (word.includes("/") ? word.replace(/\d+/g, (n) => ".".repeat(Number(n))) : word);
    const fields = [...before.split(" ").map(board).join(" ")];
    for (let i = 1; i < change.length; i += 2) fields[numberOf(change[i])] = change[i + 1];
    return fields.join("").replace(/\.+/g, (dots) => String(dots.length));
  }
  function changedFigures(kind, before, change) {
    if (change[0] === "=") return change.slice(1);
    const { figures, layers } = data.kinds[kind];
    const symbol = (code) => figures[numberOf(code)][0];
    const [marks, changed] = change.slice(1).split(" ");
    const pieces = new Set([...before].filter((code) => !symbol(code).includes("-last")));
    for (const code of changed) if (!pieces.delete(code)) pieces.add(code);
    const layer = (code) => layers.indexOf(symbol(code));
    return [...marks, ...pieces].sort((a, b) => layer(a) - layer(b) || numberOf(a) - numberOf(b)).join("");
  }

  // The movetext of a game without variations as records have it: words in lines below 80 columns.
  function movetext(game, result) {
    const words = [], began = game.sides[0] === "b" ? 1 : 0;
    game.turns.forEach((turn, i) => {
      const black = game.sides[i] === "b";
      if (!black || i === 0 || game.comments[i - 1]) words.push(`${Math.floor((i + began) / 2) + 1}${black ? "..." : "."}`);
      words.push(turn, ...(game.glyphs[i] || []).map((glyph) => `$${glyph}`));
      if (game.comments[i]) words.push(...`{${game.comments[i]}}`.split(" "));
    });
    const lines = [];
    for (const word of [...words, result]) {
      const last = lines[lines.length - 1];
      if (last !== undefined && last.length + 1 + word.length < 80) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return `${lines.join("\n")}\n\n`;
  }

  // --- evaluations -----------------------------------------------------------------------------

  // Glyphs by their numbers.
  const glyphs = { 1: ["!", "good"], 2: ["?", "mistake"], 3: ["!!", "very good"], 4: ["??", "blunder"], 5: ["!?", "interesting"], 6: ["?!", "inaccuracy"] };
  const score = "([+-])(?:M(\\d+)|(\\d+\\.\\d\\d))/\\d+";
  const analysed = new RegExp(`(?:^|\\s)analysis:\\s(White\\s)?${score}`);
  const thought = new RegExp(`(?:^|\\s)()${score}(?:\\s\\d+\\.\\d+s)?(?:$|\\s)`);

  // White's chance to win after each turn and the evaluation as White sees it, as far as comments
  // say: those of an analysis, or those of the players themselves.
  function evaluations(line, scale) {
    const read = (pattern) => line.comments.map((comment, i) => {
      const found = pattern.exec(comment);
      if (!found) return null;
      const sign = (found[2] === "+" ? 1 : -1) * (found[1] || line.sides[i] === "w" ? 1 : -1);
      const text = `${sign > 0 ? "+" : "-"}${found[3] ? `M${found[3]}` : found[4]}`;
      const chance = found[3] ? (sign > 0 ? 1 : 0) : 1 / (1 + Math.exp((-sign * 100 * Number(found[4])) / scale));
      return { chance, text };
    });
    const byAnalysis = read(analysed);
    return byAnalysis.some(Boolean) ? { values: byAnalysis, by: t("byAnalysis") } : { values: read(thought), by: t("byPlayers") };
  }

  // --- the board -------------------------------------------------------------------------------

  const board = boardView(byId("board"), data.kinds.map((kind) => kind.board));
  const figuresOf = (kind, codes) => [...codes].map((code) => data.kinds[kind].figures[numberOf(code)]);

  // --- the viewer ------------------------------------------------------------------------------

  const viewer = (() => {
    const dialog = byId("viewer");
    const playIcon = byId("play").querySelector("path"), runs = playIcon.getAttribute("d"), halts = "M5 4h5v16H5zM14 4h5v16h-5z";
    // `now` is the game; `line` the game or the variation of it that is shown, `at` the turns played.
    let now = null, line = null, at = 0, flipped = false, timer = null, opener = null, curve = null;
    const buttons = new Map();
    const width = 600, height = 96;

    const sideName = (letter) => t(letter === "w" ? "white" : "black");
    const first = () => line.start;
    const last = () => line.start + line.turns.length;
    const isBlack = (side) => side === "b";
    const turnNumber = (ply) => Math.floor((ply - 1 + (isBlack(now.sides[0]) ? 1 : 0)) / 2) + 1;
    const glyphsOf = (from, i) => (from.glyphs[i] || []).map((n) => (glyphs[n] ? glyphs[n][0] : `$${n}`)).join(" ");
    const glyphNames = (from, i) => (from.glyphs[i] || []).map((n) => (glyphs[n] ? `, ${t.of("glyphNames", glyphs[n][1])}` : "")).join("");
    const turnText = (from, i) => from.turns[i] + (from.glyphs[i] ? ` ${glyphsOf(from, i)}` : "");
    const turnLabel = (from, i) => `${turnNumber(from.start + i + 1)}. ${sideName(from.sides[i])} ${from.turns[i]}${glyphNames(from, i)}`;
    const sentence = () => {
      const i = at - line.start;
      const state = line === now && at === last() ? now.ending : t("toMove", sideName(line.sides[i]));
      const where = line === now ? "" : `${t("variation")}. `;
      return i === 0 ? `${where}${at === 0 ? `${t("startWord")}. ` : ""}${state}` :
        `${where}${turnNumber(at)}. ${sideName(line.sides[i - 1])} ${turnText(line, i - 1)}. ${state}`;
    };

    // A curve of White's chances; a click goes to the turn.
    function drawCurve() {
      const { values, by } = evaluations(now, data.kinds[now.kind].scale);
      const some = values.filter(Boolean).length > 1;
      byId("curve").hidden = !some;
      curve = some ? values : null;
      if (!some) return;
      const x = (ply) => (width * ply) / now.turns.length;
      const y = (chance) => 4 + (height - 8) * (1 - chance);
      const places = values.flatMap((value, i) => (value ? [[x(i + 1), y(value.chance), i]] : []));
      const path = places.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
      const [left] = places[0], [right] = places[places.length - 1];
      const marks = places.filter(([, , i]) => (now.glyphs[i] || []).some((n) => n === 2 || n === 4 || n === 6));
      byId("evaluation").replaceChildren(
        draw("rect", { class: "r3", width, height }),
        draw("rect", { class: "r2", x: left, width: right - left, height }),
        draw("path", { class: "r0", d: `M${left} ${height}L${path}L${right} ${height}Z` }),
        draw("line", { class: "grid", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
        draw("path", { class: "curve", d: `M${path}` }),
        ...marks.map(([cx, cy, i]) => draw("circle", { class: `mark${now.glyphs[i].includes(4) ? " worst" : ""}`, cx, cy, r: 5 },
          draw("title", null, `${turnLabel(now, i)} ${values[i].text}`))),
        draw("line", { id: "here", y1: 0, y2: height }));
      byId("evaluation").setAttribute("aria-label", t("curveLabel", by));
      byId("curve-note").textContent = t("curveNote", by);
    }
    function markCurve() {
      if (!curve) return;
      const ply = line === now ? at : line.start, value = curve[ply - 1], x = (width * ply) / now.turns.length;
      byId("here").setAttribute("x1", x);
      byId("here").setAttribute("x2", x);
      byId("value").textContent = line === now && value ? t("whiteValue", value.text) : "";
    }

    function show() {
      const i = at - line.start;
      board.show(now.kind, figuresOf(now.kind, line.figures[i]), flipped, byId("names-shown").checked);
      board.describe(t("boardIs", sentence(), line.positions[i]));
      byId("now").textContent = sentence();
      byId("comment").textContent = i ? line.comments[i - 1] || "" : "";
      byId("position").textContent = line.positions[i];
      byId("slider").min = first();
      byId("slider").max = last();
      byId("slider").value = at;
      byId("slider").setAttribute("aria-valuetext", i ? t("sliderAt", at, last(), turnText(line, i - 1)) : at ? t("beforeVariation") : t("atStart"));
      for (const id of ["first", "back"]) byId(id).disabled = at === 0;
      for (const id of ["forward", "last"]) byId(id).disabled = at === last();
      byId("leave").hidden = line === now;
      const turns = byId("turns"), current = i ? buttons.get(line)[i - 1] : null;
      for (const button of turns.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
      if (current) {
        current.setAttribute("aria-current", "step");
        turns.scrollTop += current.getBoundingClientRect().top - turns.getBoundingClientRect().top - turns.clientHeight / 2;
      } else if (at === 0) turns.scrollTop = 0;
      markCurve();
      byId("said").textContent = "";
    }
    function go(ply) {
      const focused = document.activeElement;
      // Before a variation lies the game that it leaves.
      while (line.parent && ply < first()) line = line.parent;
      at = Math.min(Math.max(ply, first()), last());
      if (at === last()) pause();
      show();
      history.replaceState(null, "", linkToGame(now.number, line === now ? at : line.start));
      // A button that is no longer of use hands the focus on instead of losing it.
      if (focused && focused.disabled) byId("play").focus();
    }
    function goTo(wanted, ply) {
      line = wanted;
      for (let above = line; above !== now; above = above.parent) {
        const details = buttons.get(above)[0].closest("details");
        if (details) details.open = true;
      }
      go(ply);
    }
    // A variation of the turn that was played or comes, else the next one beside this.
    function enter() {
      const below = [at - 1, at].flatMap((start) => line.variations.filter((v) => v.start === start));
      const beside = line === now ? [] : line.parent.variations.filter((v) => v.start === line.start);
      const found = below[0] || beside[beside.indexOf(line) + 1];
      if (found) goTo(found, found.start + 1);
    }
    function leave() {
      const ply = line.start + 1;
      goTo(line.parent, ply);
    }
    function pause() {
      clearInterval(timer);
      timer = null;
      byId("play").setAttribute("aria-pressed", "false");
      playIcon.setAttribute("d", runs);
    }
    function togglePlay() {
      if (timer) return pause();
      if (at === last()) go(first());
      byId("play").setAttribute("aria-pressed", "true");
      playIcon.setAttribute("d", halts);
      timer = setInterval(() => go(at + 1), 900);
      return undefined;
    }
    function flip() {
      flipped = !flipped;
      byId("flip").setAttribute("aria-pressed", String(flipped));
      show();
    }
    function turnButtons(from) {
      buttons.set(from, from.turns.map((turn, i) => make("button", {
        type: "button", class: isBlack(from.sides[i]) ? "black" : "white",
        "aria-label": turnLabel(from, i), onclick: () => { pause(); goTo(from, from.start + i + 1); },
      }, turn, from.glyphs[i] ? make("span", { class: "glyph" }, ` ${glyphsOf(from, i)}`) : null)));
      return buttons.get(from);
    }
    function variation(from) {
      const list = turnButtons(from), parts = [];
      list.forEach((button, i) => {
        if (i === 0 || !isBlack(from.sides[i])) {
          parts.push(make("span", { class: "number", "aria-hidden": "true" }, `${turnNumber(from.start + i + 1)}${isBlack(from.sides[i]) ? "..." : "."}`));
        }
        parts.push(button, from.variations.filter((v) => v.start === from.start + i).map(variation));
      });
      const title = `${turnNumber(from.start + 1)}${isBlack(from.sides[0]) ? "..." : "."} ${turnText(from, 0)}`;
      return make("details", { class: "variation" }, make("summary", null, `${t("variation")} ${title}`), parts);
    }
    function listTurns() {
      const items = [];
      buttons.clear();
      const list = turnButtons(now);
      for (let i = 0; i < list.length;) {
        const pair = now.sides[i] === "w" && now.sides[i + 1] === "b" && i + 1 < list.length ? 2 : 1;
        items.push(make("li", null, make("span", { class: "number", "aria-hidden": "true" }, `${turnNumber(i + 1)}.`), list.slice(i, i + pair),
          now.variations.filter((v) => v.start >= i && v.start < i + pair).map(variation)));
        i += pair;
      }
      byId("turns").replaceChildren(...items);
    }
    async function open(number, ply) {
      if (!now || now.number !== number) {
        let lines;
        try {
          lines = await unpackGame(number);
        } catch (error) {
          byId("count").textContent = t("cannotDecompress");
          return;
        }
        // The list knows the ending as a word, the game as a sentence, and its turns.
        now = Object.assign(lines, { ...game(number), turns: lines.turns, ending: lines.ending, reason: game(number).ending });
        byId("viewer-title").textContent = `${now.white} – ${now.black}`;
        byId("viewer-facts").textContent = [t("gameNumber", number + 1), data.kinds[now.kind].title, resultTexts[now.result], now.reason,
          now.event, now.round ? t("roundIs", now.round) : "", now.date].filter(Boolean).join(" · ");
        listTurns();
        drawCurve();
      }
      pause();
      line = now;
      if (!dialog.open) {
        opener = document.activeElement;
        dialog.showModal();
        byId("viewer-title").focus();
        dialog.scrollTop = 0;
      }
      go(ply === undefined ? 0 : ply);
    }
    function copied(worked) { byId("said").textContent = worked ? t("copied") : t("selectToCopy"); }
    async function copy() {
      try {
        await navigator.clipboard.writeText(line.positions[at - line.start]);
        copied(true);
      } catch (error) {
        getSelection().selectAllChildren(byId("position"));
        copied(document.execCommand("copy"));
      }
    }
    function download() {
      const address = URL.createObjectURL(new Blob([now.record], { type: "text/plain" }));
      make("a", { href: address, download: `game-${now.number + 1}.pgn` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
      byId("said").textContent = t("saved", `game-${now.number + 1}.pgn`);
    }

    const onClick = (id, action) => byId(id).addEventListener("click", action);
    onClick("first", () => go(line === now || at > first() ? first() : 0));
    onClick("back", () => go(at - 1));
    onClick("forward", () => go(at + 1));
    onClick("last", () => go(last()));
    onClick("leave", leave);
    onClick("evaluation", (event) => {
      const box = byId("evaluation").getBoundingClientRect();
      pause();
      line = now;
      go(Math.round((now.turns.length * (event.clientX - box.left)) / box.width));
    });
    onClick("play", togglePlay);
    onClick("flip", flip);
    onClick("copy", copy);
    onClick("download", download);
    onClick("close", () => dialog.close());
    byId("names-shown").addEventListener("change", show);
    byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
    dialog.addEventListener("close", () => {
      pause();
      history.replaceState(null, "", "#games");
      if (opener && opener.isConnected) opener.focus();
    });
    dialog.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !now) return;
      const tag = event.target.tagName;
      const steps = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(first()), End: () => go(last()), v: enter, u: () => line !== now && leave() };
      // The slider moves by these keys itself, and space presses what has the focus.
      if (event.key in steps && event.target.type !== "range") steps[event.key]();
      else if (event.key === " " && tag !== "BUTTON" && tag !== "INPUT") togglePlay();
      else if (event.key === "f") flip();
      else return;
      event.preventDefault();
    });
    // The start and the turns up to what is shown, variations included.
    function shownLine() {
      let turns = line.turns.slice(0, at - line.start);
      for (let below = line; below.parent; below = below.parent) turns = [...below.parent.turns.slice(0, below.start - below.parent.start), ...turns];
      return { kind: now.kind, start: now.positions[0], turns, title: `${now.white} – ${now.black}` };
    }
    return { open, shownLine, close: () => dialog.open && dialog.close() };
  })();

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
  return { t, data, game, unpackGame, count, whole, linkToGame, shownLine: viewer.shownLine };
})();
