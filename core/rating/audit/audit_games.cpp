#include "core/rating/audit/audit_games.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string_view>

#include "core/rating/games/pools.h"
#include "core/rating/games/repeats.h"
#include "core/rating/models/davidson.h"
#include "core/rating/numerics/pair_solver.h"

namespace schiri::rating {

namespace {

double lead_of(Outcome result) {
  return result == Outcome::white_wins ? 1 : result == Outcome::draw ? 0 : -1;
}

}  // namespace

double AuditGames::Pairing::games() const {
  return real(sides[0].results.games() + sides[1].results.games());
}

double AuditGames::Pairing::points() const {
  return sides[0].results.points() + sides[1].results.swapped().points();
}

double AuditGames::Pairing::draws() const {
  return real(sides[0].results.draws + sides[1].results.draws);
}

void AuditGames::Pairing::add_to(ResidualSum& sum, double lead, double draw) const {
  add_to_as(sum, true, lead, 0, draw);
}

void AuditGames::Pairing::add_to_as(ResidualSum& sum, bool of_i, double rating, double advantage,
                                    double draw) const {
  for (const std::size_t side : {0u, 1u}) {
    const Wdl& results = sides[side].results;
    const bool is_white = of_i == (side == 0);
    sum.add(sides[side].expected, real(results.games()), real(results.wins), real(results.draws),
            (is_white ? rating : -rating) + advantage, draw);
  }
}

AuditGames::AuditGames(const BtList& list, const BtOptions& options, std::vector<Unit> units)
    : players_(list.players.size()),
      nu_(list.nu),
      natural_per_point_(natural_per_odds / points_per_odds(list.scale, list.nu)),
      prior_precision_(options.prior ? precision_of(options.prior_sd) : 0),
      units_(std::move(units)),
      pairings_of_(players_),
      units_of_(players_) {
  for (std::size_t u = 0; u < units_.size(); ++u) {
    const Unit& unit = units_[u];
    Pairing& pairing = pairings_[find_pairing(unit.i, unit.j)];
    for (int game = 0; game < unit.games; ++game) {
      const auto g = static_cast<std::size_t>(game);
      pairing.sides[unit.i_is_white[g] ? 0 : 1].results.add(unit.results[g], 1);
    }
    units_of_[unit.i].push_back(u);
    units_of_[unit.j].push_back(u);
  }
  if (players_ < 2 || list.covariance.empty()) return;
  has_advantage_ = list.has_advantage;
  expect(list);
  measure_dispersion();
  inverse_ = invert(std::nullopt);
}

std::size_t AuditGames::find_pairing(std::size_t i, std::size_t j) {
  const auto [known, is_new] = pairing_numbers_.emplace(i * players_ + j, pairings_.size());
  if (is_new) {
    pairings_of_[i].push_back(pairings_.size());
    pairings_of_[j].push_back(pairings_.size());
    pairings_.push_back({i, j});
  }
  return known->second;
}

const AuditGames::Pairing* AuditGames::pairing(std::size_t a, std::size_t b) const {
  const auto found = pairing_numbers_.find(std::min(a, b) * players_ + std::max(a, b));
  return found == pairing_numbers_.end() ? nullptr : &pairings_[found->second];
}

void AuditGames::expect(const BtList& list) {
  const ResultModel model = list.model();
  for (Pairing& pairing : pairings_) {
    const double difference = *list.players[pairing.i].rating - *list.players[pairing.j].rating;
    pairing.sides[0].expected = model.expected(difference);
    pairing.sides[1].expected = model.expected(-difference);
    ResidualSum sum;
    pairing.add_to(sum, 1, 0);
    pairing.residual = sum.value();
    pairing.information = sum.variance();
  }
}

/// Within the pairs of the same two players, so that deviations of their mean from the model do not
/// count.
void AuditGames::measure_dispersion() {
  struct Sums {
    double pairs = 0;
    std::array<double, 3> first{}, second{};
  };
  std::vector<Sums> sums(pairings_.size());
  for (const Unit& unit : units_) {
    if (unit.games < 2) continue;
    const double one = lead_of(unit.results[0]), two = lead_of(unit.results[1]);
    const double draws = (one == 0 ? 1 : 0) + (two == 0 ? 1 : 0);
    Sums& own = sums[pairing_numbers_.at(unit.i * players_ + unit.j)];
    own.pairs += 1;
    const std::array<double, 3> values{one - two, one + two, draws};
    for (std::size_t k = 0; k < 3; ++k) {
      own.first[k] += (unit.i_is_white[0] || k > 0 ? 1 : -1) * values[k];
      own.second[k] += values[k] * values[k];
    }
  }
  std::array<double, 3> seen{}, expected{};
  double degrees = 0;
  for (std::size_t p = 0; p < pairings_.size(); ++p) {
    if (sums[p].pairs < 2) continue;
    degrees += sums[p].pairs - 1;
    double lead = 0, draw = 0;
    for (const Side& side : pairings_[p].sides) {
      lead += side.expected.variance();
      draw += side.expected.draw * (1 - side.expected.draw);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      seen[k] += sums[p].second[k] - sums[p].first[k] * sums[p].first[k] / sums[p].pairs;
      expected[k] += (sums[p].pairs - 1) * (k < 2 ? lead : draw);
    }
  }
  // The weight, in pairs, of a prior that pairs vary as single games do.
  constexpr double steady = 20;
  const auto ratio = [&](std::size_t k) {
    if (degrees < steady || !(expected[k] > 0)) return 1.0;
    const double more = steady * expected[k] / degrees;
    return (seen[k] + more) / (expected[k] + more);
  };
  dispersion_ = {ratio(0), ratio(1), ratio(2)};
}

bool AuditGames::has_both_colours(std::size_t player) const {
  bool white = false, black = false;
  for (const std::size_t index : pairings_of_[player]) {
    const Pairing& pairing = pairings_[index];
    const std::size_t own = pairing.i == player ? 0 : 1;
    white = white || pairing.sides[own].results.games() > 0;
    black = black || pairing.sides[1 - own].results.games() > 0;
  }
  return white && black;
}

bool AuditGames::knows_time(std::size_t player) const {
  const auto& own = units_of_[player];
  return std::any_of(own.begin(), own.end(), [&](std::size_t unit) {
    return units_[unit].moment != units_[own.front()].moment;
  });
}

std::vector<AuditGames::Unit> AuditGames::units_of(std::size_t player) const {
  std::vector<Unit> own;
  for (const std::size_t unit : units_of_[player]) own.push_back(units_[unit]);
  return own;
}

double AuditGames::information(const Unit& unit) const {
  const Pairing& known = *pairing(unit.i, unit.j);
  double sum = 0;
  for (int game = 0; game < unit.games; ++game) {
    sum += known.sides[unit.i_is_white[static_cast<std::size_t>(game)] ? 0 : 1].expected.variance();
  }
  return sum;
}

void AuditGames::add_to(ResidualSum& sum, const Unit& unit, std::size_t player,
                        double weight) const {
  const Pairing& known = *pairing(unit.i, unit.j);
  for (int game = 0; game < unit.games; ++game) {
    const auto g = static_cast<std::size_t>(game);
    const bool is_white = unit.i_is_white[g] == (player == unit.i);
    sum.add(known.sides[unit.i_is_white[g] ? 0 : 1].expected, 1,
            unit.results[g] == Outcome::white_wins, unit.results[g] == Outcome::draw,
            is_white ? weight : -weight);
  }
}

std::optional<SquareMatrix> AuditGames::invert(std::optional<std::size_t> left_out) const {
  PairMatrix matrix(players_);
  matrix.reserve(pairings_.size());
  PairMatrix::Corner corner{precision_of(shared_sd), 0, precision_of(shared_sd)};
  for (const Pairing& pairing : pairings_) {
    if (left_out && (pairing.i == *left_out || pairing.j == *left_out)) continue;
    double weight = 0;
    std::array<double, 2> border{};
    for (const std::size_t side : {0u, 1u}) {
      const Expectation& expected = pairing.sides[side].expected;
      const double games = real(pairing.sides[side].results.games()), sign = side == 0 ? 1 : -1;
      const double lead = games * expected.variance(), draw = expected.draw;
      const double mixed = -games * expected.mean() * draw;
      weight += lead;
      border[0] += sign * lead;
      border[1] += sign * mixed;
      corner[0] += lead;
      corner[1] += mixed;
      corner[2] += games * draw * (1 - draw);
    }
    matrix.add(static_cast<std::uint32_t>(pairing.i), static_cast<std::uint32_t>(pairing.j), weight,
               border);
  }
  matrix.add_diagonal(prior_precision_);
  matrix.add_corner(corner);
  if (!has_advantage_) matrix.fix(0);
  if (!has_draws()) matrix.fix(1);
  if (left_out) {
    // Certain, and independent of all others.
    matrix.add_diagonal(*left_out, 1);
  }
  return centred_inverse(matrix);
}

bool AuditGames::connects(std::size_t left_out) const {
  Connections connections(players_);
  for (const Pairing& pairing : pairings_) {
    if (pairing.i == left_out || pairing.j == left_out) continue;
    connections.connect(static_cast<std::uint32_t>(pairing.i),
                        static_cast<std::uint32_t>(pairing.j));
  }
  const Pools pools = connections.pools();
  return pools.size() == 1 && pools.front().size() + 1 == players_;
}

std::optional<SquareMatrix> AuditGames::without(std::size_t player) const {
  if (!connects(player)) return std::nullopt;
  auto inverse = invert(player);
  if (!inverse) return inverse;
  // The mean must be that of the others.
  const double others = static_cast<double>(players_) - 1;
  const auto centre = [&](std::vector<double> values) {
    double sum = 0;
    for (std::size_t i = 0; i < players_; ++i) sum += i == player ? 0 : values[i];
    for (std::size_t i = 0; i < players_; ++i) values[i] -= sum / others;
    return values;
  };
  std::vector<double> column(players_ + 2);
  for (std::size_t j = 0; j < players_ + 2; ++j) {
    for (std::size_t i = 0; i < players_; ++i) column[i] = inverse->at(i, j);
    column = centre(std::move(column));
    for (std::size_t i = 0; i < players_; ++i) inverse->at(i, j) = column[i];
  }
  for (std::size_t i = 0; i < players_ + 2; ++i) {
    for (std::size_t j = 0; j < players_; ++j) column[j] = inverse->at(i, j);
    column = centre(std::move(column));
    for (std::size_t j = 0; j < players_; ++j) inverse->at(i, j) = column[j];
  }
  return inverse;
}

double AuditGames::variance_among_others(std::size_t left_out, std::size_t player) const {
  // Rows sum to 0, so that the others' sum is the negative of the one left out.
  const double others = static_cast<double>(players_) - 1;
  return inverse_->at(player, player) + 2 / others * inverse_->at(player, left_out) +
         inverse_->at(left_out, left_out) / (others * others);
}

void AuditQuestion::add(const AuditGames::Pairing& pairing, double lead, double draw) {
  add(pairing, true, lead, draw);
  add(pairing, false, -lead, draw);
}

void AuditQuestion::add_by_colour(const AuditGames::Pairing& pairing, double lead, double draw) {
  add(pairing, true, lead, draw);
  add(pairing, false, lead, draw);
}

void AuditQuestion::add(const AuditGames::Pairing& pairing, bool i_is_white, double lead,
                        double draw) {
  const AuditGames::Side& side = pairing.sides[i_is_white ? 0 : 1];
  const double games = real(side.results.games());
  if (games == 0) return;
  sum_.add(side.expected, games, real(side.results.wins), real(side.results.draws), lead, draw);
  const double m = side.expected.mean(), drawn = side.expected.draw;
  const double with_lead = games * (lead * side.expected.variance() - draw * m * drawn);
  const double with_draws = games * (draw * drawn * (1 - drawn) - lead * m * drawn);
  covariance_[pairing.i] += i_is_white ? with_lead : -with_lead;
  covariance_[pairing.j] -= i_is_white ? with_lead : -with_lead;
  if (games_.has_advantage()) covariance_[games_.players()] += with_lead;
  if (games_.has_draws()) covariance_[games_.players() + 1] += with_draws;
  for (const std::size_t i : {pairing.i, pairing.j, games_.players(), games_.players() + 1}) {
    if (!is_touched_[i]) touched_.push_back(i);
    is_touched_[i] = true;
  }
}

double AuditQuestion::share_left() const {
  if (!(sum_.variance() > 0)) return 0;
  double taken = 0;
  for (const std::size_t i : touched_) {
    for (const std::size_t j : touched_) {
      taken += covariance_[i] * covariance_[j] * games_.inverse().at(i, j);
    }
  }
  return std::clamp(1 - taken / sum_.variance(), 0.0, 1.0);
}

std::vector<double> AuditQuestion::fitted_direction() const {
  std::vector<double> direction(covariance_.size());
  for (std::size_t i = 0; i < direction.size(); ++i) {
    for (const std::size_t j : touched_) {
      direction[i] += games_.inverse().at(i, j) * covariance_[j];
    }
  }
  return direction;
}

namespace {

/// The list of each player of a log, and the player's index in it.
std::vector<std::pair<std::size_t, std::size_t>> places_of(const GameLog& log,
                                                           const std::vector<BtList>& lists) {
  std::unordered_map<std::string_view, std::pair<std::size_t, std::size_t>> by_name;
  for (std::size_t list = 0; list < lists.size(); ++list) {
    for (std::size_t place = 0; place < lists[list].players.size(); ++place) {
      by_name.emplace(lists[list].players[place].name, std::pair(list, place));
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> places;
  for (const std::string& player : log.players()) {
    const auto found = by_name.find(player);
    places.push_back(found == by_name.end() ? std::pair(lists.size(), std::size_t{0})
                                            : found->second);
  }
  return places;
}

}  // namespace

std::vector<AuditGames> audit_games(const GameLog& log, const std::vector<BtList>& lists,
                                    const BtOptions& options) {
  const auto places = places_of(log, lists);
  const std::vector<bool> repeats = find_repeats(log);
  const std::vector<std::size_t> partners = find_partners(log, repeats);
  std::vector<std::vector<AuditGames::Unit>> units(lists.size());
  std::vector<bool> taken(log.entries().size());
  for (const std::size_t index : chronological_order(log)) {
    if (repeats[index] || taken[index]) continue;
    const GameLog::Entry& first = log.entries()[index];
    const auto [list, white] = places[first.white];
    const auto [other_list, black] = places[first.black];
    if (list != other_list || list == lists.size()) continue;
    AuditGames::Unit unit{std::min(white, black), std::max(white, black)};
    unit.moment = std::uint64_t{first.date} << 32 | first.round;
    const auto add = [&](std::size_t game) {
      const auto place = static_cast<std::size_t>(unit.games++);
      unit.i_is_white[place] = places[log.entries()[game].white].second == unit.i;
      unit.results[place] = log.entries()[game].result;
      taken[game] = true;
    };
    add(index);
    if (partners[index] != index) add(partners[index]);
    units[list].push_back(unit);
  }
  std::vector<AuditGames> games;
  for (std::size_t list = 0; list < lists.size(); ++list) {
    games.emplace_back(lists[list], options, std::move(units[list]));
  }
  return games;
}

}  // namespace schiri::rating
