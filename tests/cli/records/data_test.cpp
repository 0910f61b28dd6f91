#include "tests/catch.h"
#include "tests/support/database.h"

namespace data_test {

std::string sample(const std::string& game) {
  return std::string(SCHIRI_TEST_DATA) + "/" + game + "-sample.pgn";
}

std::vector<Json> rows(const Words& more, const std::string& input = "") {
  const Run run = run_schiri(Words{"data", "--format", "json"} + more, input);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return json_lines(run.out);
}

const std::string scored = record_text({.white = "Anna",
                                        .black = "Bob",
                                        .result = "0-1",
                                        .termination = "resignation",
                                        .turns = "1. A2+B3 {+0.34/6 0.120s} A6-B6 {analysis: White "
                                                 "+1.20/4, best} 2. B3-B4 {-M3/9 1.000s}"});

TEST_CASE("schiri data: position and side to move and score and result") {
  const auto data = rows({"-"}, scored);
  REQUIRE(data.size() == 3);
  const std::vector<Json> scores = {34, -120, -29997}, results = {0.0, 1.0, 0.0};
  for (std::size_t i = 0; i < data.size(); ++i) {
    CHECK(data[i].at("ply") == i);
    CHECK(data[i].at("side") == (i % 2 == 0 ? "white" : "black"));
    CHECK(data[i].at("score") == scores[i]);
    CHECK(data[i].at("result") == results[i]);
    CHECK(data[i].at("game") == "creeper");
    CHECK(data[i].at("game_hash") == data[0].at("game_hash"));
    CHECK(data[i].at("part") == data[0].at("part"));
    CHECK(data[i].at("quiet").is_boolean());
  }
  CHECK(data[1].at("turn") == "A6-B6");
  const Run csv = run_schiri({"data", "-"}, scored);
  CHECK_THAT(csv.out, Catch::Matchers::StartsWith(
                          "position,side,score,result,ply,quiet,part,turn,game,variant,"
                          "game_hash\n"));
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 4);
}

TEST_CASE("schiri data: no position repeats and all positions of a game are in one part") {
  for (const char* game : {"creeper", "sperre"}) {
    const auto data = rows({sample(game), "--no-quiet", "--shares", "0.5,0.25,0.25"});
    std::set<std::string> positions, parts;
    std::map<std::string, std::string> part_of;
    for (const Json& row : data) {
      CHECK(positions.insert(row.at("position").text()).second);
      const auto [known, is_new] =
          part_of.emplace(row.at("game_hash").text(), row.at("part").text());
      CHECK(known->second == row.at("part"));
      parts.insert(known->second);
    }
    CHECK(rows({sample(game), sample(game), "--no-quiet", "--shares", "0.5,0.25,0.25"}) == data);
    CHECK(rows({sample(game), "--no-quiet", "--keep-duplicates"}).size() > data.size());
  }
  for (const Json& row : rows({sample("creeper"), "--no-quiet", "--shares", "0,0,1"})) {
    CHECK(row.at("part") == "test");
  }
}

TEST_CASE("schiri data: --per-game depends on the seed and not on the threads") {
  const Words few = {sample("creeper"), "--per-game", "2", "--skip-first", "5"};
  const auto data = rows(few);
  std::map<std::string, int> games;
  for (const Json& row : data) {
    CHECK(row.at("ply").get<int>() >= 5);
    CHECK(++games[row.at("game_hash").text()] <= 2);
  }
  CHECK(games.size() > 1);
  CHECK(rows(few + Words{"-j", "3"}) == data);
  CHECK(rows(few + Words{"--seed", "2"}) != data);
  const auto quiet = rows(few + Words{"--only-quiet"});
  CHECK(quiet.size() ==
        static_cast<std::size_t>(std::count_if(data.begin(), data.end(), [](const Json& row) {
          return row.at("quiet").get<bool>();
        })));
  CHECK(rows(few + Words{"--only-quiet", "--quiet-margin", "1"}).size() >= quiet.size());
}

TEST_CASE("schiri data: a database, files and a pipe give equal data") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  run_schiri({"db", "import", sample("creeper"), "--db", db});
  CHECK(rows({"--db", db, "--per-game", "1"}) == rows({sample("creeper"), "--per-game", "1"}));
  const std::string won = run_schiri({"db", "export", "--db", db, "--result", "1-0"}).out;
  const auto chosen = rows({"-", "--no-quiet"}, won);
  CHECK(!chosen.empty());
  CHECK(chosen.size() < rows({"--db", db, "--no-quiet"}).size());
}

TEST_CASE("schiri data: broken games are reported, and those without a result counted") {
  const std::string broken = record_text({.result = "1-0", .turns = "1. A2-A3"});
  const Run run = run_schiri({"data", "-"}, scored + broken);
  CHECK(run.status == 1);
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 4);
  check_run({"data", "-"}, 0, "0 positions of 0 games, 1 game without a result",
            record_text({.result = "*"}));
}

}  // namespace data_test
