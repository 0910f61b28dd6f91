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

TEST_CASE("train: wrong usage is reported before the first game") {
  const TemporaryDirectory directory;
  const std::string folder = directory.file(".");
  check_run({"train", "--db", folder + "/t.db", "-o", folder + "/c.net"}, 2, "GAME is required");
  const Words table[] = {
      {"--games", "0"},
      {"--nodes", "0"},
      {"--epochs", "0"},
      {"--time", "0"},
      {"--movetime", "0"},
      {"--result-share", "2"},
      {"--start", folder + "/none.net"},
      {"--generations", "-1"},
      {"--variant", "none"},
      {"--proof", "elo0=5,elo1=1"},
      {"--generations", "0"},
  };
  CHECK(run_schiri({"train", "chess", "--db", folder + "/t.db", "-o", folder + "/c.net"}).status ==
        2);
  for (const Words& wrong : table) {
    CAPTURE(wrong);
    const Run run = run_schiri(
        Words{"train", "creeper", "--db", folder + "/t.db", "-o", folder + "/c.net"} + wrong);
    CHECK(run.status == 2);
    CHECK(run.err != "");
    CHECK_FALSE(std::filesystem::exists(folder + "/t.db"));
  }
}

}  // namespace train_test
