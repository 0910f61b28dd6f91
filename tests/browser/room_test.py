"""Tests the page of `schiri otb serve` in three browsers: room_test.py PROGRAM FOLDER PICTURES."""

import base64
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager

from checks import axe_source, check, check_accessibility, check_overlap, check_width, end, folder, picture, program, same, schiri, text, wait_for
from webdriver import Browser

NAMES = ["Anna Berg", "Björn Dvořák", "Müller, Carla", "Dora", "Emil", "Fred", "Gina", "Hugo", "Ines", "Jörg", "Kai"]
EVENT = f"{folder}/cup.otb"
ENTER = "\ue007"


class Server:
    """`schiri otb serve`, with its address and code."""

    def __init__(self, *options, event=EVENT):
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen([program, "otb", "serve", event, *options], stdout=subprocess.PIPE, text=True,
                                        env=environment)
        self.code = None
        for line in self.process.stdout:
            if found := re.search(r"(http://127\.0\.0\.1:(\d+)/)", line):
                self.url, self.port = found.group(1), found.group(2)
            if found := re.search(r"code for entering: (\d{6})", line):
                self.code = found.group(1)
            if line.startswith("Ctrl-C"):
                return
        raise RuntimeError("the server did not start")

    def end(self, how):
        self.process.send_signal(how)
        return self.process.wait(timeout=300)


@contextmanager
def serving(*options, event=EVENT):
    server = Server(*options, event=event)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.end(signal.SIGKILL)


class Page:
    """The page in a browser of its own, as on a helper's phone."""

    def __init__(self, browser, width):
        self.browser = browser
        self.width = width

    def open(self, url):
        self.browser.look(self.width, 800, "light")
        self.browser.devtools("Emulation.setTouchEmulationEnabled", enabled=self.width < 500)
        self.browser.open(url)
        wait_for(lambda: self.count("[data-tab]") > 2, "the page is there")

    def count(self, selector):
        return self.browser.run("return document.querySelectorAll(arguments[0]).length", selector)

    def tap(self, selector):
        self.browser.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", selector)
        self.browser.click(selector)

    def tab(self, name):
        self.tap(f'[data-tab="{name}"]')
        wait_for(lambda: self.count(f'[data-tab="{name}"][aria-current]') == 1, f"tab {name}")

    def result(self, board):
        """The result of a board as the page shows it, read from both scores."""
        return self.browser.run("""const scores = document.querySelectorAll(`[data-board="${arguments[0]}"] .score`);
            return [...scores].map((one) => one.textContent).join('')""", str(board))

    def set(self, board, result):
        self.tap(f'[data-board="{board}"] [data-result="{result}"]')

    def shows(self, board, result, what):
        wait_for(lambda: self.result(board) == result, f"{what}: board {board} shows {result}")

    def message(self):
        return text(self.browser, "#message")

    def names(self):
        return self.browser.run("return [...document.querySelectorAll('.boards .who')].map((one) => one.lastChild.textContent)")

    def type(self, selector, words):
        self.browser.run("""const box = document.querySelector(arguments[0]); box.value = arguments[1];
            box.dispatchEvent(new Event('input', {bubbles: true}))""", selector, words)

    def fill(self, **values):
        for name, value in values.items():
            self.browser.run("document.querySelector(`#dialog [name=${arguments[0]}]`).value = arguments[1]", name, value)
        self.tap("#dialog [data-do=save]")


def new_event():
    if os.path.exists(EVENT):
        os.remove(EVENT)
    schiri("otb", "new", EVENT, "--name", "Spring cup", "--game", "creeper", "--rounds", "4", "--date", "2026.05.01")
    schiri("otb", "enter", EVENT, *NAMES)
    schiri("otb", "pair", EVENT)


def stored():
    """The results of the last round in the file."""
    return [json.loads(line)["result"] for line in schiri("otb", "show", EVENT, "--format", "json").splitlines()
            if json.loads(line)["board"]]


