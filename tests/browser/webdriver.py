"""A browser controlled over the WebDriver protocol by the standard library alone."""

import base64
import json
import re
import subprocess
import urllib.error
import urllib.request


class Browser:
    """Headless Chromium with a temporary profile."""

    def __init__(self, folder):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.address = None
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                self.address = f"http://127.0.0.1:{found.group(1)}"
                break
        if not self.address:
            raise RuntimeError("chromedriver did not start")
        options = {
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--no-first-run", "--force-device-scale-factor=1", f"--user-data-dir={folder}/profile"],
            "prefs": {"download.default_directory": folder, "download.prompt_for_download": False},
            "perfLoggingPrefs": {"enableNetwork": True},
        }
        wanted = {"alwaysMatch": {"goog:chromeOptions": options,
                                  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}
        self.session = None
        try:
            session = self.request("POST", "/session", {"capabilities": wanted})
        except Exception:
            self.quit()
            raise
        self.session = session["sessionId"]
        self.devtools("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)

    def request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        query = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"},
                                       method=method)
        try:
            with urllib.request.urlopen(query, timeout=300) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def ask(self, method, path, body=None):
        return self.request(method, f"/session/{self.session}{path}", body)

    def open(self, url):
        self.ask("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        """Runs the body of a function in the page and returns its value."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        """Likewise for a body that passes its value to its last argument."""
        return self.ask("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def devtools(self, command, **parameters):
        return self.ask("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def log(self, kind):
        return self.ask("POST", "/se/log", {"type": kind})

    def look(self, width, height, scheme):
        """Sets the size and colour scheme of the window."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=width < 500)
        self.devtools("Emulation.setEmulatedMedia",
                      features=[{"name": "prefers-color-scheme", "value": scheme}])

    def click(self, selector):
        """Clicks in the middle of an element with the mouse; what is fixed to the window does not cover it."""
        for attempt in range(5):
            self.run("document.querySelector(arguments[0])?.scrollIntoView({block: 'nearest'})", selector)
            element = self.ask("POST", "/element", {"using": "css selector", "value": selector})
            try:
                return self.ask("POST", f"/element/{next(iter(element.values()))}/click", {})
            except RuntimeError as error:
                # The page has drawn itself anew in between.
                if attempt == 4 or "stale element" not in str(error):
                    raise

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def tap(self, selector):
        """Touches the middle of an element with a finger."""
        x, y = self.run("""const element = document.querySelector(arguments[0]);
            element.scrollIntoView({block: 'center', inline: 'center'});
            const box = element.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2]""", selector)
        self.devtools("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.devtools("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def screenshot(self, file):
        with open(file, "wb") as image:
            image.write(base64.b64decode(self.ask("GET", "/screenshot")))

    def quit(self):
        try:
            if self.session:
                self.ask("DELETE", "")
        except Exception:
            pass
        self.driver.terminate()
        self.driver.wait()
