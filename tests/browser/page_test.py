"""Tests play and the record checker in the page of `schiri page`: page_test.py PROGRAM FOLDER PICTURES DATA."""

import os
import random
import re
import subprocess
import sys

from checks import (axe_source, check, check_accessibility, check_logs, check_width, end, folder, opened_browser, picture,
                    program, same, schiri, text, wait_for)

data = sys.argv[4]
PAGE = f"{folder}/schiri.html"
GAMES = ("creeper", "springerjagd", "more-or-less", "sperre")
ENTER = "\ue007"

# The elements that can be pressed next: places, parts beside the board, the complete turn.
CHOICES = """
    const shown = (css) => [...document.querySelectorAll(css)];
    return {turn: document.querySelectorAll('.turn-list button').length, state: document.querySelector('.status').textContent,
        whole: shown('[data-do=playTurn]').map(() => '[data-do=playTurn]'),
        chips: shown('.chip').map((e) => `.chip[data-part="${e.dataset.part}"]`),
        ways: shown('.place.way').map((e) => `.place[data-place="${e.dataset.place}"]`)};"""
MIDDLE = """
    const element = document.querySelector(arguments[0]);
    element.scrollIntoView({block: 'center'});
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];"""


class Mouse:
    def __init__(self, browser):
        self.browser = browser

    def at(self, selector, send):
        x, y = self.browser.run(MIDDLE, selector)
        send(x, y)

    def choose(self, selector):
        self.at(selector, lambda x, y: [self.browser.devtools("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
                                        for kind in ("mousePressed", "mouseReleased")])


class Finger(Mouse):
    def choose(self, selector):
        self.at(selector, lambda x, y: [self.browser.devtools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}]),
                                        self.browser.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])])


class Keys(Mouse):
    def choose(self, selector):
        self.browser.run("document.querySelector(arguments[0]).focus()", selector)
        self.browser.press(ENTER)


