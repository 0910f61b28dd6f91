#include "core/rating/audit/audit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/base/random.h"
#include "core/rating/games/repeats.h"
#include "core/rating/numerics/distributions.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/numerics/spd_inverse.h"

namespace schiri::rating {

namespace {

constexpr double points_per_unit = 400 / std::numbers::ln10;

/// One game of a pool. Players are numbered as in the list.
struct Game {
  std::size_t white = 0;
  std::size_t black = 0;
  std::size_t unit = 0;      ///< colour-swapped pair, or game
  std::size_t opening = 0;   ///< games of one opening, as far as it is known; otherwise the unit
  std::uint64_t moment = 0;  ///< date and round, ascending
  double points = 0;         ///< White's
  double expected = 0;
  double weight = 0;    ///< variance of the points without draws
  double residual = 0;  ///< without what a fit explains
};

/// A sum of residuals whose square is a part of a statistic.
struct Part {
  std::vector<std::size_t> players;
  std::vector<std::pair<std::size_t, double>> games;  ///< their numbers, and weights of residuals
  double variance = 0;

  void add(std::size_t number, const Game& game, double weight) {
    games.emplace_back(number, weight);
    variance += weight * weight * game.weight;
  }
  double sum(const std::vector<double>& residuals) const {
    double sum = 0;
    for (const auto& [game, weight] : games) sum += weight * residuals[game];
    return sum;
  }
  /// The variance is not exact, and tiny where one side hardly ever wins.
  double square(const std::vector<double>& residuals) const {
    return std::pow(sum(residuals), 2) / (variance + 0.5);
  }
};

/// The tests of one pool.
class PoolAuditor {
 public:
  PoolAuditor(const BtList& list, std::vector<Game> games)
      : list_(list), games_(std::move(games)) {}

  PoolAudit run(const BtOptions& options) {
    PoolAudit audit{
        list_.game, list_.variant,         list_.pool, list_.pools, list_.players.size(),
        {},         rank_intervals(list_), list_.notes};
    const auto keep = [&](std::optional<AuditResult> result) {
      if (result) audit.results.push_back(*result);
    };
    if (list_.players.size() > most_players) {
      audit.notes.push_back(
          message("More than 3000 players: only ranks and anchors are examined."));
    } else if (prepare()) {
      keep(pairings());
      keep(colours());
      keep(times());
    }
    keep(anchors(options));
    return audit;
  }

 private:
  static constexpr std::size_t most_players = 3000;
  /// The least number of units, and of openings, that get signs.
  static constexpr std::size_t least_units = 10, least_openings = 20;

  /// Computes residuals; false if the fit has no information.
  bool prepare() {
    for (Game& game : games_) {
      const double difference =
          *list_.players[game.white].rating - *list_.players[game.black].rating;
      game.expected = list_.model().expected(difference).score();
      game.weight = game.expected * (1 - game.expected);
    }
    if (games_.size() < least_units || !invert()) return false;
    std::vector<double> residuals;
    for (const Game& game : games_) residuals.push_back(game.points - game.expected);
    // The prior draws ratings together, so the games deviate from it.
    project(residuals);
    for (std::size_t i = 0; i < games_.size(); ++i) games_[i].residual = residuals[i];
    return true;
  }

  /// The inverse information: players, White's advantage.
  bool invert() {
    const std::size_t size = list_.players.size() + 1;
    inverse_.emplace(size);
    // Negligible, but for players who have made all points or none.
    constexpr double ridge = 0.02;
    for (std::size_t i = 0; i < size; ++i) inverse_->at(i, i) = ridge;
    for (const Game& game : games_) {
      for (const auto& [i, one] : row_of(game)) {
        for (const auto& [j, other] : row_of(game)) inverse_->at(i, j) += game.weight * one * other;
      }
    }
    return invert_positive_definite(*inverse_);
  }

