#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/pairing/bracket.h"
#include "core/tournament/staged_schedule.h"

namespace schiri {

/// A knockout: the bracket follows the list, so that the first two can only meet in the final; if
/// their number is not a power of two, the first ones pause in the first round. An encounter is a
/// mini-match of pairs of games; if it is level, further pairs follow one by one; if it is still
/// level, the player that is first in the list advances.
class Knockout final : public StagedSchedule {
 public:
  /// At least two players; `pairs` at least 1 in each mini-match, `tie_breaks` at most after it.
  /// Throws std::invalid_argument.
  Knockout(std::size_t players, std::uint64_t pairs, std::uint64_t tie_breaks);

  std::uint64_t games() const override { return (players_ - 1) * 2 * (pairs_ + tie_breaks_); }
  std::optional<std::size_t> winner() const override;

 private:
  /// The score of an encounter.
  struct EncounterScore {
    int lead = 0;  ///< of the player that is first in the list, in half points
    std::uint64_t pairs = 0;
  };

  void finish_stage(std::size_t begin) override;
  void count(std::size_t begin);
  bool append_tie_breaks();
  void begin_round();
  void next_round();
  void append_one(std::size_t encounter);

  std::size_t players_;
  std::uint64_t pairs_;
  std::uint64_t tie_breaks_;
  Bracket bracket_;
  std::vector<EncounterScore> scores_;  ///< by encounter
};

}  // namespace schiri
