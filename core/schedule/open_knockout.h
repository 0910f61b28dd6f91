#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/schedule/bracket.h"
#include "core/schedule/open_event.h"

namespace schiri {

/// Where a knockout of people stands after the rounds that were played: two meet until one of them
/// has won a game, or does not come.
class OpenKnockout {
 public:
  /// `players`: the start list. The last round may have open games.
  OpenKnockout(const std::vector<std::size_t>& players, std::span<const OpenRound> rounds);

  bool is_decided() const { return bracket_.is_decided(); }
  bool is_over() const { return bracket_.is_over(); }
  /// Of the stage that is played.
  std::size_t encounters() const { return bracket_.encounters().size(); }
  /// By player: how many stages it has got through.
  const std::vector<std::size_t>& stages() const { return stages_; }
  /// Who meets whom next; `is_here` tells who can be paired.
  OpenRound next_round(const std::function<bool(std::size_t player)>& is_here);

 private:
  void advance();
  void add(const OpenRound& round);
  void add(const Board& board);
  void win(std::size_t player);
  Board board_of(std::size_t encounter) const;

  Bracket bracket_;
  std::vector<std::size_t> stages_;
  std::vector<int> colours_;  ///< by player: how much more often White than Black
  /// By encounter: who had White when the two last met.
  std::vector<std::optional<std::size_t>> last_white_;
};

}  // namespace schiri
