"""Tests of schiri.Database against the program's `schiri db`."""

import copy
import datetime
import fcntl
import gc
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
import schiri
from test_schiri import SAMPLE, WRONG_RESULT, play_randomly, program_output


@pytest.fixture
def database(tmp_path):
    database = schiri.Database(tmp_path / "a.db", create=True)
    done = database.add_file(SAMPLE)
    assert done.stored == len(list(schiri.read(SAMPLE))) and done.quarantined == done.known == 0
    return database


def program_rows(*words):
    return [json.loads(line) for line in program_output(*words, "--format", "json").splitlines()]


QUERIES = [
    ("games", (), {}), ("games", (), {"sort": "-date", "limit": 3, "columns": ["id", "white", "result"]}),
    ("openings", ("creeper",), {"play": ["E7+D6"], "ratings": True}),
    ("sql", ("SELECT id, white, NULL AS none, 0.5 AS half FROM games ORDER BY id",), {})]


@pytest.mark.parametrize("name, arguments, options", QUERIES)
def test_queries_equal_those_of_the_program(database, name, arguments, options):
    words = ["db", "query", name, "--db", database.path, *arguments]
    for option, value in options.items():
        values = [",".join(value)] if option == "columns" else value if isinstance(value, list) else [value]
        words += [word for one in values for word in (["--" + option] if one is True else ["--" + option, one])]
    rows = database.query(name, *arguments, **options)
    assert list(rows) == program_rows(*words) == list(schiri.run(*words))
    for row in rows:
        assert list(row) == rows.columns


def test_queries_without_rows_have_columns(database):
    rows = database.games(result="*")
    assert rows == [] and rows.columns == database.games().columns and "<th>white</th>" in rows._repr_html_()
    assert database.sql('SELECT 1 AS a, 2 AS "b,""c" WHERE 0').columns == ["a", 'b,"c']


def test_rows_become_data_frames(database):
    pandas = pytest.importorskip("pandas")
    frame = database.games().to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == database.games().columns
    assert len(frame) == len(database.games())
    assert list(database.games(result="*").to_pandas().columns) == list(frame.columns)


def test_options_are_values_of_python(database):
    days = database.games(since=datetime.date(2020, 1, 1), until=2030)
    assert days == database.games(since="2020.01.01", until="2030")
    names = [row["player"] for row in database.players()]
    assert database.players(player=names[:1]) == database.players(player=names[0])
    assert database.query("openings", "creeper", ratings=False) == database.query("openings", "creeper")


@pytest.mark.parametrize("wrong, words", [
    (lambda db: db.query("nonsense"), "nonsense"),
    (lambda db: db.games(who="Anna"), "there is no option '--who"),
    (lambda db: db.games(format="text"), "'format' is no option here"),
    (lambda db: db.games(db="other.db"), "'db' is no option here"),
    (lambda db: db.games(since="yesterday"), "--since: expected a day"),
    (lambda db: db.games(player="Nobody At All"), "--player: no player 'Nobody At All' is known here"),
    (lambda db: db.games(player="--db=/etc/passwd"), "no player '--db=/etc/passwd'"),
    (lambda db: db.games(player="@/etc/passwd"), "no player '@/etc/passwd'"),
    (lambda db: db.games(player="a\0b"), "zero byte"),
    (lambda db: db.query("history", "-x"), "there is no such rating list"),
    (lambda db: db.sql("DELETE FROM games"), "only read"),
    (lambda db: list(db.records(who=1)), "there is no option '--who"),
    (lambda db: db.records(sort="date"), "'sort' is no option here"), (lambda db: db.records(columns="id"), "'columns' is no option here"),
    (lambda db: db.add([], corrections="perhaps"), "--corrections: ")])
def test_a_wrong_option_is_refused(database, wrong, words):
    with pytest.raises(schiri.WrongUse) as caught:
        wrong(database)
    assert words in str(caught.value) and not str(caught.value).startswith("schiri: ")