def check_helpers(a, b, c, server):
    for page in (a, b, c):
        page.open(server.url)
    a.set(1, "1-0")
    for page, what in ((a, "own"), (b, "other"), (c, "third")):
        page.shows(1, "10", what)
    same("one tap stores a result", stored()[0], "1-0")
    b.set(2, "1/2-1/2")
    a.shows(2, "½½", "other's result")
    schiri("otb", "result", EVENT, "3", "0-1")
    for page in (a, b, c):
        page.shows(3, "01", "from the shell")
    # The last entry of all is the shell's, that of the helpers b's.
    a.tap("[data-do=undo]")
    a.shows(1, "", "undone")
    c.shows(1, "", "undone elsewhere")
    same("undo takes back one's own entry alone", stored()[:3], [None, "1/2-1/2", "0-1"])
    check("undo names what it did", "board 1: 1-0" in a.message(), a.message())
    a.tap("[data-do=redo]")
    b.shows(1, "10", "redone")
    check("c has nothing to undo", c.count("[data-do=undo]") == 0)
    # A correction asks first.
    b.set(2, "0-1")
    wait_for(lambda: b.count("#dialog[open]") == 1, "a correction asks")
    question = text(b.browser, "#dialog-title")
    check("the question names round, players and both results", re.match(r"Round 1, board 2: .* – .* has ½ – ½\. Change it to 0 – 1\?", question), question)
    b.tap("[data-do=confirm]")
    c.shows(2, "01", "corrected")
    b.set(4, "more")
    b.tap('#dialog [data-result="--+"]')
    a.shows(4, "–+", "forfeit")
    same("the file has all", stored(), ["1-0", "0-1", "0-1", "--+", None])


def check_search(a):
    a.type("#search", "dvorak")
    same("names are found without accents", [name for name in a.names() if "Dvořák" in name], ["Björn Dvořák"])
    same("one board", a.count(".board"), 1)
    a.type("#search", "mueller CARLA")
    same("German spellings are equal", [name for name in a.names() if "Müller" in name], ["Müller, Carla"])
    a.type("#search", "5")
    same("a board is found by its number", a.browser.run("return document.querySelector('.board').dataset.board"), "5")
    a.type("#search", "")
    a.tap("[data-do=open-only]")
    same("open boards alone", a.count(".board"), 1)
    a.tap("[data-do=open-only]")


def check_rounds(a, b, c):
    check("no pairing while a result is missing", a.count("[data-do=pair]") == 0)
    a.set(5, "1-0")
    wait_for(lambda: c.count("[data-do=pair]") == 1, "pairing is offered to all")
    a.tab("players")
    a.tap("[data-do=enter]")
    c.tap("[data-do=pair]")
    c.tap("[data-do=confirm]")
    wait_for(lambda: "ound 2" in text(c.browser, "h2"), "round 2 is paired")
    # What was decided before the round was paired is refused once, and saved when it is decided again.
    a.fill(name="Later One")
    wait_for(lambda: "Not saved" in text(a.browser, "#dialog [role=status]"), "a decision of before is refused")
    a.fill(name="Later One")
    wait_for(lambda: a.count('details[data-name="Later One"]') == 1, "it is saved when it is decided again")
    a.tap("#dialog [data-do=close]")
    a.tap("[data-do=undo]")
    wait_for(lambda: a.count('details[data-name="Later One"]') == 0, "it is undone")
    a.tab("round")
    for page in (a, b, c):
        wait_for(lambda page=page: "ound 2" in text(page.browser, "h2"), "round 2 is shown")
    same("the file has the round", len(stored()), 5)
    # Swapping the two players of board 1 exchanges their colours.
    white, black = b.names()[:2]
    b.tap("[data-do=swap]")
    b.browser.run("""const [first, second] = document.querySelectorAll('#dialog select');
        first.value = arguments[0]; second.value = arguments[1]""", white, black)
    b.tap("#dialog [data-do=save]")
    wait_for(lambda: c.names()[:2] == [black, white], "the colours are exchanged everywhere")
    b.tap("[data-do=undo]")
    wait_for(lambda: c.names()[:2] == [white, black], "the exchange is undone")
    # Two helpers decide the same: the second sees that it is done, not a second exchange.
    for page in (b, c):
        page.tap("[data-do=swap]")
        page.browser.run("""const [first, second] = document.querySelectorAll('#dialog select');
            first.value = arguments[0]; second.value = arguments[1]""", white, black)
    b.tap("#dialog [data-do=save]")
    wait_for(lambda: a.names()[:2] == [black, white], "exchanged once")
    c.tap("#dialog [data-do=save]")
    wait_for(lambda: "Not saved" in c.message(), "the second exchange is refused")
    same("still exchanged once", c.names()[:2], [black, white])
    b.tap("[data-do=undo]")
    wait_for(lambda: c.names()[:2] == [white, black], "the exchange is undone again")
    a.browser.run("""const box = document.querySelector('[data-do=round]'); box.value = '1';
        box.dispatchEvent(new Event('change'))""")
    a.shows(1, "10", "round 1 again")
    # The answer to the question that still waits is about the round before.
    b.set(5, "0-1")
    c.shows(5, "01", "entered in round 2")
    time.sleep(1)
    check("the page stays with the chosen round", "ound 1" in text(a.browser, "h2"), text(a.browser, "h2"))
    b.tap("[data-do=undo]")
    c.shows(5, "", "undone in round 2")
    a.browser.run("""const box = document.querySelector('[data-do=round]'); box.value = '2';
        box.dispatchEvent(new Event('change'))""")
    wait_for(lambda: "ound 2" in text(a.browser, "h2"), "round 2 again")


