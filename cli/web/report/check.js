// With the engine: verifies the report, and plays and analyses from any position.
import { data, decimal, game, linkToGame, shownNumber, t, whole } from "./data.js";
import { viewer } from "./viewer.js";
import { byId, make } from "../shared/dom.js";
import { createWorker, startEngine } from "../shared/page_engine.js";
import { levelNames } from "../table/levels.js";
import { createTable } from "../table/table.js";
import { texts } from "../shared/words.js";

export function offerEngine() {
  const boards = data.kinds.map(({ game: name, variant, board }) => ({ game: name, variant, ...board }));
  const isNear = (a, b) => (a === null || b === null ? a === b : Math.abs(a - b) < 0.06);
  let started = null, table = null;

  const start = () => {
    started = started || startEngine().then(({ module, engine }) => {
      engine.setLanguage(t.language, texts);
      return { module, engine, worker: createWorker(module, t.language) };
    });
    // It may be tried again.
    started.catch(() => { started = null; });
    return started;
  };

  // --- verification -------------------------------------------------------------------------------

  // The games that the engine of the page knows.
  function gathered() {
    const games = [];
    for (let number = 0; number < data.games.length; ++number) {
      const { kind, white, black, result, turns } = game(number);
      if (data.kinds[kind].isBuiltIn) games.push({ number, kind, white, black, result, turns });
    }
    return games;
  }

  // The report takes the first spelling of all games, the engine that of one kind.
  const isSameName = (a, b) => a.normalize("NFC") === b.normalize("NFC");
  // The figures of the page for a game and variant, compared with those of the engine, by player.
  function differences(kind, lists, tables) {
    const found = [], rated = lists.flatMap(({ players }) => players);
    const rows = tables.flatMap((counted) => counted.rows.map((row, place) => ({ ...row, place })));
    for (const shown of kind.ratings.flatMap(({ players }) => players)) {
      const its = rated.find(({ name }) => isSameName(name, shown.name));
      const [wins, draws, losses] = shown.results;
      if (!its) found.push(t("{0} is not to be found", shown.name));
      else if (its.wins !== wins || its.draws !== draws || its.losses !== losses) found.push(t("{0} has won, drawn and lost {1}, {2}, {3}, not {4}, {5}, {6}", shown.name, its.wins, its.draws, its.losses, wins, draws, losses));
      else if (!isNear(Number.isFinite(its.rating) ? its.rating : null, shown.rating)) found.push(t("{0} is rated {1}, not {2}", shown.name, decimal(its.rating), shown.rating === null ? "–" : decimal(shown.rating)));
    }
    for (const { tieBreaks, rows: lines } of kind.tables) {
      lines.forEach((shown, place) => {
        const its = rows.find(({ name }) => isSameName(name, shown.name));
        if (!its) {
          found.push(t("{0} is not in the table", shown.name));
          return;
        }
        const other = shown.tieBreaks.findIndex((value, i) => !isNear(its.tieBreaks[i], value));
        if (its.points !== shown.points || its.games !== shown.games) found.push(t("{0} has {1} points in {2} games, not {3} in {4}", shown.name, its.points, its.games, shown.points, shown.games));
        else if (other >= 0) found.push(t("{0}: {1} is {2}, not {3}", shown.name, tieBreaks[other][2], its.tieBreaks[other] ?? "–", shown.tieBreaks[other] ?? "–"));
        else if (its.place !== place) found.push(t("{0} has place {1}, not {2}", shown.name, its.place + 1, place + 1));
      });
    }
    if (rated.length !== kind.ratings.flatMap(({ players }) => players).length) found.push(t("the standing has other players than the games"));
    return found;
  }

  // Checks all, or stops the check that is under way.
  let isChecking = false;
  async function checkAll() {
    if (isChecking) {
      (await start()).worker.stop();
      return;
    }
    const button = byId("check-all"), verdict = byId("verdict"), games = gathered(), isWhole = data.games.length === data.total;
    let read = 0;
    const show = (done) => {
      read = done;
      verdict.textContent = t("{0} of {1} {1:game|games}", whole(done), whole(games.length));
    };
    isChecking = true;
    button.textContent = t("Stop");
    byId("differences").replaceChildren();
    show(0);
    try {
      const { worker } = await start(), kinds = data.kinds.map(({ game: name, variant }) => ({ game: name, variant }));
      const answer = await worker.ask("verify", { kinds, isWhole, games, blocks: data.blocks, gamesPerBlock: data.gamesPerBlock }, ({ done }) => show(done));
      if (answer) tell(answer, isWhole, games.length);
      else verdict.textContent = t("Stopped after {0} of {1} {1:game|games}.", whole(read), whole(games.length));
    } catch (error) {
      verdict.textContent = t("It could not be checked: {0}", error.message);
    }
    button.textContent = t("Check all");
    isChecking = false;
  }
  function tell({ verified, wrong, ratings, tables }, isWhole, all) {
    const others = data.games.length - all;
    const figures = isWhole ? data.kinds.flatMap((kind, i) => !kind.isBuiltIn ? [] : differences(kind, ratings[i], tables[i]).map((what) => `${kind.title}: ${what}`)) : [];
    const counted = t("{0} of {1} {1:game|games} verified", whole(verified), whole(all));
    const standing = !isWhole ? t("the standing counts {0} {0:game|games} that are not here", whole(data.total - data.games.length)) :
      figures.length ? t("standing and ratings differ") : t("standing and ratings agree");
    byId("verdict").textContent = t("{0}, {1}.", counted, standing) + (others ? ` ${t("{0} {0:game|games} of custom games cannot be verified here.", whole(others))}` : "");
    byId("differences").replaceChildren(
      ...wrong.map(([number, what]) => make("li", null, make("a", { href: linkToGame(number) }, t("Game {0}", shownNumber(number))), `: ${t(...what)}.`)),
      ...figures.slice(0, 100).map((what) => make("li", null, `${what}.`)));
  }

  // --- play from a position -----------------------------------------------------------------------

  const dialog = byId("table"), against = byId("against");
  async function playOn() {
    const line = viewer.shownLine();
    let engine, module;
    try {
      ({ engine, module } = await start());
    } catch (error) {
      byId("said").textContent = t("The engine cannot start: {0}", error.message);
      return;
    }
    table = table || createTable({ root: byId("table-root"), engine, module, boards, t });
    byId("table-title").textContent = t("From {0}", line.title);
    against.value = "0";
    begin(line);
    dialog.showModal();
    byId("table-title").focus();
  }
  function begin({ kind, start: position, turns }) {
    const { game: name, variant } = data.kinds[kind], spec = { name, variant, start: position, turns };
    table.begin(spec, { players: [null, null] });
  }
  function chooseOpponent() {
    const level = Number(against.value), { turns, spec, side } = table;
    /** @type {(null | {level: number})[]} */
    const players = [null, null];
    if (level) players[1 - side] = { level };
    table.begin({ ...spec, turns }, { players });
  }
  against.append(make("option", { value: "0" }, t("nobody")), ...levelNames.map((name, i) => make("option", { value: i + 1 }, `${i + 1} – ${t(name)}`)));
  against.addEventListener("change", chooseOpponent);
  byId("play-on").addEventListener("click", playOn);
  byId("leave-table").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    table.stop();
    byId("play-on").focus();
  });
  byId("check-all").addEventListener("click", checkAll);
  // The engine of the page has no custom games.
  byId("checking").hidden = byId("play-on").hidden = !data.kinds.some((kind) => kind.isBuiltIn);
}
