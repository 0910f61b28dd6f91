#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/tournament/schedule.h"
#include "core/tournament/tuning.h"

namespace schiri {

/// The step sizes of one option of a tune in Spall's notation.
struct SpsaSteps {
  double a = 0;
  double c = 0;
  double A = 0;      ///< in pairs
  double c_end = 0;  ///< c_k at the last pair
  double r_end = 0;  ///< a_k / c_k^2 there
};

/// The step sizes of a number in a tune of `pairs` pairs: the given ones, completed by defaults.
/// The default of c_end is a twentieth of the range, for a whole number at least a half.
SpsaSteps spsa_steps(const TunedOption& option, const SpsaGains& gains, std::uint64_t pairs);

/// Tunes options by simultaneous perturbation (Spall 1992): a round is a pair of games with colours
/// swapped between two sides: all numbers of the best values so far are perturbed randomly in one
/// direction for the first side and in the other for the second. The points move the values to the
/// better side. Both sides draw words randomly, the better ones more often, and the points move
/// their probabilities. A batch of pairs makes a step: they start from the same values, so that
/// they can be played at once, and the next step starts when all have results.
class Spsa final : public Schedule {
 public:
  /// The most pairs.
  static constexpr std::uint64_t most_rounds = 1'000'000;

  /// Throws std::invalid_argument without options, rounds or a batch.
  Spsa(Tuning tuning, std::uint64_t rounds, std::uint64_t seed);

  std::uint64_t games() const override { return 2 * rounds_; }
  std::uint64_t paired() const override;
  ScheduledGame game(std::uint64_t number) const override;
  void add(const GameResult& result) override;

  const Tuning& tuning() const { return tuning_; }
  SpsaSteps steps(std::size_t option) const {
    return spsa_steps(tuning_.options[option], tuning_.gains, rounds_);
  }

  /// The number of finished steps.
  std::size_t finished() const { return path_.size() - 1; }
  /// The value of an option after `finished` steps: a number before rounding, or the index of the
  /// word that is drawn most often.
  double value(std::size_t option, std::size_t finished) const;
  /// The current values of the tune, as text for the bots.
  std::vector<std::string> values() const;

 private:
  /// One number for each number, one weight for each word, option after option.
  using State = std::vector<double>;
  /// The values of one side: numbers, or indices of words.
  using Trial = std::vector<double>;

  std::array<Trial, 2> trials(std::uint64_t pair, const State& state) const;
  std::size_t draw(std::span<const double> weights, double chance) const;
  void finish_step();
  void pull(State& state, std::uint64_t pair, int balance) const;
  std::vector<std::string> texts(const Trial& trial) const;
  std::uint64_t chance(std::uint64_t pair, std::uint64_t use) const;

  Tuning tuning_;
  std::uint64_t rounds_;
  std::uint64_t seed_;
  std::vector<SpsaSteps> sizes_;
  std::vector<std::size_t> places_;  ///< of the options in a state
  std::vector<State> path_;          ///< before the first step, and after each
  std::vector<PairScore> pairs_;     ///< of the current step
  std::uint64_t missing_ = 0;        ///< games of the current step without a result
};

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
