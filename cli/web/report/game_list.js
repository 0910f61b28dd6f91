// The list of games with its filter.
import { data, dateText, decimal, finder, fold, game, keyed, linkToGame, percent, players, points, record, resultNames, resultTexts, shownNumber, signed, sum, t, version, whole } from "./data.js";
import { collator, keyOf, ordered, sortable } from "./tables.js";
import { byId, make } from "../shared/dom.js";

// What two players made against each other, with the figures of their match if there are some.
function encounter(kind, player, opponent) {
  const row = kind.tables.flatMap(({ rows }) => rows.map((each) => ({ each, rows }))).find(({ each }) => each.name === player);
  const met = row && row.each.cells.find(([other]) => row.rows[other].name === opponent);
  const match = kind.matches.find(({ first, second }) => (first === player && second === opponent) || (first === opponent && second === player));
  if (!met && !match) return null;
  const turned = match && match.first !== player;
  const results = met ? met[1] : turned ? [match.losses, match.draws, match.wins] : [match.wins, match.draws, match.losses];
  const title = data.kinds.length > 1 ? [kind.title] : [];
  const parts = [...title, `${player} – ${opponent}: ${record(results)}`, `${points(results[0] + results[1] / 2)} / ${sum(results)}`];
  if (match && match.elo !== null) parts.push(`Elo ${signed(turned ? -match.elo : match.elo)}${match.error === null ? "" : ` ± ${decimal(match.error)}`}`);
  if (match && match.los !== null) parts.push(`LOS ${percent(turned ? 1 - match.los : match.los, 1)}`);
  if (match && match.penta) parts.push(`${t("Pentanomial")} [${(turned ? [...match.penta].reverse() : match.penta).join(", ")}]`);
  return parts.join(" · ");
}

