"""Runs the program in a folder of its own, and notes what differs."""

import json
import pathlib
import subprocess
from typing import NamedTuple


class Answer(NamedTuple):
    status: int
    out: str
    err: str


class Program:
    def __init__(self, path, folder):
        self.path, self.folder, self.differences = str(path), pathlib.Path(folder), 0

    def start(self, *words, **options):
        return subprocess.Popen([self.path, *words], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, **options)

    def finish(self, process, text=b""):
        out, err = process.communicate(text)
        return Answer(process.returncode, out.decode(), err.decode())

    def run(self, *words, text=b"", may_refuse=False, **options):
        """A status that is no answer is a difference of its own."""
        answer = self.finish(self.start(*words, **options), text.encode() if isinstance(text, str) else text)
        if answer.status not in (0, 1) and not (may_refuse and answer.status == 2):
            self.differ(f"status {answer.status}", words, answer.err[-300:])
        return answer

    def rows(self, *words):
        return [json.loads(line) for line in self.run(*words, "--format", "json").out.splitlines()]

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    def read(self, name):
        return (self.folder / name).read_text()

    def differ(self, *what):
        self.differences += 1
        if self.differences <= 20:
            print("DIFFERENT:", *what)

    def same(self, name, one, other):
        """Notes where two answers, texts, or tables of figures differ."""
        if one == other:
            return
        if isinstance(one, Answer):
            if one.status != other.status:
                self.differ(name, "status", one.status, other.status, one.err[-200:], other.err[-200:])
            self.same(f"{name}: output", one.out, other.out)
            self.same(f"{name}: messages", one.err, other.err)
        elif isinstance(one, dict):
            keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
            self.differ(name, len(keys), [(key, one.get(key), other.get(key)) for key in keys[:3]])
        elif not isinstance(one, (str, list, tuple)):
            self.differ(name, one, other)
        else:
            lines, others = (text.split("\n") if isinstance(text, str) else list(text) for text in (one, other))
            first = next(((a, b) for a, b in zip(lines, others) if a != b), (lines[len(others):][:1], others[len(lines):][:1]))
            self.differ(name, f"{len(lines)} and {len(others)} lines;", *(str(line)[:300] for line in first))
