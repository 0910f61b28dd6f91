"""Tests the page of a tournament in progress in a browser: live_test.py PROGRAM FOLDER [FOLDER FOR PICTURES]."""

import os
import shlex
import subprocess
import sys

from checks import (axe_source, check, check_accessibility, check_logs, check_width, end, folder, opened_browser, picture,
                    program, same, text, wait_for)

PATIENCE = 120


def check_during(browser, axe, page):
    """The page follows the games without being loaded again, and keeps the reader's place."""
    browser.look(1366, 768, "light")
    browser.open(f"file://{page}")
    browser.run("window.marker = 1")
    wait_for(lambda: browser.run("return document.querySelectorAll('.boards svg').length > 0"), "boards appear", PATIENCE)
    wait_for(lambda: text(browser, "#boards .clock") != "" and text(browser, "#boards .evaluation") != "", "clocks and evaluations appear", PATIENCE)
    seen = text(browser, "#boards")
    wait_for(lambda: text(browser, "#boards") != seen, "the boards change", PATIENCE)
    wait_for(lambda: browser.run("return document.querySelectorAll('#results tbody tr').length > 0"), "a result appears", PATIENCE)
    same("the page was not loaded again", browser.run("return window.marker"), 1)
    same("one hidden frame at most", browser.run("return document.querySelectorAll('iframe:not([hidden])').length"), 0)
    same("boards are in the order of their numbers", *(lambda numbers: (numbers, sorted(numbers)))(browser.run(
        "return [...document.querySelectorAll('.boards .number')].map((each) => parseInt(each.textContent.replace(/\\D/g, '')))")))
    for width, height, scheme in ((390, 844, "dark"), (1366, 768, "light"), (3840, 2160, "dark")):
        browser.look(width, height, scheme)
        what = f"{width} {scheme}"
        check_width(browser, what)
        sizes = browser.run("return [...document.querySelectorAll('.boards svg')].map((svg) => svg.getBoundingClientRect().width)")
        check(f"{what}: boards are large", all(size >= min(300, width - 80) for size in sizes), sizes)
        check_accessibility(browser, axe, what)
        picture(browser, f"live-{width}-{scheme}")
    browser.look(390, 844, "light")
    browser.run("const region = document.querySelector('#standing .scroll'); region.focus(); region.scrollLeft = 60")
    seen, before = text(browser, "#state"), browser.run("return document.querySelector('#standing .scroll').scrollLeft")
    wait_for(lambda: text(browser, "#state") != seen, "the page goes on", PATIENCE)
    same("scrolled as before", browser.run("return document.querySelector('#standing .scroll').scrollLeft"), before)
    same("focused as before", browser.run("return document.activeElement.className"), "scroll")


def check_end(browser, axe, page, report):
    """The last page leads to the report, and is not read again."""
    wait_for(lambda: browser.run("return document.querySelectorAll('#state a').length") == 1, "the link to the report appears", PATIENCE)
    wait_for(lambda: browser.run("return document.querySelectorAll('iframe').length") == 0, "the last page is not read again")
    same("still the same page", browser.run("return window.marker"), 1)
    same("no boards", browser.run("return document.querySelectorAll('.boards').length"), 0)
    check("the standing is complete", "copycat" in text(browser, "#standing"))
    check_accessibility(browser, axe, "at the end")
    check_logs(browser, "the page of a tournament")
    wait_for(lambda: os.path.exists(report), "the report is written", PATIENCE)
    browser.run("document.querySelector('#state a').scrollIntoView()")
    browser.click("#state a")
    wait_for(lambda: text(browser, "h1") == "A <cup>" and browser.run("return document.querySelectorAll('#list').length") == 1, "the report opens")


def main():
    page, report = f"{folder}/live.html", f"{folder}/the report.html"
    relay = f"{os.path.dirname(__file__)}/patient_bot.py"
    patient = [f'cmd="{shlex.join([sys.executable, relay, program, bot + ":nodes=1000", "0.2"])}" name={name} tc=10+0.5'
               for bot, name in (("alphabeta", "Anton"), ("mcts", "Berta"))]
    bots = [word for bot in (*patient, "greedy name=copycat tc=4+0.2") for word in ("--bot", bot)]
    with opened_browser("the page of a tournament") as browser:
        axe = axe_source()
        with subprocess.Popen([program, "tournament", "run", "--game", "creeper", *bots, "--rounds", "3", "--max-turns", "30", "-j", "2", "--force", "--db", f"{folder}/live.db",
                               "--event", "A <cup>", "--live", page, "--report", report],
                              env={**os.environ, "LC_ALL": "C.UTF-8"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as tournament:
            try:
                wait_for(lambda: os.path.exists(page), "the page is written", PATIENCE)
                check_during(browser, axe, page)
                check_end(browser, axe, page, report)
                same("the tournament's status", tournament.wait(PATIENCE), 0)
            finally:
                tournament.kill()
    end()


main()