  std::array<std::pair<std::size_t, double>, 3> row_of(const Game& game) const {
    return {{{game.white, 1.0},
             {game.black, -1.0},
             {list_.players.size(), list_.has_advantage ? 1.0 : 0.0}}};
  }

  /// Takes away what a fit of the residuals explains.
  void project(std::vector<double>& residuals) const {
    const std::size_t size = list_.players.size() + 1;
    std::vector<double> score(size), move(size);
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (const auto& [k, one] : row_of(games_[i])) score[k] += one * residuals[i];
    }
    for (std::size_t k = 0; k < size; ++k) move[k] = dot({inverse_->row(k), size}, score);
    for (std::size_t i = 0; i < games_.size(); ++i) {
      double lead = 0;
      for (const auto& [k, one] : row_of(games_[i])) lead += one * move[k];
      residuals[i] -= games_[i].weight * lead;
    }
  }

  /// The share of a residual's variance that the fit has left.
  double share_left(const Game& game) const {
    double taken = 0;
    for (const auto& [i, one] : row_of(game)) {
      for (const auto& [j, other] : row_of(game)) taken += one * other * inverse_->at(i, j);
    }
    return std::clamp(1 - game.weight * taken, 0.05, 1.0);
  }

  static double statistic(const std::vector<Part>& parts, const std::vector<double>& residuals) {
    double sum = 0;
    for (const Part& part : parts) sum += part.square(residuals);
    return sum;
  }

  /// The test of a statistic by random signs for groups of games, and its greatest part.
  AuditResult judge(AuditCheck check, const std::vector<Part>& parts,
                    std::size_t Game::*group) const {
    std::vector<double> seen, scaled, drawn(games_.size()), signs(games_.size());
    for (const Game& game : games_) {
      seen.push_back(game.residual);
      scaled.push_back(game.residual / std::sqrt(share_left(game)));
    }
    const double observed = statistic(parts, seen) * (1 - 1e-9);
    const double cost =
        static_cast<double>(games_.size()) + std::pow(static_cast<double>(list_.players.size()), 2);
    const int draws = static_cast<int>(std::clamp(2e8 / cost, 199.0, 499.0));
    Rng rng(1);
    int as_great = 1;
    for (int i = 0; i < draws; ++i) {
      for (double& sign : signs) sign = rng() >> 63 == 0 ? 1 : -1;
      for (std::size_t k = 0; k < games_.size(); ++k) {
        drawn[k] = scaled[k] * signs[games_[k].*group];
      }
      project(drawn);
      as_great += statistic(parts, drawn) >= observed;
    }
    const Part& greatest = *std::max_element(
        parts.begin(), parts.end(),
        [&](const Part& a, const Part& b) { return a.square(seen) < b.square(seen); });
    AuditResult result{check, static_cast<double>(as_great) / (draws + 1)};
    result.effect = points_per_unit * greatest.sum(seen) / std::max(greatest.variance, 0.1);
    describe(result, greatest);
    return result;
  }

  /// Adds the names, and the points in the games: of the first player, or of White, or later ones.
  void describe(AuditResult& result, const Part& part) const {
    for (const std::size_t player : part.players) result.players.push_back(name(player));
    for (const auto& [number, weight] : part.games) {
      const Game& game = games_[number];
      const bool is_black =
          result.check != AuditCheck::colour && game.black == part.players.front();
      if (result.check == AuditCheck::time && (is_black ? -weight : weight) <= 0) continue;
      ++result.games;
      result.observed += is_black ? 1 - game.points : game.points;
      result.expected += is_black ? 1 - game.expected : game.expected;
    }
  }

  const std::string& name(std::size_t player) const { return list_.players[player].name; }