export const list = (() => {
  let pageSize = 50, page = 0, chosen = [], order = null, only = null;
  const several = data.kinds.length > 1;
  const fields = ["player", "opponent", "result", "ending", "kind", "event", "round", "since", "until", "shortest", "longest"].map(byId);
  const [player, opponent, result, ending, kind, event, round, since, until, shortest, longest] = fields;
  const columns = [{ head: "#", rises: true }, { head: t("White"), style: "text name" }, { head: t("Black"), style: "text name" }, { head: t("Result") },
    { head: t("Ending"), style: "text" }, { head: t("Turns") }, { head: several ? t("Kind") : t("Event"), style: "text name wide" }, { head: t("Round"), style: "wide", rises: true },
    { head: t("Date"), style: "text wide" }];
  const grid = sortable(t("List of games"), columns, { sortAll(at, isDescending) { order = { at, isDescending }; choose(); } });

  function offer(select, texts) {
    select.append(make("option", { value: "" }, t("any")), ...texts.map(([value, text]) => make("option", { value }, text)));
  }
  const occurring = (column) => [...new Set(data.games.map((g) => g[column]))];
  const known = (texts) => texts.filter((text) => text && text !== "?" && text !== "-");
  const hasYear = (date) => /^\d{4}/.test(date);
  // The first and the last day that a date may be: it is in a period if both are, as with --since and --until.
  const daysOf = (date) => {
    const [year, month, day] = date.split(".").map((part) => (/\d/.test(part) ? part : null));
    return hasYear(date) ? [[year, month || "01", day || "01"], [year, month || "12", day || "31"]].map((parts) => parts.join("-")) : [null, null];
  };
  // "3" are the games of round 3 on all boards, "3.1" and so on.
  const isRound = (text, wanted) => text === wanted || text.startsWith(`${wanted}.`);
  const number = (field) => (field.value === "" ? null : Number(field.value));
  // Endings and dates are words, too.
  const heldEvents = occurring(6);
  function eventsCalled(wanted) {
    const part = fold(wanted), whole = heldEvents.find((i) => data.words[i] === wanted);
    return new Set(whole === undefined ? heldEvents.filter((i) => fold(data.words[i]).includes(part)) : [whole]);
  }

  function choose() {
    const isPlayer = finder(player.value.trim()), isOpponent = finder(opponent.value.trim());
    const events = eventsCalled(event.value.trim()), wantedRound = round.value.trim();
    const least = number(shortest), most = number(longest);
    const isChosen = (n) => {
      const [k, white, black, r, e, turns, its, date, itsRound] = data.games[n], [first, last] = daysOf(data.words[date]);
      return ((isPlayer(white) && isOpponent(black)) || (isPlayer(black) && isOpponent(white))) && (!result.value || r === Number(result.value)) &&
        (!ending.value || e === Number(ending.value)) && (!kind.value || k === Number(kind.value)) && (!event.value.trim() || events.has(its)) &&
        (!wantedRound || isRound(itsRound, wantedRound)) && (!since.value || (first && first >= since.value)) && (!until.value || (last && last <= until.value)) &&
        (least === null || turns >= least) && (most === null || turns <= most) && (!only || only.games.has(n));
    };
    chosen = data.games.map((_, n) => n).filter(isChosen);
    if (order) chosen = ordered(chosen, (n) => keyOf(cellsOf(game(n))[order.at]), order.isDescending);
    page = 0;
    show();
  }
  const cellsOf = (g) => [keyed(null, shownNumber(g.number)), g.white, g.black, keyed(resultTexts[g.result], g.result === 3 ? null : g.result), g.ending, g.turns,
    several ? data.kinds[g.kind].title : g.event, g.round, keyed(dateText(g.date), g.date.replaceAll("?", "z"))];
  function rowOf(n) {
    const [, white, black, ...others] = cellsOf(game(n));
    const link = make("a", { href: linkToGame(n), "aria-label": t("Game {0}: {1} – {2}, replay", shownNumber(n), white, black) }, String(shownNumber(n)));
    return [keyed(link, shownNumber(n)), white, black, ...others];
  }
  function show() {
    const pages = Math.max(1, Math.ceil(chosen.length / pageSize));
    page = Math.min(Math.max(page, 0), pages - 1);
    grid.fill(chosen.slice(page * pageSize, (page + 1) * pageSize).map(rowOf));
    const counted = t("{0} {0:game|games}", whole(chosen.length));
    byId("count").textContent = [chosen.length === data.games.length ? counted : t("{0} of {1}", counted, whole(data.games.length)), ...filters()].join(" · ");
    const met = data.kinds.flatMap((its, i) => (!kind.value || i === Number(kind.value) ? encounter(its, player.value, opponent.value) || [] : []));
    byId("encounter").replaceChildren(...met.map((text) => make("span", null, text)));
    byId("only").hidden = !only;
    byId("only-text").textContent = only ? only.label : "";
    byId("page").textContent = t("Page {0} of {1}", page + 1, pages);
    byId("previous").disabled = page === 0;
    byId("next").disabled = page === pages - 1;
  }
  // The filters that are set, also those that are folded away: "Player: Ada".
  const filters = () => fields.filter((field) => field.value.trim()).map((field) =>
    `${field.parentElement.firstChild.textContent.trim()}: ${field.selectedOptions ? field.selectedOptions[0].textContent : field.value.trim()}`);
  // The browser's button for going back leads to what was shown before a jump to the list.
  const filter = () => ({ version, values: fields.map((field) => field.value), only });
  function jump(change) {
    history.replaceState({ ...history.state, filter: filter() }, "");
    clear();
    change();
    history.pushState({ filter: filter() }, "", "#games");
    goToList();
  }
  addEventListener("popstate", ({ state }) => {
    if (state?.filter?.version !== version) return;
    fields.forEach((field, i) => { field.value = state.filter.values[i]; });
    ({ only } = state.filter);
    choose();
  });
  function goToList() {
    choose();
    byId("games").scrollIntoView();
    byId("games-title").focus({ preventScroll: true });
  }
  function clear() {
    only = null;
    for (const field of fields) field.value = "";
  }
  byId("list").append(grid.element);
  offer(result, resultNames.map((name, i) => [i, `${resultTexts[i]} ${name}`]));
  offer(ending, occurring(4).map((e) => [e, data.words[e]]));
  offer(kind, data.kinds.map((k, i) => [i, k.title]));
  const hint = (id, texts) => byId(id).append(...texts.sort(collator.compare).slice(0, 2000).map((name) => make("option", { value: name })));
  const events = known(heldEvents.map((e) => data.words[e])), rounds = known(occurring(8));
  hint("names", [...players]);
  hint("events", [...events]);
  hint("rounds", [...new Set(rounds.flatMap((text) => [text.split(".")[0], text]))]);
  // A filter by which all games are alike is not offered.
  const hasDates = occurring(7).filter((d) => hasYear(data.words[d])).length > 1, hasLengths = occurring(5).length > 1;
  const offered = [[kind, several], [event, events.length > 1], [round, rounds.length > 1], [since, hasDates], [until, hasDates], [shortest, hasLengths], [longest, hasLengths]];
  for (const [field, isOffered] of offered) field.parentElement.hidden = !isOffered;
  byId("more").hidden = !offered.some(([, isOffered]) => isOffered);
  for (const field of fields) field.addEventListener("input", choose);
  byId("filter").addEventListener("reset", (reset) => { reset.preventDefault(); clear(); choose(); });
  byId("filter").addEventListener("submit", (submit) => submit.preventDefault());
  byId("all-positions").addEventListener("click", () => { only = null; choose(); byId("games-title").focus({ preventScroll: true }); });
  byId("previous").addEventListener("click", () => { page -= 1; show(); });
  byId("next").addEventListener("click", () => { page += 1; show(); });
  addEventListener("beforeprint", () => { pageSize = 1000; show(); });
  addEventListener("afterprint", () => { pageSize = 50; show(); });
  choose();
  return {
    show(wanted) {
      jump(() => {
        player.value = wanted.player;
        opponent.value = wanted.opponent;
        if (several) kind.value = String(wanted.kind);
      });
    },
    // Only these games; `label` is the line or position that they have in common.
    showOnly(wanted, games, label) {
      jump(() => {
        only = { games: new Set(games), label: t("Games with: {0}.", label) };
        if (several) kind.value = String(wanted);
      });
    },
    // The game before (-1) or after (1) one in the list as it is shown; null at its end.
    beside(number, step) {
      const all = chosen.includes(number) ? chosen : data.games.map((_, n) => n);
      return all[all.indexOf(number) + step] ?? null;
    },
  };
})();