@pytest.mark.parametrize("wrong", [{"limit": object()}, {"player": b"Anna"}, {"player": [["Anna"], object()]}])
def test_an_option_of_a_wrong_type_is_refused(database, wrong):
    with pytest.raises(TypeError, match="^expected a text, a number"):
        database.games(**wrong)


def test_a_statement_has_its_time(database):
    forever = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(schiri.Unusable, match="took too long; allow more"):
        database.sql(forever, timeout=0.1)


def test_records_come_back_as_they_went_in(database):
    records = list(schiri.read(SAMPLE))
    stored = list(database)
    assert [one.played for one in stored] == [one.played for one in records]
    assert [one.tags for one in stored] == [one.tags for one in records]
    assert [one.index for one in stored] == [row["id"] for row in database.games()]
    assert all(one.is_valid for one in stored) and stored[0].replay() == records[0].replay()
    white = stored[0].tags["White"]
    assert all(white in (one.tags["White"], one.tags["Black"]) for one in database.records(player=white))
    assert len(list(database.records(limit=2))) == 2
    before = next(database.records())
    gc.collect()  # a reading that is abandoned
    assert before == stored[0]
    assert schiri.rate(database)[0].players == schiri.rate(records)[0].players


def test_who_goes_through_records_may_run_commands(tmp_path):
    database = schiri.Database(tmp_path / "a.db", create=True)
    record = schiri.Game("creeper").record(White="Anna", Black="Emil")
    record.comment(0, "very long " * 2000)  # more than what a command prints ahead
    database.add(record for number in range(200) if record.set_tag("Round", str(number + 1)) is None)
    program = """import sys, schiri
database, other = schiri.Database(sys.argv[1]), schiri.Database(sys.argv[1] + "2", create=True)
for number, record in enumerate(database):
    if number % 80 == 0:
        print(record.index, database.games(id=record.index)[0]["round"], other.add([record]).stored)
print(number)"""
    done = subprocess.run([sys.executable, "-c", program, database.path], stdout=subprocess.PIPE, timeout=300, check=True,
                          env={**os.environ, "PYTHONPATH": str(Path(schiri.__file__).parents[1])})
    assert done.stdout == b"1 1 1\n81 81 1\n161 161 1\n199\n"


def test_records_have_their_own_ids_though_others_are_added(database):
    white = database.games()[-1]["white"]
    records, ids = database.records(white=white), [row["id"] for row in database.games(white=white)]
    assert database.add([schiri.Game("creeper").record(White=white, Event="later")]).stored == 1
    assert [record.index for record in records] == ids != [row["id"] for row in database.games(white=white)]


def test_imports_are_all_or_nothing(database):
    before = database.games()

    def failing():
        yield schiri.Game("creeper")
        raise KeyError("no more")

    with pytest.raises(KeyError):
        database.add(failing())
    with pytest.raises(TypeError, match="^expected a record or a game"):
        database.add([schiri.Game("creeper"), "game"])
    assert database.games() == before and len(database.query("imports")) == 1


def test_what_becomes_of_records(database):
    again = database.add_file(SAMPLE)
    assert again.stored == 0 and again.known == len(database.games())
    (wrong,) = schiri.read_text(WRONG_RESULT)
    assert database.add([wrong]) == schiri.Imported(0, 0, 1, 0, 0, 0)
    wrong.repair()
    assert database.add([wrong]).repaired == 1
    game = schiri.Game("sperre", seed=3)
    play_randomly(game, 8)
    tags = {"White": "Anna", "Black": "Emil", "Event": "Club", "Round": "1", "Date": "2026.05.01"}
    first, other = game.record(**tags), schiri.Game("sperre", seed=4).record(**tags)
    first.result = "1-0"
    other.result = "0-1"
    assert database.add([first]).stored == 1
    assert database.add([other]).refused == 1
    assert database.add([other], corrections="apply").corrected == 1
    assert database.games(event="Club")[0]["result"] == "0-1"
    assert [row["quarantined"] for row in database.query("imports") if row["file"] == "-"][:2] == [0, 0]


