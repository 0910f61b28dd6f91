#include "tests/catch.h"
#include "tests/support/run.h"

namespace dedupe_merge_split_test {

std::string plain_game(const std::string& white, const std::string& movetext,
                       const std::string& more_tags = "") {
  return record_text({.white = white, .more = more_tags, .turns = movetext});
}

const std::string first = plain_game("a", "1. A2+B3 A6-B6 *");
const std::string same_turns = plain_game("b", "1.a2+b3 {x} a6-b6 *", "[Black \"c\"]\n");
const std::string longer = plain_game("a", "1. A2+B3 A6-B6 2. B3-B4 1/2-1/2");
const std::string shorter = plain_game("a", "1. A2+B3 *");
const std::string other = plain_game("a", "1. A3-B3 *");
const std::string empty = plain_game("a", "*");
const std::string broken = plain_game("a", "1. A2-A3 *");

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
  const std::string noted = plain_game("a", "1. A2+B3 A6-B6 *", "[Note \"n\"]\n");
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
  must_run({"db", "import", "--db", db, known});
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
      plain_game("a", "1. A2+B3 A6-B6 *", "[Position \"" + start + "\"]\n");
  CHECK(dedupe({}, first + explicit_start).out == first);
  const std::string elsewhere = plain_game(
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

std::string cup_game(const std::string& turns, const std::string& result = "*",
                     const std::string& black = "Bert", const std::string& more = "") {
  return record_text({.event = "Cup",
                      .white = "Anna",
                      .black = black,
                      .result = result,
                      .termination = result == "*" ? "" : "resignation",
                      .more = more,
                      .turns = turns});
}

const std::string games = cup_game("1. A2+B3 A6-B6 2. B3-B4", "1-0") +
                          cup_game("1. A2+B3 A6+B5", "0-1", "Cleo") +
                          cup_game("1. A2+B3 A6-B6 2. B3-C3", "1/2-1/2") + cup_game("1. E7-E6") +
                          cup_game("1. A2+B3 A6-B6 2. B3-B4 B6-B5");

Run merge(Words options, const std::string& text) {
  return run_schiri(Words{"merge", "-"} + options, text);
}

std::string movetext(const std::string& record) {
  const std::size_t begin = record.find("\n\n") + 2;
  std::string text = record.substr(begin, record.find("\n\n", begin) - begin);
  for (char& c : text) c = c == '\n' ? ' ' : c;
  return text;
}

TEST_CASE("schiri merge: games become a tree with counts and scores") {
  const Run run = merge({}, games);
  CHECK(run.status == 0);
  CHECK_THAT(run.err, contains_text("5 games merged into 1 record"));
  CHECK(movetext(run.out) ==
        "{5 games, White 50.0 %} 1. A2+B3 {4 games, White 50.0 %} (1. E7-E6 {1 game}) 1... A6-B6 "
        "{3 games, White 75.0 %} (1... A6+B5 {1 game, White 0.0 %}) 2. B3-B4 {2 games, White 100.0 "
        "%} "
        "(2. B3-C3 {1 game, White 50.0 %}) 2... B6-B5 {1 game} *");
  CHECK(
      run.out.starts_with("[Event \"Cup\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n"
                          "[Round \"?\"]\n[White \"Anna\"]\n[Black \"?\"]\n"
                          "[Result \"*\"]\n[Game \"creeper\"]\n\n"));
  CHECK(run_schiri({"convert", "-"}, run.out).out == run.out);
  CHECK(run_schiri({"replay", "-", "--turn", "4"}, run.out).status == 0);
  CHECK(
      run_schiri({"convert", "-", "--split-variations", "--tags", "none", "--no-comments"}, run.out)
          .out ==
      "1. A2+B3 A6-B6 2. B3-B4 B6-B5 *\n\n1. E7-E6 *\n\n1. A2+B3 A6+B5 *\n\n"
      "1. A2+B3 A6-B6 2. B3-C3 *\n\n");
}

TEST_CASE("schiri merge: --depth and --min-games prune the tree") {
  CHECK(movetext(merge({"--depth", "1"}, games).out) ==
        "{5 games, White 50.0 %} 1. A2+B3 {4 games, White 50.0 %} (1. E7-E6 {1 game}) *");
  CHECK(movetext(merge({"--min-games", "3"}, games).out) ==
        "{5 games, White 50.0 %} 1. A2+B3 {4 games, White 50.0 %} 1... A6-B6 {3 games, White 75.0 "
        "%} *");
  CHECK(movetext(merge({"--black", "Cleo"}, games).out) ==
        "{1 game, White 0.0 %} 1. A2+B3 A6+B5 *");
  for (const Words& wrong : {Words{"--depth", "0"}, Words{"--min-games", "0"}}) {
    CHECK(merge(wrong, games).status == 2);
  }
}

TEST_CASE("schiri merge: each start has a record") {
  const std::string rare = "[Position \"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 b\"]\n";
  const std::string usual = "[Position \"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w\"]\n";
  const Run run = merge({}, cup_game("1... A6-B6", "*", "Bert", rare) + cup_game("1. A2+B3") +
                                cup_game("1... A6-B6", "1-0", "Bert", rare) +
                                cup_game("1. A2+B3", "*", "Bert", usual));
  CHECK_THAT(run.err, contains_text("4 games merged into 2 records"));
  const std::size_t second = run.out.find("[Event", 1);
  CHECK(movetext(run.out) == "{2 games, White 100.0 %} 1... A6-B6 *");
  CHECK_THAT(run.out.substr(0, second), contains_text(rare));
  CHECK(movetext(run.out.substr(second)) == "{2 games} 1. A2+B3 *");
  CHECK_THAT(run.out.substr(second), !contains_text("Position"));
}

TEST_CASE("schiri merge: samples of each game become valid records") {
  const TemporaryDirectory directory;
  for (const std::string name : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    INFO(name);
    const std::string file = std::string(SCHIRI_TEST_DATA) + "/" + name + "-sample.pgn";
    const Run run = run_schiri({"merge", file});
    CHECK(run.status == 0);
    CHECK(run_schiri({"validate", "-", "--quiet"}, run.out).status == 0);
    CHECK(run_schiri({"convert", "-"}, run.out).out == run.out);
    const std::string db = directory.file(name + ".db");
    must_run({"db", "import", "--db", db, file});
    CHECK(run_schiri({"merge", "--db", db}).out == run.out);
  }
}

std::string event_game(const std::string& event, const std::string& movetext = "1. A2+B3 *") {
  return record_text({.event = event, .turns = movetext});
}

std::size_t files_in(const std::string& folder) {
  const std::filesystem::directory_iterator all(folder), end;
  return static_cast<std::size_t>(std::distance(all, end));
}

TEST_CASE("schiri split: each value of a tag has its file") {
  const TemporaryDirectory directory;
  const std::string folder = directory.file("events/new") + "/";
  const std::string odd = event_game("Cup", "1.a2+b3   {x} *");
  check_run(
      {"split", "-", "--by", "Event", "-o", folder}, 0, "5 games split into 3 files",
      event_game("Cup") + event_game("") + event_game("J\xc3\xb6rg's") + odd + event_game("?"));
  CHECK(read_file(folder + "Cup.pgn") == event_game("Cup") + odd);
  CHECK(read_file(folder + "J\xc3\xb6rg_s.pgn") == event_game("J\xc3\xb6rg's"));
  CHECK(read_file(folder + "unknown.pgn") == event_game("") + event_game("?"));
}

TEST_CASE("schiri split: a tag is named in any case, and an unknown one is refused") {
  const TemporaryDirectory directory;
  CHECK(run_schiri({"split", "-", "--by", "EVENT", "-o", directory.file("a")}, event_game("Cup"))
            .status == 0);
  CHECK(std::filesystem::exists(directory.file("a/Cup.pgn")));
  check_run({"split", "-", "--by", "Evnt", "-o", directory.file("b")}, 2,
            "--by: no tag 'Evnt' is known here; the nearest is 'Event'", event_game("Cup"));
  CHECK_FALSE(std::filesystem::exists(directory.file("b")));
}

TEST_CASE("schiri split: names of files are safe and differ") {
  const TemporaryDirectory directory;
  const std::string folder = directory.file("f");
  const std::string values[] = {"../../x",
                                "a/b",
                                "a_b",
                                "A b",
                                "-x",
                                ".",
                                "unknown",
                                std::string(300, 'y'),
                                std::string(301, 'y'),
                                "a\xcc\x88",
                                "\xc3\xa4"};
  std::string text = event_game("");
  for (const std::string& value : values) text += event_game(value);
  CHECK(run_schiri({"split", "-", "--by", "Event", "-o", folder}, text).status == 0);
  // The last two are one name.
  CHECK(files_in(folder) == 1 + std::size(values) - 1);
  for (const char* name : {"_._.._x", "a_b", "a_b-2", "A_b-3", "_x", "_", "unknown", "unknown-2"}) {
    INFO(name);
    CHECK(std::filesystem::exists(folder + "/" + name + ".pgn"));
  }
  CHECK(files_in(directory.file("")) == 1);
}

TEST_CASE("schiri split: invalid games are reported and kept") {
  const TemporaryDirectory directory;
  const std::string illegal = event_game("Cup", "1. A2-A3 *");
  check_run({"split", "-", "--by", "Event", "-o", directory.file("f")}, 1,
            "[illegal; game 2, turn 1", event_game("Cup") + illegal);
  CHECK(read_file(directory.file("f/Cup.pgn")) == event_game("Cup") + illegal);
}

TEST_CASE("schiri split: no input is replaced") {
  const TemporaryDirectory directory;
  const std::string text = event_game("Cup") + event_game("games");
  const std::string file = directory.write("games.pgn", text);
  CHECK(run_schiri({"split", file, "--by", "Event", "-o", directory.file("")}).status == 2);
  CHECK(read_file(file) == text);
  CHECK(files_in(directory.file("")) == 1);
}

}  // namespace dedupe_merge_split_test
