#include "core/rating/tests/anytime.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "core/base/errors.h"
#include "core/base/order.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

/// The error probabilities of the ratings and of the bets, anywhere and at any time.
constexpr double risk = 0.025;
constexpr double points_per_unit = 400 / std::numbers::ln10;
/// The difference from which on an interval counts as open, in points.
constexpr double furthest = 4000;
constexpr double infinite = std::numeric_limits<double>::infinity();

double in_points(double strength) { return points_per_unit * strength; }

std::optional<double> finite(double value) {
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::size_t require_players(std::size_t players) {
  if (players >= 2 && players <= AnytimeRatings::most_players) return players;
  throw ValueError(
      message("anytime intervals are for 2 to {0} players", AnytimeRatings::most_players));
}

/// The shortest paths between all players (Floyd 1962). False if there is a cycle of negative
/// length.
bool close_paths(std::vector<double>& lengths, std::size_t players) {
  for (std::size_t k = 0; k < players; ++k) {
    for (std::size_t i = 0; i < players; ++i) {
      for (std::size_t j = 0; j < players; ++j) {
        double& direct = lengths[i * players + j];
        direct = std::min(direct, lengths[i * players + k] + lengths[k * players + j]);
      }
    }
    for (std::size_t i = 0; i < players; ++i) {
      if (lengths[i * players + i] < 0) return false;
    }
  }
  return true;
}

std::vector<double> between(std::size_t players, std::size_t one, std::size_t other) {
  std::vector<double> direction(players);
  direction[one] = 1;
  direction[other] = -1;
  return direction;
}

std::vector<double> from_mean(std::size_t players, std::size_t player) {
  std::vector<double> direction(players, -1 / static_cast<double>(players));
  direction[player] += 1;
  return direction;
}

}  // namespace

std::optional<double> half_width(const Bounds& bounds) {
  if (!bounds.low || !bounds.high) return std::nullopt;
  return (*bounds.high - *bounds.low) / 2;
}

double AnytimeRatings::Meeting::points() const {
  double points = 0;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    points += static_cast<double>(cells[cell] * cell) / 2;
  }
  return points;
}

std::uint64_t AnytimeRatings::Meeting::pairs() const {
  return std::accumulate(cells.begin(), cells.end(), std::uint64_t{0});
}

AnytimeRatings::AnytimeRatings(std::size_t players)
    : players_(require_players(players)),
      meetings_(players * (players - 1) / 2),
      marks_{{meetings_, 0}},
      fit_(ScoreLikelihood(players, {}).fit(std::vector<double>(players), prior_precision)),
      above_(players * players) {}

std::size_t AnytimeRatings::index(std::size_t first, std::size_t second) const {
  return first * (2 * players_ - first - 1) / 2 + second - first - 1;
}

std::uint64_t AnytimeRatings::met(std::size_t first, std::size_t second) const {
  return meetings_[index(std::min(first, second), std::max(first, second))].pairs();
}

std::uint64_t AnytimeRatings::met(std::size_t player) const {
  std::uint64_t pairs = 0;
  for (std::size_t other = 0; other < players_; ++other) {
    if (other != player) pairs += met(player, other);
  }
  return pairs;
}

/// The likelihood of the pairs since `before`.
ScoreLikelihood AnytimeRatings::likelihood(const Meetings& before) const {
  std::vector<PairScore> scores;
  for (std::size_t i = 0; i < players_; ++i) {
    for (std::size_t j = i + 1; j < players_; ++j) {
      const Meeting& now = meetings_[index(i, j)];
      const Meeting& then = before[index(i, j)];
      const std::uint64_t pairs = now.pairs() - then.pairs();
      if (pairs == 0) continue;
      scores.push_back({i, j, 2 * static_cast<double>(pairs), now.points() - then.points()});
    }
  }
  return {players_, std::move(scores)};
}

/// The predictive expected share of the first player (MacKay 1992).
double AnytimeRatings::foretell(std::size_t first, std::size_t second) const {
  const double lead = fit_.strengths[first] - fit_.strengths[second];
  const auto direction = between(players_, first, second);
  const double variance = quadratic_form(fit_.covariance, direction);
  return logistic(lead / std::sqrt(1 + std::numbers::pi / 8 * variance));
}

