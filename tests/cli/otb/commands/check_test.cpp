#include "tests/catch.h"
#include "tests/programs/swiss_simulation.h"
#include "tests/support/database.h"
#include "tests/support/event_lines.h"
#include "tests/support/run.h"

namespace otb_check_test {

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

TEST_CASE("otb check: a valid TRF file passes and two wrong boards are found") {
  const TemporaryDirectory directory;
  const std::string text = read_data("pairings/d016-09-113.trf");
  const std::string file = directory.write("good.trf", text);
  const Run good = check(file);
  CHECK(good.status == 0);
  const auto rounds = json_lines(good.out);
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
  const auto second = json_lines(bad.out).at(1);
  CHECK(second.at("equal") == false);
  CHECK(second.at("differing").size() >= 1);
  for (const auto& one : second.at("differing")) {
    for (const char* key : {"board", "played", "expected", "criterion"}) CHECK(one.contains(key));
  }
}

TEST_CASE("otb check: own events of each system are checked as they were at each pairing") {
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, {"--system", "swiss"}}) {
    const TemporaryDirectory directory;
    const std::string file = played_event(directory, options);
    const Run run = check(file);
    CHECK(run.status == 0);
    CHECK(json_lines(run.out).size() == 3);
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
  CHECK_THAT(bad.err, contains_text("y.trf: line 2: "));
}

TEST_CASE("otb check: the pairings of a simulated event follow the rules") {
  const TemporaryDirectory directory;
  SimulationTerms terms;
  terms.players = 40;
  terms.seed = 7;
  CHECK(check(directory.write("x.trf", simulated_trf(simulate_swiss(terms)))).status == 0);
}

TEST_CASE("otb check: the standing of a report is compared, places by its tie-breaks") {
  const TemporaryDirectory directory;
  const std::string file = played_event(directory, {});
  const std::string trf =
      "### tie-breaks BH-C1,BH,SB,DE,WON\n" + run_schiri({"otb", "export", file}).out;
  CHECK(check(directory.write("good.trf", trf)).status == 0);
  const auto with = [&](std::size_t column, const std::string& text) {
    std::string changed = trf;
    changed.replace(changed.find("001    1 ") + column, text.size(), text);
    return run_schiri({"otb", "check", directory.write("bad.trf", changed)});
  };
  const Run points = with(80, " 9.5");
  CHECK(points.status == 1);
  CHECK_THAT(points.out, contains_text("standing, 1 "));
  CHECK_THAT(points.out, contains_text(": points 9.5, expected "));
  const Run place = with(85, "   8");
  CHECK(place.status == 1);
  CHECK_THAT(place.out, contains_text(": place 8, expected "));
  // Without the tie-breaks nothing says how equal points are ordered.
  std::string unnamed = trf;
  unnamed.erase(0, unnamed.find('\n') + 1);
  unnamed.replace(unnamed.find("001    1 ") + 85, 4, "   8");
  CHECK(check(directory.write("unnamed.trf", unnamed)).status == 0);
  std::string unknown = trf;
  unknown.replace(unknown.find("BH-C1"), 5, "XX-C1");
  const Run other = check(directory.write("unknown.trf", unknown));
  CHECK(other.status == 0);
  CHECK_THAT(other.err, contains_text("; its places are not compared"));
  const Run json = run_schiri({"otb", "check",
                               directory.write("bad.trf",
                                               [&] {
                                                 std::string changed = trf;
                                                 return changed.replace(
                                                     changed.find("001    1 ") + 80, 4, " 9.5");
                                               }()),
                               "--format", "json"});
  const auto rounds = json_lines(json.out);
  CHECK(rounds.back().at("standing").size() == 1);
  CHECK(rounds.back().at("standing").at(0).at("figure") == "points");
  CHECK(rounds.back().at("equal") == true);
}

TEST_CASE("otb check: a report names its system") {
  const TemporaryDirectory directory;
  const std::string file = played_event(directory, {});
  const std::string trf = run_schiri({"otb", "export", file}).out;
  const std::string system = "092 Individual: Swiss-System";
  for (const char* other : {"Swiss, Dubov", "FIDE_BURSTEIN", "Double Swiss"}) {
    CAPTURE(other);
    std::string changed = trf;
    changed.replace(changed.find(system), system.size(), "092 " + std::string(other));
    const Run run = check(directory.write("other.trf", changed));
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text(other));
    CHECK(run.out.empty());
  }
}

