// The memory of the engine, for engine.js: texts and room in it, and its errors.
export const statuses = { illegal: 2, over: 3, stopped: 4, wrong: 5, memory: 6 };

export class EngineError extends Error {
  constructor(message, status) {
    super(message);
    this.name = "EngineError";
    this.status = status;
  }
  get isIllegal() { return this.status === statuses.illegal || this.status === statuses.over; }
}

// A number for C, in which a negative, broken or larger one would be another.
export function whole(value, what, most = 2n ** 64n - 1n) {
  const isWhole = typeof value === "bigint" || Number.isSafeInteger(value);
  if (!isWhole || value < 0 || value > most) throw new EngineError(`${what} is a whole number from 0 to ${most}, not ${String(value)}`, statuses.wrong);
  return BigInt(value);
}
export const count = (value, what) => Number(whole(value, what, 2n ** 32n - 1n));

const encoder = new TextEncoder(), decoder = new TextDecoder();

// `c`: the exports of the engine's module.
export function memoryOf(c) {
  const view = () => new DataView(c.memory.buffer);
  const bytes = () => new Uint8Array(c.memory.buffer);
  const number = (at) => view().getUint32(at, true), big = (at) => Number(view().getBigUint64(at, true));

  /** @returns {any} */
  function textAt(at) {
    if (!at) return null;
    const all = bytes();
    return decoder.decode(all.subarray(at, all.indexOf(0, at)));
  }
  function taken(at) {
    const text = textAt(at);
    c.schiri_free(at);
    return text;
  }
  function fail(status) {
    const [message, itsStatus] = withRoom(4, (room) => [textAt(c.schiri_error(room)), number(room)]);
    throw new EngineError(message, status ?? itsStatus);
  }
  const orFail = (at) => at || fail();
  const done = (status) => { if (status) fail(status); };
  // Facts as the engine tells them.
  const facts = (at) => JSON.parse(taken(orFail(at)));
  const linesOf = (text) => (text ? text.replace(/\n$/, "").split("\n").filter((line, _i, all) => line || all.length > 1) : []);

  // Room in the memory of the engine, which may be full.
  function allocated(size) {
    const at = c.malloc(size);
    if (!at) throw new EngineError("there is not enough memory", statuses.memory);
    return at;
  }

  // Calls with texts as C strings, which are freed afterwards.
  function withTexts(texts, work) {
    const places = [];
    const place = (text) => {
      if (text === null || text === undefined) return 0;
      if (String(text).includes("\0")) throw new EngineError("a text must not contain the character 0", statuses.wrong);
      const encoded = encoder.encode(text), at = allocated(encoded.length + 1);
      bytes().set(encoded, at);
      bytes()[at + encoded.length] = 0;
      return at;
    };
    try {
      for (const text of texts) places.push(place(text));
      return work(...places);
    } finally {
      places.forEach((at) => c.free(at));
    }
  }
  function withRoom(size, work) {
    const at = allocated(size);
    bytes().fill(0, at, at + size);
    try {
      return work(at);
    } finally {
      c.free(at);
    }
  }
  return { view, bytes, number, big, textAt, taken, fail, orFail, done, facts, linesOf, allocated, withTexts, withRoom };
}
