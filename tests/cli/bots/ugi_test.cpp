#include "core/process/process.h"
#include "core/ugi/protocol.h"
#include "notation/game_types.h"
#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/run.h"

namespace ugi_test {

// The served bots as other managers use them: through a pipe, without knowledge of the rules.

Process::TimePoint later() { return std::chrono::steady_clock::now() + std::chrono::seconds(300); }

/// A bot as a manager for UGI programs uses it.
class Engine {
 public:
  explicit Engine(const std::string& game, const std::string& bot = "random")
      : process_({std::string(SCHIRI_PROGRAM) + " ugi " + game + " --bot '" + bot + "'", "", {}}) {
    CHECK(ask("ugi", "ugiok") == "ugiok");
  }

  void send(const std::string& line) {
    REQUIRE(process_.write(line + "\n", later(), {}) == Process::Event::line);
  }
  /// The next line that begins with this word; the next line if the word is empty.
  std::string wait_for(const std::string& word) {
    for (;;) {
      const auto reading = process_.read_line(later(), {});
      REQUIRE(reading.event == Process::Event::line);
      if (word.empty() || ugi::first_word(reading.line) == word) return std::string(reading.line);
    }
  }
  std::string ask(const std::string& line, const std::string& word) {
    send(line);
    return wait_for(word);
  }
  std::string query(const std::string& question) {
    return ask("query " + question, "response").substr(9);
  }
  std::string turn(const std::string& limits) { return ask("go " + limits, "bestmove").substr(9); }

  int exit_code() {
    const auto status = process_.exit_status(later());
    return status ? *status : -1;
  }
  void end_input() { process_.ask_to_end(""); }

