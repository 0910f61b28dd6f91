#include "core/rating/audit/residual_sum.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/rating/numerics/distributions.h"

namespace schiri::rating {

namespace {

/// The three results of a game: their probabilities and weights.
struct Results {
  std::array<double, 3> chance;
  std::array<double, 3> weight;

  Results(const Expectation& expected, double lead, double draw)
      : chance{expected.white, expected.draw, expected.black}, weight{lead, draw, -lead} {}

  double mean() const {
    return chance[0] * weight[0] + chance[1] * weight[1] + chance[2] * weight[2];
  }
  /// The greatest possible sum.
  std::size_t best() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < 3; ++i) {
      if (chance[i] > 0 && (chance[best] == 0 || weight[i] > weight[best])) best = i;
    }
    return best;
  }
};

}  // namespace

void ResidualSum::add(const Expectation& expected, double games, double wins, double draws,
                      double lead, double draw) {
  if (games <= 0 || (lead == 0 && draw == 0)) return;
  const Results results(expected, lead, draw);
  const double mean = results.mean();
  double square = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    square += results.chance[i] * results.weight[i] * results.weight[i];
  }
  value_ += lead * (2 * wins + draws - games) + draw * draws - games * mean;
  mean_ += games * mean;
  variance_ += games * (square - mean * mean);
  terms_.push_back({expected, games, lead, draw});
}

ResidualSum::Cumulants ResidualSum::at(double t) const {
  Cumulants sum;
  for (const Term& term : terms_) {
    const Results results(term.expected, term.lead, term.draw);
    const double most = t * results.weight[results.best()];
    double mass = 0, first = 0, second = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double part = results.chance[i] * std::exp(t * results.weight[i] - most);
      mass += part;
      first += part * results.weight[i];
      second += part * results.weight[i] * results.weight[i];
    }
    first /= mass;
    sum.value += term.games * (std::log(mass) + most);
    sum.slope += term.games * first;
    sum.curve += term.games * (second / mass - first * first);
  }
  return sum;
}

/// The probability that the sum exceeds its mean by at least `x`, x above 0.
double ResidualSum::tail(double x) const {
  const double goal = mean_ + x;
  double most = 0, chance_of_most = 0;
  for (const Term& term : terms_) {
    const Results results(term.expected, term.lead, term.draw);
    most += term.games * results.weight[results.best()];
    chance_of_most += term.games * std::log(results.chance[results.best()]);
  }
  if (goal >= most - 1e-6 * std::sqrt(variance_)) return std::exp(chance_of_most);
  double low = 0, high = x / variance_;
  for (int i = 0; i < 200 && at(high).slope < goal; ++i) {
    low = high;
    high *= 2;
  }
  double t = high;
  Cumulants there = at(t);
  for (int i = 0; i < 100 && std::abs(there.slope - goal) > 1e-9 * std::sqrt(variance_); ++i) {
    (there.slope < goal ? low : high) = t;
    const double next = there.curve > 0 ? t - (there.slope - goal) / there.curve : low;
    t = next > low && next < high ? next : (low + high) / 2;
    there = at(t);
  }
  const double w = std::sqrt(std::max(0.0, 2 * (t * goal - there.value)));
  const double u = t * std::sqrt(there.curve);
  if (!(w > 1e-4) || !(u > 0)) return 0.5;
  return std::clamp(normal_distribution(-w) + normal_density(w) * (1 / u - 1 / w), 0.0, 1.0);
}

double ResidualSum::chance(double scale, double step) const {
  if (!(variance_ > 0) || !(scale > 0)) return 1;
  const double far = (std::abs(value_) - step / 2) / scale;
  if (!(far > 0.5 * std::sqrt(variance_))) return 1;  // no variance
  if (value_ > 0) return std::min(1.0, 2 * tail(far));
  ResidualSum mirrored = *this;
  mirrored.mean_ = -mean_;
  for (Term& term : mirrored.terms_) {
    std::swap(term.expected.white, term.expected.black);
    term.draw = -term.draw;
  }
  return std::min(1.0, 2 * mirrored.tail(far));
}

}  // namespace schiri::rating
