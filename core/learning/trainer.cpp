#include "core/learning/trainer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/order.h"
#include "core/base/random.h"

namespace schiri {

namespace {

constexpr std::size_t units = Network::units;
using Layer = std::array<float, units>;

/// All trained parameters in one array, so that one loop updates them: a row of units for each
/// feature, then the biases, the two rows of output weights, the output's bias and the weight of
/// the game's own evaluation.
class Weights {
 public:
  explicit Weights(std::size_t features)
      : features_(features), values_((features + 3) * units + 2) {}

  float* input(std::size_t feature) { return &values_[feature * units]; }
  float* biases() { return input(features_); }
  float* output(std::size_t side) { return input(features_ + 1 + side); }
  float& output_bias() { return values_[values_.size() - 2]; }
  float& classic() { return values_.back(); }
  std::size_t features() const { return features_; }
  std::vector<float>& values() { return values_; }

 private:
  std::size_t features_;
  std::vector<float> values_;
};

/// Starts as the game's own evaluation because the output weights are 0.
Weights first_weights(std::size_t features, Rng& rng) {
  Weights weights(features);
  constexpr double spread = 0.15;
  for (std::size_t i = 0; i < features * units; ++i) {
    weights.values()[i] = static_cast<float>(spread * (2 * rng.uniform() - 1));
  }
  std::fill_n(weights.biases(), units, 0.3f);
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < units; ++i) {
      weights.output(side)[i] = static_cast<float>(0.1 * (2 * rng.uniform() - 1));
    }
  }
  weights.classic() = 1;
  return weights;
}

Layer layer_of(Weights& weights, std::span<const TrainingSet::Feature> features) {
  Layer layer;
  std::copy_n(weights.biases(), units, layer.begin());
  for (const TrainingSet::Feature feature : features) {
    const float* row = weights.input(feature);
    for (std::size_t i = 0; i < units; ++i) layer[i] += row[i];
  }
  return layer;
}

float clipped(float unit) { return std::clamp(unit, 0.0f, 1.0f); }

double chance(double odds) { return 1 / (1 + std::exp(-odds)); }

double cross_entropy(double target, double predicted) {
  const double p = std::clamp(predicted, 1e-7, 1 - 1e-7);
  const auto part = [](double t, double q) { return t > 0 ? t * std::log(t / q) : 0; };
  return part(target, p) + part(1 - target, 1 - p);
}

/// An example in the network's representation.
struct View {
  std::array<Layer, 2> layers;  ///< of the side to move and of the other
  double predicted = 0;         ///< the chance to win
};

View look(Weights& weights, const TrainingSet::Example& example) {
  View view{{layer_of(weights, example.mover), layer_of(weights, example.other)}};
  double odds = weights.classic() * example.classic + weights.output_bias();
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t i = 0; i < units; ++i) {
      const float unit = clipped(view.layers[side][i]);
      odds += weights.output(side)[i] * unit * unit;
    }
  }
  view.predicted = chance(odds);
  return view;
}

/// Adds an example's gradient.
void learn(Weights& weights, const TrainingSet::Example& example, const View& view,
           Weights& gradient) {
  const auto error = static_cast<float>(view.predicted - example.target);
  gradient.classic() += error * example.classic;
  gradient.output_bias() += error;
  for (std::size_t side = 0; side < 2; ++side) {
    Layer back;
    for (std::size_t i = 0; i < units; ++i) {
      const float layer = view.layers[side][i], unit = clipped(layer);
      gradient.output(side)[i] += error * unit * unit;
      back[i] = unit == layer ? error * weights.output(side)[i] * 2 * unit : 0;
      gradient.biases()[i] += back[i];
    }
    for (const TrainingSet::Feature feature : side == 0 ? example.mover : example.other) {
      float* row = gradient.input(feature);
      for (std::size_t i = 0; i < units; ++i) row[i] += back[i];
    }
  }
}

/// Clamps the parameters to the range of the whole numbers.
void keep_within_bounds(Weights& weights) {
  constexpr float most_input = 0.99f * Network::most_input / Network::one;
  constexpr float most_output = 0.99f * Network::most_output / Network::output_one;
  auto& values = weights.values();
  const std::size_t inputs = (weights.features() + 1) * units;
  for (std::size_t i = 0; i < inputs; ++i) {
    values[i] = std::clamp(values[i], -most_input, most_input);
  }
  for (std::size_t i = inputs; i < inputs + 2 * units; ++i) {
    values[i] = std::clamp(values[i], -most_output, most_output);
  }
  weights.classic() = std::clamp(weights.classic(), 0.0f, 4.0f);
}

class Adam {
 public:
  explicit Adam(std::size_t size) : mean_(size), square_(size) {}

  void step(std::vector<float>& weights, const std::vector<float>& gradient, double rate) {
    constexpr float keep_mean = 0.9f, keep_square = 0.999f, least = 1e-8f;
    ++steps_;
    const double correction = std::sqrt(1 - std::pow(double{keep_square}, steps_)) /
                              (1 - std::pow(double{keep_mean}, steps_));
    const auto size = static_cast<float>(rate * correction);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      mean_[i] = keep_mean * mean_[i] + (1 - keep_mean) * gradient[i];
      square_[i] = keep_square * square_[i] + (1 - keep_square) * gradient[i] * gradient[i];
      weights[i] -= size * mean_[i] / (std::sqrt(square_[i]) + least);
    }
  }

 private:
  std::vector<float> mean_, square_;
  int steps_ = 0;
};

