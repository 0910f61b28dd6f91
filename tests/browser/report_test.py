"""Tests reports in a browser: report_test.py PROGRAM FOLDER [PICTURES] [--long].

With --long in all sizes of windows.
"""

import base64
import contextlib
import csv
import io
import json
import os
import re
import sqlite3
import time
import zlib

from checks import (axe_source, check, check_accessibility, check_logs, check_width, end, folder, has_otb,
                    is_long, lines, opened_browser, picture, same, schiri, simulate, text, wait_for)

RIGHT, LEFT, HOME, END, ESCAPE, ENTER, TAB = "\ue014", "\ue012", "\ue011", "\ue010", "\ue00c", "\ue007", "\ue004"
SIZES = ((360, 640), (390, 844), (768, 1024), (1366, 768), (3840, 2160)) if is_long else ((360, 640), (1366, 768))


class Event:
    """A database with one tournament, its report and its records."""

    def __init__(self, name, *bots):
        self.db, self.page, self.records = (f"{folder}/{name}.{end}" for end in ("db", "html", "pgn"))
        words = [word for bot in bots for word in ("--bot", bot)]
        start = ["--game", name]
        schiri("tournament", "run", *start, *words, "--rounds", "10", "--db", self.db,
               "--event", "A cup")
        schiri("report", "--db", self.db, "--event", "A cup", "-o", self.page)
        schiri("db", "export", "--db", self.db, "-o", self.records)

    def ask(self, question):
        with contextlib.closing(sqlite3.connect(self.db)) as database:
            return database.execute(question).fetchall()

    def short_game(self):
        """The number of a short game."""
        return self.ask("SELECT number FROM games WHERE turns > 8 ORDER BY turns, number LIMIT 1")[0][0]


def visit(browser, page):
    """Opens a report and waits until it is drawn, which follows the loading of its data."""
    browser.open("about:blank")
    browser.open(f"file://{page}")
    wait_for(lambda: browser.run("return !document.getElementById('main').hidden"), "the page is drawn")


def table_of(browser, label):
    """The rows of a table as text, including header cells."""
    return browser.run("""
        const region = [...document.querySelectorAll('[role=region]')].find((r) => r.getAttribute('aria-label') === arguments[0]);
        return region && [...region.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent));
        """, label)


def check_tables(browser, event):
    rows = table_of(browser, "Standing")
    ratings = lines("ratings", "--db", event.db)
    same("standing", [[row[1], int(row[2]), row[5], *map(int, row[6:10])] for row in rows],
         [[r["player"], round(r["rating"]), "" if r["los"] is None else f"{100 * r['los']:.1f}",
           r["games"], r["wins"], r["draws"], r["losses"]] for r in ratings])
    cross = lines("table", "--db", event.db)
    names = [row["player"] for row in cross]
    cells = [["×" if a == b["player"] else sum(w * x for w, x in zip((1, .5, 0), b["against"].get(a, (0, 0, 0))))
              for a in names] for b in cross]
    seen = [[c if c == "×" else float(c) for c in row[2:2 + len(names)]] for row in table_of(browser, "Cross table")]
    same("cross table", seen, cells)
    colours = {row[0]: int(row[2]) for row in table_of(browser, "Results by colour")}
    same("results by colour", colours,
         {r.replace("1/2-1/2", "½-½"): n for r, n in event.ask("SELECT result, count(*) FROM games GROUP BY result")})
    endings = {row[0]: int(row[1]) for row in table_of(browser, "Results by ending")}
    same("results by ending", endings, dict(event.ask(
        "SELECT coalesce(reason, termination), count(*) FROM games GROUP BY 1")))
    shown = table_of(browser, "List of games")
    games = event.ask("SELECT white, black, result, turns FROM games ORDER BY id LIMIT 50")
    same("list of games", [(r[1], r[2], r[3].replace("½-½", "1/2-1/2"), int(r[5])) for r in shown], games)
    first = event.ask("""SELECT CASE instr(movetext, ' ') WHEN 0 THEN movetext
                         ELSE substr(movetext, 1, instr(movetext, ' ') - 1) END AS turn, count(*)
                         FROM games GROUP BY 1 ORDER BY 2 DESC LIMIT 1""")[0]
    starts = event.ask("SELECT count(DISTINCT position) FROM games")[0][0]
    counts = [int(row[1]) for row in table_of(browser, "Turns from: The usual start") or []]
    if starts == 1:
        same("most frequent first turn", counts[0], first[1])


def check_cell_leads_to_games(browser, event):
    cell = browser.run("return document.querySelector('.cross td a').getAttribute('aria-label')")
    browser.run("document.querySelector('.cross td a').scrollIntoView({block: 'center'})")
    browser.click(".cross td a")
    a, b = re.match(r"(.*?) against (.*?):", cell).groups()
    wanted = event.ask("SELECT count(*) FROM games WHERE white IN ('%s','%s') AND black IN ('%s','%s')" % (a, b, a, b))
    wait_for(lambda: text(browser, "#count").startswith(f"{wanted[0][0]} games of"), "a cell filters its games")
    same("focus after the click", browser.run("return document.activeElement.id"), "games-title")
    check("the two players' figures are shown", text(browser, "#encounter").startswith(f"{a} – {b}: +") and "LOS " in text(browser, "#encounter"),
          text(browser, "#encounter"))
    browser.click("#filter button[type=reset]")


def check_name_leads_to_games(browser, event):
    """A name of the standing leads to the player's games."""
    name = browser.run("const link = document.querySelector('#k0-standing ~ .scroll tbody th a'); link.click(); return link.textContent")
    wanted = event.ask("SELECT count(*) FROM games WHERE '%s' IN (white, black)" % name)
    wait_for(lambda: text(browser, "#count").startswith(f"{wanted[0][0]} games of"), "a name filters its games")
    browser.click("#filter button[type=reset]")


