#include "core/rating/audit/audit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "core/base/order.h"
#include "core/rating/audit/audit_games.h"
#include "core/rating/audit/interaction_null.h"
#include "core/rating/audit/residual_sum.h"
#include "core/rating/games/pools.h"
#include "core/rating/games/repeats.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"

namespace schiri::rating {

namespace {

using Check = AuditCheck;

constexpr AuditCheckKind kinds[] = {
    {Check::pairing, "pairing", 2}, {Check::cycle, "cycle", 1}, {Check::colour, "colour", 2},
    {Check::draws, "draws", 2},     {Check::time, "time", 2},   {Check::influence, "influence", 1},
    {Check::anchor, "anchor", 1},   {Check::link, "link", 0},
};

/// The maximum number of players for the checks of cycles and of influence.
constexpr std::size_t most_in_circles = 200, most_left_out = 120;
/// The minimum number of units for the check of time and of games for that of cycles.
constexpr std::size_t least_units = 8;
constexpr double least_games = 4;

/// The checks of one pool and their results.
class PoolAuditor {
 public:
  PoolAuditor(const BtList& list, AuditGames games, const BtOptions& options)
      : list_(list), games_(std::move(games)), options_(options) {}

  PoolAudit run() {
    result_.game = list_.game;
    result_.variant = list_.variant;
    result_.pool = list_.pool;
    result_.pools = list_.pools;
    result_.scale = list_.scale;
    result_.players = list_.players.size();
    if (list_.players.size() < 2) return std::move(result_);
    if (list_.covariance.empty() || !games_.is_sound()) {
      result_.notes.emplace_back("There are too few games for an audit.");
      return std::move(result_);
    }
    if (!games_.has_advantage()) {
      result_.notes.emplace_back(
          "The games do not determine White's advantage: the list takes it as 0, and colours are "
          "not checked.");
    }
    ask_pairings();
    ask_circles();
    ask_players();
    ask_time();
    ask_influence();
    ask_anchors();
    judge();
    look_at_links();
    result_.ranks = rank_intervals(list_);
    return std::move(result_);
  }

 private:
  const std::string& name(std::size_t player) const { return list_.players[player].name; }
  /// Points of the list per natural unit of a residual.
  double points(double natural) const { return natural / games_.natural_per_point(); }

  void ask(AuditFinding finding) {
    ++result_.asked[finding.check];
    if (finding.p < audit_level) asked_.push_back(std::move(finding));
  }

  void ask_pairings() {
    for (const AuditGames::Pairing& pairing : games_.pairings()) {
      AuditQuestion question(games_);
      question.add(pairing, 1, 0);
      const double share = question.share_left();
      if (share < 1e-3) continue;
      const double scale = std::sqrt(share * games_.dispersion().lead);
      AuditFinding finding{Check::pairing, {name(pairing.i), name(pairing.j)}, pairing.games()};
      finding.p = question.sum().chance(scale, lattice_step(question.sum()));
      finding.observed = pairing.points();
      finding.expected = pairing.points() - question.sum().value() / 2;
      finding.effect = points(question.sum().value() / share / question.sum().variance());
      if (finding.p < audit_level) find_moved(finding, question, share);
      ask(std::move(finding));
    }
  }

  /// Points are a lattice; among many games, a correction for it would only cost power.
  double lattice_step(const ResidualSum& sum) const {
    constexpr double many = 10;
    if (sum.variance() > many) return 0;
    return games_.has_draws() ? 1 : 2;
  }

  /// Finds the players whose ratings would change most without the games of a pairing.
  void find_moved(AuditFinding& finding, const AuditQuestion& question, double share) const {
    const std::vector<double> move = question.fitted_direction();
    const auto most = std::max_element(
        move.begin(), move.begin() + static_cast<std::ptrdiff_t>(list_.players.size()),
        [](double a, double b) { return std::abs(a) < std::abs(b); });
    finding.moved = name(static_cast<std::size_t>(most - move.begin()));
    finding.moved_by = points(*most * question.sum().value() / question.sum().variance() / share);
  }

