#include "core/rating/models/result_model.h"

#include <numbers>

namespace schiri::rating {

double points_per_odds(Scale scale, double nu) { return scale == Scale::elo ? 2 / (2 + nu) : 1; }

Expectation ResultModel::expected(double difference) const {
  const double odds = (difference + advantage) / points_per_odds(scale, nu);
  return chances(odds * std::numbers::ln10 / 800, nu);
}

}  // namespace schiri::rating
