#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/tournament/schedule.h"
#include "core/tournament/tuning.h"

namespace schiri {

/// Step sizes of one option in Spall's notation, of one tune.
struct SpsaSteps {
  double a = 0;
  double c = 0;
  double A = 0;      ///< in pairs
  double c_end = 0;  ///< c_k at the last pair
  double r_end = 0;  ///< a_k / c_k^2 there
};

/// The step sizes of a number in a tune of so many pairs: what is said of it, completed. Where
/// nothing is, c_end is a twentieth of the range, of a whole number at least a half.
SpsaSteps spsa_steps(const TunedOption& option, const SpsaGains& gains, std::uint64_t pairs);

/// Tunes options by simultaneous perturbation (Spall 1992): a round is a pair of games with colours
/// swapped between the values that are best so far, all numbers moved a little to one side or the
/// other by chance, and the same moved the other way. Its points pull the values to the better
/// side. Of words, both sides draw one by chance, the better ones more often, and points move the
/// chances. Some pairs make a step: they begin from the same values, so that they can be played
/// side by side, and the next step begins when all have results.
class Spsa final : public Schedule {
 public:
  /// The most pairs.
  static constexpr std::uint64_t most_rounds = 1'000'000;

  /// Throws std::invalid_argument unless there are options, rounds and a batch.
  Spsa(Tuning tuning, std::uint64_t rounds, std::uint64_t seed);

  std::uint64_t games() const override { return 2 * rounds_; }
  std::uint64_t paired() const override;
  ScheduledGame game(std::uint64_t number) const override;
  void add_result(std::uint64_t number, std::optional<Outcome> outcome) override;

  const Tuning& tuning() const { return tuning_; }
  SpsaSteps steps(std::size_t option) const {
    return spsa_steps(tuning_.options[option], tuning_.gains, rounds_);
  }

  /// How many steps are finished.
  std::size_t finished() const { return path_.size() - 1; }
  /// Where an option stands after so many steps: a number before it is rounded, or the place of the
  /// word that is drawn most often.
  double value(std::size_t option, std::size_t finished) const;
  /// The current values of the tune, as text for the bots.
  std::vector<std::string> values() const;

 private:
  /// One number for each number, one weight for each word, option after option.
  using State = std::vector<double>;
  /// What one side plays: numbers, or places of words.
  using Trial = std::vector<double>;

  struct PairPoints {
    int missing = 2;
    std::optional<int> balance = 0;  ///< points of the first player less those of the second
  };

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
  std::vector<PairPoints> pairs_;    ///< of the step that is played
  std::uint64_t missing_ = 0;        ///< games of it without a result
};

}  // namespace schiri