def check_late_lists(a):
    """An answer that comes after the page has turned to another list is dropped."""
    a.browser.run("""const real = window.fetch; window.fetch = async (url, more) => {
        const answer = await real(url, more);
        if (String(url).includes('name=standing')) await new Promise((done) => setTimeout(done, 1200));
        return answer; }; window.realFetch = real""")
    a.tab("standing")
    a.tab("table")
    wait_for(lambda: "ross table" in text(a.browser, "h2"), "the cross table is shown")
    time.sleep(1.5)
    check("the late standing is not shown", "ross table" in text(a.browser, "h2"), text(a.browser, "h2"))
    a.browser.run("window.fetch = window.realFetch")


def check_players(a, b):
    a.tab("players")
    b.tab("players")
    same("all are listed", a.count(".people details"), len(NAMES))
    # The form stays open for the next player, keeps what was refused, and says so.
    a.tap("[data-do=enter]")
    rest = a.browser.run("const box = document.getElementById('dialog'); return box.clientHeight - box.querySelector('form').getBoundingClientRect().height")
    check("the dialog is as high as its form", rest < 130, rest)
    a.fill(name="Lena Neu", rating="1500", club="SK Bonn")
    wait_for(lambda: b.count('details[data-name="Lena Neu"]') == 1, "the late player appears everywhere")
    wait_for(lambda: "Lena Neu" in text(a.browser, "#dialog [role=status]"), "the form says what it has saved")
    same("the next form has the club", a.browser.run("return ['name', 'rating', 'club'].map((n) => document.querySelector(`#dialog [name=${n}]`).value)"), ["", "", "SK Bonn"])
    a.fill(name="Lena Neu")
    wait_for(lambda: "entered already" in text(a.browser, "#dialog [role=status]"), "a name enters once")
    check("the refused name stays", a.browser.run("return document.querySelector('#dialog [name=name]').value") == "Lena Neu")
    a.fill(name="Anna Burg")
    wait_for(lambda: "the same player as 'Anna Berg'" in a.message(), "similar names are noted")
    a.tap("#dialog [data-do=close]")
    a.tap("[data-do=undo]")
    wait_for(lambda: b.count('details[data-name="Anna Burg"]') == 0, "the entry is undone")
    a.tap("[data-do=enter-players]")
    a.browser.run("""const files = new DataTransfer(); files.items.add(new File(['From a file;;1600'], 'list.csv'));
        const box = document.querySelector('#dialog [type=file]'); box.files = files.files; box.dispatchEvent(new Event('change'))""")
    wait_for(lambda: a.browser.run("return document.querySelector('#dialog textarea').value") == "From a file;;1600", "a file fills the field")
    a.browser.run("""const files = new DataTransfer(); files.items.add(new File([new Uint8Array([77, 252, 108, 108, 101, 114, 59, 59])], 'latin.csv'));
        const box = document.querySelector('#dialog [type=file]'); box.files = files.files; box.dispatchEvent(new Event('change'))""")
    wait_for(lambda: a.browser.run("return document.querySelector('#dialog textarea').value") == "Müller;;", "a file in Latin-1 fills the field")
    same("it says so", text(a.browser, "#dialog [role=status]"), "latin.csv is taken for Latin-1 text.")
    # What was typed stays if it is refused.
    a.fill(table="Mia;SK Bonn;1450\nDora")
    wait_for(lambda: "entered already" in text(a.browser, "#dialog [role=status]"), "a list with a name that is there is refused")
    same("the list stays", a.browser.run("return document.querySelector('#dialog textarea').value"), "Mia;SK Bonn;1450\nDora")
    a.fill(table="Mia;SK Bonn;1450\nNora")
    wait_for(lambda: b.count('details[data-name="Mia"]') == 1 and b.count('details[data-name="Nora"]') == 1, "a list is pasted")
    a.tap("[data-do=undo]")
    wait_for(lambda: b.count('details[data-name="Mia"]') == 0, "the list is undone")
    wait_for(lambda: a.count("#dialog[open]") == 0, "the form is closed")
    a.tap('details[data-name="Emil"] summary')
    a.tap('details[data-name="Emil"] .buttons button')
    a.fill(new_name="Dora", club="SK Ulm")
    wait_for(lambda: "Not saved" in text(a.browser, "#dialog [role=status]"), "a change to a name that is there is refused")
    same("what was typed stays", a.browser.run("return document.querySelector('#dialog [name=club]').value"), "SK Ulm")
    a.tap("#dialog [data-do=close]")
    a.tap('details[data-name="Emil"] summary')
    b.type("#search", "dora")
    same("one is found", b.count(".people details"), 1)
    b.tap('details[data-name="Dora"] summary')
    b.tap('details[data-name="Dora"] [data-do=bye]')
    wait_for(lambda: "half-point bye: 3" in text(a.browser, 'details[data-name="Dora"]'), "the bye is shown")
    a.tap('details[data-name="Kai"] summary')
    a.tap('details[data-name="Kai"] [data-do=withdraw]')
    a.tap("[data-do=confirm]")
    wait_for(lambda: "withdrawn" in text(a.browser, 'details[data-name="Kai"]'), "a withdrawal")
    a.tap('details[data-name="Kai"] [data-do=reinstate]')
    wait_for(lambda: "withdrawn" not in text(a.browser, 'details[data-name="Kai"] .state'), "back")
    log = schiri("otb", "log", EVENT)
    check("the log names the helpers", re.search(r"Dora has a half-point bye in round 3 \[page [a-z0-9]{6}\]\n", log), log)
    b.type("#search", "")


