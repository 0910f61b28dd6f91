#include "core/rating/numerics/dirichlet_mean.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace schiri::rating {

namespace {

/// The characteristic function at one frequency.
struct Wave {
  double phase = 0;
  double turning = 0;  ///< of the phase, by the logarithm of the frequency
  double damping = 0;  ///< minus the logarithm of the size
};

Wave wave_at(std::span<const double> values, std::span<const double> parameters, double mean,
             double frequency) {
  Wave wave;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double turn = (values[i] - mean) * frequency, size = 1 + turn * turn;
    wave.phase += parameters[i] * std::atan(turn);
    wave.turning += parameters[i] * turn / size;
    wave.damping += parameters[i] / 2 * std::log(size);
  }
  return wave;
}

}  // namespace

// The chances are gamma variables divided by their sum, so the mean is at most m where
// sum (value - m) * gamma is at most 0: a sum whose characteristic function is a product. Its
// inversion (J. Imhof 1961) is an integral over the logarithm of the frequency of a function that
// falls exponentially on both sides, where the trapezoidal rule converges at once.
double dirichlet_mean_distribution(std::span<const double> values,
                                   std::span<const double> parameters, double mean) {
  constexpr double nothing = 40, coarse = 0.05, begin = -40;
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    squares += parameters[i] * (values[i] - mean) * (values[i] - mean);
  }
  if (squares == 0) return 1;
  const auto at = [&](double y) {
    return wave_at(values, parameters, mean, std::exp(y) / std::sqrt(squares));
  };
  double fastest = 0, end = begin;
  for (Wave wave; wave.damping < nothing; end += coarse) {
    wave = at(end);
    fastest = std::max(fastest, std::abs(wave.turning));
  }
  const double step = coarse / std::ceil(1 + fastest / 10);
  double sum = 0;
  for (double y = begin; y < end; y += step) {
    const Wave wave = at(y);
    sum += std::sin(wave.phase) * std::exp(-wave.damping);
  }
  return std::clamp(0.5 - sum * step / std::numbers::pi, 0.0, 1.0);
}

}  // namespace schiri::rating