  /// Two players who met once show nothing: their only residual has any sign.
  std::optional<AuditResult> pairings() const {
    std::map<std::pair<std::size_t, std::size_t>, Part> met;
    for (std::size_t i = 0; i < games_.size(); ++i) {
      const auto [first, second] = std::minmax(games_[i].white, games_[i].black);
      Part& part = met[{first, second}];
      part.players = {first, second};
      part.add(i, games_[i], games_[i].white == first ? 1 : -1);
    }
    std::vector<Part> parts;
    std::size_t more_units = 0;
    for (auto& [players, part] : met) {
      if (games_[part.games.front().first].unit == games_[part.games.back().first].unit) continue;
      more_units += part.games.size() / 2;
      parts.push_back(std::move(part));
    }
    if (more_units < least_units || parts.size() < 2) return std::nullopt;
    return judge(AuditCheck::pairing, parts, &Game::unit);
  }

  /// The games of each player, as White and as Black.
  std::vector<Part> parts_by_player() const {
    std::vector<Part> parts(list_.players.size());
    for (std::size_t i = 0; i < games_.size(); ++i) {
      for (const std::size_t player : {games_[i].white, games_[i].black}) {
        parts[player].players = {player};
        parts[player].add(i, games_[i], 1);
      }
    }
    return parts;
  }

  std::optional<AuditResult> colours() const {
    std::set<std::size_t> openings;
    for (const Game& game : games_) openings.insert(game.opening);
    if (openings.size() < least_openings || list_.players.size() < 3) return std::nullopt;
    return judge(AuditCheck::colour, parts_by_player(), &Game::opening);
  }

  /// The weights of a player's games go from -1/2 to 1/2 by their date and round.
  std::optional<AuditResult> times() const {
    std::vector<Part> parts;
    for (const Part& own : parts_by_player()) {
      std::vector<double> times;
      for (std::size_t i = 0, step = 0; i < own.games.size(); ++i) {
        step += i > 0 && games_[own.games[i].first].moment != games_[own.games[i - 1].first].moment;
        times.push_back(static_cast<double>(step));
      }
      if (times.empty() || times.back() < 2) continue;
      const double length = times.back();
      centre(times);
      Part& part = parts.emplace_back();
      part.players = own.players;
      for (std::size_t i = 0; i < times.size(); ++i) {
        const std::size_t number = own.games[i].first;
        const double sign = games_[number].white == own.players.front() ? 1 : -1;
        part.add(number, games_[number], sign * times[i] / length);
      }
    }
    if (parts.empty() || games_.back().unit + 1 < least_units) return std::nullopt;
    return judge(AuditCheck::time, parts, &Game::unit);
  }

  /// The greatest deviation of an anchor from the level of the others.
  std::optional<AuditResult> anchors(const BtOptions& options) const {
    const std::size_t n = list_.players.size();
    std::vector<std::size_t> anchored;
    for (std::size_t i = 0; i < n; ++i) {
      if (list_.players[i].rating && options.anchors.contains(name(i))) anchored.push_back(i);
    }
    const auto m = static_cast<double>(anchored.size());
    if (m < 2 || list_.covariance.size() != n * n) return std::nullopt;
    const auto excess = [&](std::size_t i) {
      return options.anchors.at(name(i)).rating - *list_.players[i].rating;
    };
    std::optional<AuditResult> worst;
    double greatest = -1;
    for (const std::size_t i : anchored) {
      double level = 0, variance = 0;
      for (const std::size_t j : anchored) {
        const double weight = i == j ? 1 : -1 / (m - 1);
        level += i == j ? 0 : excess(j) / (m - 1);
        variance += std::pow(weight * options.anchors.at(name(j)).error / z95, 2);
        for (const std::size_t k : anchored) {
          variance += weight * (i == k ? 1 : -1 / (m - 1)) * list_.covariance[j * n + k];
        }
      }
      const double effect = excess(i) - level;
      const double size = std::abs(effect) / std::sqrt(std::max(variance, 1e-9));
      if (size <= greatest) continue;
      greatest = size;
      const double anchor = options.anchors.at(name(i)).rating;
      worst = AuditResult{AuditCheck::anchor,
                          -std::expm1(m * std::log1p(-2 * normal_distribution(-size))),
                          {name(i)},
                          static_cast<double>(list_.players[i].effective_games),
                          anchor - effect,
                          anchor,
                          effect};
    }
    return worst;
  }

