#pragma once

#include <span>
#include <string>

#include "core/rating/models/bt.h"

/// Simulated rating lists, to count how often 95 % intervals hold the true ratings. Used by the
/// long test of `bt` and by the benchmark `coverage`.
namespace schiri::rating_simulation {

/// What the manual promises of a design.
enum class Promise : std::uint8_t {
  /// 93 to 99 % on average, 90 % or more for the worst player.
  games,
  /// A field in which results decide the pairings: 93 to 97 % on average.
  field,
  /// A field of equals: 85 % on average.
  equal_field,
  /// Nothing: designs that were not chosen with the model.
  none
};

class World;

struct Design {
  const char* name;
  Promise promise;
  /// Sets the true ratings and plays the games of one list.
  void (*play)(World&);
  /// Players miss together: more lists are needed for the same accuracy.
  bool is_joint = false;
  /// The promise is known not to be kept.
  bool is_missed = false;
};

std::span<const Design> designs();

/// Shares from 0 to 1, and Elo.
struct Coverage {
  double mean = 0;       ///< over players
  double worst = 1;      ///< of a player
  double rms = 0;        ///< of the estimates' distances from the truth
  double error = 0;      ///< mean of half the closed intervals
  double advantage = 0;  ///< of White's advantage
  int advantages = 0;    ///< lists whose advantage has an error
  int fields = 0;        ///< lists with a field prior
  bool is_kept(Promise promise) const;
};

/// Simulates lists of a design; the same seed gives the same lists.
Coverage simulate(const Design& design, int lists, const rating::BtOptions& options = {});

}  // namespace schiri::rating_simulation
