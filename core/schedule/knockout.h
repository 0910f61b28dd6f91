#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/schedule/staged_schedule.h"

namespace schiri {

/// The seeds, from 0, from the top of a bracket to its bottom: neighbours meet, then the winners of
/// neighbouring encounters; whoever wins against the lower seeds meets the next one last. As many
/// as the next power of two; those from `players` on are empty places.
std::vector<std::size_t> bracket(std::size_t players);

/// A knockout: the bracket follows the list, so that the first two can only meet in the final, and
/// where the players are no power of two the first ones pause in the first round. An encounter is a
/// mini-match of pairs of games; if it is level, further pairs follow one by one, and if it still
/// is, the one who stands first in the list goes on.
class Knockout final : public StagedSchedule {
 public:
  /// At least two players; `pairs` at least 1 in each mini-match, `tie_breaks` at most after it.
  /// Throws std::invalid_argument.
  Knockout(std::size_t players, std::uint64_t pairs, std::uint64_t tie_breaks);

  std::uint64_t games() const override { return (players_ - 1) * 2 * (pairs_ + tie_breaks_); }
  std::optional<std::size_t> winner() const override;

 private:
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  struct Encounter {
    std::size_t better, worse;  ///< `worse` may be nobody
    int lead = 0;               ///< of the better one, in half points
    std::uint64_t pairs = 0;

    std::size_t winner() const { return lead >= 0 ? better : worse; }
  };

  void finish_stage(std::size_t begin) override;
  void count(std::size_t begin);
  bool append_tie_breaks();
  void begin_round(const std::vector<std::size_t>& entrants);
  void next_round();
  void append_one(Encounter& encounter);

  std::size_t players_;
  std::uint64_t pairs_;
  std::uint64_t tie_breaks_;
  std::uint64_t round_ = 0;
  std::vector<Encounter> encounters_;
};

}  // namespace schiri
