#pragma once

namespace schiri::rating {

/// Two numbers between which a root lies.
struct RootInterval {
  double low = 0;
  double high = 0;

  double middle() const { return low + (high - low) / 2; }
};

/// Halves an interval until it is at most `width` wide or no number lies between its ends.
/// `is_below(x)`: does the root lie above x? At 0 a root is as exact as a number can be.
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
