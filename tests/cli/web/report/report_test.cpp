#include "cli/print/encodings.h"
#include "cli/web/report/opening_tree.h"
#include "cli/web/report/report_document.h"
#include "core/base/random.h"
#include "core/base/sha256.h"
#include "notation/game_types.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"
#include "tests/support/report_page.h"

namespace report_report_test {

using namespace schiri::cli;
using schiri::sha256;

std::string run_report(const std::vector<std::string>& arguments, const std::string& input = "") {
  std::vector<std::string> words = {"report", "--no-engine", "-o", "-"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Run run = run_schiri(words, input);
  INFO(run.err);
  REQUIRE(run.status == 0);
  return run.out;
}

/// All games of a report after unpacking.
Json games_of(const Json& data) {
  Json games = Json::array();
  for (const auto& block : data.at("blocks")) {
    for (auto& game : Json::parse(unpacked(block.text()))) games.push_back(game);
  }
  return games;
}

std::string record(const std::string& white, const std::string& black, const std::string& result,
                   const std::string& more = "[Termination \"agreement\"]\n",
                   const std::string& turns = "1. A2+B3 A6-B6") {
  return record_text({.event = "E",
                      .site = "?",
                      .date = "2024.05.17",
                      .round = "1",
                      .white = white,
                      .black = black,
                      .result = result,
                      .more = more,
                      .turns = turns});
}

TEST_CASE("report: base64 of RFC 4648") {
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : vectors) CHECK(base64(bytes) == text);
}

TEST_CASE("report: the opening tree is sorted by frequency") {
  OpeningForest forest;
  const std::vector<schiri::Side> movers = {schiri::Side::black, schiri::Side::white};
  forest.add("", {"x", "y"}, 0, 0);
  forest.add("", {"z"}, 2, 1, movers);
  forest.add("", {"z", "y"}, 1, 2);
  forest.add("elsewhere", {"x"}, 3, 3);
  const auto trees = forest.finish().roots;
  REQUIRE(trees.size() == 2);
  CHECK(trees[0].turn == "");
  CHECK(trees[0].results == ResultCounts{1, 1, 1, 0});
  REQUIRE(trees[0].children.size() == 2);
  CHECK(trees[0].children[0].turn == "z");
  CHECK(trees[0].children[0].games() == 2);
  CHECK(trees[0].children[0].game == 1);
  CHECK(trees[0].children[0].mover == schiri::Side::black);
  REQUIRE(trees[0].children[0].children.size() == 1);
  CHECK(trees[0].children[0].children[0].mover == schiri::Side::white);
  CHECK(trees[0].children[1].turn == "x");
  CHECK(trees[1].turn == "elsewhere");
  // A game without turns does not tell who begins.
  forest = {};
  forest.add("there", {}, 0, 0);
  forest.add("there", {"x"}, 0, 1, movers);
  CHECK(forest.finish().roots.at(0).mover == schiri::Side::black);
}

TEST_CASE("report: the opening tree equals one of all turns, less the rare ones") {
  // Games over three letters; the counts of each beginning are known without a tree.
  schiri::Rng rng(1);
  std::vector<std::vector<std::string>> games;
  std::map<std::vector<std::string>, std::uint64_t> counts;
  for (int i = 0; i < 3000; ++i) {
    std::vector<std::string> turns(rng.below(6));
    for (std::string& turn : turns) turn = std::string(1, static_cast<char>('a' + rng.below(3)));
    for (std::size_t n = 0; n <= turns.size(); ++n) {
      ++counts[{turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(n)}];
    }
    games.push_back(turns);
  }
  for (const std::size_t most : {std::size_t{5000}, std::size_t{100}, std::size_t{1}}) {
    OpeningForest forest;
    for (std::size_t i = 0; i < games.size(); ++i) {
      forest.add("", {games[i].begin(), games[i].end()}, i % 3, i);
    }
    const auto trees = forest.finish(30, most);
    CAPTURE(most, trees.least_games);
    CHECK((trees.least_games == 0) == (most == 5000));
    std::size_t nodes = 0;
    std::vector<std::string> path;
    const std::function<void(const OpeningNode&)> visit = [&](const OpeningNode& node) {
      ++nodes;
      CHECK(node.games() == counts[path]);
      CHECK((path.empty() || node.games() >= trees.least_games));
      CHECK(std::equal(path.begin(), path.end(), games[node.game.value()].begin()));
      std::uint64_t below = 0;
      for (const OpeningNode& child : node.children) {
        path.push_back(child.turn);
        below += child.games();
        visit(child);
        path.pop_back();
      }
      CHECK(below <= node.games());
    };
    REQUIRE(trees.roots.size() == 1);
    visit(trees.roots[0]);
    CHECK(nodes <= std::max<std::size_t>(most, 1));
    const auto repeated =
        std::count_if(counts.begin(), counts.end(), [](const auto& its) { return its.second > 1; });
    if (most == 5000) CHECK(nodes >= static_cast<std::size_t>(repeated));
  }
}

TEST_CASE("report: the opening tree tells more turns apart than two bytes can number") {
  OpeningForest forest;
  forest.add("", {"first"}, 0, 7);
  for (int i = 0; i < 70000; ++i) forest.add("", {"t" + std::to_string(i), "x"}, 2, {});
  for (int i = 0; i < 12; ++i) forest.add("", {"t69999", "x", "t65535"}, 1, {});
  forest.add("", {"t65535", "y"}, 3, {});
  const auto trees = forest.finish(2).roots;
  REQUIRE(trees.size() == 1);
  CHECK(trees[0].results == ResultCounts{1, 12, 70000, 1});
  CHECK(trees[0].game == 7);
  REQUIRE(trees[0].children.size() == 2);
  const OpeningNode &often = trees[0].children[0], &twice = trees[0].children[1];
  CHECK(often.turn == "t69999");
  CHECK(often.games() == 13);
  CHECK_FALSE(often.game);
  REQUIRE(often.children.size() == 1);
  CHECK(often.children[0].turn == "x");
  CHECK(often.children[0].games() == 13);
  REQUIRE(often.children[0].children.size() == 1);
  CHECK(often.children[0].children[0].turn == "t65535");
  CHECK(twice.turn == "t65535");
  REQUIRE(twice.children.size() == 2);
  CHECK(twice.children[0].turn == "x");
  CHECK(twice.children[1].turn == "y");
}

TEST_CASE("report: games of a database that are only counted count as those that are shown") {
  const TemporaryDirectory folder;
  const std::string db = folder.file("a.db");
  const std::string file = folder.write(
      "a.pgn", record("A", "B", "1-0") + record("A", "B", "1-0") +
                   record("A", "B", "*", "", "1. A2+B3 {+0.34/6 0.120s} A6-B6 {0.30/5 0.500s}") +
                   record("B", "A", "*", "",
                          "1. A2+B3 {analysis: White +0.34/6, best} A6-B6 $4 "
                          "{analysis: White +3.00/6, blunder, better A6-A5 +0.00/6}") +
                   record("C", "A", "1-0", "[Termination \"time forfeit\"]\n") +
                   record("C", "?", "0-1", "[Termination \"abandoned\"]\n", "") +
                   record("B", "C", "0-1", "", "1. A2+B3 A6-B6 2. A3-A4"));
  REQUIRE(run_schiri({"db", "import", "--db", db, file}).status == 0);
  REQUIRE(run_schiri(
              {"db", "import", "--db", db, std::string(SCHIRI_TEST_DATA) + "/creeper-sample.pgn"})
              .status == 0);
  Json shown = report_data(run_report({"--db", db})),
       none = report_data(run_report({"--db", db, "--limit", "0"}));
  REQUIRE(shown.at("games").size() == shown.at("total"));
  CHECK(none.at("games").empty());
  for (const char* key : {"players", "words", "total", "dates"}) {
    CAPTURE(key);
    CHECK(none.at(key) == shown.at(key));
  }
  REQUIRE(none.at("kinds").size() == shown.at("kinds").size());
  const Json &kind = none.at("kinds")[0], &whole = shown.at("kinds")[0];
  for (const char* key :
       {"results", "endings", "lengths", "times", "accuracy", "ratings", "tables", "allFailures"}) {
    CAPTURE(key);
    CHECK(kind.at(key) == whole.at(key));
  }
  REQUIRE(kind.at("warnings").size() == whole.at("warnings").size());
  for (std::size_t i = 0; i < kind.at("warnings").size(); ++i) {
    CHECK(kind.at("warnings")[i].at("text") == whole.at("warnings")[i].at("text"));
  }
  const std::function<void(const Json&, const Json&)> same = [&](const Json& a, const Json& b) {
    CHECK(a[0] == b[0]);
    CHECK(a[1] == b[1]);
    CHECK(a[4] == b[4]);
    REQUIRE(a[3].size() == b[3].size());
    for (std::size_t i = 0; i < a[3].size(); ++i) same(a[3][i], b[3][i]);
  };
  REQUIRE(kind.at("openings").size() == whole.at("openings").size());
  for (std::size_t i = 0; i < kind.at("openings").size(); ++i) {
    same(kind.at("openings")[i], whole.at("openings")[i]);
  }
}

TEST_CASE("report: every game of a tournament equals the database position by position") {
  const TemporaryDirectory folder;
  const std::string db = folder.file("e.db"), pgn = folder.file("e.pgn");
  REQUIRE(run_schiri({"tournament", "run", "--game", "creeper", "--bot", "greedy", "--bot",
                      "random", "--rounds", "20", "--db", db, "--event", "Cup"})
              .status == 0);
  REQUIRE(run_schiri({"db", "export", "--db", db, "-o", pgn}).status == 0);
  const std::string page = run_report({"--db", db, "--event", "Cup"});
  CHECK(page == run_report({"--db", db, "--event", "Cup"}));
  const Json data = report_data(page), games = games_of(data);
  CHECK(data.at("title") == "Cup");
  REQUIRE(data.at("games").size() == 40);
  REQUIRE(games.size() == 40);
  const std::string records = read_file(pgn);
  std::size_t at = 0;
  for (const Json& game : games) {
    const std::string& text = game.at("record").text();
    CHECK(records.substr(at, text.size()) == text);
    at += text.size();
  }

  std::istringstream replayed(run_schiri({"replay", pgn, "--format", "json"}).out);
  for (const Json& game : games) {
    const Json &turns = game.at("turns"), &positions = game.at("positions");
    CHECK(game.at("comments").size() == turns.size());
    CHECK(game.at("figures").size() == positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
      std::string line;
      REQUIRE(std::getline(replayed, line));
      const Json shown = Json::parse(line);
      CHECK(shown.at("position") == positions[i]);
      CHECK(shown.at("side").get<std::string>()[0] == game.at("sides").text()[i]);
      if (i > 0) CHECK(shown.at("text") == turns[i - 1]);
    }
  }
  const Json& kind = data.at("kinds").at(0);
  std::istringstream rated(run_schiri({"ratings", "--db", db, "--format", "json"}).out);
  for (const Json& player : kind.at("ratings").at(0).at("players")) {
    std::string line;
    REQUIRE(std::getline(rated, line));
    const Json wanted = Json::parse(line);
    CHECK(player.at("name") == wanted.at("player"));
    CHECK(player.at("rating").get<double>() ==
          Approx(wanted.at("rating").get<double>()).margin(.06));
    CHECK(player.at("error").get<double>() == Approx(wanted.at("error").get<double>()).margin(.06));
    CHECK(player.at("los") == wanted.at("los"));
  }
}

TEST_CASE("report: a match has the figures of stats elo, from a database and from records") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  REQUIRE(run_schiri({"tournament", "run", "--game", "creeper", "--bot", "greedy", "--bot",
                      "random", "--rounds", "12", "--db", db})
              .status == 0);
  const Json alone =
      json_lines(run_schiri({"stats", "elo", "--db", db, "--format", "json"}).out).front();
  const std::string records = run_schiri({"db", "export", "--db", db}).out;
  for (const std::string& page : {run_report({"--db", db}), run_report({"-"}, records)}) {
    const Json matches = report_data(page).at("kinds")[0].at("matches");
    REQUIRE(matches.size() == 1);
    CHECK(matches[0].at("first") == "greedy");
    CHECK(matches[0].at("second") == "random");
    for (const char* key : {"elo", "error", "nelo", "los", "penta", "pairs_ratio", "points"}) {
      CAPTURE(key);
      CHECK(matches[0].at(key) == alone.at(key));
    }
  }
}

