#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/rating/numerics/pair_matrix.h"

namespace schiri::rating {

/// A partial Cholesky factorisation of the ratings' part of a pair matrix. Players with the fewest
/// neighbours are eliminated first (minimum degree), each by a star-mesh transform, which adds
/// positive numbers only. The rest, the core, is the ratings' part of a smaller pair matrix. Used
/// for errors of big pools.
class PairElimination {
 public:
  struct Neighbour {
    std::uint32_t player;
    double weight;
  };
  /// An eliminated player.
  struct Step {
    std::uint32_t player;
    std::size_t begin;  ///< of its neighbours in the list of all
    double ground;      ///< its diagonal outside the edges
    double pivot;       ///< `ground` and the weights of its neighbours
  };

  /// Eliminates players while one of several has at most `most_neighbours`.
  PairElimination(const PairMatrix& matrix, std::size_t most_neighbours);

  std::span<const Step> steps() const { return steps_; }
  /// The neighbours of a step's player that were not eliminated earlier, by number.
  std::span<const Neighbour> neighbours(std::size_t step) const;
  /// The number of neighbours of all steps.
  std::size_t links() const { return neighbours_.size(); }
  /// The players that remain, in ascending order.
  std::span<const std::uint32_t> core() const { return core_; }
  /// The Schur complement, in the order of `core`; its shared parameters are constants.
  const PairMatrix& core_matrix() const { return core_matrix_; }

  /// Moves the right-hand side of each eliminated player to its neighbours.
  template <class Value>
  void forward(std::span<Value> right) const {
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      const Value share = right[steps_[s].player] * (1 / steps_[s].pivot);
      for (const Neighbour& one : neighbours(s)) right[one.player] += share * one.weight;
    }
  }
  /// Replaces the right-hand side of each eliminated player by its solution, given that of the
  /// core.
  template <class Value>
  void backward(std::span<Value> values) const {
    for (std::size_t s = steps_.size(); s-- > 0;) {
      Value sum = values[steps_[s].player];
      for (const Neighbour& one : neighbours(s)) sum += values[one.player] * one.weight;
      values[steps_[s].player] = sum * (1 / steps_[s].pivot);
    }
  }

 private:
  std::vector<Step> steps_;
  std::vector<Neighbour> neighbours_;
  std::vector<std::uint32_t> core_;
  PairMatrix core_matrix_{0};
};

}  // namespace schiri::rating