def check_pages(a, b, axe):
    for name in ("round", "players", "standing", "table", "log"):
        a.tab(name)
        if name in ("standing", "table"):
            wait_for(lambda: a.count("tbody tr") == len(NAMES) + 1, f"{name} has all players")
            same(f"{name}: tie-breaks are behind a tap", a.browser.run(
                "return getComputedStyle(document.querySelector('th.extra')).display"), "none")
        check_width(a.browser, f"phone, {name}")
        check_overlap(a.browser, f"phone, {name}")
        check_accessibility(a.browser, axe, f"phone, {name}")
        picture(a.browser, f"room-{name}")
    a.browser.look(360, 800, "dark")
    for name in ("round", "standing"):
        a.tab(name)
        check_accessibility(a.browser, axe, f"dark, {name}")
        picture(a.browser, f"room-{name}-dark")
    a.tab("round")
    same("targets are large", a.browser.run("""return [...document.querySelectorAll('.results button')]
        .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 44).length"""), 0)
    a.browser.run("""const box = document.getElementById('language'); box.value = 'de'; box.dispatchEvent(new Event('change'))""")
    wait_for(lambda: text(a.browser, '[data-tab="standing"]') == "Rangliste", "German")
    check_accessibility(a.browser, axe, "German")
    b.browser.look(1200, 800, "light")
    b.tab("round")
    check_width(b.browser, "screen")
    picture(b.browser, "room-screen")