def check_charts(browser):
    """Charts are saved as pictures of their own, and their lines differ in more than colour."""
    saved = browser.run_async("""const done = arguments[0], real = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then(done); return real(blob); };
        document.querySelector('svg.columns').closest('figure').querySelector('.save button').click()""")
    check("a chart is saved with its colours", saved.startswith("<svg") and 'fill="rgb' in saved and "class=\"columns" not in saved[:40], saved[:200])
    dashes = browser.run("""const svg = document.querySelector('svg.chart'); return [...Array(8).keys()].map((i) => { const line = document.createElementNS(svg.namespaceURI, 'polyline');
        line.setAttribute('class', `c${i}`); svg.append(line); const { strokeDasharray } = getComputedStyle(line); line.remove(); return strokeDasharray; })""")
    same("lines have dashes of their own", len(set(dashes)), 8)


def column(browser, label, head):
    """The texts of a column of a table."""
    return browser.run("""const region = [...document.querySelectorAll('[role=region]')].find((r) => r.getAttribute('aria-label') === arguments[0]);
        const at = [...region.querySelectorAll('thead th, thead td')].findIndex((cell) => cell.innerText.trim().startsWith(arguments[1]));
        return [...region.querySelectorAll('tbody tr')].map((row) => row.children[at].textContent)""", label, head)


def sorted_by(browser, label):
    return browser.run("""const region = [...document.querySelectorAll('[role=region]')].find((r) => r.getAttribute('aria-label') === arguments[0]);
        return [...region.querySelectorAll('[aria-sort]')].map((head) => [head.innerText.trim().split(/\\s/)[0], head.getAttribute('aria-sort')])""", label)


def check_sorting(browser, event):
    """Tables sort by a click, a touch and a key on their heads; the list of games as a whole."""
    names = column(browser, "Standing", "Player")
    heads = "[aria-label=Standing] thead th:nth-child(%d) .sort"
    browser.tap(heads % 2)
    same("sorted by a touch", column(browser, "Standing", "Player"), sorted(names))
    same("its head", sorted_by(browser, "Standing"), [["Player", "ascending"]])
    browser.press(ENTER)
    same("turned round by a key", column(browser, "Standing", "Player"), sorted(names, reverse=True))
    same("its head again", sorted_by(browser, "Standing"), [["Player", "descending"]])
    browser.click(heads % 1)
    same("sorted by place", column(browser, "Standing", "Player"), names)
    browser.click("#list thead th:nth-child(6) .sort")
    wanted = [str(row[0]) for row in event.ask("SELECT turns FROM games ORDER BY turns DESC, id LIMIT 50")]
    same("the longest games", column(browser, "List of games", "Turns"), wanted)
    browser.press(" ")
    same("the shortest games", column(browser, "List of games", "Turns"),
         [str(row[0]) for row in event.ask("SELECT turns FROM games ORDER BY turns, id LIMIT 50")])
    browser.click("#list thead th:nth-child(1) .sort")
    same("the games in their order", column(browser, "List of games", "#")[:3], ["1", "2", "3"])


def type_into(browser, selector, words):
    browser.run("document.querySelector(arguments[0]).focus()", selector)
    browser.press(*words)


def check_filters(browser, event):
    """The list of games by round and length; dates and events are alike here and not offered."""
    browser.click("#more summary")
    offered = browser.run("return [...document.querySelectorAll('#more label')].filter((label) => !label.hidden).map((label) => label.querySelector('input, select').id)")
    same("filters", offered, ["round", "shortest", "longest"])
    type_into(browser, "#round", "3")
    count = lambda where: event.ask(f"SELECT count(*) FROM games WHERE {where}")[0][0]
    shown = lambda: int(text(browser, "#count").split()[0])
    same("games of a round", shown(), count("round = '3' OR round LIKE '3.%'"))
    browser.click("#filter button[type=reset]")
    type_into(browser, "#shortest", "20")
    type_into(browser, "#longest", "40")
    same("games by length", shown(), count("turns BETWEEN 20 AND 40"))
    browser.click("#filter button[type=reset]")
    same("all games again", shown(), count("1"))
    same("fields are empty", browser.run("return document.getElementById('shortest').value"), "")
    browser.click("#more summary")


def check_explorer(browser, event):
    """Turns lead to games; the explorer begins at any position."""
    shown = lambda: int(text(browser, "#count").split()[0])
    turn = text(browser, ".explorer tbody .turn")
    browser.run("document.querySelector('.explorer').scrollIntoView()")
    browser.click(".explorer tbody .turn")
    wait_for(lambda: text(browser, ".at").startswith(f"{turn}: "), "a click plays a turn")
    wait_for(lambda: not browser.run("return document.querySelector('.small-board').classList.contains('blank')"), "the board follows")
    browser.click(".explorer .buttons button")
    wait_for(lambda: not browser.run("return document.getElementById('only').hidden"), "its games are listed")
    same("games of the turn", shown(), event.ask("SELECT count(*) FROM games WHERE movetext = '%s' OR movetext LIKE '%s %%'" % (turn, turn))[0][0])
    same("focus on the games", browser.run("return document.activeElement.id"), "games-title")
    browser.click("#all-positions")
    same("without that", shown(), event.ask("SELECT count(*) FROM games")[0][0])
    # From the board: the turns and games of a position, in any order of turns.
    browser.run("location.hash = '#game-1-2'")
    wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
    position = text(browser, "#position")
    browser.run("document.getElementById('find-position').focus()")
    browser.press(ENTER)
    wait_for(lambda: text(browser, ".at").startswith("This position: "), "the explorer is at the position")
    same("the viewer is closed", browser.run("return document.getElementById('viewer').open"), False)
    wanted = {line["turn"]: line["games"] for line in lines("db", "query", "openings", "creeper", "--db", event.db, "--position", position)}
    same("turns of the position", {row[0]: int(row[1]) for row in table_of(browser, "Turns from: This position")}, wanted)
    # Chosen twice before it is shown, a turn is one step.
    places = browser.run("""const places = document.querySelectorAll('.path li').length, turn = document.querySelector('.explorer tbody .turn');
        for (let i = 0; i < 2; ++i) turn.click();
        return places""")
    wait_for(lambda: browser.run("return document.querySelectorAll('.path li').length") > places, "the turn is a step")
    time.sleep(.3)
    same("one step", browser.run("return document.querySelectorAll('.path li').length"), places + 1)
    wait_for(lambda: not text(browser, ".at").startswith("This position: "), "one turn further")
    browser.ask("POST", "/back", {})
    wait_for(lambda: text(browser, ".at").startswith("This position: "), "back leads to the position before")
    same("to its path, too", browser.run("return document.querySelectorAll('.path li').length"), places)
    browser.run("document.querySelector('.explorer tbody .turn').click()")
    wait_for(lambda: not text(browser, ".at").startswith("This position: "), "one turn further again")
    browser.click(".path button")
    wait_for(lambda: text(browser, ".at").startswith("The usual start: "), "back at the start")
    # A position that no game has is refused.
    type_into(browser, ".from input", "".join([END, *["\ue003"] * 200, "nowhere", ENTER]))
    wait_for(lambda: "No game of this page has the position nowhere." in text(browser, ".explorer .turns"), "an unknown position")
    check("the explorer stays where it was", text(browser, ".at").startswith("The usual start: "), text(browser, ".at"))