TEST_CASE("report: pairings with enough games are matches, others are not") {
  std::string records = record("C", "A", "1-0");
  for (int i = 0; i < 10; ++i) {
    const bool a_is_white = i % 2 == 0;
    const std::string result = i % 3 == 0 ? "1/2-1/2" : a_is_white ? "1-0" : "0-1";
    const std::string number = "[Annotator \"" + std::to_string(i) + "\"]\n";
    records += record(a_is_white ? "A" : "B", a_is_white ? "B" : "A", result,
                      "[Termination \"agreement\"]\n" + number);
  }
  const Json matches = report_data(run_report({"-"}, records)).at("kinds")[0].at("matches");
  REQUIRE(matches.size() == 1);
  CHECK(matches[0].at("first") == "A");
  CHECK(matches[0].at("second") == "B");
  CHECK(matches[0].at("games") == 10);
  CHECK(matches[0].at("penta").is_null());
  CHECK(matches[0].at("losses") == 0);
  // Two players who met once are a match, two of three are not.
  CHECK(
      report_data(run_report({"-"}, record("C", "A", "1-0"))).at("kinds")[0].at("matches").size() ==
      1);
  const std::string three = record("C", "A", "1-0") + record("B", "A", "1-0");
  CHECK(report_data(run_report({"-"}, three)).at("kinds")[0].at("matches").empty());
}

