#pragma once

#include <string>
#include <vector>

#include "core/rating/games/game_log.h"

namespace schiri::rating {

/// The kinds of streaks.
enum class StreakKind : std::uint8_t { wins, unbeaten, draws, winless, losses };

/// `wins`, `unbeaten`, ...
std::string_view streak_name(StreakKind kind);

/// The longest run of a player, the first of several.
struct Streak {
  std::string player;
  StreakKind kind = StreakKind::wins;
  std::uint64_t length = 0;
  std::string first_date;
  std::string last_date;
  /// Does the streak include the player's last game?
  bool open = false;
};

/// Each player's longest streak of a kind in the order of date, round and arrival; longest first,
/// then by name. Players without a streak are left out.
std::vector<Streak> longest_streaks(const GameLog& log, StreakKind kind);

}  // namespace schiri::rating
