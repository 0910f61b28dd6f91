// The engine: schiri.h as WebAssembly, with handles as objects. Runs in the page and in its worker, and is
// the core of the package for JavaScript (cli/share/npm), whose schiri.d.ts describes it.
import { EngineError, count, memoryOf, statuses, whole } from "./engine_memory.js";

export const schiriEngine = (() => {
  /** @type {{[outcome: string]: 1 | 2 | 3}} */
  const outcomes = { white: 1, black: 2, draw: 3 };
  const bounds = { ">": 1, "<": -1, "": 0 };
  const tieBreaks = ["direct_encounter", "sonneborn_berger", "buchholz"];
  const wide = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;
  const joining = /^[\p{M}\u200d\p{Emoji_Modifier}]$/u;

  function start(module) {
    const encoder = new TextEncoder(), decoder = new TextDecoder();
    /** @type {{record: any, thought: any, turn: any}} */
    const listeners = { record: null, thought: null, turn: null };
    let c = null;
    /** @type {any} until the module has started */
    let memory = null;

    // Functions of an operating system.
    const system = {
      clock_time_get(_kind, _precision, at) {
        memory.view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      // Of newer compilers; nothing is open.
      fd_close: () => 8,
      proc_exit() { throw new Error("the engine has come to its end"); },
    };
    const door = {
      record: (handle) => (listeners.record(handle) ? 1 : 0),
      thought: (at) => { if (listeners.thought) listeners.thought(JSON.parse(memory.textAt(at))); },
      turn: (at) => (listeners.turn(memory.textAt(at)) ? 1 : 0),
      // `form`: the bits of utf8proc.h.
      compose(at, size, to, room, form) {
        let text = decoder.decode(memory.bytes().slice(at, at + size)).normalize("NFC");
        if (form & 1024) text = text.toUpperCase().toLowerCase().normalize("NFC");
        if (form & 8192) text = text.normalize("NFD").replace(/\p{M}/gu, "");
        const composed = encoder.encode(text);
        memory.bytes().set(composed.subarray(0, room), to);
        return composed.length;
      },
      character: (code) => { const text = String.fromCodePoint(code); return joining.test(text) ? 1 : wide.test(text) ? 2 : 0; },
    };
    /** @type {WebAssembly.Imports} */
    const imports = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      imports[from] = imports[from] || {};
      if (kind === "function") imports[from][name] = (from === "schiri" ? door : system)[name] || (() => 0);
    }
    c = /** @type {any} */ (new WebAssembly.Instance(module, imports).exports);
    memory = memoryOf(c);
    if (c._initialize) c._initialize();
    const { view, bytes, number, big, textAt, taken, fail, orFail, done, facts, linesOf, allocated, withTexts, withRoom } = memory;

    // Calls the engine with a listener. An exception must not pass through C++: it stops the engine, and is
    // thrown when the engine has returned.
    function listening(name, listener, stop, work) {
      const before = listeners[name], failures = [];
      listeners[name] = listener && ((its) => {
        if (failures.length) return false;
        try {
          return listener(its) !== false;
        } catch (error) {
          failures.push(error);
          stop();
          return false;
        }
      });
      try {
        return work();
      } finally {
        listeners[name] = before;
        if (failures.length) throw failures[0];
      }
    }

    // What the engine owns: freed by free(), or some time after the last use of its object.
    const forgotten = new FinalizationRegistry(([free, handle]) => free(handle));
    class Owned {
      constructor(handle, free) {
        this.owned = orFail(handle);
        this.freeHandle = free;
        forgotten.register(this, [free, handle], this);
      }
      get handle() {
        if (!this.owned) throw new EngineError("the object has been freed", statuses.wrong);
        return this.owned;
      }
      free() {
        if (this.owned) this.freeHandle(this.owned);
        this.owned = 0;
        forgotten.unregister(this);
      }
    }

    class Kind {
      constructor(its) {
        this.name = its.name;
        this.title = its.title;
        this.summary = its.summary;
        this.rules = its.rules;
        this.endings = its.endings;
        this.variants = its.variants;
        this.settings = new Map(Object.entries(its.settings));
        this.hasRoll = its.starts_with_roll;
        this.streamsTurns = its.streams_turns;
        this.planes = its.planes;
        this.scale = its.scale;
        this.boards = its.boards;
      }
      places(variant) { return (this.boards[(variant || "").split(";")[0].trim()] || this.boards[this.variants[0]]).places; }
    }

    class Game extends Owned {
      constructor(handle) { super(handle, c.schiri_game_free); }
      copy() { return new Game(c.schiri_game_copy(this.handle)); }
      get side() { return c.schiri_game_side(this.handle); }
      get position() { return taken(orFail(c.schiri_game_position(this.handle))); }
      // Name, variant, start, turns and figures, as schiri_game_json() tells them.
      get facts() { return facts(c.schiri_game_json(this.handle)); }
      get start() { return this.facts.start; }
      get length() { return this.facts.played.length; }
      get variant() { return this.facts.variant; }
      get name() { return this.facts.name; }
      get kind() { const its = this.name; return kinds.find(({ name }) => name === its); }
      get played() { return [...this.facts.played]; }
      /**
       * null, or {result: 1 White has won, 2 Black, 3 drawn; reason}.
       * @returns {any}
       */
      get ending() {
        return withRoom(4, (room) => {
          const result = c.schiri_game_ending(this.handle, room);
          return result > 0 ? { result, reason: textAt(number(room)) } : null;
        });
      }
      get figures() { return this.facts.figures; }
      // Throws an EngineError that names the violated rule.
      play(turn) { withTexts([turn], (at) => done(c.schiri_game_play(this.handle, at))); }
      undo(turns = 1) { done(c.schiri_game_undo(this.handle, count(turns, "the number of turns"))); }
      isLegal(turn) {
        const status = withTexts([turn], (at) => c.schiri_game_check_turn(this.handle, at));
        if (status >= statuses.wrong) fail(status);
        return !status;
      }
      countTurns() {
        return withRoom(8, (room) => {
          done(c.schiri_game_count_turns(this.handle, room));
          return big(room);
        });
      }
      // The legal turns, at most `limit` of them unless it is 0. There may be millions.
      turns(limit = 0) { return linesOf(taken(orFail(c.schiri_game_turns(this.handle, whole(limit, "the limit"))))); }
      // Passes each legal turn to the visitor until it returns false. Were all passed?
      visitTurns(visitor, limit = 0) {
        return listening("turn", visitor, () => {}, () => {
          const status = c.engine_visit_turns(this.handle, whole(limit, "the limit"));
          if (status && status !== statuses.stopped) fail(status);
          return !status;
        });
      }
      randomTurn(seed = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)) {
        return withRoom(8, (room) => {
          view().setBigUint64(room, whole(seed, "the seed"), true);
          return taken(orFail(c.schiri_game_random_turn(this.handle, room, 0)));
        });
      }
      board() { return this.drawn("text"); }
      svg(options) {
        const { theme, coordinates = true, width = 400 } = options || {};
        return this.drawn(theme || "system", coordinates, width);
      }
      drawn(form, coordinates = false, width = 0) {
        return withTexts([form], (at) => taken(orFail(c.schiri_game_draw(this.handle, at, coordinates ? 1 : 0, width))));
      }
      // The input of a network: the numbers of all planes, see Kind.planes.
      planes() {
        const { names, rows, columns } = this.kind.planes;
        const count = names.length * rows * columns;
        return withRoom(4 * count, (room) => {
          done(c.schiri_game_planes(this.handle, 0, room, count));
          return new Float32Array(c.memory.buffer.slice(room, room + 4 * count));
        });
      }
      // The continuations of a beginning of a turn, or null: {begun, next, isTurn}.
      parts(beginning) {
        const list = withTexts([beginning], (at) => c.schiri_game_parts(this.handle, at));
        if (!list) return null;
        const { begun, next, is_turn: isTurn } = JSON.parse(taken(list));
        return { begun, next, isTurn };
      }
      record(tags) {
        const record = new Record(c.schiri_record_of_game(this.handle));
        for (const [name, value] of Object.entries(tags || {})) record.setTag(name, value);
        return record;
      }
    }

    class Record extends Owned {
      constructor(handle) { super(handle, c.schiri_record_free); }
      copy() { return new Record(c.schiri_record_copy(this.handle)); }
      get isValid() { return c.schiri_record_is_valid(this.handle) === 1; }
      // All of it, as schiri_record_json() tells it: kept until the next edit, so not to be changed.
      get facts() {
        const { handle } = this;
        return this.told ||= facts(c.schiri_record_json(handle));
      }
      edit(work) {
        this.told = null;
        return work(this.handle);
      }
      get index() { return this.facts.index; }
      get line() { return this.facts.line; }
      get game() { return this.facts.game; }
      get variant() { return this.facts.variant; }
      get result() { return this.facts.result; }
      get length() { return this.facts.played.length; }
      get text() { return this.facts.text; }
      turn(index) { return this.facts.played[index] ?? null; }
      get played() { return [...this.facts.played]; }
      // Turns, comments and more, piece by piece: ["turn", "E7+D6"].
      get movetext() { return this.facts.movetext.map((piece) => [...piece]); }
      set movetext(pieces) { withTexts([JSON.stringify(pieces)], (at) => this.edit((handle) => done(c.schiri_record_set_movetext(handle, at)))); }
      /** @returns {any} */
      get ending() {
        const { outcome, ending } = this.facts;
        return outcome ? { result: outcomes[outcome], reason: ending } : null;
      }
      // A map of the record itself: what is changed there is changed here.
      get tags() {
        const tags = new Map(), { set, delete: remove } = Map.prototype;
        for (const [name, value] of this.facts.tags) if (!tags.has(name)) tags.set(name, value);
        return Object.assign(tags, {
          set: (name, value) => { this.setTag(name, value); return set.call(tags, name, value); },
          delete: (name) => { if (tags.has(name)) this.setTag(name, null); return remove.call(tags, name); },
          clear: () => { for (const name of [...tags.keys()]) tags.delete(name); },
        });
      }
      tag(name) { return withTexts([name], (at) => textAt(c.schiri_record_tag(this.handle, at))); }
      setTag(name, value) { withTexts([name, value], (a, b) => this.edit((handle) => done(c.schiri_record_set_tag(handle, a, b)))); }
      setResult(result) { this.setTag("Result", result); }
      replay(turns = 0xffffffff) { return new Game(c.schiri_record_replay(this.handle, count(turns, "the number of turns"))); }
      write(form = "pgn") { return withTexts([form], (at) => taken(orFail(c.schiri_record_write(this.handle, at, 0)))); }
      // What a format cannot hold of it.
      losses(form) {
        return withRoom(4, (room) => withTexts([form], (at) => {
          taken(orFail(c.schiri_record_write(this.handle, at, room)));
          return linesOf(taken(number(room)));
        }));
      }
      repair() { return this.edit((handle) => linesOf(taken(orFail(c.schiri_record_repair(handle))))); }
      get findings() { return this.facts.findings.map(({ is_error: isError, ...finding }) => ({ ...finding, isError })); }
      // Of the movetext without variations: the comments after each turn and the NAGs of each turn, from
      // 0 on for those before the first.
      get annotations() {
        const comments = [""];
        /** @type {string[][]} */
        const glyphs = [[]];
        let depth = 0;
        for (const [kind, text] of this.facts.movetext) {
          if (kind === "variation open") ++depth;
          else if (kind === "variation close") --depth;
          else if (depth > 0) continue;
          else if (kind === "turn") {
            comments.push("");
            glyphs.push([]);
          } else if (kind === "comment") comments[comments.length - 1] += `${comments[comments.length - 1] ? " " : ""}${text}`;
          else if (kind === "nag") glyphs[glyphs.length - 1].push(text);
        }
        return { comments, glyphs };
      }
      addComment(turns, comment) {
        const pieces = this.movetext, places = pieces.flatMap(([kind], i) => (kind === "turn" ? [i] : [])), place = count(turns, "the number of turns");
        if (place > places.length) throw new EngineError(`the record has only ${places.length} turns`, statuses.wrong);
        pieces.splice(places[place] ?? pieces.length, 0, ["comment", comment]);
        this.movetext = pieces;
      }
      analyse(bot, limits) { withTexts([limitsText(limits)], (at) => this.edit((handle) => done(c.schiri_record_analyse(handle, bot.handle, at)))); }
    }

    // Without limits, those of the bot's description. In JSON what is no number would be no limit.
    const limitsText = (limits) => JSON.stringify(Object.fromEntries(Object.entries(limits || {}).map(([name, value]) => {
      const limit = Number(value ?? 0);
      if (Number.isNaN(limit)) throw new EngineError(`${name}: expected a whole number of at least 0`, statuses.wrong);
      return [name, limit];
    })));

    class Bot extends Owned {
      constructor(description) { super(withTexts([description], (at) => orFail(c.schiri_bot_new(at))), c.schiri_bot_free); }
      newGame(seed) { done(c.schiri_bot_new_game(this.handle, whole(seed, "the seed"))); }
      think(game, limits, listener) {
        return listening("thought", listener, () => this.stop(), () => {
          return withTexts([limitsText(limits)], (at) => facts(c.engine_think(this.handle, game.handle, at)));
        });
      }
      // For its listener.
      stop() { c.schiri_bot_stop(this.handle); }
    }

    // Rows as `schiri ratings --format json` has them, by game, variant and pool.
    function pools(rows) {
      const lists = new Map();
      for (const row of linesOf(rows).map((line) => JSON.parse(line))) {
        const key = JSON.stringify([row.game, row.variant, row.pool]);
        lists.set(key, [...(lists.get(key) || []), row]);
      }
      return [...lists.values()];
    }

    class Ratings extends Owned {
      constructor() { super(c.engine_ratings_new(), c.engine_ratings_free); }
      add(record) { done(c.engine_ratings_add(this.handle, record.handle)); }
      addResult(result) { withTexts([JSON.stringify(result)], (at) => done(c.engine_ratings_add_result(this.handle, at))); }
      set(option, value = null) { withTexts([option, value], (...at) => done(c.engine_ratings_set(this.handle, ...at))); }
      // [{game, variant, pool, players: [{name, rating, error, low, high, wins, draws, losses, bound}]}]
      rate() {
        return pools(taken(orFail(c.engine_ratings_rate(this.handle)))).map((rows) => ({ game: rows[0].game, variant: rows[0].variant, pool: rows[0].pool,
          players: rows.map(({ player: name, rating, error, low, high, wins, draws, losses, bound }) => ({ name, rating: rating ?? NaN, error: error ?? NaN,
            low: low ?? NaN, high: high ?? NaN,
            wins, draws, losses, bound: bounds[bound || ""] })) }));
      }
      // Cross tables of a game and variant: [{rows: [{name, points, games, tieBreaks}]}]
      tables() {
        return pools(taken(orFail(c.engine_ratings_table(this.handle)))).map((rows) => ({
          rows: rows.map((row) => ({ name: row.player, points: row.points, games: row.games, tieBreaks: tieBreaks.map((key) => row[key]) })) }));
      }
    }

    // Passes each record of a text to the visitor as soon as it is read, until it returns false. Were all passed?
    function visitRecords(text, options, visitor) {
      const encoded = encoder.encode(text), at = allocated(encoded.length + 1);
      bytes().set(encoded, at);
      try {
        return listening("record", (handle) => visitor(new Record(handle)), () => {}, () => {
          const status = withTexts([JSON.stringify(options || {})], (given) => c.engine_read(at, encoded.length, given));
          if (status && status !== statuses.stopped) fail(status);
          return !status;
        });
      } finally {
        c.free(at);
      }
    }

    const { games, forms, bots } = facts(c.schiri_facts()), kinds = games.map((its) => new Kind(its));
    let codes = null;  // in the language that is set
    const advice = (code) => (codes ||= facts(c.schiri_facts()).codes)[code];

    return {
      kinds, Game, Record, Bot, Ratings, EngineError,
      bots, forms,
      version: textAt(c.schiri_version()),
      kind: (name) => kinds.find((kind) => kind.name === name),
      // The language of findings and errors; the table has each English sentence with its translations.
      setLanguage(language, table) { withTexts([language, JSON.stringify(table)], (a, b) => done(c.engine_set_language(a, b))); codes = null; },
      // A game with its turns played: {name, variant, start, turns}.
      game({ name, variant, start, roll, turns }) {
        const game = new Game(withTexts([name, variant, start, roll], (...at) => c.schiri_game_new(...at, 0)));
        for (const turn of turns || []) game.play(turn);
        return game;
      },
      drawn: (name, variant, seed) => withRoom(8, (room) => {
        view().setBigUint64(room, whole(seed, "the seed"), true);
        return new Game(withTexts([name, variant], (a, b) => c.schiri_game_new(a, b, 0, 0, room)));
      }),
      // The records of a text, in order.
      read(text, options) {
        const records = [];
        visitRecords(text, options, (record) => records.push(record));
        return records;
      },
      visitRecords,
      meaning: (code) => advice(code)?.meaning ?? null,
      remedy: (code) => advice(code)?.remedy ?? null,
    };
  }

  return { start, EngineError };
})();
