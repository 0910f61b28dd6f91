#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/hooks.h"

namespace schiri {

/// The number of features that positions of this type can have; 0 if the game has none.
template <GamePosition P>
constexpr std::size_t feature_count_of() {
  if constexpr (HasFeatures<P>) {
    return 64 * std::tuple_size_v<FeaturesOf<P>>;
  } else {
    return 0;
  }
}

/// A small neural network that corrects a game's own evaluation. The features of a position from
/// each side's point of view add up to one layer of units for each side, with the same weights; the
/// squares of the units, clipped to 0 and 1, add up to the natural logarithm of the odds to win.
/// All weights are whole numbers.
struct Network {
  static constexpr std::size_t units = 32;  ///< for each side
  static constexpr int one = 255;           ///< a unit's 1
  static constexpr int output_one = 64;     ///< an output weight's 1
  static constexpr int classic_one = 256;   ///< the weight 1 of the game's own evaluation
  static constexpr int most_input = 500;    ///< greatest size of an input weight
  static constexpr int most_output = 127;   ///< greatest size of an output weight; products fit
  using Units = std::array<std::int16_t, units>;

  int variant = 0;            ///< the variant that it is for, by feature_variant
  int classic = classic_one;  ///< the weight of the game's own evaluation
  int scale = 200;            ///< the value that means odds of e : 1
  std::vector<Units> inputs;  ///< by features
  Units biases{};
  std::array<Units, 2> outputs{};  ///< for the units of the side to move, and of the other
  std::int32_t output_bias = 0;    ///< in one * one * output_one-th parts

  /// The correction for the side to move, in hundredths.
  int output(const Units& mover, const Units& other) const {
    const std::int64_t sum =
        std::int64_t{weighed(mover, outputs[0])} + weighed(other, outputs[1]) + output_bias;
    return static_cast<int>(sum * scale / (std::int64_t{one} * one * output_one));
  }

  friend bool operator==(const Network&, const Network&) = default;

 private:
  static std::int32_t weighed(const Units& layer, const Units& weights) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < units; ++i) {
      const std::int16_t unit = std::clamp<std::int16_t>(layer[i], 0, one);
      const auto product = static_cast<std::int16_t>(unit * weights[i]);
      sum += std::int32_t{product} * unit;
    }
    return sum;
  }
};

/// A network that is built in as a table of its numbers: variant, scale, weight of the classic
/// evaluation, output bias, biases, output weights, then a row for each feature.
inline Network network_of_table(std::span<const std::int32_t> table) {
  Network network;
  network.variant = table[0];
  network.scale = table[1];
  network.classic = table[2];
  network.output_bias = table[3];
  std::size_t at = 4;
  const auto next = [&] {
    Network::Units units{};
    for (auto& unit : units) unit = static_cast<std::int16_t>(table[at++]);
    return units;
  };
  network.biases = next();
  for (auto& units : network.outputs) units = next();
  while (at < table.size()) network.inputs.push_back(next());
  return network;
}

/// The networks that are part of a game, from their tables.
inline Networks networks_of_tables(std::initializer_list<std::span<const std::int32_t>> tables) {
  std::vector<Network> networks;
  for (const auto table : tables) networks.push_back(network_of_table(table));
  return std::make_shared<const std::vector<Network>>(std::move(networks));
}

/// Units of a layer as vectors, each a member of its own, so that they stay in the registers of the
/// processor while they change.
template <std::size_t units>
class UnitVectors {
 public:
  [[gnu::always_inline]] explicit UnitVectors(const std::int16_t* from)
      : first_(read(from)), rest_(from + width) {}

  [[gnu::always_inline]] void add(const std::int16_t* weights) {
    first_ += read(weights);
    rest_.add(weights + width);
  }
  [[gnu::always_inline]] void subtract(const std::int16_t* weights) {
    first_ -= read(weights);
    rest_.subtract(weights + width);
  }
  [[gnu::always_inline]] void write(std::int16_t* to) const {
    std::memcpy(to, &first_, sizeof first_);
    rest_.write(to + width);
  }

 private:
#ifdef __AVX2__
  static constexpr std::size_t width = 16;
#else
  static constexpr std::size_t width = 8;
#endif
  using Vector = std::int16_t __attribute__((vector_size(width * sizeof(std::int16_t))));

  [[gnu::always_inline]] static Vector read(const std::int16_t* from) {
    Vector vector;
    std::memcpy(&vector, from, sizeof vector);
    return vector;
  }

  Vector first_;
  UnitVectors<units - width> rest_;
};

template <>
class UnitVectors<0> {
 public:
  explicit UnitVectors(const std::int16_t*) {}
  void add(const std::int16_t*) {}
  void subtract(const std::int16_t*) {}
  void write(std::int16_t*) const {}
};

/// A layer of units that is updated from one set of features to the next, at the cost of the
/// features that differ.
template <std::size_t words>
class FeatureLayer {
 public:
  using Features = std::array<std::uint64_t, words>;

  void reset(const Network& network) {
    units_ = network.biases;
    features_ = {};
  }

  const Network::Units& go_to(const Network& network, const Features& features) {
    UnitVectors<Network::units> units(units_.data());
    const Network::Units* weights = network.inputs.data();
    for (std::size_t word = 0; word < words; ++word, weights += 64) {
      const std::uint64_t changed = features[word] ^ features_[word];
      for (std::uint64_t left = changed & features[word]; left; left &= left - 1) {
        units.add(weights[std::countr_zero(left)].data());
      }
      for (std::uint64_t left = changed & features_[word]; left; left &= left - 1) {
        units.subtract(weights[std::countr_zero(left)].data());
      }
    }
    units.write(units_.data());
    features_ = features;
    return units_;
  }

 private:
  Features features_{};
  Network::Units units_{};
};

}  // namespace schiri
