#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/tournament/tuning.h"

namespace schiri {

/// What is supposed of a bot to say beforehand how well a tune will do: its strength falls with the
/// square of the distance from the best values, and games between equals are rarely drawn.
struct SpsaModel {
  std::size_t options = 1;  ///< numbers that are tuned
  double step_elo = 3;      ///< what one option costs that stands c_end beside its best value
  double distance = 10;     ///< how far from there, in steps of c_end, options may start
  SpsaGains gains = {};     ///< r_end is what is looked for
};

/// Within how many Elo of the best the values end, in 95 of 100 tunes of so many pairs with this
/// r_end: distance that is not yet covered, and noise of the results.
double spsa_loss(const SpsaModel& model, std::uint64_t pairs, double r_end);

struct SpsaPlan {
  std::uint64_t pairs = 0;
  double r_end = 0;
  double loss = 0;  ///< as spsa_loss() has it
};

/// The r_end that is best for so many pairs.
SpsaPlan best_spsa_plan(const SpsaModel& model, std::uint64_t pairs);
/// The fewest pairs with which the loss is no more than `accuracy`, in Elo; nothing if that takes
/// more than a tune can have.
std::optional<SpsaPlan> plan_spsa(const SpsaModel& model, double accuracy);

}  // namespace schiri