void AnytimeRatings::add(std::size_t first, std::size_t second, int half_points) {
  if (first > second) return add(second, first, 4 - half_points);
  const double share = foretell(first, second), points = half_points / 2.0;
  foretold_ += points * std::log(share) + (2 - points) * std::log1p(-share);
  ++meetings_[index(first, second)].cells[static_cast<std::size_t>(half_points)];
  ++pairs_;
  for (const auto& [one, other] : {std::pair(first, second), std::pair(second, first)}) {
    if (!is_above(one, other) && wealth(one, other) >= needed_wealth()) set_above(one, other);
  }
  if (pairs_ >= fitted_at_ + std::max<std::uint64_t>(1, pairs_ / 32)) refit();
  if (pairs_ == 8 * players_ << 2 * (marks_.size() - 1)) marks_.push_back({meetings_, foretold_});
}

void AnytimeRatings::refit() {
  const Meetings none(meetings_.size());
  fit_ = likelihood(none).fit(fit_.strengths, prior_precision);
  fitted_at_ = pairs_;
}

double AnytimeRatings::rating(std::size_t player) const {
  return mean_rating + in_points(fit_.strengths[player]);
}

/// The smallest of the intervals of all starts, each of which is valid; nullopt if one is empty.
std::optional<AnytimeRatings::Region> AnytimeRatings::region() const {
  std::optional<Region> best;
  double least = infinite;
  for (std::size_t k = 0; k < marks_.size(); ++k) {
    const double doubt =
        std::log(1 / risk) + std::log((static_cast<double>(k) + 1) * (static_cast<double>(k) + 2));
    const ScoreLikelihood likelihood = this->likelihood(marks_[k].before);
    auto fit = likelihood.fit(fit_.strengths, 0);
    const double level = foretold_ - marks_[k].foretold - doubt;
    if (fit.value < level) return std::nullopt;
    double variance = 0;
    for (std::size_t i = 0; i < players_; ++i) variance += fit.covariance.at(i, i);
    const double size = (fit.value - level) * variance;
    if (size >= least) continue;
    least = size;
    best.emplace(Region{likelihood, std::move(fit), level});
  }
  return best;
}

Bounds AnytimeRatings::bounds(const Region& region, std::vector<double> direction) const {
  const double limit = furthest / points_per_unit;
  Bounds bounds;
  bounds.high = region.likelihood.highest(direction, region.level, region.fit, limit);
  for (double& element : direction) element = -element;
  bounds.low = region.likelihood.highest(direction, region.level, region.fit, limit);
  if (bounds.low) *bounds.low = -*bounds.low;
  return bounds;
}

/// Upper bounds of the differences, row minus column, by the bets; row by row. Empty if they
/// contradict each other.
std::vector<double> AnytimeRatings::bet_bounds() const {
  const double needed = needed_wealth();
  std::vector<double> highest(players_ * players_, infinite);
  const auto least_lead = [&](const PairCells& cells) {
    const double share = least_share(cells, needed);
    return std::log(share / (1 - share));
  };
  for (std::size_t i = 0; i < players_; ++i) {
    highest[i * players_ + i] = 0;
    for (std::size_t j = i + 1; j < players_; ++j) {
      const Meeting& meeting = meetings_[index(i, j)];
      if (meeting.pairs() == 0) continue;
      highest[j * players_ + i] = -least_lead(meeting.cells);
      highest[i * players_ + j] = -least_lead(swapped(meeting.cells));
    }
  }
  if (!close_paths(highest, players_)) highest.clear();
  return highest;
}

/// The bound from the region and from the upper bounds of the differences.
Bounds AnytimeRatings::rating_bounds(const std::optional<Region>& region,
                                     const std::vector<double>& highest, std::size_t player) const {
  if (highest.empty()) return {};
  Bounds known;
  if (region) known = bounds(*region, from_mean(players_, player));
  double above = 0, below = 0;
  for (std::size_t j = 0; j < players_; ++j) {
    above += highest[player * players_ + j] / static_cast<double>(players_);
    below += highest[j * players_ + player] / static_cast<double>(players_);
  }
  const double high = std::min(known.high.value_or(infinite), above);
  const double low = std::max(known.low.value_or(-infinite), -below);
  if (low > high) return {};
  return {finite(mean_rating + in_points(low)), finite(mean_rating + in_points(high))};
}

