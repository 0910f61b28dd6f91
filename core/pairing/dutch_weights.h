#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/wide_integer.h"
#include "core/pairing/dutch_bracket.h"

namespace schiri {

/// The data of an unpaired player that the criteria of a bracket use.
struct DutchTraits {
  enum class Kind : std::uint8_t { moved_down, resident, next, lower, bye };

  Kind kind = Kind::lower;
  std::size_t rank = 0;  ///< index of the player's score among the bracket's, the highest first
  std::optional<Side> colour = {};
  Strength strength = Strength::none;
  int difference = 0;  ///< without its sign
  std::optional<Side> repeat = {};
  std::array<Float, 2> floats = {};
  std::size_t games = 0;  ///< if the bye goes to one of the bracket

  bool in_bracket() const { return kind <= Kind::resident; }
  friend std::strong_ordering operator<=>(const DutchTraits&, const DutchTraits&) = default;
};

/// The criteria C6 to C21 of a bracket as weights of edges: earlier criteria are in higher bits, so
/// that the heaviest round is the best by the criteria. Players that are equal for all criteria are
/// in one class.
class DutchWeights {
 public:
  /// `bye_games`: exactly one floats down and has the bye (C9).
  DutchWeights(const DutchField& field, const DutchBracket& bracket,
               const std::vector<std::size_t>& vertices, bool bye_games);

  /// The maximum number of bits in the weight of a whole round.
  std::size_t bits() const { return bits_; }
  std::size_t classes() const { return traits_.size(); }
  std::size_t class_of(std::size_t vertex) const { return class_of_[vertex]; }
  const DutchTraits& traits(std::size_t vertex) const { return traits_[class_of_[vertex]]; }

  /// The values of pairs by each criterion, the first one first; more is better. All sets of pairs
  /// have the same number of values; the higher player of each pair comes first.
  struct Value {
    std::string_view criterion;
    std::uint64_t sum;
  };
  std::vector<Value> values(const std::vector<std::pair<std::size_t, std::size_t>>& pairs) const;

  /// The weight of an edge between players of two classes, the first one higher in the order, above
  /// the lowest `free` bits, doubled.
  template <std::size_t words>
  WideInteger<words> doubled(std::size_t higher, std::size_t lower, std::size_t free) const {
    WideInteger<words> sum;
    for (const WeightField& field : fields_) {
      const auto value = value_of(field, traits_[higher], traits_[lower]);
      const std::size_t at = field.shift + free + 1;
      sum.word(at / 64) |= value << (at % 64);
      if (at % 64 != 0 && at / 64 + 1 < words) sum.word(at / 64 + 1) |= value >> (64 - at % 64);
    }
    return sum;
  }

 private:
  /// The bits of one criterion in the weight.
  struct WeightField {
    std::size_t criterion;
    std::size_t rank;
    std::uint64_t most;  ///< the worst value if less is better, otherwise 0
    std::size_t shift;
  };

  static std::uint64_t value_of(const WeightField& field, const DutchTraits& higher,
                                const DutchTraits& lower);
  void add_fields(std::size_t players);

  std::vector<DutchTraits> traits_;
  std::vector<std::size_t> class_of_;
  std::vector<WeightField> fields_;
  std::size_t ranks_ = 0;
  std::size_t bits_ = 0;
};

}  // namespace schiri
