"""Tests of records as objects: notes of turns, headers."""

import copy

import pytest
import schiri
from test_schiri import SAMPLE

ANNOTATED = """[Event "?"]
[Game "creeper"]
[Result "*"]

{first} 1. E7+D6 $1 {[%clk 0:04:55] good} (1. B7+C6 {or} G3+F4 $2) {after} G3+F4 {+0.34/6 0.120s, left 53.200s}
2. D6+E5 {[%eval -0.35]} E1+D2 {[%eval #3] [%emt 0:00:05]} *
"""


def test_notes_have_what_is_written_about_turns():
    (record,) = schiri.read_text(ANNOTATED)
    assert record.is_valid
    notes = record.notes()
    assert [note.turn for note in notes] == ["", "E7+D6", "G3+F4", "D6+E5", "E1+D2"]
    assert notes[0].comments == ["first"] and notes[1].nags == [1]
    assert notes[1].comments == ["[%clk 0:04:55] good", "after"] and notes[1].variations == ["(1. B7+C6 {or} G3+F4 $2)"]
    assert [note.clock for note in notes] == [None, 295, 53.2, None, None]
    assert [note.time for note in notes] == [None, None, 0.12, None, 5]
    assert [note.evaluation for note in notes] == [None, None, -0.34, -0.35, None]  # Black's own view is turned
    assert [note.mate for note in notes] == [None, None, None, None, 3]
    before = copy.deepcopy(record)
    record.set_notes(notes)
    assert record.notes() == notes and record.is_valid and record.played == before.played


def test_notes_are_edited():
    (record,) = schiri.read_text(ANNOTATED)
    notes = record.notes()
    notes[0].comments.append("second")
    notes[1].nags[:] = [3, 140]
    notes[1].clock = 3725.5
    notes[1].variations.append("(1. A2-A3 (1. A2-B2) {why} *)")
    notes[2].comments.clear()
    notes[3].evaluation = 1.5
    notes[3].time = 61
    notes[4].mate = -2
    record.set_notes(notes)
    assert record.is_valid
    (again,) = schiri.read_text(record.write())
    assert again.movetext == record.movetext and again.notes() == notes
    first, one, two, three, four = again.notes()
    assert first.comments == ["first", "second"] and one.nags == [3, 140] and one.clock == 3725.5
    assert one.comments == ["good", "after", "[%clk 1:02:05.5]"] and len(one.variations) == 2
    assert two.comments == [] and (three.evaluation, three.time, four.mate, four.evaluation) == (1.5, 61, -2, None)
    one.clock = four.mate = None
    one.variations.pop(0)
    again.set_notes([first, one, two, three, four])
    assert again.notes()[1].clock is None and again.notes()[4].mate is None and again.notes()[1].comments == ["good", "after"]
    assert again.notes()[1].variations == ["(1. A2-A3 (1. A2-B2) {why} *)"]
    again.set_notes(again.notes()[:3])
    assert again.played == ["E7+D6", "G3+F4"]
    again.set_notes([*again.notes(), schiri.Note("D6+E5", ["new"])])
    assert again.is_valid and again.played[-1] == "D6+E5"
    again.set_notes([*again.notes(), schiri.Note("E1+E2")])
    assert [error.code for error in again.errors] == ["illegal"]
    with pytest.raises(schiri.WrongUse, match="movetext"):
        again.set_notes([schiri.Note("E7+D6", variations=["(1. A2-A3"])])


@pytest.mark.parametrize("seconds", [59.9999, 119.9996, 3599.9996, 3661.1, 0.0004, 7])
def test_a_clock_is_rounded_before_it_is_divided(seconds):
    (record,) = schiri.read_text(ANNOTATED)
    notes = record.notes()
    notes[1].clock = seconds
    record.set_notes(notes)
    assert record.notes()[1].clock == round(seconds, 3)


def test_comments_in_variations_keep_their_signs():
    text = '[Game "creeper"]\n\n1. A2+B3 (1. B1-B2 {see ( x ) and ( y)} ; a } b\nC7-C6) 1... A6-B6 *\n'
    (record,) = schiri.read_text(text)
    before = record.write()
    record.set_notes(record.notes())
    assert record.write() == before and record.is_valid


def test_tags_are_read_without_the_turns(tmp_path):
    headers, records = list(schiri.read_tags(SAMPLE)), list(schiri.read(SAMPLE))
    assert [(header.index, header.line, header.tags) for header in headers] == [
        (record.index, record.line, dict(record.tags)) for record in records]
    file = tmp_path / "wrong.pgn"
    file.write_text('[White "A"]\n[Game "chess"]\n\n1. nonsense {(} 1-0\n\n[White "B"]\n\n1. E7+D6 (1. x *\n\n[White "C"]\n\n*\n')
    assert [header.tags["White"] for header in schiri.read_tags(file)] == ["A", "B", "C"]
    for form in ("json", "csv"):
        schiri.write(records, tmp_path / form, form)
        assert len(list(schiri.read_tags(tmp_path / form, form))) == len(records)
    for wrong, raised in ((tmp_path / "none", FileNotFoundError), (tmp_path, OSError), (3, TypeError)):
        with pytest.raises(raised):
            list(schiri.read_tags(wrong))
    with pytest.raises(schiri.WrongUse, match="nonsense"):
        schiri.read_tags(SAMPLE, "nonsense")


def test_notes_lose_no_turns_behind_an_error():
    [record] = schiri.read_text('[Game "creeper"]\n\n1. A2-B2 G3-G4 2. Z9 F7-F6 3. A5+B6 *\n')
    for edit in (lambda: record.comment(1, "nice"), lambda: record.set_notes(record.notes())):
        with pytest.raises(schiri.WrongUse, match="behind an error"):
            edit()
    record.movetext = [("turn", "A2-B2")]
    record.comment(1, "nice")
    assert record.movetext == (("turn", "A2-B2"), ("comment", "nice"))


def test_a_record_keeps_the_game_with_which_it_was_read(tmp_path):
    [record] = schiri.read_text("1. A2-B2 *\n", game="creeper", variant="standard")
    assert (record.is_valid, record.tags["Game"], record.text) == (True, "creeper", "1. A2-B2 *")
    [again] = schiri.read_text(record.write())
    assert again.is_valid
    database = schiri.Database(tmp_path / "a.db", create=True)
    database.add([record])
    assert len(database.games()) == 1
