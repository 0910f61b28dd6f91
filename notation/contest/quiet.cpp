#include "notation/contest/quiet.h"

#include <cmath>

#include "notation/contest/annotation.h"

namespace schiri {

namespace {

/// The node limit of a search, for games with many turns.
constexpr std::uint64_t nodes_to_look_back = 2000;

std::optional<double> chance_seen(const GameType& type, const Game& game, int depth) {
  BotSpec spec;
  spec.builtin = "alphabeta";
  spec.options["hash"] = "0";
  const auto bot = type.make_bot(spec);
  bot->new_game(1);
  const Thought thought = bot->think(game, {nodes_to_look_back, depth, {}, {}}, {});
  if (!thought.score || thought.score->kind != Score::Kind::value) return std::nullopt;
  return win_chance(*thought.score, type.evaluation_scale());
}

}  // namespace

bool is_quiet(const GameType& type, const Game& game, double margin) {
  const auto near = chance_seen(type, game, 1), far = chance_seen(type, game, 2);
  return near && far && std::abs(*near - *far) <= margin;
}

}  // namespace schiri
