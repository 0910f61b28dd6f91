"""Tests of files: what a function writes is there whole or not at all, and what it cannot read it refuses."""

import bz2
import ctypes
import gzip
import io
import itertools
import lzma
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest
import schiri
from test_schiri import SAMPLE

# Every function that writes a file, and how what it has written is read.
WRITERS = {
    "write": ("a.pgn", schiri.write, schiri.read),
    "write csv": ("a.csv", lambda records, file: schiri.write(records, file, "csv"), lambda file: schiri.read(file, "csv")),
    "write gz": ("a.pgn.gz", schiri.write, schiri.read),
    "write zst": ("a.json.zst", lambda records, file: schiri.write(records, file, "json"),
                  lambda file: schiri.read(file, "json")),
    "Database.add": ("a.db", lambda records, file: schiri.Database(file, create=True).add(records),
                     lambda file: schiri.Database(file).records()),
}


def raising(records):
    yield from records[:5]
    raise KeyError("midway")


FAILURES = {  # the records and what is raised
    "exception midway": (raising, KeyError),
    "interrupt midway": (lambda records: (sys.exit() if i == 5 else record for i, record in enumerate(records)), SystemExit),
    "wrong element": (lambda records: [*records[:5], 3], TypeError),
    "a text in place of records": (lambda records: "records", TypeError),
    "nothing to go through": (lambda records: 3, TypeError),
}


@pytest.fixture(scope="module")
def records():
    return list(schiri.read(SAMPLE))


def content(read, file):
    return sorted(record.write() for record in read(file)) if file.exists() else None


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("writer", WRITERS)
def test_after_an_exception_a_file_is_as_before(tmp_path, records, writer, failure, is_there):
    name, write, read = WRITERS[writer]
    file, (wrong, raised) = tmp_path / name, FAILURES[failure]
    if is_there:
        write(records[7:], file)
    before = content(read, file)
    with pytest.raises(raised):
        write(wrong(records), file)
    assert content(read, file) == before and (before is not None) == is_there
    assert {path.name for path in tmp_path.iterdir()} <= {name, name + "-wal", name + "-shm"} and is_there == file.exists()


@pytest.mark.parametrize("writer", WRITERS)
def test_a_file_may_be_written_from_its_own_records(tmp_path, records, writer):
    name, write, read = WRITERS[writer]
    file = tmp_path / name
    write(records, file)
    before = content(read, file)
    write(read(file), file)
    assert content(read, file) == before and len(before) == len(records)


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("place", ["nowhere/{}", "file/{}", ".", "locked/{}"])
def test_a_file_that_cannot_be_made_is_an_error(tmp_path, records, writer, place):
    name, write, _ = WRITERS[writer]
    (tmp_path / "file").write_text("")
    (tmp_path / "locked").mkdir(0o500)
    if place.startswith("locked") and os.access(tmp_path / "locked", os.W_OK):
        pytest.skip("root may write everywhere")
    with pytest.raises(schiri.Unusable, match=".{20}"):
        write(records, tmp_path / place.format(name))


@pytest.mark.parametrize("writer", ["write", "write zst", "Database.add"])
def test_on_a_full_disk_the_old_file_stays(tmp_path, records, writer):
    name, write, read = WRITERS[writer]
    file = tmp_path / name
    write(records[:2], file)
    before = content(read, file)
    program = """import resource, sys, schiri, test_files
records = [record for _ in range(200) for record in schiri.read(test_files.SAMPLE)]
for i, record in enumerate(records):
    record.set_tag("Round", str(i))
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    test_files.WRITERS[sys.argv[1]][1](records, sys.argv[2])
except schiri.Unusable as error:
    print(error)"""
    package = Path(schiri.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", program, writer, file], stdout=subprocess.PIPE, check=True,
                          env={**os.environ, "PYTHONPATH": f"{package}:{Path(__file__).parent}"})
    assert len(done.stdout) > 20 and content(read, file) == before
    if writer != "Database.add":
        with pytest.raises(schiri.Unusable, match="/dev/full"):
            write(records, "/dev/full")


@pytest.mark.parametrize("ending, opened", [("", open), (".gz", gzip.open), (".bz2", bz2.open), (".xz", lzma.open)])
def test_names_that_end_so_are_compressed(tmp_path, records, ending, opened):
    file = tmp_path / ("a.pgn" + ending)
    assert schiri.write(records, file) == len(records)
    with opened(file, "rb") as stream:
        assert stream.read().decode() == "".join(record.write() for record in records)
    with pytest.raises(schiri.WrongUse, match="not supported for output"):
        schiri.write(records, tmp_path / "a.zip")


