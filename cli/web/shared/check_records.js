// Many records, in the worker of the page.

// Milliseconds between two pieces of news.
const pace = 100;

// What the page shows of a record of a text called `name`. `read` is the text and the options that read it again.
export function looked(record, name, options) {
  const { index, game, variant, result, length, isValid, findings, text } = record;
  return { name, read: { text, options }, index, game, variant, result, length, isValid, findings, white: record.tag("White"), black: record.tag("Black"),
    isBlackFirst: findings.some(({ turn }) => turn) && beganBlack(record) };
}
function beganBlack(record) {
  try {
    const start = record.replay(0), isBlack = start.side === 1;
    start.free();
    return isBlack;
  } catch (error) {
    return false;  // a record of an unknown game
  }
}

// Checks the records of texts, each {name, text, options}. Tells the records since the last news, as looked()
// has them, and the share of all texts that has been read.
export function check(engine, { sources }, tell) {
  const all = sources.reduce((sum, { text }) => sum + text.length, 0) || 1;
  let records = [], read = 0, told = performance.now();
  const news = () => {
    tell({ records, share: Math.min(1, read / all) });
    records = [];
    told = performance.now();
  };
  try {
    for (const { name, text, options } of sources) {
      engine.visitRecords(text, options, (record) => {
        records.push(looked(record, name, options));
        read += record.text.length;
        record.free();
        if (performance.now() - told > pace) news();
      });
    }
  } finally {
    news();
  }
}

// The texts of valid records in a format, and what it cannot hold of how many of them: {texts, losses: [[what,
// games], ...]}. A record is the `read` of looked().
export function convert(engine, { records, form }, tell) {
  const losses = new Map();
  let told = performance.now();
  const texts = records.map(({ text, options }, i) => {
    const [record] = engine.read(text, options), written = record.write(form);
    for (const loss of record.losses(form)) losses.set(loss, (losses.get(loss) || 0) + 1);
    record.free();
    if (performance.now() - told > pace) {
      tell({ share: i / records.length });
      told = performance.now();
    }
    return written;
  });
  return { texts, losses: [...losses] };
}
