#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rating/games/game_log.h"

namespace schiri::rating {

/// The same number for two games of a log that are identical, as in `find_repeats`; nullopt for a
/// game that is identical to none.
std::optional<std::uint64_t> identity_of(const GameLog::Entry& game);

/// Marks the games of a log that are identical to an earlier one: same players, same colours, same
/// hash, same result, and if they have fewer turns than `long_game` also the same event and date.
std::vector<bool> find_repeats(const GameLog& log);

/// For each game of a log the index of the other game of its colour-swapped pair, or its own if it
/// has none. A pair has one number (`FinishedGame::pair`), or one event and the rounds `X.1` and
/// `X.2`. If several games fit, they are paired in order of arrival. `leave_out[i]`: game i is in
/// no pair.
std::vector<std::size_t> find_partners(const GameLog& log, const std::vector<bool>& leave_out);

/// The repeats and partners of a log's games. A game's are decided by the games before it and its
/// partner, so those of the first games of a log are the same without the others, but for partners
/// among the others.
struct GameRelations {
  explicit GameRelations(const GameLog& log)
      : repeats(find_repeats(log)), partners(find_partners(log, repeats)) {}

  std::vector<bool> repeats;
  std::vector<std::size_t> partners;
};

/// The opening of each game of a log, as a number; empty if no two units (pairs or single games)
/// are known to share one. Games with the same start position share their opening, and so do games
/// of one event whose rounds are `X.1` and `X.2` with the same X, as in tournaments of programs.
std::vector<std::uint64_t> find_openings(const GameLog& log,
                                         const std::vector<std::size_t>& partners);

}  // namespace schiri::rating
