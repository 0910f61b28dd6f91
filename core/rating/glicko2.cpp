#include "core/rating/glicko2.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#include "core/rating/counts.h"

namespace schiri::rating {

namespace {

/// Elo in one glicko_unit of Glicko-2.
constexpr double glicko_unit = 173.7178;

double square(double x) { return x * x; }

/// g(phi): how much less a game tells against an opponent whose strength is uncertain.
double attenuation(double phi) { return 1 / std::sqrt(1 + 3 * square(phi / std::numbers::pi)); }

/// What one period tells: v, the variance of an estimate from the games alone, and the sum that
/// times v is Delta, the improvement they suggest.
struct Evidence {
  double v = 0;
  double sum = 0;
};

Evidence evidence(double mu, std::span<const Glicko2Game> games) {
  Evidence result;
  double information = 0;
  for (const Glicko2Game& game : games) {
    const double g = attenuation(game.opponent.deviation / glicko_unit);
    const double opponent = (game.opponent.rating - mean_rating) / glicko_unit;
    const double e = 1 / (1 + std::exp(-g * (mu - opponent)));
    information += g * g * e * (1 - e);
    result.sum += g * (game.score - e);
  }
  result.v = 1 / information;
  return result;
}

/// The function whose root is the logarithm of the new variance (step 5.1).
struct VolatilityFunction {
  double delta_squared;
  double phi_squared;
  double v;
  double a;
  double tau;

  double operator()(double x) const {
    const double e = std::exp(x);
    const double total = phi_squared + v + e;
    return e * (delta_squared - total) / (2 * total * total) - (x - a) / square(tau);
  }
};

/// The Illinois method (steps 5.2 to 5.5).
double new_volatility(const VolatilityFunction& f) {
  constexpr double tolerance = 1e-10;
  const double surprise = f.delta_squared - f.phi_squared - f.v;
  double low = f.a;
  double high = surprise > 0 ? std::log(surprise) : f.a - f.tau;
  while (surprise <= 0 && f(high) < 0) high -= f.tau;
  double at_low = f(low), at_high = f(high);
  for (int i = 0; i < 200 && std::abs(high - low) > tolerance; ++i) {
    const double middle = low + (low - high) * at_low / (at_high - at_low);
    const double at_middle = f(middle);
    if (at_middle * at_high <= 0) {
      low = high;
      at_low = at_high;
    } else {
      at_low /= 2;
    }
    high = middle;
    at_high = at_middle;
  }
  return std::exp(low / 2);
}

/// The games of each period. An event or a day is one period, wherever its games stand.
std::vector<std::vector<std::size_t>> periods_of(const GameLog& log, RatingPeriod kind) {
  std::vector<std::vector<std::size_t>> periods;
  std::map<std::uint32_t, std::size_t> number;
  for (const std::size_t i : chronological_order(log)) {
    const GameLog::Entry& entry = log.entries()[i];
    const std::uint32_t key = kind == RatingPeriod::event ? entry.event : entry.date;
    const auto [place, is_new] = number.emplace(key, periods.size());
    if (is_new) periods.emplace_back();
    periods[place->second].push_back(i);
  }
  return periods;
}

void play_period(std::vector<Glicko2>& states, const GameLog& log,
                 const std::vector<std::size_t>& period, double tau) {
  std::vector<std::vector<Glicko2Game>> games(states.size());
  for (const std::size_t i : period) {
    const GameLog::Entry& entry = log.entries()[i];
    const double points = one_result(entry.result, 1).points();
    games[entry.white].push_back({states[entry.black], points});
    games[entry.black].push_back({states[entry.white], 1 - points});
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    states[i] = glicko2_update(states[i], games[i], tau);
  }
}

std::vector<Wdl> results_of(const GameLog& log) {
  std::vector<Wdl> results(log.players().size());
  for (const GameLog::Entry& entry : log.entries()) {
    results[entry.white] += one_result(entry.result, 1);
    results[entry.black] += one_result(entry.result, 1).swapped();
  }
  return results;
}

void check(const Glicko2Options& options) {
  for (const double value : {options.start.deviation, options.start.volatility, options.tau}) {
    if (!(value > 0) || !std::isfinite(value)) {
      throw std::invalid_argument("deviation, volatility and tau must be positive and finite");
    }
  }
  if (!std::isfinite(options.start.rating)) throw std::invalid_argument("no first rating");
}

}  // namespace

Glicko2 glicko2_update(const Glicko2& player, std::span<const Glicko2Game> games, double tau) {
  const double mu = (player.rating - mean_rating) / glicko_unit;
  const double phi = player.deviation / glicko_unit;
  const double sigma = player.volatility;
  if (games.empty()) return {player.rating, glicko_unit * std::hypot(phi, sigma), sigma};
  const auto [v, sum] = evidence(mu, games);
  const double new_sigma =
      new_volatility({square(v * sum), square(phi), v, 2 * std::log(sigma), tau});
  const double wider = std::hypot(phi, new_sigma);
  const double new_phi = 1 / std::sqrt(1 / square(wider) + 1 / v);
  const double new_mu = mu + square(new_phi) * sum;
  return {glicko_unit * new_mu + mean_rating, glicko_unit * new_phi, new_sigma};
}

std::vector<Glicko2List> rate_glicko2(const GameLog& log, const Glicko2Options& options) {
  check(options);
  if (log.entries().empty()) return {};
  std::vector<Glicko2> states(log.players().size(), options.start);
  for (const auto& period : periods_of(log, options.period)) {
    play_period(states, log, period, options.tau);
  }
  const std::vector<Wdl> results = results_of(log);
  Glicko2List list;
  list.game = log.game();
  list.variant = log.variant();
  list.description = "Elo (400 points are ten to one), Glicko-2; errors are 1.96 deviations";
  list.notes = notes_on(log.ignored(), log.unplayed().size(), log.forfeited());
  const std::vector<Wdl> unplayed = unplayed_results(log);
  std::map<std::string, Glicko2> by_name;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (results[i].games() == 0) continue;
    by_name[log.players()[i]] = states[i];
    list.players.push_back({log.players()[i], states[i].rating, z95 * states[i].deviation,
                            Bound::none, results[i], results[i].games()});
    list.players.back().results += unplayed[i];
  }
  sort_best_first(list.players);
  for (const RatedPlayer& player : list.players) list.states.push_back(by_name[player.name]);
  return {list};
}

RatingHistory glicko2_history(const GameLog& log, std::string_view player,
                              const Glicko2Options& options) {
  check(options);
  RatingHistory history;
  const auto found = std::find(log.players().begin(), log.players().end(), player);
  const auto id = static_cast<std::size_t>(found - log.players().begin());
  std::vector<Glicko2> states(log.players().size(), options.start);
  for (const auto& period : periods_of(log, options.period)) {
    play_period(states, log, period, options.tau);
    RatingPoint point;
    for (const std::size_t i : period) {
      const GameLog::Entry& entry = log.entries()[i];
      if (entry.white == id || entry.black == id) ++point.games;
      point.date = log.date(entry);
    }
    if (point.games == 0) continue;
    point.rating = states[id].rating;
    point.error = z95 * states[id].deviation;
    history.push_back(point);
  }
  return history;
}

}  // namespace schiri::rating
