#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/tournament/tuning.h"

namespace schiri {

/// The assumptions about a bot that predict the result of a tune: its strength falls with the
/// square of the distance from the best values of numbers, and games between equals are rarely
/// drawn. Of words nothing is assumed.
struct SpsaModel {
  std::size_t options = 1;  ///< numbers that are tuned
  double step_elo = 3;      ///< the loss of one option at the distance c_end from its best value
  double distance = 10;     ///< the distance of the start from the best values, in steps of c_end
  SpsaGains gains = {};     ///< r_end is the unknown
  std::size_t word_options = 0;  ///< options of words
  std::size_t most_words = 2;    ///< that one of them has
};

/// The loss in Elo against the best values that 95 of 100 tunes of `pairs` pairs with this r_end do
/// not exceed: the remaining distance and the noise of the results for numbers, and for words a
/// difference that the results would have shown.
double spsa_loss(const SpsaModel& model, std::uint64_t pairs, double r_end);
/// The loss of the start; of words, which may differ by any number, that of the numbers alone.
double start_loss(const SpsaModel& model);

struct SpsaPlan {
  std::uint64_t pairs = 0;
  double r_end = 0;
  double loss = 0;  ///< by spsa_loss()
};

/// The best r_end for `pairs` pairs; without numbers that of the gains.
SpsaPlan best_spsa_plan(const SpsaModel& model, std::uint64_t pairs);
/// The fewest pairs with which the loss is no more than `accuracy`, in Elo; nullopt if that takes
/// more than a tune can have.
std::optional<SpsaPlan> plan_spsa(const SpsaModel& model, double accuracy);

}  // namespace schiri
