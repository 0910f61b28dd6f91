// In the worker: long computations. The page ends the worker to stop them, and starts another one.
if (typeof document === "undefined") {
  let engine = null;
  const tasks = {
    think({ spec, bot, limits, seed }, tell) {
      const game = engine.game(spec), player = new engine.Bot(bot);
      try {
        player.newGame(seed || 1);
        return player.think(game, limits, tell);
      } finally {
        player.free();
        game.free();
      }
    },
    // The texts of records analysed by a bot.
    analyse({ text, options, bot, limits }, tell) {
      const records = engine.read(text, options), player = new engine.Bot(bot);
      const texts = records.map((record, i) => {
        if (record.isValid) record.analyse(player, limits);
        tell({ done: i + 1, all: records.length });
        return record.isValid ? record.write("pgn") : record.text;
      });
      for (const record of records) record.free();
      player.free();
      return texts;
    },
    verify(report, tell) { return schiriVerify(engine, report, tell); },
  };
  addEventListener("message", ({ data }) => {
    if (data.module) {
      engine = schiriEngine.start(data.module);
      return;
    }
    try {
      postMessage({ id: data.id, answer: tasks[data.task](data.given, (news) => postMessage({ id: data.id, news })) });
    } catch (error) {
      postMessage({ id: data.id, error: String(error.message || error) });
    }
  });
}

// In the page: a worker that executes tasks in sequence, and can be stopped.
let schiriWorkerAddress = null;
function schiriWorker(module, script) {
  if (!schiriWorkerAddress) {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    schiriWorkerAddress = typeof trustedTypes === "object" ?
      trustedTypes.createPolicy("schiri-worker", { createScriptURL: () => address }).createScriptURL("") : address;
  }
  const open = new Map();
  let worker = null, last = 0;
  function begin() {
    worker = new Worker(schiriWorkerAddress);
    worker.onmessage = ({ data }) => {
      const task = open.get(data.id);
      if (!task) return;
      if ("news" in data) {
        if (task.tell) task.tell(data.news);
        return;
      }
      open.delete(data.id);
      if ("error" in data) task.reject(new Error(data.error));
      else task.resolve(data.answer);
    };
    worker.postMessage({ module });
  }
  return {
    ask(task, given, tell) {
      if (!worker) begin();
      const id = ++last;
      worker.postMessage({ id, task, given });
      return new Promise((resolve, reject) => open.set(id, { resolve, reject, tell }));
    },
    // Pending answers are dropped.
    stop() {
      if (worker && open.size) {
        worker.terminate();
        worker = null;
      }
      for (const task of open.values()) task.resolve(null);
      open.clear();
    },
  };
}
