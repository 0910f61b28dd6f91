// What bots say of the shown position: hints, the evaluation with the bot's line, the analysis of the game.
import { endingOf } from "./match.js";
import { shortTurn } from "./phrases.js";
import { createWorker } from "../shared/page_engine.js";

const hinting = { bot: "alphabeta", limits: { nodes: 200000, milliseconds: 1500 } };
const judging = { bot: "alphabeta", limits: { nodes: 60000, milliseconds: 700 } };
const analysis = { bot: "alphabeta", limits: { nodes: 20000 } };

export function createAdvice({ module, match, t, panel, sideNames, failed }) {
  // A hint is not ended by an evaluation.
  const adviser = createWorker(module), judge = createWorker(module);
  let isJudging = false;

  // The answer, or null if it is about something else by then.
  async function ask(worker, task, given, subject) {
    const before = subject();
    try {
      const answer = await worker.ask(task, given);
      return before === subject() ? answer : null;
    } catch (error) {
      failed(error);
      return null;
    }
  }
  const specShown = () => match.specAt(match.at);
  const position = () => JSON.stringify([specShown(), match.length]), course = () => JSON.stringify(match.specAt(match.length));
  const hint = () => ask(adviser, "think", { spec: specShown(), ...hinting }, position);
  const analyse = (text) => ask(adviser, "analyse", { text, options: { form: "pgn" }, ...analysis }, course);

  async function judgeNow() {
    if (!isJudging) return;
    const end = match.atEnd && match.over ? match.over : endingOf(match.shown);
    if (end) {
      // What the status line says, too.
      panel.showChance([0, 1, 0, 0.5][end.result], "");
      return;
    }
    panel.showChance(null, t("Working it out …"));
    judge.stop();
    const { side } = match.shown, thought = await ask(judge, "think", { spec: specShown(), ...judging }, position);
    if (!isJudging || !thought || !thought.score) return;
    const { kind, amount } = thought.score, isValue = kind === "value", isGood = kind === "win" || (isValue && amount > 0);
    const chance = isValue ? 1 / (1 + Math.exp(-amount / match.kind.scale)) : Number(isGood);
    const white = side === 0 ? chance : 1 - chance;
    const said = isValue ? t("White's chance to win: {0} %", Math.round(100 * white)) :
      t("{0} wins in {1}", sideNames[isGood ? side : 1 - side], amount);
    const line = thought.lines && thought.lines[0] ? thought.lines[0].turns.split(" ").slice(0, 4).map(shortTurn) : [];
    panel.showChance(white, said, line.length ? t("The bot's line: {0}", line.join(" ")) : "");
  }
  return {
    hint, analyse, judgeNow,
    toggle() {
      isJudging = !isJudging;
      panel.toggleJudgement(isJudging);
      return judgeNow();
    },
    stop() { adviser.stop(); judge.stop(); },
    close() { adviser.close(); judge.close(); },
  };
}