TEST_CASE("report: a record cannot inject markup or end a script") {
  const std::string evil = "</script><script>alert(1)</script><!--";
  const std::string page =
      run_report({"-", "--title", "a <b> & @script@"}, record(evil, "\\\"><img src=x>", "1-0"));
  CHECK(report_data(page).dump().find("alert") != std::string::npos);
  CHECK(page.find("<script>alert") == page.npos);
  CHECK(page.find("<img") == page.npos);
  CHECK_THAT(page, contains_text("<title>a &lt;b&gt; &amp; @script@</title>"));
  CHECK(report_data(page).at("players").at(0) == evil);
}

TEST_CASE("report: the policy has the hashes of the page's scripts and styles") {
  const std::string page = run_report({"-"}, record("A", "B", "1-0"));
  const std::string policy = between(page, "Content-Security-Policy\" content=\"", "\"");
  CHECK_THAT(policy, contains_text("default-src 'none'"));
  CHECK(policy.find("unsafe") == policy.npos);
  CHECK_THAT(policy, contains_text("style-src 'sha256-" +
                                   base64(sha256(between(page, "<style>", "</style>"))) + "'"));
  CHECK_THAT(
      policy,
      contains_text("script-src 'sha256-" +
                    base64(sha256(between(page, "<script type=\"module\">", "</script>"))) + "'"));
  CHECK(page.find("http://") == page.find("http://www.w3.org/2000/svg"));
  CHECK(page.find("https://") == page.npos);
}

