#include "tests/catch.h"
#include "tests/support/run.h"

namespace records_summary_test {

std::string game(const std::string& white, const std::string& black, const std::string& movetext) {
  return record_text({.white = white, .black = black, .turns = movetext});
}

const std::string games = game("a", "b", "1. A2+B3 A6-B6 1-0") +
                          game("b", "a", "1. A2+B3 1/2-1/2") +
                          game("a", "c", "1. A3-B3 A6-B6 2. B3-B4 0-1") + game("a", "b", "*");

TEST_CASE("schiri summary: lengths and results and endings and first turns and players") {
  const Run run = run_schiri({"summary", "-", "--format", "json"}, games);
  CHECK(run.status == 0);
  std::istringstream lines(run.out);
  std::string line;
  std::getline(lines, line);
  CHECK(Json::parse(line) == Json::parse(R"({
    "game": "creeper", "variant": "standard", "games": 4, "turns": 6,
    "shortest": 0, "median": 1.5, "mean": 1.5, "longest": 3,
    "results": {"1-0": 1, "0-1": 1, "1/2-1/2": 1, "*": 1},
    "endings": {"unexplained": 3, "unfinished": 1},
    "first_turns": [{"turn": "A2+B3", "games": 2, "wins": 1, "draws": 1, "losses": 0},
                    {"turn": "A3-B3", "games": 1, "wins": 0, "draws": 0, "losses": 1}],
    "players": [{"player": "a", "games": 4, "wins": 1, "draws": 1, "losses": 1},
                {"player": "b", "games": 3, "wins": 0, "draws": 1, "losses": 1},
                {"player": "c", "games": 1, "wins": 1, "draws": 0, "losses": 0}]})"));
  std::getline(lines, line);
  CHECK(Json::parse(line)["summary"] ==
        Json{{"games", 4}, {"valid", 4}, {"invalid", 0}, {"turns", 6}});
}

TEST_CASE("schiri summary: text output") {
  const Run run = run_schiri({"summary", "-", "--top", "2"}, games);
  CHECK_THAT(run.out, contains_text("creeper (standard): 4 games, 6 turns\n"
                                    "  lengths: shortest 0, median 1.5, mean 1.5, longest 3\n"
                                    "  results: 1-0 1 (25 %), 0-1 1 (25 %), 1/2-1/2 1 (25 %), "
                                    "* 1 (25 %)\n"
                                    "  endings: unexplained 3 (75 %), unfinished 1 (25 %)\n"));
  CHECK_THAT(run.out, contains_text("and 1 more (--top)"));
  CHECK(run_schiri({"summary", "-"}, "").out == "no games\n");
}

TEST_CASE("schiri summary: broken games are only counted") {
  const Run run = run_schiri({"summary", "-"}, games + game("x", "y", "1. A2-A3 *"));
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("1 invalid game\n"));
  CHECK_THAT(run.err, contains_text("illegal"));
}

TEST_CASE("schiri summary: matches the known values of the samples") {
  const std::string data = std::string(SCHIRI_TEST_DATA) + "/";
  const Run run = run_schiri({"summary", data + "creeper-sample.pgn", "--format", "json"});
  const auto summary = Json::parse(run.out.substr(0, run.out.find('\n')));
  std::uint64_t turns = 0;
  std::map<std::string, int> results;
  const auto known_games = read_json_data("creeper-sample.json");
  for (const auto& known : known_games["games"]) {
    turns += known["plies"].get<std::uint64_t>();
    ++results[known["result"].get<std::string>()];
  }
  CHECK(summary["turns"] == turns);
  for (const auto& [result, count] : results) CHECK(summary["results"][result] == count);
}

}  // namespace records_summary_test
