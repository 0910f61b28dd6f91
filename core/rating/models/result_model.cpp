#include "core/rating/models/result_model.h"

#include <cmath>
#include <numbers>

namespace schiri::rating {

double points_per_odds(Scale scale, double nu) { return scale == Scale::elo ? 2 / (2 + nu) : 1; }

Expectation ResultModel::expected(double difference) const {
  const double odds = (difference + advantage) / points_per_odds(scale, nu);
  // Divided by the greater of both, so that nothing overflows.
  const double t = std::exp(-std::abs(odds) * std::numbers::ln10 / 800);
  const double z = 1 + t * (t + nu);
  const double strong = 1 / z, weak = t * t / z;
  return {odds >= 0 ? strong : weak, nu * t / z, odds >= 0 ? weak : strong};
}

}  // namespace schiri::rating