TEST_CASE("report: the engine is included if it exists and is not declined") {
  const auto folder = std::filesystem::path(SCHIRI_PROGRAM).parent_path();
  const bool has_engine = std::filesystem::exists(folder / "schiri-engine.wasm");
  const std::string records = record("A", "B", "1-0");
  const std::string page = run_schiri({"report", "-", "-o", "-"}, records).out;
  const std::string plain = run_report({"-"}, records);
  CHECK(report_data(page) == report_data(plain));
  CHECK((page == plain) == !has_engine);
  if (!has_engine) return;
  CHECK(page.size() < 1'500'000);
  const std::string policy = between(page, "Content-Security-Policy\" content=\"", "\"");
  CHECK_THAT(policy,
             contains_text("'sha256-" +
                           base64(sha256(between(page, "<script type=\"module\">", "</script>"))) +
                           "' 'wasm-unsafe-eval'; worker-src blob:;"));
}

TEST_CASE(
    "report: warnings about duplicates and results without a reason, forfeits among failures") {
  const Json data = report_data(run_report(
      {"-"}, record("A", "B", "1-0") + record("A", "B", "1-0") + record("B", "A", "1-0") +
                 record("A", "C", "0-1", "[Termination \"time forfeit\"]\n") +
                 record("C", "B", "1-0", "")));
  const Json& kind = data.at("kinds").at(0);
  const Json& warnings = kind.at("warnings");
  REQUIRE(warnings.size() == 2);
  CHECK_THAT(warnings[0].at("text").get<std::string>(), contains_text("1 game is a duplicate"));
  CHECK(warnings[0].at("games") == Json{1});
  CHECK(warnings[1].at("games") == Json{4});
  REQUIRE(kind.at("failures").size() == 1);
  CHECK(kind.at("failures").at(0).at("game") == 3);
}

