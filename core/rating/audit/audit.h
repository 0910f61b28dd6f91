#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/rating/models/bt.h"

/// Checks of rating lists. Used by the audit of ratings and by stop rules; uses rating/games,
/// rating/models and rating/numerics.
namespace schiri::rating {

/// The interval of a player's place: all intervals of a list hold simultaneously with 95 %.
struct RankInterval {
  std::string player;
  std::size_t best = 1;
  std::size_t worst = 1;
};

/// Ranks follow from simultaneous intervals of the differences of all pairs of players by the
/// distribution of their maximum (J. Tukey 1953; M. Klein, T. Wright, J. Wieczorek 2020), found by
/// simulation with a fixed seed from the covariance, with which the list must have been fitted.
std::vector<RankInterval> rank_intervals(const BtList& list);

}  // namespace schiri::rating
