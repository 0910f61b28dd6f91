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
      [["#"], [t("player"), "text name"], [t("rating")], ["±"], [t("interval"), "interval text"], ["LOS"], [t("games"), "wide"],
        [t("won"), "wide"], [t("drawnGames"), "wide"], [t("lost"), "wide"], [t("score")]],
      list.players.map((p, i) => {
        const [won, drawn, lost] = p.results;
        return [i + 1, p.name, rounded(p.rating, p.bound), rounded(p.error), interval(p), p.los === null ? "" : percent(p.los, 1),
          sum(p.results), won, drawn, lost, percent(won + drawn / 2, sum(p.results))];
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
        make("td", null, row.place), make("th", { scope: "row", class: "text name", title: row.name }, row.name),
        rows.map((_, k) => cell(row, i, k)),
        make("td", null, make("strong", null, points(row.points))), make("td", null, row.games),
        row.tieBreaks.map((value) => make("td", null, value === null ? "" : points(value))),
        make("td", null, rounded(row.performance, row.bound))))));
    const left = crossTableData.rows.length - rows.length;
    return [scrolling(labelOf(t("crossTable"), crossTableData), grid),
      make("p", { class: "note" }, t("crossNote") + (left > 0 ? ` ${t("leftOut", count(left, "Player"))}` : ""))];
  }