TEST_CASE("report: unknown dates are one, as in ratings") {
  std::string games;
  for (const char* date : {"", "[Date \"?\"]\n", "[Date \"????.??.??\"]\n", "[Date \"2025\"]\n"}) {
    std::string game = record("A", "B", "1-0");
    const std::string_view known = "[Date \"2024.05.17\"]\n";
    games += game.replace(game.find(known), known.size(), date);
  }
  const Json data = report_data(run_report({"-"}, games));
  const Json& warnings = data.at("kinds").at(0).at("warnings");
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].at("games") == Json{1, 2});
  CHECK(data.at("games").at(0).at(7) == data.at("games").at(2).at(7));
}

TEST_CASE("report: lost games have the position and the end of the conversation") {
  const TemporaryDirectory folder;
  const std::string db = folder.file("a.db");
  run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
              scripted_bot("lies", folder) + " name=liar", "--db", db});
  const Json data = report_data(run_report({"--db", db}));
  const Json& kind = data.at("kinds").at(0);
  CHECK(kind.at("allFailures") == 2);
  REQUIRE(kind.at("failures").size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const Json& failure = kind.at("failures").at(i);
    CHECK(failure.at("game") == i);
    CHECK(data.at("players").at(failure.at("player").get<std::size_t>()) == "liar");
    CHECK(data.at("players").at(failure.at("opponent").get<std::size_t>()) == "random");
    CHECK(data.at("words").at(failure.at("ending").get<std::size_t>()) == "illegal move");
    CHECK_THAT(failure.at("remark").get<std::string>(),
               contains_text("answered \"A1+A1\": not a turn of the game"));
    const Json& lines = failure.at("conversation");
    CHECK(lines.size() <= 10);
    CHECK(lines.at(lines.size() - 1) == "< bestmove A1+A1");
    CHECK(failure.at("error") == "this is lies");
    const Json game = games_of(data).at(i);
    CHECK(failure.at("position") == game.at("positions")[game.at("turns").size()]);
    CHECK(failure.at("turns") == game.at("turns").size());
  }
}

