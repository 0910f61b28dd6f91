  function niceStep(span, steps) {
    const rough = span / steps, power = 10 ** Math.floor(Math.log10(rough));
    return power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  }

  // A record's date as milliseconds, with the earliest values for unknown parts; null without a year.
  function timeOf(date) {
    const found = /^(\d{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$/.exec(date);
    return found ? Date.UTC(Number(found[1]), (Number(found[2]) || 1) - 1, Number(found[3]) || 1) : null;
  }

  // The horizontal places of the points of a history: [place, ...], and the names below.
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

  // Only a few lines are distinguishable, so the best are shown first and others can be chosen.
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

  // The value of an option after each step, between its bounds.
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

