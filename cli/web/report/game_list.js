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

