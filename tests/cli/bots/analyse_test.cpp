#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/database.h"

namespace analyse_test {

const std::string bot = "alphabeta:nodes=2000";

Run analyse(const Words& words, const std::string& input = "") {
  Words all = {"analyse"};
  all.insert(all.end(), words.begin(), words.end());
  return run_schiri(all, input);
}

std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// One game of random bots for each kind of game.
std::string some_games() {
  std::string records;
  for (const std::string game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    const TemporaryDirectory directory;
    const std::string db = directory.file("a.db");
    run_schiri({"tournament", "run", "--game", game, "--bot", "greedy", "--bot", "random", "--db",
                db, "--max-turns", "16", "--event", game});
    records += run_schiri({"db", "export", "--db", db, "--no-times"}).out;
  }
  return records;
}

// White threatens to win at once and Black does not react.
const std::string missed =
    "[Event \"x\"]\n[Site \"x\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n"
    "[Black \"b\"]\n[Result \"*\"]\n[Game \"creeper\"]\n"
    "[Position \"7/B6/7/7/7/7/1W2WB1 4w1/4w1/4w1/4w1/4w1/1www2 b\"]\n\n"
    "1... A6-A5 {so be it} 2. B1-B2 *\n";

// A single turn wins, in two.
const std::string won =
    "[Event \"x\"]\n[Site \"x\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n"
    "[Black \"b\"]\n[Result \"*\"]\n[Game \"creeper\"]\n[Position "
    "\"7/7/2W4/1B5/7/3W3/3B3 1bb1w1/b1b1ww/bbwww1/wbb1wb/w2wwb/1w1bb1 w\"]\n\n1. D2-E2 *\n";

TEST_CASE("analyse: one position with its best lines in text and JSON") {
  const Words position = {"creeper", "--play", "A2+B3", "--bot", bot, "--no-times"};
  const Run text = analyse(position);
  CHECK(text.status == 0);
  CHECK_THAT(text.out,
             contains_text("Black to move; alphabeta:nodes=2000 sees, from White's side\n") &&
                 contains_text("nodes\n"));
  Words more = position;
  more.insert(more.end(), {"--lines", "3", "--format", "json"});
  const Run run = analyse(more);
  CHECK(run.status == 0);
  CHECK(analyse(more).out == run.out);
  const Json object = Json::parse(run.out);
  CHECK(object.at("side") == "black");
  CHECK(object.at("nodes").get<int>() <= 2000);
  const auto& lines = object.at("lines");
  REQUIRE(lines.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    Words played = {"position", "creeper", "--play", "A2+B3"};
    for (const Json& turn : lines[i].at("line")) {
      played.insert(played.end(), {"--play", turn.text()});
    }
    CAPTURE(played);
    CHECK(run_schiri(played).status == 0);
    CHECK(lines[i].at("depth").get<int>() > 0);
    if (i > 0 && lines[i].at("depth") == lines[i - 1].at("depth")) {
      CHECK(lines[i].at("score").get<double>() >= lines[i - 1].at("score").get<double>());
    }
  }
}

TEST_CASE("analyse: every bot that evaluates analyses every game") {
  const std::string name = GENERATE("greedy", "alphabeta:nodes=500", "mcts:nodes=500");
  for (const std::string game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    Words words = {game, "--bot", name};
    if (game == "sperre") words.insert(words.end(), {"--roll", "147"});
    const Run run = analyse(words);
    CAPTURE(game, name, run.out, run.err);
    CHECK(run.status == 0);
    CHECK_THAT(run.out, contains_text("White to move"));
  }
}

TEST_CASE("analyse: a mistake gets a mark and the better turn") {
  const Run run = analyse({"-", "--bot", bot}, missed);
  CHECK(run.status == 0);
  CHECK_THAT(on_one_line(run.out),
             contains_text("1... A6-A5 $4 {analysis: White +M1/2, blunder, better F1xD1 ") &&
                 contains_text("(1... F1xD1 2. ") && contains_text("{so be it}"));
  CHECK_THAT(run.out, contains_text("[Annotator \"schiri alphabeta:nodes=2000\"]"));
  CHECK_THAT(run.err, contains_text("1 game, 2 turns; ") && contains_text(" ??"));
  CHECK(run_schiri({"validate", "--strict", "-"}, run.out).status == 0);
}

TEST_CASE("analyse: a new analysis replaces only the previous analysis") {
  const std::string human = "1... A6-A5 $1 {so be it} (1... F1xD1 {holds}) 2. B1-B2 *\n";
  const std::string record = missed.substr(0, missed.find("1... A6")) + human;
  const Run first = analyse({"-", "--bot", bot}, record);
  CHECK_THAT(first.out,
             contains_text("1... A6-A5 $1 {analysis: ") && contains_text("(1... F1xD1 {holds})"));
  CHECK(analyse({"-", "--bot", bot}, first.out).out == first.out);
  const std::string games = some_games();
  const Run once = analyse({"-", "--bot", bot}, games);
  CHECK(once.status == 0);
  CHECK(analyse({"-", "--bot", bot}, once.out).out == once.out);
}

TEST_CASE("analyse: output is canonical and valid and the same for any number of threads") {
  const std::string games = some_games();
  const std::string name = GENERATE("alphabeta:nodes=300", "mcts:nodes=300", "greedy");
  const Run one = analyse({"-", "--bot", name, "-j", "1"}, games);
  CAPTURE(one.err);
  CHECK(one.status == 0);
  CHECK((analyse({"-", "--bot", name, "-j", "3"}, games).out == one.out));
  CHECK(run_schiri({"validate", "-"}, one.out).status == 0);
  CHECK((run_schiri({"convert", "-"}, one.out).out == one.out));
  CHECK_THAT(one.out, contains_text("analysis: "));
}

TEST_CASE("analyse: each turn as JSON") {
  const auto turns = json_lines(analyse({"-", "--bot", bot, "--format", "json"}, missed).out);
  REQUIRE(turns.size() == 2);
  CHECK(turns[0].at("text") == "A6-A5");
  CHECK(turns[0].at("side") == "black");
  CHECK(turns[0].at("best") == "F1xD1");
  CHECK(turns[0].at("mark") == "??");
  CHECK(turns[0].at("mate") == 1);
  CHECK(turns[0].at("view") == "white");
  CHECK(turns[0].at("line").at(0) == "F1xD1");
  CHECK(turns[0].at("loss").get<double>() > 30);
  CHECK(turns[1].at("side") == "white");
  CHECK(turns[1].at("turn") == 2);
}

TEST_CASE("analyse: --own-side gives evaluations from the side of the player to move") {
  const Words own = {"-", "--bot", bot, "--own-side"};
  const Run records = analyse(own, missed);
  CHECK_THAT(on_one_line(records.out),
             contains_text("1... A6-A5 $4 {analysis: -M1/2, blunder, better F1xD1 ") &&
                 contains_text("2. B1-B2 $") && !contains_text("White +"));
  Words json = own;
  json.insert(json.end(), {"--format", "json"});
  const auto turns = json_lines(analyse(json, missed).out);
  CHECK(turns[0].at("mate") == -1);
  CHECK(turns[0].at("view") == "own");
  // A new analysis replaces one from the other side.
  CHECK(analyse({"-", "--bot", bot}, records.out).out == analyse({"-", "--bot", bot}, missed).out);
  const Run position = analyse({"creeper", "--play", "A2+B3", "--own-side", "--bot", bot});
  CHECK_THAT(position.out, contains_text("sees, from Black's side\n"));
}

TEST_CASE("analyse: --accuracy summarizes the players") {
  const TemporaryDirectory directory;
  const std::string records = directory.file("out.pgn");
  const Run json =
      analyse({"-", "--bot", bot, "--accuracy", "--format", "json", "-o", records}, missed);
  const auto rows = json_lines(json.out);
  REQUIRE(rows.size() == 6);
  for (const auto& row : rows) {
    CAPTURE(row.dump());
    CHECK(row.at("game") == "creeper");
    CHECK(row.at("turns") == 1);
    CHECK(row.at("best") == 0);
    CHECK(row.at("loss").get<double>() > 0);
    CHECK(row.at("chance_loss").get<double>() > 20);
    CHECK(row.at("mistakes").get<int>() + row.at("blunders").get<int>() == 1);
  }
  CHECK(rows[0].at("player") == "a");
  CHECK(rows[0].at("by") == "all");
  CHECK(rows[4].at("player") == "b");
  CHECK(rows[4].at("part") == "black");
  CHECK(read_file(records) == analyse({"-", "--bot", bot}, missed).out);

  const Run csv = analyse({"-", "--bot", bot, "--accuracy", "--format", "csv"}, missed);
  CHECK(
      csv.out.starts_with("game,player,by,part,games,turns,best,loss,chance_loss,"
                          "inaccuracies,mistakes,blunders,variant\ncreeper,a,all,"));
  const Run text = analyse({"-", "--bot", bot, "--accuracy"}, missed);
  CHECK_THAT(text.out, contains_text("chance loss %") && !contains_text("analysis:"));
}

TEST_CASE("analyse: one game and one turn of it") {
  const std::string games = missed + "\n" + missed;
  CHECK(json_lines(analyse({"-", "--index", "2", "--bot", bot, "--format", "json"}, games).out)
            .size() == 2);
  const Run turn = analyse({"-", "--index", "2", "--turn", "1", "--bot", bot}, games);
  CHECK(turn.status == 0);
  CHECK_THAT(turn.out, contains_text("1     +M1/") && contains_text("E1+F2"));
  CHECK(analyse({"-", "--turn", "-1", "--bot", bot}, games).status == 0);
}

TEST_CASE("analyse: a broken game is reported and omitted and the others are analysed") {
  const std::string broken = "[Event \"y\"]\n[Game \"creeper\"]\n\n1. A2+B4 *\n\n";
  const Run run = analyse({"-", "--bot", bot}, broken + missed);
  CHECK(run.status == 1);
  CHECK_THAT(run.err, contains_text("A2+B4"));
  CHECK_THAT(run.out, contains_text("A6-A5") && !contains_text("A2+B4"));
}

TEST_CASE("analyse: external programs analyse games") {
  const std::string program =
      "cmd=\"" + std::string(SCHIRI_PROGRAM) + " ugi creeper --bot alphabeta\" nodes=2000 name=it";
  const Run inside =
      analyse({"creeper", "--bot", "alphabeta nodes=2000 name=it", "--lines", "2", "--no-times"});
  const Run outside = analyse({"creeper", "--bot", program, "--lines", "2", "--no-times"});
  CAPTURE(outside.err);
  CHECK(outside.status == 0);
  CHECK(outside.out == inside.out);
  CHECK((analyse({"-", "--bot", program, "-j", "2"}, missed + "\n" + missed).out ==
         analyse({"-", "--bot", "alphabeta nodes=2000 name=it"}, missed + "\n" + missed).out));
}

TEST_CASE("analyse: a program that fails is unusable") {
  const TemporaryDirectory directory;
  const std::string fault = GENERATE("lies", "exits with 1", "never answers");
  const Run run = analyse({"creeper", "--bot", scripted_bot(fault, directory) + " nodes=1",
                           "--watchdog", fault == "never answers" ? "0.3" : "60"});
  CAPTURE(fault, run.out);
  CHECK(run.status == 3);
  CHECK(processes_marked(directory) == 0);
  const Run games = analyse({"-", "--bot", scripted_bot(fault, directory) + " nodes=1",
                             "--watchdog", fault == "never answers" ? "0.3" : "60"},
                            missed);
  CHECK(games.status == 3 - (fault == "lies"));
  CHECK(processes_marked(directory) == 0);
}

}  // namespace analyse_test
