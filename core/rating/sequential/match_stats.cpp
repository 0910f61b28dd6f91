#include "core/rating/sequential/match_stats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

MatchCounts MatchCounts::wdl(std::uint64_t wins, std::uint64_t draws, std::uint64_t losses) {
  return MatchCounts({losses, draws, wins});
}

MatchCounts MatchCounts::penta(const std::array<std::uint64_t, 5>& counts) {
  return MatchCounts({counts.begin(), counts.end()});
}

std::uint64_t MatchCounts::units() const {
  return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

std::vector<double> MatchCounts::weights(double more) const {
  std::vector<double> weights;
  for (const std::uint64_t count : counts_) weights.push_back(static_cast<double>(count) + more);
  return weights;
}

std::vector<double> unit_scores(std::size_t results) {
  std::vector<double> scores;
  for (std::size_t i = 0; i < results; ++i) {
    scores.push_back(static_cast<double>(i) / static_cast<double>(results - 1));
  }
  return scores;
}

MatchCounts& MatchCounts::operator+=(const MatchCounts& other) {
  if (other.counts_.size() != counts_.size()) {
    throw std::invalid_argument("games and pairs of games cannot be added up");
  }
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  return *this;
}

namespace {

struct ScoreEstimate {
  double mean = 0;
  double variance = 0;  ///< of the mean
};

ScoreEstimate estimate_score(const MatchCounts& counts) {
  const auto [mean, variance] = moments(unit_scores(counts.counts().size()), counts.weights());
  return {mean, variance / static_cast<double>(counts.units())};
}

/// The Elo difference of a score; nullopt if it is infinite.
std::optional<double> elo_if_finite(double score) {
  if (!(score > 0 && score < 1)) return std::nullopt;
  const double elo = elo_of_score(score);
  return std::isfinite(elo) ? std::optional(elo) : std::nullopt;
}

std::uint64_t games_of(const MatchCounts& counts) {
  return counts.pairs() ? 2 * counts.units() : counts.units();
}

/// The ends of the interval as scores, and the likelihood of superiority.
struct ScoreInterval {
  double low, high, los;
};

ScoreInterval normal_interval(const ScoreEstimate& score) {
  const double sd = std::sqrt(score.variance);
  return {score.mean - z95 * sd, score.mean + z95 * sd,
          normal_distribution((score.mean - 0.5) / sd)};
}

/// The posterior of the mean score from Jeffreys' prior. Draws and pairs vary less than wins and
/// losses, by a share that is estimated as if there were a unit more: the units count as more.
ScoreInterval jeffreys_interval(double units, const ScoreEstimate& score) {
  constexpr double least_share = 0.02;
  const double mean = score.mean, shrunk = (units * mean + 0.5) / (units + 1);
  const double assumed = shrunk * (1 - shrunk);
  const double share =
      std::clamp((units * units * score.variance + assumed) / (units * mean * (1 - mean) + assumed),
                 least_share, 1.0);
  const double won = units / share * mean + 0.5, lost = units / share * (1 - mean) + 0.5;
  constexpr double tail = 0.025;
  return {mean > 0 ? std::min(mean, beta_quantile(tail, won, lost)) : 0,
          mean < 1 ? std::max(mean, 1 - beta_quantile(tail, lost, won)) : 1,
          beta_distribution(0.5, lost, won)};
}

/// Whether both sides have made enough points, and results differ, for the normal distribution.
bool is_normal(const MatchCounts& counts, const ScoreEstimate& score) {
  constexpr double few_points = 20;
  const auto games = static_cast<double>(games_of(counts));
  return games * std::min(score.mean, 1 - score.mean) >= few_points && score.variance > 0;
}

}  // namespace

MatchElo match_elo(const MatchCounts& counts) {
  MatchElo result;
  result.scale = counts.pairs()
                     ? message(
                           "logistic Elo from the first player's side, counted by pairs of "
                           "games; error is half of a 95 % interval")
                     : message(
                           "logistic Elo from the first player's side, counted by games; error "
                           "is half of a 95 % interval");
  if (counts.units() == 0) return result;
  const ScoreEstimate score = estimate_score(counts);
  const bool has_points = is_normal(counts, score);
  const ScoreInterval interval =
      has_points ? normal_interval(score)
                 : jeffreys_interval(static_cast<double>(counts.units()), score);
  result.interval = has_points ? "normal" : "jeffreys";
  result.elo = elo_if_finite(score.mean);
  result.low = elo_if_finite(interval.low);
  result.high = elo_if_finite(interval.high);
  if (result.low && result.high) result.error = (*result.high - *result.low) / 2;
  result.los = interval.los;
  if (score.variance > 0) {
    constexpr double points_per_unit = 800 / std::numbers::ln10;
    const auto games = static_cast<double>(games_of(counts));
    const double z = (score.mean - 0.5) / std::sqrt(score.variance);
    result.nelo = points_per_unit * z / std::sqrt(games);
    result.nelo_error = points_per_unit * z95 / std::sqrt(games);
  }
  return result;
}

namespace {

std::optional<double> draw_ratio(const MatchCounts& counts) {
  if (counts.units() == 0) return std::nullopt;
  const auto cells = counts.counts();
  return real(cells[cells.size() / 2]) / real(counts.units());
}

std::optional<double> pairs_ratio(const MatchCounts& counts) {
  if (!counts.pairs()) return std::nullopt;
  const auto cells = counts.counts();
  const std::uint64_t worse = cells[0] + cells[1], better = cells[3] + cells[4];
  if (worse > 0) return real(better) / real(worse);
  return better > 0 ? std::optional(std::numeric_limits<double>::infinity()) : std::nullopt;
}

/// The points of the first player in the units.
double points_of(const MatchCounts& counts) {
  const auto cells = counts.counts();
  double half_points = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) half_points += real(i) * real(cells[i]);
  return half_points / 2;
}

}  // namespace

std::uint64_t MatchSummary::uncounted() const { return games - games_of(counts); }

MatchSummary match_summary(const MatchCounts& counts) {
  MatchSummary summary{match_elo(counts), counts, {}, 0, 0, draw_ratio(counts), {}};
  summary.games = games_of(counts);
  summary.points = points_of(counts);
  summary.pairs_ratio = pairs_ratio(counts);
  const auto cells = counts.counts();
  if (!counts.pairs()) summary.results = Wdl{cells[2], cells[1], cells[0]};
  return summary;
}

MatchSummary match_summary(const MatchCounts& counts, const Wdl& all) {
  MatchSummary summary = match_summary(counts);
  summary.results = all;
  summary.games = all.games();
  summary.points = all.points();
  return summary;
}

}  // namespace schiri::rating
