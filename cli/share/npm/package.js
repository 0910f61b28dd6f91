// The package for any platform, which is {read, open}: read() returns the bytes of the engine, and
// open(receive, fail) starts a worker, see taskQueue().
import { schiriEngine } from "./engine.js";
import { taskQueue } from "./worker.js";

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
    async load(options) { return schiriEngine.start(await compile(options?.wasm)); },
    async loadWorker(options) {
      const queue = taskQueue(await compile(options?.wasm), open);
      return {
        async think({ game: { name, variant, start, roll, turns }, bot, limits, seed }, listener) {
          return queue.ask("think", { spec: { name, variant, start, roll, turns }, bot, limits, seed }, listener);
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