template <class Unit>
Unit whole(float value, int one, int most) {
  return static_cast<Unit>(
      std::clamp(static_cast<int>(std::lround(value * static_cast<float>(one))), -most, most));
}

Network in_whole_numbers(Weights& weights, const TrainingOptions& options) {
  Network network;
  network.variant = options.variant;
  network.scale = options.scale;
  network.classic = whole<int>(weights.classic(), Network::classic_one, 4 * Network::classic_one);
  network.inputs.resize(weights.features());
  for (std::size_t i = 0; i < units; ++i) {
    for (std::size_t feature = 0; feature < weights.features(); ++feature) {
      network.inputs[feature][i] =
          whole<std::int16_t>(weights.input(feature)[i], Network::one, Network::most_input);
    }
    network.biases[i] = whole<std::int16_t>(weights.biases()[i], Network::one, Network::most_input);
    for (std::size_t side = 0; side < 2; ++side) {
      network.outputs[side][i] =
          whole<std::int16_t>(weights.output(side)[i], Network::output_one, Network::most_output);
    }
  }
  network.output_bias =
      static_cast<std::int32_t>(std::lround(std::clamp(weights.output_bias(), -8.0f, 8.0f) *
                                            Network::one * Network::one * Network::output_one));
  return network;
}

/// The quantised network's prediction for an example.
double prediction_of(const Network& network, const TrainingSet::Example& example) {
  const auto layer = [&](std::span<const TrainingSet::Feature> features) {
    Network::Units sum = network.biases;
    for (const TrainingSet::Feature feature : features) {
      for (std::size_t i = 0; i < units; ++i) {
        sum[i] = static_cast<std::int16_t>(sum[i] + network.inputs[feature][i]);
      }
    }
    return sum;
  };
  const double output = network.output(layer(example.mover), layer(example.other));
  return chance(output / network.scale +
                double{example.classic} * network.classic / Network::classic_one);
}

template <class Predict>
double loss_of(const TrainingSet& examples, const Predict& predict) {
  double sum = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    sum += cross_entropy(examples[i].target, predict(examples[i]));
  }
  return examples.size() > 0 ? sum / static_cast<double>(examples.size()) : 0;
}

/// The examples one by one in a random order.
class ShuffledBatches {
 public:
  ShuffledBatches(const TrainingSet& examples, const TrainingOptions& options)
      : examples_(examples),
        rng_(options.seed),
        weights_(first_weights(options.features, rng_)),
        gradient_(options.features),
        adam_(weights_.values().size()),
        order_(numbers_below(examples.size())),
        all_steps_(options.epochs * static_cast<double>(steps_of(examples.size()))),
        rate_(options.rate) {}

  Weights& weights() { return weights_; }

  /// Returns the mean loss during the epoch.
  double go_through() {
    rng_.shuffle(order_);
    double loss = 0;
    for (std::size_t i = 0; i < order_.size(); i += batch) {
      loss += step(std::span(order_).subspan(i, std::min(batch, order_.size() - i)));
    }
    return loss / static_cast<double>(std::max<std::size_t>(order_.size(), 1));
  }

 private:
  static constexpr std::size_t batch = 512;
  static constexpr std::size_t steps_of(std::size_t examples) { return examples / batch + 1; }

  double step(std::span<const std::size_t> numbers) {
    auto& gradient = gradient_.values();
    std::fill(gradient.begin(), gradient.end(), 0.0f);
    double loss = 0;
    for (const std::size_t number : numbers) {
      const TrainingSet::Example example = examples_[number];
      const View view = look(weights_, example);
      loss += cross_entropy(example.target, view.predicted);
      learn(weights_, example, view, gradient_);
    }
    const float share = 1.0f / static_cast<float>(numbers.size());
    for (float& part : gradient) part *= share;
    adam_.step(weights_.values(), gradient, rate_ * std::max(1 - steps_++ / all_steps_, 0.0));
    keep_within_bounds(weights_);
    return loss;
  }

  const TrainingSet& examples_;
  Rng rng_;
  Weights weights_, gradient_;
  Adam adam_;
  std::vector<std::size_t> order_;
  double all_steps_;
  double rate_;
  int steps_ = 0;
};

}  // namespace

TrainingResult train(const TrainingSet& examples, const TrainingSet& held_back,
                     const TrainingOptions& options,
                     const std::function<void(int, const TrainingLoss&)>& listener,
                     const std::stop_token& stop) {
  ShuffledBatches course(examples, options);
  TrainingResult best;
  best.classic = loss_of(
      held_back, [](const TrainingSet::Example& example) { return chance(example.classic); });
  for (int epoch = 1; epoch <= options.epochs; ++epoch) {
    TrainingLoss loss{course.go_through()};
    const Network network = in_whole_numbers(course.weights(), options);
    loss.checked = loss_of(held_back, [&](const TrainingSet::Example& example) {
      return prediction_of(network, example);
    });
    if (epoch == 1 || loss.checked < best.loss.checked) {
      best.network = network;
      best.loss = loss;
      best.epoch = epoch;
    }
    if (listener) listener(epoch, loss);
    if (stop.stop_requested()) break;
  }
  return best;
}

}  // namespace schiri