def check_published(a, axe):
    """The static pages on a phone and on paper."""
    site = f"{folder}/site"
    schiri("otb", "publish", EVENT, "-o", site, "--language", "en")
    names = sorted(os.listdir(site))
    check("pages are written", "index.html" in names and "player-1.html" in names, names)
    a.browser.devtools("Emulation.setEmulatedMedia", media="screen", features=[{"name": "prefers-color-scheme", "value": "light"}])
    for name in ("index.html", "standing.html", "players.html", "table.html", "player-1.html", "seats.html", "slips.html", "table-cards.html"):
        a.browser.look(360, 800, "light")
        a.browser.open(f"file://{site}/{name}")
        check_width(a.browser, f"published, {name}")
        check_overlap(a.browser, f"published, {name}")
        check_accessibility(a.browser, axe, f"published, {name}")
    a.browser.open(f"file://{site}/standing.html")
    shown = "return [...document.querySelectorAll('th')].filter((one) => one.offsetWidth > 0).map((one) => one.textContent).slice(0, 12)"
    check("points are visible, tie-breaks are not", "Points" in a.browser.run(shown) and "BH" not in a.browser.run(shown), a.browser.run(shown))
    # Names and points are never cut, neither by the window nor by the box that scrolls; nor are results, where they
    # are not those of many rounds.
    for name in ("standing", "show"):
        with open(f"{site}/html-{name}.html", "w", encoding="utf-8") as page:
            page.write(schiri("otb", name, EVENT, "--format", "html"))
    for name in ("standing.html", "player-1.html", "table.html", "html-standing.html", "html-show.html"):
        a.browser.open(f"file://{site}/{name}")
        for width in (320, 360, 390):
            a.browser.look(width, 800, "light")
            same(f"names, results and points fit, {name}, {width}", a.browser.run("""const heads = [...document.querySelectorAll('thead th')];
                const wanted = ['White', 'Black', 'Player', 'Opponent', 'Result', 'Points', 'Total'];
                return [...document.querySelectorAll('tr')].flatMap((row) => [...row.children].filter((cell, at) => wanted.includes(heads[at].textContent) && cell.textContent && cell.getClientRects().length))
                    .filter((cell) => {
                        const range = document.createRange(), box = cell.closest('.scroll').getBoundingClientRect(), own = cell.getBoundingClientRect();
                        range.selectNodeContents(cell);
                        const { left, right } = range.getBoundingClientRect();
                        return right > Math.min(box.right, innerWidth, own.right) || left < Math.max(box.left, own.left); }).map((cell) => cell.textContent)"""), [])
    a.browser.open(f"file://{site}/standing.html")
    a.tap(".toggle")
    check("a tap shows tie-breaks", "BH" in a.browser.run(shown), a.browser.run(shown))
    # On A4: at most one sheet, and letters that fill it.
    for name, sheets in (("index.html", 1), ("seats.html", 1), ("slips.html", 1), ("table-cards.html", 3)):
        a.browser.open(f"file://{site}/{name}")
        pdf = base64.b64decode(a.browser.devtools("Page.printToPDF", preferCSSPageSize=True)["data"])
        same(f"sheets of {name}", len(re.findall(rb"/Type\s*/Page\b", pdf)), sheets)
    # A bracket of 32 fits one landscape sheet.
    cup = f"{folder}/knockout.otb"
    with open(f"{folder}/knockout.csv", "w", encoding="utf-8") as table:
        table.write("name;rating\n" + "".join(f"Player Number {i};{2000 - i}\n" for i in range(1, 33)))
    schiri("otb", "new", cup, "--system", "knockout", "--game", "creeper", "--name", "Cup", "--players", f"{folder}/knockout.csv")
    schiri("otb", "pair", cup)
    schiri("otb", "publish", cup, "-o", f"{folder}/site/knockout", "--language", "en")
    a.browser.open(f"file://{folder}/site/knockout/bracket.html")
    pdf = base64.b64decode(a.browser.devtools("Page.printToPDF", preferCSSPageSize=True)["data"])
    same("sheets of a bracket", len(re.findall(rb"/Type\s*/Page\b", pdf)), 1)
    # A remark in place of the other player has the room of its words.
    a.browser.open(f"file://{site}/index.html")
    for width in (360, 1366):
        a.browser.look(width, 800, "light")
        same(f"a bye on one line, {width}", a.browser.run("""return [...document.querySelectorAll('.boards .text')].map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size; })"""), [1])
    check_sheets(a)
    a.browser.open("about:blank")


