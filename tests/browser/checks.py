"""Common functions of the browser tests."""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tarfile
import time
from contextlib import contextmanager

from webdriver import Browser

program, folder = sys.argv[1:3]
# As a long test: all sizes, languages and ways; otherwise each of them somewhere.
is_long = "--long" in sys.argv
pictures = next((word for word in sys.argv[3:] if word != "--long"), "")
failures = []


def check(what, is_so, details=""):
    if not is_so:
        failures.append(what)
        print(f"failed: {what} {details}", flush=True)


def same(what, seen, wanted):
    check(what, seen == wanted, f"\n  seen   {seen!r}\n  wanted {wanted!r}")


def has_otb():
    """Was the program built with the events of people?"""
    return subprocess.run([program, "otb", "--help"], capture_output=True, check=False).returncode == 0


def schiri(*arguments):
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True, env=environment).stdout


def simulate(file, *settings):
    """A TRF file of a simulated event, by the program of the tests beside schiri."""
    simulation = os.path.join(os.path.dirname(program), "tests", "simulate_swiss")
    with open(file, "w", encoding="utf-8") as out:
        subprocess.run([simulation, *settings], check=True, stdout=out)


def lines(*arguments):
    return [json.loads(line) for line in schiri(*arguments, "--format", "json").splitlines()]


def wait_for(condition, what, seconds=300):
    """Waits for it; the limit is far enough away for the slowest machine."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.02)
    check(what, False, "did not happen")


def text(browser, selector):
    return browser.run("return document.querySelector(arguments[0]).textContent", selector)


def check_width(browser, what):
    widths = browser.run("""
        const dialog = document.querySelector('dialog[open]');
        const parts = [document.documentElement, ...(dialog ? [dialog] : [])];
        return parts.map((part) => [part.scrollWidth, part.clientWidth]);""")
    check(f"{what}: the page fits the width of the window", all(a <= b for a, b in widths), str(widths))


OVERLAPS = """
    const root = document.querySelector('dialog[open]') || document.body, boxes = [];
    for (const element of root.querySelectorAll('*')) {
        if (element.closest('svg, select, option, script, style, .unseen, .skip') || !element.checkVisibility()) continue;
        const style = getComputedStyle(element);
        if (style.clipPath !== 'none') continue;
        let fixed = element;
        while (fixed && !['fixed', 'sticky', 'absolute'].includes(getComputedStyle(fixed).position)) fixed = fixed.parentElement;
        if (fixed && fixed !== root && !fixed.contains(root)) continue;
        for (const node of element.childNodes) {
            if (node.nodeType !== 3 || !node.textContent.trim()) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            // What an ancestor cuts off is not seen.
            for (let {left, top, right, bottom} of range.getClientRects()) {
                for (let box = element; box && box !== document.documentElement; box = box.parentElement) {
                    if (getComputedStyle(box).overflowX === 'visible') continue;
                    const edge = box.getBoundingClientRect();
                    [left, top, right, bottom] = [Math.max(left, edge.left), Math.max(top, edge.top), Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
                }
                if (right - left > 2 && bottom - top > 2) boxes.push({node, left, top, right, bottom});
            }
        }
    }
    const found = [];
    // A box that is much too narrow breaks words of usual length.
    for (const {node} of boxes) {
        if (getComputedStyle(node.parentElement).fontFamily.includes('mono')) continue;
        for (const word of node.textContent.matchAll(/[\\p{L}]{4,13}/gu)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const tops = new Set([...range.getClientRects()].map(({top}) => Math.round(top)));
            if (tops.size > 1) found.push(`broken: ${word[0]}`);
        }
    }
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
        if (a.node !== b.node && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5)
            found.push(`${a.node.textContent.trim().slice(0, 40)} | ${b.node.textContent.trim().slice(0, 40)}`);
    }));
    return found.slice(0, 5);"""


def check_overlap(browser, what):
    """No two texts are drawn one over the other, and no box is so narrow that it breaks words."""
    same(f"{what}: no texts overlap or are broken", browser.run(OVERLAPS), [])


def check_logs(browser, what):
    messages = [entry["message"] for entry in browser.log("browser")]
    same(f"{what}: the console is empty", messages, [])
    requests = []
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            requests.append(message["params"]["request"]["url"])
    same(f"{what}: no request to another host",
         [url for url in requests if not url.startswith(("file://", "blob:", "data:"))], [])
    same(f"{what}: no file except the page", sorted({url.split("#")[0] for url in requests if url.startswith("file:")})[1:], [])


# `npm view axe-core@VERSION dist.integrity`; another version may find more.
AXE_VERSION = "4.14.1"
AXE_INTEGRITY = "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="


def axe_source():
    """The source of axe-core from npm, kept for other tests, or None if it is unavailable."""
    kept = f"{os.environ.get('XDG_STATE_HOME', folder)}/axe-{AXE_VERSION}.min.js"
    try:
        if not os.path.exists(kept):
            subprocess.run(["npm", "pack", "--silent", f"axe-core@{AXE_VERSION}"], cwd=folder, check=True,
                           capture_output=True, timeout=300)
            package = f"{folder}/axe-core-{AXE_VERSION}.tgz"
            with open(package, "rb") as file:
                found = "sha512-" + base64.b64encode(hashlib.sha512(file.read()).digest()).decode()
            if found != AXE_INTEGRITY:
                same(f"axe-core {AXE_VERSION} from npm", found, AXE_INTEGRITY)
                return None
            with tarfile.open(package) as archive:
                archive.extract("package/axe.min.js", folder)
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            os.replace(f"{folder}/package/axe.min.js", kept)
        with open(kept, encoding="utf-8") as source:
            return source.read()
    except (OSError, subprocess.SubprocessError, KeyError):
        print("Accessibility is not checked: axe-core is unavailable from npm.", flush=True)
        return None


def check_accessibility(browser, axe, what):
    if not axe:
        return
    if not browser.run("return 'axe' in window"):
        browser.run(axe)
    # Only violations are read.
    found = browser.run_async("""const done = arguments[0];
        axe.run({resultTypes: ['violations'], preload: false}).then((r) => done(r.violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 160) + ' ' + n.failureSummary)])));""")
    same(f"{what}: accessibility", found, [])


def picture(browser, name):
    if pictures:
        browser.screenshot(f"{pictures}/{name}.png")


@contextmanager
def opened_browser(subject):
    """A browser with empty logs; exits with 77 if none starts."""
    try:
        browser = Browser(folder)
    except (OSError, RuntimeError) as error:
        print(f"not tested: {subject}: no browser starts: {error}", file=sys.stderr)
        sys.exit(77)
    try:
        browser.open("about:blank")
        browser.log("performance")  # requests of the new profile
        yield browser
    finally:
        browser.quit()


def end():
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)
