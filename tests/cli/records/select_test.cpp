#include "tests/catch.h"
#include "tests/support/run.h"

namespace select_test {

std::string sample(const std::string& game) {
  return std::string(SCHIRI_TEST_DATA) + "/" + game + "-sample.pgn";
}

std::string game(const std::string& tags, const std::string& movetext) {
  return record_text({.event = "e", .site = "s", .round = "1", .more = tags, .turns = movetext});
}

const std::string anna = game(
    "[Date \"2025.03.01\"]\n[White \"Anna\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n"
    "[Termination \"resignation\"]\n",
    "1. A2+B3   A6-B6 {odd   blanks}\n2. B3-B4 1-0");
const std::string bob =
    game("[Date \"2025.??.??\"]\n[White \"Bob\"]\n[Black \"Anna\"]\n[Result \"*\"]\n", "1.a3-b3 *");
const std::string cleo = game(
    "[Date \"2026.01.02\"]\n[White \"Cleo\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n", "1. A2-B2 0-1");
const std::string broken = game(
    "[Date \"2026.01.02\"]\n[White \"Anna\"]\n[Black \"Cleo\"]\n[Result \"*\"]\n", "1. A2-A3 *");
const std::string all = anna + bob + cleo + broken;

Run select(std::vector<std::string> options, const std::string& input = all) {
  options.insert(options.begin(), {"select", "-"});
  return run_schiri(options, input);
}

TEST_CASE("schiri select: selected games keep their text") {
  CHECK(select({"--legality", "any"}).out == all);
  CHECK(select({"--legality", "any"}).status == 0);
  const std::string file = sample("creeper");
  CHECK(run_schiri({"select", file}).out == read_file(file));
  std::string crlf;
  for (const char c : anna + bob) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(select({}, crlf).out == crlf);
  CHECK(select({"--white", "Bob"}).out == bob);
}

TEST_CASE("schiri select: each criterion") {
  const struct {
    std::vector<std::string> options;
    std::string selected;
  } rows[] = {
      {{"--player", "Anna"}, anna + bob},
      {{"--player", "Anna", "--player", "Bob"}, anna + bob},
      {{"--player", "Anna", "--player", "Cleo"}, ""},
      {{"--white", "Anna"}, anna},
      {{"--black", "Bob"}, anna + cleo},
      {{"--result", "1-0"}, anna},
      {{"--result", "*"}, bob},
      {{"--event", "e"}, anna + bob + cleo},
      {{"--result", "*", "--result", "1-0"}, anna + bob},
      {{"--event", "x"}, ""},
      {{"--event", "x", "--event", "e"}, anna + bob + cleo},
      {{"--event", "x", "--event", "y"}, ""},
      {{"--since", "2025.02"}, anna + cleo},
      {{"--until", "2025"}, anna + bob},
      {{"--since", "2026", "--until", "2026"}, cleo},
      {{"--min-turns", "2"}, anna},
      {{"--max-turns", "1"}, bob + cleo},
      {{"--ending", "resignation"}, anna},
      {{"--ending", "unfinished", "--ending", "unexplained"}, bob + cleo},
      {{"--tag", "White=[AC]*"}, anna + cleo},
      {{"--tag", "White!=A*"}, bob + cleo},
      {{"--tag", "Annotator=*"}, ""},
      {{"--tag", "White=A*", "--tag", "Black=B*"}, anna},
      {{"--game", "creeper"}, anna + bob + cleo},
      {{"--game", "sperre"}, ""},
      {{"--legality", "invalid"}, broken},
      {{"--legality", "valid"}, anna + bob + cleo},
      {{"--legality", "any", "--player", "Cleo"}, cleo + broken},
      {{"--code", "illegal"}, broken},
      {{"--code", "unexplained-result"}, cleo},
      {{"--white", "Anna", "--invert"}, bob + cleo},
      {{"--reaches", "1BB1WW1/B5W/B5W/7/WW4B/6B/1WW1BB1 6/6/6/6/w5/6 b"}, anna},
      {{"--reaches", "1BB1WW1/B5W/B5W/7/WW4B/6B/1WW1BB1 6/6/6/6/w5/6 b", "--at-end"}, ""},
      {{"--reaches", "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w"}, anna + bob + cleo},
      {{"--pieces", "w=1"}, anna},
      {{"--pieces", "w=0", "--at-end"}, bob + cleo},
      {{"--pieces", "W<8"}, ""},
      {{"--first", "2"}, anna + bob},
      {{"--first", "0"}, ""},
      {{"--sample", "9"}, anna + bob + cleo},
      {{"--sample", "0"}, ""},
  };
  for (const auto& row : rows) {
    const Run run = select(row.options);
    INFO(Json(row.options).dump() << run.err);
    CHECK(run.out == row.selected);
  }
}

TEST_CASE("schiri select: broken records are reported unless they are selected") {
  const Run run = select({"--white", "Cleo"});
  CHECK(run.status == 1);
  CHECK(run.out == cleo);
  CHECK_THAT(run.err, contains_text("[illegal; game 4, turn 1 (1. White)]"));
  CHECK_THAT(run.err, contains_text("1 of 4 games selected"));
  CHECK(select({"--legality", "valid"}).status == 0);
  CHECK(select({"--code", "illegal"}).status == 0);
}

TEST_CASE("schiri select: filters in every game") {
  for (const std::string name : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    INFO(name);
    std::istringstream ends(
        run_schiri({"replay", sample(name), "--turn", "-1", "--format", "json"}).out);
    std::string first;
    std::getline(ends, first);
    const std::string position = Json::parse(first)["position"].text();
    const Run run = run_schiri(
        {"select", sample(name), "--reaches", position, "--at-end", "--count", "--game", name});
    INFO(position << run.err);
    CHECK(run.status == 0);
    CHECK(std::stoi(run.out) >= 1);
  }
}

TEST_CASE("schiri select: equal output for any number of threads with files in order") {
  const std::vector<std::string> files = {sample("sperre"), sample("creeper"), sample("sperre")};
  std::vector<std::string> options = {"select", "--min-turns", "50"};
  options.insert(options.end(), files.begin(), files.end());
  const Run one = run_schiri([&] {
    auto with = options;
    with.insert(with.end(), {"-j", "1"});
    return with;
  }());
  CHECK(one.out.size() > 10000);
  for (const char* threads : {"2", "7"}) {
    auto with = options;
    with.insert(with.end(), {"-j", threads});
    CHECK(run_schiri(with).out == one.out);
  }
}

TEST_CASE("schiri select: the seed determines a sample") {
  const auto drawn = [](const std::string& seed) {
    return run_schiri({"select", sample("creeper"), "--sample", "5", "--seed", seed}).out;
  };
  CHECK(drawn("1") == drawn("1"));
  CHECK(drawn("1") != drawn("2"));
  CHECK(run_schiri({"select", "-", "--count"}, drawn("3")).out == "5\n");
}

TEST_CASE("schiri select: output split into files of N games") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("games.pgn");
  CHECK(run_schiri({"select", "-", "--legality", "any", "--split", "3", "-o", file}, all).status ==
        0);
  CHECK(read_file(directory.file("games-1.pgn")) == anna + bob + cleo);
  CHECK(read_file(directory.file("games-2.pgn")) == broken);
}

}  // namespace select_test

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
