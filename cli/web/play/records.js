// The user's records: checked as by `schiri validate`, shown, repaired, analysed, converted.
import { textsOf } from "./files.js";
import { looked } from "../shared/check_records.js";
import { make } from "../shared/dom.js";
import { createWorker } from "../shared/page_engine.js";
import { pattern } from "../shared/words.js";

// Longer texts of files are checked, but not put into the field.
const mostInField = 1000000;
// Records that are shown at a time.
const mostShown = 200;
// Milliseconds of work after which its progress is shown.
const patience = 300;

// `before`: the `state` of records before, in another language.
export function createRecords({ before = /** @type {any} */ (null), root, engine, module, t, openRecord, save }) {
  const adviser = createWorker(module, t.language), checker = createWorker(module, t.language);
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
  // The same file can be chosen again.
  const files = make("input", { type: "file", multiple: true, id: "files", onclick: () => { files.value = ""; } });
  const summary = make("p", { role: "status", id: "summary-of-records" }), list = make("div", { id: "findings" });
  const bar = make("progress", { max: 1, value: 0, "aria-label": t("Checking …") }), count = make("span", { class: "note" });
  const progress = make("p", { class: "buttons", hidden: true, id: "progress-of-records" }, bar, count,
    make("button", { type: "button", "data-do": "stop", onclick: () => checker.stop() }, t("Stop")));
  // What the worker has found of each record, see looked() there; `work` counts its tasks, `choice` those of files.
  // `sources` are the names and texts that were last checked, `written` what the field held then.
  // `replacing` is put in place of records once these are checked.
  let records = [], replacing = [], work = 0, choice = 0, sources = [], written = "", asked = null;
  // Checks what is in the field, or again what was not put there: files, with another format or game.
  const checkField = () => { check(text.value === written && sources.length ? sources : [["", text.value]]); };

  const drop = make("div", { class: "drop" },
    make("form", { onsubmit: (event) => { event.preventDefault(); checkField(); } },
      make("label", { class: "whole" }, t("field\x04Records"), text)),
    make("div", { class: "buttons" }, make("label", null, `${t("Format")} `, form), make("label", null, `${t("Game")} `, game),
      make("label", null, `${t("Choose files")} `, files)),
    make("p", { class: "buttons" }, make("button", { type: "button", class: "main", id: "check", onclick: checkField }, t("Check")),
      make("button", { type: "button", onclick: () => { text.value = example; check([["", example]]); } }, t("Put in an example"))));
  root.replaceChildren(make("h2", null, t("Check, replay and mend records")), make("p", null, t("Drop files here, choose them or paste records. They stay on this machine.")), drop, progress, summary, list);

  async function take(chosen) {
    const read = [], mine = ++choice;
    for (const file of chosen) {
      try {
        read.push(...await textsOf(t, file));
      } catch (error) {
        if (mine !== choice) return;
        summary.textContent = error.name === "Error" ? error.message : t("{0} is compressed in a way that browsers cannot read.", file.name);
        list.replaceChildren();
        return;
      }
    }
    if (mine !== choice) return;
    text.value = read.length === 1 && read[0][1].length <= mostInField ? read[0][1] : "";
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

  const formOf = (name, content, wanted) => wanted || (/^\s*(?:\[\s*)?\{\s*["}]/.test(content) ? "json" : /\.(csv|tsv)(\.gz)?$/i.test(name) ? "csv" : "pgn");

  // Lets the worker do a task, and shows its progress. Returns {answer, isStopped}, or null if another task has
  // taken its place.
  async function done(task, given, tell) {
    checker.stop();
    const mine = ++work, waiting = setTimeout(() => { progress.hidden = false; }, patience);
    bar.value = 0;
    count.textContent = "";
    list.setAttribute("aria-busy", "true");
    try {
      const answer = await checker.ask(task, given, (news) => {
        if (mine !== work) return;
        bar.value = news.share;
        tell(news);
      });
      return mine === work ? { answer, isStopped: answer === null } : null;
    } finally {
      clearTimeout(waiting);
      if (mine === work) {
        progress.hidden = true;
        list.removeAttribute("aria-busy");
      }
    }
  }
  // `replaced`: what stands instead of records of these texts, `wanted`: what was chosen for them, as in `state`.
  async function check(texts, replaced = [], wanted = { form: form.value, game: game.value }) {
    const found = [];
    adviser.stop();
    [records, replacing, asked] = [[], replaced, wanted];
    const notes = texts.filter(([, , isLatin]) => isLatin).map(([name]) => t("{0} is taken for Latin-1 text", name));
    sources = texts;
    written = text.value;
    summary.textContent = t("Checking …");
    list.replaceChildren();
    try {
      const its = await done("check", { sources: texts.map(([name, content]) => ({ name, text: content, options: { form: formOf(name, content, wanted.form), game: wanted.game || null } })) },
        (news) => {
          found.push(...news.records);
          count.textContent = t("{0} {0:game|games}", found.length);
        });
      if (!its) return;
      if (its.isStopped) notes.push(t("Stopped: what follows has not been checked"));
    } catch (error) {
      notes.push(error.message);
    }
    records = found;
    for (const [at, read] of replaced) if (records[at]) replaceEntry(records[at], read);
    replacing = replaced.filter(([at]) => !records[at]);
    summarise(notes.join(". "));
    show();
  }
  // `more`: what is to be said besides the numbers.
  function summarise(more = "") {
    const valid = records.filter(({ isValid }) => isValid).length, turns = records.reduce((all, { length }) => all + length, 0);
    const counted = records.length ? t("{0} {0:game|games}, {1} valid, {2} invalid, {3} {3:turn|turns}", records.length, valid, records.length - valid, turns) :
      more ? "" : t("There is no record in this text.");
    summary.textContent = [counted, more].filter(Boolean).join(". ");
  }
  // Records with errors come first, then those with most findings; `mostShown` of them at a time.
  function show() {
    const order = [...records].sort((a, b) => Number(a.isValid) - Number(b.isValid) || b.findings.length - a.findings.length);
    const all = make("div", { class: "record" }, make("h3", null, t("All games")),
      make("p", { class: "buttons" }, make("label", null, `${t("Convert to")} `, converter(() => records))));
    const more = make("button", { type: "button", "data-do": "more", onclick: showNext });
    let shown = 0;
    function showNext() {
      const next = order.slice(shown, shown + mostShown).map(card);
      shown += next.length;
      more.before(...next);
      more.hidden = shown === order.length;
      more.textContent = t("and {0} more", order.length - shown);
      showCarets();
    }
    list.replaceChildren(...(records.length > 1 ? [all] : []), more);
    showNext();
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
    const ply = finding.turn - 1 + (record.isBlackFirst ? 1 : 0);
    return t("game {0}, turn {1} ({2})", record.index, finding.turn, t(sides[ply % 2], Math.floor(ply / 2) + 1));
  }
  // The sentences that do not speak of the command line.
  const withoutCommands = (text) => text.split(/(?<=[.;:])\s+/).filter((sentence) => !/--\w|['„\u202f]schiri |iconv /.test(sentence)).join(" ").replace(/\s*[;:]$/, ".");
  function findingView(record, finding) {
    // Pasted text has no name.
    const where = record.name ? `${record.name}:${finding.line}:${finding.column}` : t("line {0}, column {1}", finding.line, finding.column);
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
    box.addEventListener("change", async () => {
      const form = box.value;
      if (!form) return;
      box.value = "";
      try {
        const all = chosen(), valid = all.filter(({ isValid }) => isValid), its = await done("convert", { records: valid.map(({ read }) => read), form }, () => {});
        if (!its?.answer) return;
        save(`records.${form === "pgn" ? "pgn" : form === "json" ? "json" : "txt"}`, its.answer.texts.join(""));
        const left = all.length - valid.length;
        summarise([...its.answer.losses.map(([what, games]) => t("{0} cannot hold {1}; omitted from {2} {2:game|games}", form, what, games)),
          ...(left ? [t("{0} {0:game is|games are} invalid and left out", left)] : [])].join(". "));
      } catch (error) {
        summary.textContent = t("It cannot be written so: {0}", error.message);
      }
    });
    return box;
  }
  // Does something with a record in the engine of the page.
  function withRecord({ read: { text: its, options } }, action) {
    const [record] = engine.read(its, options);
    try {
      return action(record);
    } finally {
      record.free();
    }
  }
  function card(entry) {
    const said = make("p", { role: "status", class: "note" }), kind = engine.kind(entry.game);
    const pieces = [make("h3", null, `${t("Game {0}", entry.index)}: ${entry.white || "?"} – ${entry.black || "?"}`),
      make("p", { class: "tag" }, [kind ? kind.title : entry.game, entry.result, `${entry.length} ${t("Turns")}`, entry.isValid ? t("valid") : t("broken")].filter(Boolean).join(" · ")),
      ...entry.findings.map((finding) => findingView(entry, finding))];
    const mend = () => {
      try {
        const [mended, its] = withRecord(entry, (record) => [record.repair(), record.write("pgn")]);
        said.textContent = mended.length ? t("Mended: {0}", mended.join("; ")) : t("Nothing can be mended without guessing.");
        if (mended.length) replaceBy(entry, its, said.textContent);
      } catch (error) {
        said.textContent = t("Nothing can be mended without guessing.");
      }
    };
    const analyse = async () => {
      said.textContent = t("Analysing …");
      try {
        const answer = await adviser.ask("analyse", { text: entry.read.text, options: entry.read.options, bot: "alphabeta", limits: { nodes: 20000 } });
        if (answer && records.includes(entry)) replaceBy(entry, answer[0], t("Analysed; the record has the comments."));
      } catch (error) {
        said.textContent = error.message;
      }
    };
    const onBoard = () => withRecord(entry, openRecord);
    const download = () => save("record.pgn", entry.isValid ? withRecord(entry, (record) => record.write("pgn")) : entry.read.text);
    const buttons = make("p", { class: "buttons" },
      entry.length || entry.isValid ? make("button", { type: "button", "data-do": "show", onclick: onBoard }, t("Show on the board")) : null,
      make("button", { type: "button", "data-do": "mend", onclick: mend }, t("Mend")),
      entry.isValid && entry.length ? make("button", { type: "button", "data-do": "analyse", onclick: analyse }, t("Analyse")) : null,
      entry.isValid ? make("label", null, `${t("Convert to")} `, converter(() => [entry])) : null,
      make("button", { type: "button", "data-do": "save", onclick: download }, t("Download")));
    entry.element = make("div", { class: "record" }, pieces, buttons, said);
    return entry.element;
  }
  // What was found of a record is found of another text.
  function replaceEntry(entry, read) {
    const { index } = entry;
    Object.assign(entry, withRecord({ read }, (record) => looked(record, "", read.options)), { index, isReplaced: true });
  }
  // The new text of the record replaces the old one, and is checked.
  function replaceBy(entry, its, news) {
    const { element: before, read: { text: former, options } } = entry;
    replaceEntry(entry, { text: its, options: { form: "pgn", game: options.game } });
    before.replaceWith(card(entry));
    showCarets();
    entry.element.querySelector("p[role=status]").textContent = news;
    entry.element.append(make("details", { open: true }, make("summary", null, t("Record")), make("pre", { class: "excerpt", tabindex: 0, role: "region", "aria-label": t("Record") }, its)));
    summarise();
    // What was typed meanwhile stays.
    if (records.length !== 1 || text.value.trim() !== former.trim()) return;
    text.value = its;
    sources = [["", its]];
    written = its;
  }
  if (before) {
    [text.value, form.value, game.value] = [before.text, before.form, before.game];
    if (before.sources.length) {
      check(before.sources, before.replaced, before.asked);
      written = before.written;
    }
  }
  return {
    get state() {
      const replaced = records.flatMap((entry, at) => (entry.isReplaced ? [[at, entry.read]] : []));
      return { text: text.value, form: form.value, game: game.value, sources, written, asked, replaced: [...replacing, ...replaced] };
    },
    close() {
      adviser.close();
      checker.close();
    },
  };
}
