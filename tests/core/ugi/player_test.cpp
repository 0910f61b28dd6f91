#include "core/ugi/player.h"

#include "core/process/processors.h"
#include "core/ugi/players.h"
#include "tests/catch.h"
#include "tests/core/match/race_game.h"
#include "tests/linux.h"

namespace player_test {

using namespace std::chrono_literals;

/// Answers at once, always with `1`.
const std::string ready_bot =
    "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; "
    "go) echo bestmove 1;; quit) exit;; esac; done";

/// Answers `1` and expects `2`. It answers a pondering search only after `ponderhit` or `stop`.
const std::string pondering_bot =
    "while read word rest; do case \"$word $rest\" in ugi*) echo option name ponder type check; "
    "echo ugiok;; isready*) echo readyok;; go?ponder*) ;; go*) echo bestmove 1 ponder 2;; "
    "ponderhit*) echo info score cp 7 depth 1 pv 3 2; echo bestmove 3;; stop*) echo bestmove 2;; "
    "quit*) exit;; esac; done";

/// The lines sent to the program since `uginewgame`.
std::vector<std::string> sent_in_game(UgiPlayer& player) {
  std::vector<std::string> lines;
  std::istringstream protocol(player.dismiss().protocol);
  for (std::string line; std::getline(protocol, line);) {
    if (line == "> uginewgame") lines.clear();
    if (line.starts_with("> ") && line != "> isready") lines.push_back(line.substr(2));
  }
  return lines;
}

UgiPlayer player_of(const BotKeys& keys, std::optional<int> processor = {}) {
  return UgiPlayer(completed(read_bot_spec("", keys, "far")), {"race", "standard", true, ""}, 60s,
                   processor);
}

TEST_CASE("ugi player: transport to another machine does not count as the bot's time") {
  UgiPlayer player = player_of({{"cmd", ready_bot},
                                {"host", std::string(SCHIRI_SLOW_WAY) + " 30"},
                                {"movetime", "20"},
                                {"margin", "600000"}});
  RaceGame game(9);
  player.new_game(1);
  player.make_ready({});
  Limits limits;
  limits.move_time = 20ms;
  const auto begin = std::chrono::steady_clock::now();
  const Thought thought = player.think(game, limits, {});
  const auto whole = std::chrono::steady_clock::now() - begin;
  CHECK(thought.turn == "1");
  // It can be less than twice 30 ms, if this process stood still.
  CHECK(thought.transport > 0ms);
  REQUIRE(thought.time);
  // Transport and the bot's time do not overlap, however slow this machine is.
  CHECK(*thought.time <= std::max<std::chrono::nanoseconds>(whole - thought.transport, 0ns));
}

TEST_CASE("ugi player: transport time is added to limit and margin") {
  const Process::TimePoint asked{1000s};
  CHECK(latest_answer(asked, 20ms, 250ms, 300ms) == asked + 570ms);
  CHECK(latest_answer(asked, 20ms, 250ms, 0ms) == asked + 270ms);
}

TEST_CASE("ugi player: ponders on the expected turn and learns whether it was played") {
  const std::string played = GENERATE("2", "3");
  CAPTURE(played);
  UgiPlayer player = player_of({{"cmd", pondering_bot}, {"ponder", "yes"}});
  RaceGame game(30);
  const Limits limits{5, {}, {}, {}};
  player.new_game(1);
  player.make_ready({});
  player.ponder(game, limits, {});  // no turn is expected yet
  CHECK(player.think(game, limits, {}).expected == "2");
  game.play("1");
  player.ponder(game, limits, {});
  player.ponder(game, limits, {});  // the player already ponders
  game.play(played);
  const Thought thought = player.think(game, limits, {});
  const bool hit = played == "2";
  CHECK(thought.turn == (hit ? "3" : "1"));
  // The expected turn is now the second turn of its line.
  game.play(thought.turn);
  player.ponder(game, limits, {});
  player.rest();
  player.rest();
  player.new_game(2);
  player.make_ready({});
  CHECK(player.think(RaceGame(9), limits, {}).turn == "1");
  std::vector<std::string> wanted{"uginewgame", "position fen 0", "go nodes 5"};
  CHECK(sent_in_game(player) == wanted);
}

TEST_CASE("ugi player: commands sent to a pondering program") {
  const auto [ponder, played, sent] = GENERATE(table<std::string, std::string, std::string>({
      {"yes", "2", "position fen 0 moves 1 2/go ponder nodes 5/ponderhit"},
      {"yes", "3",
       "position fen 0 moves 1 2/go ponder nodes 5/stop/position fen 0 moves 1 3/go nodes 5"},
      {"no", "2", "position fen 0 moves 1 2/go nodes 5"},
  }));
  CAPTURE(ponder, played);
  UgiPlayer player = player_of({{"cmd", pondering_bot}, {"ponder", ponder}});
  RaceGame game(30);
  const Limits limits{5, {}, {}, {}};
  player.new_game(1);
  player.make_ready({});
  player.think(game, limits, {});
  game.play("1");
  player.ponder(game, limits, {});
  game.play(played);
  player.think(game, limits, {});
  std::string all;
  for (const std::string& line : sent_in_game(player)) all += '/' + line;
  CHECK(all == "/uginewgame/position fen 0/go nodes 5/" + sent);
}

TEST_CASE("ugi player: a failure while pondering is reported at the player's turn") {
  UgiPlayer player =
      player_of({{"cmd",
                  "while read word rest; do case \"$word $rest\" in ugi*) echo option name "
                  "Ponder type check; echo ugiok;; isready*) echo readyok;; "
                  "go?ponder*) exit 4;; go*) echo bestmove 1 ponder 2;; esac; done"},
                 {"ponder", "yes"}});
  RaceGame game(30);
  player.new_game(1);
  player.make_ready({});
  player.think(game, {}, {});
  game.play("1");
  player.ponder(game, {}, {});
  game.play("2");
  CHECK_THROWS_AS(player.think(game, {}, {}), PlayerFailure);
  player.dismiss();
  // The next game starts the program again.
  player.new_game(2);
  player.make_ready({});
  CHECK(player.think(RaceGame(9), {}, {}).turn == "1");
}

TEST_CASE("ugi player: the command of a remote program is a single quoted word") {
  const auto [bot, command] = GENERATE(table<std::string, std::string>({
      {"cmd=\"./a --say 'x y'\" host=\"ssh b\"", R"(ssh b './a --say '\''x y'\''')"},
      {"cmd=./a dir=\"/c d\" host=\"ssh b\"", R"(ssh b 'cd '\''/c d'\'' && ./a')"},
  }));
  const Process::Options options = process_options(parse_bot_spec(bot + " name=x"), 1);
  CHECK(options.command == command);
  CHECK(options.directory.empty());
  CHECK(options.needs_network);
  CHECK_FALSE(options.processor);
}

TEST_CASE("ugi player: a program bound to a processor starts there") {
  if (is_omitted_without_linux()) return;
  const int last = usable_processors().back();
  const TemporaryDirectory directory;
  const std::string file = directory.file("status");
  UgiPlayer player = player_of(
      {{"cmd", "grep Cpus_allowed_list /proc/self/status >" + file + "; " + ready_bot}}, last);
  player.start();
  CHECK(read_file(file) == "Cpus_allowed_list:\t" + std::to_string(last) + "\n");
}

TEST_CASE("processors: lists are parsed") {
  CHECK(parse_processors("3") == std::vector{3});
  CHECK(parse_processors("0-2,7") == std::vector{0, 1, 2, 7});
  const std::string wrong =
      GENERATE("", ",", "1,", "1-", "-1", "2-1", "1,1", "0-3,2", "a", "9999999", "1 2", "1--2");
  CAPTURE(wrong);
  CHECK_FALSE(parse_processors(wrong));
}

TEST_CASE("processors: the order by core contains every processor once") {
  std::vector<int> by_core = usable_processors_by_core();
  REQUIRE_FALSE(by_core.empty());
  std::sort(by_core.begin(), by_core.end());
  CHECK(by_core == usable_processors());
}

}  // namespace player_test

