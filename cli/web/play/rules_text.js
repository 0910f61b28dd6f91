// The rules of `schiri rules` as elements of the page, of one variant with its settings. A text has a title, and
// sections with a heading: their lines are paragraphs, numbered points, words with their meaning, and code.
import { meaningOf } from "./settings.js";
import { rulesOfMove } from "../table/guide.js";
import { make } from "../shared/dom.js";

const upper = (text) => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
const sentences = (text) => text.split(/(?<=[.:])\s+(?=[\p{Lu}\d])/u);

// The text of a numbered point. Its first words may be a name in a column of its own.
function pointText(lines) {
  const indents = lines.slice(1).map((line) => line.search(/\S/)), column = Math.max(3, ...indents);
  const parts = (from, to) => lines.map((line, i) => (i ? line : line.replace(/^\d/, " ").replace(".", " ")).slice(from, to).trim()).filter(Boolean).join(" ");
  return column > 3 ? `${parts(0, column)}: ${parts(column, undefined)}` : parts(0, undefined);
}

// A word and its meaning, which begins in the column of the next line, or after two spaces.
function wordOf(line, next = "") {
  const column = next.search(/\S/), isAligned = /^\S/.test(line) && column > 4 && line[column - 1] === " " && line[column] !== " ";
  return isAligned ? [line.slice(0, column).trim(), line.slice(column)] : (/^(\S.*?) {2,}(\S.*)$/.exec(line) || []).slice(1);
}

// [{kind: "text", "point", "word" or "code", text, word}] of the indented lines.
function blocksOf(indented) {
  const blocks = [], lines = indented.map((one) => one.replace(/^ {2}/, ""));
  for (let i = 0; i < lines.length; ++i) {
    const line = lines[i], last = blocks[blocks.length - 1], [word, meaning] = wordOf(line, lines[i + 1]);
    const point = /^\d+\. /.test(line);
    if (/^[\w/]+\/[\w/]+ [wb]\b/.test(line) || /^ .* {2,}/.test(line) && (!last || last.kind !== "word")) blocks.push({ kind: "code", text: line.trim().replace(/ {4,}/g, ", ").replace(/ {2,}/g, ": ") });
    else if (point) {
      const next = lines.findIndex((one, at) => at > i && /^\S/.test(one)), all = lines.slice(i, next < 0 ? lines.length : next);
      blocks.push({ kind: "point", text: pointText(all) });
      i += all.length - 1;
    }
    else if (word) blocks.push({ kind: "word", word, text: meaning });
    else if (last && last.kind !== "code" && (last.kind === "text" ? /^\S/.test(line) : /^\s/.test(line))) last.text += ` ${line.trim()}`;
    else blocks.push({ kind: "text", text: line.trim() });
  }
  return blocks;
}
function sectionsOf(text) {
  const [title, ...rest] = text.trim().split(/\n\n+/).map((part) => part.split("\n"));
  const sections = rest.map((lines) => {
    const first = lines.findIndex((line) => line.startsWith(" ")), end = first < 0 ? lines.length : first;
    return { heading: lines.slice(0, end).join(" "), blocks: blocksOf(lines.slice(end)) };
  });
  return { title: title.join(" "), sections };
}

// The mirror image of the places named in a text.
const mirrored = (text) => text.replace(/\b([A-G]{1,2})([1-7]{1,2})\b/g, (_all, columns, rows) => columns + [...rows].map((row) => 8 - Number(row)).reverse().join(""));

// A ruling that a setting decides is said as it is in this game: {name: [value, whether it is the usual one, its
// meaning]}.
const ruling = /\p{Lu}[\p{L}]+ \((?:setting|Einstellung|réglage) ([a-z-]+)\)\s?: (.*?\.)(?=\s|$)/u;
const saidElsewhere = ["bases", "repetition", "turns", "own-goal"];
function withSettings(t, block, settings) {
  const [whole, name, text] = ruling.exec(block.text) || [];
  if (!name || !settings[name]) return block;
  const { isUsual, meaning, value } = settings[name];
  if (isUsual) return { ...block, text: block.text.replace(whole, saidElsewhere.includes(name) ? "" : upper(text)).replace(/ {2,}/g, " ").trim() };
  if (name === "turns") return { ...block, text: t("Both have made {0} turns since the last stone was placed: whoever has fewer stones wins. There is no draw.", value) };
  if (name === "bases") return { ...block, text: sentences(block.text.replace(whole, "")).map((one) => ((one.match(/\b[A-G]{1,2}[1-7]{1,2}\b/g) || []).length > 3 ? mirrored(one) : one)).join(" ") };
  return { ...block, text: block.kind === "point" ? meaning : block.text.replace(whole, meaning) };
}

