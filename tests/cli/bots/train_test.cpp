#include "tests/catch.h"
#include "tests/support/database.h"

namespace train_test {

/// A short training: few games decide a test of so large a gain.
Run train(const std::string& folder, const Words& more = {}) {
  return run_schiri(Words{"train",
                          "creeper",
                          "--generations",
                          "1",
                          "--games",
                          "40",
                          "--nodes",
                          "20",
                          "--epochs",
                          "2",
                          "--max-turns",
                          "60",
                          "--proof",
                          "elo0=0,elo1=400",
                          "--start",
                          "classic",
                          "--db",
                          folder + "/t.db",
                          "-o",
                          folder + "/c.net"} +
                    more);
}

TEST_CASE("train: the same network at any number of threads and a repeated run plays nothing") {
  const TemporaryDirectory one, three;
  std::string first;
  for (const auto& [folder, threads] :
       {std::pair{one.file("."), "1"}, std::pair{three.file("."), "3"}}) {
    const Run run = train(folder, {"-j", threads});
    CAPTURE(run.err);
    REQUIRE(run.status <= 1);
    CHECK_THAT(run.out, contains_text("generation 1: 40 games, "));
    CHECK_THAT(run.out, contains_text(run.status == 0 ? "accepted after " : "no gain after "));
    const std::string network = read_file(folder + "/c.net.1.net");
    if (first.empty()) first = network;
    CHECK((network == first));
    CHECK(std::filesystem::exists(folder + "/c.net") == (run.status == 0));
    const std::string games = exported(folder + "/t.db");
    const Run again = train(folder);
    CHECK(again.status == run.status);
    CHECK((again.out == run.out));
    CHECK((exported(folder + "/t.db") == games));
  }
}

TEST_CASE("train: a network is used and written as a table and refused for another game") {
  const TemporaryDirectory directory;
  const std::string folder = directory.file("."), network = folder + "/c.net.1.net";
  REQUIRE(train(folder).status <= 1);
  const Run table = run_schiri({"train", "creeper", "--generations", "0", "--start", network,
                                "--db", folder + "/t.db", "-o", folder + "/c.inc"});
  CHECK(table.status == 0);
  CHECK_THAT(read_file(folder + "/c.inc"), contains_text(",\n"));
  const auto signature = [&](const std::string& evaluation) {
    return run_schiri({"bot", "check", "creeper", "--bench", "--bot",
                       "alphabeta nodes=200 option.evaluation=" + evaluation});
  };
  CHECK(signature(network).status == 0);
  CHECK(signature(network).out != signature("classic").out);
  CHECK(run_schiri({"bot", "check", "sperre", "--bench", "--bot",
                    "alphabeta nodes=200 option.evaluation=" + network})
            .status == 2);
}

TEST_CASE("train: a test whose games only repeat earlier ones ends undecided") {
  const TemporaryDirectory directory;
  const std::string openings = directory.file("one.pgn");
  std::ofstream(openings) << "[Game \"creeper\"]\n\n1. A2+B3 *\n";
  const Words words = {"train",       "creeper", "--start",    "classic",
                       "--games",     "2",       "--nodes",    "5",
                       "--epochs",    "1",       "--openings", openings,
                       "--max-turns", "60",      "-o",         directory.file("c.net")};
  const Run run = run_schiri(words);
  CAPTURE(run.err);
  CHECK(run.status == 4);
  CHECK_THAT(run.out, contains_text(": not proven after 402 games; "));
  // A repeated run plays nothing.
  const Run again = run_schiri(words);
  CHECK(again.status == 4);
  CHECK(again.out == run.out);
}

TEST_CASE("train: the nodes of an evaluation depend on whether it is a built-in network") {
  struct Case {
    std::string game, start, new_nodes, old_nodes;
  };
  const auto bot = [](const std::string& name, const std::string& nodes) {
    return R"(\"name\":\")" + name + R"(\",\"nodes\":\")" + nodes + R"(\")";
  };
  const Case cases[] = {
      {"creeper", "classic", "8", "10"},
      {"creeper", "built-in", "8", "8"},
      {"sperre", "built-in", "8", "10"},
  };
  for (const auto& [game, start, new_nodes, old_nodes] : cases) {
    CAPTURE(game, start);
    const TemporaryDirectory directory;
    const std::string db = directory.file("t.db");
    const Run run = run_schiri({"train",
                                game,
                                "--generations",
                                "1",
                                "--games",
                                "6",
                                "--nodes",
                                "10",
                                "--epochs",
                                "1",
                                "--max-turns",
                                "30",
                                "--proof",
                                "elo0=0,elo1=800",
                                "--start",
                                start,
                                "--db",
                                db,
                                "-o",
                                directory.file("n.net")});
    REQUIRE(run.status <= 1);
    const Run sql = run_schiri({"db", "query", "sql", "--db", db, "--format", "json",
                                "SELECT config FROM events ORDER BY id DESC LIMIT 1"});
    CHECK_THAT(sql.out, contains_text(bot("new", new_nodes)));
    CHECK_THAT(sql.out, contains_text(bot("old", old_nodes)));
  }
}

TEST_CASE("train: the path of a network in a tournament file is relative to that file") {
  const TemporaryDirectory directory;
  const std::string folder = directory.file(".");
  REQUIRE(train(folder).status <= 1);
  directory.write("event.json",
                  R"({"game": "creeper", "rounds": 1, "max-turns": 20, "bots": [
                       "greedy", "alphabeta nodes=10 option.evaluation=c.net.1.net",
                       "mcts nodes=10 option.evaluation=classic"]})");
  const Run run = run_schiri(
      {"tournament", "run", directory.file("event.json"), "--db", directory.file("e.db")});
  CAPTURE(run.err);
  CHECK(run.status == 0);
}

}  // namespace train_test

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
