// The package in a browser, or in a bundle for browsers.
import { schiriEngine } from "./engine.js";
import { packageFor } from "./package.js";

async function read() {
  const answer = await fetch(new URL("./schiri-engine.wasm", import.meta.url));
  // Bundlers that do not know `new URL()` leave the files behind: `schiri help javascript`.
  if (!answer.ok) throw new Error(`the engine cannot be loaded: ${answer.url}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

function open(receive, fail) {
  const worker = new Worker(new URL("./browser_worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => fail(new Error(event.message || "the worker cannot be loaded"));
  return { post: (data) => worker.postMessage(data), end: () => worker.terminate() };
}

/** @type {Pick<typeof import("./schiri.js"), "load" | "loadWorker">} */
export const { load, loadWorker } = packageFor({ read, open });
/** @type {typeof import("./schiri.js").EngineError} */
export const EngineError = schiriEngine.EngineError;
