#include "cli/bots/bench.h"

#include "core/base/message.h"
#include "core/base/text.h"
#include "core/match/play.h"
#include "core/match/terms.h"
#include "core/ugi/players.h"
#include "notation/records/game_hash.h"

namespace schiri {

namespace {

constexpr std::uint64_t bench_seed = 1;
constexpr int bench_positions = 10;

std::unique_ptr<Game> game_after(const GameType& type, const std::string& variant, int turns,
                                 Rng& rng) {
  for (;;) {
    auto game = type.start(type.draw_start(variant, rng));
    if (play_random_turns(*game, turns, rng)) return game;
    turns = turns * 3 / 4;
  }
}

Limits limits_of(const BotSpec& spec) {
  Limits limits = terms_of(spec).limits;
  limits.move_time.reset();
  if (!limits.nodes && !limits.depth) limits.nodes = usual_nodes;
  return limits;
}

BenchPosition ask(Player& player, Game& game, const Limits& limits) {
  BenchPosition asked{game.position(), {}, {}};
  player.new_game(bench_seed);
  player.make_ready({});
  const Thought thought = player.think(game, limits, {});
  if (const auto error = game.play(thought.turn)) {
    throw PlayerFailure(
        Termination::illegal_move,
        message("answered '{0}' at {1}: {2}", thought.turn, asked.position, error->message));
  }
  asked.turn = game.turns().back();
  asked.nodes = thought.nodes;
  return asked;
}

}  // namespace

BenchResult bench(const GameType& type, const std::string& variant, const BotSpec& spec,
                  std::chrono::milliseconds watchdog,
                  const std::function<void(const BenchPosition&)>& visitor) {
  const auto player = make_player(type, variant, spec, watchdog);
  const Limits limits = limits_of(spec);
  BenchResult result;
  KeyMaker key;
  Rng rng(bench_seed);
  for (int i = 0; i < bench_positions; ++i) {
    const auto game = game_after(type, variant, 2 * i + i % 2, rng);
    const BenchPosition asked = ask(*player, *game, limits);
    for (const std::string& text :
         {asked.position, asked.turn, std::to_string(asked.nodes.value_or(0))}) {
      key.add(text);
    }
    result.nodes += asked.nodes.value_or(0);
    visitor(asked);
  }
  player->retire();
  result.signature = hexadecimal(key.key().high);
  return result;
}

}  // namespace schiri