namespace bot_names_test {

std::vector<std::string> settled(const std::vector<std::string>& descriptions,
                                 const std::vector<std::string>& announced) {
  std::vector<BotSpec> bots;
  for (const std::string& text : descriptions) bots.push_back(parse_bot_spec(text));
  settle_names(bots, announced);
  std::vector<std::string> names;
  for (const BotSpec& bot : bots) {
    CHECK_FALSE(bot.is_unnamed);
    names.push_back(bot.name);
  }
  return names;
}

TEST_CASE("bot names: a program without a name takes the announced one") {
  using Texts = std::vector<std::string>;
  const auto [descriptions, announced, names] = GENERATE(table<Texts, Texts, Texts>({
      {{"./a", "random"}, {"Alpha 1.0", ""}, {"Alpha 1.0", "random"}},
      {{"./a name=mine", "random"}, {"Alpha", ""}, {"mine", "random"}},
      {{"cmd=./a depth=3"}, {""}, {"cmd=./a depth=3"}},
      {{"./a"}, {"?"}, {"./a"}},
      {{"./a"}, {"a\x1b[31mb"}, {"./a"}},
      {{"./a"}, {"not UTF-8 \xff"}, {"./a"}},
      {{"./a"}, {std::string(101, 'n')}, {"./a"}},
      {{"./a"}, {std::string(100, 'n')}, {std::string(100, 'n')}},
      {{"mcts:nodes=5"}, {"ignored"}, {"mcts:nodes=5"}},
  }));
  CHECK(settled(descriptions, announced) == names);
}

TEST_CASE("bot names: equal names get the file, the folder or the description") {
  using Texts = std::vector<std::string>;
  const auto [descriptions, names] = GENERATE(table<Texts, Texts>({
      {{"./new", "./old"}, {"X (new)", "X (old)"}},
      {{"./new", "./old", "random"}, {"X (new)", "X (old)", "random"}},
      {{"a/bot", "b/bot", "./new"}, {"X (a/bot)", "X (b/bot)", "X (new)"}},
      {{"cmd=./bot dir=/p/a", "cmd=./bot dir=/p/b"}, {"X (a/bot)", "X (b/bot)"}},
      {{"cmd=./bot dir=/p/a host=\"ssh m\"", "./new"}, {"X (bot)", "X (new)"}},
      {{"./bot depth=1", "./bot depth=2"}, {"./bot depth=1", "./bot depth=2"}},
      {{"./new", "./old name=X"}, {"X (new)", "X"}},
      {{"./new", "random name=X"}, {"X (new)", "X"}},
      {{"cmd=./new dir=/p/a", "./old name=\"X (new)\"", "./older"},
       {"X (a/new)", "X (new)", "X (older)"}},
      {{"./bot", "./bot"}, {"./bot", "./bot"}},
      {{"./new name=X", "./old name=X"}, {"X", "X"}},
  }));
  CAPTURE(descriptions);
  CHECK(settled(descriptions, Texts(descriptions.size(), "X")) == names);
}

TEST_CASE("bot names: names that look alike are equal") {
  CHECK(settled({"./new", "./old"}, {"Z\xc3\xb6", "Zo\xcc\x88"}) ==
        std::vector<std::string>{"Z\xc3\xb6 (new)", "Zo\xcc\x88 (old)"});
}

TEST_CASE("bot names: the file is the first word that names one") {
  const TemporaryDirectory directory;
  directory.write("one.py", "");
  directory.write("two.py", "");
  const std::string keys = " dir=" + directory.file("");
  CHECK(settled({"cmd=\"python3 -u one.py\"" + keys, "cmd=\"python3 two.py --fast\"" + keys},
                {"bot", "bot"}) == std::vector<std::string>{"bot (one.py)", "bot (two.py)"});
}

}  // namespace bot_names_test
