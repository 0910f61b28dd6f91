// The rules of the games as the page has them, with the engine.
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./page.mjs";
import { schiriEngine } from "../../cli/web/shared/engine.js";
import { rulesTurns } from "../../cli/web/play/rules.js";
import { rulesOf } from "../../cli/web/play/rules_text.js";
import { speaker } from "../../cli/web/shared/words.js";

const engine = schiriEngine.start(await WebAssembly.compile(readFileSync(process.env.SCHIRI_ENGINE)));
const t = speaker("en");

// The rules in all languages, for each variant and each value of a setting.
const rulesFolder = `${process.env.SCHIRI_SOURCE}/notation/games`;
const rulesIn = (kind, language) => (language === "en" ? kind.rules : readFileSync(`${rulesFolder}/${kind.name.replaceAll("-", "_")}/rules.${language}.txt`, "utf8"));
const meaningsOf = (kind) => Object.fromEntries([...kind.settings].map(([name, values]) => [name, Object.fromEntries(values.map((value) => [value, `${name} means ${value}`]))]));
const ofRules = (kind, language, variant) => rulesOf(t, rulesIn(kind, language), kind, variant, meaningsOf(kind));
const textOf = ({ title, rules }) => [title, ...rules.flatMap(({ heading, blocks }) => [heading, ...blocks.map(({ text }) => text)])].join("\n");
for (const kind of engine.kinds) {
  for (const language of ["en", "de", "fr"]) {
    test(`rules: ${kind.name}, ${language}: no keys, and as many points in each variant`, () => {
      const usual = ofRules(kind, language, kind.variants[0]);
      assert.ok(usual.rules.length >= 3 && usual.writing.length === 2, `${usual.rules.map(({ heading }) => heading)}`);
      for (const variant of [...kind.variants, ...[...kind.settings].flatMap(([name, values]) => values.map((value) => `${kind.variants[0]}; ${name}=${value}`))]) {
        const text = textOf(ofRules(kind, language, variant));
        assert.doesNotMatch(text, /\((setting|Einstellung|réglage) |undefined|--| {2}|\(goal\)|\(repetition\)/, variant);
        assert.equal(ofRules(kind, language, variant).rules.length, usual.rules.length, variant);
      }
    });
  }
  test(`rules: ${kind.name}: every value of a setting that is not the usual one changes them`, () => {
    const [first] = kind.variants;
    for (const [name, values] of kind.settings) for (const value of values.slice(1)) assert.notEqual(textOf(ofRules(kind, "en", `${first}; ${name}=${value}`)), textOf(ofRules(kind, "en", first)), value);
  });
}
test("rules: Sperre's variants lock their lines, and come in their order", () => {
  const kind = engine.kind("sperre"), turn = (variant) => ofRules(kind, "en", variant).rules[2].blocks.map(({ text }) => text.split(" ")[0]);
  const all = (variant) => textOf(ofRules(kind, "en", variant));
  assert.deepEqual(turn("standard").slice(0, 3), ["Tilt", "Move", "Displace"]);
  assert.deepEqual(turn("move-first+both"), ["Move", "Displace", "Tilt", "If"]);
  assert.match(all("move-first+both"), /lock the rows and the columns[^]*neither in a locked row nor in a locked column[^]*the player still tilts\.\n/);
  assert.match(all("rows"), /lock the rows of[^]*a locked row:/);
  assert.doesNotMatch(all("rows"), /locked column/i);
});
test("rules: the other home bases of Creeper are the mirror image", () => {
  const text = textOf(ofRules(engine.kind("creeper"), "en", "standard; bases=white-ab67"));
  assert.match(text, /AB67 and FG12 are White's, AB12 and FG67 are Black's[^]*White on A6 A5 B7 C7 E1 F1 G3 G2, Black on A3 A2 B1 C1 E7 F7 G6 G5/);
  assert.match(text, /BC34 is between B and C, 3 and 4/);
});
test("rules: the smaller board of More or Less has rules of its own, with places that it has", () => {
  const kind = engine.kind("more-or-less"), places = new Set(kind.places("31").map(({ name }) => name));
  for (const language of ["en", "de", "fr"]) {
    const all = ofRules(kind, language, "31"), own = textOf(all), text = textOf({ title: "", rules: [...all.rules, ...all.writing] });
    assert.deepEqual((text.match(/\b[A-E]\d\b/g) || []).filter((place) => !places.has(place)), [], language);
    assert.match(own, /31 points: .*15 [^]*Ek Ck O Ck\+5 Ek\+5/s);
    assert.doesNotMatch(own, /51|10 (inner|innere|cordes int)/);
    assert.match(textOf(ofRules(kind, language, "51")), /51 points|51 Punkte/);
    assert.doesNotMatch(textOf(ofRules(kind, language, "51")), /\b31\b/);
  }
});
test("rules: the engine plays what the pictures show", () => {
  for (const [key, turns] of Object.entries(rulesTurns)) {
    for (const [caption, variant, start, turn] of turns) {
      const game = engine.game({ name: key.split(" ")[0], variant: variant || key.split(" ")[1] || null, start });
      game.play(turn);
      assert.deepEqual(game.played, [turn], caption);
      game.free();
    }
  }
});
test("rules: what a ruling says is no rest of its sentence", () => {
  assert.doesNotMatch(textOf(ofRules(engine.kind("sperre"), "en", "standard")), /It does|That it wins/);
  assert.doesNotMatch(textOf(ofRules(engine.kind("more-or-less"), "en", "51")), /welve turns each/);
});
