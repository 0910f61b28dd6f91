#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace schiri {

/// Training positions: for each the features from the point of view of the side to move and of the
/// other side, the game's own evaluation, and the target.
class TrainingSet {
 public:
  using Feature = std::uint16_t;

  struct Example {
    std::span<const Feature> mover, other;
    float classic = 0;  ///< the natural logarithm of the odds to win by the evaluation
    float target = 0;   ///< the target: the chance to win, from 0 to 1
  };

  template <std::size_t words>
  void add(const std::array<std::uint64_t, words>& mover,
           const std::array<std::uint64_t, words>& other, double classic, double target) {
    Entry entry{features_.size(), 0, 0, static_cast<float>(classic), static_cast<float>(target)};
    append(mover);
    entry.other = features_.size();
    append(other);
    entry.end = features_.size();
    entries_.push_back(entry);
  }

  std::size_t size() const { return entries_.size(); }
  Example operator[](std::size_t i) const {
    const Entry& entry = entries_[i];
    const std::span<const Feature> all = features_;
    return {all.subspan(entry.begin, entry.other - entry.begin),
            all.subspan(entry.other, entry.end - entry.other), entry.classic, entry.target};
  }

 private:
  struct Entry {
    std::size_t begin, other, end;
    float classic, target;
  };

  template <std::size_t words>
  void append(const std::array<std::uint64_t, words>& features) {
    for (std::size_t word = 0; word < words; ++word) {
      for (std::uint64_t left = features[word]; left; left &= left - 1) {
        features_.push_back(
            static_cast<Feature>(64 * word + static_cast<std::size_t>(std::countr_zero(left))));
      }
    }
  }

  std::vector<Feature> features_;
  std::vector<Entry> entries_;
};

}  // namespace schiri
