"""Tests play and the record checker in the page of `schiri page`: page_test.py PROGRAM FOLDER [PICTURES] [--long].

With --long whole games are played with the mouse, more refusals looked at, and all sizes of windows.
Whole games by touch, which differ only in how a place is chosen, are given up.
"""

import gzip
import io
import json
import os
import random
import re
import subprocess
import time
import zipfile

from checks import (axe_source, check, check_accessibility, check_logs, check_overlap, check_width, end, folder, is_long,
                    opened_browser, picture, program, same, schiri, text, wait_for)

data = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "data")
PAGE = f"{folder}/schiri.html"
GAMES = ("creeper", "springerjagd", "more-or-less", "sperre")
ENTER, ESCAPE, TAB, BACKSPACE = "\ue007", "\ue00c", "\ue004", "\ue003"
LEFT, UP, RIGHT, DOWN, END, HOME = "\ue012", "\ue013", "\ue014", "\ue015", "\ue010", "\ue011"

# The elements that can be pressed next: places, parts beside the board, the complete turn.
CHOICES = """
    const shown = (css) => [...document.querySelectorAll(css)];
    return {turn: document.querySelectorAll('.turn-list button').length, state: document.querySelector('.status').textContent,
        isOver: document.querySelector('[data-do=again]') !== null,
        whole: shown('.entry [data-do=playTurn]').map(() => '[data-do=playTurn]'),
        chips: shown('.chip').map((e) => `.chip[data-part="${e.dataset.part}"]`),
        ways: shown('.place.way').map((e) => `.place[data-place="${e.dataset.place}"]`)};"""
MIDDLE = """
    const element = document.querySelector(arguments[0]), box = element.getBoundingClientRect();
    const isSeen = box.top >= 0 && box.bottom <= innerHeight;
    if (!isSeen) element.scrollIntoView({block: 'center'});
    const now = element.getBoundingClientRect();
    return [now.x + now.width / 2, now.y + now.height / 2];"""
FOCUS = """
    const at = document.activeElement, box = at.getBoundingClientRect();
    return {place: at.dataset.place || null, part: at.dataset.part || null, action: at.dataset.do || at.id || at.tagName,
        x: box.x + box.width / 2, y: box.y + box.height / 2};"""


def focus(browser):
    return browser.run(FOCUS)


def place_css(name):
    return f'.place[data-place="{name}"]'


