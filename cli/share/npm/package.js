// The package for any platform, which is {read, open}: read() returns the bytes of the engine, and
// open(receive, fail) starts a worker, see taskQueue().
import { schiriEngine } from "./engine.js";
import { taskQueue } from "./worker.js";

const sides = ["white", "black"], outcomes = [null, "white", "black", "draw"];
const startKeys = ["name", "variant", "start", "roll", "played"];

// An engine with the names that all libraries of schiri have (`schiri help library`): the scripts of its own
// pages call the turns played `turns`, and use the numbers of C for sides and outcomes.
/** @param {ReturnType<typeof schiriEngine.start>} engine */
function named(engine) {
  const { Game, Record, game, ...others } = engine;
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const side = getter(Game.prototype, "side");
  Object.defineProperties(Game.prototype, {
    side: { get() { return sides[side.call(this)]; } },
    turns: { value: Game.prototype.legalTurns },
  });
  for (const { prototype } of [Game, Record]) {
    const ending = getter(prototype, "ending");
    Object.defineProperty(prototype, "ending", { get() {
      const its = ending.call(this);
      return its && { outcome: outcomes[its.result], reason: its.reason };
    } });
  }
  Reflect.deleteProperty(Game.prototype, "legalTurns");
  Reflect.deleteProperty(Record.prototype, "turns");
  return { ...others, game: (start) => game(specOf(start)) };
}

// The start of a game, or a game, as the engine takes it.
function specOf(start) {
  const isGame = start.countTurns !== undefined;
  const unknown = isGame ? undefined : Object.keys(start).find((key) => !startKeys.includes(key));
  if (unknown) throw new schiriEngine.EngineError(`a game has no '${unknown}'; it has ${startKeys.join(", ")}`, 5);
  const { name, variant, start: position, roll, played } = start;
  return { name, variant, start: position, roll, turns: played };
}

export function packageFor({ read, open }) {
  let compiled = null;
  async function compile(wasm) {
    if (wasm instanceof WebAssembly.Module) return wasm;
    if (wasm) return WebAssembly.compile(wasm);
    if (!compiled) {
      compiled = read().then((bytes) => WebAssembly.compile(bytes));
      compiled.catch(() => { compiled = null; });
    }
    return compiled;
  }

  return {
    async load(options) { return named(schiriEngine.start(await compile(options?.wasm))); },
    async loadWorker(options) {
      const queue = taskQueue(await compile(options?.wasm), open);
      return {
        async think({ game, bot, limits, seed }, listener) {
          return queue.ask("think", { spec: specOf(game), bot, limits, seed }, listener);
        },
        async analyse(text, { bot, limits, ...options }, listener) {
          return queue.ask("analyse", { text, options, bot, limits }, listener);
        },
        stop: () => queue.stop(),
        close: () => queue.close(),
      };
    },
  };
}
