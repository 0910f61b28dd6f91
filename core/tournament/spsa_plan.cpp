#include "core/tournament/spsa_plan.h"

#include <algorithm>
#include <cmath>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/root.h"
#include "core/tournament/spsa.h"

namespace schiri {

namespace {

/// Points less those of the other side, of a pair of games, for each Elo of difference: the slope
/// of the logistic curve at equality, for two games.
constexpr double slope = 2 * 2 * 2.302585092994046 / 400 / 4;
/// The variance of a pair's points between equal players without draws.
constexpr double variance = 2;

/// The 95 % quantile of the chi-square distribution.
double chi_square_95(int degrees) {
  const auto is_below = [&](double at) { return rating::chi_square_tail(at, degrees) > 0.05; };
  return rating::bisect({0, 10 + 3.0 * degrees}, is_below).high;
}

/// The distance of an option from its best value, in steps of c_end: mean and spread.
struct Deviation {
  double mean;
  double variance;
};

/// Iterates the recursion of a pair in blocks over which step sizes hardly change.
Deviation deviation(const SpsaModel& model, double pairs, double r_end) {
  constexpr int stretches = 400;
  const double A = model.gains.A * pairs;
  Deviation now{model.distance, 0};
  for (int i = 0; i < stretches; ++i) {
    const double k = (i + 0.5) / stretches * pairs;
    const double speed = r_end * std::pow((A + pairs) / (A + k + 1), model.gains.alpha);
    const double noise = speed * std::pow((k + 1) / pairs, model.gains.gamma);
    const double drift = 4 * slope * model.step_elo * speed;
    const double kept = std::exp(-drift * pairs / stretches);
    const double level = drift > 0 ? noise * noise * variance / (2 * drift) : 0;
    now.mean *= kept;
    now.variance = level + (now.variance - level) * kept * kept;
  }
  return now;
}

/// The standard deviation in Elo of the difference between the weights of two words at the end, if
/// all words are drawn equally often: for w words, the best meets each other one in 2 / w^2 of the
/// pairs. The sums over the gains of Spsa are integrals over the share of the pairs played.
double word_deviation(const SpsaModel& model, double pairs) {
  // The better word becomes more probable, and then fewer pairs compare two words. Measured on
  // simulated tunes of 2 to 6 words and 100 to 3000 pairs: 1.05 to 1.18.
  constexpr double adaption = 1.15;
  constexpr int stretches = 400;
  double sum = 0, squares = 0;
  for (int i = 0; i < stretches; ++i) {
    const double share = (i + 0.5) / stretches;
    const double gain = std::pow((model.gains.A + 1) / (model.gains.A + share), model.gains.alpha);
    sum += gain / stretches;
    squares += gain * gain / stretches;
  }
  const auto words = static_cast<double>(model.most_words);
  return adaption * std::sqrt(words * variance * squares / pairs) / (slope * sum);
}

/// How many of `options` wrong words 95 of 100 tunes do not exceed, if each is wrong with this
/// probability.
double wrong_words_95(std::size_t options, double probability) {
  double term = std::pow(1 - probability, static_cast<double>(options)), sum = term;
  std::size_t wrong = 0;
  for (; sum < 0.95 && wrong < options; ++wrong) {
    term *= static_cast<double>(options - wrong) / static_cast<double>(wrong + 1) * probability /
            (1 - probability);
    sum += term;
  }
  return static_cast<double>(wrong);
}

/// The largest loss by words, over all differences between the best word and the others.
double word_loss(const SpsaModel& model, double pairs) {
  if (model.word_options == 0) return 0;
  const auto others = static_cast<double>(model.most_words - 1);
  double worst = 0;
  for (double difference = 0.02; difference < 8; difference += 0.02) {
    const double wrong = others * std::erfc(difference / std::sqrt(2)) / 2;
    const double probability = std::min(wrong, others / (others + 1));
    worst = std::max(worst, difference * wrong_words_95(model.word_options, probability));
  }
  return worst * word_deviation(model, pairs);
}

}  // namespace

double spsa_loss(const SpsaModel& model, std::uint64_t pairs, double r_end) {
  const double words = word_loss(model, static_cast<double>(pairs));
  if (model.options == 0) return words;
  const Deviation end = deviation(model, static_cast<double>(pairs), r_end);
  const auto options = static_cast<double>(model.options);
  return words + model.step_elo * (options * end.mean * end.mean +
                                   chi_square_95(static_cast<int>(model.options)) * end.variance);
}

double start_loss(const SpsaModel& model) {
  return model.step_elo * static_cast<double>(model.options) * model.distance * model.distance;
}

SpsaPlan best_spsa_plan(const SpsaModel& model, std::uint64_t pairs) {
  if (model.options == 0) {
    const double r_end = model.gains.r_end;
    return {pairs, r_end, spsa_loss(model, pairs, r_end)};
  }
  // Below, hardly anything moves; above, only noise does.
  double low = std::log(1e-5), high = std::log(1.0);
  const auto loss = [&](double log_r) { return spsa_loss(model, pairs, std::exp(log_r)); };
  constexpr int halvings = 30;
  for (int i = 0; i < halvings; ++i) {
    const double one = low + (high - low) * 0.4, other = low + (high - low) * 0.6;
    (loss(one) < loss(other) ? high : low) = loss(one) < loss(other) ? other : one;
  }
  // Three digits suffice.
  const double r = std::exp((low + high) / 2);
  const double unit = std::pow(10, std::floor(std::log10(r)) - 2);
  const double rounded = std::round(r / unit) * unit;
  return {pairs, rounded, spsa_loss(model, pairs, rounded)};
}

std::optional<SpsaPlan> plan_spsa(const SpsaModel& model, double accuracy) {
  std::uint64_t low = 0, high = 64;
  while (best_spsa_plan(model, high).loss > accuracy) {
    low = high;
    high *= 2;
    if (high > Spsa::most_rounds) return std::nullopt;
  }
  while (high - low > std::max<std::uint64_t>(high / 50, 1)) {
    const std::uint64_t middle = (low + high) / 2;
    (best_spsa_plan(model, middle).loss > accuracy ? low : high) = middle;
  }
  return best_spsa_plan(model, high);
}

}  // namespace schiri
