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

/// The root of an increasing function, with an error of at most `error`, by inverse quadratic
/// interpolation where it converges and bisection elsewhere (T. Chandrupatla 1997): a quarter of
/// the steps of `bisect` for smooth functions. `value(x)`: the function; `low` and `high`: its
/// values at the ends, negative and positive.
template <class Value>
double root_between(RootInterval within, double low, double high, const Value& value,
                    double error) {
  struct Point {
    double x, y;
  };
  // The root is between `near`, the last point, and `far`; `old` is the one before.
  Point near{within.low, low}, far{within.high, high};
  double fraction = 0.5;
  while (true) {
    const double x = near.x + fraction * (far.x - near.x);
    const Point next{x, value(x)};
    Point old = near;
    if ((next.y < 0) != (near.y < 0)) {
      old = far;
      far = near;
    }
    near = next;
    const double length = std::abs(far.x - near.x);
    if (near.y == 0 || length <= 2 * error) {
      return std::abs(near.y) < std::abs(far.y) ? near.x : far.x;
    }
    const double place = (near.x - far.x) / (old.x - far.x),
                 height = (near.y - far.y) / (old.y - far.y);
    fraction = 0.5;
    if (height * height < place && (1 - height) * (1 - height) < 1 - place) {
      fraction =
          near.y / (far.y - near.y) * old.y / (far.y - old.y) +
          (old.x - near.x) / (far.x - near.x) * near.y / (old.y - near.y) * far.y / (old.y - far.y);
    }
    fraction = std::clamp(fraction, error / length, 1 - error / length);
  }
}

}  // namespace schiri::rating
