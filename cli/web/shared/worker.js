// Long computations in a worker: its tasks, and the queue of its owner, which ends the worker to stop them
// and starts another one. For the page, the report, and the package in cli/share/npm.

import { schiriEngine } from "./engine.js";

// In the worker: a function for the messages of the owner, whose answers go to `post`. `more` are further
// tasks, functions of the engine, what is given, and a listener; they may be asynchronous.
export function taskReceiver(post, more) {
  let engine = null, last = Promise.resolve();
  const tasks = {
    think(its, { spec, bot, limits, seed }, tell) {
      const game = its.game(spec), player = new its.Bot(bot);
      try {
        // Without a seed that of the description counts.
        if (seed !== undefined && seed !== null) player.newGame(seed);
        return player.think(game, limits, tell);
      } finally {
        player.free();
        game.free();
      }
    },
    // The texts of records analysed by a bot.
    analyse(its, { text, options, bot, limits }, tell) {
      const records = its.read(text, options), player = new its.Bot(bot);
      const texts = records.map((record, i) => {
        if (record.isValid) record.analyse(player, limits);
        tell({ done: i + 1, all: records.length });
        return record.isValid ? record.write("pgn") : record.text;
      });
      for (const record of records) record.free();
      player.free();
      return texts;
    },
    ...more,
  };
  function start({ module, words }) {
    engine = schiriEngine.start(module);
    if (words) engine.setLanguage(words.language, words.texts);
  }
  async function execute({ id, task, given }) {
    try {
      post({ id, answer: await tasks[task](engine, given, (news) => post({ id, news })) });
    } catch (error) {
      post({ id, error: String(error.message || error), status: error.status });
    }
  }
  return (data) => {
    if (data.module) start(data);
    else last = last.then(() => execute(data));
  };
}

// For its owner: a worker that executes tasks in sequence, and can be stopped. `open` starts a worker,
// which is {post, end}, with a function for its answers and one for its failure. `words`: {language, texts} of
// setLanguage(), English without them.
/** @param {any} [words] */
export function taskQueue(module, open, words) {
  const pending = new Map();
  let worker = null, last = 0;
  function receive(data) {
    const task = pending.get(data.id);
    if (!task) return;
    if ("news" in data) {
      try {
        if (task.tell) task.tell(data.news);
      } catch (error) {
        pending.delete(data.id);
        task.reject(error);
        restart();
      }
      return;
    }
    pending.delete(data.id);
    if ("error" in data) task.reject(new schiriEngine.EngineError(data.error, data.status));
    else task.resolve(data.answer);
  }
  // Takes all pending tasks away from the worker, and ends it.
  function close() {
    const tasks = [...pending.values()];
    pending.clear();
    if (worker) worker.end();
    worker = null;
    return tasks;
  }
  function begin() {
    const its = open(
      (data) => { if (worker === its) receive(data); },
      (error) => { if (worker === its) for (const task of close()) task.reject(error); });
    worker = its;
    worker.post({ module, words });
  }
  function send(id, its) {
    if (!worker) begin();
    worker.post({ id, task: its.task, given: its.given });
    pending.set(id, its);
  }
  // Ends what the worker does now; the other tasks begin anew.
  function restart() {
    const others = [...pending];
    close();
    for (const [id, its] of others) send(id, its);
  }
  return {
    ask(task, given, tell) {
      return new Promise((resolve, reject) => send(++last, { task, given, resolve, reject, tell }));
    },
    // Pending answers are dropped: they become null.
    stop() {
      if (pending.size) for (const task of close()) task.resolve(null);
    },
    close() {
      for (const task of close()) task.resolve(null);
    },
  };
}
