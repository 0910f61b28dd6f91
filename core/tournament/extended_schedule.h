#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/tournament/schedule.h"

namespace schiri {

/// The fixed schedule of an event that was extended while it was played or after. The games of its
/// first plan keep their numbers. Each later plan appends its additional games: first those of the
/// new players in the rounds that were planned already, with the openings of these rounds, then the
/// new rounds. The result is the games of the last plan, each once.
class ExtendedSchedule final : public FixedSchedule {
 public:
  /// One of the plans: `schedule` has `rounds` rounds of equal size, in each of which the same
  /// players meet in the same order.
  struct Plan {
    std::unique_ptr<FixedSchedule> schedule;
    std::size_t players = 0;
    std::uint64_t rounds = 1;
  };

  /// The oldest plan first; each has at least the players and rounds of the one before.
  explicit ExtendedSchedule(std::vector<Plan> plans);

  std::uint64_t games() const override { return plans_.back().schedule->games(); }
  ScheduledGame game(std::uint64_t number) const override;

 private:
  std::uint64_t games_a_round(std::size_t plan) const;
  std::uint64_t first_number(std::size_t plan) const;

  std::vector<Plan> plans_;
  /// For each plan the indices of the games in a round with a new player of the plan.
  std::vector<std::vector<std::uint64_t>> new_places_;
};

}  // namespace schiri
