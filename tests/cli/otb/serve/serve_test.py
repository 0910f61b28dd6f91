"""Tests the web server of `schiri otb serve` over its socket: serve_test.py PROGRAM FOLDER."""

import concurrent.futures
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time

program, folder = sys.argv[1:3]
EVENT = f"{folder}/cup.otb"
failures = []


def check(what, is_so, details=""):
    if not is_so:
        failures.append(what)
        print(f"failed: {what} {details}", flush=True)


def same(what, seen, wanted):
    check(what, seen == wanted, f"\n  seen   {seen!r}\n  wanted {wanted!r}")


def schiri(*arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True,
                          env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout


class Server:
    def __init__(self, *options):
        self.process = subprocess.Popen([program, "otb", "serve", EVENT, "--port", "0", *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found.group(1))
            if line.startswith("Ctrl-C"):
                break

    def end(self, how):
        begun = time.monotonic()
        self.process.send_signal(how)
        return self.process.wait(timeout=300), time.monotonic() - begun

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=300)

    def ask(self, method, path, body=None, **headers):
        """The status and the JSON of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, json.loads(content) if content.startswith(b"{") else content

    def enter(self, **entry):
        state = self.ask("GET", "/state")[1]
        return self.ask("POST", "/entry", json.dumps({"helper": "test", "state": state["version"], **entry}), Origin=f"http://127.0.0.1:{self.port}",
                        Content_Type="application/json", X_Schiri_Token=state["token"])

    def raw(self, sent):
        """What comes back for these bytes, until the connection ends."""
        with self.connect() as connection:
            try:
                connection.sendall(sent)
            except OSError:
                pass
            return read_all(connection)

    def memory(self):
        """The maximum memory so far, in KiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1))


def read_all(connection):
    received = b""
    try:
        while part := connection.recv(65536):
            received += part
    except OSError:
        pass
    return received


def status_of(answer):
    found = re.match(rb"HTTP/1\.1 (\d+)", answer)
    return int(found.group(1)) if found else 0