TEST_CASE("report: lost games of a file have the remark of the record, which is never markup") {
  const std::string evil = "Black </script><img src=x> ended";
  const std::string lost = record("A", "B", "1-0", "[Termination \"crash\"]\n");
  const std::string end = "1-0\n";
  REQUIRE(lost.find(end) != lost.npos);
  std::string remarked = lost;
  remarked.replace(remarked.rfind(end), end.size(), "1-0 {" + evil + "}\n");
  const std::string page =
      run_report({"-"}, remarked + record("C", "D", "1-0", "[Termination \"abandoned\"]\n"));
  CHECK(page.find("<img") == page.npos);
  const Json data = report_data(page);
  const Json& failures = data.at("kinds").at(0).at("failures");
  REQUIRE(failures.size() == 1);
  CHECK(failures.at(0).at("remark") == evil);
  CHECK(failures.at(0).at("conversation").empty());
}

TEST_CASE("report: thinking times come from the comments") {
  const Json data =
      report_data(run_report({"-"}, record("A", "B", "*", "",
                                           "1. A2+B3 {+0.34/6 0.120s} A6-B6 {no time} 2. A3-A4 "
                                           "{-0.10/6 1.000s}")));
  const Json& times = data.at("kinds").at(0).at("times");
  REQUIRE(times.size() == 1);
  CHECK(times[0][1] == 2);
  CHECK(times[0][2].get<double>() == Approx(1.12));
  CHECK(times[0][3].get<double>() == Approx(1));
}

TEST_CASE("report: legal parts of variations are replayed with NAGs and comments") {
  const std::string record =
      "[Event \"x\"]\n[Result \"*\"]\n[Game \"creeper\"]\n\n"
      "1. A2+B3 $1 {good} (1. G6+F5 ! {seen} A6-B6 (1... A6+B5) 2. A9-A8 B3-B4) "
      "(A1-A2) (1. 1-0) 1... A6-B6 *\n";
  const Json data = report_data(run_report({"-"}, record));
  const Json game = games_of(data)[0];
  CHECK(game["turns"] == Json({"A2+B3", "A6-B6"}));
  CHECK(game["comments"] == Json({"good (A1-A2)", ""}));
  CHECK(game["nags"] == Json({{1}, Json::array()}));
  REQUIRE(game["variations"].size() == 1);
  const Json& variation = game["variations"][0];
  CHECK(variation["start"] == 0);
  CHECK(variation["turns"] == Json({"G6+F5", "A6-B6"}));
  CHECK(variation["comments"] == Json({"seen", "A9-A8 B3-B4"}));
  CHECK(variation["nags"] == Json({{1}, Json::array()}));
  CHECK(variation["positions"][0] == game["positions"][0]);
  REQUIRE(variation["variations"].size() == 1);
  CHECK(variation["variations"][0]["start"] == 1);
  CHECK(variation["variations"][0]["turns"] == Json::parse("[\"A6+B5\"]"));
}

TEST_CASE("report: deeply nested and endless variations are harmless") {
  const std::string head = "[Event \"x\"]\n[Result \"*\"]\n[Game \"creeper\"]\n\n1. A2+B3 ";
  std::string deep = head, many = head;
  for (int i = 0; i < 5000; ++i) deep += "(1. G6+F5 ";
  for (int i = 0; i < 5000; ++i) many += "(1. G6+F5) ";
  deep += std::string(5000, ')');
  const Json game = games_of(report_data(run_report({"-"}, deep + " *\n")))[0];
  int depth = 0;
  for (Json line = game; !line["variations"].empty(); line = Json(line["variations"][0])) ++depth;
  CHECK(depth == 16);
  CHECK(games_of(report_data(run_report({"-"}, many + " *\n")))[0]["variations"].size() == 1000);
}

TEST_CASE("report: an analysis is summarized by player") {
  const std::string record =
      "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n[Game \"creeper\"]\n\n"
      "1. A2+B3 {analysis: White +0.34/6, best} A6-B6 $4 "
      "{analysis: White +3.00/6, blunder, better A6-A5 +0.00/6} *\n";
  const Json kind = report_data(run_report({"-"}, record))["kinds"][0];
  REQUIRE(kind["accuracy"].size() == 2);
  CHECK(kind["accuracy"][0][0] == "a");
  CHECK(kind["accuracy"][0][1][0] == Json({0, 1, 100.0, 0.0, 0.0, 0, 0, 0}));
  CHECK(kind["accuracy"][1][1][0][3] == 300.0);
  CHECK(kind["accuracy"][1][1][0][7] == 1);
  CHECK(report_data(run_report(
      {"-"}, record.substr(0, record.find("1. ")) + "1. A2+B3 *\n"))["kinds"][0]["accuracy"]
            .empty());
}

