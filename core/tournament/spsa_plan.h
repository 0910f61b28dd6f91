#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/tournament/tuning.h"

namespace schiri {

/// The assumptions about a bot that predict the result of a tune: its strength falls with the
/// square of the distance from the best values, and games between equals are rarely drawn.
struct SpsaModel {
  std::size_t options = 1;  ///< numbers that are tuned
  double step_elo = 3;      ///< the loss of one option at the distance c_end from its best value
  double distance = 10;     ///< the distance of the start from the best values, in steps of c_end
  SpsaGains gains = {};     ///< r_end is the unknown
};

/// The loss in Elo against the best values that 95 of 100 tunes of `pairs` pairs with this r_end do
/// not exceed: the remaining distance, and the noise of the results.
double spsa_loss(const SpsaModel& model, std::uint64_t pairs, double r_end);

struct SpsaPlan {
  std::uint64_t pairs = 0;
  double r_end = 0;
  double loss = 0;  ///< by spsa_loss()
};

/// The best r_end for `pairs` pairs.
SpsaPlan best_spsa_plan(const SpsaModel& model, std::uint64_t pairs);
/// The fewest pairs with which the loss is no more than `accuracy`, in Elo; nullopt if that takes
/// more than a tune can have.
std::optional<SpsaPlan> plan_spsa(const SpsaModel& model, double accuracy);

}  // namespace schiri
