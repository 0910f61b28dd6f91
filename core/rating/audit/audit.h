#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rating/games/game_log.h"
#include "core/rating/models/bt.h"

/// Whether the results of a list can come from its model: pairings, players, cycles, links and
/// anchors that it does not explain. Used by the audit of ratings; uses rating/games, rating/models
/// and rating/numerics.
namespace schiri::rating {

/// The checks of an audit.
enum class AuditCheck : std::uint8_t {
  pairing,    ///< does each two players' score fit their ratings
  cycle,      ///< do three players beat each other in a circle
  colour,     ///< is the first move worth the same to each player
  draws,      ///< does each player draw as often as the model says
  time,       ///< is each player as strong at the end as at the beginning
  influence,  ///< would others' ratings stay where they are without a player's games
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
/// The one table of them.
std::span<const AuditCheckKind> audit_checks();
const AuditCheckKind& kind_of(AuditCheck check);

/// Something that a list's model does not account for.
struct AuditFinding {
  AuditCheck check = AuditCheck::pairing;
  /// The players of the finding. pairing: the two; cycle: the first beat the second, this the
  /// third, this the first; influence: the player of the games, and those they move; link: the
  /// smaller group.
  std::vector<std::string> players;
  double games = 0;
  /// The first player's points; draws: how many; anchor: its rating by the games and the other
  /// anchors; link: how many games connect the groups.
  double observed = 0;
  double expected = 0;
  /// In points of the list. pairing: by how much the first did better than its rating; cycle: the
  /// mean of that over the three; colour: how much more the first move is worth to the player;
  /// time: how much stronger it is at the end; influence: by how much the games move the second;
  /// anchor: by how much the anchor is too high; link: the error of the groups' difference.
  double effect = 0;
  /// pairing: whom these games move most, and by how much.
  std::string moved = {};
  double moved_by = 0;
  double p = 0;         ///< of something as far from what is expected, in a list that is sound
  double adjusted = 0;  ///< adjusted for all checks together
};

/// The places that a player may have: all intervals of a list hold at once with 95 %.
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
  std::vector<AuditFinding> findings;         ///< by check, the least likely first
  std::vector<RankInterval> ranks;            ///< in the order of the list
  std::vector<std::string> notes;
};

/// How likely it is that anything is found in a list that is sound.
inline constexpr double audit_level = 0.05;

/// Asks of each pool of a log whether Davidson's model, as `rate_bt` fits it, accounts for its
/// games. Each question is a sum of residuals, divided by its standard deviation adjusted for the
/// fit (S. Haberman 1973) and, where games come in pairs, for how much pairs of the same players
/// vary more or less than single games would; its chance is that of ResidualSum. Questions of one
/// kind are judged together (S. Holm 1979), and the kinds share `audit_level`. Influence compares
/// the fit with the one without a player's games (J. Hausman 1978).
///
/// Ranks follow from the differences of each two players, all of which hold at once by the
/// distribution of their greatest (J. Tukey 1953; M. Klein, T. Wright, J. Wieczorek 2020), found by
/// simulation with a fixed seed from the ratings' covariance.
///
/// `anchors` of the options are checked, and have no part in the fit. Throws as `rate_bt`.
std::vector<PoolAudit> audit(const GameLog& log, BtOptions options = {});

/// The rank intervals alone, of a list that was fitted with its covariance.
std::vector<RankInterval> rank_intervals(const BtList& list);

}  // namespace schiri::rating
