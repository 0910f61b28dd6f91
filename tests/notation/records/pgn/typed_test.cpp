#include "notation/records/pgn/reader.h"
#include "notation/text/typed_words.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"
#include "tests/pattern.h"

namespace typed_test {

// Spellings of people, phones and word processors that differ from the canonical one.

struct Kind {
  const char* game;
  const char* variant;
  const char* position;  ///< or a roll
};

const Kind creeper{"creeper", "", ""};
const Kind knights{"springerjagd", "", ""};
const Kind placing{"more-or-less", "", ""};
// White's E0 can hop over D0 to C1 and slide to C0.
const Kind moving{"more-or-less", "", "b/2w1bbwww1/bb4wbw1/4w2bwb/ww1b4wb/wb1bw5 w 3 4"};
const Kind tilting{"sperre", "", "147"};
const Kind first_moving{"sperre", "move-first", "147"};

std::string header_of(const Kind& kind, const std::string& result) {
  std::string text = tags_for(result);
  text.replace(text.find("creeper"), 7, kind.game);
  const std::string start = kind.position;
  if (*kind.variant) text += "[Variant \"" + std::string(kind.variant) + "\"]\n";
  if (start.size() == 3) text += "[Roll \"" + start + "\"]\n";
  if (start.size() > 3) text += "[Position \"" + start + "\"]\n";
  return text + "[Termination \"resignation\"]\n";
}

struct Reading {
  std::string movetext;   ///< rewritten on one line, or the codes of the errors
  std::string spellings;  ///< the messages of the warnings, each followed by `|`
};

Reading read(const std::string& text) {
  const auto records = read_all(text);
  REQUIRE(records.size() == 1);
  Reading reading;
  for (const Finding& warning : records[0].check.warnings) {
    reading.spellings +=
        (warning.code == Code::spelling ? "" : "?? ") + warning.message.english() + "|";
  }
  for (const Finding& error : records[0].check.errors) reading.movetext += code_name(error.code);
  if (!records[0].check.valid()) return reading;
  const std::string written = write_record(records[0].record);
  const auto again = read_all(written);
  REQUIRE(again.size() == 1);
  CHECK(findings_of(again[0].check) == "");
  CHECK(write_record(again[0].record) == written);
  reading.movetext = written.substr(written.find("\n\n") + 2);
  std::replace(reading.movetext.begin(), reading.movetext.end(), '\n', ' ');
  while (reading.movetext.ends_with(' ')) reading.movetext.pop_back();
  return reading;
}

Reading read(const Kind& kind, const std::string& movetext, const std::string& result = "*") {
  INFO(kind.game << ": " << movetext);
  return read(header_of(kind, result) + "\n" + movetext + "\n");
}

struct Row {
  Kind kind;
  std::string typed;
  std::string written;
  std::size_t spellings = 1;
};

const std::string opening = "b1-a3/d2/f2-c4";

TEST_CASE("typed: other signs and letters and spaces within a turn are read") {
  const Row rows[] = {
      {creeper, "1. A2+B3 A6–B6 *", "1. A2+B3 A6-B6 *"},
      {creeper, "1. A2+B3 A6—B6 *", "1. A2+B3 A6-B6 *"},
      {creeper, "1. A2+B3 A6−B6 *", "1. A2+B3 A6-B6 *"},
      {creeper, "1. A2+B3 A6→B6 *", "1. A2+B3 A6-B6 *"},
      {creeper, "1. A2+B3 A6 – B6 *", "1. A2+B3 A6-B6 *"},
      {creeper, "1. A2+B3 A6 -B6 *", "1. A2+B3 A6-B6 *"},
      {creeper, "1. A2+ B3 A6-B6 *", "1. A2+B3 A6-B6 *"},
      {creeper, "1. A2  +\tB3 A6\n- B6 *", "1. A2+B3 A6-B6 *"},
      {creeper, "1. A2 + B3 a6-b6 *", "1. A2+B3 A6-B6 *", 0},
      {creeper, "1. A2B3 A6B6 *", "1. A2+B3 A6-B6 *"},
      {creeper, "1. a2b3 *", "1. A2+B3 *"},
      {creeper, "1. A2–B2 a6 –b6 *", "1. A2-B2 A6-B6 *", 2},
      {knights, "1. b1-a3 / d2 / f2-c4 *", "1. " + opening + " *"},
      {knights, "1. b1-a3/d2/ f2-c4 *", "1. " + opening + " *"},
      {knights, "1. b1 - a3/d2/f2 - c4 *", "1. " + opening + " *"},
      {knights, "1. b1-a3/d2\n/f2-c4 *", "1. " + opening + " *"},
      {knights, "1. B1-A3/D2/F2-C4 *", "1. " + opening + " *"},
      {knights, "1. Sb1-a3/d2/f2-c4 *", "1. " + opening + " *"},
      {knights, "1. SB1–A3 / D2 / F2–C4 *", "1. " + opening + " *", 4},
      {knights, "1. b1–a3/d2/f2→c4 *", "1. " + opening + " *"},
      {knights, "1. b1a3/d2/f2c4 *", "1. " + opening + " *"},
      {knights, "1. b1-a3/d2/f2c4 *", "1. " + opening + " *"},
      {placing, "1. O A0, E5 *", "1. O A0,E5 *"},
      {placing, "1. O A0 ,E5 *", "1. O A0,E5 *"},
      {placing, "1. o e5,a0 *", "1. O A0,E5 *", 0},
      {placing, "1. O A0E5 *", "1. O A0,E5 *"},
      {moving, "1. E0×C1 *", "1. E0xC1 *"},
      {moving, "1. E0XC1 *", "1. E0xC1 *"},
      {moving, "1. E0 x C1 *", "1. E0xC1 *"},
      {moving, "1. E0C1 *", "1. E0xC1 *"},
      {tilting, "1. IV8 / 12-23 *", "1. IV8/12-23 *"},
      {tilting, "1. iv8/12-23 *", "1. IV8/12-23 *"},
      {tilting, "1. IV 8 / 12-23 *", "1. IV8/12-23 *"},
      {creeper, "1. A 2 + B 3 *", "1. A2+B3 *"},
      {tilting, "1. Iv8/12–23 *", "1. IV8/12-23 *", 2},
      {tilting, "1. 48 / 12 - 23 *", "1. IV8/12-23 *"},
      {tilting, "1. 48/[1,2]-[2,3] *", "1. IV8/12-23 *", 0},
      {tilting, "1. IV8/[1, 2] - [ 2 ,3 ] *", "1. IV8/12-23 *"},
      {tilting, "1. IV8/12→23 *", "1. IV8/12-23 *"},
      {first_moving, "1. 12 - 23 / IV8 *", "1. 12-23/IV8 *"},
      {first_moving, "1. 12-23/iv8 *", "1. 12-23/IV8 *"},
  };
  for (const Row& row : rows) {
    const Reading reading = read(row.kind, row.typed);
    INFO(row.kind.game << ": " << row.typed << "\n" << reading.spellings);
    CHECK(reading.movetext == row.written);
    CHECK(std::size_t(std::count(reading.spellings.begin(), reading.spellings.end(), '|')) ==
          row.spellings);
  }
}

TEST_CASE("typed: other forms of results and numbers and separators are read") {
  const Row rows[] = {
      {creeper, "1. A2+B3 1–0", "1. A2+B3 1-0"},
      {creeper, "1. A2+B3 1:0", "1. A2+B3 1-0"},
      {creeper, "1. A2+B3 0:1", "1. A2+B3 0-1"},
      {creeper, "1. A2+B3 0—1", "1. A2+B3 0-1"},
      {creeper, "1. A2+B3 ½-½", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 ½–½", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 ½:½", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 ½", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 1/2", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 1/2–1/2", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 0.5-0.5", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 remis", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 Remis", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 DRAW", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 1 - 0", "1. A2+B3 1-0"},
      {creeper, "1. A2+B3 0 : 1", "1. A2+B3 0-1"},
      {creeper, "1. A2+B3 1/2 \u2013 1/2", "1. A2+B3 1/2-1/2"},
      {creeper, "1. A2+B3 White wins", "1. A2+B3 1-0"},
      {creeper, "1. A2+B3 black\nwon", "1. A2+B3 0-1"},
      {creeper, "1. A2+B3 Weiss gewinnt", "1. A2+B3 1-0"},
      {creeper, "1. A2+B3 Weiß gewinnt", "1. A2+B3 1-0"},
      {creeper, "1. A2+B3 Schwarz gewinnt", "1. A2+B3 0-1"},
      {creeper, "1. A2+B3 Les Noirs gagnent", "1. A2+B3 0-1"},
      {creeper, "1. A2+B3 unentschieden", "1. A2+B3 1/2-1/2"},
      {tilting, "1. IV8/12-23 1 - 0", "1. IV8/12-23 1-0"},
      {creeper, "1. A2+B3 1\u2026 A6-B6 *", "1. A2+B3 A6-B6 *"},
      {creeper, "1. A2+B3 {x} \u2026A6-B6 *", "1. A2+B3 {x} 1... A6-B6 *"},
      {tilting, "1. IV8/12-23 1/2", "1. IV8/12-23 1/2-1/2"},
      {first_moving, "1: 12-23/IV8 1:0", "1. 12-23/IV8 1-0", 2},
      {first_moving, "1:12-23/IV8 1:0", "1. 12-23/IV8 1-0", 2},
      {first_moving, "1)12-23/IV8 1-0", "1. 12-23/IV8 1-0"},
      {creeper, "1) A2+B3 A6-B6 2) B3-B4 *", "1. A2+B3 A6-B6 2. B3-B4 *"},
      {creeper, "1: A2+B3 A6-B6 2: B3-B4 *", "1. A2+B3 A6-B6 2. B3-B4 *"},
      {creeper, "1:A2+B3 1:A6-B6 2)B3-B4 *", "1. A2+B3 A6-B6 2. B3-B4 *"},
      {creeper, "1. A2+B3, A6-B6, 2. B3-B4, *", "1. A2+B3 A6-B6 2. B3-B4 *"},
      {creeper, "1. A2+B3,A6-B6 , 2. B3-B4 *", "1. A2+B3 A6-B6 2. B3-B4 *"},
      {creeper, "1. A2+B3 {x}, A6-B6!, 2. B3-B4 *", "1. A2+B3 {x} 1... A6-B6 $1 2. B3-B4 *"},
      {creeper, "1. A2+B3; A6-B6; 2. B3-B4; *", "1. A2+B3 A6-B6 2. B3-B4 *"},
      {creeper, "1. A2+B3; A6-B6\n2. B3-B4; B6-B5\n*", "1. A2+B3 A6-B6 2. B3-B4 B6-B5 *"},
      {creeper, "1. A2+B3;\nA6-B6;\n2. B3-B4 *", "1. A2+B3 A6-B6 2. B3-B4 *"},
      {creeper, "1. A2+B3 ; A6-B6 ; 2. B3-B4 *", "1. A2+B3 A6-B6 2. B3-B4 *"},
      {placing, "O, A0,E5, B0,B1 *", "1. O A0,E5 2. B0,B1 *"},
      {placing, "O,A0,E5,B0,B1 *", "1. O A0,E5 2. B0,B1 *"},
      {placing, "1. O; A0, E5; 2. B0, B1 *", "1. O A0,E5 2. B0,B1 *", 2},
      {tilting, "1. IV8/12-23, III5/91-82 *", "1. IV8/12-23 III5/91-82 *"},
      {tilting, "1. IV8/12-23; III5/91-82 2. V3/11-12 *", "1. IV8/12-23 III5/91-82 2. V3/11-12 *"},
  };
  for (const Row& row : rows) {
    const std::string result = row.written.substr(row.written.find_last_of(' ') + 1);
    const Reading reading = read(row.kind, row.typed, result);
    INFO(row.kind.game << ": " << row.typed << "\n" << reading.spellings);
    CHECK(reading.movetext == row.written);
    CHECK(std::size_t(std::count(reading.spellings.begin(), reading.spellings.end(), '|')) ==
          row.spellings);
  }
}

TEST_CASE("typed: a turn continues after a space") {
  const Kind near{"sperre", "", "BBBBBBB1B/9/9/9/9/9/4B4/9/WWWWWWWWW w 147 3"};
  for (const std::string typed : {"1. IV8/14-25 V4/99-88 2. III2/25-34 / 35>55 *",
                                  "1. IV8/14-25 V4/99-88 2. III2/25-34 /35>55 *",
                                  "1. IV8/14-25, V4/99-88, 2. III2/25-34 / 35>55 *"}) {
    const Reading reading = read(near, typed);
    INFO(typed << "\n" << reading.movetext << reading.spellings);
    CHECK(reading.movetext == "1. IV8/14-25 V4/99-88 2. III2/25-34/35>55 *");
  }
}

TEST_CASE("typed: spaces of Unicode and form feeds are read as spaces") {
  for (const char* space :
       {"\u00a0", "\u2003", "\u2009", "\u202f", "\u3000", "\u2028", "\f", "\v"}) {
    const std::string typed = std::string("1.") + space + "A2+B3" + space + "A6-B6 2. B3" + space +
                              "-" + space + "B4" + space + "*" + space;
    const Reading reading = read(creeper, typed);
    INFO(typed << "\n" << reading.spellings);
    CHECK(reading.movetext == "1. A2+B3 A6-B6 2. B3-B4 *");
    CHECK(std::count(reading.spellings.begin(), reading.spellings.end(), '|') == 2);
  }
  const std::string tags = header_of(creeper, "*");
  CHECK(read("\f" + tags + "\u00a0\n1. A2+B3 *\n").movetext == "1. A2+B3 *");
  std::string spaced = tags;
  spaced.replace(spaced.find("[Site "), 6, "\u00a0[Site\u00a0");
  CHECK(read(spaced + "\n1. A2+B3 *\n").movetext == "1. A2+B3 *");
}

TEST_CASE("typed: characters that are invisible or look like others are named") {
  const struct {
    const char* text;
    const char* named;
  } rows[] = {
      {"1. \u0410\u0032+B3 *", "U+0410 looks like A"}, {"1. A2+B\uff13 *", "U+FF13 looks like 3"},
      {"1. A2+\u200bB3 *", "U+200B is invisible"},     {"1. A2\u00ad+B3 *", "U+00AD is invisible"},
      {"1. A2+\ufe0fB3 *", "U+FE0F is invisible"},     {"1. \ufb01 *", "U+FB01 looks like fi"},
  };
  for (const auto& row : rows) {
    INFO(row.text);
    const auto records = read_all(header_of(creeper, "*") + "\n" + row.text + "\n");
    REQUIRE(records[0].check.errors.size() == 1);
    CHECK(records[0].check.errors[0].code == Code::syntax);
    CHECK_THAT(records[0].check.errors[0].message, contains_text(row.named));
  }
  const auto tag = read_all("[\u0415vent \"e\"]\n[Game \"creeper\"]\n\n*\n");
  CHECK(tag[0].check.errors[0].code == Code::bad_tag);
  CHECK_THAT(tag[0].check.errors[0].message, contains_text("U+0415 looks like E"));
  const auto game = read_all("[Game \"\u0441reeper\"]\n\n*\n");
  CHECK(game[0].check.errors[0].code == Code::unknown_game);
  CHECK_THAT(game[0].check.errors[0].message, contains_text("U+0441 looks like c"));
}

TEST_CASE("typed: a comma joins what reads as one turn") {
  const Kind near{"sperre", "", "BBBBBBB1B/9/9/9/9/9/4B4/9/WWWWWWWWW w 147 3"};
  const struct {
    Kind kind;
    const char* movetext;
    const char* message;
  } rows[] = {
      {placing, "1. O,E3 *", "O,E3: White's first turn is one stone on the centre"},
      {tilting, "1. 87>33,87>34 *", "the move is missing"},
      {near, "1. IV8/14-25 V4/99-88 2. III2/25-34/35>55,35>56 *", "35>56: "},
  };
  for (const auto& row : rows) {
    INFO(row.movetext);
    const auto records = read_all(header_of(row.kind, "*") + "\n" + row.movetext + "\n");
    REQUIRE(records[0].check.errors.size() == 1);
    CHECK(records[0].check.errors[0].code == Code::illegal);
    CHECK_THAT(records[0].check.errors[0].message, contains_text(row.message));
  }
}

TEST_CASE("typed: a roll and a position in other notations are rewritten") {
  const auto tag_of = [](const std::string& game, const std::string& tag, const char* name) {
    std::string text = tags_for("*", tag);
    text.replace(text.find("creeper"), 7, game);
    const auto records = read_all(text + "\n*\n");
    CHECK(findings_of(records[0].check).starts_with("spelling@9:"));
    return std::string(records[0].record.tag(name));
  };
  for (const char* roll : {"1,8,4", "1 8 4", "1-8-4", "1/8/4", "1; 8; 4"}) {
    CHECK(tag_of("sperre", "[Roll \"" + std::string(roll) + "\"]\n", "Roll") == "184");
  }
  const std::string softserve =
      ".oo.xx.o.....xo.....x.......x.....ox.....o.xx.oo.o....x........................x....ox";
  CHECK(tag_of("creeper", "[Position \"" + softserve + "\"]\n", "Position") ==
        "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w");
  const auto broken = read_all(tags_for("*", "[Position \"" + softserve + "x\"]\n") + "\n*\n");
  CHECK(findings_of(broken[0].check) == "bad-position@9:11");
}

TEST_CASE("typed: texts that are not spellings of turns are errors") {
  const struct {
    Kind kind;
    const char* movetext;
    const char* found;
  } rows[] = {
      {creeper, "1. A2++B3 *", "syntax"},
      {creeper, "1. A2--B2 *", "syntax"},
      {creeper, "1. A2=B3 *", "syntax"},
      {creeper, "1. A2~B2 *", "syntax"},
      {creeper, "1. A2:B2 *", "syntax"},
      {creeper, "1. A2\\B2 *", "syntax"},
      {creeper, "1. A2*B3 *", "syntax"},
      {creeper, "1. A2 B3 *", "syntax"},
      {creeper, "1. A2A3 *", "syntax"},
      {creeper, "1. A2B9 *", "syntax"},
      {creeper, "1. A2-B3 *", "illegal"},
      {creeper, "1. A2→B3 *", "illegal"},
      {creeper, "1. A2–A3 *", "illegal"},
      {creeper, "1. A2+B3,, A6-B6 *", "syntax"},
      {creeper, "1. , A2+B3 *", "syntax"},
      {creeper, "1. A2+B3 2., A6-B6 *", "syntax"},
      {creeper, "1. -- *", "syntax"},
      {creeper, "1. pass *", "syntax"},
      {creeper, "1. A2+B3 rmis", "syntax"},
      {creeper, "1. A2+B3 White", "syntax"},
      {creeper, "1. A2+B3 Nobody wins", "syntax"},
      {creeper, "1. A2+B3 1 - 1", "syntax"},
      {creeper, "1. A2+B3 1-1", "syntax"},
      {creeper, "1. A2+B3 2:0", "syntax"},
      {creeper, "1, A2+B3 *", "syntax"},
      {creeper, "1. A2+B3 ) *", "syntax"},
      {knights, "1. b1a3 *", "syntax"},
      {knights, "1. Nb1-a3/d2/f2-c4 *", "syntax"},
      {knights, "1. b1-a3//d2/f2-c4 *", "syntax"},
      {knights, "1. b1-a3 d2 f2-c4 *", "illegal"},
      {knights, "1. b1-a3/d2/f2~c4 *", "syntax"},
      {knights, "1. b1-a3 / d2 / f2-c4 / d3 *", "syntax"},
      {knights, "1. pass *", "syntax"},
      {placing, "1. O A0 E5 *", "illegal"},
      {placing, "1. O A0+E5 *", "syntax"},
      {placing, "1. O A0,,E5 *", "syntax"},
      {placing, "1. 0 A0,E5 *", "illegal"},
      {moving, "1. E0xxC1 *", "syntax"},
      {moving, "1. E0xC1,A2 *", "syntax"},
      {moving, "1. E0=C1 *", "syntax"},
      {moving, "1. passs *", "syntax"},
      {moving, "1. passe *", "illegal"},
      {moving, "1. PASST *", "illegal"},
      {moving, "1. -- *", "illegal"},
      {tilting, "1. IV8 12-23 *", "illegal"},
      {tilting, "1. IX3/12-23 *", "syntax"},
      {tilting, "1. IV8/12:23 *", "syntax"},
      {tilting, "1. IV8\\12-23 *", "syntax"},
      {tilting, "1. IV8//12-23 *", "syntax"},
      {tilting, "1. IV8/12--23 *", "syntax"},
      {tilting, "1. IV8/1 2-23 *", "syntax"},
      {tilting, "1. IV8/12-23,84>55 *", "syntax"},
      {tilting, "1. IV8/-- *", "illegal"},
      {tilting, "1. IV8/Pass *", "illegal"},
  };
  for (const auto& row : rows) {
    INFO(row.kind.game << ": " << row.movetext);
    CHECK(read(row.kind, row.movetext).movetext == row.found);
  }
}

TEST_CASE("typed: a semicolon begins a comment if the game continues with one") {
  const std::pair<const char*, const char*> rows[] = {
      {"1. A2+B3 ;A6-B6 is better\nA6-A4 *", "illegal"},
      {"1. A2+B3 ;A6-B6\nA5-B5 *", "1. A2+B3 {A6-B6} 1... A5-B5 *"},
      {"1. A2+B3; A6-B6\n*", "1. A2+B3 { A6-B6} *"},
      {"1. A2+B3 ;the usual answer is\nA6-B6 *", "1. A2+B3 {the usual answer is} 1... A6-B6 *"},
      {"1. A2+B3 A6-B6 ;2. B3-B4 loses\n2. B3-B2 *", "1. A2+B3 A6-B6 {2. B3-B4 loses} 2. B3-B2 *"},
      {";A2+B3\n1. A2-B2 *", "{A2+B3} 1. A2-B2 *"},
      {"1. A2+B3 ;\nA6-B6 *", "1. A2+B3 {} 1... A6-B6 *"},
  };
  for (const auto& [typed, written] : rows) {
    std::string wanted = written;
    if (const std::size_t blank = wanted.find("{ "); blank != wanted.npos)
      wanted.erase(blank + 1, 1);
    CHECK(read(creeper, typed).movetext == wanted);
  }
}

TEST_CASE("typed: each kind of spelling is reported once with its canonical form") {
  CHECK(read(creeper, "1. A2+B3 A6–B6 2. B3–B4 B6–B5 *").spellings ==
        "'A6–B6' is written A6-B6, with plain signs|");
  CHECK(read(knights, "1. Sb1-a3/d2/f2-c4 *").spellings ==
        "'Sb1-a3/d2/f2-c4' is written b1-a3/d2/f2-c4, without a letter for the piece|");
  CHECK(read(creeper, "1) A2+B3 A6-B6 2) B3-B4 *").spellings == "'1)' is written 1.|");
  CHECK(read(creeper, "1. A2+B3 1:0", "1-0").spellings == "the result '1:0' is written 1-0|");
  CHECK(read(creeper, "1. A2+B3, A6-B6, *").spellings ==
        "a ',' between turns is written as a space|");
  CHECK(read(creeper, "1. A2B3 *").spellings == "'A2B3' is written A2+B3, with its sign|");
  CHECK(read(tilting, "1. IV8 / 12-23 *").spellings ==
        "'IV8 / 12-23' is written IV8/12-23, without spaces|");
}

TEST_CASE("typed: strict mode rejects each spelling") {
  ReadOptions strict;
  strict.check.strict = true;
  for (const char* movetext : {"1. A2–B2 *", "1) A2-B2 *", "1. A2-B2, *", "1. A2B2 *"}) {
    INFO(movetext);
    const auto records = read_all(header_of(creeper, "*") + "\n" + movetext + "\n", strict);
    REQUIRE(records.size() == 1);
    REQUIRE(records[0].check.errors.size() == 1);
    CHECK(records[0].check.errors[0].code == Code::spelling);
    CHECK(records[0].check.turns == 1);
  }
}

TEST_CASE("typed: tags in other quotation marks and cases and spellings are read") {
  const std::string text =
      "[event “A “great” day”]\n[SITE „s“]\n[Date \"2026.01.02\"]\n[Round \"1”]\n[WHITE \"w\"]\n"
      "[black \"b\"]\n[result \"½:½\"]\n[GAME \"More Or less\"]\n[variant \"51\"]\n"
      "[termination \"agreement\"]\n[plycount \"1\"]\n[note \"x\"]\n\n1. O 1/2-1/2\n";
  const auto records = read_all(text);
  REQUIRE(records.size() == 1);
  REQUIRE(records[0].check.valid());
  CHECK(records[0].check.game == "more-or-less");
  CHECK(write_record(records[0].record) ==
        "[Event \"A “great” day\"]\n[Site \"s\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n"
        "[White \"w\"]\n[Black \"b\"]\n[Result \"1/2-1/2\"]\n[Game \"more-or-less\"]\n"
        "[Variant \"51\"]\n[Termination \"agreement\"]\n[PlyCount \"1\"]\n[note \"x\"]\n\n1. O "
        "1/2-1/2\n\n");
  CHECK(findings_of(records[0].check) == "spelling@1:2 spelling@1:8 spelling@7:9");
}

TEST_CASE("typed: games and variants are accepted in any case but not misspelt") {
  const std::pair<const char*, const char*> rows[] = {
      {"[Game \"Creeper\"]", "spelling"},
      {"[Game \"CREEPER\"]", "spelling"},
      {"[Game \"creeper\"][Variant \"Standard\"]", "spelling"},
      {"[Game \"creper\"]", "unknown-game"},
      {"[Game \"\"]", "unknown-game"},
      {"[Game \"creeper\"][Variant \"standart\"]", "unknown-variant"},
      {"[Game \"Sperre\"][Roll \"147\"][Variant \"Rows+Move-First\"]", "spelling"},
      {"[Game \"sperre\"][Roll \"147\"][Variant \"rows+move first\"]", "spelling"},
      {"[Game \"sperre\"][Roll \"147\"][Variant \"rows+rows\"]", "unknown-variant"},
      {"[Game \"sperre\"][Roll \"\"]", "bad-position"},
      {"[Game \"creeper\"][Position \"\"]", "bad-position"},
      {"[Game \"creeper\"][Position \"?\"]", ""},
  };
  for (const auto& [tags, found] : rows) {
    INFO(tags);
    const auto records = read_all(std::string(tags) + "\n\n*\n");
    REQUIRE(records.size() == 1);
    std::string codes;
    for (const auto* list : {&records[0].check.warnings, &records[0].check.errors}) {
      for (const Finding& finding : *list) {
        if (finding.code != Code::missing_tag) codes += code_name(finding.code);
      }
    }
    CHECK(codes == found);
  }
  const auto unknown = read_all("[Game \"chess\"]\n\n*\n");
  CHECK_THAT(unknown[0].check.errors[0].message, contains_text("'creeper', 'springerjagd'"));
}

TEST_CASE("typed: an overriding game replaces the tag") {
  ReadOptions options;
  options.check.game = "creeper";
  CHECK_FALSE(read_all("[Game \"springerjagd\"]\n\n1. A2+B3 *\n", options)[0].check.valid());
  options.check.overrides_game = true;
  const auto records = read_all("[Game \"springerjagd\"]\n\n1. A2+B3 *\n", options);
  REQUIRE(records[0].check.valid());
  CHECK(records[0].check.game == "creeper");
  CHECK(records[0].record.tag("Game") == "creeper");
}

TEST_CASE("typed: lines quoted by mail programs are read") {
  for (const std::string mark : {"> ", ">", ">> ", "> > "}) {
    std::string text, plain;
    for (const char* movetext : {"1. A2+B3 {a\nb} A6-B6 (A5-B5\nB3-B4) *", "1. A2-B2 ; c\n%d\n*"}) {
      plain += header_of(creeper, "*") + "\n" + movetext + "\n\n";
    }
    for (std::size_t at = 0; at < plain.size(); at = plain.find('\n', at) + 1) {
      text += mark + plain.substr(at, plain.find('\n', at) + 1 - at);
    }
    for (const std::string& quoted : {text, "Ada wrote:\n" + text}) {
      INFO(quoted);
      auto records = read_all(quoted);
      const auto wanted = read_all(plain);
      REQUIRE(records.size() >= 2);
      const std::size_t first = records.size() - 2;
      CHECK(first == (quoted == text ? 0 : 1));
      for (std::size_t i : {0u, 1u}) {
        CHECK(findings_of(records[first + i].check).find("spelling") == 0);
        CHECK(records[first + i].check.warnings.size() == 1);
        CHECK(write_record(records[first + i].record) == write_record(wanted[i].record));
      }
    }
  }
}

TEST_CASE("typed: a broken game in quoted mail does not swallow the next game") {
  const auto records = read_all(
      "> [Game \"creeper\"]\n>\n> 1. A2+B3 {x\n>\n> [Game \"creeper\"]\n>\n> 1. A2+B3 *\n");
  REQUIRE(records.size() == 2);
  CHECK(records[1].check.valid());
}

TEST_CASE("typed: records that are mistyped throughout are read as the same games") {
  const auto replaced = [](std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
      text.replace(at, what.size(), by);
    }
    return text;
  };
  for (const std::string game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    for (const CheckedRecord& record : read_all(read_data(game + "-sample.pgn"))) {
      const std::string written = write_record(record.record);
      const std::size_t middle = written.find("\n\n") + 2;
      const std::string tags = written.substr(0, middle), moves = written.substr(middle);
      std::string spaces = moves, commas = moves;
      for (const char* sign : {"x", ">"})
        spaces = replaced(spaces, sign, std::string(" ") + sign + " ");
      commas = with_replaced(commas, "([a-zA-Z@0-9])[ \n](?=[^1\n])", "$1, ");
      std::string small = moves, large = moves;
      std::transform(small.begin(), small.end(), small.begin(),
                     [](unsigned char c) { return std::tolower(c); });
      std::transform(large.begin(), large.end(), large.begin(),
                     [](unsigned char c) { return std::toupper(c); });
      for (const std::string& typed :
           {replaced(moves, "-", "–"), with_replaced(moves, "([0-9])\\. ", "$1) "),
            with_replaced(moves, "([0-9])\\. ", "$1: "), commas, spaces,
            replaced(moves, "x", " × "), replaced(moves, "-", " → "), small, large,
            replaced(moves, " ", "\n\n"), replaced(moves, "/", " / "), replaced(moves, ",", " , "),
            replaced(moves, "/", "/ "), replaced(moves, "/", " /")}) {
        if (moves.find('{') != moves.npos || typed.find("1 / 2") != typed.npos ||
            typed.find("1/ 2") != typed.npos || typed.find("1 /2") != typed.npos ||
            typed.find(" → 0") != typed.npos || typed.find(" → 1") != typed.npos) {
          continue;
        }
        const auto read = read_all(tags + typed);
        INFO(tags << typed);
        REQUIRE(read.size() == 1);
        REQUIRE(read[0].check.valid());
        REQUIRE(write_record(read[0].record) == written);
      }
    }
  }
}

}  // namespace typed_test