  void ask_circles() {
    const std::size_t n = list_.players.size();
    if (n > most_in_circles) {
      result_.notes.push_back("Cycles of three are not searched among more than " +
                              std::to_string(most_in_circles) + " players.");
      return;
    }
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = a + 1; b < n; ++b) {
        for (std::size_t c = b + 1; c < n && is_played(a, b); ++c) {
          if (!is_played(b, c) || !is_played(a, c)) continue;
          cycles_.push_back({pairing_number(a, b), pairing_number(b, c), pairing_number(a, c)});
        }
      }
    }
    for (const AuditCycle& cycle : cycles_) ask_circle(cycle);
  }

  bool is_played(std::size_t a, std::size_t b) const {
    const AuditGames::Pairing* const pairing = games_.pairing(a, b);
    return pairing && pairing->games() >= least_games;
  }
  std::size_t pairing_number(std::size_t a, std::size_t b) const {
    return static_cast<std::size_t>(games_.pairing(a, b) - games_.pairings().data());
  }

  /// Does each of three score more against the next than the ratings expect? The sum of these
  /// deviations does not depend on the ratings.
  void ask_circle(const AuditCycle& cycle) {
    const AuditGames::Pairing& first = games_.pairings()[cycle[0]];
    const AuditGames::Pairing& second = games_.pairings()[cycle[1]];
    AuditFinding finding{Check::cycle, {name(first.i), name(first.j), name(second.j)}};
    ResidualSum sum;
    double value = 0;
    for (std::size_t side = 0; side < cycle.size(); ++side) {
      const AuditGames::Pairing& pairing = games_.pairings()[cycle[side]];
      const double weight = (side < 2 ? 1 : -1) / pairing.information;
      value += weight * pairing.residual;
      pairing.add_to(sum, weight, 0);
      finding.games += pairing.games();
    }
    finding.p = sum.chance(std::sqrt(games_.dispersion().lead));
    finding.effect = points(std::abs(value) / 3);
    if (value < 0) std::swap(finding.players[1], finding.players[2]);
    ask(std::move(finding));
  }

  /// Checks each player alone: White's advantage, and draws.
  void ask_players() {
    for (std::size_t player = 0; player < list_.players.size(); ++player) {
      if (games_.has_both_colours(player) && games_.has_advantage()) {
        ask_player(Check::colour, player, 1, 0, games_.dispersion().colour);
      }
      if (games_.has_draws()) ask_player(Check::draws, player, 0, 1, games_.dispersion().draws);
    }
  }

  /// `lead`: the weight of a win of White, whichever player has White.
  void ask_player(Check check, std::size_t player, double lead, double draw, double dispersion) {
    AuditQuestion question(games_);
    AuditFinding finding{check, {name(player)}};
    for (const std::size_t index : games_.pairings_of(player)) {
      const AuditGames::Pairing& pairing = games_.pairings()[index];
      question.add_by_colour(pairing, lead, draw);
      finding.games += pairing.games();
      finding.observed += pairing.draws();
    }
    const double share = question.share_left();
    if (share < 1e-3) return;
    const ResidualSum& sum = question.sum();
    finding.p = sum.chance(std::sqrt(share * dispersion), check == Check::draws ? 1 : 0);
    if (check == Check::draws) finding.expected = finding.observed - sum.value();
    if (check == Check::colour) finding.effect = points(sum.value() / sum.variance() / share);
    ask(std::move(finding));
  }