TEST_CASE("report: without a title the page is called by its event, otherwise by its files") {
  const TemporaryDirectory folder;
  const std::string game = record("a", "b", "1-0");
  std::string other = game;
  other.replace(other.find("\"E\""), 3, "\"F\"");
  const std::string a = folder.write("a.pgn", game), b = folder.write("b.pgn", game),
                    c = folder.write("c.pgn", other), d = folder.write("d.pgn", game);
  const auto title = [](const std::vector<std::string>& arguments, const std::string& input = "") {
    const std::string page = run_report(arguments, input);
    const std::string text = between(page, "<title>", "</title>");
    CHECK(between(page, "<h1>", "</h1>") == text);
    return text;
  };
  CHECK(title({a}) == "E");
  std::string unknown = game;
  unknown.replace(unknown.find("\"E\""), 3, "\"?\"");
  CHECK(title({folder.write("e.pgn", unknown)}) == "e.pgn");
  CHECK(title({a, b}) == "E");
  CHECK(title({a, c}) == "a.pgn, c.pgn");
  CHECK(title({a, b, c, d}) == "a.pgn, b.pgn, c.pgn and 1 more");
  CHECK(title({a, b, "--title", "x"}) == "x");
  CHECK(title({a, c, "--event", "E"}) == "E");
  CHECK(title({"-"}, game) == "E");
  CHECK(title({"-"}, game + other) == "Games");
  // The same event, with a composed and a decomposed letter.
  std::string composed = game, decomposed = game;
  composed.replace(composed.find("\"E\""), 3, "\"Caf\u00e9\"");
  decomposed.replace(decomposed.find("\"E\""), 3, "\"Cafe\u0301\"");
  CHECK(title({"-"}, composed + decomposed) == "Caf\u00e9");
}

TEST_CASE("report: the period is that of the known parts of dates") {
  const auto dates = [](const std::vector<std::string>& all) {
    std::string games;
    for (const std::string& date : all) {
      std::string text = record("A", "B", "1-0");
      games += text.replace(text.find("2024.05.17"), 10, date);
    }
    return report_data(run_report({"-"}, games)).at("dates");
  };
  CHECK(dates({"2026.??.??", "2026.12.31", "2026.01.05"}) == Json({"2026.01.05", "2026.12.31"}));
  CHECK(dates({"2026.12.??", "2026.??.??"}) == Json({"2026.12.??", "2026.12.??"}));
  CHECK(dates({"2026.??.??", "2025.03.01"}) == Json({"2025.03.01", "2026.??.??"}));
  CHECK(dates({"2026.??.??", "????.??.??"}) == Json({"2026.??.??", "2026.??.??"}));
}

TEST_CASE("report: a warning names an unknown loser") {
  const Json data =
      report_data(run_report({"-"}, record("Anna", "?", "1-0", "[Termination \"abandoned\"]\n")));
  CHECK(data["kinds"][0]["warnings"][0]["text"] == "? lost by abandoned in 1 game");
}

TEST_CASE("report: a large cross table has the cells of the rows that are shown") {
  std::string games;
  for (int i = 0; i < 80; ++i) {
    games += record("p" + std::to_string(i), "p" + std::to_string((i + 1) % 80), "1/2-1/2");
    games += record("p" + std::to_string(i), "p" + std::to_string((i + 7) % 80), "1-0");
  }
  const Json rows = report_data(run_report({"-"}, games)).at("kinds")[0].at("tables")[0].at("rows");
  REQUIRE(rows.size() == 80);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].at("games") == 4);
    CHECK(rows[i].at("results") == Json({1, 2, 1}));
    for (const Json& cell : rows[i].at("cells")) CHECK(cell[0].get<std::size_t>() < 60);
    CHECK((i < 60 || rows[i].at("cells").empty()));
  }
}

