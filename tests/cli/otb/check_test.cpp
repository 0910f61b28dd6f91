#include <sstream>

#include "tests/catch.h"
#include "tests/data.h"
#include "tests/files.h"
#include "tests/json.h"
#include "tests/support/event_lines.h"
#include "tests/support/run.h"

namespace {

std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(Json::parse(line));
  return lines;
}

Run check(const std::string& file) {
  return run_schiri({"otb", "check", file, "--format", "json"});
}

/// An event of six players after two rounds.
std::string played_event(const TemporaryDirectory& directory,
                         const std::vector<std::string>& options) {
  const std::string file = directory.file("cup.otb");
  std::vector<std::string> words = {"otb",    "new",     file,       "--name", "Cup",
                                    "--game", "creeper", "--rounds", "4"};
  words.insert(words.end(), options.begin(), options.end());
  REQUIRE(run_schiri(words).status == 0);
  for (const char* player : {"Anna", "Bert", "Carla", "Dora", "Emil", "Fritz", "Gerda"}) {
    REQUIRE(run_schiri({"otb", "enter", file, player}).status == 0);
  }
  for (int round = 0; round < 3; ++round) {
    REQUIRE(run_schiri({"otb", "pair", file}).status == 0);
    const int boards = round == 1 ? 4 : 3;
    for (int board = 1; board <= boards; ++board) {
      const char* result = round == 0 ? "1-0" : "1/2-1/2";
      REQUIRE(run_schiri({"otb", "result", file, std::to_string(board), result}).status == 0);
    }
    if (round == 0)
      REQUIRE(run_schiri({"otb", "enter", file, "Hugo", "--rating", "2000"}).status == 0);
    if (round == 1) REQUIRE(run_schiri({"otb", "withdraw", file, "Bert"}).status == 0);
  }
  return file;
}

}  // namespace

TEST_CASE("otb check: a valid TRF file passes and two wrong boards are found") {
  const TemporaryDirectory directory;
  const std::string text = read_data("pairings/d016-09-113.trf");
  const std::string file = directory.write("good.trf", text);
  const Run good = check(file);
  CHECK(good.status == 0);
  const auto rounds = lines_of(good.out);
  REQUIRE(rounds.size() == 9);
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    CHECK(rounds[i] == Json{{"round", i + 1}, {"equal", true}, {"differing", Json::array()}});
  }
  CHECK(run_schiri({"otb", "check", file}).out == "9 rounds, all paired according to the rules\n");

  // Replaces the opponent of one player in the second round.
  std::string changed = text;
  const auto line = changed.find("001    3 ");
  changed.replace(line + 101, 4, changed.substr(line + 101, 4) == "   1" ? "   2" : "   1");
  const Run bad = check(directory.write("bad.trf", changed));
  CHECK(bad.status == 1);
  const auto second = lines_of(bad.out).at(1);
  CHECK(second.at("equal") == false);
  CHECK(second.at("differing").size() >= 1);
  for (const auto& one : second.at("differing")) {
    for (const char* key : {"board", "played", "expected", "criterion"}) CHECK(one.contains(key));
  }
}

TEST_CASE("otb check: own events of each system are checked as they were at each pairing") {
  for (const std::vector<std::string>& options : {std::vector<std::string>{},
                                                  {"--system", "dutch", "--accelerate", "baku"},
                                                  {"--system", "swiss"}}) {
    const TemporaryDirectory directory;
    const std::string file = played_event(directory, options);
    const Run run = check(file);
    CHECK(run.status == 0);
    CHECK(lines_of(run.out).size() == 3);
    if (options.size() == 2) continue;
    const std::string trf = directory.file("cup.trf");
    REQUIRE(run_schiri({"otb", "export", file, "-o", trf}).status == 0);
    CHECK(check(trf).status == 0);
  }
}

TEST_CASE("otb check: a changed stored pairing is reported") {
  const TemporaryDirectory directory;
  const std::string file = played_event(directory, {});
  std::string text = read_file(file);
  const std::string pair = "[\"Anna\",\"Dora\"]";
  const auto at = text.find(pair);
  REQUIRE(at != text.npos);
  text.replace(at, pair.size(), "[\"Dora\",\"Anna\"]");
  const Run run = run_schiri({"otb", "check", directory.write("other.otb", with_checksums(text))});
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("round 1, board 1: played 4 Dora - 1 Anna, expected "
                                    "1 Anna - 4 Dora (colours)"));
}

TEST_CASE("otb check: a file that is not an event is refused") {
  const TemporaryDirectory directory;
  CHECK(check(directory.file("none.trf")).status == 3);
  CHECK(check(directory.write("x.trf", "012 Cup\n")).status == 3);
  const Run bad = check(directory.write("y.trf", "012 Cup\nXXR many\n"));
  CHECK(bad.status == 3);
  CHECK_THAT(bad.err, contains_text("y.trf: line 2: expected a round, not 'many'"));
}

TEST_CASE("otb simulate: the same seed gives the same TRF file and all pairings follow the rules") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("x.trf");
  const std::vector<std::string> words = {"otb", "simulate", "--players", "40", "--seed", "7"};
  const Run first = run_schiri(words);
  CHECK(first.status == 0);
  CHECK(run_schiri(words).out == first.out);
  CHECK(check(directory.write("x.trf", first.out)).status == 0);
  auto baku = words;
  baku.insert(baku.end(), {"--accelerate", "baku", "-o", file});
  REQUIRE(run_schiri(baku).status == 0);
  CHECK_THAT(read_file(file), contains_text("XXA    1  1.0  1.0  1.0  0.5  0.5\n"));
  CHECK(check(file).status == 0);
  CHECK(run_schiri({"otb", "simulate", "--players", "1"}).status == 2);
}