  const BtList& list_;
  std::vector<Game> games_;  ///< by unit, and so by time
  std::optional<SquareMatrix> inverse_;
};

using Place = std::pair<std::size_t, std::size_t>;

/// The list of each player of a log, and the player's index in it; beyond the lists for others.
std::vector<Place> places_of(const GameLog& log, const std::vector<BtList>& lists) {
  std::unordered_map<std::string_view, Place> by_name;
  for (std::size_t list = 0; list < lists.size(); ++list) {
    for (std::size_t place = 0; place < lists[list].players.size(); ++place) {
      by_name.emplace(lists[list].players[place].name, Place(list, place));
    }
  }
  std::vector<Place> places;
  for (const std::string& player : log.players()) {
    const auto found = by_name.find(player);
    places.push_back(found == by_name.end() ? Place(lists.size(), 0) : found->second);
  }
  return places;
}

/// The games of each list in the order of time, without repeats, the second game of a pair after
/// the first.
std::vector<std::vector<Game>> games_of(const GameLog& log, const std::vector<BtList>& lists) {
  const auto places = places_of(log, lists);
  const std::vector<bool> repeats = find_repeats(log);
  const std::vector<std::size_t> partners = find_partners(log, repeats);
  std::vector<std::vector<Game>> games(lists.size());
  std::vector<std::size_t> units(lists.size());
  std::vector<bool> taken(log.entries().size());
  const std::vector<std::uint64_t> openings = find_openings(log, partners);
  std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> groups;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> moments;
  for (const std::size_t index : chronological_order(log)) {
    const GameLog::Entry& first = log.entries()[index];
    const auto [list, white] = places[first.white];
    const auto [other_list, black] = places[first.black];
    if (repeats[index] || taken[index] || list != other_list || list == lists.size()) continue;
    std::vector<Game>& own = games[list];
    const std::size_t unit = units[list]++;
    const std::uint64_t known = openings.empty() ? index : openings[index];
    const std::size_t opening = groups.emplace(std::pair(list, known), own.size()).first->second;
    const auto moment =
        moments.emplace(std::pair(first.date, first.round), moments.size()).first->second;
    for (std::size_t game = index; !taken[game]; game = partners[index]) {
      const GameLog::Entry& entry = log.entries()[game];
      taken[game] = true;
      own.push_back({places[entry.white].second, places[entry.black].second, unit, opening, moment,
                     points_of_white(entry.result)});
    }
  }
  return games;
}

}  // namespace

std::vector<PoolAudit> audit(const GameLog& log, const BtOptions& options) {
  BtOptions free = options;
  free.anchors.clear();
  free.covariance = true;
  const std::vector<BtList> lists = rate_bt(GameCounts(log), free);
  std::vector<std::vector<Game>> games = games_of(log, lists);
  std::vector<PoolAudit> audits;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    audits.push_back(PoolAuditor(lists[i], std::move(games[i])).run(options));
  }
  return audits;
}

std::vector<RankInterval> rank_intervals(const BtList& list) {
  const std::size_t n = list.players.size();
  if (n < 2 || list.covariance.size() != n * n) return {};
  // As if the differences were independent, which is never too small (Z. Šidák 1967).
  const auto differences = static_cast<double>(n * (n - 1)) / 2;
  const double bound = -normal_quantile(-std::expm1(std::log(0.95) / differences) / 2);
  std::vector<RankInterval> ranks;
  for (const RatedPlayer& player : list.players) ranks.push_back({player.name, 1, n});
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const Difference known = difference(list, i, j);
      if (known.elo <= known.error / z95 * bound) continue;
      --ranks[i].worst;
      ++ranks[j].best;
    }
  }
  return ranks;
}

}  // namespace schiri::rating