def csv_of(file):
    wait_for(lambda: os.path.exists(file) and os.path.getsize(file) > 0, f"{file} is saved")
    with open(file, encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table))


def check_saved(browser, event):
    """Standings and openings are saved with the columns of the program."""
    for name in os.listdir(folder):
        if name.endswith(".csv"):
            os.remove(f"{folder}/{name}")
    browser.click(".save button")
    seen = csv_of(f"{folder}/A-cup-ratings.csv")
    wanted = list(csv.DictReader(io.StringIO(schiri("ratings", "--db", event.db, "--format", "csv"))))
    same("saved ratings are those of the command", seen, wanted)
    browser.run("[...document.querySelectorAll('.explorer .buttons button')].at(-1).click()")
    rows = csv_of(f"{folder}/A-cup-openings.csv")
    wanted = list(csv.DictReader(io.StringIO(schiri("db", "query", "openings", "creeper", "--db", event.db, "--format", "csv"))))
    columns = ["games", "white_wins", "draws", "black_wins", "score_rate"]
    same("saved openings have the columns of the command", (list(rows[0]), list(wanted[0])[1:6]), (["line", *columns, "no_result"], columns))
    first = {row["line"]: [row[column] for column in columns] for row in rows if " " not in row["line"]}
    same("the first turns are those of the command", first, {row["turn"]: [row[column] for column in columns] for row in wanted if row["turn"] in first})
    check("lines have several turns", len(first) > 1 and any(" " in row["line"] for row in rows), rows[:3])
    same("all games have a result or none", [row for row in rows if int(row["games"]) != sum(int(row[each]) for each in ("white_wins", "draws", "black_wins", "no_result"))], [])
    # The score is that of the side to move, so Black's after the first turn.
    answers = [row for row in rows if row["line"].count(" ") == 1 and row["white_wins"] != row["black_wins"]]
    check("some second turn has a score", answers, rows[:3])
    for row in answers[:3]:
        turn, answer = row["line"].split(" ")
        its = csv.DictReader(io.StringIO(schiri("db", "query", "openings", "creeper", "--db", event.db, "--play", turn, "--format", "csv")))
        same(f"the answer {row['line']} is that of the command", [[line[column] for column in columns] for line in its if line["turn"] == answer], [[row[column] for column in columns]])


def check_ways_back(browser, event):
    """Back leads to what was shown before a jump to the games, and filters say what they hide."""
    games = len(event.ask("SELECT 1 FROM games"))
    count = lambda: text(browser, "#count")
    check("White's advantage and the draw rate stand where the note speaks of them", re.search(r"White's advantage: -?\d+\.\d.* Elo, draw rate: \d+\.\d %\.", text(browser, ".kind")))
    browser.run("document.querySelector('.kind td a, .kind th a').click()")
    name = browser.run("return document.getElementById('player').value")
    check("the filter is named", count().endswith(f" of {games} · Player: {name}"), count())
    browser.run("document.querySelector('.cross td a').click()")
    check("both filters are named", " · Player: " in count() and " · Opponent: " in count(), count())
    browser.ask("POST", "/back", {})
    wait_for(lambda: count().endswith(f" of {games} · Player: {name}"), "back leads to the filter before")
    browser.ask("POST", "/back", {})
    wait_for(lambda: count() == f"{games} games", "back leads to all games")


def check_beside(browser):
    """n and p, and buttons, go through the games of the list."""
    browser.run("location.hash = '#game-1'")
    wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
    number = lambda: text(browser, "#viewer-facts").split(" · ")[0]
    same("no game before the first", browser.run("return document.getElementById('previous-game').disabled"), True)
    browser.press("n")
    wait_for(lambda: number() == "Game 2", "n goes on")
    browser.click("#next-game")
    wait_for(lambda: number() == "Game 3", "so does the button")
    browser.press("p", "p")
    wait_for(lambda: number() == "Game 1", "p goes back")
    same("the focus is kept", browser.run("return document.activeElement !== document.body"), True)
    browser.press(ESCAPE)