def check_sheets(a):
    """The pairings of five boards fill their sheet with large letters; a cross table of forty fits one, its heads whole."""
    for name, count, system in (("five", 10, ("--rounds", "3")), ("forty", 40, ("--system", "round-robin"))):
        event = f"{folder}/{name}.otb"
        with open(f"{folder}/{name}.csv", "w", encoding="utf-8") as table:
            table.write("name;rating\n" + "".join(f"Player Number {i};{2000 - i}\n" for i in range(1, count + 1)))
        schiri("otb", "new", event, *system, "--game", "creeper", "--name", "Cup", "--players", f"{folder}/{name}.csv")
        schiri("otb", "pair", event)
        schiri("otb", "publish", event, "-o", f"{folder}/site/{name}", "--language", "en")
    # A sheet of A4 without its margins, in pixels.
    short, long = 703, 1032
    for file, width, height, css, least in (("five/index.html", short, long, ".boards", 20), ("forty/table.html", long, short, "table", 5.5)):
        a.browser.open(f"file://{folder}/site/{file}")
        pdf = base64.b64decode(a.browser.devtools("Page.printToPDF", preferCSSPageSize=True)["data"])
        same(f"{file}: one sheet", len(re.findall(rb"/Type\s*/Page\b", pdf)), 1)
        a.browser.look(width, height, "light")
        a.browser.devtools("Emulation.setEmulatedMedia", media="print")
        right, bottom, letters, cut = a.browser.run("""const list = document.querySelector(arguments[0]), box = list.getBoundingClientRect();
            const heads = [...document.querySelectorAll('thead th')].filter((head) => { const range = document.createRange(), its = head.getBoundingClientRect();
                range.selectNodeContents(head);
                const text = range.getBoundingClientRect();
                return text.left < its.left || text.right > its.right; });
            return [box.right, box.bottom, .75 * parseFloat(getComputedStyle(list).fontSize), heads.map((head) => head.textContent)]""", css)
        check(f"{file}: it fits", right <= width and bottom <= height, f"{right} {bottom}")
        check(f"{file}: it fills the sheet", bottom > .75 * height, bottom)
        check(f"{file}: letters are large", letters >= least, letters)
        same(f"{file}: heads are whole", cut, [])
    a.browser.devtools("Emulation.setEmulatedMedia", media="screen")


def check_narrow(a):
    """On a phone the current tab is seen, with the edge of a neighbour, and what is remarked does not squeeze a name."""
    for name in ("log", "round", "table", "players"):
        a.tab(name)
        at = a.browser.run("""const bar = document.getElementById('tabs'), its = bar.getBoundingClientRect(), box = bar.querySelector('[aria-current]').getBoundingClientRect();
            return [box.left >= its.left, box.right <= its.right, bar.scrollWidth > bar.clientWidth]""")
        same(f"tab {name} is in the window", at[:2], [True, True])
    check("the tabs scroll here", at[2])
    widths = "return [...document.querySelectorAll('.people .name')].map((one) => one.getBoundingClientRect().width)"
    a.browser.run("for (const one of document.querySelectorAll('.people .state')) one.textContent = 'withdrawn, half-point bye: 2, 3, absent: 4 · Schachclub Nord 1921 · 1840'")
    check("a remark leaves the name its room", min(a.browser.run(widths)) >= 190, a.browser.run(widths))
    a.tab("round")