def test_a_record_may_be_edited_while_it_is_written(records):
    # The library has a copy: it writes without Python's lock, so another thread may free what it reads.
    from schiri import _library, _record

    record = records[0].copy()
    place = ctypes.pointer(ctypes.c_void_p())
    source = _record._Source([record, record], _record.record_of)
    for name in ("Zoe", "Yan"):
        before = record.write()
        assert source.next(place, None) == 1
        record.tags["White"] = name
        assert _library.library.record_write(_library.RecordHandle(place[0]), b"pgn", None) == before != record.write()
    assert source.next(place, None) == 0 and source.count == 2


@pytest.mark.parametrize("records", ["itertools.repeat(record)", "(sys.stdin.read() and record for _ in range(2))"])
def test_ctrl_c_leaves_the_old_file(tmp_path, records):
    program = f"""import itertools, schiri, sys
record = schiri.Game("creeper").record(White="Anna", Black="Emil")
try:
    print("begun", flush=True)
    schiri.write({records}, "a.pgn.gz")
except KeyboardInterrupt:
    print("stopped")"""
    (tmp_path / "a.pgn.gz").write_text("old")
    assert stopped(program, tmp_path) == (0, b"stopped\n", b"")
    assert os.listdir(tmp_path) == ["a.pgn.gz"] and (tmp_path / "a.pgn.gz").read_text() == "old"


def test_what_another_signal_raises_leaves_the_old_file(tmp_path, records):
    def end(*_):
        raise TimeoutError("too long")

    (tmp_path / "a.pgn.gz").write_text("old")
    before = signal.signal(signal.SIGALRM, end)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with pytest.raises(TimeoutError, match="too long"):
            schiri.write(itertools.repeat(records[0]), tmp_path / "a.pgn.gz")
        assert signal.getsignal(signal.SIGALRM) is end
    finally:
        signal.signal(signal.SIGALRM, before)
    assert (tmp_path / "a.pgn.gz").read_text() == "old"


def stopped(program, folder):
    """The exit status and output of a program that has begun when Ctrl-C is pressed."""
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          cwd=folder, env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])}) as process:
        try:
            assert process.stdout.readline() == b"begun\n"
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            return process.wait(timeout=300), process.stdout.read(), process.stderr.read()
        finally:
            process.kill()


@pytest.mark.parametrize("work", [
    "kept.append(schiri.read_text(text)); assert len(kept[-1]) == 5000",
    "schiri.Bot('mcts').think(schiri.Game('creeper'), milliseconds=1_000_000, listener=kept.append)",
    "schiri.Bot('mcts').think(schiri.Game('creeper'), milliseconds=1_000_000, listener=lambda thought: sys.stdin.read())"])
def test_ctrl_c_is_not_lost(tmp_path, work):
    program = f"""import schiri, sys
text, kept = schiri.Game("creeper").record(White="Anna", Black="Emil").write() * 5000, []
try:
    print("begun", flush=True)
    while True:
        {work}
except KeyboardInterrupt:
    print("stopped")"""
    assert stopped(program, tmp_path) == (0, b"stopped\n", b"")


def test_a_comment_may_hold_a_brace():
    record = next(schiri.read(SAMPLE))
    played = record.played
    record.comment(1, "a } b")
    (again,) = schiri.read(io.StringIO(record.write()))
    assert "\n; a } b\n" in record.write() and again.played == played and again.is_valid


def test_what_a_format_cannot_hold_is_named(tmp_path):
    record = next(schiri.read(SAMPLE))
    assert record.losses("pgn") == record.losses("json") == record.losses("csv") == []
    record.comment(1, "why")
    (loss, *_) = losses = record.losses("abstractplay")
    assert any("comments" in loss for loss in losses)
    for file in (tmp_path / "a", io.StringIO()):
        with pytest.warns(UserWarning) as caught:
            schiri.write([record, record], file, "abstractplay")
        assert f"abstractplay cannot hold {loss}; omitted from 2 games" in [str(one.message) for one in caught]
        assert {one.filename for one in caught} == {__file__}
    for wrong in ("nonsense", "log"):
        with pytest.raises(schiri.WrongUse, match=wrong):
            record.losses(wrong)


