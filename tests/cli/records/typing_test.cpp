#include "tests/catch.h"
#include "tests/support/run.h"

namespace typing_test {

// Names and records as users type them, from the command line to the output.

const std::string typed =
    "{from a telephone}\n  [event “Club evening”]  [Site \"s\"]\n\n[Date \"2026.01.02\"]\n[Round "
    "\"1\"]\n"
    "[White \"w\"]\n[Black \"b\"]\n[Result \"1:0\"]\n[Game \"Creeper\"]\n[Termination "
    "\"resignation\"]\n"
    "1) A2+B3, a6 –b6, 2) B3-B4; B6B5; 3) A3→A4 1–0\n";

const std::string canonical =
    "[Event \"Club evening\"]\n[Site \"s\"]\n[Date \"2026.01.02\"]\n[Round \"1\"]\n[White \"w\"]\n"
    "[Black \"b\"]\n[Result \"1-0\"]\n[Game \"creeper\"]\n[Termination \"resignation\"]\n\n"
    "{from a telephone} 1. A2+B3 A6-B6 2. B3-B4 B6-B5 3. A3-A4 1-0\n\n";

const std::string knights = "[Game \"Springerjagd\"]\n\n1. A2+B3 *\n";

TEST_CASE("typing: a handwritten record is written canonically and then has no findings") {
  const Run convert = run_schiri({"convert", "-"}, typed);
  INFO(convert.err);
  CHECK(convert.status == 0);
  CHECK(convert.out == canonical);
  const Run validate = run_schiri({"validate", "-"}, typed);
  CHECK(validate.status == 0);
  CHECK_THAT(validate.out, contains_text("'1)' is written 1. [spelling; game 1, turn 1"));
  CHECK_THAT(validate.out, contains_text("1 valid, 0 invalid, 5 turns"));
  CHECK(run_schiri({"validate", "-", "--strict"}, typed).status == 1);
  const Run again = run_schiri({"validate", "-", "--strict"}, canonical);
  CHECK(again.out == "1 game, 1 valid, 0 invalid, 5 turns\n");
  CHECK(run_schiri({"convert", "-"}, canonical).out == canonical);
}

TEST_CASE("typing: games and variants are found in any spelling") {
  const Words commands[] = {
      {"turns", "CREEPER", "--count"},
      {"turns", "More or Less", "--variant", "31", "--count"},
      {"perft", "Springerjagd", "--depth", "1"},
      {"position", "Sperre", "--roll", "147", "--variant", "Rows+Move-First", "--format", "json"},
      {"rules", "more OR less"},
  };
  const Words usual[] = {
      {"turns", "creeper", "--count"},
      {"turns", "more-or-less", "--variant", "31", "--count"},
      {"perft", "springerjagd", "--depth", "1"},
      {"position", "sperre", "--roll", "147", "--variant", "move-first+rows", "--format", "json"},
      {"rules", "more-or-less"},
  };
  for (std::size_t i = 0; i < std::size(commands); ++i) {
    const Run run = run_schiri(commands[i]);
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK(run.out == run_schiri(usual[i]).out);
  }
  const Run read = run_schiri(
      {"convert", "-", "--game", "Sperre", "--variant", "rows + move-first", "--roll", "147"},
      "pass/III2 *\n");
  CHECK_THAT(read.out, contains_text("[Game \"sperre\"]\n[Variant \"move-first+rows\"]\n"));
  const Run unknown = run_schiri({"validate", "-"}, "[Game \"chess\"]\n\n*\n");
  CHECK_THAT(unknown.out,
             contains_text("no game 'chess' is known; there are 'creeper', 'springerjagd', "
                           "'more-or-less' and 'sperre'"));
}

TEST_CASE("typing: --game applies to all records with --override-game") {
  CHECK(run_schiri({"validate", "-", "--game", "creeper"}, knights).status == 1);
  const Run forced = run_schiri({"convert", "-", "--game", "Creeper", "--override-game"}, knights);
  CHECK(forced.status == 0);
  CHECK_THAT(forced.out, contains_text("[Game \"creeper\"]\n\n1. A2+B3 *\n"));
  CHECK(run_schiri({"validate", "-", "--override-game"}, knights).status == 2);
}

TEST_CASE("typing: the encoding of a file is detected or specified") {
  const std::string tags = "[White \"J\xfcrgen\"]\n[Game \"creeper\"]\n\n*\n";
  const Run seen = run_schiri({"convert", "-"}, tags);
  CHECK_THAT(seen.out, contains_text("[White \"J\u00fcrgen\"]"));
  CHECK(run_schiri({"validate", "-", "--encoding", "utf8"}, tags).status == 1);
  const std::string windows = "[White \"\x93J\xfcrgen\x94\"]\n[Game \"creeper\"]\n\n*\n";
  CHECK_THAT(run_schiri({"validate", "-"}, windows).out,
             contains_text("the file is taken for Windows-1252 text"));
  CHECK(run_schiri({"validate", "-", "--encoding", "utf8"}, windows).status == 1);
  CHECK(run_schiri({"validate", "-", "--encoding", "cp1252"}, windows).status == 0);
  CHECK(run_schiri({"validate", "-", "--encoding", "latin1"}, windows).status == 0);
  CHECK(run_schiri({"validate", "-", "--encoding", "ebcdic"}, windows).status == 2);
}

TEST_CASE("typing: every format is read in every encoding") {
  const std::string table =
      "White;Black;Result;Game;Moves\r\nJ\xf6rg;M\xfcller;1-0;creeper;1. A2+B3 "
      "C7-C6\r\n";
  const Run csv = run_schiri({"convert", "-", "--from", "csv"}, table);
  CHECK(csv.status == 0);
  CHECK_THAT(csv.out, contains_text("[White \"J\u00f6rg\"]"));
  CHECK_THAT(csv.err, contains_text("-: warning: the file is taken for Latin-1 text"));
  const Run specified =
      run_schiri({"convert", "-", "--from", "csv", "--encoding", "CP1252"}, table);
  CHECK(specified.out == csv.out);
  CHECK(specified.err.empty());
  std::string mac = table;
  mac.erase(std::remove(mac.begin(), mac.end(), '\n'), mac.end());
  CHECK(run_schiri({"convert", "-", "--from", "csv"}, mac).out == csv.out);
  const std::string json =
      "{\"tags\":[[\"White\",\"\xcf\xe5\xf2\xf0\"],[\"Game\",\"creeper\"]],"
      "\"movetext\":[\"A2+B3\"],\"result\":\"*\"}\n";
  CHECK_THAT(run_schiri({"convert", "-", "--from", "json", "--encoding", "cp1251"}, json).out,
             contains_text("[White \"\u041f\u0435\u0442\u0440\"]"));
}

TEST_CASE("typing: a guess of the encoding is told once by every command that reads records") {
  const std::string cyrillic = "[White \"\xcf\xe5\xf2\xf0\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n";
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.pgn", cyrillic);
  const std::string note = file +
                           ": warning: the file is taken for Latin-1 text; if names look "
                           "wrong, specify its --encoding";
  const auto notes = [&](Words words) {
    const Run run = run_schiri(words);
    CAPTURE(run.out, run.err);
    CHECK(run.status == 0);
    const std::size_t at = run.err.find(note);
    return (at != run.err.npos) + (run.err.find(note, at + 1) != run.err.npos);
  };
  const std::string db = directory.file("a.db");
  for (const Words& words : {Words{"convert", file}, Words{"select", file}, Words{"sort", file},
                             Words{"db", "import", "--db", db, file}}) {
    CHECK(notes(words) == 1);
  }
  CHECK(notes({"convert", file, "--encoding", "cp1251"}) == 0);
  CHECK(notes({"convert", file, "-q"}) == 0);
  CHECK(notes({"validate", file}) == 0);
  CHECK_THAT(run_schiri({"validate", file}).out,
             contains_text("the file is taken for Latin-1 text, which --encoding overrides"));
}

TEST_CASE("typing: dates of other spellings are repaired and ambiguous ones by their order") {
  const auto dated = [](const std::string& date) {
    return "[Date \"" + date + "\"]\n[Game \"creeper\"]\n\n1. A2+B3 *\n";
  };
  const Run fixed = run_schiri({"convert", "-", "--fix"}, dated("14.03.2026"));
  CHECK_THAT(fixed.out, contains_text("[Date \"2026.03.14\"]"));
  CHECK_THAT(fixed.err,
             contains_text("-:1: repaired: the tag Date, 14.03.2026, is now 2026.03.14"));
  CHECK_THAT(run_schiri({"convert", "-", "--fix"}, dated("3.4.2026")).out,
             contains_text("[Date \"3.4.2026\"]"));
  CHECK_THAT(run_schiri({"convert", "-", "--date-order", "dmy"}, dated("3.4.2026")).out,
             contains_text("[Date \"2026.04.03\"]"));
  CHECK_THAT(run_schiri({"convert", "-", "--date-order", "mdy"}, dated("3.4.2026")).out,
             contains_text("[Date \"2026.03.04\"]"));
  CHECK(run_schiri({"convert", "-", "--date-order", "ymd"}, dated("3.4.2026")).status == 2);
  for (const char* since : {"14.03.2026", "2026/03/14", "2026-3-14", "2026-03-14T10:00:00Z"}) {
    CHECK_THAT(run_schiri({"select", "-", "--since", since}, dated("14.3.2026")).out,
               contains_text("A2+B3"));
  }
  CHECK(run_schiri({"select", "-", "--since", "3.4.2026"}, dated("14.3.2026")).status == 2);
  // All days that it may mean must be in the period.
  const std::string year = dated("2026.??.??");
  CHECK(run_schiri({"select", "-", "--since", "2026-03"}, year).out.empty());
  CHECK(run_schiri({"select", "-", "--until", "2026-03"}, year).out.empty());
  CHECK_THAT(run_schiri({"select", "-", "--since", "2026", "--until", "2026"}, year).out,
             contains_text("A2+B3"));
}

}  // namespace typing_test