def check_layout(browser, page, what):
    """In windows of all sizes: nothing is wider than the window or lies over something else, and letters are legible."""
    for width, height in SIZES:
        browser.look(width, height, "light")
        visit(browser, page)
        where = f"{what} {width}x{height}"
        browser.run("document.fonts.ready")
        wait_for(lambda: browser.run("return document.querySelectorAll('.chart > *').length > 0"), f"{where}: charts are drawn")
        check_width(browser, where)
        shift = browser.run_async("""const done = arguments[0]; let sum = 0;
            new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; }).observe({type: 'layout-shift', buffered: true});
            setTimeout(() => done(sum), 100)""")
        same(f"{where}: layout shift", shift, 0)
        small = browser.run("""return [...document.querySelectorAll('svg text')].filter((text) => text.getClientRects().length)
            .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a).filter((size) => size < 11)""")
        same(f"{where}: letters of charts", small, [])
        wide = browser.run("""return [...document.querySelectorAll('figure svg.chart')].map((svg) =>
            [svg.getBoundingClientRect().width, svg.parentElement.clientWidth - 32]).filter(([a, b]) => Math.abs(a - b) > 1)""")
        same(f"{where}: charts fill their cards", wide, [])
        over = browser.run("""const parts = [...document.querySelectorAll('.kind > *, #games > *, .explorer > *, form > label, .explorer .turns > *')].filter((part) => part.getClientRects().length);
            const boxes = parts.map((part) => [part, part.getBoundingClientRect()]), found = [];
            boxes.forEach(([a, x], i) => boxes.slice(i + 1).forEach(([b, y]) => {
              if (a.contains(b) || b.contains(a)) return;
              if (Math.min(x.right, y.right) - Math.max(x.left, y.left) > 1 && Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top) > 1) found.push([a.className || a.id || a.tagName, b.className || b.id || b.tagName]);
            }));
            return found.slice(0, 3)""")
        same(f"{where}: nothing overlaps", over, [])
        targets = browser.run("""return [...document.querySelectorAll('button, select, input, summary')].filter((each) => each.getClientRects().length && !each.matches('[type=checkbox]'))
            .map((each) => [each.textContent.slice(0, 20), each.getBoundingClientRect()]).filter(([, box]) => box.width < 24 || box.height < 24).map(([name]) => name)""")
        same(f"{where}: targets", targets, [])


def check_navigation(browser, event):
    """The links stay at the top and mark the section that is read."""
    browser.look(390, 844, "light")
    visit(browser, event.page)
    browser.run("""document.querySelector('#sections a[href="#k0-openings"]').focus()""")
    browser.press(ENTER)
    marked = lambda: browser.run("return [...document.querySelectorAll('#sections [aria-current]')].map((link) => link.textContent)")
    wait_for(lambda: marked() == ["Openings"], "the section is marked")
    top, left, right = browser.run("""const bar = document.getElementById('sections'), link = bar.querySelector('[aria-current]').getBoundingClientRect();
        return [bar.getBoundingClientRect().top, link.left, link.right]""")
    check("the links stay in view", top == 0 and left >= 0 and right <= 390, f"{top} {left} {right}")
    heading = browser.run("return document.getElementById('k0-openings').getBoundingClientRect().top")
    check("the heading is below the links", heading >= 40, heading)
    # The head of a cross table that is scrolled to the side stays above the names.
    head = browser.run("""const table = document.querySelector('.cross'), box = table.closest('.scroll'), names = table.querySelector('thead .name');
        for (const cell of table.querySelectorAll('td a')) cell.style.minWidth = '9rem';
        box.scrollIntoView();
        box.scrollLeft = 200;
        const { left, top, width, height } = names.getBoundingClientRect(), row = table.querySelector('tbody th').getBoundingClientRect();
        const found = [.2, .5, .8].map((part) => document.elementFromPoint(row.left + part * row.width, top + height / 2).closest('th') === names);
        return [box.scrollLeft > 100, ...found, Math.abs(left - row.left) < 1]""")
    same("heads stay above their columns", head, [True] * 5)
    browser.run("scrollTo(0, 0)")
    wait_for(lambda: marked() != ["Openings"], "another section is marked")


def figures_of_svg(event, index, turn):
    svg = schiri("replay", event.records, "--index", str(index), "--turn", str(turn), "--format", "svg")
    return [(symbol, float(x), float(y)) for symbol, x, y in
            re.findall(r'<use href="#([^"]*)" x="([^"]*)" y="([^"]*)"', svg)]


def figures_on_page(browser):
    found = browser.run("""return [...document.querySelectorAll('#board > .pieces > use')]
        .map((use) => ['href', 'x', 'y'].map((name) => use.getAttribute(name)))""")
    return [(symbol[1:], float(x), float(y)) for symbol, x, y in found]


def close_to(seen, wanted):
    """Do both have the same figures, in the same order at each place?"""
    def by_place(figures):
        return sorted(figures, key=lambda figure: (round(figure[1]), round(figure[2])))
    return len(seen) == len(wanted) and all(
        a[0] == b[0] and abs(a[1] - b[1]) < .1 and abs(a[2] - b[2]) < .1
        for a, b in zip(by_place(seen), by_place(wanted)))


