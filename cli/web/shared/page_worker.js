// The worker of a page or report, which executes the same script as its page.
if (typeof document === "undefined") {
  const receive = schiriTasks((answer) => postMessage(answer), { verify: schiriVerify });
  addEventListener("message", ({ data }) => receive(data));
}

let schiriWorkerAddress = null;
function schiriWorker(module, script) {
  if (!schiriWorkerAddress) {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    schiriWorkerAddress = typeof trustedTypes === "object" ?
      trustedTypes.createPolicy("schiri-worker", { createScriptURL: () => address }).createScriptURL("") : address;
  }
  return schiriQueue(module, (receive, fail) => {
    const worker = new Worker(schiriWorkerAddress);
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = (event) => fail(new Error(event.message || "the worker has failed"));
    return { post: (data) => worker.postMessage(data), end: () => worker.terminate() };
  });
}
