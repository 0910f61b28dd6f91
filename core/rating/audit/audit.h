#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rating/games/game_log.h"
#include "core/rating/models/bt.h"

/// Whether the results of a list can come from its model: finds pairings, players, cycles, links
/// and anchors that it does not explain. Used by the audit of ratings; uses rating/games,
/// rating/models and rating/numerics.
namespace schiri::rating {

/// The checks of an audit.
enum class AuditCheck : std::uint8_t {
  pairing,    ///< does the score of each two players fit their ratings
  cycle,      ///< do three players exceed their ratings in a cycle
  colour,     ///< has the first move the same value for each player
  draws,      ///< does each player draw as often as in the model
  time,       ///< is each player as strong at the end as at the beginning
  influence,  ///< are others' ratings stable without a player's games
  anchor,     ///< do the anchors agree with the games
  link,       ///< do enough games connect the groups of a pool
};

struct AuditCheckKind {
  AuditCheck id;
  std::string_view name;
  /// The share of this check in the chance that a sound list has any finding; 0 if the check does
  /// not depend on chance.
  double share;
};
/// The table of all checks.
std::span<const AuditCheckKind> audit_checks();
const AuditCheckKind& kind_of(AuditCheck check);

/// A deviation from a list's model.
struct AuditFinding {
  AuditCheck check = AuditCheck::pairing;
  /// The players of the finding. pairing: the two; cycle: the first exceeds its rating against the
  /// second, this against the third, this against the first; influence: the player of the games,
  /// and the players whose ratings they change; link: the smaller group.
  std::vector<std::string> players;
  double games = 0;
  /// The first player's points; draws: their number; anchor: its rating by the games and the other
  /// anchors; link: the number of games between the groups.
  double observed = 0;
  double expected = 0;
  /// In points of the list. pairing: the excess of the first over its rating; cycle: the mean of
  /// that over the three; colour: the additional value of the first move for the player; time: the
  /// gain in strength until the end; influence: the change of the second's rating by the games;
  /// anchor: the excess of the anchor; link: the error of the groups' difference.
  double effect = 0;
  /// pairing: the player whose rating these games change most, and by how much.
  std::string moved = {};
  double moved_by = 0;
  double p = 0;         ///< of a deviation of this size in a sound list
  double adjusted = 0;  ///< the same, adjusted for all checks together
};

/// The interval of a player's place: all intervals of a list hold simultaneously with 95 %.
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
  Scale scale = Scale::elo;
  std::size_t players = 0;
  std::map<AuditCheck, std::uint64_t> asked;  ///< the number of tests of each check
  std::map<AuditCheck, double> least_p;       ///< the smallest p of each check, not adjusted
  std::vector<AuditFinding> findings;         ///< by check, the smallest probability first
  std::vector<RankInterval> ranks;            ///< in the order of the list
  std::vector<std::string> notes;
};

/// The probability of any finding in a sound list.
inline constexpr double audit_level = 0.05;

/// Tests for each pool of a log whether Davidson's model, as fitted by `rate_bt`, explains its
/// games. Each test statistic is a sum of residuals, divided by its standard deviation adjusted for
/// the fit (S. Haberman 1973) and, if games come in pairs, for the variance of pairs of the same
/// players in relation to single games; its p-value is that of ResidualSum. Pairings and cycles are
/// adjusted together by the distribution of their greatest deviation, simulated with a fixed seed
/// (or by their number if they are many), tests of each other kind by S. Holm (1979), and the kinds
/// share `audit_level`. Influence compares the fit
/// with the one without a player's games (J. Hausman 1978).
///
/// Ranks follow from simultaneous intervals of the differences of all pairs of players by the
/// distribution of their maximum (J. Tukey 1953; M. Klein, T. Wright, J. Wieczorek 2020), found by
/// simulation with a fixed seed from the ratings' covariance.
///
/// `anchors` of the options are checked, but not used in the fit. Throws as `rate_bt`.
std::vector<PoolAudit> audit(const GameLog& log, BtOptions options = {});

/// The rank intervals alone, of a list that was fitted with its covariance.
std::vector<RankInterval> rank_intervals(const BtList& list);

}  // namespace schiri::rating
