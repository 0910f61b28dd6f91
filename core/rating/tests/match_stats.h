#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Statistics of a match between two players: Elo with an interval (here), the sequential
/// probability ratio test, power of a match, and intervals that hold at every time. Used by stop
/// rules and commands; uses rating/numerics alone.
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
  /// `normal` or `jeffreys`, see `match_elo`.
  std::string interval;
  std::string scale;
};

/// Mean score mu over n units (games, or pairs scored 0, 1/4, 1/2, 3/4, 1) and its interval mu +-
/// 1.959964 sqrt(var/n), all transformed by -400 log10(1/mu - 1). Below 20 units, or if all have
/// the same result, the normal distribution is invalid: then the interval and LOS are those of the
/// posterior from Jeffreys' prior on the results, half a unit for each, and the interval is open if
/// all points or none were made.
MatchElo match_elo(const MatchCounts& counts);

}  // namespace schiri::rating
