#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/match/bot_spec.h"
#include "notation/game_types.h"

namespace schiri {

/// One position of a bench, and the turn that the bot chose.
struct BenchPosition {
  std::string position;
  std::string turn;
  std::optional<std::uint64_t> nodes;  ///< nullopt if the bot reports none
};

/// The result of a bench.
struct BenchResult {
  std::uint64_t nodes = 0;
  std::string signature;  ///< 16 digits of positions, turns and nodes
};

/// Lets a bot choose a turn in ten positions of a game: its start, and positions after up to
/// nineteen random turns with a fixed seed. Each is searched as in a new game, with the bot's own
/// limits by nodes or depth, otherwise with `usual_nodes`, so that turns and nodes, and the
/// signature made of them, are the same on every machine until the bot plays differently. Calls the
/// visitor after each. Throws BotSpecError; PlayerFailure if the bot does not answer with a legal
/// turn.
BenchResult bench(const GameType& type, const std::string& variant, const BotSpec& spec,
                  std::chrono::milliseconds watchdog,
                  const std::function<void(const BenchPosition&)>& visitor);

/// The default nodes per turn of a bench.
inline constexpr std::uint64_t usual_nodes = 10'000;

}  // namespace schiri
