// The engine of a page and its workers, from the page's elements.
import { byId, inflated } from "./dom.js";
import { schiriEngine } from "./engine.js";
import { texts } from "./words.js";
import { taskQueue } from "./worker.js";

// {module, engine}. Fails in a browser that is too old.
export async function startEngine() {
  const module = await WebAssembly.compile(await inflated(byId("engine").textContent).arrayBuffer());
  return { module, engine: schiriEngine.start(module) };
}

let address = null;
// A queue of tasks, see worker.js. It says what it finds of records in this language.
export function createWorker(module, language = "en") {
  if (!address) {
    const url = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
    address = typeof trustedTypes === "object" ?
      trustedTypes.createPolicy("schiri-worker", { createScriptURL: () => url }).createScriptURL("") : url;
  }
  return taskQueue(module, (receive, fail) => {
    const worker = new Worker(address);
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = (event) => fail(new Error(event.message || "the worker has failed"));
    return { post: (data) => worker.postMessage(data), end: () => worker.terminate() };
  }, language === "en" ? null : { language, texts });
}
