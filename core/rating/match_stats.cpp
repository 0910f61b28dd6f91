#include "core/rating/match_stats.h"

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "core/rating/scale.h"

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

MatchCounts& MatchCounts::operator+=(const MatchCounts& other) {
  if (other.counts_.size() != counts_.size()) {
    throw std::invalid_argument("games and pairs of games cannot be added up");
  }
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  return *this;
}

namespace {

struct Score {
  double mean = 0;
  double variance = 0;  ///< of the mean
};

Score score_of(const MatchCounts& counts) {
  const auto cells = counts.counts();
  const double step = 1 / static_cast<double>(cells.size() - 1);
  const double units = static_cast<double>(counts.units());
  Score score;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    score.mean += static_cast<double>(cells[i]) * step * static_cast<double>(i) / units;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double deviation = step * static_cast<double>(i) - score.mean;
    score.variance += static_cast<double>(cells[i]) * deviation * deviation / units / units;
  }
  return score;
}

/// Nothing where no strength is great enough for the score.
std::optional<double> elo_if_finite(double score) {
  if (!(score > 0 && score < 1)) return std::nullopt;
  const double elo = elo_of_score(score);
  return std::isfinite(elo) ? std::optional(elo) : std::nullopt;
}

double superiority(const Score& score) {
  const double lead = score.mean - 0.5;
  if (lead == 0) return 0.5;
  if (score.variance == 0) return lead > 0 ? 1 : 0;
  return normal_distribution(lead / std::sqrt(score.variance));
}

}  // namespace

MatchElo match_elo(const MatchCounts& counts) {
  MatchElo result;
  result.scale = std::string("logistic Elo from the first player's side, counted by ") +
                 (counts.pairs() ? "pairs of games" : "games") +
                 "; error is half of a 95 % interval";
  if (counts.units() == 0) return result;
  const Score score = score_of(counts);
  const double half = z95 * std::sqrt(score.variance);
  result.elo = elo_if_finite(score.mean);
  if (result.elo) {
    result.low = elo_if_finite(score.mean - half);
    result.high = elo_if_finite(score.mean + half);
  }
  if (result.low && result.high) result.error = (*result.high - *result.low) / 2;
  result.los = superiority(score);
  return result;
}

}  // namespace schiri::rating