class Mouse:
    def __init__(self, browser):
        self.browser = browser

    def at(self, selector, send):
        x, y = self.browser.run(MIDDLE, selector)
        send(x, y)

    def choose(self, selector):
        self.at(selector, lambda x, y: [self.browser.devtools("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
                                        for kind in ("mousePressed", "mouseReleased")])

    def drag(self, start, end):
        a, b = self.browser.run(MIDDLE, start), self.browser.run(MIDDLE, end)
        send = lambda kind, at: self.browser.devtools("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button="left", buttons=1, clickCount=1)
        send("mousePressed", a)
        for i in range(1, 6):
            send("mouseMoved", [a[0] + (b[0] - a[0]) * i / 5, a[1] + (b[1] - a[1]) * i / 5])
        send("mouseReleased", b)


class Finger(Mouse):
    def touch(self, kind, *at):
        self.browser.devtools("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y} for x, y in at])

    def choose(self, selector):
        self.at(selector, lambda x, y: [self.touch("touchStart", (x, y)), self.touch("touchEnd")])

    def drag(self, start, end):
        a, b = self.browser.run(MIDDLE, start), self.browser.run(MIDDLE, end)
        self.touch("touchStart", a)
        for i in range(1, 6):
            self.touch("touchMove", (a[0] + (b[0] - a[0]) * i / 5, a[1] + (b[1] - a[1]) * i / 5))
        self.touch("touchEnd")


class Keys(Mouse):
    """Reaches everything with the keys alone, from wherever the focus is."""

    def choose(self, selector):
        if selector.startswith(".place"):
            self.walk(selector)
        else:
            self.tab_to(selector)
        self.browser.press(ENTER)

    def tab_to(self, selector, most=60):
        for _ in range(most):
            if self.browser.run("return document.activeElement.matches(arguments[0])", selector):
                return
            self.browser.press(TAB)
        check("the keys reach everything", False, selector)

    def walk(self, selector):
        if not focus(self.browser)["place"]:
            self.tab_to(".place")
        chance, least, aimless = random.Random(3), float("inf"), 0
        for _ in range(250):
            now = focus(self.browser)
            if not now["place"]:
                return check("arrows stay on the board", False, str(now))
            x, y = self.browser.run(MIDDLE, selector)
            dx, dy = x - now["x"], y - now["y"]
            distance = abs(dx) + abs(dy)
            if distance < 6:
                return
            # Towards the place; where that leads no nearer, some steps anywhere.
            if distance >= least and not aimless:
                aimless, least = 4, float("inf")
            elif not aimless:
                least = distance
            towards = (RIGHT if dx > 0 else LEFT) if abs(dx) > abs(dy) else (DOWN if dy > 0 else UP)
            self.browser.press(chance.choice((LEFT, UP, RIGHT, DOWN)) if aimless else towards)
            aimless = max(0, aimless - 1)
        check("arrows reach every place", False, selector)


def open_page(browser, width, scheme="light", language=None, height=900, is_fresh=True, closes=True):
    browser.look(width, height, scheme)
    browser.devtools("Emulation.setEmulatedMedia", features=[
        {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.devtools("Emulation.setTouchEmulationEnabled", enabled=width < 500)
    browser.open("about:blank")
    if is_fresh:
        browser.open(f"file://{PAGE}")
        browser.run("localStorage.clear(); addEventListener('pagehide', () => localStorage.clear())")
        browser.open("about:blank")
    browser.open(f"file://{PAGE}")
    wait_for(lambda: browser.run("return document.querySelectorAll('.place').length > 0"), "the board is there")
    if closes:
        browser.run("document.getElementById('new-dialog').close()")
    if language:
        browser.run("""const box = document.getElementById('language'); box.value = arguments[0];
            box.dispatchEvent(new Event('change'))""", language)


def begin(browser, game, level="2", side="0", variant=None, opponent="bot", clock="0", by_mouse=False):
    press = browser.click if by_mouse else lambda css: browser.run("document.querySelector(arguments[0]).click()", css)
    press("#new-game")
    press(f"label:has(input[value={game}])")
    browser.run("""for (const [id, value] of Object.entries(arguments[0])) {
            const box = document.getElementById(`new-${id}`); box.value = value; box.dispatchEvent(new Event('change')); }""",
                {"level": level, "side": side, "opponent": opponent, "clock": clock, **({"variant": variant} if variant else {})})
    press("#begin")


def resign(browser):
    browser.run("document.querySelector('[data-do=resign]').click()")
    browser.click("[data-do=yes]")


def set_up(browser, game, position, variant=None):
    """A position of two people at the board."""
    begin(browser, game, opponent="friend", variant=variant)
    browser.click(".pasted")
    browser.press(*position, ENTER)
    wait_for(lambda: "set up" in text(browser, ".table-more > .note"), f"{position} is set up")


def turns_of(browser):
    return browser.run("return [...document.querySelectorAll('.turn-list button')].map((button) => button.textContent)")


def play(browser, game, hand, what, most=3000):
    """Presses random elements until the game is over, or for so many turns; returns its turns."""
    begin(browser, game, "3", variant="standard" if game == "sperre" else None, by_mouse=type(hand) is Mouse)
    chance = random.Random(7)
    for _ in range(3000):
        seen = browser.run(CHOICES)
        if seen["isOver"] or seen["turn"] >= most:
            break
        if "thinking" in seen["state"]:
            time.sleep(0.02)
            continue
        choices = seen["whole"] or seen["chips"] + seen["ways"]
        if choices:
            hand.choose(chance.choice(choices))
            now = focus(browser)
            if isinstance(hand, Keys):
                check(f"{what}: {game}: the focus stays in the game", now["place"] or now["part"], str(now))
    check(f"{what}: {game} goes on", seen["isOver"] or seen["turn"] >= most, str(seen))
    return turns_of(browser)


def check_games(browser):
    """Plays games of each kind; the program accepts the saved record."""
    # Briefly each game by one hand; all by all hands are long.
    for what, width, hand, most, games in (("mouse", 1300, Mouse, 3000 if is_long else 8, ("creeper",)),
                                           ("keyboard", 1300, Keys, 10 if is_long else 4, ("springerjagd",)),
                                           ("finger", 390, Finger, 20 if is_long else 6, ("more-or-less", "sperre"))):
        open_page(browser, width)
        for game in GAMES if is_long else games:
            play(browser, game, hand(browser), what, most)
            check_width(browser, f"{what}, {game}")
            picture(browser, f"page-{game}-{width}")
            wait_for(lambda: "thinking" not in text(browser, ".status"), "the bot has played")
            turns = turns_of(browser)
            browser.click("[data-do=download]")
            file = f"{folder}/{game}.pgn"
            wait_for(lambda: os.path.exists(file) and os.path.getsize(file) > 0, "record is saved")
            found = subprocess.run([program, "validate", file], capture_output=True, text=True)
            same(f"{what}, {game}: the record is valid", (found.returncode, found.stderr + found.stdout),
                 (0, f"1 game, 1 valid, 0 invalid, {len(turns)} turns\n"))
            os.remove(file)
        check_logs(browser, what)


def check_entry(browser, axe):
    """Tests undoing of parts, other choices, hints, evaluations, steps through the turns, and drags."""
    open_page(browser, 1300)
    mouse, keys = Mouse(browser), Keys(browser)
    begin(browser, "creeper", "3")
    same("a new game has the focus on the board", bool(focus(browser)["place"]), True)
    same("the goal is said", text(browser, ".goal"), "Join your two home corners with a chain of your discs.")
    same("the step is said", (text(browser, ".steps [aria-current]"), text(browser, ".remark")), ("Pawn", "Choose one of your pawns."))
    mouse.choose(place_css("B1"))
    same("the begun turn is shown", text(browser, ".begun"), "B1")
    same("the next step is said", text(browser, ".remark")[:33], "Choose where the pawn on B1 goes.")
    mouse.choose(place_css("C1"))
    same("another pawn may be chosen instead", text(browser, ".begun"), "C1")
    keys.walk(place_css("B1"))
    browser.press(UP)
    same("arrows move", focus(browser)["place"], "B2")
    same("places are named", browser.run("return document.activeElement.getAttribute('aria-label')"), "B2: empty, can be chosen")
    browser.press(ESCAPE)
    same("Escape takes all parts back", browser.run("return document.querySelector('.begun') === null"), True)
    keys.choose(place_css("C1"))
    same("the focus stays after a part", focus(browser)["place"], "C1")
    keys.choose(place_css("D2"))
    wait_for(lambda: "Your turn" in text(browser, ".status") and len(turns_of(browser)) == 2, "the bot answers")
    same("the focus stays after the answer", focus(browser)["place"], "D2")
    browser.click("[data-do=evaluation]")
    wait_for(lambda: "%" in text(browser, ".judgement .note"), "an evaluation appears")
    browser.click("[data-do=evaluation]")
    browser.click("[data-do=hint]")
    wait_for(lambda: text(browser, ".guide .unseen").startswith("Hint: "), "screen readers say the hint")
    check("the hint is drawn", browser.run("return document.querySelectorAll('.marks.hint > *').length") > 0)
    wanted = text(browser, ".guide .unseen")[6:]
    browser.click(".typed")
    browser.press(*wanted, ENTER)
    wait_for(lambda: len(turns_of(browser)) == 4 and "Your turn" in text(browser, ".status"), "the bot answers a typed turn")
    check_accessibility(browser, axe, "table")
    browser.click("main h2")
    for key, wanted in ((LEFT, "3"), (LEFT, "2"), (RIGHT, "3"), (RIGHT, "4")):
        browser.press(key)
        same("arrows step through the turns", browser.run("return document.querySelector('.turn-list [aria-current]').dataset.turn"), wanted)
    browser.click("[data-do=undo]")
    same("taken back", len(turns_of(browser)), 2)
    check_logs(browser, "entry")
    for width, hand in ((1300, mouse), (390, Finger(browser))):
        open_page(browser, width)
        begin(browser, "creeper", opponent="friend")
        hand.drag(place_css("B1"), place_css("C2"))
        same(f"a drag plays, {width}", turns_of(browser), ["B1+C2"])
        hand.drag(place_css("F1"), place_css("F6"))
        check(f"a wrong drag is explained, {width}", "F6 is" in text(browser, ".remark"), text(browser, ".remark"))
        same(f"a wrong drag leaves the pawn chosen, {width}", text(browser, ".begun"), "F1")
        hand.choose(place_css("F1"))
        wait_for(lambda: browser.run("return document.querySelector('.begun') === null"), f"a second tap takes back, {width}")
    check_logs(browser, "drags")


SPERRE = "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 4"
REASONS = (
    # game, variant, position, places that are chosen, the refused place, what is said
    ("creeper", None, "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", [], "D4", "There is no pawn on D4."),
    ("creeper", None, "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", [], "B7", "The pawn on B7 is Black's, and it is White's turn."),
    ("creeper", None, "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", ["B1"], "E1",
     "A jump (+) goes one step diagonally, and E1 is not diagonally next to B1."),
    ("creeper", None, "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", ["B1"], "D1",
     "The pawn between B1 and D1 is White's own."),
    ("creeper", None, "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w", ["B1"], "B3",
     "There is no pawn between B1 and B3 to be captured."),
    ("springerjagd", None, "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -", [], "a2", "There is no knight on a2."),
    ("springerjagd", None, "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -", ["b1"], "b4", "b4 is no knight's move from b1."),
    ("springerjagd", None, "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -", ["b1", "a3"], "b6", "There is no pawn of White's on b6 to fill b1."),
    ("springerjagd", None, "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -", ["b1", "a3", "d2"], "b1", "The pawn on b1 has just filled it."),
    ("springerjagd", None, "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -", ["b1", "a3", "d2", "f2"], "e1",
     "e1 holds a knight of White's."),
    ("more-or-less", None, "1/X/X/X/X/X w 0 0", [], "A0", "White's first turn is one stone on the centre, O."),
    ("more-or-less", None, "w/X/X/X/X/X b 0 0", [], "O", "O is occupied."),
    ("sperre", "standard", SPERRE, [], "12", "Tilt a die: choose one of the numbers around it."),
    ("sperre", "standard", SPERRE, [], "IV", "The die IV was tilted by the opponent last turn and stays as it is."),
    ("sperre", "standard", SPERRE, ["III2"], "14", "The stone on 14 cannot move: the die IV on 4 locks column 4."),
    ("sperre", "standard", SPERRE, ["III2"], "55", "There is no stone on 55."),
    ("sperre", "standard", SPERRE, ["III2"], "95", "The stone on 95 is Black's, and it is White's turn."),
    ("sperre", "standard", SPERRE, ["III2", "13"], "53", "53 is more than two steps from 13."),
    ("sperre", "both", SPERRE, ["III2"], "13", None),
)


def check_reasons(browser):
    """Refused places are explained by the rules, in the player's language."""
    open_page(browser, 1300)
    mouse = Mouse(browser)
    shown = None
    for game, variant, position, chosen, refused, wanted in REASONS:
        if shown != (game, variant, position):
            set_up(browser, game, position, variant)
            shown = (game, variant, position)
        browser.press(ESCAPE)
        for name in chosen:
            mouse.choose(place_css(name))
        mouse.choose(place_css(refused))
        if wanted:
            same(f"{game}: {refused} after {chosen}", text(browser, ".remark"), wanted)
        same(f"{game}: {refused} after {chosen}: no outline stays",
             browser.run("return getComputedStyle(document.querySelector(arguments[0])).outlineStyle", place_css(refused)), "none")
    check_logs(browser, "reasons")
    for language, empty in (("de", "Auf D4 steht kein Bauer."), ("fr", "Il n’y a pas de pion en D4.")):
        open_page(browser, 1300, language=language)
        mouse.choose(place_css("D4"))
        same(f"{language}: a refused place", text(browser, ".remark"), empty)
        browser.click(".typed")
        browser.press(*"B1+B2", ENTER)
        check(f"{language}: a refused turn in no other language", "jump" not in text(browser, ".remark"), text(browser, ".remark"))


def begun_turn(browser):
    return text(browser, ".begun") if browser.run("return document.querySelector('.begun') !== null") else ""


LOCKED = (
    # variant, tops of the dice, what is said before the turn
    ("rows", "112", "Whatever you tilt, the dice lock all of your stones: this turn only tilts a die."),
    ("both", "112", "Whatever you tilt, the dice lock all of your stones: this turn only tilts a die."),
    ("rows", "132", "Tilt a die: choose one of the numbers around it."),
    ("move-first+both", "112", "None of your stones can move: the dice lock red lines. Press Pass."),
    ("move-first+rows", "232", "Choose one of your stones. The dice lock those on red lines."),
)


def check_locks(browser):
    """Sperre says before the turn that it locks one's own stones, and shows the locks of a face under the pointer."""
    open_page(browser, 1300)
    for variant, tops, wanted in LOCKED:
        set_up(browser, "sperre", f"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w {tops} -", variant)
        same(f"{variant}, {tops}", text(browser, ".remark"), wanted)
    set_up(browser, "sperre", "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 132 -", "rows")
    locks = "return [...document.querySelectorAll('svg.board use')].filter((use) => /-row$/.test(use.getAttribute('href'))).map((use) => Number(use.getAttribute('y'))).sort().join()"
    before = browser.run(locks)
    x, y = browser.run(MIDDLE, ".place.face.way")
    browser.devtools("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    check("a face under the pointer shows its locks", browser.run(locks) != before, before)
    browser.devtools("Input.dispatchMouseEvent", type="mouseMoved", x=5, y=5)
    same("and without it those of now", browser.run(locks), before)
    check_logs(browser, "locks")


def check_every_refusal(browser):
    """In random positions each refused place has a reason of its own."""
    open_page(browser, 1300)
    chance = random.Random(11)
    unknown = set()
    for game in GAMES:
        begin(browser, game, opponent="friend", variant="both" if game == "sperre" else None)
        for _ in range(30 if is_long else 8):
            seen = browser.run(CHOICES)
            if seen["isOver"]:
                break
            names = browser.run("""return [...document.querySelectorAll('.place:not(.way):not(.chosen)')].map((e) => e.dataset.place)""")
            refused = chance.choice(names)
            before = begun_turn(browser)
            step = text(browser, ".remark")
            Mouse(browser).choose(place_css(refused))
            said = text(browser, ".remark")
            # In Sperre the step itself says whether a die or a stone is due. A place that is chosen
            # instead of the last one is not refused.
            if said == step and begun_turn(browser) == before and game != "sperre":
                unknown.add((game, before, refused, said))
            seen = browser.run(CHOICES)
            choices = seen["whole"] if chance.random() < .3 and seen["whole"] else seen["chips"] + seen["ways"] or seen["whole"]
            if choices:
                Mouse(browser).choose(chance.choice(choices))
    same("every refusal has a reason", unknown, set())
    check_logs(browser, "refusals")


FIGURES = """
    return [...document.querySelectorAll('svg.board use')].map((use) => use.getAttribute('href').slice(1) + ' ' +
        [...document.querySelectorAll('.place')].filter((place) => place.getAttribute('transform') === `translate(${use.getAttribute('x')} ${use.getAttribute('y')})`)
            .map((place) => place.dataset.place)).filter((text) => /-(white|black)/.test(text));"""


def check_preview(browser):
    """The board shows a turn as it grows, and parts of it can be changed."""
    open_page(browser, 1300)
    mouse = Mouse(browser)
    set_up(browser, "springerjagd", "1nppn1/pppppp/6/6/PPPPPP/1NPPN1 w -")
    mouse.choose(place_css("b1"))
    mouse.choose(place_css("a3"))
    check("the knight has moved", "springerjagd-white-knight a3" in browser.run(FIGURES))
    mouse.choose(place_css("d2"))
    seen = browser.run(FIGURES)
    check("the pawn has filled", "springerjagd-white-pawn b1" in seen and "springerjagd-white-pawn d2" not in seen, str(seen))
    set_up(browser, "more-or-less", "w/X/X/X/X/X b 0 0")
    mouse.choose(place_css("A0"))
    check("the first stone is placed", "more-or-less-black A0" in browser.run(FIGURES), str(browser.run(FIGURES)))
    set_up(browser, "sperre", SPERRE, "standard")
    mouse.choose(place_css("III2"))
    check("the die is tilted", browser.run("return document.querySelectorAll('[href=\"#sperre-2\"]').length") > 0)
    mouse.choose(place_css("12"))
    same("a locked stone is not chosen", text(browser, ".begun"), "III2")
    mouse.choose(place_css("13"))
    mouse.choose(place_css("15"))
    same("another stone is chosen instead", text(browser, ".begun"), "III2/15")
    mouse.choose(place_css("III5"))
    same("another tilt keeps what goes with it", text(browser, ".begun"), "III5")
    check_logs(browser, "preview")


def check_kept(browser):
    """A change of language and a reload keep the game, the clock and a resignation."""
    open_page(browser, 1300)
    begin(browser, "creeper", "1", clock="5")
    Mouse(browser).choose(place_css("B1"))
    Mouse(browser).choose(place_css("C2"))
    wait_for(lambda: len(turns_of(browser)) == 2, "the bot answers")
    turns = turns_of(browser)
    browser.run("""const box = document.getElementById('language'); box.value = 'de'; box.dispatchEvent(new Event('change'))""")
    same("the language keeps the turns", turns_of(browser), turns)
    check("the language keeps the clock", re.fullmatch(r"[45]:\d\d", text(browser, ".seat.white .clock")), text(browser, ".seat.white .clock"))
    browser.click("[data-do=resign]")
    browser.click("[data-do=no]")
    check("a game is not resigned before it is confirmed", "Du bist" in text(browser, ".status"), text(browser, ".status"))
    resign(browser)
    browser.click("[data-do=undo]")
    same("undo takes the resignation back and no turn", (turns_of(browser), "Du bist" in text(browser, ".status")), (turns, True))
    resign(browser)
    wanted = "Du hast verloren: du hast aufgegeben."
    same("the end is shown on the board", text(browser, ".triumph p"), wanted)
    same("resigned", text(browser, ".status"), wanted)
    open_page(browser, 1300, is_fresh=False)
    same("a reload keeps the language and the resignation", text(browser, ".status"), wanted)
    same("a reload keeps the turns", turns_of(browser), turns)
    browser.run("""const box = document.getElementById('language'); box.value = 'en'; box.dispatchEvent(new Event('change'))""")
    same("the language keeps the resignation", text(browser, ".status"), "You have lost: you have resigned.")
    # Again, analyse, save.
    browser.click("[data-do=saveGame]")
    file = f"{folder}/creeper.pgn"
    wait_for(lambda: os.path.exists(file) and os.path.getsize(file) > 0, "the game is saved")
    with open(file, encoding="utf-8") as saved:
        check("the saved game is resigned", 'Termination "resignation"' in saved.read())
    os.remove(file)
    browser.click("[data-do=analyseGame]")
    wait_for(lambda: text(browser, ".remark").startswith("Analysed"), "the game is analysed", 600)
    browser.click("[data-do=back]")
    check("the analysis is shown", "analysis" in text(browser, ".remark"), text(browser, ".remark"))
    browser.click("[data-do=last]")
    browser.click("[data-do=again]")
    same("again", (turns_of(browser), text(browser, ".seat.white .clock")), ([], "5:00"))
    check_logs(browser, "kept")


def type_turn(browser, turn):
    browser.click(".typed")
    browser.press(*turn, ENTER)


def speak(browser, language):
    browser.run("""const box = document.getElementById('language'); box.value = arguments[0]; box.dispatchEvent(new Event('change'))""", language)


def kept_games(browser):
    press_button(browser, "#new-game")
    seen = browser.run("return [...document.querySelectorAll('.kept-games li span')].map((e) => e.textContent.replace(/, [^,]*, [^,]*$/, ''))")
    press_button(browser, "#new-dialog .close")
    return sorted(seen)


def check_tabs(browser):
    """Two tabs lose no game: neither of two games, nor two continuations of one."""
    tab = lambda: browser.ask("GET", "/window")
    switch = lambda handle: browser.ask("POST", "/window", {"handle": handle})

    def visit():
        browser.open("about:blank")
        browser.open(f"file://{PAGE}")
        wait_for(lambda: browser.run("return document.querySelectorAll('.place').length > 0"), "the board is there")
        browser.run("document.getElementById('new-dialog').close()")
    open_page(browser, 1300)
    open_page(browser, 1300, is_fresh=False)
    first = tab()
    begin(browser, "creeper", opponent="friend")
    type_turn(browser, "E7+D6")
    second = browser.ask("POST", "/window/new", {"type": "tab"})["handle"]
    switch(second)
    visit()
    same("the second tab goes on", turns_of(browser), ["E7+D6"])
    begin(browser, "springerjagd", opponent="friend")
    type_turn(browser, "b1-a3/d2/f2-c4")
    switch(first)
    type_turn(browser, "G3+F4")
    visit()
    same("the first tab has its game", turns_of(browser), ["E7+D6", "G3+F4"])
    same("the other game is kept", kept_games(browser), ["Springerjagd, White – Black, 1 turn"])
    switch(second)
    press_button(browser, "#new-game")
    press_button(browser, "[data-resume]")
    type_turn(browser, "D6+E5")
    switch(first)
    type_turn(browser, "C1+D2")
    visit()
    same("each continuation of one game is kept", kept_games(browser), ["Creeper, White – Black, 3 turns", "Springerjagd, White – Black, 1 turn"])
    switch(second)
    browser.ask("DELETE", "/window")
    switch(first)
    check_logs(browser, "tabs")


# Counts the workers and clocks that are at work, and lets a test break a worker.
COUNTED = """const Kind = Worker, started = [], set = setInterval, clear = clearInterval, clocks = new Set();
    window.started = started; window.clocks = clocks;
    window.Worker = class extends Kind { constructor(address) { super(address); started.push(this); }
        terminate() { this.isOver = true; super.terminate(); } };
    window.setInterval = (...given) => { const id = set(...given); clocks.add(id); return id; };
    window.clearInterval = (id) => { clocks.delete(id); clear(id); };"""


def check_language_change(browser):
    """A change of language leaves no clock and no worker behind; a bot that dies says so, and a hint is not ended
    by an evaluation."""
    script = browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=COUNTED)["identifier"]
    open_page(browser, 1300)
    begin(browser, "creeper", "3", clock="5")
    counted = "return [window.started.filter((one) => !one.isOver).length, window.clocks.size]"
    for _ in range(2):
        for language in ("de", "en"):
            browser.click("[data-do=hint]")
            wait_for(lambda: browser.run("return document.querySelectorAll('.marks.hint > *').length > 0"), "a hint is given")
            speak(browser, language)
            same(f"{language}: no worker and one clock", browser.run(counted), [0, 1])
    browser.click("[data-do=hint]")
    browser.click("[data-do=evaluation]")
    wait_for(lambda: text(browser, ".guide .unseen").startswith("Hint: "), "an evaluation does not end the hint")
    begin(browser, "creeper", "14")
    for place in ("B1", "C2"):
        Mouse(browser).choose(place_css(place))
    wait_for(lambda: browser.run("return document.querySelector('[data-do=moveNow]') !== null"), "a bot that thinks for long can be told to move")
    browser.click("[data-do=moveNow]")
    wait_for(lambda: len(turns_of(browser)) == 2, "the bot moves", 9)
    for place in ("C1", "D2"):
        Mouse(browser).choose(place_css(place))
    wait_for(lambda: browser.run("return document.querySelector('[data-do=moveNow]') !== null"), "the bot thinks again")
    browser.run("for (const one of window.started) if (!one.isOver) one.onerror(new ErrorEvent('error', {message: 'out of memory'}))")
    wait_for(lambda: "out of memory" in text(browser, ".remark"), "a bot that dies says so")
    browser.click("[data-do=undo]")
    wait_for(lambda: len(turns_of(browser)) == 2 and "Your turn" in text(browser, ".status"), "the game goes on")
    browser.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    check_logs(browser, "change of language")


def check_lines(browser):
    """Going back and playing on keeps the old line; a hint at an earlier position, the bot's line, and keys."""
    open_page(browser, 1300)
    begin(browser, "creeper", opponent="friend")
    for turn in ("e7d6", "G3+F4", "D6+E5"):
        type_turn(browser, turn)
    same("a typed turn is read as in a record", turns_of(browser), ["E7+D6", "G3+F4", "D6+E5"])
    type_turn(browser, "e1*d2")
    check("a refused turn names the nearest", "legal and near it: E1+D2" in text(browser, ".remark"), text(browser, ".remark"))
    for game, typed, wanted in (("springerjagd", "b1a3d2f2c4", "b1-a3/d2/f2-c4"), ("more-or-less", "a0 e5", "A0,E5"), ("sperre", "1434", "14-34")):
        if game == "sperre":
            set_up(browser, game, "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 238 -", "move-first")
        else:
            begin(browser, game, opponent="friend")
        for turn in ("o", typed) if game == "more-or-less" else (typed,):
            browser.run("document.querySelector('.typed').value = ''")
            type_turn(browser, turn)
        check(f"{game}: a turn without signs is named", f"legal and near it: {wanted}" in text(browser, ".remark"), text(browser, ".remark"))
    browser.run("document.querySelector('.typed').value = ''")
    begin(browser, "creeper", opponent="friend")
    for turn in ("E7+D6", "G3+F4", "D6+E5"):
        type_turn(browser, turn)
    browser.run("document.activeElement.blur()")
    at = lambda: browser.run("const e = document.querySelector('.turn-list [aria-current]'); return e ? Number(e.dataset.turn) : 0")
    for key, wanted in ((HOME, 0), (END, 3), (HOME, 0), (RIGHT, 1)):
        browser.press(key)
        same("keys go through the game", at(), wanted)
    browser.press("f")
    same("f turns the board", browser.run("return document.querySelector('[data-do=flip]').getAttribute('aria-pressed')"), "true")
    browser.click("[data-do=hint]")
    wait_for(lambda: text(browser, ".guide .unseen").startswith("Hint: "), "a hint at an earlier position")
    browser.click("[data-do=evaluation]")
    wait_for(lambda: text(browser, ".best-line").startswith("The bot's line: "), "the bot's line is shown")
    browser.click("[data-do=resume]")
    type_turn(browser, "E1+D2")
    played = lambda: browser.run("return [...document.querySelectorAll('.turn-list [data-turn]')].map((e) => e.textContent)")
    left = lambda: browser.run("return [...document.querySelectorAll('.left-line')].map((e) => e.textContent)")
    same("the line that was left is kept", (played(), left()), (["E7+D6", "E1+D2"], ["(G3+F4 D6+E5)"]))
    open_page(browser, 1300, is_fresh=False)
    same("a reload keeps it", left(), ["(G3+F4 D6+E5)"])
    browser.click("[data-do=download]")
    file = f"{folder}/creeper.pgn"
    wait_for(lambda: os.path.exists(file) and os.path.getsize(file) > 0, "the record is saved")
    with open(file, encoding="utf-8") as saved:
        check("the record has it as a variation", "(1... G3+F4 2. D6+E5)" in saved.read())
    os.remove(file)
    browser.click(".left-line")
    same("it can be taken again", (played(), left()), (["E7+D6", "G3+F4", "D6+E5"], ["(E1+D2)"]))
    check_logs(browser, "lines")


def check_playing_on(browser):
    """Play against a bot from a set-up position and from the middle of a game; colours at random and changed; games won
    are counted; settings are sentences."""
    open_page(browser, 1300)
    set_up(browser, "creeper", "7/7/4B2/7/3W3/5B1/7 4w1/4w1/4w1/4w1/1www2/1w4 w")
    choose = lambda side, level: browser.run("""const box = document.querySelector(`[data-player="${arguments[0]}"]`); box.value = arguments[1];
        box.dispatchEvent(new Event('change'))""", side, level)
    choose(1, "3")
    check("a bot sits down", text(browser, ".seat.black .name") == "Black: Bot 3", text(browser, ".seat.black .name"))
    type_turn(browser, "D3-D4")
    wait_for(lambda: len(turns_of(browser)) == 2, "the bot plays on from a set-up position")
    choose(1, "0")
    same("a person takes the bot's place", text(browser, ".seat.black .name"), "Black")
    begin(browser, "creeper", "1")
    resign(browser)
    browser.click("[data-do=again]")
    same("colours are changed", (text(browser, ".seat.white .name"), text(browser, ".seat.black .name")), ("White: Bot 1", "Black"))
    sides = set()
    for _ in range(12):
        begin(browser, "springerjagd", "1", side="")
        sides.add(text(browser, ".seat.white .name"))
    same("a colour at random is either", sides, {"White", "White: Bot 1"})
    # A game that is nearly won, kept as one that was not set up.
    begin(browser, "creeper", "2")
    browser.run("""const game = JSON.parse(localStorage.getItem('schiri.game'));
        game.state[0] = {...game.state[0], start: '7/7/4B2/7/3W3/5B1/7 4w1/4w1/4w1/4w1/1www2/1w4 w'};
        localStorage.setItem('schiri.game', JSON.stringify(game));
        Storage.prototype.setItem = () => {};""")
    open_page(browser, 1300, is_fresh=False)
    for name in ("D3", "E4"):
        Mouse(browser).choose(place_css(name))
    check("the game is won", text(browser, ".triumph p").startswith("You have won"), text(browser, ".status"))
    browser.click("[data-do=undo]")
    for name in ("D3", "E4"):
        Mouse(browser).choose(place_css(name))
    check("it is won again", text(browser, ".triumph p").startswith("You have won"), text(browser, ".status"))
    press_button(browser, "#new-game")
    names = browser.run("return [...document.querySelectorAll('#new-level option')].map((one) => one.textContent)")
    same("games that were won are counted", [name for name in names if "won" in name], ["2 – plays at random, or nearly so, won 1 time"])
    settings = browser.run("return [...document.querySelectorAll('.settings option, .settings label')].map((one) => one.firstChild.textContent)")
    check("settings are sentences", settings and all(" " in one or one == "Turns" for one in settings), settings)
    press_button(browser, "#new-dialog .close")
    check_logs(browser, "playing on")


def check_printed(browser):
    """A printed game has its board and all of its turns; the way to begin stays in the window of a phone."""
    open_page(browser, 1300)
    begin(browser, "creeper", "1", opponent="bots")
    wait_for(lambda: len(turns_of(browser)) >= 30, "two bots play")
    browser.devtools("Emulation.setEmulatedMedia", media="print")
    seen = browser.run("""const list = document.querySelector('.turn-list'), board = document.querySelector('svg.board').getBoundingClientRect();
        return [list.scrollHeight <= list.clientHeight + 1, board.height > 300,
            [...document.querySelectorAll('.typing, .controls, select, .table-more h3')].filter((one) => one.checkVisibility()).length]""")
    same("the board and all turns, and nothing to press", seen, [True, True, 0])
    ink = browser.run("return ['.turn-list button[aria-current]', '.turn-list button'].map((css) => getComputedStyle(document.querySelector(css)).color)")
    same("the turn that is looked at is printed as the others are", ink[0], ink[1])
    browser.devtools("Emulation.setEmulatedMedia", media="screen")
    for height in (640, 740):
        open_page(browser, 360, height=height, closes=False)
        below = browser.run("return document.getElementById('begin').getBoundingClientRect().bottom")
        check(f"the way to begin is in the window, {height}", below <= height, str(below))
    check_logs(browser, "printed")


SIZES = ((360, 640), (1366, 768))
MORE_SIZES = ((640, 360), (390, 844), (768, 1024), (1024, 768), (1920, 1080), (3840, 2160))
BOXES = """
    const box = (css) => { const b = document.querySelector(css).getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom].map(Math.round); };
    return {board: box('svg.board'), controls: box('.controls'), entry: box('.entry'), status: box('.status'), seats: box('.seats')};"""


def check_layout(browser):
    """Board, dice, clocks and controls fit any window, and nothing jumps during a turn."""
    for width, height in SIZES + MORE_SIZES if is_long else SIZES:
        open_page(browser, width, height=height)
        # The narrowest windows also with the longest words.
        for language in ("en",) if width > 640 or height > 640 else ("en", "de", "fr") if is_long else ("de",):
            browser.run("""const box = document.getElementById('language'); box.value = arguments[0]; box.dispatchEvent(new Event('change'))""", language)
            for game in GAMES:
                what = f"{width}x{height}, {language}, {game}"
                begin(browser, game, opponent="friend", clock="30", variant="standard" if game == "sperre" else None)
                before = browser.run(BOXES)
                for name, (left, top, right, bottom) in before.items():
                    check(f"{what}: {name} is in the window", left >= 0 and top >= 0 and right <= width and bottom <= height, f"{name} {before[name]}")
                check(f"{what}: the board is large", before["board"][2] - before["board"][0] >= 200 and before["board"][3] - before["board"][1] >= 200, str(before))
                if width < 500:
                    small = browser.run("""return [...document.querySelectorAll('.place .reach, button, select, input, nav a, summary')].filter((e) => e.getClientRects().length && !e.closest('dialog')).map((e) => {
                        const box = e.getBoundingClientRect(); return [e.parentElement.dataset.place || e.dataset.do || e.textContent || e.type, box.width, box.height]; })
                        .filter(([name, w, h]) => Math.min(w, h) < (name === 'checkbox' ? 13 : 23.5));""")
                    same(f"{what}: targets", small, [])
                ways = browser.run("return [...document.querySelectorAll('.place.way')].map((e) => e.dataset.place)")
                others = browser.run("return [...document.querySelectorAll('.place:not(.way)')].map((e) => e.dataset.place)")
                for name in (others[-1], ways[0]):
                    Mouse(browser).choose(place_css(name))
                    same(f"{what}: nothing jumps after {name}", browser.run(BOXES), before)
                check_width(browser, what)
            begin(browser, "creeper", "1")
            resign(browser)
            entry = browser.run("const e = document.querySelector('.entry'); return [e.scrollWidth, e.clientWidth]")
            check(f"{width}x{height}, {language}: again, analyse and save fit", entry[0] <= entry[1], str(entry))
    check_logs(browser, "layout")


def check_large_text(browser):
    """The narrowest window, and letters of twice the size: nothing overlaps, and every control can be reached."""
    for width, height, size in ((320, 568, "100%"), (390, 844, "200%"), (320, 256, "100%")):
        for language in ("en", "de", "fr"):
            open_page(browser, width, height=height, language=language)
            browser.run("document.documentElement.style.fontSize = arguments[0]", size)
            press_button(browser, "#new-game")
            check_width(browser, f"{width}x{height}, {size}, {language}, choice")
            check_overlap(browser, f"{width}x{height}, {size}, {language}, choice")
            for game in GAMES:
                what = f"{width}x{height}, {size}, {language}, {game}"
                begin(browser, game, opponent="friend")
                check_width(browser, what)
                check_overlap(browser, what)
                outside = browser.run("""return [...document.querySelectorAll('.table-title, .controls button, .masthead a, .title-line button')].filter((e) => {
                    const box = e.getBoundingClientRect(); return box.left < 0 || box.right > innerWidth || box.width < 20; }).map((e) => e.textContent || e.dataset.do)""")
                same(f"{what}: title and controls are in the width of the window", outside, [])
                board = browser.run("const box = document.querySelector('svg.board').getBoundingClientRect(); return Math.min(box.width, box.height)")
                check(f"{what}: the board can be seen", board >= 150, str(board))
                if size == "200%":
                    top, bottom = browser.run("const box = document.querySelector('svg.board').getBoundingClientRect(); return [box.top, box.bottom]")
                    check(f"{what}: the board is in the window", top >= 0 and bottom <= height, f"{top} {bottom}")
    check_logs(browser, "large text")


NAMED = """return Object.fromEntries([...document.querySelectorAll('.place')].map((e) => [e.dataset.place, e.getAttribute('aria-label') + (e.getAttribute('aria-pressed') === 'true' ? ' (pressed)' : '')]));"""
NAMES = (
    # game, variant, position, chosen places, names of places, number of places
    ("creeper", None, "7/7/4B2/7/2W4/5B1/7 6/6/6/2b3/1w4/6 w", [],
     {"C3": "C3: white pawn, can be chosen", "E5": "E5: black pawn", "D4": "D4: empty", "CD34": "Octagon CD34: black disc",
      "BC23": "Octagon BC23: white disc", "DE45": "Octagon DE45: empty", "AB12": "Octagon AB12: home of White", "FG12": "Octagon FG12: home of Black"}, 81),
    ("creeper", None, "7/7/4B2/7/2W4/5B1/7 6/6/6/2b3/1w4/6 w", ["C3"], {"C3": "C3: white pawn (pressed)", "D4": "D4: empty, can be chosen"}, 81),
    ("springerjagd", None, "1n2n1/6/4D1/6/P4P/1N2N1 w e6", [],
     {"b1": "b1: white knight, can be chosen", "e4": "e4: two white pawns", "e6": "e6: black knight, protected", "a2": "a2: white pawn"}, 36),
    ("more-or-less", None, "w/X/X/X/X/X b 0 0", ["A0"], {"O": "O: white stone", "A0": "A0: black stone (pressed)", "A1": "A1: empty, can be chosen"}, 51),
    ("sperre", "both", "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 247 4", [],
     {"11": "11: white stone", "12": "12: white stone, locked", "35": "35: empty", "45": "45: empty, locked", "97": "97: black stone, locked",
      "III": "Die 3: shows 2", "IV": "Die 4: shows 4", "V": "Die 5: shows 7", "III9": "Die 3: tilt to 9, can be chosen"}, 96),
)


def check_names(browser):
    """A screen reader says of each place what the board shows there."""
    open_page(browser, 1300)
    for game, variant, position, chosen, wanted, count in NAMES:
        set_up(browser, game, position, variant)
        for name in chosen:
            Mouse(browser).choose(place_css(name))
        seen = browser.run(NAMED)
        same(f"{game}: names after {chosen}", {name: seen.get(name) for name in wanted}, wanted)
        same(f"{game}: named places", (len(seen), [name for name, said in seen.items() if not said or re.search(r"undefined|null|\{", said)]), (count, []))
    check_logs(browser, "names")


CONTRAST = """
    const shade = (css) => css.match(/[\\d.]+/g).map(Number);
    const over = ([r, g, b, a = 1], ground) => [r, g, b].map((value, i) => value * a + ground[i] * (1 - a));
    const light = (rgb) => { const [r, g, b] = rgb.map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
    const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((m, n) => n - m); return (x + .05) / (y + .05); };
    const svg = document.querySelector('svg.board'), made = [];
    const probe = (parent, name, property) => { const e = document.createElementNS(svg.namespaceURI, 'circle'); e.setAttribute('class', name); parent.append(e); made.push(e);
        const style = getComputedStyle(e), colour = shade(style[property]); return property === 'fill' && style.fillOpacity < 1 ? [...colour.slice(0, 3), Number(style.fillOpacity)] : colour; };
    const within = (classes) => { const g = document.createElementNS(svg.namespaceURI, 'g'); g.setAttribute('class', classes); svg.append(g); made.push(g); return g; };
    const fields = ['s-paper', 's-field', 's-other', 's-home-white', 's-home-black'].map((name) => [name, probe(svg, name, 'fill')]);
    const found = [], worst = (what, value) => { if (value < 3) found.push(`${what}: ${value.toFixed(1)}`); };
    for (const state of ['way marked', 'chosen', 'hinted']) {
        const group = within('place ' + state), ring = probe(group, 'ring', 'stroke'), halo = probe(group, 'halo', 'stroke');
        worst(`${state}, ring and halo`, ratio(ring, halo));
        for (const [name, colour] of fields) worst(`${state} on ${name}`, Math.max(ratio(ring, colour), ratio(halo, colour)));
    }
    const lock = probe(svg, 's-lock', 'fill'), line = probe(svg, 's-lock-line', 'stroke'), last = probe(svg, 's-last', 'stroke'), arrow = probe(within('arrows marks'), '', 'stroke');
    for (const [name, colour] of fields.slice(0, 3)) {
        worst(`locked ${name}`, ratio(line, over(lock, colour)));
        worst(`last turn on ${name}`, ratio(last, colour));
        worst(`arrow on ${name}`, ratio(arrow, colour));
    }
    const variable = (name) => { const e = document.createElement('i'); e.style.color = `var(${name})`; document.body.append(e); made.push(e); return shade(getComputedStyle(e).color); };
    for (const ground of ['--paper', '--card']) for (const mark of ['--mark', '--accent', '--ink', '--faint']) worst(`${mark} on ${ground}`, ratio(variable(mark), variable(ground)));
    made.forEach((e) => e.remove());
    return found;"""


NAMES_BESIDE = """
    const layers = [...document.querySelector('svg.board').children], at = (css) => layers.findIndex((one) => one.matches(css));
    const middle = (element) => { const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    const covered = [], names = [...document.querySelectorAll('.names > :last-child > *')].map(middle);
    for (const place of document.querySelectorAll('.place')) {
        const ring = place.querySelector('.ring').getBoundingClientRect(), [x, y] = middle(place.querySelector('.ring'));
        // The name of a place is the one nearest to it, outside of its ring.
        const far = Math.min(...names.map(([a, b]) => Math.hypot(a - x, b - y)));
        if (far < ring.width / 2 && ring.width > 20) covered.push(place.dataset.place);
    }
    return [at('.names') > at('.marks') && at('.names') > at('.places'), covered];"""


def check_names_beside(browser):
    """No mark of More or Less covers the names of places: they are above, and rings are around the stones."""
    for width, height in ((1300, 900), (390, 844)):
        open_page(browser, width, height=height)
        begin(browser, "more-or-less", opponent="friend")
        for flips in (False, True):
            if flips:
                browser.run("document.querySelector('[data-do=flip]').click()")
            above, covered = browser.run(NAMES_BESIDE)
            same(f"{width}, turned {flips}: names are above marks", above, True)
            # Between the innermost points, names of others stand nearer.
            same(f"{width}, turned {flips}: rings leave names free", [name for name in covered if name[0] in "CDE"], [])
    check_logs(browser, "names beside places")


def check_dialogs(browser):
    """A dialog that goes on below shows it, and its end is not covered."""
    open_page(browser, 360, height=740)
    begin(browser, "sperre", opponent="friend")
    browser.click("#show-rules")
    fade = """const dialog = document.querySelector('dialog[open]'), style = getComputedStyle(dialog, '::after');
        return [dialog.scrollHeight > dialog.clientHeight, style.position, style.backgroundImage.includes('gradient'), parseFloat(style.height) > 20];"""
    same("the rules go on, and fade", browser.run(fade), [True, "sticky", True, True])
    picture(browser, "page-rules-360x740")
    # At the very edge of the window, so that no text shows again below it.
    edge = browser.run("""const dialog = document.querySelector('dialog[open]'), style = getComputedStyle(dialog, '::after');
        return parseFloat(style.bottom) + parseFloat(getComputedStyle(dialog).paddingBottom)""")
    same("the fade ends at the edge", edge, 0)
    rest = browser.run("""const dialog = document.querySelector('dialog[open]');
        dialog.scrollTop = 1e6;
        return dialog.getBoundingClientRect().bottom - dialog.lastElementChild.getBoundingClientRect().bottom""")
    check("the end of the rules is not covered", rest > 20, rest)
    browser.press(ESCAPE)
    check_logs(browser, "dialogs")


def check_contrast(browser):
    """Marks differ from what is below them by at least 3 to 1 (WCAG 1.4.11), in the light and the dark."""
    for scheme in ("light", "dark"):
        open_page(browser, 1300, scheme)
        same(f"{scheme}: marks of little contrast", browser.run(CONTRAST), [])
    check_logs(browser, "contrast")


def press_button(browser, css):
    browser.run("document.querySelector(arguments[0]).click()", css)


def check_opening(browser, axe):
    """The page opens on the choice of a game; a game that is left is kept, and a link brings it back."""
    for width in (320, 390, 1366):
        open_page(browser, width, is_fresh=True, closes=False)
        same(f"{width}: the choice is open", browser.run("return document.getElementById('new-dialog').open"), True)
        same(f"{width}: four games, each with a board and a sentence", browser.run("""return [...document.querySelectorAll('#new-dialog .game-card')]
            .filter((card) => card.querySelector('svg use') && card.querySelector('span').textContent.endsWith('.')).length"""), 4)
        check_width(browser, f"{width}, choice")
        check_overlap(browser, f"{width}, choice")
        picture(browser, f"page-choice-{width}")
    check_accessibility(browser, axe, "choice")
    press_button(browser, "#new-dialog .close")
    begin(browser, "creeper", opponent="friend")
    for name in ("B1", "C2"):
        Mouse(browser).choose(place_css(name))
    link = browser.run_async("""const done = arguments[0]; navigator.clipboard.writeText = async (text) => done(text);
        document.querySelector('[data-do=copyLink]').click()""")
    begin(browser, "sperre")
    press_button(browser, "#new-game")
    same("the game that was left is kept", browser.run("return [...document.querySelectorAll('.kept-games li span')].map((e) => e.textContent.replace(/, [^,]*$/, ''))"),
         ["Creeper, White – Black, 1 turn, in progress"])
    check_accessibility(browser, axe, "kept games")
    press_button(browser, "[data-resume]")
    same("it goes on", (text(browser, ".table-title"), turns_of(browser)), ("Creeper", ["B1+C2"]))
    open_page(browser, 1300, is_fresh=False)
    same("a reload goes on at once", turns_of(browser), ["B1+C2"])
    begin(browser, "sperre")
    press_button(browser, "#new-game")
    press_button(browser, "[data-delete]")
    same("deleted", browser.run("return document.querySelectorAll('.kept-games li').length"), 0)
    open_page(browser, 1300)
    browser.run("location.hash = arguments[0]", "#" + link.split("#")[1])
    wait_for(lambda: turns_of(browser) == ["B1+C2"], "the link opens the game")
    for _ in range(2):
        type_turn(browser, "G3+F4")
        browser.run("location.hash = arguments[0]", "#" + link.split("#")[1])
        wait_for(lambda: turns_of(browser) == ["B1+C2"], "the link opens the game again")
    same("a link is one game, however often it is opened, and what was played on from it another", kept_games(browser), ["Creeper, White – Black, 2 turns"] * 2)
    browser.run("history.back()")
    time.sleep(0.3)
    same("the way back is not the link", browser.run("return location.hash.startsWith('#game')"), False)
    # A link that was cut off says so, and so does a game that this version cannot play; the game on the board stays.
    browser.run("location.hash = arguments[0]", "#" + link.split("#")[1][:-9])
    wait_for(lambda: text(browser, ".remark").startswith("This link holds no game"), "a broken link is told")
    browser.run("""const games = JSON.parse(localStorage.getItem('schiri.games')), other = structuredClone(games[0]);
        const unread = structuredClone(other);
        other.id = 7; other.state[0].turns = ['E7+D6', 'A1+Z9'];
        unread.id = 8; unread.state[0].turns = []; unread.state[1].record = ' ';
        localStorage.setItem('schiri.games', JSON.stringify([...games, other, unread]))""")
    before = kept_games(browser)
    press_button(browser, "#new-game")
    press_button(browser, "[data-resume='7']")
    check("a game of another version is told", text(browser, ".kept-games [role=status]").startswith("This version of the page cannot play this game: 'A1+Z9' is not a turn"), text(browser, ".kept-games [role=status]"))
    press_button(browser, "[data-resume='8']")
    told = text(browser, ".kept-games [role=status]")
    check("so is one whose record is none", told.startswith("This version of the page cannot play this game") and "A1+Z9" not in told, told)
    press_button(browser, "#new-dialog .close")
    type_turn(browser, "G3+F4")
    same("it stays, and the game on the board goes on", (kept_games(browser), turns_of(browser)), (before, ["B1+C2", "G3+F4"]))
    for section in ("constructor", "__proto__"):
        browser.run("location.hash = arguments[0]", section)
        time.sleep(0.05)
        same(f"#{section} is no section", browser.run("return document.getElementById('play').hidden"), False)
    # Whatever stands in the storage, the page opens.
    browser.run("addEventListener('pagehide', () => { localStorage.setItem('schiri.games', '{\"a\":1}'); localStorage.setItem('schiri.game', '{\"id\":1,\"state\":[{\"name\":\"creeper\"},{\"players\":[null,null]}]}'); })")
    open_page(browser, 1300, is_fresh=False)
    same("the page opens", kept_games(browser), [])
    check_logs(browser, "opening")


def check_full_storage(browser):
    """A game that cannot be kept is told of, until there is room."""
    open_page(browser, 1300)
    begin(browser, "creeper", opponent="friend")
    browser.run("window.real = Storage.prototype.setItem; Storage.prototype.setItem = () => { throw new Error('full'); }")
    type_turn(browser, "E7+D6")
    check("a full storage is told", text(browser, ".table-more > .note").startswith("This browser has no room for the game"), text(browser, ".table-more > .note"))
    browser.run("Storage.prototype.setItem = window.real")
    type_turn(browser, "G3+F4")
    same("there is room again", (text(browser, ".table-more > .note"), browser.run("return JSON.parse(localStorage.getItem('schiri.game')).state[0].turns")), ("", ["E7+D6", "G3+F4"]))
    check_logs(browser, "full storage")


def keep_clocks(browser, white, black):
    """Opens the kept game again with this time left, in milliseconds."""
    browser.run("""addEventListener('pagehide', () => { const game = JSON.parse(localStorage.getItem('schiri.game'));
        game.state[1].left = arguments[0]; localStorage.setItem('schiri.game', JSON.stringify(game)); })""".replace("arguments[0]", json.dumps([white, black])))
    open_page(browser, 1300, is_fresh=False)


def check_clocks(browser):
    """A question that is open when a clock runs out is gone, and changes nothing; a bot with little time plays on."""
    open_page(browser, 1300)
    begin(browser, "creeper", opponent="friend", clock="3")
    for turn in ("E7+D6", "G3+F4"):
        type_turn(browser, turn)
    keep_clocks(browser, 1500, 90000)
    browser.click("[data-do=draw]")
    same("a draw is offered", browser.run("return document.querySelector('.question').open"), True)
    wait_for(lambda: text(browser, ".status") == "Black has won: White's time is over.", "the time is over")
    same("the question is gone", browser.run("return document.querySelector('.question').open"), False)
    press_button(browser, "[data-do=yes]")
    same("the end stays", text(browser, ".status"), "Black has won: White's time is over.")
    browser.click("[data-do=back]")
    browser.click("[data-do=resume]")
    wait_for(lambda: "to move" in text(browser, ".status"), "it goes on from the turn before")
    same("with a minute", text(browser, ".seat.white .clock"), "1:00")
    begin(browser, "creeper", "3", clock="3")
    type_turn(browser, "E7+D6")
    wait_for(lambda: len(turns_of(browser)) == 2, "the bot has answered")
    keep_clocks(browser, 90000, 20000.3)
    type_turn(browser, "C1+D2")
    wait_for(lambda: len(turns_of(browser)) == 4, "a bot with little time answers")
    check_logs(browser, "clocks")


def check_lessons(browser):
    """The first turns of each game are done on the board, and any other turn is taken back."""
    open_page(browser, 1300)
    for game in GAMES:
        press_button(browser, "#new-game")
        press_button(browser, f"input[value={game}]")
        press_button(browser, "#learn")
        count = {"creeper": 5, "springerjagd": 5, "more-or-less": 4, "sperre": 3}[game]
        for step in range(1, count + 1):
            goal = text(browser, ".goal")
            check(f"{game}: lesson {step}", goal.startswith(f"{step}/{count}: "), goal)
            check(f"{game}: lesson {step} marks the places", browser.run("return document.querySelectorAll('.marks.hint > *').length") > 0)
            same(f"{game}: lesson {step} offers no draw", browser.run("return [...document.querySelectorAll('[data-do=resign], [data-do=draw]')].filter((one) => one.checkVisibility()).length"), 0)
            browser.click(".typed")
            turn = goal.split()[-1]
            if (game, step) == ("creeper", 1):
                browser.press(*"C3-C4", ENTER)
                check("another turn is taken back", turns_of(browser) == [] and turn in text(browser, ".remark"), text(browser, ".remark"))
                browser.click(".typed")
                browser.run("document.querySelector('.typed').value = ''")
            browser.press(*turn, ENTER)
            check(f"{game}: lesson {step} is done", text(browser, ".remark").startswith("Well done"), text(browser, ".remark"))
            picture(browser, f"page-lesson-{game}-{step}")
            press_button(browser, "[data-do=nextLesson]")
        same(f"{game}: a game is offered", browser.run("const d = document.getElementById('new-dialog'); return [d.open, d.querySelector('input:checked').value]"), [True, game])
        browser.press(ESCAPE)
    press_button(browser, "#new-game")
    press_button(browser, "#learn")
    browser.click(".typed")
    browser.press(*text(browser, ".goal").split()[-1], ENTER)
    press_button(browser, "[data-do=nextLesson]")
    speak(browser, "de")
    browser.run("document.getElementById('pasted').value = 'my text'")
    goal = text(browser, ".goal")
    check("a change of language keeps the lesson", re.match(r"2/\d: .* Spiele ", goal), goal)
    speak(browser, "en")
    same("it keeps what was typed", browser.run("return document.getElementById('pasted').value"), "my text")
    same("it is no game to keep", browser.run("return (JSON.parse(localStorage.getItem('schiri.games')) || []).length"), 0)
    check_logs(browser, "lessons")


def check_two_people(browser):
    """Two people with names: a draw and a resignation are agreed on the board, and recorded."""
    open_page(browser, 1300)
    browser.run("document.querySelector('#new-game').click()")
    browser.run("""for (const [id, value] of [['opponent', 'friend'], ['white', 'Ada'], ['black', 'Bo'], ['clock', '3'], ['increment', '5']]) {
        const box = document.getElementById(`new-${id}`); box.value = value; box.dispatchEvent(new Event('change')); }
        document.getElementById('begin').click()""")
    for name in ("B1", "C2"):
        Mouse(browser).choose(place_css(name))
    same("the names are shown", (text(browser, ".seat.white .name"), text(browser, ".seat.black .name")), ("White: Ada", "Black: Bo"))
    same("the increment is added", text(browser, ".seat.white .clock"), "3:05")
    browser.click("[data-do=draw]")
    same("the other player is asked", text(browser, "#question-text"), "Bo offers a draw. Does Ada accept it?")
    browser.click("[data-do=yes]")
    same("the game is drawn", text(browser, ".status"), "The game is drawn: both players have agreed.")
    record = browser.run_async("""const done = arguments[0]; navigator.clipboard.writeText = async (text) => done(text);
        document.querySelector('[data-do=copyRecord]').click()""")
    check("the record has names, result and reason", all(f'[{tag}]' in record for tag in ('White "Ada"', 'Black "Bo"', 'Result "1/2-1/2"', 'Termination "agreement"')), record)
    # An octagon teaches how it gets a disc.
    begin(browser, "creeper", opponent="friend")
    Mouse(browser).choose(place_css("BC12"))
    same("an octagon is explained", text(browser, ".remark"), "Jump over this octagon with the pawn on B1: it goes to C2.")
    check_logs(browser, "two people")


def check_victory(browser):
    """The end is shown and said to the one who plays."""
    open_page(browser, 1300)
    set_up(browser, "creeper", "7/7/4B2/7/3W3/5B1/7 4w1/4w1/4w1/4w1/1www2/1w4 w")
    for name in ("D3", "E4"):
        Mouse(browser).choose(place_css(name))
    same("a friend's win", text(browser, ".triumph p"), "White has won: a chain of discs joins two home corners.")
    begin(browser, "creeper", "1")
    browser.click(".pasted")
    browser.press(*"7/7/4B2/7/3W3/5B1/7 4w1/4w1/4w1/4w1/1www2/1w4 w", ENTER)
    for name in ("D3", "E4"):
        Mouse(browser).choose(place_css(name))
    same("a win against a bot", (text(browser, ".triumph p"), text(browser, ".status")), ("You have won: your chain joins your two home corners.",) * 2)
    picture(browser, "page-won")
    press_button(browser, "[data-do=evaluation]")
    same("the evaluation of the end repeats no sentence", text(browser, ".judgement .note"), "")
    browser.click("[data-do=back]")
    same("it is gone on another position", browser.run("return document.querySelector('.triumph').hidden"), True)
    check_logs(browser, "victory")


def check_motion(browser):
    """Pieces glide, hops are shown one by one unless a key is pressed, and nothing moves for those who want that."""
    position = "1/1w1bw1b1w1/X/X/wbwbwbwbwb/bwbwbwbwbw b 1 1"
    for motion in ("no-preference", "reduce"):
        open_page(browser, 1300)
        browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
        browser.open("about:blank")
        browser.open(f"file://{PAGE}")
        wait_for(lambda: browser.run("return document.querySelectorAll('.place').length > 0"), "the board is there")
        browser.run("document.getElementById('new-dialog').close()")
        set_up(browser, "more-or-less", position)
        browser.run("""window.moves = 0; const real = Element.prototype.animate;
            Element.prototype.animate = function (...given) { if (given[0][0].transform) ++window.moves; return real.apply(this, given); }""")
        for name in ("E0", "C1"):
            Mouse(browser).choose(place_css(name))
        same(f"{motion}: the piece glides", browser.run("return window.moves"), 1 if motion == "no-preference" else 0)
        Mouse(browser).choose("[data-do=playTurn]")
        same(f"{motion}: the last turn has arrows, and turned stones have rings",
             browser.run("return ['path', '.turned'].map((css) => document.querySelectorAll(`.marks ${css}`).length)"), [1, 1])
        picture(browser, f"page-motion-{motion}")
    check_logs(browser, "motion")


BLUNDER = """[White "a"]
[Black "b"]
[Result "0-1"]
[Game "creeper"]
[Position "7/7/2W4/1B5/7/3W3/3B3 1bb1w1/b1b1ww/bbwww1/wbb1wb/w2wwb/1w1bb1 w"]
[Termination "resignation"]

1. D2-E2 D1-D2 0-1
"""


def check_review(browser, axe):
    """After an analysis a curve and the mistakes lead to positions, where the game can be tried again."""
    open_page(browser, 1366, height=768)
    check_pasted(browser, BLUNDER)
    browser.click("[data-do=show]")
    browser.click("[data-do=analyseGame]")
    browser.click("[data-do=back]")
    # Whether the remark says so depends on which comes first, the answer or the step back.
    wait_for(lambda: browser.run("return document.querySelectorAll('.review .line').length") == 1, "the game is analysed, whatever is looked at meanwhile", 600)
    mistakes = browser.run("return [...document.querySelectorAll('.mistakes button')].map((one) => one.textContent)")
    check("mistakes are listed", len(mistakes) > 0, str(mistakes))
    picture(browser, "page-review")
    check_width(browser, "review")
    check_accessibility(browser, axe, "review")
    browser.click(".mistakes button")
    check("a mistake leads to the position before it", text(browser, ".remark").startswith("Try again here: "), text(browser, ".remark"))
    same("it can be played on from there", browser.run("return document.querySelector('[data-do=resume]') !== null"), True)
    check_logs(browser, "review")


def check_appearance(browser):
    """The reader chooses light or dark, whatever the system has; the choice is kept."""
    ground = "return getComputedStyle(document.body).backgroundColor"
    open_page(browser, 1300, "light")
    light = browser.run(ground)
    browser.run("location.hash = 'about'")
    browser.run("const box = document.getElementById('appearance'); box.value = 'dark'; box.dispatchEvent(new Event('change'))")
    dark = browser.run(ground)
    check("the page is dark", dark != light, dark)
    open_page(browser, 1300, "light", is_fresh=False)
    same("it is dark the next time", browser.run(ground), dark)
    same("marks of little contrast", browser.run(CONTRAST), [])
    check("sound is off", browser.run("return !document.getElementById('sound').checked"))
    check_logs(browser, "appearance")


OBSERVE = """new PerformanceObserver((list) => { for (const {value, sources} of list.getEntries())
    (window.shifts ||= []).push([value, ...sources.map(({node}) => node && (node.id || node.getAttribute('class') || node.nodeName))]);
    }).observe({type: 'layout-shift', buffered: true});"""
SHIFTS = """const done = arguments[0], reset = () => { const seen = window.shifts || []; window.shifts = []; done(seen); };
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(reset)));"""


def check_shifts(browser):
    """Nothing is shifted while the page loads, while a game is chosen, and during a turn and its answer."""
    observer = browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=OBSERVE)["identifier"]
    for width, height, hand in ((390, 844, Finger), (1366, 768, Mouse)):
        open_page(browser, width, height=height)
        what = f"shifts, {width}x{height}"
        same(f"{what}, loading", browser.run_async(SHIFTS), [])
        browser.click("#new-game")
        browser.run_async(SHIFTS)
        for game in reversed(GAMES):
            hand(browser).choose(f"label:has(input[value={game}])")
            same(f"{what}, {game} in the dialog", browser.run_async(SHIFTS), [])
        browser.press(ESCAPE)
        for game in GAMES:
            begin(browser, game, "1", variant="standard" if game == "sperre" else None)
            browser.run_async(SHIFTS)
            chance, turns = random.Random(5), 0
            while turns < 2:
                seen = browser.run(CHOICES)
                if "thinking" not in seen["state"]:
                    hand(browser).choose(chance.choice(seen["whole"] or seen["chips"] + seen["ways"]))
                    same(f"{what}, {game}, {turns} turns", browser.run_async(SHIFTS), [])
                turns = seen["turn"]
            resign(browser)
            same(f"{what}, {game}, the end", browser.run_async(SHIFTS), [])
    browser.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=observer)
    check_logs(browser, "shifts")


def check_targets(browser):
    """Each place is chosen by what is nearest to it, also on a turned board, and no two areas overlap."""
    open_page(browser, 360, height=640)
    for flip in (False, True):
        begin(browser, "more-or-less", opponent="friend")
        if flip:
            browser.run("document.querySelector('[data-do=flip]').click()")
        # Eight points around each place, 9.5 pixels away: nearest means within half of the least distance.
        wrong = browser.run("""
            const middles = [...document.querySelectorAll('.place')].map((e) => { const box = e.querySelector('.ring').getBoundingClientRect();
                return [e.dataset.place, box.x + box.width / 2, box.y + box.height / 2]; });
            const wrong = [];
            for (const [name, x, y] of middles) {
                for (let i = 0; i < 8; ++i) {
                    const at = [x + 11 * Math.cos(i * Math.PI / 4), y + 11 * Math.sin(i * Math.PI / 4)];
                    const far = (other) => Math.hypot(other[1] - at[0], other[2] - at[1]);
                    const [nearest, next] = [...middles].sort((a, b) => far(a) - far(b));
                    if (far(next) - far(nearest) < 1) continue;
                    const hit = document.elementFromPoint(...at).closest('.place');
                    if (!hit || hit.dataset.place !== nearest[0]) wrong.push([name, i, nearest[0], hit && hit.dataset.place]);
                }
            }
            return wrong;""")
        same(f"the nearest place is chosen, turned {flip}", wrong, [])
    check_logs(browser, "targets")


def check_rules(browser, axe):
    """A picture for each kind of turn, before and after it, with a caption in each language."""
    captions = set()
    for language in ("en", "de", "fr"):
        open_page(browser, 390, language=language)
        browser.run("location.hash = 'rules'")
        wait_for(lambda: browser.run("return document.querySelectorAll('#rules figure').length > 0"), "the rules are shown")
        seen = browser.run("""return [...document.querySelectorAll('#rules .rules')].map((rules) => [...rules.querySelectorAll('figure')].map((figure) =>
            [figure.querySelector('figcaption').textContent, [...figure.querySelectorAll('svg')].map((svg) => [...svg.querySelectorAll('use')].map((use) => use.outerHTML).join()),
             figure.querySelectorAll('.arrows > *').length]))""")
        same(f"{language}: pictures of each game", [len(figures) for figures in seen], [6, 6, 5, 4])
        for caption, boards, arrows in (figure for figures in seen for figure in figures[1:]):
            check(f"{language}: a sentence under each picture", re.fullmatch(r".*[.]", caption), caption)
            check(f"{language}: {caption}: the turn changes the board", len(set(boards)) == 2)
            check(f"{language}: {caption}: the turn has arrows", arrows > 0)
            captions.add(caption)
        check_width(browser, f"{language}, rules")
    same("each picture and language has its own caption", len(captions), 3 * 17)
    open_page(browser, 1300)
    begin(browser, "sperre", opponent="friend")
    browser.click("#show-rules")
    same("the rules of the game on the board", browser.run("return document.querySelectorAll('#rules-dialog figure').length"), 4)
    check_accessibility(browser, axe, "rules of a game")
    browser.press(ESCAPE)
    check_logs(browser, "rules")


def check_engine(browser):
    """The page provides all imports of the engine."""
    open_page(browser, 1300)
    imports = browser.run_async("""const done = arguments[0];
        const bytes = Uint8Array.from(atob(document.getElementById('engine').textContent), (c) => c.charCodeAt(0));
        new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer().then(WebAssembly.compile).then((module) =>
            done(WebAssembly.Module.imports(module).map(({module, name}) => `${module}.${name}`)))""")
    given = {"env.emscripten_notify_memory_growth", "schiri.character", "schiri.compose", "schiri.record",
             "schiri.thought", "schiri.turn", "wasi_snapshot_preview1.clock_time_get", "wasi_snapshot_preview1.fd_close", "wasi_snapshot_preview1.proc_exit"}
    same("missing imports of the engine", sorted(set(imports) - given), [])


def check_languages(browser, axe):
    for language, wanted in (("de", "Neue Partie"), ("fr", "Nouvelle partie"), ("en", "New game")):
        open_page(browser, 390, "dark", language)
        same(f"{language}: the page is translated", text(browser, "#new-game"), wanted)
        same(f"{language}: the language is declared", browser.run("return document.documentElement.lang"), language)
        for section in ("records", "rules", "about", "play"):
            browser.run("location.hash = arguments[0]", section)
            wait_for(lambda: browser.run("return !document.getElementById(arguments[0]).hidden", section), f"{section} is shown")
            check_width(browser, f"{language}, {section}")
            check_overlap(browser, f"{language}, {section}")
            # The languages differ in texts alone.
            if language == "de":
                check_accessibility(browser, axe, section)
            picture(browser, f"page-{section}-{language}")
        for button in ("new-game", "show-rules"):
            browser.click(f"#{button}")
            check_width(browser, f"{language}, {button}")
            check_overlap(browser, f"{language}, {button}")
            if language == "de":
                check_accessibility(browser, axe, button)
            picture(browser, f"page-{button}-{language}")
            browser.press(ESCAPE)
        check_logs(browser, language)


IS_CHECKING = "return document.querySelector('#findings').hasAttribute('aria-busy')"


def check_pasted(browser, content):
    """Checks pasted records in the page."""
    browser.run("location.hash = 'records'; document.getElementById('pasted').value = arguments[0]", content)
    browser.click("#check")
    wait_for(lambda: not browser.run(IS_CHECKING), "the records are checked")


def choose_file(browser, file):
    browser.run("document.getElementById('files').value = ''")
    element = browser.ask("POST", "/element", {"using": "css selector", "value": "#files"})
    browser.ask("POST", f"/element/{next(iter(element.values()))}/value", {"text": file})


def check_many(browser):
    """Many records are checked aside: the page answers, shows how far it is, and can stop."""
    count = 2000
    schiri("play", "creeper", "--white", "random", "--black", "random", "--seed", "5", "-o", f"{folder}/one.pgn")
    with open(f"{folder}/one.pgn", encoding="utf-8") as file:
        games = file.read()
    with open(f"{folder}/many.pgn", "w", encoding="utf-8") as file:
        file.write(games * (count - 1) + games.replace("1. ", "1. A9 ", 1))
    open_page(browser, 1300)
    browser.run("location.hash = 'records'")
    summary = lambda: text(browser, "#summary-of-records")
    counted = lambda: int(summary().split()[0].replace(",", ""))
    checking = lambda: browser.run("return document.querySelector('#progress-of-records').checkVisibility() ? document.querySelector('progress').value : 0")
    for stops in (True, False):
        choose_file(browser, f"{folder}/many.pgn")
        wait_for(lambda: browser.run(IS_CHECKING), "the page answers while it checks")
        wait_for(lambda: 0 < checking() < 1, "the progress is shown")
        browser.click("#sections a[href='#rules']")
        wait_for(lambda: browser.run("return document.querySelectorAll('#rules figure').length > 0 && document.querySelector('#findings').hasAttribute('aria-busy')"),
                 "other sections are shown meanwhile")
        browser.click("#sections a[href='#records']")
        if stops:
            browser.click("#progress-of-records [data-do=stop]")
        wait_for(lambda: not browser.run(IS_CHECKING), "all are checked, or it is stopped")
        same("stopped", ("Stopped" in summary(), 0 < counted() < count), (stops, stops))
        same("no progress is shown", checking(), 0)
    check("all are counted", summary().startswith(f"{count} games, {count - 1} valid, 1 invalid, "), summary())
    same("the game with an error comes first", text(browser, "#findings .record:nth-child(2) h3")[:9], "Game 2000")
    shown = "return document.querySelectorAll('#findings .record').length"
    same("some are shown", browser.run(shown), 201)
    browser.click("#findings [data-do=more]")
    same("and more on demand", (browser.run(shown), text(browser, "#findings [data-do=more]")), (401, "and 1600 more"))
    picture(browser, "page-many-records")
    browser.run("""const box = document.querySelector('#findings select'); box.value = 'json'; box.dispatchEvent(new Event('change'))""")
    file = f"{folder}/records.json"
    wait_for(lambda: os.path.exists(file) and os.path.getsize(file) > 0, "all are converted")
    with open(file, encoding="utf-8") as converted:
        same("all valid ones are converted", len(converted.read().splitlines()), count - 1)
    os.remove(file)
    check_logs(browser, "many records")


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
        check_pasted(browser, content)
        seen = browser.run("return [...document.querySelectorAll('.finding .said')].map((p) => p.textContent)")
        wanted = [re.sub(r"^[^:]*:(\d+):(\d+):", r"line \1, column \2:", line) for line in findings_of_program(f"{data}/{file}")]
        same(f"findings of {file}", sorted(seen), sorted(wanted))
        advice = browser.run("return [...document.querySelectorAll('.finding details p')].map((p) => p.textContent)")
        same(f"{file}: advice without the command line", [line for line in advice if re.search(r"--\w|'schiri |iconv", line)], [])
    picture(browser, "page-findings")
    check_accessibility(browser, axe, "findings")
    check_logs(browser, "findings")


RECORD = """[Event "Club evening"]
[Site "?"]
[Date "2026.05.01"]
[Round "1"]
[White "Anna"]
[Black "Emil"]
[Result "1-0"]
[Termination "resignation"]
[Game "creeper"]

1. E7+D6! {the middle} G3+F4 2. D6+E5 (2. B1+C2 {not this} E1+D2) 1-0
"""


def check_files(browser):
    """Files in all encodings and containers that browsers can read; the others are named."""
    open_page(browser, 1300)
    browser.run("location.hash = 'records'")
    valid = "1 game, 1 valid, 0 invalid, 3 turns"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("records/one.pgn", RECORD)
        files.writestr("__MACOSX/records/._one.pgn", bytes(range(256)))
        files.writestr("readme.txt", "No record.")
    with open(f"{folder}/plain.pgn", "w", encoding="utf-8") as plain:
        plain.write(RECORD)
    as_json = schiri("convert", f"{folder}/plain.pgn", "--to", "json")
    table = "white\tblack\tresult\tgame\tmovetext\nAnna\tEmil\t1-0\tcreeper\t1. E7+D6 1-0\n"
    one_turn = "1 game, 1 valid, 0 invalid, 1 turn"
    files = (("games.tsv", table.encode(), one_turn), ("GAMES.CSV.GZ", gzip.compress(table.replace("\t", ",").encode()), one_turn), ("u16.pgn", RECORD.encode("utf-16"), valid), ("u16be.pgn", RECORD.encode("utf-16-be"), valid),
             ("records.zip", archive.getvalue(), valid), ("two.pgn.gz", gzip.compress(RECORD[:50].encode()) + gzip.compress(RECORD[50:].encode()), valid),
             ("latin.pgn", RECORD.replace("Anna", "Müller").encode("latin-1"), valid + ". latin.pgn is taken for Latin-1 text"), ("json.pgn", as_json.encode(), valid), ("json.txt", as_json.encode(), valid),
             ("a.zst", b"\x28\xb5\x2f\xfd" + bytes(40), "a.zst is compressed with zstd, which browsers cannot decompress. Decompress it first."),
             ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(40), "a.png is no text but a picture."), ("a.pgn", bytes(range(256)), "a.pgn is no text but binary data."))
    for name, content, wanted in files:
        with open(f"{folder}/{name}", "wb") as file:
            file.write(content)
        browser.run("document.getElementById('summary-of-records').textContent = ''")
        choose_file(browser, f"{folder}/{name}")
        wait_for(lambda: text(browser, "#summary-of-records") == wanted, f"{name} is read")
        same(f"file {name}", text(browser, "#summary-of-records"), wanted)
    same("the same file is read again with another format", browser.run("""
        document.querySelector('.drop select').value = 'json';
        document.getElementById('check').click();
        return document.querySelector('#findings').hasAttribute('aria-busy')"""), True)
    wait_for(lambda: not browser.run(IS_CHECKING), "it is read again")
    check_width(browser, "files")
    check_logs(browser, "files")


def check_kinds_of_records(browser):
    """What begins with a comment is no JSON; the mended and the analysed record keep their places; what is lost is
    said, and what was typed meanwhile is kept."""
    open_page(browser, 360)
    summary = lambda: text(browser, "#summary-of-records")
    field = "return document.getElementById('pasted').value"
    browser.run("location.hash = 'records'; document.querySelectorAll('.drop select')[1].value = 'creeper'")
    check_pasted(browser, "{first} 1. E7+D6 *")
    same("movetext with a comment before it", summary(), "1 game, 1 valid, 0 invalid, 1 turn")
    check_width(browser, "records on a phone")
    good = RECORD.replace("Emil", "Ede")
    # Without a result at its end.
    wrong = RECORD.replace("E1+D2) 1-0", "E1+D2)")
    check_pasted(browser, good + wrong)
    same("one of two is invalid", summary(), "2 games, 1 valid, 1 invalid, 6 turns")
    browser.click("#findings [data-do=mend]")
    same("the invalid one comes first, and keeps its number", text(browser, "#findings .record:nth-child(2) h3"), "Game 2: Anna – Emil")
    same("the summary is that of the mended records", summary(), "2 games, 2 valid, 0 invalid, 6 turns")
    for language in ("de", "en"):
        speak(browser, language)
        wait_for(lambda: summary().startswith("2 "), "the records are checked again")
    same("another language keeps what was mended", summary(), "2 games, 2 valid, 0 invalid, 6 turns")
    browser.run("""const box = document.querySelector('#findings select'); box.value = 'softserve'; box.dispatchEvent(new Event('change'))""")
    wait_for(lambda: "softserve cannot hold" in summary(), "what softserve cannot hold is said")
    check_pasted(browser, RECORD)
    browser.run("document.querySelector('#findings [data-do=analyse]').click(); document.getElementById('pasted').value = 'typed meanwhile'")
    wait_for(lambda: text(browser, "#findings .record p[role=status]").startswith("Analysed"), "the record is analysed", 600)
    same("what was typed stays", browser.run(field), "typed meanwhile")
    check_logs(browser, "kinds of records")


def check_record_on_board(browser):
    """A record on the board keeps its players, comments, result and tags; the game that was on it is kept."""
    open_page(browser, 1300)
    begin(browser, "creeper", opponent="friend")
    type_turn(browser, "B1+C2")
    check_pasted(browser, RECORD)
    browser.click("[data-do=show]")
    wait_for(lambda: "Anna" in text(browser, ".seats"), "the players are shown")
    same("the game that was on the board is kept", kept_games(browser), ["Creeper, White – Black, 1 turn"])
    same("the result", text(browser, ".status"), "White has won: the record says so.")
    same("the signs of NAGs", turns_of(browser), ["E7+D6 !", "G3+F4", "D6+E5"])
    for _ in range(2):
        browser.click("[data-do=back]")
    same("the comment of the turn", text(browser, ".remark"), "the middle")
    browser.click("[data-do=download]")
    file = f"{folder}/creeper.pgn"
    wait_for(lambda: os.path.exists(file) and os.path.getsize(file) > 0, "the record is saved")
    with open(file, encoding="utf-8") as saved:
        content = saved.read()
    os.remove(file)
    check("the saved record is the whole record", all(part in content for part in ("Club evening", "Anna", "{the middle}", "not this", "resignation")), content)
    # Another continuation keeps the players and the comments before it.
    browser.click("[data-do=resume]")
    Mouse(browser).choose(place_css("G2"))
    Mouse(browser).choose(place_css("F3"))
    browser.click("[data-do=download]")
    wait_for(lambda: os.path.exists(file) and os.path.getsize(file) > 0, "the new record is saved")
    with open(file, encoding="utf-8") as saved:
        content = saved.read()
    os.remove(file)
    check("another continuation keeps players and comments", all(part in content for part in ("Anna", "Club evening", "the middle", "G2+F3")) and "resignation" not in content, content)
    check_logs(browser, "record on the board")


def check_carets(browser):
    """On a phone the position of a finding is visible."""
    open_page(browser, 390)
    check_pasted(browser, '[Game "creeper"]\n\n'
                 "1. E7+D6 G3+F4 2. D6+E5 E1+D2 3. B1+C2 F1+E2 4. F7+E6 B7+C6 5. C2+D3 C6+D9 *\n")
    seen = browser.run("""return [...document.querySelectorAll('.caret')].map((caret) => {
        const at = caret.getBoundingClientRect(), box = caret.parentElement.getBoundingClientRect();
        return at.left >= box.left && at.right <= box.right; })""")
    same("carets are visible", (len(seen) > 0, all(seen)), (True, True))
    check_width(browser, "carets")
    check_logs(browser, "carets")


def main():
    schiri("page", "-o", PAGE)
    check("the page is small enough to be sent by mail", os.path.getsize(PAGE) < 1.5e6, os.path.getsize(PAGE))
    with opened_browser("the page") as browser:
        axe = axe_source()
        check_engine(browser)
        check_entry(browser, axe)
        check_reasons(browser)
        check_every_refusal(browser)
        check_locks(browser)
        check_preview(browser)
        check_opening(browser, axe)
        check_lessons(browser)
        check_two_people(browser)
        check_full_storage(browser)
        check_clocks(browser)
        check_victory(browser)
        check_motion(browser)
        check_names(browser)
        check_names_beside(browser)
        check_dialogs(browser)
        check_contrast(browser)
        check_review(browser, axe)
        check_appearance(browser)
        check_large_text(browser)
        check_kept(browser)
        check_tabs(browser)
        check_language_change(browser)
        check_lines(browser)
        check_playing_on(browser)
        check_printed(browser)
        check_layout(browser)
        check_shifts(browser)
        check_targets(browser)
        check_rules(browser, axe)
        check_languages(browser, axe)
        check_files(browser)
        check_kinds_of_records(browser)
        check_record_on_board(browser)
        check_findings(browser, axe)
        check_many(browser)
        check_carets(browser)
        check_games(browser)
    end()


if __name__ == "__main__":
    main()