std::vector<Bounds> AnytimeRatings::ratings() const {
  const auto region = this->region();
  const auto highest = bet_bounds();
  std::vector<Bounds> all;
  for (std::size_t i = 0; i < players_; ++i) all.push_back(rating_bounds(region, highest, i));
  return all;
}

std::optional<double> AnytimeRatings::largest_error(double enough) const {
  const auto order =
      numbers_by(players_, [&](std::size_t player) { return -fit_.covariance.at(player, player); });
  const auto region = this->region();
  const auto highest = bet_bounds();
  double largest = 0;
  for (const std::size_t player : order) {
    const auto error = half_width(rating_bounds(region, highest, player));
    if (!error) return std::nullopt;
    largest = std::max(largest, *error);
    if (largest >= enough) break;
  }
  return largest;
}

std::vector<Bounds> AnytimeRatings::differences() const {
  const auto region = this->region();
  auto highest = bet_bounds();
  if (highest.empty()) return std::vector<Bounds>(players_ * players_);
  for (std::size_t i = 0; region && i < players_; ++i) {
    for (std::size_t j = i + 1; j < players_; ++j) {
      const Bounds known = bounds(*region, between(players_, i, j));
      double& one = highest[i * players_ + j];
      double& other = highest[j * players_ + i];
      if (known.high) one = std::min(one, *known.high);
      if (known.low) other = std::min(other, -*known.low);
    }
  }
  if (!close_paths(highest, players_)) return std::vector<Bounds>(players_ * players_);
  std::vector<Bounds> all;
  for (std::size_t i = 0; i < players_; ++i) {
    for (std::size_t j = 0; j < players_; ++j) {
      all.push_back({finite(-in_points(highest[j * players_ + i])),
                     finite(in_points(highest[i * players_ + j]))});
    }
  }
  return all;
}

/// Do the results exclude that `other` is as strong as `one`?
bool AnytimeRatings::excludes_swap(const Region& region, std::size_t one, std::size_t other) const {
  const auto direction = between(players_, one, other);
  const double lead = region.fit.strengths[one] - region.fit.strengths[other];
  const double allowed = region.fit.value - region.level;
  // Far from the bound, no exact computation is needed.
  const double squares = lead * lead / quadratic_form(region.fit.covariance, direction);
  if (lead <= 0 || squares < allowed) return false;
  std::vector<double> strengths = region.fit.strengths;
  return region.likelihood.greatest(direction, 0, strengths) < region.level - 1e-6;
}

void AnytimeRatings::compare() {
  const auto region = this->region();
  for (std::size_t i = 0; region && i < players_; ++i) {
    for (std::size_t j = 0; j < players_; ++j) {
      if (i == j || is_above(i, j) || is_above(j, i)) continue;
      if (excludes_swap(*region, i, j)) set_above(i, j);
    }
  }
}

double AnytimeRatings::needed_wealth() const {
  return std::log(static_cast<double>(players_ * (players_ - 1)) / risk);
}

double AnytimeRatings::wealth(std::size_t one, std::size_t other) const {
  const PairCells& cells = meetings_[index(std::min(one, other), std::max(one, other))].cells;
  return log_wealth(one < other ? cells : swapped(cells), 0.5);
}

/// And all consequences.
void AnytimeRatings::set_above(std::size_t one, std::size_t other) {
  for (std::size_t i = 0; i < players_; ++i) {
    if (i != one && !is_above(i, one)) continue;
    for (std::size_t j = 0; j < players_; ++j) {
      if (j == other || is_above(other, j)) above_[i * players_ + j] = true;
    }
  }
}

bool AnytimeRatings::is_contradictory() const {
  for (std::size_t i = 0; i < players_; ++i) {
    if (is_above(i, i)) return true;
  }
  return bet_bounds().empty();
}

/// In a cycle no player is above the others.
RankBounds AnytimeRatings::rank(std::size_t player) const {
  RankBounds rank{1, players_};
  for (std::size_t other = 0; other < players_; ++other) {
    rank.low += is_above(other, player) && !is_above(player, other);
    rank.high -= is_above(player, other) && !is_above(other, player);
  }
  return rank;
}

}  // namespace schiri::rating
