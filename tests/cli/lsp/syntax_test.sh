#!/usr/bin/env bash
# Checks the colours of the same record in Vim (its own syntax engine) and by the grammar for Visual
# Studio Code (its patterns, in Node): each word has the kind that the table says.
# bash syntax_test.sh
# Exit status: 0 no errors, 1 errors, 77 neither editor nor Node is there.
set -euo pipefail

here=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
editors=$here/../../../cli/share/editors
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
cat >"$folder/games.pgn" <<'END'
[White "An \"x\" na"]
% escaped

1. E7+D6! {good [%clk 0:04:55]} G3+F4 $12 (1... A2-B2 {why} *)
2. III2/17-37/84>55 ; remark
1-0
END
# line, word, kind
cat >"$folder/wanted" <<'END'
1 White Name
1 x Value
2 escaped Escape
4 1. Number
4 E7+D6 Turn
4 ! Nag
4 good Comment
4 %clk Command
4 G3 Turn
4 $12 Nag
4 A2-B2 Variation
4 why Comment
5 2. Number
5 37 Turn
5 remark LineComment
6 1-0 Result
END
tested=77

vim=$(command -v nvim || command -v vim || true)
if [ -n "$vim" ]; then
  cat >"$folder/test.vim" <<END
set runtimepath^=$editors/vim
filetype on
syntax on
edit $folder/games.pgn
let told = []
for row in readfile("$folder/wanted")
  let [line, word, kind] = split(row)
  let column = stridx(getline(line), word) + 1
  let name = substitute(synIDattr(synID(line, column, 1), "name"), "^pgn", "", "")
  call add(told, line . " " . word . " " . name)
endfor
call writefile([&filetype] + told, "$folder/told")
qall!
END
  HOME=$folder timeout 300 "$vim" -es -u NONE -i NONE -S "$folder/test.vim" </dev/null
  { echo pgn; cat "$folder/wanted"; } | diff - "$folder/told"
  tested=0
fi

if command -v node >/dev/null; then
  cat >"$folder/test.mjs" <<'END'
import { readFileSync } from "node:fs";
const [folder, editors] = process.argv.slice(2), read = (file) => readFileSync(file, "utf8");
const { contributes } = JSON.parse(read(`${editors}/vscode/package.json`));
for (const { configuration } of contributes.languages) JSON.parse(read(`${editors}/vscode/${configuration}`));
const [{ language, path }] = contributes.grammars;
if (language !== contributes.languages[0].id) throw new Error("the grammar is of another language");
const grammar = JSON.parse(read(`${editors}/vscode/${path}`));
// A line after the other, by the rules of TextMate as far as this grammar needs them.
const scopes = [], stack = [grammar.patterns];
const all = (patterns) => patterns.flatMap((its) => (its.include ? all(grammar.repository[its.include.slice(1)].patterns) : [its]));
for (const line of read(`${folder}/games.pgn`).split("\n")) {
  const kinds = new Array(line.length).fill("");
  const mark = (from, to, name) => { for (let i = from; i < to; ++i) kinds[i] = `${name} ${kinds[i]}`; };
  for (let at = 0; at <= line.length;) {
    const top = stack.at(-1), inside = Array.isArray(top) ? top : top.patterns, found = [];
    if (!Array.isArray(top)) found.push({ rule: null, match: new RegExp(top.end, "dg") });
    for (const rule of all(inside)) found.push({ rule, match: new RegExp(rule.match ?? rule.begin, "dg") });
    let best = null;
    for (const { rule, match } of found) {
      match.lastIndex = at;
      const its = match.exec(line);
      if (its && (!best || its.index < best.its.index)) best = { rule, its };
    }
    const around = stack.filter((its) => !Array.isArray(its));
    const end = best ? best.its.index + best.its[0].length : line.length;
    for (const { name } of around) mark(at, end, name);
    if (!best) break;
    if (!best.rule) stack.pop();
    else if (best.rule.begin) stack.push(best.rule);
    if (best.rule) mark(best.its.index, end, best.rule.name);
    for (const [group, { name }] of Object.entries(best.rule?.captures ?? {})) mark(...best.its.indices[group], name);
    at = end > at ? end : at + 1;
  }
  scopes.push([line, kinds]);
}
const names = { Name: "entity.name.tag", Value: "string", Escape: "comment.line.percentage", Number: "constant.numeric", Turn: "entity.name.function",
  Nag: "keyword.other.nag", Comment: "comment.block", Command: "constant.other.command", Variation: "meta.variation",
  LineComment: "comment.line.semicolon", Result: "constant.language.result" };
for (const row of read(`${folder}/wanted`).trim().split("\n")) {
  const [number, word, kind] = row.split(" "), [line, kinds] = scopes[number - 1], its = kinds[line.indexOf(word)];
  if (!its.split(" ").some((scope) => scope.startsWith(names[kind]))) {
    console.log(`${row}: the grammar says ${its}`);
    process.exitCode = 1;
  }
}
END
  node "$folder/test.mjs" "$folder" "$editors"
  tested=0
fi
exit "$tested"