def open_page(browser, width, scheme="light", language=None):
    browser.look(width, 900, scheme)
    browser.devtools("Emulation.setEmulatedMedia", features=[
        {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.devtools("Emulation.setTouchEmulationEnabled", enabled=width < 500)
    browser.open("about:blank")
    browser.open(f"file://{PAGE}")
    wait_for(lambda: browser.run("return document.querySelectorAll('.place').length > 0"), "the board is there")
    if language:
        browser.run("""const box = document.getElementById('language'); box.value = arguments[0];
            box.dispatchEvent(new Event('change'))""", language)


def begin(browser, game, level, side="0"):
    browser.run("""const set = (id, value) => { const box = document.getElementById(id); box.value = value; box.dispatchEvent(new Event('change')); };
        document.querySelector('details.begin').open = true;
        set("new-kind", arguments[0]); set('new-level', arguments[1]); set('new-side', arguments[2]);""", game, level, side)
    browser.click("#begin")


def play_whole_game(browser, game, hand, what):
    """Presses random elements until the game is over; returns its turns."""
    begin(browser, game, "3")
    chance = random.Random(7)
    for _ in range(3000):
        seen = browser.run(CHOICES)
        if "has won" in seen["state"] or "drawn" in seen["state"]:
            break
        if "thinking" in seen["state"]:
            continue
        choices = seen["whole"] or seen["chips"] + seen["ways"]
        if choices:
            hand.choose(chance.choice(choices))
    check(f"{what}: {game} ends by the rules", "has won" in seen["state"] or "drawn" in seen["state"], seen["state"])
    turns = browser.run("return [...document.querySelectorAll('.turn-list button')].map((button) => button.textContent)")
    return turns


def check_games(browser):
    """Plays a whole game of each kind; the program accepts the saved record."""
    for what, width, hand in (("mouse", 1300, Mouse), ("keyboard", 1300, Keys), ("finger", 390, Finger)):
        open_page(browser, width)
        for game in GAMES:
            turns = play_whole_game(browser, game, hand(browser), f"{what}")
            check_width(browser, f"{what}, {game}")
            picture(browser, f"page-{game}-{width}")
            browser.run("document.querySelector('[data-do=download]').click()")
            file = f"{folder}/{game}.pgn"
            wait_for(lambda: os.path.exists(file) and os.path.getsize(file) > 0, "record is saved")
            found = subprocess.run([program, "validate", file], capture_output=True, text=True)
            same(f"{what}, {game}: the record is valid", (found.returncode, found.stderr + found.stdout),
                 (0, f"1 game, 1 valid, 0 invalid, {len(turns)} turns\n"))
            os.remove(file)
        check_logs(browser, what)


def check_entry(browser, axe):
    """Tests explanations of illegal squares, undoing of parts, arrow keys, hints and evaluations."""
    open_page(browser, 1300)
    begin(browser, "creeper", "2")
    Mouse(browser).choose('.place[data-place="D4"]')
    check("a click on an unusable place is explained", "no" in text(browser, ".remark") and "D4" in text(browser, ".remark"), text(browser, ".remark"))
    Mouse(browser).choose('.place[data-place="B1"]')
    same("the begun turn is shown", text(browser, ".begun"), "So far: B1")
    Mouse(browser).choose('.place[data-place="F5"]')
    check("a turn that is too long is explained", len(text(browser, ".remark")) > 20, text(browser, ".remark"))
    browser.run("document.querySelector('.place[data-place=\"B1\"]').focus()")
    browser.press("\ue013")  # up
    same("arrows move", browser.run("return document.activeElement.dataset.place"), "B2")
    same("places are named", browser.run("return document.activeElement.getAttribute('aria-label')"), "B2: empty")
    browser.press("\ue00c")
    same("Escape undoes all parts", browser.run("return document.querySelector('.begun') === null"), True)
    browser.click("[data-do=evaluation]")
    wait_for(lambda: "%" in text(browser, ".judgement .note"), "an evaluation appears", 20)
    browser.click("[data-do=hint]")
    wait_for(lambda: text(browser, ".remark").startswith("Hint: "), "a hint appears", 20)
    browser.run("document.querySelector('.typing input').value = arguments[0]", text(browser, ".remark")[6:])
    browser.click(".typing button")
    wait_for(lambda: "Your turn" in text(browser, ".status"), "the bot answers", 20)
    same("turns", browser.run("return document.querySelectorAll('.turn-list button').length"), 2)
    check_accessibility(browser, axe, "table")
    browser.click("[data-do=undo]")
    same("undone", browser.run("return document.querySelectorAll('.turn-list button').length"), 0)
    check_logs(browser, "entry")


def check_engine(browser):
    """The page provides all imports of the engine."""
    open_page(browser, 1300)
    imports = browser.run_async("""const done = arguments[0];
        schiriEngine.unpack(document.getElementById('engine').textContent).then((module) =>
            done(WebAssembly.Module.imports(module).map(({module, name}) => `${module}.${name}`)))""")
    given = {"env.emscripten_notify_memory_growth", "schiri.character", "schiri.compose", "schiri.record",
             "schiri.thought", "wasi_snapshot_preview1.clock_time_get", "wasi_snapshot_preview1.proc_exit"}
    same("missing imports of the engine", sorted(set(imports) - given), [])


def check_languages(browser, axe):
    for language, wanted in (("de", "Neue Partie"), ("fr", "Nouvelle partie"), ("en", "New game")):
        open_page(browser, 390, "dark", language)
        same(f"{language}: the page is translated", text(browser, "#new-game-words"), wanted)
        same(f"{language}: the language is declared", browser.run("return document.documentElement.lang"), language)
        for section in ("records", "rules", "about", "play"):
            browser.run("location.hash = arguments[0]", section)
            wait_for(lambda: browser.run("return !document.getElementById(arguments[0]).hidden", section), f"{section} is shown")
            check_width(browser, f"{language}, {section}")
            check_accessibility(browser, axe, f"{language}, {section}")
            picture(browser, f"page-{section}-{language}")
        check_logs(browser, language)


def findings_of_program(file):
    """The findings of `validate` with their excerpts."""
    found = subprocess.run([program, "validate", "--missing-tags", os.path.basename(file)], cwd=os.path.dirname(file),
                           capture_output=True, text=True)
    return [line for line in found.stdout.splitlines() if re.match(r"\S+:\d+:\d+: ", line)]


def check_findings(browser, axe):
    open_page(browser, 1300)
    browser.run("location.hash = 'records'")
    for file in sorted(os.listdir(data)):
        if not file.endswith(".pgn"):
            continue
        with open(f"{data}/{file}", encoding="utf-8", errors="surrogateescape") as records:
            content = records.read()
        browser.run("document.getElementById('pasted').value = arguments[0]", content)
        browser.click("#check")
        seen = browser.run("return [...document.querySelectorAll('.finding .said')].map((p) => p.textContent)")
        wanted = [line.replace(f"{file}:", "-:", 1) for line in findings_of_program(f"{data}/{file}")]
        same(f"findings of {file}", sorted(seen), sorted(wanted))
    picture(browser, "page-findings")
    check_accessibility(browser, axe, "findings")
    check_logs(browser, "findings")


def check_carets(browser):
    """On a phone the position of a finding is visible."""
    open_page(browser, 390)
    browser.run("location.hash = 'records'")
    browser.run("""document.getElementById('pasted').value = '[Game "creeper"]\\n\\n' +
        '1. E7+D6 G3+F4 2. D6+E5 E1+D2 3. B1+C2 F1+E2 4. F7+E6 B7+C6 5. C2+D3 C6+D9 *\\n'""")
    browser.click("#check")
    seen = browser.run("""return [...document.querySelectorAll('.caret')].map((caret) => {
        const at = caret.getBoundingClientRect(), box = caret.parentElement.getBoundingClientRect();
        return at.left >= box.left && at.right <= box.right; })""")
    same("carets are visible", (len(seen) > 0, all(seen)), (True, True))
    check_width(browser, "carets")
    check_logs(browser, "carets")


def main():
    schiri("page", "-o", PAGE)
    with opened_browser("the page") as browser:
        axe = axe_source()
        check_engine(browser)
        check_entry(browser, axe)
        check_games(browser)
        check_languages(browser, axe)
        check_findings(browser, axe)
        check_carets(browser)
    end()


main()
