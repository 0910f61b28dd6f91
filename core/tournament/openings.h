#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/match/game_type.h"
#include "core/tournament/config.h"

namespace schiri {

/// A tournament that cannot be played as configured; the message is one sentence.
struct ContestError : InputError {
  using InputError::InputError;
};

/// There are no more openings that meet the conditions of a tournament.
struct OpeningsExhausted : ContestError {
  using ContestError::ContestError;
};

/// An opening: a start and turns from there.
struct Opening {
  StartSpec start;
  std::vector<std::string> turns;
};

/// The openings of a tournament by their numbers, from 1: its list in order, cyclically, or random
/// turns. Thread-safe.
class TournamentOpenings {
 public:
  /// Throws ContestError if an opening of the list cannot be played.
  TournamentOpenings(const TournamentConfig& config, const GameType& type);

  /// Sets openings with which games have begun.
  void keep(std::map<std::uint64_t, Opening> openings);
  const std::map<std::uint64_t, Opening>& kept() const { return kept_; }

  /// Throws ContestError, and OpeningsExhausted if balanced openings must differ and none is left.
  Opening get(std::uint64_t number) const;

 private:
  Opening draw(std::uint64_t number) const;
  Opening balanced(std::uint64_t number) const;
  void note_positions() const;
  void require_playable(const OpeningLine& line, std::size_t number) const;

  const TournamentConfig& config_;
  const GameType& type_;
  std::map<std::uint64_t, Opening> kept_;
  mutable std::mutex mutex_;
  mutable std::vector<Opening> balanced_;    ///< from number 1 on
  mutable std::set<std::string> positions_;  ///< after those of `balanced_` and `kept_`
};

/// The game after an opening. Throws StartError, and ContestError for a turn that cannot be played.
std::unique_ptr<Game> play_opening(const GameType& type, const Opening& opening);
/// Throws ContestError for a turn that cannot be played.
void play_turns(Game& game, const std::vector<std::string>& turns);

/// Does a shallow search find no side winning or far ahead (more than 150 hundredths)?
bool is_balanced(const GameType& type, const Game& game, std::uint64_t seed);

/// The use of a seed that is derived from a tournament's seed: seeds of different uses must differ.
enum class SeedUse : std::uint64_t { opening = 1, player = 2, balance = 3, order = 4, tune = 5 };

}  // namespace schiri