def check_requests(server):
    host = f"Host: 127.0.0.1:{server.port}\r\n".encode()
    same("a page", status_of(server.raw(b"GET / HTTP/1.1\r\n" + host + b"\r\n")), 200)
    for line in (b"GET /../cup.otb HTTP/1.1", b"GET /%2e%2e/cup.otb HTTP/1.1", b"GET //etc/passwd HTTP/1.1",
                 b"GET http://evil.example/ HTTP/1.1", b"GET /cup.otb%00 HTTP/1.1"):
        answer = server.raw(line + b"\r\n" + host + b"\r\n")
        check(f"{line}: no file", status_of(answer) in (400, 404) and b"crc32" not in answer, answer[:200])
    for sent in (b"\r\n\r\n", b"\0" * 100, b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n" + host + b"\r\n",
                 b"BREW / HTTP/1.1\r\n" + host + b"\r\n"):
        check(f"{sent[:20]}: no page", b"<html" not in server.raw(sent + b"\r\n\r\n"))
    same("no host", status_of(server.raw(b"GET / HTTP/1.1\r\n\r\n")), 403)
    same("another host", status_of(server.raw(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n")), 403)
    same("two hosts", status_of(server.raw(b"GET / HTTP/1.1\r\n" + host + b"Host: evil.example\r\n\r\n")), 403)
    same("HEAD", status_of(server.raw(b"HEAD / HTTP/1.1\r\n" + host + b"\r\n")), 200)
    post = b"POST /entry HTTP/1.1\r\n" + host + b"Origin: http://127.0.0.1:%d\r\nContent-Type: application/json\r\n" % server.port
    same("a large body is not read", status_of(server.raw(post + b"Content-Length: 9000000\r\n\r\n" + b"x" * 9000000)), 413)
    same("chunks", status_of(server.raw(post + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")), 415)
    same("compressed", status_of(server.raw(post + b"Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello")), 415)
    before = server.memory()
    server.raw(b"GET / HTTP/1.1\r\n" + host + b"".join(b"X-%d: %s\r\n" % (i, b"y" * 4000) for i in range(5000)))
    server.raw(b"GET /" + b"a" * 20_000_000)
    check("headers take no memory", server.memory() - before < 8000, f"{server.memory() - before} KiB")


def check_slow(server):
    """A client that sends a byte at a time has ten seconds in all."""
    begun = time.monotonic()
    with server.connect() as connection:
        connection.settimeout(0.5)
        try:
            for byte in b"GET / HTTP/1.1\r\nX-Slow: " + b"y" * 100:
                connection.send(bytes([byte]))
                try:
                    if not connection.recv(100):
                        break
                except TimeoutError:
                    pass
        except OSError:
            pass
    check("slow requests end", time.monotonic() - begun < 40, f"{time.monotonic() - begun:.1f} s")


def check_many(server):
    """Of 300 connections at most 128 have a thread, the others are closed; afterwards all is well again."""
    idle = [server.connect() for _ in range(300)]
    for connection in idle:
        connection.setblocking(False)
    closed, threads, end = set(), 0, time.monotonic() + 300
    while len(closed) < 300 - 128 and time.monotonic() < end:
        with open(f"/proc/{server.process.pid}/status") as status:
            threads = max(threads, int(re.search(r"Threads:\s+(\d+)", status.read()).group(1)))
        for connection in idle:
            try:
                if not connection.recv(1):
                    closed.add(connection)
            except BlockingIOError:
                pass
            except OSError:
                closed.add(connection)
        time.sleep(0.02)
    check("the others are closed", len(closed) >= 300 - 128, len(closed))
    check("at most 128 threads answer", threads <= 128 + 4, threads)
    for connection in idle:
        connection.close()
    wait = time.monotonic() + 300
    while time.monotonic() < wait:
        try:
            if server.ask("GET", "/state")[0] == 200:
                return
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
    check("afterwards all is well again", False)


def check_waiting(server):
    """Waiting pages are answered as soon as the shell's entry is on the disk."""
    version = server.ask("GET", "/state")[1]["version"]
    with concurrent.futures.ThreadPoolExecutor(20) as pages:
        answers = [pages.submit(server.ask, "GET", f"/state?after={version}") for _ in range(20)]
        time.sleep(0.5)
        check("pages wait", not any(answer.done() for answer in answers))
        schiri("otb", "result", EVENT, "1", "1-0")
        begun = time.monotonic()
        results = [answer.result()[1]["round"]["boards"][0]["result"] for answer in answers]
        check("at once", time.monotonic() - begun < 20, f"{time.monotonic() - begun:.1f} s")
        same("all of them", set(results), {"1-0"})


def check_address():
    """Other computers get the address as a QR code, which has the three corners of ISO 18004."""
    server = Server()
    same("no address for one computer", server.ask("GET", "/list?name=address"), (200, {"title": "", "html": ""}))
    server.end(signal.SIGTERM)
    server = Server("--lan")
    given = server.ask("GET", "/list?name=address")[1]
    # A computer without a network has none.
    if given["title"]:
        same("the address", re.fullmatch(r"http://[0-9.]+:(\d+)/", given["title"]).group(1), str(server.port))
        size = int(re.search(r"viewBox=\"0 0 (\d+) ", given["html"]).group(1)) - 8
        dark = {(int(x) - 4, int(y) - 4) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", given["html"])}
        corner = {(x, y) for x in range(7) for y in range(7) if max(abs(x - 3), abs(y - 3)) != 2}
        for left, top in ((0, 0), (size - 7, 0), (0, size - 7)):
            same(f"the corner at {left}, {top}", {(x - left, y - top) for x, y in dark if left <= x < left + 7 and top <= y < top + 7}, corner)
    server.end(signal.SIGTERM)


def check_kills():
    """Kills at any moment lose no entry that was acknowledged, and leave a whole file."""
    players = [f"Player {i}" for i in range(100)]
    acknowledged = set()
    for begin in range(0, 100, 20):
        server = Server()
        with concurrent.futures.ThreadPoolExecutor(4) as helpers:
            def enter(name):
                try:
                    if server.enter(act="enter", name=name)[0] == 200:
                        acknowledged.add(name)
                except (OSError, http.client.HTTPException, KeyError, TypeError):
                    pass
            entries = [helpers.submit(enter, name) for name in players[begin:begin + 20]]
            while sum(entry.done() for entry in entries) < 3 + begin // 10:
                time.sleep(0.001)
            server.process.kill()
        server.process.wait()
        stored = {json.loads(line)["player"] for line in schiri("otb", "players", EVENT, "--format", "json").splitlines()}
        check("nothing acknowledged is lost", acknowledged <= stored, str(acknowledged - stored))
    check("some were acknowledged", len(acknowledged) > 15, len(acknowledged))


def main():
    schiri("otb", "new", EVENT, "--name", "Cup", "--game", "creeper", "--rounds", "3")
    schiri("otb", "enter", EVENT, "Anna", "Bert", "Carla", "Dora")
    schiri("otb", "pair", EVENT)
    server = Server()
    check_requests(server)
    check_waiting(server)
    check_slow(server)
    check_many(server)
    second = subprocess.run([program, "otb", "serve", EVENT, "--port", str(server.port)], capture_output=True, text=True, timeout=300)
    same("a second server", second.returncode, 3)
    check("its message names the option", f"port {server.port} cannot be used" in second.stderr and "--port" in second.stderr, second.stderr)
    # A page waits while the server ends.
    version = server.ask("GET", "/state")[1]["version"]
    with concurrent.futures.ThreadPoolExecutor(1) as page:
        waiting = page.submit(server.ask, "GET", f"/state?after={version}")
        time.sleep(0.3)
        status, took = server.end(signal.SIGINT)
        same("Ctrl-C", status, 0)
        check("ends at once", took < 15, f"{took:.1f} s")
        same("the page has its answer", waiting.result()[0], 200)
    same("no messages", server.process.stderr.read(), "")
    for how in (signal.SIGTERM, signal.SIGHUP):
        same(f"{how.name}", Server().end(how)[0], 0)
    check_address()
    os.remove(EVENT)
    schiri("otb", "new", EVENT, "--name", "Cup", "--game", "creeper", "--rounds", "3")
    check_kills()
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