def stored_of(folder, record):
    """The record that add() stores, and the text in quarantine."""
    database = schiri.Database(folder / "one.db", create=True)
    done = database.add([record])
    assert done.stored + done.quarantined == 1
    listed = schiri.run("db", "quarantine", "list", "--db", database.path)
    text = schiri.run("db", "quarantine", "show", "--db", database.path, str(listed[0]["id"])).text if listed else ""
    os.unlink(database.path)
    return text


LONG = schiri.Game("creeper").record(White="Anna", Black="Emil", Date="2026.05.01", Annotator="Ida").write().replace(
    "\n*\n", "\n{begun} 1. A2-B2 G3-G4 2. F7-F6 A5+B6 *\n")


def edit_tag(record):
    record.tags["White"] = "Zoe"
    del record.tags["Annotator"]


def edit_result(record):
    record.result = "0-1"


def edit_blanks(record):
    record.tags["Site"] = "in\tthe\n\ngarden"


def edit_movetext(record):
    record.movetext = [("turn", "A2-B2"), ("turn", "Z1-Z2"), ("comment", "why"), ("turn", "F7-F6")]


@pytest.mark.parametrize("changes", [lambda record: record, copy.copy, lambda record: pickle.loads(pickle.dumps(record))])
@pytest.mark.parametrize("wrong, edit, there, gone", [
    (("G3-G4", "G3-G9"), edit_tag, ['[White "Zoe"]', "{begun} 1. A2-B2 G3-G9 2. F7-F6 A5+B6 *"], ["Anna", "Ida"]),
    (("G3-G4", "G3-G9"), edit_result, ['[Result "0-1"]', "G3-G9 2. F7-F6 A5+B6 0-1"], ["*"]),
    (("G3-G4", "G3-G9"), edit_movetext, ["A2-B2 Z1-Z2 {why}", "F7-F6"], ["G9"]),
    (("G3-G4", "G3-G4"), edit_movetext, ["A2-B2 Z1-Z2 {why}", "F7-F6"], ["G3"]),
    (("[Event", '; new\n[Variant "none"]\n[Event'), edit_result, ["; new\n{begun} 1. A2-B2", "A5+B6 0-1"], []),
    (("A5+B6 *", "A5+B6 1-0 {oh"), edit_tag, ['[White "Zoe"]', "A5+B6 1-0"], ["Anna"]),
    (("A5+B6 *", "A5+B9 * ; not 1-0"), edit_result, ['[Result "0-1"]', "A5+B9 * ; not 1-0"], []),
    (("G3-G4", "G3-G9"), edit_blanks, ['[Site "in the  garden"]', "A2-B2 G3-G9"], []),
    (("[Event", '[white "Ida"]\n[Own-Name "x"]\n[Event'), edit_tag, ['[White "Zoe"]', '[White "Anna"]', '[Own-Name "x"]', "A5+B6 *"],
     ["Ida"])])
def test_the_edited_record_is_quarantined(tmp_path, wrong, edit, there, gone, changes):
    (record,) = schiri.read_text(LONG.replace(*wrong))
    edit(record)
    text = stored_of(tmp_path, changes(record))
    assert [part for part in there if part not in text] == [part for part in gone if part in text] == []


def test_an_unedited_record_is_quarantined_as_it_was_read(tmp_path):
    wrong = LONG.replace("G3-G4", "G3-G9   {two  spaces}")
    (record,) = schiri.read_text(wrong)
    assert wrong.strip() in stored_of(tmp_path, record)
    record.tags["White"] = "Anna"
    assert wrong.strip() in stored_of(tmp_path, record)


def test_a_result_that_was_edited_is_stored(tmp_path):
    game = schiri.Game("creeper", seed=1)
    play_randomly(game, 1000)
    (record,) = schiri.read_text(game.record().write())
    record.result = other = "0-1" if record.result == "1-0" else "1-0"
    assert f'[Result "{other}"]' in stored_of(tmp_path, record)
    (record,) = schiri.read_text(game.record().write().replace('[Game "creeper"]', '[Game "creper"]'))
    record.tags["Game"] = "creeper"
    assert stored_of(tmp_path, record) == ""