TEST_CASE("report: ratings over time are dated for a hundred players") {
  std::string games;
  for (int i = 0; i < 200; ++i) {
    std::string game = record("p" + std::to_string(i % 100), "p" + std::to_string((i + 1) % 100),
                              i % 3 ? "1-0" : "0-1");
    game.replace(game.find("05.17"), 5, "05." + std::to_string(10 + i / 20));
    games += game;
  }
  const Json history = report_data(run_report({"-"}, games))["kinds"][0]["history"];
  CHECK(history["players"].size() == 100);
  REQUIRE(history["dates"].size() == 20);
  CHECK(history["dates"][0] == "2024.05.10");
  CHECK(history["dates"][19] == "2024.05.19");
  CHECK(history["games"][19] == 200);
}

TEST_CASE("report: no games and broken games") {
  const TemporaryDirectory folder;
  CHECK(report_data(run_report({"-"}, "")).at("games").empty());
  const std::string file = folder.file("r.html");
  const Run broken = run_schiri({"report", "-", "-o", file},
                                record("A", "B", "1-0") + record("A", "B", "1-0", "", "1. A2-A7"));
  CHECK(broken.status == 1);
  const Json data = report_data(read_file(file));
  CHECK(data.at("games").size() == 1);
  CHECK(data.at("warnings").at(0).at("text") == "1 record was broken and left out");
}

TEST_CASE("report: counts all games and holds the first N") {
  const TemporaryDirectory directory;
  std::string games;
  for (int i = 0; i < 7; ++i) {
    const std::string name = "Player" + std::to_string(i);
    games += record(name, "?", i % 2 == 0 ? "1-0" : "0-1");
  }
  games += record("Player0", "?", "1-0");  // a duplicate
  const std::string file = directory.write("games.pgn", games);
  const auto [limit, held, has_note] = GENERATE(table<std::string, std::size_t, bool>({
      {"3", 3, true},
      {"0", 0, true},
      {"8", 8, false},
      {"100", 8, false},
  }));
  CAPTURE(limit);
  const Run run = must_run({"report", file, "--limit", limit, "-o", "-"});
  const Json data = report_data(run.out);
  CHECK(data["total"] == 8);
  CHECK(data["games"].size() == held);
  CHECK(data["dates"] == Json({"2024.05.17", "2024.05.17"}));
  CHECK(data["kinds"][0]["results"] == Json({5, 0, 3, 0}));
  CHECK_THAT(data["kinds"][0]["warnings"][0]["text"].get<std::string>(),
             contains_text("1 game is a duplicate"));
  CHECK(data["kinds"][0]["warnings"][0]["games"].size() == (held == 8 ? 1 : 0));
  CHECK(data["kinds"][0]["openings"][0][2].is_null() == (held == 0));
  const bool noted = data["warnings"].dump().find("Only the first") != std::string::npos;
  CHECK(noted == has_note);
}

TEST_CASE("report: has boards of as many games as fit, and all if it must") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("games.db");
  const Run played = run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random",
                                 "--bot", "random name=b", "--rounds", "300", "--db", db});
  REQUIRE(played.status == 0);
  const Run usual = must_run({"report", "--db", db, "--no-engine", "-o", "-"});
  CHECK(usual.out.size() < 4'200'000);
  const Json data = report_data(usual.out);
  CHECK(data["total"] == 600);
  CHECK(data["games"].size() > 200);
  CHECK(data["games"].size() < 600);
  CHECK(data["warnings"].dump().find("Only the first") != std::string::npos);
  const Run all = run_schiri({"report", "--db", db, "--no-engine", "--limit", "600", "-o", "-"});
  CHECK(report_data(all.out)["games"].size() == 600);
}

}  // namespace report_report_test
