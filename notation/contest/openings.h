#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/tournament/config.h"
#include "notation/game_types.h"

namespace schiri {

/// An event that cannot be played as it is configured; one sentence for a person.
struct ContestError : InputError {
  using InputError::InputError;
};

/// There are no more openings that meet the conditions of an event.
struct OpeningsExhausted : ContestError {
  using ContestError::ContestError;
};

/// How games begin: a start and turns from there.
struct Opening {
  StartSpec start;
  std::vector<std::string> turns;
};

/// The openings of an event by their numbers, from 1. They follow from the event: its list in
/// order, again and again, or turns drawn at random. Any thread may ask.
class TournamentOpenings {
 public:
  /// Throws ContestError if one of the event's list cannot be played.
  TournamentOpenings(const TournamentConfig& config, const GameType& type);

  /// Fixes openings with which games have begun.
  void keep(std::map<std::uint64_t, Opening> openings);

  /// Throws ContestError, and OpeningsExhausted if balanced openings must differ and none is left.
  Opening get(std::uint64_t number) const;

 private:
  Opening draw(std::uint64_t number) const;
  Opening balanced(std::uint64_t number) const;
  void note_positions() const;
  void require_playable(const OpeningLine& line, std::size_t number) const;
  std::string how_many_turns() const;

  const TournamentConfig& config_;
  const GameType& type_;
  std::map<std::uint64_t, Opening> kept_;
  mutable std::mutex mutex_;
  mutable std::vector<Opening> balanced_;    ///< from number 1 on
  mutable std::set<std::string> positions_;  ///< after those of `balanced_` and `kept_`
};

/// The game after an opening. Throws StartError; a turn that cannot be played is a ContestError.
std::unique_ptr<Game> play_opening(const GameType& type, const Opening& opening);

/// Does a shallow search see neither side win, nor far ahead (more than 150 hundredths)?
bool is_balanced(const GameType& type, const Game& game, std::uint64_t seed);

}  // namespace schiri
