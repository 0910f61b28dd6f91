"""Tests the package for JavaScript in a browser: package_test.py PROGRAM FOLDER PICTURES."""

import functools
import http.server
import os
import shutil
import subprocess
import threading

from checks import check, end, folder, opened_browser, picture, program, same, text, wait_for

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = f"{HERE}/../../cli/share/manual/javascript.md"
POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'unsafe-inline'"


class Handler(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


def enter(browser, turn):
    browser.run("""const turn = document.getElementById('turn');
        turn.value = arguments[0]; turn.dispatchEvent(new Event('change'));""", turn)


def check_page(browser, address):
    browser.open(f"{address}/page.html")
    wait_for(lambda: browser.run("return document.querySelector('#board svg') !== null"), "the board")
    enter(browser, "E1+E2")
    wait_for(lambda: "E1+E2: " in text(browser, "#answer"), "the violated rule")
    before = browser.run("return document.getElementById('board').innerHTML")
    enter(browser, "E7+D6")
    wait_for(lambda: len(text(browser, "#answer")) == 5, "the answer of the bot")
    check("the board has changed", browser.run("return document.getElementById('board').innerHTML") != before)
    picture(browser, "package")


def check_package(browser):
    answer = browser.run_async("""const done = arguments[0];
        (async () => {
          const { load, loadWorker, EngineError } = await import('./node_modules/schiri/browser.js');
          const schiri = await load(), worker = await loadWorker();
          const [record] = schiri.read('[Game "creeper"]\\n\\n1. E7+D6 E1+E2 *\\n');
          const endless = worker.think({ game: { name: 'creeper' }, bot: 'alphabeta', limits: { milliseconds: 1e9 } });
          worker.stop();
          let failure = null;
          try { await worker.think({ game: { name: 'creeper' }, bot: 'nobody' }); } catch (error) { failure = error; }
          return [schiri.version, record.findings.find(({ isError }) => isError).code, await endless,
            failure instanceof EngineError];
        })().then(done, (error) => done(String(error)))""")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
    same("records, a stopped worker, an error of the worker", answer, [version, "illegal", None, True])


def main():
    site = f"{folder}/site"
    os.makedirs(f"{site}/node_modules")
    subprocess.run(["bash", f"{HERE}/../end_to_end/scripts/shown_files.sh", PAGE], cwd=site, check=True)
    shutil.copytree(f"{os.path.dirname(program)}/npm", f"{site}/node_modules/schiri")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with opened_browser("the package for JavaScript") as browser:
        check_page(browser, f"http://127.0.0.1:{server.server_port}")
        check_package(browser)
        same("errors of the browser", [line["message"] for line in browser.log("browser") if "favicon" not in line["message"]], [])
    server.shutdown()
    end()


main()