  /// Does a player improve or decline against the others in the order of its games?
  void ask_time() {
    for (std::size_t player = 0; player < list_.players.size(); ++player) {
      const std::vector<AuditGames::Unit> units = games_.units_of(player);
      if (units.size() < least_units || !games_.knows_time(player)) continue;
      const auto last = static_cast<double>(units.size() - 1);
      double information = 0, centre = 0;
      for (std::size_t u = 0; u < units.size(); ++u) {
        const double own = games_.information(units[u]);
        information += own;
        centre += own * (2 * static_cast<double>(u) / last - 1);
      }
      centre /= information;
      ResidualSum sum;
      AuditFinding finding{Check::time, {name(player)}};
      for (std::size_t u = 0; u < units.size(); ++u) {
        games_.add_to(sum, units[u], player, 2 * static_cast<double>(u) / last - 1 - centre);
        finding.games += units[u].games;
      }
      finding.p = sum.chance(std::sqrt(games_.dispersion().lead));
      finding.effect = points(2 * sum.value() / sum.variance());
      ask(std::move(finding));
    }
  }

  void ask_influence() {
    const std::size_t n = list_.players.size();
    if (n < 3) return;
    if (n > most_left_out) {
      result_.notes.push_back("Influence is not checked in lists of more than " +
                              std::to_string(most_left_out) + " players.");
      return;
    }
    for (std::size_t player = 0; player < n; ++player) {
      if (const auto without = games_.without(player)) ask_without(player, *without);
    }
  }

  /// `without`: the inverse information of the others' games, a row for each player.
  void ask_without(std::size_t player, const SquareMatrix& without) {
    const std::size_t n = list_.players.size();
    for (std::size_t other = 0; other < n; ++other) {
      if (other == player) continue;
      ResidualSum sum;
      AuditFinding finding{Check::influence, {name(player), name(other)}};
      for (const std::size_t index : games_.pairings_of(player)) {
        const AuditGames::Pairing& pairing = games_.pairings()[index];
        const std::size_t opponent = pairing.i == player ? pairing.j : pairing.i;
        pairing.add_to_as(sum, opponent == pairing.i, without.at(other, opponent),
                          without.at(other, n), without.at(other, n + 1));
        finding.games += pairing.games();
      }
      const double gained = without.at(other, other) - games_.variance_among_others(player, other);
      finding.p = 1;
      if (gained > 1e-3 * without.at(other, other) && sum.variance() > 0) {
        finding.p = sum.chance(std::sqrt(games_.dispersion().lead * gained / sum.variance()));
        finding.effect = points(sum.value());
        const bool is_great = std::abs(finding.effect) > list_.players[other].error.value_or(0);
        if (!is_great) finding.p = 1;
      }
      ask(std::move(finding));
    }
  }

  struct Anchored {
    std::size_t player;
    double rating;
    double weight;    ///< in the mean of the ratings
    double variance;  ///< of the anchor
  };

  std::vector<Anchored> anchored() const {
    std::vector<Anchored> found;
    for (std::size_t player = 0; player < list_.players.size(); ++player) {
      const auto anchor = options_.anchors.find(name(player));
      if (anchor == options_.anchors.end()) continue;
      const double sd = anchor->second.error / z95;
      found.push_back({player, anchor->second.rating, sd > 0 ? 1 / (sd * sd) : 1, sd * sd});
    }
    return found;
  }

  void ask_anchors() {
    const std::vector<Anchored> all = anchored();
    if (all.size() < 2) return;
    for (const Anchored& one : all) ask_anchor(one, all);
  }