TEST_CASE("otb check: round-robins in reports follow Berger's tables in any order of rounds") {
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--cycles", "1"}, std::vector<std::string>{"--cycles", "2"}}) {
    const TemporaryDirectory directory;
    const std::string file = directory.file("all.otb");
    std::vector<std::string> words = {"otb",    "new",     file,       "--name",     "T",
                                      "--game", "creeper", "--system", "round-robin"};
    words.insert(words.end(), options.begin(), options.end());
    REQUIRE(run_schiri(words).status == 0);
    for (const char* name : {"A", "B", "C", "D", "E"}) {
      REQUIRE(run_schiri({"otb", "enter", file, name}).status == 0);
    }
    const int rounds = options[1] == "1" ? 5 : 10;
    for (int round = 0; round < rounds; ++round) {
      REQUIRE(run_schiri({"otb", "pair", file}).status == 0);
      REQUIRE(run_schiri({"otb", "result", file, "1", "1-0", "2", "="}).status == 0);
    }
    CHECK(check(file).status == 0);
    const std::string trf = run_schiri({"otb", "export", file}).out;
    CHECK(check(directory.write("a.trf", trf)).status == 0);
    // The first two rounds in the other order.
    std::istringstream lines(trf);
    std::string turned, wrong;
    for (std::string line; std::getline(lines, line);) {
      std::string other = line;
      if (line.starts_with("001")) {
        other = line.substr(0, 89) + line.substr(99, 10) + line.substr(89, 10) + line.substr(109);
      }
      turned += other + "\n";
      if (line.size() > 96 && line.starts_with("001") && line[96] != '-') {
        line[96] = line[96] == 'w' ? 'b' : 'w';
      }
      wrong += line + "\n";
    }
    CHECK(check(directory.write("b.trf", turned)).status == 0);
    // In a second cycle all have the other colour.
    if (rounds == 10) continue;
    const Run colours = check(directory.write("c.trf", wrong));
    CHECK(colours.status == 1);
    CHECK(json_lines(colours.out).at(0).at("differing").at(0).at("criterion") == "system");
  }
}

}  // namespace otb_check_test

namespace event_lines_test {

const std::string event_of_two =
    R"({"v":2,"time":"2026-05-01T10:00:00Z","act":"new","name":"E","game":"creeper",)"
    R"("variant":"standard","place":"","date":"2026.05.01","system":"swiss","rounds":3,"tie_breaks":[]})"
    "\n"
    R"({"v":2,"time":"2026-05-01T10:00:00Z","act":"enter","name":"A"})"
    "\n"
    R"({"v":2,"time":"2026-05-01T10:00:00Z","act":"enter","name":"B"})"
    "\n";

/// The line of an act: adds the opening brace, version and time.
std::string act(const std::string& rest) {
  return R"({"v":2,"time":"2026-05-01T10:00:00Z",)" + rest + "}\n";
}

const std::string pairing = R"("boards":[["A","B"]],"byes":[])";

TEST_CASE("schiri otb: an invalid line is refused by every command and the file is unchanged") {
  const std::string first = act(R"("act":"pair","round":1,)" + pairing);
  const auto [lines, line] = GENERATE_COPY(table<std::string, std::string>({
      {R"({"v":2,"act":"enter","name":"C"})"
       "\n",
       ":4: error: "},
      {R"({"v":2,"time":7,"act":"enter","name":"C"})"
       "\n",
       ":4: error: "},
      {act(R"("act":"pair",)" + pairing), ":4: error: "},
      {act(R"("act":"pair","round":2,)" + pairing), ":4: error: "},
      {first + act(R"("act":"pair","round":2,)" + pairing), ":5: error: "},
      {first + act(R"("act":"result","round":1,"board":1,"result":"1-0","record":[1])"),
       ":5: error: "},
      {act(R"("act":"enter","name":"C","team":"T")"), ":4: error: the event has teams, which"},
      {act(R"("act":"lineup","team":"T","round":1,"names":["A"])"),
       ":4: error: the event has teams"},
      {act(R"("act":"lots","names":["A","B"])"), ":4: error: the event has lots, which"},
      {act(R"("act":"set","tie_breaks":["AOB"])"), ":4: error: there is no tie-break 'AOB'; there"},
      {act(R"("act":"enter","name":"C","category":"B")"),
       ":4: error: the event has categories for prizes, which"},
      {first + act(R"("act":"result","round":1,"match":1,"board":1,"result":"1-0")"),
       ":5: error: the event has teams"},
  }));
  CAPTURE(lines);
  const TemporaryDirectory directory;
  const std::string text = with_checksums(event_of_two + lines);
  const std::string file = directory.write("a.otb", text);
  for (const char* command : {"log", "export", "standing", "show", "pair"}) {
    const Run run = run_schiri({"otb", command, file});
    CAPTURE(command, run.err);
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text(line));
    CHECK(run.out.empty());
  }
  CHECK(read_file(file) == text);
}

}  // namespace event_lines_test
