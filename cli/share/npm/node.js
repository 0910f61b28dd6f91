// The package in Node, with a thread as worker.
import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { schiriEngine } from "./engine.js";
import { packageFor } from "./package.js";

const here = (file) => new URL(file, import.meta.url);

// A thread keeps the process running only while it has a task.
function open(receive, fail) {
  // Without the options of the process, such as --input-type.
  const thread = new Worker(here("./node_worker.js"), { execArgv: [] });
  let tasks = 0;
  const count = (step) => {
    tasks += step;
    if (tasks) thread.ref();
    else thread.unref();
  };
  thread.on("message", (data) => {
    if (!("news" in data)) count(-1);
    receive(data);
  });
  thread.on("error", fail);
  thread.unref();
  return {
    post(data) {
      thread.postMessage(data);
      if ("task" in data) count(1);
    },
    end() { thread.terminate(); },
  };
}

/** @type {Pick<typeof import("./schiri.js"), "load" | "loadWorker">} */
export const { load, loadWorker } = packageFor({ read: () => readFile(here("./schiri-engine.wasm")), open });
/** @type {typeof import("./schiri.js").EngineError} */
export const EngineError = schiriEngine.EngineError;