def check_colours(a):
    """White is light and Black is dark, in the light and in the dark, with the word beside the disc; black seats are
    drawn by their borders, which are printed."""
    dots = """return [...document.querySelectorAll('.who')].slice(0, 2).map((one) => { const dot = getComputedStyle(one, '::before');
        const light = (css) => css.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) > 383;
        const word = one.querySelector('.colour') || one;
        return [one.classList.contains('black'), parseFloat(dot.borderTopWidth) + parseFloat(dot.borderBottomWidth) >= parseFloat(dot.height) - 1,
            light(dot.backgroundColor), word.getBoundingClientRect().width > 10 && word.textContent.trim()]; })"""
    with serving("--port", "0") as server:
        a.open(server.url)
        wait_for(lambda: a.count(".board"), "the boards are shown")
        for scheme in ("light", "dark"):
            a.browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            words = a.browser.run("return [...document.querySelectorAll('.who .colour')].slice(0, 2).map((one) => one.textContent.trim())")
            same(f"colours on the page, {scheme}", a.browser.run(dots), [[False, False, True, words[0]], [True, True, False, words[1]]])
    a.browser.open(f"file://{folder}/site/index.html")
    for scheme in ("dark", "light"):
        a.browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        same(f"colours on a published page, {scheme}", a.browser.run(dots), [[False, False, True, "White"], [True, True, False, "Black"]])
    a.browser.open(f"file://{folder}/site/table-cards.html")
    for scheme in ("dark", "light"):
        a.browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        same(f"colours of a table card, {scheme}", [[*facts, said.split(":")[0]] for *facts, said in a.browser.run(dots)],
             [[False, False, True, "White"], [True, True, False, "Black"]])
    a.browser.open("about:blank")


def check_paper(a, server):
    """Sheets for the printer come from the server; a view for a projector turns its pages and takes no entries."""
    a.tab("round")
    a.browser.run("window.opened = []; window.open = (address) => { window.opened.push(address); return null; }")
    a.tap("[data-do=print]")
    names = a.browser.run("return [...document.querySelectorAll('[data-print]')].map((one) => one.dataset.print)")
    same("what can be printed", names, ["round-2", "seats", "slips", "table-cards", "standing", "table", "players"])
    a.tap("[data-print=standing]")
    same("a sheet opens", a.browser.run("return window.opened"), ["/site/de/standing.html"])
    for name in names:
        a.browser.open(f"{server.url}site/en/{name}.html")
        check(f"{name} is a page", a.count("h1") == 1 and a.browser.run("return getComputedStyle(document.querySelector('nav ul')).display") == "flex")
    a.browser.open(f"{server.url}site/en/standing.html")
    a.browser.devtools("Page.printToPDF", preferCSSPageSize=True)
    a.browser.look(1920, 1080, "light")
    a.browser.open("about:blank")
    a.browser.open(f"{server.url}#projector")
    wait_for(lambda: a.count(".board") > 0, "the round is projected")
    same("nothing can be entered", a.browser.run("return [...document.querySelectorAll('button, input, select')].filter((one) => one.checkVisibility()).length"), 0)
    check_width(a.browser, "projector")
    check_overlap(a.browser, "projector")
    picture(a.browser, "room-projector")
    wait_for(lambda: a.count("table") > 0, "the standing follows")
    check_width(a.browser, "projector, standing")
    a.browser.open("about:blank")
    a.open(server.url)


def check_kill(a, b, server):
    """A killed server has lost nothing that it has acknowledged; pages find the next one."""
    a.tab("round")
    a.set(1, "1-0")
    b.shows(1, "10", "before the kill")
    server.end(signal.SIGKILL)
    same("the acknowledged result is in the file", stored()[0], "1-0")
    wait_for(lambda: a.count("#problem:not([hidden])") == 1, "the page reports the loss")
    same("without a server nothing can be entered", a.count(".results"), 0)
    schiri("otb", "result", EVENT, "2", "=")
    with serving("--port", server.port) as second:
        wait_for(lambda: a.count("#problem:not([hidden])") == 0, "the page is back")
        a.shows(2, "½½", "entered meanwhile at the shell")
        a.set(3, "0-1")
        b.shows(3, "01", "after the restart")
        a.tap("[data-do=undo]")
        b.shows(3, "", "undone after the restart")
        a.tap("[data-do=undo]")
        b.shows(1, "", "an entry before the restart is undone")
        same("Ctrl-C ends it cleanly", second.end(signal.SIGINT), 0)


def check_cut(page):
    """What was chosen without a connection is shown when it is back."""
    page.browser.run("window.realFetch = window.fetch; window.fetch = () => Promise.reject(new TypeError('cut'))")
    page.tab("standing")
    wait_for(lambda: page.count("#problem:not([hidden])") == 1, "the page reports the cut")
    page.browser.run("window.fetch = window.realFetch")
    wait_for(lambda: page.count("#view table") > 0, "the list comes with the connection")
    same("the loss is no longer reported", page.count("#problem[hidden]"), 1)
    page.tab("round")