 private:
  Process process_;
};

/// Plays a match between two engines by the turns that they send; returns the result that both
/// report.
std::string play_match(Engine& first, Engine& second, const std::string& start, int most) {
  Engine* const engines[] = {&first, &second};
  for (Engine* engine : engines) {
    engine->ask("isready", "readyok");
    engine->send("uginewgame");
  }
  std::string moves;
  for (int turns = 0;; ++turns) {
    const std::string place = "position " + start + (moves.empty() ? "" : " moves" + moves);
    for (Engine* engine : engines) {
      engine->ask("isready", "readyok");
      engine->send(place);
    }
    CHECK(first.query("gameover") == second.query("gameover"));
    CHECK(first.query("p1turn") == second.query("p1turn"));
    if (first.query("gameover") == "true" || turns == most) {
      CHECK(first.query("result") == second.query("result"));
      return first.query("result");
    }
    CHECK(first.query("result") == "none");
    Engine& mover = first.query("p1turn") == "true" ? first : second;
    moves += ' ' + mover.turn("p1time 1000 p2time 1000 p1inc 10 p2inc 10");
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool has(const std::vector<std::string>& lines, const std::string& wanted) {
  return std::find(lines.begin(), lines.end(), wanted) != lines.end();
}

TEST_CASE("ugi: another manager plays a match of two served bots in every game") {
  for (const GameType* type : game_types()) {
    CAPTURE(type->name());
    const std::string name(type->name());
    Engine first(name, "greedy"), second(name, "random");
    Rng rng(3);
    const auto start = type->start(type->draw_start("", rng));
    const std::string result = play_match(first, second, "startpos", 60);
    CHECK((result == "p1win" || result == "p2win" || result == "draw" || result == "none"));
    play_match(second, first, "fen " + start->position(), 20);
    for (Engine* engine : {&first, &second}) {
      engine->send("quit");
      CHECK(engine->exit_code() == 0);
    }
  }
}

TEST_CASE("ugi: queries are answered and unknown lines are ignored") {
  Engine engine("creeper");
  engine.send("");
  engine.send("who are you?");
  engine.send("setoption name Hash value 512");
  engine.send("query weather");
  engine.send("stop");
  CHECK(engine.ask("isready", "readyok") == "readyok");
  engine.send("position startpos moves A2+B3");
  CHECK(engine.query("p1turn") == "false");
  CHECK(engine.query("gameover") == "false");
  CHECK(engine.query("result") == "none");
  // An invalid position does not replace the current one.
  CHECK_THAT(engine.ask("position startpos moves A1+A1", "info"), contains_text("turn 1"));
  CHECK_THAT(engine.ask("position fen nonsense", "info"), contains_text("info string"));
  CHECK(engine.query("p1turn") == "false");
  engine.send("position fen 7/B6/7/7/7/7/1W2W2 4w1/4w1/4w1/4w1/4w1/1www2 w moves E1+F2");
  CHECK(engine.query("gameover") == "true");
  CHECK(engine.query("result") == "p1win");
  CHECK(engine.turn("nodes 5") == "0000");
}

TEST_CASE("ugi: the options of a bot are announced and obeyed") {
  Engine engine("creeper", "alphabeta");
  const std::string told = run_schiri({"ugi", "creeper", "--bot", "alphabeta"}, "ugi\n").out;
  CHECK(has(lines_of(told), "option name hash type spin default 16 min 0 max 65536"));
  CHECK(has(lines_of(told), "option name multipv type spin default 1 min 1 max 500"));
  engine.send("setoption name MultiPV value 3");
  engine.send("position startpos");
  engine.send("go depth 2");
  for (const char* rank : {"1", "2", "3"}) {
    CHECK_THAT(engine.wait_for("info"), contains_text(std::string("multipv ") + rank));
  }
  engine.wait_for("bestmove");
  CHECK_THAT(engine.ask("setoption name hash value much", "info"),
             contains_text("option.hash is a number from 0 to 65536"));
  CHECK_THAT(run_schiri({"ugi", "creeper", "--bot", "alphabeta option.hash=5"}, "ugi\n").out,
             contains_text("hash type spin default 5 "));
}

TEST_CASE("ugi: a search reports depth and score and nodes and speed and time and line") {
  const std::string bot = GENERATE("alphabeta", "mcts");
  Engine engine("creeper", bot);
  engine.send("position startpos");
  engine.send("go nodes 20000");
  std::uint64_t nodes = 0;
  int reports = 0;
  for (std::string line = engine.wait_for(""); ugi::first_word(line) == "info";
       line = engine.wait_for("")) {
    const auto info = ugi::read_info(line);
    REQUIRE(info);
    CAPTURE(line);
    ++reports;
    CHECK(info->nodes.value_or(0) >= nodes);
    CHECK((info->depth && info->score && info->nodes_a_second && info->milliseconds));
    nodes = info->nodes.value_or(0);
    const auto game = find_game("creeper")->start({});
    for (const auto turn : ugi::words(info->pv)) CHECK_FALSE(game->play(turn));
    CHECK_FALSE(game->turns().empty());
  }
  CHECK(reports > 2);
  CHECK(nodes <= 20000);
}

TEST_CASE("ugi: 'go infinite' is not answered before 'stop' even after the search is complete") {
  const auto [bot, place] = GENERATE(table<std::string, std::string>({
      {"random", "position startpos"},
      {"alphabeta depth=1", "position startpos"},
      // The game is over.
      {"random", "position fen 7/B6/7/7/7/7/1W2W2 4w1/4w1/4w1/4w1/4w1/1www2 w moves E1+F2"},
  }));
  Engine engine("creeper", bot);
  engine.send(place);
  engine.send("go infinite");
  for (int i = 0; i < 100; ++i) {
    engine.send("isready");
    std::string line;
    while ((line = engine.wait_for("")) != "readyok") REQUIRE(ugi::first_word(line) == "info");
  }
  engine.send("stop");
  engine.wait_for("bestmove");
  engine.send("quit");
  CHECK(engine.exit_code() == 0);
  // No manager can send `stop` after the end of the input.
  CHECK_THAT(run_schiri({"ugi", "creeper", "--bot", bot}, place + "\ngo infinite\n").out,
             contains_text("bestmove"));
}

TEST_CASE("ugi: 'stop' ends every kind of search and commands of other protocols are harmless") {
  Engine engine("creeper", "alphabeta");
  engine.send("ucinewgame");
  for (const std::string limits :
       {"infinite", "depth 60", "nodes 99999999999", "movetime 9999999",
        "p1time 99999999 p2time 99999999 movestogo 1", "ponder infinite"}) {
    engine.send("isready");
    engine.send("position startpos moves A2+B3");
    engine.send("go " + limits);
    engine.send("isready");
    engine.wait_for("readyok");
    engine.send("stop");
    CHECK(engine.wait_for("bestmove").size() > 9);
    engine.send("stop");
  }
}

TEST_CASE("ugi: 'go ponder' is answered after 'ponderhit' within its limits or after 'stop'") {
  const auto [bot, limits] = GENERATE(table<std::string, std::string>({
      {"alphabeta", "movetime 50"},
      {"mcts", "p1time 5000 p2time 5000 p1inc 0 p2inc 0"},
      {"alphabeta depth=1", "nodes 300"},
      {"random", "depth 3"},
  }));
  CAPTURE(bot);
  Engine engine("creeper", bot);
  engine.send("setoption name Ponder value true");
  for (const char* end : {"ponderhit", "stop"}) {
    engine.send("position startpos moves A2+B3");
    engine.send("go ponder " + limits);
    engine.send("isready");
    std::string line;
    while ((line = engine.wait_for("")) != "readyok") REQUIRE(ugi::first_word(line) == "info");
    const auto game = find_game("creeper")->start({});
    game->play("A2+B3");
    const std::string answer = engine.ask(end, "bestmove");
    CHECK_FALSE(game->play(ugi::read_best_turn(answer).value_or("")));
    const std::string expected = ugi::read_expected_turn(answer);
    if (!expected.empty()) CHECK_FALSE(game->play(expected));
    // Without pondering both commands have no effect.
    engine.send("ponderhit");
    engine.send("isready");
    CHECK(engine.wait_for("") == "readyok");
  }
}

TEST_CASE("ugi: the expected reply is reported only if pondering is on") {
  const auto answer = [](const std::string& before) {
    const Run run = run_schiri({"ugi", "creeper", "--bot", "alphabeta"},
                               before + "position startpos\ngo depth 3\n");
    return lines_of(run.out).back();
  };
  CHECK_THAT(answer("setoption name Ponder value true\n"), contains_text(" ponder "));
  CHECK_THAT(answer(""), !contains_text(" ponder "));
  CHECK(has(lines_of(run_schiri({"ugi", "creeper", "--bot", "mcts"}, "ugi\n").out),
            "option name Ponder type check default false"));
}

TEST_CASE("ugi: a seed determines the turns and each game differs") {
  const auto answers = [](const std::string& seed) {
    Engine engine("creeper");
    engine.send("setoption name Seed value " + seed);
    std::string all;
    for (int game = 0; game < 3; ++game) {
      engine.send("uginewgame");
      engine.send("position startpos");
      for (int i = 0; i < 3; ++i) all += engine.turn("depth 1") + (i < 2 ? " " : "/");
    }
    return all;
  };
  const std::string first = answers("5");
  CHECK(answers("5") == first);
  CHECK(answers("6") != first);
  CHECK(first.substr(0, 17) != first.substr(18, 17));
}

TEST_CASE("ugi: the end of the input is 'quit' and earlier commands are answered") {
  const Run run =
      run_schiri({"ugi", "creeper", "--bot", "greedy"}, "ugi\nposition startpos\ngo nodes 10\n");
  CHECK(run.status == 0);
  const auto lines = lines_of(run.out);
  CHECK(has(lines, "id name schiri greedy"));
  CHECK(has(lines, "ugiok"));
  REQUIRE_FALSE(lines.empty());
  CHECK_THAT(lines.back(), contains_text("bestmove "));
  CHECK(run_schiri({"ugi", "creeper", "--bot", "random"}, "").status == 0);
  CHECK(run_schiri({"ugi", "creeper", "--bot", "random"}, "quit\nisready\n").out.empty());
  CHECK(run_schiri({"ugi", "sperre", "--bot", "random"}, "go infinite\n").status == 0);
}

TEST_CASE("ugi: built-in bots play the same games in process and through a pipe") {
  for (const GameType* type : game_types()) {
    const std::string game(type->name());
    CAPTURE(game);
    const auto exported = [&](bool piped, const std::string& threads) {
      const TemporaryDirectory directory;
      std::vector<std::string> words = {
          "tournament", "run", "--game",      game, "--db", directory.file("a.db"),
          "--rounds",   "3",   "--max-turns", "30", "-j",   threads,
          "--event",    "E",   "--force"};
      for (const std::string bot : {"random", "greedy"}) {
        const std::string command =
            "cmd=\"" + std::string(SCHIRI_PROGRAM) + " ugi " + game + " --bot " + bot + "\" ";
        words.insert(words.end(), {"--bot", piped ? command + "movetime=60000 name=" + bot : bot});
      }
      CHECK(run_schiri(words).status == 0);
      return run_schiri({"db", "export", "--db", directory.file("a.db"), "--no-times"}).out;
    };
    const std::string inside = exported(false, "1");
    CHECK((exported(true, "1") == inside));
    CHECK((exported(true, "3") == inside));
  }
}

}  // namespace ugi_test
