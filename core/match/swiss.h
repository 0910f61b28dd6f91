#pragma once

#include <cstdint>
#include <vector>

#include "core/match/staged_schedule.h"
#include "core/match/swiss_pairing.h"

namespace schiri {

/// The Swiss system, see SwissPairing. Who pauses gets what a win of all its games would give. An
/// encounter is two games with colours swapped, or one.
class Swiss final : public StagedSchedule {
 public:
  /// At least two players and one round. Throws std::invalid_argument.
  Swiss(std::size_t players, std::uint64_t rounds, Legs legs = Legs::both);

  /// rounds * (players / 2) * 2, or half of it.
  std::uint64_t games() const override { return rounds_ * (players_.size() / 2) * legs_; }
  int bye_points() const override { return static_cast<int>(legs_); }

 private:
  void finish_stage(std::size_t begin) override;
  void pair_round();

  std::vector<SwissPlayer> players_;
  std::uint64_t rounds_;
  std::uint64_t legs_;
  std::uint64_t round_ = 0;
};

}  // namespace schiri
