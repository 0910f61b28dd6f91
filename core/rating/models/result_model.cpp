#include "core/rating/models/result_model.h"

#include <numbers>

#include "core/rating/models/opening_effects.h"

namespace schiri::rating {

double points_per_odds(Scale scale, double nu) { return scale == Scale::elo ? 2 / (2 + nu) : 1; }

Expectation ResultModel::expected(double difference) const {
  const double unit = std::numbers::ln10 / 800 / points_per_odds(scale, nu);
  const double lead = (difference + advantage) * unit, sd = opening_sd * unit;
  if (sd == 0) return chances(lead, nu);
  Expectation mean;
  for (const QuadratureNode& node : effect_nodes(sd)) {
    const Expectation at = chances(lead + sd * node.z, nu);
    mean.white += node.weight * at.white;
    mean.draw += node.weight * at.draw;
    mean.black += node.weight * at.black;
  }
  return mean;
}

}  // namespace schiri::rating