// The board of 51 points without the smaller one, or that of 31, with turns of its own as examples.
const examples = [[/E0xC1xA2/g, "E0xC1xC6"], [/E0-C0xA1/g, "E0-C0xC5"], [/\bA0\b/g, "C0"], [/\ba0\b/g, "c0"], ["1/X/X/X/X/X", "1/X/X/X"]];
const onSmallBoard = (text) => examples.reduce((its, [from, to]) => its.replace(from, to), text);
function ofPoints(t, [board, ...sections], variant) {
  const isSmall = variant === "31", [points, outer, inner, diameters, rim] = board.blocks;
  const edge = { ...rim, text: sentences(rim.text).slice(0, isSmall ? 2 : -1).join(" ") };
  if (!isSmall) return [{ ...board, blocks: [points, outer, inner, diameters, edge] }, ...sections];
  const own = t("31 points: O in the centre, around it three rings of ten, C (innermost), D and E (the rim, a regular decagon), numbered 0 to 9 clockwise. C0 and E0 lie at the top; D0 lies between the directions of 0 and 1. Numbers go on from 9 to 0.");
  const blocks = [{ ...points, text: `${own} ${sentences(points.text).slice(-1)[0].replace("25", "15")}` }, outer,
    { ...diameters, text: diameters.text.replace(/A(k(\+5)?|\d) /g, "") }, edge];
  return [{ ...board, blocks }, ...sections.map((one) => ({ ...one, blocks: one.blocks.map((block) => ({ ...block, text: onSmallBoard(block.text), word: block.word && onSmallBoard(block.word) })) }))];
}
// What Sperre's variants change: which lines are locked, and what comes first.
function ofMove(t, sections, variant) {
  const { locks, move, isMoveFirst } = rulesOfMove(t, variant), [board, dice, turn, end, variants] = sections;
  const moving = variants.blocks.find(({ word }) => word === "move-first");
  const at = dice.blocks.findIndex(({ kind }) => kind === "code") + 1, [, ...rest] = sentences(dice.blocks[at].text);
  const lockLines = dice.blocks.map((block, i) => (i === at && locks ? { ...block, text: [locks, ...rest].join(" ") } : block));
  const [tilt, , displace, ...others] = turn.blocks, moved = move ? { kind: "point", text: move } : turn.blocks[1];
  const order = isMoveFirst ? [moved, displace, tilt, { kind: "text", text: sentences(moving.text.replace(/ \(\p{L}+\)\.$/u, ".")).slice(1).join(" ") }] : [tilt, moved, displace, ...others];
  return [board, { ...dice, blocks: lockLines }, { ...turn, blocks: order }, end, ...sections.slice(5)];
}

const ofVariant = { sperre: ofMove, "more-or-less": ofPoints };

// {title, rules, writing}: the sections of the rules, and those on how turns and positions are written. `meanings`:
// those of the settings' values, in English, by setting.
export function rulesOf(t, text, kind, variant, meanings) {
  const [name, ...chosen] = variant.split(";").map((part) => part.trim()), values = Object.fromEntries(chosen.map((one) => one.split("=")));
  const settings = Object.fromEntries([...kind.settings].map(([setting, all]) => {
    const value = values[setting] || all[0];
    return [setting, { value, isUsual: value === all[0], meaning: `${meaningOf(t, setting, meanings[setting], value)}.` }];
  }));
  const endings = new RegExp(` \\((${kind.endings.join("|")})\\)`, "g"), isAbout = (pattern) => ({ heading }) => pattern.test(heading);
  const { title, sections } = sectionsOf(text);
  // What follows the rules is left out: variants, settings, and the tournaments of the program.
  const own = (ofVariant[kind.name] ? ofVariant[kind.name](t, sections, name) : sections).filter((one) => !isAbout(/--|"/)(one)).map(({ heading, blocks }) =>
    ({ heading, blocks: blocks.map((block) => ({ ...block, text: withSettings(t, block, settings).text.replace(endings, "") })) }));
  const isWriting = isAbout(/^Notation$|</);
  return { title, rules: own.filter((one) => !isWriting(one)), writing: own.filter(isWriting).map((one) => ({ ...one, heading: one.heading.replace(/\s?:.*/, "") })) };
}

function elementsOf(blocks) {
  const parts = [];
  let list = null, listKind = "";
  for (const { kind, text, word } of blocks) {
    if (kind !== listKind) list = null;
    listKind = kind;
    if (kind === "text" && text) parts.push(make("p", null, text));
    if (kind === "code") parts.push(make("p", { class: "code" }, make("code", null, text)));
    if (kind !== "point" && kind !== "word") continue;
    if (!list) parts.push(list = make(kind === "point" ? "ol" : "dl", null));
    list.append(...(kind === "point" ? [make("li", null, text)] : [make("dt", null, word), make("dd", null, text)]));
  }
  return parts;
}

export function rulesElements(t, ...given) {
  const { title, rules, writing } = rulesOf(t, ...given), shown = ({ heading, blocks }) => [make("h3", null, heading), ...elementsOf(blocks)];
  return [make("p", null, title), ...rules.flatMap(shown), make("details", { class: "more" }, make("summary", null, t("How turns and positions are written")), ...writing.flatMap(shown))];
}
