#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/rating/games/game_log.h"
#include "core/rating/models/rating_list.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

struct WhrOptions {
  /// The drift: the variance of a rating's change in a day, Elo squared.
  double drift = 300;
  /// Standard deviation of the normal prior on each player's first rating, mean 1500.
  double prior_sd = 500;
  /// The scale of the list; drift and prior are on the scale of the fit, `odds`.
  Scale scale = Scale::elo;
};

/// A `RatingList` with each player's ratings over time, in the order of `players`; the list's
/// rating is that of the player's last day.
struct WhrList : RatingList {
  std::vector<RatingHistory> histories;
  /// nu, see `rate_bt`.
  double nu = 0;
  /// Natural logarithm of the posterior density at the maximum, up to a constant.
  double log_posterior = 0;
};

/// Whole-History Rating (R. Coulom 2008): a rating for each player and day with games, with a
/// Wiener process between days, fitted to all games at once by maximum a posteriori. Draws and
/// first-move advantage as in `rate_bt`, fitted jointly (with a wide prior, 500 Elo). Newton's
/// method until no rating changes by more than a millionth of a point. Errors hold the other
/// players fixed, as in the paper.
///
/// An unknown month or day counts as the first; games without a year count for the day of the first
/// game that has one. Returns one list, none if no game counts; identical games all count. Throws
/// std::invalid_argument unless drift and prior are positive and finite.
std::vector<WhrList> rate_whr(const GameLog& log, const WhrOptions& options = {});

/// The day of a date, counted from an arbitrary one; nullopt without a year.
std::optional<long> day_number(std::string_view date);

}  // namespace schiri::rating
