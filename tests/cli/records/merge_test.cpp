#include "tests/catch.h"
#include "tests/data.h"
#include "tests/record_text.h"
#include "tests/support/run.h"
#include "tests/support/words.h"

namespace records_merge_test {

std::string game(const std::string& turns, const std::string& result = "*",
                 const std::string& black = "Bert", const std::string& more = "") {
  return record_text({.event = "Cup",
                      .white = "Anna",
                      .black = black,
                      .result = result,
                      .termination = result == "*" ? "" : "resignation",
                      .more = more,
                      .turns = turns});
}

const std::string games = game("1. A2+B3 A6-B6 2. B3-B4", "1-0") +
                          game("1. A2+B3 A6+B5", "0-1", "Cleo") +
                          game("1. A2+B3 A6-B6 2. B3-C3", "1/2-1/2") + game("1. E7-E6") +
                          game("1. A2+B3 A6-B6 2. B3-B4 B6-B5");

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
  const std::string other = "[Position \"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 b\"]\n";
  const std::string usual = "[Position \"1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w\"]\n";
  const Run run = merge({}, game("1... A6-B6", "*", "Bert", other) + game("1. A2+B3") +
                                game("1... A6-B6", "1-0", "Bert", other) +
                                game("1. A2+B3", "*", "Bert", usual));
  CHECK_THAT(run.err, contains_text("4 games merged into 2 records"));
  const std::size_t second = run.out.find("[Event", 1);
  CHECK(movetext(run.out) == "{2 games, White 100.0 %} 1... A6-B6 *");
  CHECK_THAT(run.out.substr(0, second), contains_text(other));
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
    REQUIRE(run_schiri({"db", "import", "--db", db, file}).status == 0);
    CHECK(run_schiri({"merge", "--db", db}).out == run.out);
  }
}

}  // namespace records_merge_test
