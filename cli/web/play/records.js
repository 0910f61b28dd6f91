// The user's records: checked as by `schiri validate`, shown, repaired, analysed, converted.
import { make, piped } from "../shared/dom.js";
import { createWorker } from "../shared/page_engine.js";
import { pattern } from "../shared/words.js";

export function createRecords({ root, engine, module, t, openRecord, save }) {
  const adviser = createWorker(module);
  const sides = [pattern("{0}. White"), pattern("{0}. Black")];
  const example = `[Event "Club evening"]
[Site "?"]
[Date "2026.05.01"]
[Round "1"]
[White "Anna"]
[Black "Emil"]
[Result "0-1"]
[Game "creeper"]

1. E7+D6 G3+F4 2. D6+E5 E1+D2 3. b1+c2 F1+E2 4. F7+E6 B7+C6 5. C2+D3 C6+D7
6. D3+C4 D2-D3 7. C1+D2 E2xC2 8. C4+D5 C2-B2 9. D5+E4 0-1
`;
  const forms = [["", t("by the file's name")], ...engine.forms.map((form) => [form, form])];
  const kinds = [["", "–"], ...engine.kinds.map((kind) => [kind.name, kind.title])];
  const choices = (options) => make("select", null, options.map(([value, text]) => make("option", { value }, text)));
  const text = make("textarea", { id: "pasted", spellcheck: "false", autocomplete: "off" });
  const form = choices(forms), game = choices(kinds);
  const files = make("input", { type: "file", multiple: true, id: "files" });
  const summary = make("p", { role: "status", id: "summary-of-records" }), list = make("div", { id: "findings" });
  let records = [], readAs = {};

  const drop = make("div", { class: "drop" },
    make("form", { onsubmit: (event) => { event.preventDefault(); check([["", text.value]]); } },
      make("label", { class: "whole" }, t("field\x04Records"), text)),
    make("div", { class: "buttons" }, make("label", null, `${t("Format")} `, form), make("label", null, `${t("Game")} `, game),
      make("label", null, `${t("Choose files")} `, files)),
    make("p", { class: "buttons" }, make("button", { type: "button", class: "main", id: "check", onclick: () => check([["", text.value]]) }, t("Check")),
      make("button", { type: "button", onclick: () => { text.value = example; check([["", example]]); } }, t("Put in an example"))));
  root.replaceChildren(make("h2", null, t("Check, replay and mend records")), make("p", null, t("Drop files here, choose them or paste records. They stay on this machine.")), drop, summary, list);

  // --- files --------------------------------------------------------------------------------------

  const magics = [["1f8b", "gzip"], ["504b0304", "zip"], ["28b52ffd", "zstd"], ["425a68", "bzip2"], ["fd377a585a", "xz"],
    ["89504e47", "picture"], ["ffd8ff", "picture"], ["47494638", "picture"]];
  const inflated = async (bytes, form) => new Uint8Array(await piped(bytes, new DecompressionStream(form)).arrayBuffer());
  const kindOf = (bytes) => {
    const front = [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return (magics.find(([magic]) => front.startsWith(magic)) || [])[1];
  };
  // UTF-8, or UTF-16 with a byte order mark or with the zero bytes of Latin letters.
  function decoded(name, bytes) {
    if (kindOf(bytes) === "picture") throw new Error(t("{0} is no text but {1}.", name, t("a picture")));
    const zeros = [0, 1].map((odd) => bytes.slice(0, 400).filter((byte, i) => i % 2 === odd && byte === 0).length);
    const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" :
      zeros[1] > 4 && !zeros[0] ? "utf-16le" : zeros[0] > 4 && !zeros[1] ? "utf-16be" : null;
    if (!mark && zeros[0] + zeros[1]) throw new Error(t("{0} is no text but {1}.", name, t("binary data")));
    return new TextDecoder(mark || "utf-8").decode(bytes);
  }
  // The files of a zip archive, from its list at the end.
  async function unzipped(name, bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), files = [];
    let end = bytes.length - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) --end;
    if (end < 0) throw new Error(t("{0} is no text but {1}.", name, t("binary data")));
    let at = view.getUint32(end + 16, true);
    for (let i = 0, count = view.getUint16(end + 10, true); i < count && view.getUint32(at, true) === 0x02014b50; ++i) {
      const method = view.getUint16(at + 10, true), size = view.getUint32(at + 20, true), length = view.getUint16(at + 28, true), start = view.getUint32(at + 42, true);
      const inner = new TextDecoder().decode(bytes.slice(at + 46, at + 46 + length));
      const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true), content = bytes.slice(from, from + size);
      if (!inner.endsWith("/")) {
        if (method !== 0 && method !== 8) throw new Error(t("{0} is compressed in a way that browsers cannot read.", inner));
        files.push([inner, decoded(inner, method === 8 ? await inflated(content, "deflate-raw") : content)]);
      }
      at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
    return files;
  }
  // The texts of a file by their names.
  async function textsOf(file) {
    const bytes = new Uint8Array(await file.arrayBuffer()), its = kindOf(bytes);
    if (["zstd", "bzip2", "xz"].includes(its)) throw new Error(t("{0} is compressed with {1}, which browsers cannot decompress. Decompress it first.", file.name, its));
    if (its === "zip") return unzipped(file.name, bytes);
    return [[file.name, decoded(file.name, its === "gzip" ? await inflated(bytes, "gzip") : bytes)]];
  }
  async function take(chosen) {
    const read = [];
    for (const file of chosen) {
      try {
        read.push(...await textsOf(file));
      } catch (error) {
        summary.textContent = error.name === "Error" ? error.message : t("{0} is compressed in a way that browsers cannot read.", file.name);
        list.replaceChildren();
        return;
      }
    }
    text.value = read.length === 1 ? read[0][1] : "";
    check(read);
  }
  files.addEventListener("change", () => take([...files.files]));
  for (const kind of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", kind === "dragover");
      if (kind === "drop" && event.dataTransfer.files.length) take([...event.dataTransfer.files]);
      else if (kind === "drop") { text.value = event.dataTransfer.getData("text"); check([["", text.value]]); }
    });
  }

  const formOf = (name, content) => form.value || (/^\s*(?:\[\s*)?\{/.test(content) ? "json" : /\.csv$/i.test(name) ? "csv" : "pgn");

  function check(sources) {
    for (const { record } of records) record.free();
    records = [];
    try {
      for (const [name, content] of sources) {
        readAs = { form: formOf(name, content), game: game.value || null };
        for (const record of engine.read(content, readAs)) records.push({ record, name, options: readAs });
      }
    } catch (error) {
      summary.textContent = error.message;
    }
    show();
  }
  function show() {
    const valid = records.filter(({ record }) => record.isValid).length, turns = records.reduce((all, { record }) => all + record.length, 0);
    if (records.length === 0) {
      summary.textContent = t("There is no record in this text.");
      list.replaceChildren();
      return;
    }
    summary.textContent = t("{0} {0:game|games}, {1} valid, {2} invalid, {3} turns", records.length, valid, records.length - valid, turns);
    const most = 200;
    const all = make("div", { class: "record" }, make("h3", null, t("All games")), make("p", { class: "buttons" },
      make("label", null, `${t("Convert to")} `, converter(() => records.map(({ record }) => record)))));
    // Records with findings come first.
    const order = [...records].sort((a, b) => b.record.findings.length - a.record.findings.length).slice(0, most);
    list.replaceChildren(...(records.length > 1 ? [all] : []), ...order.map(card));
    showCarets();
  }
  // On a narrow page the marked text would be outside the visible part of its line.
  function showCarets() {
    for (const caret of list.querySelectorAll(".caret")) {
      const box = caret.parentElement, left = caret.getBoundingClientRect().left - box.getBoundingClientRect().left;
      box.scrollLeft += left - box.clientWidth / 2;
    }
  }
  function placeOf(record, finding) {
    if (!finding.turn) return t("game {0}", record.index);
    const began = beganBlack(record) ? 1 : 0, ply = finding.turn - 1 + began;
    return t("game {0}, turn {1} ({2})", record.index, finding.turn, t(sides[ply % 2], Math.floor(ply / 2) + 1));
  }
  function beganBlack(record) {
    try {
      const start = record.replay(0), isBlack = start.side === 1;
      start.free();
      return isBlack;
    } catch (error) {
      return false;
    }
  }
  // The sentences that do not speak of the command line.
  const withoutCommands = (text) => text.split(/(?<=[.;:])\s+/).filter((sentence) => !/--\w|['„\u202f]schiri |iconv /.test(sentence)).join(" ").replace(/\s*[;:]$/, ".");
  function findingView(name, record, finding) {
    // Pasted text has no name.
    const where = name ? `${name}:${finding.line}:${finding.column}` : t("line {0}, column {1}", finding.line, finding.column);
    const line = `${where}: ${finding.isError ? t("error") : t("warning")}: ${finding.message} [${finding.code}; ${placeOf(record, finding)}]`;
    const number = String(finding.line);
    const excerpt = finding.excerpt ? make("pre", { class: "excerpt", tabindex: 0, role: "region", "aria-label": t("line {0}, column {1}", finding.line, finding.column) },
      `${number} | ${finding.excerpt}\n${" ".repeat(number.length)} | ${" ".repeat(finding.caret)}`,
      make("span", { class: "caret" }, `^${"~".repeat(Math.max(0, finding.length - 1))}`)) : null;
    return make("div", { class: `finding${finding.isError ? " error" : ""}` }, make("p", { class: "said" }, line), excerpt,
      make("details", null, make("summary", null, `${t("What it means")}, ${t("What to do")}`), ...[engine.meaning(finding.code), engine.remedy(finding.code)].map((advice) => make("p", null, withoutCommands(advice)))));
  }
  function converter(chosen) {
    const box = choices([["", "…"], ...engine.forms.filter((name) => name !== "csv").map((name) => [name, name])]);
    box.addEventListener("change", () => {
      if (!box.value) return;
      try {
        const texts = chosen().filter((record) => record.isValid).map((record) => record.write(box.value));
        save(`records.${box.value === "pgn" ? "pgn" : box.value === "json" ? "json" : "txt"}`, texts.join(""));
      } catch (error) {
        summary.textContent = t("It cannot be written so: {0}", error.message);
      }
      box.value = "";
    });
    return box;
  }
  function card(entry) {
    const { record, name } = entry, said = make("p", { role: "status", class: "note" });
    const white = record.tag("White") || "?", black = record.tag("Black") || "?";
    const pieces = [make("h3", null, `${t("Game {0}", record.index)}: ${white} – ${black}`),
      make("p", { class: "tag" }, [engine.kind(record.game) ? engine.kind(record.game).title : record.game, record.result, `${record.length} ${t("Turns")}`, record.isValid ? t("valid") : t("broken")].filter(Boolean).join(" · ")),
      ...record.findings.map((finding) => findingView(name, record, finding))];
    const mend = async () => {
      try {
        const done = record.repair();
        said.textContent = done.length ? t("Mended: {0}", done.join("; ")) : t("Nothing can be mended without guessing.");
        if (done.length) replaceBy(entry, record.write("pgn"), said.textContent);
      } catch (error) {
        said.textContent = t("Nothing can be mended without guessing.");
      }
    };
    const analyse = async () => {
      said.textContent = t("Analysing …");
      const answer = await adviser.ask("analyse", { text: record.write("pgn"), options: { form: "pgn" }, bot: "alphabeta", limits: { nodes: 20000 } });
      if (answer) replaceBy(entry, answer[0], t("Analysed; the record has the comments."));
    };
    const onBoard = () => {
      const start = record.replay(0);
      openRecord({ name: record.game, variant: record.variant, start: start.position, turns: record.played }, record);
      start.free();
    };
    const buttons = make("p", { class: "buttons" },
      record.length || record.isValid ? make("button", { type: "button", "data-do": "show", onclick: onBoard }, t("Show on the board")) : null,
      make("button", { type: "button", "data-do": "mend", onclick: mend }, t("Mend")),
      record.isValid && record.length ? make("button", { type: "button", "data-do": "analyse", onclick: analyse }, t("Analyse")) : null,
      record.isValid ? make("label", null, `${t("Convert to")} `, converter(() => [record])) : null,
      make("button", { type: "button", "data-do": "save", onclick: () => save("record.pgn", record.isValid ? record.write("pgn") : record.text) }, t("Download")));
    entry.element = make("div", { class: "record" }, pieces, buttons, said);
    return entry.element;
  }
  // The new text of the record replaces the old one, and is checked.
  function replaceBy(entry, written, news) {
    const [record] = engine.read(written, { form: "pgn", game: entry.options.game });
    const before = entry.element;
    entry.record.free();
    entry.record = record;
    entry.name = "";
    before.replaceWith(card(entry));
    showCarets();
    entry.element.querySelector("p[role=status]").textContent = news;
    entry.element.append(make("details", { open: true }, make("summary", null, t("Record")), make("pre", { class: "excerpt", tabindex: 0, role: "region", "aria-label": t("Record") }, written)));
    if (records.length === 1) text.value = written;
  }
  return {
    close() {
      adviser.close();
      for (const { record } of records) record.free();
    },
  };
}