@pytest.mark.parametrize("form", ["json", "abstractplay"])
@pytest.mark.parametrize("edit", [lambda record: None, edit_result])
def test_a_record_with_errors_of_another_format_is_not_lost(database, tmp_path, form, edit):
    (tmp_path / "a").write_text(next(database.records()).write(form).replace('"E7', '"Z7', 1))
    for record in *schiri.read(tmp_path / "a", form), *schiri.read_text((tmp_path / "a").read_text(), form):
        assert not record.is_valid
        edit(record)
        with pytest.raises(schiri.WrongUse, match="line 1: .*Z7"):
            database.add([pickle.loads(pickle.dumps(record.copy()))])


def test_a_copy_of_a_record_has_its_index(database):
    *_, record = database.records()
    assert record.index > 1 and record.copy().index == pickle.loads(pickle.dumps(record)).index == record.index


def test_positions_are_found_with_and_without_an_index(database):
    position = schiri.Game.from_turns("creeper", list(schiri.read(SAMPLE))[0].played[:3]).position
    found = database.games(game="creeper", reaches=position)
    database.index()
    assert found and database.games(game="creeper", reaches=position) == found


def test_files_that_are_no_databases_are_refused(tmp_path):
    with pytest.raises(FileNotFoundError):
        schiri.Database(tmp_path / "nothing.db")
    with pytest.raises(schiri.Unusable, match="sample"):
        schiri.Database(SAMPLE)
    with pytest.raises(schiri.Unusable):
        schiri.Database(tmp_path / "no" / "such.db", create=True).add([])
    with pytest.raises(TypeError):
        schiri.Database(5)
    with pytest.raises(ValueError):
        schiri.Database("a\0b", create=True)


def test_what_is_no_file_to_read_is_told_at_once(tmp_path):
    (tmp_path / "name").mkdir()
    with pytest.raises(IsADirectoryError, match="Is a directory.*name"):
        schiri.Database(tmp_path / "name")
    (tmp_path / "locked").write_text("")
    (tmp_path / "locked").chmod(0)
    if not os.access(tmp_path / "locked", os.R_OK):
        with pytest.raises(PermissionError, match="locked"):
            schiri.Database(tmp_path / "locked")


def test_a_database_keeps_the_locks_of_this_process(database, monkeypatch):
    # Of SQLite; closing any other descriptor of the file would drop them.
    monkeypatch.setattr(schiri.Database, "query", lambda *words, **options: None)
    program = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB)"

    def is_locked():
        return b"BlockingIOError" in subprocess.run([sys.executable, "-c", program, database.path], stderr=subprocess.PIPE).stderr

    assert not is_locked()
    with open(database.path, "r+b") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        assert is_locked()
        schiri.Database(database.path)
        assert is_locked()


def test_a_strangers_database_is_only_read(database):
    sqlite3 = pytest.importorskip("sqlite3")
    with sqlite3.connect(database.path) as connection:
        connection.execute("CREATE TRIGGER evil AFTER INSERT ON game BEGIN DELETE FROM game; END")
    connection.close()
    with pytest.raises(schiri.Unusable):
        schiri.Database(database.path)
    with pytest.raises(schiri.Unusable):
        database.add([schiri.Game("creeper")])


def test_reading_leaves_the_file_alone(database):
    with open(database.path, "rb") as file:
        before = file.read()
    os.chmod(database.path, 0o444)
    schiri.Database(database.path).games()
    list(database)
    with open(database.path, "rb") as file:
        assert file.read() == before


def test_databases_are_values(database):
    again = pickle.loads(pickle.dumps(database))
    assert again == database and hash(again) == hash(database) and again.games() == database.games()
    assert pickle.loads(pickle.dumps(database.games())).columns == database.games().columns


def test_the_program_reads_what_python_writes(database):
    program = os.environ.get("SCHIRI") or pytest.skip("SCHIRI does not name the program")
    words = [program, "db", "check", "--db", database.path]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout
