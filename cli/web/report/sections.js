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

  // The figures of a match by name, from the side of its first player.
  function matchFigures(match) {
    const share = (part) => (part === null ? "–" : percent(part, 1));
    const withError = (value, error) => (value === null ? "–" : `${decimal(value)} ± ${decimal(error)}`);
    const end = (bound, open) => (bound === null ? open : decimal(bound));
    const interval = `(${end(match.low, "−∞")} … ${end(match.high, "∞")})`;
    const elo = match.elo !== null && match.error !== null ? withError(match.elo, match.error)
      : [match.elo === null ? null : decimal(match.elo), interval].filter(Boolean).join(" ");
    const isInfinite = match.pairs_ratio === null && match.penta && match.penta[3] + match.penta[4] > 0;
    const ratio = match.pairs_ratio === null ? (isInfinite ? "∞" : "–") : decimal(match.pairs_ratio);
    const penta = match.penta ? `[${match.penta.join(", ")}]` : "–";
    return [[t("eloDifference"), elo], ["nElo", withError(match.nelo, match.nelo_error)], ["LOS", share(match.los)],
      [t("games"), match.games], [t("won"), match.wins], [t("drawnGames"), match.draws], [t("lost"), match.losses],
      [t("score"), percent(match.points, match.games)], [t("drawRatio"), share(match.draw_ratio)],
      [t("pairsRatio"), ratio], [t("pentanomial"), penta]];
  }

  function matches(all) {
    const note = make("p", { class: "note" }, t("matchNote"));
    const figures = all.map(matchFigures);
    const names = all.map(({ first, second }) => [first, second]);
    if (all.length > 1) {
      const columns = figures[0].map(([name]) => [name]);
      return [table(t("pairings"), [[t("player"), "text name"], [t("otherPlayer"), "text name"], ...columns],
        figures.map((row, i) => [...names[i], ...row.map(([, value]) => value)]), 0), note];
    }
    return [table(t("match"), [["", "text"], [t("againstOther", ...names[0])]], figures[0], 0), note];
  }

  function times(kind) {
    const seconds = (s) => (s < 0.001 && s > 0 ? "< 1 ms" : s < 1 ? `${(1000 * s).toFixed(0)} ms` : `${decimal(s)} s`);
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
      i + 1 === kind.ratings.length ? make("p", { class: "note" }, `${list.scale}. ${list.players.some((p) => p.los !== null) ? t("losNote") : ""}`) : null,
      list.notes.map((note) => make("p", { class: "note" }, sentenceEnd(note)))].flat()));
    add("crossTable", kind.tables.map((its) => [pool(its), ...crossTable(number, its)]));
    add(kind.matches.length > 1 ? "pairings" : "match", kind.matches.length ? matches(kind.matches) : null);
    add("history", kind.history.games.length ? historyChart(kind.history) : null);
    add("results", results(kind));
    add("lengths", lengthChart(kind.lengths));
    add("times", kind.times.some(([, , total]) => total > 0) ? times(kind) : null);
    add("accuracy", kind.accuracy.length ? accuracy(kind) : null);
    const rare = kind.openingsFrom ? make("p", { class: "note" }, t("openingsFrom", kind.openingsFrom)) : null;
    add("openings", kind.openings.length ? [make("div", { class: "tree" }, openings(kind.openings, 0)), rare] : null);
    add("failures", kind.failures.length ? failures(kind) : null);
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

