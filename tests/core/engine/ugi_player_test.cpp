#include "core/engine/ugi_player.h"

#include "core/engine/processors.h"
#include "tests/catch.h"
#include "tests/core/match/race_game.h"
#include "tests/files.h"

using namespace schiri;
using namespace std::chrono_literals;

namespace {

/// Answers at once; a race that begins is won by nobody.
const std::string ready_bot =
    "while read word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; "
    "go) echo bestmove 1;; quit) exit;; esac; done";

UgiPlayer player_of(const BotDescription& bot, std::optional<int> processor = {}) {
  return UgiPlayer(make_bot_spec(bot), {"race", "standard", true, ""}, 60s, processor);
}

}  // namespace

TEST_CASE("ugi player: the way to another machine is not the bot's time") {
  // Twice 150 ms, more than the bot may think and be late together.
  UgiPlayer player = player_of({"",
                                {{"cmd", ready_bot},
                                 {"host", std::string(SCHIRI_SLOW_WAY) + " 150"},
                                 {"movetime", "20"},
                                 {"margin", "250"}},
                                "far"});
  RaceGame game(9);
  player.new_game(1);
  player.make_ready({});
  Limits limits;
  limits.move_time = 20ms;
  const Thought thought = player.think(game, limits, {});
  CHECK(thought.turn == "1");
  CHECK(thought.transport >= 300ms);
  REQUIRE(thought.time);
  CHECK(*thought.time < 300ms);
}

TEST_CASE("ugi player: a program of another machine is one word of the command that leads there") {
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

TEST_CASE("ugi player: a program that is kept to a processor is there before it begins") {
  const int last = usable_processors().back();
  const TemporaryDirectory directory;
  const std::string file = directory.file("status");
  UgiPlayer player = player_of(
      {"", {{"cmd", "grep Cpus_allowed_list /proc/self/status >" + file + "; " + ready_bot}}, "x"},
      last);
  player.start();
  CHECK(read_file(file) == "Cpus_allowed_list:\t" + std::to_string(last) + "\n");
}

TEST_CASE("processors: lists of them are read") {
  CHECK(parse_processors("3") == std::vector{3});
  CHECK(parse_processors("0-2,7") == std::vector{0, 1, 2, 7});
  const std::string wrong =
      GENERATE("", ",", "1,", "1-", "-1", "2-1", "1,1", "0-3,2", "a", "9999999", "1 2", "1--2");
  CAPTURE(wrong);
  CHECK_FALSE(parse_processors(wrong));
}

TEST_CASE("processors: those that share no core come first, and none is lost") {
  std::vector<int> by_core = usable_processors_by_core();
  REQUIRE_FALSE(by_core.empty());
  std::sort(by_core.begin(), by_core.end());
  CHECK(by_core == usable_processors());
}
