#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/message.h"
#include "core/rating/games/game_log.h"
#include "core/rating/models/bt.h"

/// Whether the games of a list can come from its model, one number for each player: four tests, and
/// the ranks that the games leave possible. Used by the audit of ratings and by stop rules; uses
/// rating/games, rating/models and rating/numerics.
namespace schiri::rating {

enum class AuditCheck : std::uint8_t {
  pairing,  ///< do the scores of each two players fit their ratings?
  colour,   ///< has White the same advantage in the games of each player?
  time,     ///< is each player as strong at the end as at the beginning?
  anchor    ///< do the anchors agree with the games?
};
inline constexpr std::array<Pattern, 4> audit_check_names = {
    message_pattern("pairing"), message_pattern("colour"), message_pattern("time"),
    message_pattern("anchor")};

/// The level of each test: the probability of a finding in a sound list.
inline constexpr double audit_level = 0.05;

/// The result of one test, and what contributes most to its statistic.
struct AuditResult {
  AuditCheck check = AuditCheck::pairing;
  /// The probability of at least this statistic in a sound list.
  double p = 1;
  /// pairing: the two players; otherwise one.
  std::vector<std::string> players = {};
  double games = 0;
  /// Points in these games: of the first player; colour: of White; time: in the later half. anchor:
  /// the rating by the games and the other anchors, and the anchor.
  double observed = 0;
  double expected = 0;
  /// In Elo, beyond the ratings. pairing: of the first player; colour: of White's advantage; time:
  /// from begin to end; anchor: what it is too high.
  double effect = 0;

  bool is_finding() const { return p <= audit_level; }
};

/// The interval of a player's rank: all intervals of a list hold together with 95 %.
struct RankInterval {
  std::string player;
  std::size_t best = 1;
  std::size_t worst = 1;
};

/// One pool's audit.
struct PoolAudit {
  std::string game;
  std::string variant;
  int pool = 1;
  int pools = 1;
  std::size_t players = 0;
  std::vector<AuditResult> results;  ///< of the tests for which there are enough games
  std::vector<RankInterval> ranks;   ///< in the order of the list
  std::vector<Message> notes;
};

/// Tests each pool of a log, as `rate_bt` fits it. The units are colour-swapped pairs and single
/// games, without repeats; a residual is White's points minus the expected ones. Each statistic is
/// a sum of squares of sums of residuals, each divided by its variance by the model: the sum over
/// the games of two players; over the games of one player, by colour; the same, weighted by time.
///
/// Its distribution is that of the residuals with random signs for units, or for openings in the
/// test of colours (wild bootstrap, C. F. J. Wu 1986), because residuals are symmetric nearly
/// enough and so no model of draws, pairs and openings is needed. Residuals are divided by the
/// root of the share of their variance that the fit has left, and the part that another fit would
/// explain is taken away each time. The signs have a fixed seed.
///
/// The test of anchors compares each with its player's rating by the games, level with the other
/// anchors, by the greatest deviation (Z. Šidák 1967); they are not used in the fit. Throws as
/// `rate_bt`.
std::vector<PoolAudit> audit(const GameLog& log, const BtOptions& options = {});

/// The rank intervals of a list that was fitted with its covariance, by the differences of each two
/// players, all of which hold together (M. Klein, T. Wright, J. Wieczorek 2020).
std::vector<RankInterval> rank_intervals(const BtList& list);

}  // namespace schiri::rating
