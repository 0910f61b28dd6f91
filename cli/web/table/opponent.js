// The bots that play on the table. `show` shows what they do: thinking() when one begins to think or a turn of it
// is awaited, steps(turn, goesOn) a turn part by part. `played` gets a turn; `failed` the error of a worker that has
// died.
import { botOf } from "./levels.js";
import { createWorker } from "../shared/page_engine.js";

const pause = (time) => new Promise((done) => setTimeout(done, time));
// Milliseconds after which a bot can be told to move.
const patience = 1000;

export function createOpponent({ module, match, isCalm, show, played, failed }) {
  const worker = createWorker(module);
  // `sample` counts the questions: older answers are dropped. `best` is the best turn so far.
  let sample = 0, isThinking = false, isLong = false, best = null, decide = () => {};

  function halt() {
    ++sample;
    isThinking = false;
    worker.stop();
  }
  // The turn of the bot whose turn it is, or null.
  async function turnOf(level, tell) {
    const { bot, limits } = botOf(match.spec.name, level), left = match.clock ? match.clock.left[match.side] : Infinity;
    const held = { ...limits, milliseconds: Math.round(Math.max(50, Math.min(limits.milliseconds || 3000, left / 20))) };
    const asked = worker.ask("think", { spec: match.specAt(match.length), bot, limits: held, seed: match.seed + match.length }, tell);
    const isNow = new Promise((done) => { decide = () => done({ turn: best }); });
    const thought = await Promise.race([asked, isNow]);
    return thought && thought.turn;
  }
  // Asks the bot to move, if it is its turn.
  async function next() {
    if (match.over || !match.isBots(match.side)) return;
    const mine = ++sample, began = performance.now();
    isThinking = true;
    isLong = false;
    best = null;
    show.thinking();
    const waiting = setTimeout(() => {
      if (mine !== sample || !isThinking) return;
      isLong = true;
      show.thinking();
    }, patience);
    let turn = null;
    try {
      turn = await turnOf(match.players[match.side].level, (news) => { best = news.turn || best; });
    } catch (error) {
      if (mine === sample) {
        isThinking = false;
        failed(error);
      }
    }
    clearTimeout(waiting);
    if (mine !== sample || !turn) return;
    worker.stop();
    const rest = 300 - (performance.now() - began);
    if (rest > 0 && !isCalm) await pause(rest);
    if (!isCalm) await show.steps(turn, () => mine === sample);
    if (mine !== sample) return;
    isThinking = false;
    played(turn);
  }
  return {
    halt, next,
    get isThinking() { return isThinking; },
    // Has it thought for so long that it may be told to move?
    get canBeHurried() { return isThinking && isLong; },
    // Ends the thinking with the best turn so far; before there is one the bot goes on.
    moveNow() { if (best) decide(); },
    close() { halt(); worker.close(); },
  };
}