def check_replay(browser, event, index):
    positions = [line["position"] for line in lines("replay", event.records, "--index", str(index))]
    browser.run("location.hash = arguments[0]", f"#game-{index}")
    wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
    same("position at the start", text(browser, "#position"), positions[0])
    browser.click("#forward")
    seen = browser.run("""const position = () => document.getElementById('position').textContent, seen = [position()];
        for (let i = 2; i < arguments[0]; ++i) { document.getElementById('forward').click(); seen.push(position()); }
        return seen""", len(positions))
    same(f"positions of game {index}", seen, positions[1:])
    for turn in (0, len(positions) // 2, len(positions) - 1):
        browser.run("""const slider = document.getElementById('slider'); slider.value = arguments[0];
            slider.dispatchEvent(new Event('input'))""", turn)
        check(f"figures of game {index} after turn {turn}",
              close_to(figures_on_page(browser), figures_of_svg(event, index, turn)))
    return positions


def check_keyboard(browser, positions):
    browser.run("document.getElementById('viewer-title').focus()")
    position = lambda: text(browser, "#position")
    for key, wanted in ((HOME, 0), (RIGHT, 1), (RIGHT, 2), (LEFT, 1), (END, -1), (LEFT, -2)):
        browser.press(key)
        same("position after a key", position(), positions[wanted])
    browser.press(HOME)
    browser.press(" ")
    wait_for(lambda: position() == positions[2], "space plays")
    browser.press(" ")
    same("played turns are announced", "2" in browser.run("return document.getElementById('slider').value") and
         "to move" in text(browser, "#now"), True)
    before = figures_on_page(browser)
    browser.press("f")
    check("f flips the board", figures_on_page(browser) != before)
    browser.press("f")
    same("flipped twice", figures_on_page(browser), before)


def check_record(browser, event, index):
    browser.run("document.getElementById('download').click()")
    file = f"{folder}/game-{index}.pgn"
    wait_for(lambda: os.path.exists(file) and os.path.getsize(file) > 0, "record is saved")
    with open(event.records, encoding="utf-8") as records:
        wanted = re.split(r"(?m)^(?=\[Event )", records.read())[index]
    with open(file, encoding="utf-8") as saved:
        same("saved record", saved.read().strip(), wanted.strip())


def check_copy(browser):
    origin = browser.run("return location.origin")
    with contextlib.suppress(RuntimeError):
        browser.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    browser.click("#copy")
    wait_for(lambda: text(browser, "#said") == "Copied.", f"position is copied ({origin})")


def check_look(browser, event, axe, width, height, scheme):
    """The page and the viewer in a window of this size."""
    what = f"{width} {scheme}"
    browser.look(width, height, scheme)
    visit(browser, event.page)
    check_width(browser, what)
    picture(browser, f"top-{width}-{scheme}")
    check_accessibility(browser, axe, f"{what}, page")
    browser.run("location.hash = '#game-1-4'")
    wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
    check_width(browser, f"{what}, viewer")
    picture(browser, f"game-{width}-{scheme}")
    check_accessibility(browser, axe, f"{what}, viewer")
    check_logs(browser, what)


def check_report(browser, event, axe, width, height, scheme):
    """All parts of a report by mouse, finger and keys, in the smallest window."""
    what = f"{width} {scheme}"
    browser.look(width, height, scheme)
    visit(browser, event.page)
    same(f"{what}: heading", text(browser, "h1"), "A cup")
    check_width(browser, what)
    picture(browser, f"top-{width}-{scheme}")
    check_tables(browser, event)
    check_accessibility(browser, axe, f"{what}, page")
    check_cell_leads_to_games(browser, event)
    check_name_leads_to_games(browser, event)
    check_charts(browser)
    check_sorting(browser, event)
    check_filters(browser, event)
    check_explorer(browser, event)
    check_saved(browser, event)
    if is_long:
        check_accessibility(browser, axe, f"{what}, page after all of that")
    check_width(browser, what)
    check_beside(browser)
    positions = check_replay(browser, event, event.short_game())
    check_keyboard(browser, positions)
    check_width(browser, f"{what}, viewer")
    picture(browser, f"game-{width}-{scheme}")
    check_accessibility(browser, axe, f"{what}, viewer")
    browser.press(ESCAPE)
    same(f"{what}: Escape closes", browser.run("return document.getElementById('viewer').open"), False)
    check_logs(browser, what)


# White misses the only winning turn; then Black blunders.
ANALYSED = """[Event "A cup"]
[White "a"]
[Black "b"]
[Result "*"]
[Game "creeper"]
[Position "7/7/2W4/1B5/7/3W3/3B3 1bb1w1/b1b1ww/bbwww1/wbb1wb/w2wwb/1w1bb1 w"]

1. D2-E2 ( 1. D2+C3 $1 D1+C2 {a try} ( 1... B4-C4 ) 2. C3+B2 ) D1-D2 *
"""


def check_analysed(browser, axe):
    records, page = f"{folder}/analysed.pgn", f"{folder}/analysed.html"
    with open(f"{folder}/plain.pgn", "w", encoding="utf-8") as file:
        file.write(ANALYSED)
    schiri("analyse", f"{folder}/plain.pgn", "--bot", "alphabeta:nodes=2000", "-o", records)
    schiri("report", records, "-o", page)
    accuracy = [row for row in lines("analyse", f"{folder}/plain.pgn", "--bot", "alphabeta:nodes=2000", "--accuracy")
                if row["by"] == "all"]
    browser.look(1400, 900, "light")
    visit(browser, page)
    same("accuracy", [[row[0], int(row[1]), float(row[3])] for row in table_of(browser, "Accuracy")],
         [[row["player"], row["turns"], row["loss"]] for row in accuracy])
    # The number of blunders leads to the turns, and they lead to positions.
    browser.run("[...document.querySelectorAll('[aria-label=Accuracy] tbody button.turn')].find((e) => e.textContent > '0').click()")
    wait_for(lambda: browser.run("return document.querySelectorAll('.worst tbody tr').length > 0"), "the worst turns are listed")
    worst = table_of(browser, "Worst turns")
    check("they are the blunders of one player", len({(row[2], row[3]) for row in worst}) == 1, worst)
    same("they lead to positions", browser.run("return document.querySelector('.worst tbody a').hash.split('-').length"), 3)
    check_accessibility(browser, axe, "worst turns")
    browser.run("location.hash = '#game-1'")
    wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
    check("a curve is shown", browser.run("return !document.getElementById('curve').hidden"))
    check("mistakes are marked in the curve", browser.run("return document.querySelectorAll('#evaluation .mark').length > 0"))
    check("mistakes are marked at their turns", "??" in text(browser, "#turns button.white"))
    browser.run("""const box = document.getElementById('evaluation').getBoundingClientRect();
        document.getElementById('evaluation').dispatchEvent(new MouseEvent('click', {clientX: box.right - 1, bubbles: true}))""")
    same("a click in the curve goes to the turn", browser.run("return document.getElementById('slider').value"), "2")
    check("the evaluation is shown", text(browser, "#value").startswith("White "))
    browser.press(HOME)
    start = lambda *turns: lines("position", "creeper", "--position", ANALYSED.split('"')[11],
                                 *[word for turn in turns for word in ("--play", turn)])[0]["position"]
    seen = [text(browser, "#position")]
    browser.press("v")  # the variation of the analysis
    browser.press("v")
    seen.append(text(browser, "#position"))
    browser.press(RIGHT)
    seen.append(text(browser, "#position"))
    shown = text(browser, "#now") + text(browser, "#comment")
    same("positions of a variation", seen, [start(), start("D2+C3"), start("D2+C3", "D1+C2")])
    check("a variation and its comment are shown", "Variation. 1. Black D1+C2" in shown and "a try" in shown, shown)
    picture(browser, "variation")
    browser.press("v")
    same("a variation within a variation", text(browser, "#position"), start("D2+C3", "B4-C4"))
    check_width(browser, "variation")
    check_accessibility(browser, axe, "variation")
    browser.press("u")
    same("back to the outer variation", text(browser, "#position"), start("D2+C3", "D1+C2"))
    browser.press(END)
    check("the chain that wins is marked", any("chain" in symbol for symbol, _, _ in figures_on_page(browser)))
    browser.press("u")
    same("back to the game", text(browser, "#position"), start("D2-E2"))
    check_logs(browser, "analysed games")


def check_history(browser, axe):
    """A league of a hundred players: the chart shows the selected ones."""
    file, page = f"{folder}/league.pgn", f"{folder}/league.html"
    with open(file, "w", encoding="utf-8") as records:
        for n in range(400):
            records.write(f'[Event "{"Agreement Cup" if n < 100 else "League"}"]\n[Date "2024.{1 + n // 40:02}.01"]\n[White "p{n % 100}"]\n[Black "p{(n * 7 + 1) % 100}"]\n'
                          f'[Result "1-0"]\n[Game "creeper"]\n[Termination "agreement"]\n\n1. A2+B3 A6-B6 1-0\n\n')
    schiri("report", file, "-o", page)
    browser.look(800, 900, "light")
    visit(browser, page)
    drawn = lambda: browser.run("return document.querySelectorAll('.history polyline').length")
    shown = lambda: browser.run("return document.querySelectorAll('.history .legend li:not([hidden])').length")
    same("lines at first", drawn(), 8)
    browser.run("""const search = document.querySelector('.history .tools input'); search.value = 'P99';
        search.dispatchEvent(new Event('input'))""")
    same("players found", shown(), 1)
    browser.run("document.querySelectorAll('.history button')[1].click()")
    same("lines without selected players", drawn(), 0)
    browser.run("document.querySelector('.history .legend li:not([hidden]) input').click()")
    same("lines of one selected player", drawn(), 1)
    check("dates are shown below", "2024-" in text(browser, ".history svg"))
    browser.click("#more summary")
    for field, words, wanted in (("#since", "03012024", 320), ("#until", "03312024", 40), ("#event", "agreement", 20)):
        type_into(browser, field, words)
        same(f"games by {field}", text(browser, "#count").split(" · ")[0], f"{wanted} games of 400")
    browser.click("#filter button[type=reset]")
    same("all games", text(browser, "#count"), "400 games")
    check_width(browser, "league")
    check_accessibility(browser, axe, "league")
    check_logs(browser, "league")


def verdict_on(browser, page):
    """The verdict of the page on its own data, and the differences."""
    visit(browser, page)
    browser.click("#check-all")
    wait_for(lambda: "verified" in text(browser, "#verdict"), "all is checked")
    return text(browser, "#verdict"), browser.run("return [...document.querySelectorAll('#differences li')].map((item) => item.textContent)")


def forged(page, name, forge):
    """A copy of a page with manipulated data."""
    with open(page, encoding="utf-8") as file:
        before, data, after = re.split(r'(?s)(?<=id="data">)(.*?)(?=</script>)', file.read(), maxsplit=1)
    data = json.loads(zlib.decompress(base64.b64decode(data), -zlib.MAX_WBITS))
    forge(data)
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(json.dumps(data).encode()) + packer.flush()
    with open(f"{folder}/{name}.html", "w", encoding="utf-8") as file:
        file.write(before + base64.b64encode(packed).decode() + after)
    return f"{folder}/{name}.html"


def swap_result(data):
    data["games"][3][3] = 2 - data["games"][3][3]


def lift_rating(data):
    data["kinds"][0]["ratings"][0]["players"][-1]["rating"] += 100


def lift_tie_break(data):
    table = data["kinds"][0]["tables"][0]
    table["rows"][1]["tieBreaks"][[key for key, *_ in table["tieBreaks"]].index("buchholz")] += 1


def turn_table(data):
    data["kinds"][0]["tables"][0]["rows"].reverse()


def check_all(browser, event, axe):
    """The browser verifies the page and finds manipulated data."""
    if browser.run("return document.getElementById('checking').hidden"):
        print("not tested: verification in the page: the engine for browsers was not built", flush=True)
        return
    games = event.ask("SELECT count(*) FROM games")[0][0]
    same("all agrees", verdict_on(browser, event.page), (f"{games} of {games} games verified, standing and ratings agree.", []))
    check_width(browser, "all checked")
    check_accessibility(browser, axe, "all checked")
    check_logs(browser, "all checked")
    browser.run("for (let i = 0; i < 2; ++i) document.getElementById('check-all').click()")
    wait_for(lambda: "Stopped" in text(browser, "#verdict"), "a check can be stopped")
    same("stopped", (text(browser, "#verdict"), text(browser, "#check-all")), (f"Stopped after 0 of {games} games.", "Check all"))
    sentence, what = verdict_on(browser, forged(event.page, "swapped", swap_result))
    check_logs(browser, "a forged result")
    check("a forged result is found", sentence.startswith(f"{games - 1} of {games} games verified") and what[0].startswith("Game 4: "), f"{sentence} {what}")
    sentence, what = verdict_on(browser, forged(event.page, "lifted", lift_rating))
    check("a forged rating is found", sentence == f"{games} of {games} games verified, standing and ratings differ." and "is rated" in what[0], f"{sentence} {what}")
    check_logs(browser, "a forged rating")
    _, what = verdict_on(browser, forged(event.page, "tie-break", lift_tie_break))
    check("a forged tie-break is found", len(what) == 1 and ": Buchholz is " in what[0], what)
    check_logs(browser, "a forged tie-break")
    _, what = verdict_on(browser, forged(event.page, "turned", turn_table))
    check("forged places are found", what and "has place" in what[0], what)
    check_logs(browser, "forged places")


def check_play_on(browser, event, axe):
    """A game is continued from one of its positions against a bot."""
    visit(browser, f"{event.page}#game-1-4")
    wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
    if browser.run("return document.getElementById('play-on').hidden"):
        check_logs(browser, "no playing on")
        return
    position = text(browser, "#position")
    browser.click("#play-on")
    wait_for(lambda: browser.run("return document.querySelectorAll('#table .place').length > 0"), "the table opens")
    same("turns before", browser.run("return document.querySelectorAll('.turn-list button').length"), 4)
    browser.run("""const box = document.getElementById('against'); box.value = '2'; box.dispatchEvent(new Event('change'))""")
    browser.click("[data-do=hint]")
    wait_for(lambda: text(browser, ".guide .unseen").startswith("Hint: "), "a hint appears")
    browser.run("document.querySelector('.typing input').value = arguments[0]", text(browser, ".guide .unseen")[6:])
    browser.click(".typing button")
    wait_for(lambda: browser.run("return document.querySelectorAll('.turn-list button').length") == 6, "the bot answers")
    check_width(browser, "playing on")
    check_accessibility(browser, axe, "playing on")
    picture(browser, "playing-on")
    browser.click("#leave-table")
    same("back in the game", text(browser, "#position"), position)
    check_logs(browser, "playing on")


def check_custom(browser, event):
    """A report of a custom game offers neither verification nor play, which the engine cannot do."""
    page = forged(event.page, "custom", lambda data: data["kinds"][0].update(isBuiltIn=False))
    visit(browser, f"{page}#game-1")
    wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
    for button in ("check-all", "play-on"):
        same(f"a custom game: {button}", browser.run("return document.getElementById(arguments[0]).getClientRects().length", button), 0)
    check_logs(browser, "custom game")


def check_no_times(browser):
    """Times that are all zero are not shown; a long name does not push the figures out of the window."""
    records, page = f"{folder}/zero.pgn", f"{folder}/zero.html"
    with open(records, "w", encoding="utf-8") as file:
        file.write('''[Event "E"]\n[Site "?"]\n[Date "2026.05.01"]\n[Round "1"]\n[White "Anna"]\n[Black "%s"]\n[Result "*"]\n[Game "creeper"]\n
1. E7+D6 {+0.10/4 0.000s} G3+F4 {+0.10/4 0.000s} *\n''' % ("a long name " * 12))
    schiri("report", records, "-o", page)
    browser.look(390, 844, "light")
    visit(browser, page)
    headings = browser.run("return [...document.querySelectorAll('h3, h4, caption')].map((e) => e.textContent)")
    same("no table of times", [title for title in headings if "Time" in title], [])
    wide = browser.run("return [...document.querySelectorAll('.name')].map((e) => e.getBoundingClientRect().width).filter((width) => width > 140)")
    same("names leave room for figures", wide, [])
    browser.look(1400, 900, "light")
    for language, day, month in (("en", "2026.05.01", "2026.05"), ("de", "01.05.2026", "05.2026"), ("fr", "01/05/2026", "05/2026")):
        schiri("report", records, "--language", language, "-o", page)
        visit(browser, page)
        check(f"dates: {language}", text(browser, "#summary").endswith(f" · {day}"), text(browser, "#summary"))
        check_logs(browser, "no times")
        visit(browser, forged(page, "unknown-day", lambda data: data.update(dates=["2026.05.??"] * 2)))
        check(f"dates without a day: {language}", text(browser, "#summary").endswith(f" · {month}"), text(browser, "#summary"))
        check_logs(browser, "unknown day")


def check_two_games(browser):
    """Two players who met in two games have a line for each."""
    records, page = f"{folder}/two.pgn", f"{folder}/two.html"
    with open(records, "w", encoding="utf-8") as file:
        for name in ("creeper", "springerjagd"):
            file.write(f'[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n[Game "{name}"]\n[Termination "abandoned"]\n\n1-0\n\n')
    schiri("report", records, "-o", page)
    visit(browser, page)
    type_into(browser, "#player", "Anna")
    type_into(browser, "#opponent", "Ben")
    same("both games are listed", text(browser, "#count").split(" · ")[0], "2 games")
    met = browser.run("return [...document.querySelectorAll('#encounter span')].map((line) => line.textContent.split(' · ').slice(0, 2))")
    same("a line for each game", met, [[name, "Anna – Ben: +1 =0 −0"] for name in ("Creeper", "Springerjagd")])
    check_logs(browser, "two games")


def check_german(browser, event, axe):
    """The same report in German has no English words and can be verified."""
    page = f"{folder}/german.html"
    schiri("report", "--db", event.db, "--event", "A cup", "--language", "de", "-o", page)
    browser.look(390, 844, "light")
    visit(browser, page)
    same("its language", browser.run("return document.documentElement.lang"), "de")
    ratings = lines("ratings", "--db", event.db)
    rows = table_of(browser, "Rangliste")
    same("its standing", [row[1] for row in rows], [r["player"] for r in ratings])
    check("decimals have commas", re.fullmatch(r"\d+,\d", rows[0][-1]), rows[0][-1])
    check_accessibility(browser, axe, "German")
    browser.run("location.hash = '#game-1'")
    wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
    check("the side to move", "am Zug" in text(browser, "#now"), text(browser, "#now"))
    check_width(browser, "German, viewer")
    sentence = browser.run("""const labels = [...document.querySelectorAll('[aria-label], [title], [placeholder]')]
        .flatMap((one) => ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name)));
        return [document.querySelector('header').innerText, document.querySelector('main').innerText,
                document.getElementById('viewer').innerText, ...labels].join(' ')""")
    for word in ("Game", "game", "Player", "White", "Black", "Turn", "turn", "Standing", "Show", "Result", "the "):
        check(f"no English: {word}", not re.search(rf"\b{word}\b", sentence), re.findall(rf".{{0,20}}\b{word}\b.{{0,20}}", sentence)[:3])
    if not browser.run("return document.getElementById('checking').hidden"):
        browser.press(ESCAPE)
        browser.click("#check-all")
        wait_for(lambda: "stimmen" in text(browser, "#verdict"), "all is checked")
    picture(browser, "german")
    check_logs(browser, "German")


def check_hostile(browser):
    here = os.path.dirname(os.path.abspath(__file__))
    schiri("report", f"{here}/hostile.pgn", "-o", f"{folder}/hostile.html")
    browser.look(800, 900, "light")
    visit(browser, f"{folder}/hostile.html")
    same("names are text", table_of(browser, "List of games")[0][1:3],
         ["<img src=x onerror='window.harmed = 1'>", "</script><script>window.harmed = 1</script>"])
    browser.click("#list a")
    wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
    browser.press(RIGHT)
    check("comments are text", "<script>" in text(browser, "#comment"))
    check_width(browser, "hostile names")
    same("no script of a record was run", browser.run("return window.harmed === undefined"), True)
    browser.press(ESCAPE)
    browser.click(".save button")
    wait_for(lambda: any("harmed" in name and name.endswith(".csv") for name in os.listdir(folder)), "the standing is saved")
    file = next(name for name in os.listdir(folder) if "harmed" in name and name.endswith(".csv"))
    rated = csv.DictReader(io.StringIO(schiri("ratings", f"{here}/hostile.pgn", "--format", "csv")))
    same("names are no formulas", sorted(row["player"] for row in csv_of(f"{folder}/{file}")),
         sorted(row["player"] for row in rated if row["pool"] == "1"))
    listed = browser.run("return [...document.querySelectorAll('#kinds .failures, #kinds .warnings')].map((one) => one.textContent)")
    same("forfeits are listed once", sum("time forfeit" in one for one in listed), 1)
    check_logs(browser, "hostile names")


def check_printed_lists(browser, axe):
    """Printed lists of an over-the-board event and of ratings, on a phone and on a desktop."""
    if not has_otb():
        return
    report, event, db = f"{folder}/hall.trf", f"{folder}/hall.otb", f"{folder}/hall.db"
    simulate(report, "players=29", "rounds=9", "seed=7")
    schiri("otb", "import", report, "-o", event, "--game", "creeper")
    schiri("otb", "change", event, lines("otb", "players", event)[3]["player"], "--name", "Ødegård-Vestergaard, Maximilian Alexander")
    schiri("otb", "export", event, "--format", "pgn", "-o", f"{folder}/hall.pgn")
    schiri("db", "import", "--db", db, f"{folder}/hall.pgn")
    schiri("ratings", "--db", db, "--store", "--name", "2026-01")
    papers = [("otb", command, event, *words) for command, *words in (["players"], ["show"], ["standing"], ["table"], ["cards"])]
    papers.append(("ratings", "--db", db, "--compare", "2026-01", "--provisional", "9", "--inactive", "2"))
    for number, paper in enumerate(papers):
        looks = ((390, "light", "de"), (1200, "dark", "fr"))
        for width, scheme, language in looks if is_long else looks[number % 2:][:1]:
            page, what = f"{folder}/paper.html", f"{paper[0]} {paper[1]} {language} {width}"
            schiri(*paper, "--format", "html", "--language", language, "-o", page)
            browser.look(width, 844, scheme)
            browser.open(f"file://{page}")
            check_width(browser, what)
            check_accessibility(browser, axe, what)
            two_lines = browser.run("""return [...document.querySelectorAll('td, tbody th')]
                .filter((cell) => cell.getClientRects().length && cell.innerText.includes('\\n')).map((cell) => cell.innerText)""")
            same(f"{what}: a cell has one line", two_lines, [])
            check_logs(browser, what)
            picture(browser, f"paper-{number}-{language}")


def check_printed_game(browser):
    """The open game is printed whole, and alone."""
    browser.press(RIGHT)
    browser.devtools("Emulation.setEmulatedMedia", media="print")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    seen = browser.run("""const shown = [...document.body.children].filter((part) => part.getClientRects().length && !part.matches('.store'));
        const turns = document.querySelector('.printed #turns');
        return [shown.map((part) => part.className), turns.querySelectorAll('button').length, turns.scrollHeight <= turns.clientHeight + 1]""")
    same("only the game is printed", seen[0], ["printed"])
    check("all of its turns", seen[1] > 10 and seen[2], seen)
    ink = browser.run("return ['[aria-current]', ':not([aria-current])'].map((which) => getComputedStyle(document.querySelector(`.printed #turns button${which}`)).color)")
    same("the turn that is looked at is printed as the others are", ink[0], ink[1])
    browser.run("dispatchEvent(new Event('afterprint'))")
    same("and nothing stays", browser.run("return document.querySelectorAll('.printed').length"), 0)
    browser.devtools("Emulation.setEmulatedMedia", media="screen")


def main():
    with opened_browser("reports") as browser:
        axe = axe_source()
        event = Event("creeper", "greedy", "random", "random name=dice", "greedy name=copycat")
        check_report(browser, event, axe, 360, 740, "light")
        for width, height, scheme in ((800, 1000, "dark"), (1400, 900, "light"))[: 2 if is_long else 1]:
            check_look(browser, event, axe, width, height, scheme)
        check_navigation(browser, event)
        visit(browser, event.page)
        check_ways_back(browser, event)
        check_layout(browser, event.page, "a cup")
        check_logs(browser, "all sizes")
        browser.look(1400, 900, "light")
        browser.look(1400, 900, "light")
        visit(browser, f"{event.page}#game-1")
        wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
        check_printed_game(browser)
        visit(browser, f"{event.page}#game-1")
        wait_for(lambda: browser.run("return document.getElementById('viewer').open"), "viewer opens")
        check_copy(browser)
        check_record(browser, event, 1)
        check_logs(browser, "a saved record")
        for name in ("springerjagd", "more-or-less", "sperre"):
            other = Event(name, "greedy", "random")
            visit(browser, other.page)
            check_replay(browser, other, other.short_game())
            picture(browser, f"game-{name}")
            check_logs(browser, name)
        browser.look(1400, 900, "light")
        check_all(browser, event, axe)
        check_play_on(browser, event, axe)
        check_custom(browser, event)
        check_no_times(browser)
        check_two_games(browser)
        check_printed_lists(browser, axe)
        check_german(browser, event, axe)
        check_analysed(browser, axe)
        check_history(browser, axe)
        check_hostile(browser)
    end()


main()
