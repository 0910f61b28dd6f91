#include "tests/catch.h"
#include "tests/support/database.h"

namespace book_test {

std::string game(const std::string& turns, const std::string& result) {
  return record_text({.white = "Anna",
                      .black = "Bob",
                      .result = result,
                      .termination = result == "*" ? "unterminated" : "resignation",
                      .turns = turns});
}

const std::string three_games = game("1. A2+B3 A6-B6 2. B3-B4", "1-0") +
                                game("1. A2+B3 A6-B6", "0-1") + game("1. A2-B2", "0-1");

Run book(const Words& more, const std::string& input = three_games) {
  return run_schiri(Words{"book"} + more, input);
}

TEST_CASE("schiri book: turns that games continued with and their points") {
  const Run all = book({"-", "--min-games", "1", "--min-score", "0"});
  CAPTURE(all.err);
  REQUIRE(all.status == 0);
  CHECK(all.err == "schiri: 3 positions and 4 turns of 3 games\n");
  CHECK_THAT(all.out, contains_text(R"([["A2+B3", 2, 2], ["A2-B2", 1, 0]])"));
  CHECK_THAT(all.out, contains_text(R"([["A6-B6", 2, 2]])"));
  CHECK_THAT(all.out, contains_text(R"([["B3-B4", 1, 2]])"));
  CHECK_THAT(book({"-", "--min-games", "1", "--turns", "1"}).err,
             contains_text("1 position and 1 turn of 3 games"));
  CHECK_THAT(book({"-"}).err, contains_text("0 positions and 0 turns of 3 games"));
  CHECK_THAT(book({"-", "--white", "Nobody"}).err, contains_text("Nobody"));
}

TEST_CASE("schiri book: games without a result and of several kinds and missing files") {
  const Run none = book({"-"}, game("1. A2+B3", "*"));
  CHECK(none.status == 1);
  CHECK(none.out == "");
  CHECK_THAT(none.err, contains_text("no game has a result"));
  const Run missing = book({"/nonexistent/x.pgn"});
  CHECK(missing.status == 3);
  CHECK(missing.err == "schiri: /nonexistent/x.pgn: No such file or directory\n");
  CHECK_THAT(book({"-", "--min-games", "1"}, three_games + game("1. A2+B3", "*")).err,
             contains_text(", 1 game without a result left out"));
  const std::string sperre = read_file(std::string(SCHIRI_TEST_DATA) + "/sperre-sample.pgn");
  const Run two = book({"-"}, three_games + sperre);
  CHECK(two.status == 2);
  CHECK_THAT(two.err, contains_text("the games are of creeper and of sperre"));
  for (const Words& wrong : {Words{}, Words{"-", "--min-score", "2"}, Words{"-", "--turns", "-1"},
                             Words{"-", "--db", "x.db"}}) {
    CHECK(book(wrong).status == 2);
  }
}

TEST_CASE("schiri book: games of several variants need the option that selects one") {
  // A record without the tag Variant is of the standard variant.
  const auto one = [](const std::string& tags) {
    return "[Game \"more-or-less\"]\n" + tags +
           "[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. O 1-0\n\n";
  };
  const std::string games = one("") + one("[Variant \"31\"]\n");
  const Run both = book({"-", "--min-games", "1"}, games);
  CHECK(both.status == 2);
  CHECK_THAT(both.err, contains_text("select it with --tag Variant=31"));
  const Run small = book({"-", "--min-games", "1", "--tag", "Variant=31"}, games);
  CAPTURE(small.err);
  CHECK(small.status == 0);
  CHECK_THAT(small.out, contains_text("\"variant\": \"31\""));
}

TEST_CASE("schiri book: bots of a tournament play from it and equally at any number of threads") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("e.db");
  REQUIRE(book({"-", "--min-games", "1", "-o", directory.file("c.book")}).status == 0);
  directory.write("event.json",
                  R"({"game": "creeper", "rounds": 4, "max-turns": 12, "opening-turns": 0, "bots": [
                       "greedy option.book=c.book", "alphabeta nodes=10 option.book=c.book"]})");
  std::string first;
  for (const char* threads : {"1", "3"}) {
    const std::string path = directory.file(threads + std::string(".db"));
    const Run run = run_schiri(
        {"tournament", "run", directory.file("event.json"), "--db", path, "-j", threads});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const Run games = run_schiri({"db", "export", "--no-times", "--db", path});
    if (first.empty()) first = games.out;
    CHECK((games.out == first));
  }
  CHECK_THAT(first, contains_text("1. A2+B3 A6-B6"));
  check_run({"tournament", "run", "--game", "creeper", "--bot", "greedy", "--bot",
             "greedy name=b option.book=none.book", "--db", db},
            2, "option.book: 'none.book': cannot be read");
}

}  // namespace book_test
