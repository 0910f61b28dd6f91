"""Tests of schiri.run: commands of the program in this process."""

import io
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import schiri
from test_schiri import SAMPLE, program_output

GAME = '[White "Anna"]\n[Black "Emil"]\n[Game "creeper"]\n[Result "1-0"]\n\n1-0\n'


@pytest.mark.parametrize("words", [
    ("games",), ("ratings", SAMPLE), ("table", SAMPLE), ("summary", SAMPLE), ("validate", SAMPLE), ("position", "creeper"),
    ("help", "ratings"), ("rules", "sperre"), ("convert", SAMPLE, "--to", "csv")])
def test_a_command_prints_what_the_program_prints(words):
    has_rows = words[0] in ("games", "ratings", "table", "summary", "validate", "position")
    output = schiri.run(*words)
    assert output.text == program_output(*words, *(["--format", "json"] if has_rows else [])) and output.status == 0
    assert bool(output) == has_rows


def test_the_answer_has_rows_notes_and_status():
    output = schiri.run("ratings", "-", input=GAME)
    assert [row["player"] for row in output] == ["Anna", "Emil"] and output.columns[0] == "game"
    assert "White's advantage" in output.notes and output.status == 0
    for given in (GAME.encode(), bytearray(GAME.encode()), memoryview(GAME.encode()), io.BytesIO(GAME.encode())):
        assert schiri.run("ratings", "-", input=given) == output
    assert schiri.run("validate", "-", input=GAME.replace("1-0\n", "E1+E2 1-0\n")).status == 1
    assert schiri.run("ratings", "-", "--format", "csv", input=GAME).text.startswith("game,player,")


@pytest.mark.parametrize("words, raised, sentence", [
    (("ratings",), schiri.WrongUse, "^specify either a database"),
    (("nonsense",), schiri.WrongUse, "nonsense"), ((), schiri.WrongUse, "."),
    (("ratings", "--db", "/nowhere.db"), schiri.Unusable, "^/nowhere.db: there is no such database"),
    (("play", "creeper"), schiri.WrongUse, "^'play' needs a process of its own"),
    (("ratings", "a\0b"), schiri.WrongUse, "zero byte")])
def test_what_goes_wrong_is_raised(words, raised, sentence):
    with pytest.raises(raised, match=sentence):
        schiri.run(*words)


def test_a_file_s_name_may_be_no_utf_8(tmp_path):
    name = os.fsdecode(os.fsencode(tmp_path) + b"/b\xf6rn")
    schiri.write(schiri.read_text(GAME), name + ".pgn")
    assert schiri.run("validate", name + ".pgn").status == 0
    assert schiri.Database(name + ".db", create=True).add_file(name + ".pgn").stored == 1
    assert len(schiri.Database(os.fsencode(name) + b".db").games()) == 1
    assert sorted(os.listdir(os.fsencode(tmp_path))) == [b"b\xf6rn.db", b"b\xf6rn.pgn"]
    with pytest.raises(schiri.WrongUse, match="there is no command"):
        schiri.run("\ud800")


class Reader:
    def __init__(self, read):
        self.read = read


@pytest.mark.parametrize("given, raised, words", [
    (io.StringIO(GAME), TypeError, "'.White .*, not bytes; open a file in the mode 'rb'"),
    (io.StringIO(""), TypeError, "not bytes"), (Reader(lambda size: None), TypeError, "has returned None, not bytes"),
    (Reader(lambda size: 5), TypeError, "has returned 5"), (5, TypeError, "^expected a text, bytes or an open file as input, not 5"),
    (Reader(lambda size: b" " * (size + 1)), ValueError, "asked for [0-9]+ bytes, and has read [0-9]+")])
def test_input_that_is_not_read_as_bytes_is_refused(given, raised, words):
    with pytest.raises(raised, match=words):
        schiri.run("validate", "-", input=given)


def test_input_may_be_bytes_of_another_kind():
    pieces = [bytearray(GAME.encode()), memoryview(b"\n"), b""]
    assert schiri.run("validate", "-", input=Reader(lambda size: pieces.pop(0))).status == 0


def test_an_exception_of_the_input_is_raised(tmp_path):
    class Broken(io.BytesIO):
        def read(self, size=-1):
            raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        schiri.run("db", "import", "--db", tmp_path / "a.db", "-", input=Broken())
    assert not (tmp_path / "a.db").exists()


def test_there_may_be_no_standard_output(monkeypatch, capfd):
    monkeypatch.setattr(sys, "stdout", None)
    assert len(schiri.run("games")) == 4
    assert schiri.write(schiri.read_text(GAME), "-") == 1 and "Anna" in capfd.readouterr().out


def test_commands_run_on_several_threads():
    seen = []

    def work():
        seen.extend(len(schiri.run("games")) for _ in range(10))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [4] * 40


@pytest.mark.parametrize("words", [
    '"tournament", "run", "--game", "creeper", "--bot", "mcts:movetime=1000000", "--bot", "random", "--no-db"',
    '"perft", "sperre", "--roll", "147", "--depth", "9"'])
def test_ctrl_c_ends_a_command(words, tmp_path):
    program = f'import schiri\ntry:\n    print("begun", flush=True)\n    schiri.run({words})\nexcept KeyboardInterrupt:\n    print("stopped")'
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])}) as process:
        assert process.stdout.readline() == b"begun\n"
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=300)
    assert (process.returncode, out) == (0, b"stopped\n")


@pytest.mark.parametrize("given", ["open(0, 'rb')", "open(0, 'rb', buffering=0)", "Endless()"])
def test_ctrl_c_ends_a_command_that_reads(given, tmp_path):
    program = f"""import schiri
game = schiri.Game("creeper").record(White="Anna", Black="Emil").write().encode()
class Endless:
    def read(self, size):
        return (game * (size // 100))[:size]
try:
    print("begun", flush=True)
    schiri.run("db", "import", "--db", "a.db", "-", input={given})
except KeyboardInterrupt:
    print("stopped")"""
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])}) as process:
        try:
            assert process.stdout.readline() == b"begun\n"
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=300) == 0 and process.stdout.read() == b"stopped\n"
        finally:
            process.kill()


def test_no_settings_are_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCHIRI_DB", "/nowhere.db")
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    (tmp_path / "schiri.toml").write_text("nonsense = 1\n")
    with pytest.raises(schiri.WrongUse, match="^specify either a database"):
        schiri.run("ratings")