def test_open_files_are_read_and_written(tmp_path, records):
    text = "".join(record.write() for record in records)
    streams = [io.StringIO(), io.BytesIO(), open(tmp_path / "a", "w+"), open(tmp_path / "b", "w+b"),
               tempfile.TemporaryFile("w+"), tempfile.NamedTemporaryFile()]
    for stream in streams:
        with stream:
            assert schiri.write(records, stream) == len(records)
            stream.seek(0)
            assert [record.write() for record in schiri.read(stream)] == [record.write() for record in records]
            stream.seek(0)
            written = stream.read()
            assert (written if isinstance(written, str) else written.decode()) == text
    with gzip.open(tmp_path / "c.gz", "wb") as packed:
        schiri.write(records, packed)
    with gzip.open(tmp_path / "c.gz") as packed:
        assert len(list(schiri.read(packed))) == len(records)
    with open(tmp_path / "c.gz", "rb") as packed:  # compressed bytes, as those of a file
        assert len(list(schiri.read(packed))) == len(records)


@pytest.mark.parametrize("read", [schiri.read, schiri.read_tags])
def test_a_named_pipe_is_opened_once(tmp_path, records, read):
    # Who writes to it would end by SIGPIPE if it was closed in between.
    pipe, begun = tmp_path / "pipe", []
    os.mkfifo(pipe)
    beginning = threading.Thread(target=lambda: begun.append(read(pipe)), daemon=True)
    beginning.start()
    beginning.join(300)
    has_opened = beginning.is_alive()
    if has_opened:  # and waits for a writer
        os.close(os.open(pipe, os.O_RDWR))
        beginning.join()
    assert not has_opened
    writer = threading.Thread(target=pipe.write_bytes, args=[Path(SAMPLE).read_bytes()])
    writer.start()
    assert len(list(begun[0])) == len(records)
    writer.join()


def test_python_ends_while_a_pipe_is_open():
    program = "import schiri\nfor record in schiri.read('-'):\n    break\nprint(record.index)"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])}) as process:
        begun = '[White "Anna"]\n\n*\n\n[White "Emil"]\n\n{' + "the second record is still being read\n" * 40000
        process.stdin.write(begun.encode())
        process.stdin.flush()
        try:
            assert process.wait(timeout=300) == 0 and process.stdout.read() == b"1\n"
        finally:
            process.kill()


def test_a_table_is_written_into_an_open_file(tmp_path, records):
    schiri.write(records, tmp_path / "a.csv", "csv")
    for stream in (io.StringIO(newline=""), io.BytesIO()):
        assert schiri.write(records, stream, "csv") == len(records)
        table = stream.getvalue()
        assert (table if isinstance(table, bytes) else table.encode()) == (tmp_path / "a.csv").read_bytes()


@pytest.mark.parametrize("wrong, words", [
    (lambda file: schiri.read_text(3), "read\\(\\) takes a file"), (lambda file: schiri.read_text(file), "read\\(\\) takes a file"),
    (lambda file: schiri.read_text(["a"]), "text of records"), (lambda file: schiri.read_text(None), "text of records"),
    (lambda file: schiri.read(3), "path of a file"), (lambda file: schiri.read([file]), "path of a file"),
    (lambda file: schiri.write([], 3), "path of a file"), (lambda file: schiri.write([], None), "path of a file"),
    (lambda file: schiri.Database(3), "path of a file"),
    (lambda file: schiri.write([3], io.StringIO()), "a record or a game")])
def test_what_is_no_file_is_refused(wrong, words):
    with pytest.raises(TypeError, match=words):
        wrong(SAMPLE)


def test_a_wrong_format_is_refused_before_anything_is_read_or_written(tmp_path, records):
    taken = []
    for wrong in (lambda: schiri.read(SAMPLE, "nonsense"), lambda: schiri.read_text("", "nonsense"),
                  lambda: schiri.write(map(taken.append, records), tmp_path / "a", "nonsense"),
                  lambda: schiri.write(map(taken.append, records), io.StringIO(), "nonsense"),
                  lambda: records[0].write("nonsense"), lambda: schiri.Database(tmp_path / "a", create=True).add_file(SAMPLE, "nonsense")):
        with pytest.raises(schiri.WrongUse, match="nonsense"):
            wrong()
    assert taken == [] and list(tmp_path.iterdir()) == []
