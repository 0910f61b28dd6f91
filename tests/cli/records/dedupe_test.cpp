#include "tests/catch.h"
#include "tests/data.h"
#include "tests/record_text.h"
#include "tests/support/run.h"

namespace dedupe_test {

std::string game(const std::string& white, const std::string& movetext,
                 const std::string& more_tags = "") {
  return record_text({.white = white, .more = more_tags, .turns = movetext});
}

const std::string first = game("a", "1. A2+B3 A6-B6 *");
const std::string same_turns = game("b", "1.a2+b3 {x} a6-b6 *", "[Black \"c\"]\n");
const std::string longer = game("a", "1. A2+B3 A6-B6 2. B3-B4 1/2-1/2");
const std::string shorter = game("a", "1. A2+B3 *");
const std::string other = game("a", "1. A3-B3 *");
const std::string empty = game("a", "*");
const std::string broken = game("a", "1. A2-A3 *");

Run dedupe(std::vector<std::string> options, const std::string& input) {
  options.insert(options.begin(), {"dedupe", "-"});
  return run_schiri(options, input);
}

TEST_CASE("schiri dedupe: equal turns are duplicates whatever their tags and notation") {
  const Run run = dedupe({}, first + other + same_turns + longer + first);
  CHECK(run.status == 0);
  CHECK(run.out == first + other + longer);
  CHECK_THAT(run.err, contains_text("5 games, 2 duplicates left out, 3 kept"));
}

TEST_CASE("schiri dedupe: --keep selects the kept game") {
  const std::string text = first + other + same_turns + shorter;
  CHECK(dedupe({"--keep", "last"}, text).out == other + same_turns + shorter);
  CHECK(dedupe({"--keep", "tags"}, text).out == other + same_turns + shorter);
  CHECK(dedupe({"--keep", "tags"}, same_turns + other + first).out == same_turns + other);
  CHECK(dedupe({"--keep", "tags"}, first + other + first).out == first + other);
}

TEST_CASE("schiri dedupe: --headers requires equal tags") {
  const std::string text = first + same_turns + first;
  CHECK(dedupe({"--headers", "players"}, text).out == first + same_turns);
  CHECK(dedupe({"--headers", "all"}, text).out == first + same_turns);
  const std::string noted = game("a", "1. A2+B3 A6-B6 *", "[Note \"n\"]\n");
  CHECK(dedupe({"--headers", "players"}, first + noted).out == first);
  CHECK(dedupe({"--headers", "all"}, first + noted).out == first + noted);
  CHECK(dedupe({"--headers", "all", "--match", "prefix"}, shorter + first).out == first);
  CHECK(dedupe({"--headers", "players", "--match", "prefix"}, shorter + same_turns).out ==
        shorter + same_turns);
}

TEST_CASE("schiri dedupe --against: games of other files and databases are duplicates") {
  const TemporaryDirectory directory;
  const std::string known = directory.write("known.pgn", same_turns + longer);
  const std::string db = directory.file("known.db");
  REQUIRE(run_schiri({"db", "import", "--db", db, known}).status == 0);
  const std::string text = first + other + shorter + other;
  for (const std::string& source : {known, db}) {
    INFO(source);
    CHECK(dedupe({"--against", source}, text).out == other + shorter);
    CHECK(dedupe({"--against", source, "--keep", "last"}, text).out == shorter + other);
    CHECK(dedupe({"--against", source, "--match", "prefix"}, text).out == other);
    CHECK(dedupe({"--against", source, "--headers", "players"}, text).out ==
          first + other + shorter);
  }
  const std::string more = directory.write("more.pgn", other);
  const Run both = dedupe({"--against", db, "--against", more}, text);
  CHECK(both.out == shorter);
  CHECK_THAT(both.err, contains_text("4 games, 3 duplicates left out, 1 kept"));
  CHECK(dedupe({"--against", directory.file("missing.pgn")}, text).status == 3);
  CHECK(dedupe({"--against", known, "-o", known}, text).status == 2);
  CHECK(read_file(known) == same_turns + longer);
}

TEST_CASE("schiri dedupe: a game may be a prefix of another") {
  CHECK(dedupe({"--match", "prefix"}, shorter + longer + other + first + shorter).out ==
        longer + other);
  CHECK(dedupe({"--match", "prefix"}, first + shorter).out == first);
  CHECK(dedupe({"--match", "prefix", "--keep", "last"}, first + same_turns).out == same_turns);
}

TEST_CASE("schiri dedupe: games without turns and broken games are no duplicates") {
  const Run run = dedupe({}, empty + broken + first + empty + broken + first);
  CHECK(run.status == 1);
  CHECK(run.out == empty + broken + first + empty + broken);
  CHECK_THAT(run.err, contains_text("(2 invalid, kept unchanged)"));
  CHECK(dedupe({"--match", "prefix"}, empty + first).out == empty + first);
}

TEST_CASE("schiri dedupe: an explicit start position equals the default one") {
  const std::string start = "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w";
  const std::string explicit_start =
      game("a", "1. A2+B3 A6-B6 *", "[Position \"" + start + "\"]\n");
  CHECK(dedupe({}, first + explicit_start).out == first);
  const std::string elsewhere = game(
      "a", "1. A2+B3 A6-B6 *", "[Position \"2B1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w\"]\n");
  CHECK(dedupe({}, first + elsewhere).out == first + elsewhere);
}

TEST_CASE("schiri dedupe: several files and standard input with duplicates written to a file") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("x.pgn", first + other);
  const std::string duplicates = directory.file("duplicates.pgn");
  const Run run = run_schiri({"dedupe", file, "-", file, "--match", "prefix", "--keep", "last",
                              "--duplicates", duplicates, "-o", file},
                             longer + shorter);
  CHECK(run.status == 0);
  CHECK(read_file(file) == longer + other);
  CHECK(read_file(duplicates) == first + other + shorter + first);
  CHECK(run_schiri({"dedupe", "/nonexistent.pgn", file}).status == 3);
  CHECK(run_schiri({"dedupe", file, "--keep", "best"}).status == 2);
}

TEST_CASE("schiri dedupe: many games at any number of threads") {
  const std::string data = std::string(SCHIRI_TEST_DATA) + "/";
  std::vector<std::string> arguments = {"dedupe"};
  std::string once;
  for (int round = 0; round < 3; ++round) {
    for (const char* name : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
      arguments.push_back(data + name + "-sample.pgn");
      if (round == 0) once += read_file(arguments.back());
    }
  }
  for (const char* threads : {"1", "4"}) {
    for (const char* keep : {"first", "tags"}) {
      auto with = arguments;
      with.insert(with.end(), {"-j", threads, "--keep", keep});
      CHECK(run_schiri(with).out == once);
    }
  }
}

}  // namespace dedupe_test
