#pragma once

#include <algorithm>
#include <cmath>

namespace schiri::rating {

/// Two numbers that bracket a root.
struct RootInterval {
  double low = 0;
  double high = 0;

  double middle() const { return low + (high - low) / 2; }
};

/// Bisects an interval until it is at most `width` wide or there is no number between its ends.
/// `is_below(x)`: is x below the root? With `width` 0 the root has full precision.
template <class IsBelow>
RootInterval bisect(RootInterval within, const IsBelow& is_below, double width = 0) {
  while (within.high - within.low > width) {
    const double middle = within.middle();
    if (middle <= within.low || middle >= within.high) break;
    (is_below(middle) ? within.low : within.high) = middle;
  }
  return within;
}

}  // namespace schiri::rating