  /// Checks an anchored player against the rating that the other anchors give.
  void ask_anchor(const Anchored& one, const std::vector<Anchored>& all) {
    const std::size_t n = list_.players.size();
    std::vector<double> direction(n);
    double weights = 0, shift = 0, variance = one.variance;
    for (const Anchored& other : all) {
      if (other.player != one.player) weights += other.weight;
    }
    direction[one.player] = 1;
    for (const Anchored& other : all) {
      if (other.player == one.player) continue;
      const double share = other.weight / weights;
      shift += share * (other.rating - *list_.players[other.player].rating);
      direction[other.player] -= share;
      variance += share * share * other.variance;
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        variance += direction[i] * direction[j] * list_.covariance[i * n + j];
      }
    }
    AuditFinding finding{Check::anchor, {name(one.player)}};
    finding.games = static_cast<double>(list_.players[one.player].effective_games);
    finding.observed = *list_.players[one.player].rating + shift;
    finding.expected = one.rating;
    finding.effect = one.rating - finding.observed;
    finding.p = 2 * normal_distribution(-std::abs(finding.effect) / std::sqrt(variance));
    ask(std::move(finding));
  }

  /// Keeps significant findings, adjusted for all checks together.
  void judge() {
    double shares = 0;
    for (const auto& [check, times] : result_.asked) shares += kind_of(check).share;
    for (const AuditCheckKind& kind : kinds) {
      std::vector<AuditFinding> found;
      for (const AuditFinding& one : asked_) {
        if (one.check == kind.id) found.push_back(one);
      }
      std::stable_sort(found.begin(), found.end(),
                       [](const auto& a, const auto& b) { return a.p < b.p; });
      if (!found.empty()) result_.least_p[kind.id] = found.front().p;
      if (kind.id == Check::pairing || kind.id == Check::cycle) {
        judge_interactions(std::move(found), shares);
      } else {
        judge_kind(std::move(found), shares / kind.share);
      }
    }
    std::erase_if(result_.asked, [](const auto& entry) { return entry.second == 0; });
  }

  /// Findings of one kind, by p: step down (S. Holm 1979).
  void judge_kind(std::vector<AuditFinding> found, double factor) {
    if (found.empty()) return;
    auto left = static_cast<double>(result_.asked[found.front().check]);
    double adjusted = 0;
    for (AuditFinding& one : found) {
      adjusted = std::max(adjusted, one.p * left * factor);
      left -= 1;
      if (adjusted > audit_level) break;
      one.adjusted = adjusted;
      keep(one);
    }
  }

  /// Pairings and cycles, by p: their greatest deviation, by simulation or by their number.
  void judge_interactions(std::vector<AuditFinding> found, double shares) {
    const double tests = static_cast<double>(result_.asked[Check::pairing]) +
                         static_cast<double>(result_.asked[Check::cycle]);
    const double share = kind_of(Check::pairing).share +
                         (result_.asked[Check::cycle] > 0 ? kind_of(Check::cycle).share : 0);
    for (AuditFinding& one : found) {
      if (one.p * shares / share > audit_level) break;
      if (!null_) null_.emplace(games_, cycles_);
      one.adjusted = std::min(one.p * tests, null_->chance(one.p)) * shares / share;
      if (one.adjusted > audit_level) break;
      keep(one);
    }
  }

  /// Keeps a finding, but only one for each player with influence on many.
  void keep(const AuditFinding& finding) {
    const bool known =
        finding.check == Check::influence &&
        std::any_of(
            result_.findings.begin(), result_.findings.end(), [&](const AuditFinding& other) {
              return other.check == Check::influence && other.players[0] == finding.players[0];
            });
    if (!known) result_.findings.push_back(finding);
  }

  /// The direction with the largest variance of the ratings, and the cut of the pool along it.
  void look_at_links() {
    const std::size_t n = list_.players.size();
    if (n < 4) return;
    ++result_.asked[Check::link];
    const std::vector<std::size_t> order = order_by_worst_direction();
    double inside = 0;
    std::optional<AuditFinding> worst;
    std::vector<bool> in(n);
    for (std::size_t size = 1; size + 1 < n; ++size) {
      const std::size_t next = order[size - 1];
      for (std::size_t i = 0; i < n; ++i) {
        if (in[i]) inside += 2 * list_.covariance[next * n + i];
      }
      inside += list_.covariance[next * n + next];
      in[next] = true;
      if (size < 2 || n - size < 2) continue;
      AuditFinding finding = link(in, size, inside);
      if (!finding.players.empty() && (!worst || finding.effect > worst->effect)) {
        worst = std::move(finding);
      }
    }
    if (worst) result_.findings.push_back(*worst);
  }

  /// `inside`: the sum of the covariances within the group. Empty if there is nothing to report.
  AuditFinding link(const std::vector<bool>& in, std::size_t size, double inside) const {
    const std::size_t n = list_.players.size();
    const auto a = static_cast<double>(size), b = static_cast<double>(n - size);
    AuditFinding finding{Check::link};
    finding.effect = z95 * std::sqrt(std::max(0.0, inside)) * (1 / a + 1 / b);
    std::array<double, 2> own{};
    for (const AuditGames::Pairing& pairing : games_.pairings()) {
      if (in[pairing.i] != in[pairing.j]) {
        finding.games += pairing.games();
      } else {
        own[in[pairing.i] ? 1 : 0] += pairing.games();
      }
    }
    constexpr double least_error = 100, few = 0.1, much = 4;
    if (finding.effect < least_error || finding.games > few * std::min(own[0], own[1])) return {};
    std::vector<double> errors;
    for (std::size_t i = 0; i < n; ++i) {
      double with = 0;
      for (std::size_t j = 0; j < n; ++j) with += in[i] == in[j] ? list_.covariance[i * n + j] : 0;
      const double group = in[i] ? a : b;
      errors.push_back(list_.covariance[i * n + i] - 2 * with / group + inside / (group * group));
    }
    std::nth_element(errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(n / 2),
                     errors.end());
    if (finding.effect < much * z95 * std::sqrt(std::max(0.0, errors[n / 2]))) return {};
    finding.observed = finding.games;
    for (std::size_t i = 0; i < n; ++i) {
      if (in[i] == (size <= n - size)) finding.players.push_back(name(i));
    }
    return finding;
  }

  /// By the covariance's first eigenvector (power iteration).
  std::vector<std::size_t> order_by_worst_direction() const {
    const std::size_t n = list_.players.size();
    std::vector<double> vector(n), image(n);
    for (std::size_t i = 0; i < n; ++i) vector[i] = std::cos(1 + 2.4 * static_cast<double>(i));
    for (int step = 0; step < 100; ++step) {
      double length = 0;
      for (std::size_t i = 0; i < n; ++i) {
        image[i] =
            std::inner_product(vector.begin(), vector.end(),
                               list_.covariance.begin() + static_cast<std::ptrdiff_t>(i * n), 0.0);
        length += image[i] * image[i];
      }
      if (!(length > 0)) break;
      for (std::size_t i = 0; i < n; ++i) vector[i] = image[i] / std::sqrt(length);
    }
    return numbers_by(n, [&](std::size_t i) { return vector[i]; });
  }

  const BtList& list_;
  AuditGames games_;
  const BtOptions& options_;
  PoolAudit result_;
  std::vector<AuditFinding> asked_;
  std::vector<AuditCycle> cycles_;
  std::optional<InteractionNull> null_;  ///< of `games_` and `cycles_`
};

}  // namespace

std::span<const AuditCheckKind> audit_checks() { return kinds; }

const AuditCheckKind& kind_of(AuditCheck check) {
  return *std::ranges::find(kinds, check, &AuditCheckKind::id);
}

std::vector<PoolAudit> audit(const GameLog& log, BtOptions options) {
  BtOptions free = options;
  free.anchors.clear();
  free.covariance = true;
  // The checks allow for openings by the variance of pairs.
  free.opening_effects = OpeningEffects::off;
  const std::vector<BtList> lists = rate_bt(GameCounts(log), free);
  std::vector<PoolAudit> audits;
  std::vector<AuditGames> games = audit_games(log, lists, free);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    audits.push_back(PoolAuditor(lists[i], std::move(games[i]), options).run());
  }
  return audits;
}

}  // namespace schiri::rating
