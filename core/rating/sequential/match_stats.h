#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/rating/games/counts.h"

/// Statistics of a match between two players: Elo with an interval (here), the sequential
/// probability ratio test, power of a match, and intervals that hold at every time. Used by stop
/// rules and commands; uses rating/numerics and the counts of rating/games.
namespace schiri::rating {

/// The counts of each result of a match between two players, from the first one's side, worst
/// first: three counts (losses, draws, wins of games) or five (pairs with 0, 1/2, 1, 3/2, 2
/// points).
class MatchCounts {
 public:
  /// Games, in the order in which users specify them.
  static MatchCounts wdl(std::uint64_t wins, std::uint64_t draws, std::uint64_t losses);
  /// Colour-swapped pairs: two losses, a draw and a loss, two draws or a
  /// win and a loss, a win and a draw, two wins.
  static MatchCounts penta(const std::array<std::uint64_t, 5>& counts);

  std::span<const std::uint64_t> counts() const { return counts_; }
  bool pairs() const { return counts_.size() == 5; }
  std::uint64_t units() const;
  /// The counts with an amount added to each cell.
  std::vector<double> weights(double more = 0) const;
  MatchCounts& operator+=(const MatchCounts& other);

 private:
  explicit MatchCounts(std::vector<std::uint64_t> counts) : counts_(std::move(counts)) {}

  std::vector<std::uint64_t> counts_;
};

/// The scores of a unit with this number of results: equally spaced from 0 to 1.
std::vector<double> unit_scores(std::size_t results);

/// The difference in strength; logistic Elo from the first player's side.
struct MatchElo {
  /// Nullopt if all points or none were made, or no game was played.
  std::optional<double> elo;
  /// Bounds of the 95 % interval; nullopt if it is open.
  std::optional<double> low;
  std::optional<double> high;
  /// Half of the interval; nullopt unless both bounds exist.
  std::optional<double> error;
  /// Likelihood of superiority of the first player; nullopt if no game was played.
  std::optional<double> los;
  /// Normalized Elo; nullopt if all results are the same or no game was played.
  std::optional<double> nelo;
  /// Half of its 95 % interval; nullopt if `nelo` is.
  std::optional<double> nelo_error;
  /// `normal` or `jeffreys`, see `match_elo`.
  std::string interval;
  Message scale;
};

/// Mean score mu over n units (games, or pairs scored 0, 1/4, 1/2, 3/4, 1) and its interval mu +-
/// 1.959964 sqrt(var/n), all transformed by -400 log10(1/mu - 1). If a side has fewer than 20
/// points, or all results are the same, the normal distribution is invalid: then the interval and
/// LOS are those of the posterior of Jeffreys' prior, Beta(m mu + 1/2, m (1 - mu) + 1/2) with m = n
/// divided by the dispersion, (n var + z)/(n mu (1 - mu) + z) from 0.02 to 1, where z = q (1 - q)
/// and q = (n mu + 1/2)/(n + 1). The interval is open if all points or none were made.
///
/// Normalized Elo is 800 t / ln 10, where t = (mu - 1/2) / sigma and sigma is the standard
/// deviation of a game: that of a pair times sqrt 2 (M. Van den Bergh, "Normalized Elo"). Its error
/// is that of fastchess, from the bounds mu +- 1.959964 sqrt(var/n) at the same sigma: 800 / ln 10
/// * 1.959964 / sqrt(games), whatever the results.
MatchElo match_elo(const MatchCounts& counts);

/// The figures that fastchess shows of a match, from the first player's side.
struct MatchSummary {
  MatchElo elo;
  MatchCounts counts;                ///< the units of `elo`: pairs of games, or games
  std::optional<Wdl> results;        ///< of all games; nullopt if only pairs are known
  std::uint64_t games = 0;           ///< all games
  double points = 0;                 ///< of the first player in all games
  std::optional<double> draw_ratio;  ///< share of pairs with a point each, or of drawn games

  /// Pairs with more than a point to pairs with less, (WD + WW) / (LL + LD); infinite if there are
  /// none with less. Nullopt without pairs of either kind.
  std::optional<double> pairs_ratio;

  /// The number of games that are not in `counts`: repeats, and games without their partner.
  std::uint64_t uncounted() const;
};

/// The summary of counts alone: a pair with a point each may be two draws or a win and a loss.
MatchSummary match_summary(const MatchCounts& counts);
/// The summary of counts and all games, which may be more.
MatchSummary match_summary(const MatchCounts& counts, const Wdl& all);

}  // namespace schiri::rating