def check_code(a, b):
    """Others look; entering takes the code."""
    new_event()
    with serving("--lan", "--port", "0") as server:
        for page in (a, b):
            page.open(server.url)
            page.browser.run("localStorage.clear()")
            page.open(server.url)
        same("no buttons without the code", a.count(".results"), 0)
        same("no log without the code", a.count("[data-tab=log]"), 0)
        check_cut(b)
        wrong = "000000" if server.code != "000000" else "111111"
        a.tap("[data-do=code]")
        a.fill(code=wrong, helper="Maria")
        wait_for(lambda: "not the code" in a.message(), "a wrong code is refused")
        a.tap("[data-do=code]")
        a.fill(code=f"{server.code[:3]} {server.code[3:]}", helper="Александр Владимирович Константинов")
        wait_for(lambda: a.count(".results") == 5, "the code is accepted")
        a.set(1, "1-0")
        b.shows(1, "10", "a viewer sees it")
        check("the log names the helper", "[Александр Владимирович Константинов " in schiri("otb", "log", EVENT))
        server.end(signal.SIGTERM)


def check_logs(browser, what):
    """No errors but those of refused entries and a killed server; no request to another host."""
    allowed = r"Failed to load resource: (net::ERR_|the server responded with a status of (403|409|422))"
    same(f"{what}: console", [one["message"] for one in browser.log("browser") if not re.search(allowed, one["message"])], [])
    urls = []
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            urls.append(message["params"]["request"]["url"])
    same(f"{what}: no request to another host",
         [url for url in urls if not url.startswith(("http://127.0.0.1:", f"file://{folder}/site/", "data:", "about:"))], [])


def check_later_failure(a, b):
    """What fails after an entry was saved says that it was saved: here the question for the new state."""
    a.browser.run("""const real = window.fetch; window.realFetch = real;
        window.fetch = (url, more) => String(url).includes('/state') && !String(url).includes('after=')
          ? Promise.resolve(new Response('{"error": "the disk is gone"}', { status: 500 })) : real(url, more)""")
    a.tap('details[data-name="Kai"] [data-do=bye]')
    wait_for(lambda: "Saved: Saved. But then: the disk is gone." in a.message(), "the page says what was saved")
    # A refusal without a sentence is no lost connection.
    for status in (413, 500):
        a.browser.run("""window.fetch = (url, more) => more && more.method === 'POST'
            ? Promise.resolve(new Response('no sentence', { status: arguments[0] })) : window.realFetch(url, more)""".replace("arguments[0]", str(status)))
        a.tap('details[data-name="Kai"] [data-do=withdraw]')
        a.tap("[data-do=confirm]")
        wait_for(lambda status=status: f"refuses this with the status {status}" in a.message(), f"a refusal is told, {status}")
        same("it is no lost connection", (a.count("#problem[hidden]"), "connection" in a.message()), (1, False))
    a.browser.run("window.fetch = window.realFetch")
    wait_for(lambda: "half-point bye" in text(b.browser, 'details[data-name="Kai"]'), "it was saved")


def main():
    axe = axe_source()
    new_event()
    with ExitStack() as stack:
        pages = []
        for number, width in enumerate((360, 390, 800)):
            os.mkdir(f"{folder}/{number}")
            try:
                browser = Browser(f"{folder}/{number}")
            except (OSError, RuntimeError) as error:
                print(f"not tested: the page of an event: no browser starts: {error}", file=sys.stderr)
                sys.exit(77)
            stack.callback(browser.quit)
            browser.open("about:blank")
            browser.log("performance")
            pages.append(Page(browser, width))
        a, b, c = pages
        with serving("--port", "0") as server:
            check_helpers(a, b, c, server)
            check_search(a)
            check_narrow(a)
            check_rounds(a, b, c)
            check_late_lists(a)
            check_players(a, b)
            check_later_failure(a, b)
            check_pages(a, b, axe)
            check_paper(a, server)
            check_kill(a, b, server)
            check_published(a, axe)
        check_colours(a)
        check_code(a, b)
        for page, what in ((a, "a"), (b, "b"), (c, "c")):
            check_logs(page.browser, what)
    end()


main()
