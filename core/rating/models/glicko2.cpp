#include "core/rating/models/glicko2.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/rating/models/rating_list.h"

namespace schiri::rating {

namespace {

/// Elo in one glicko_unit of Glicko-2.
constexpr double glicko_unit = 173.7178;

double square(double x) { return x * x; }

/// g(phi): the factor by which a game counts less against an opponent of uncertain strength.
double attenuation(double phi) { return 1 / std::sqrt(1 + 3 * square(phi / std::numbers::pi)); }

/// The evidence of one period: v, the variance of an estimate from the games alone, and the sum
/// that times v is Delta, the estimated improvement.
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
  // The change of the logarithm is at most of the size of tau squared.
  if (square(f.tau) < tolerance) return std::exp(f.a / 2);
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

/// The games of each period. An event or a day is one period, wherever its games are in the log.
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

Glicko2 first_state(const RatedPlayer& before, const Glicko2Options& options) {
  Glicko2 state = options.start;
  if (before.rating) state.rating = *before.rating;
  if (before.error) state.deviation = *before.error / z95;
  if (before.volatility) state.volatility = *before.volatility;
  return state;
}

/// The ratings of all players after some periods.
class GlickoState {
 public:
  GlickoState(const std::vector<RosterLine>& roster, const Glicko2Options& options)
      : tau_(options.tau), states_(roster.size(), options.start), has_entered_(roster.size()) {
    for (std::size_t i = 0; i < roster.size(); ++i) {
      has_entered_[i] = roster[i].before != nullptr;
      if (roster[i].before) states_[i] = first_state(*roster[i].before, options);
    }
  }

  const Glicko2& operator[](std::size_t player) const { return states_[player]; }

  /// Before the first game a deviation does not grow.
  void play(const GameLog& log, const std::vector<std::size_t>& period) {
    std::vector<std::vector<Glicko2Game>> games(states_.size());
    for (const std::size_t i : period) {
      const GameLog::Entry& entry = log.entries()[i];
      const double points = one_result(entry.result, 1).points();
      games[entry.white].push_back({states_[entry.black], points});
      games[entry.black].push_back({states_[entry.white], 1 - points});
    }
    for (std::size_t i = 0; i < states_.size(); ++i) {
      has_entered_[i] = has_entered_[i] || !games[i].empty();
      if (has_entered_[i]) states_[i] = glicko2_update(states_[i], games[i], tau_);
    }
  }

 private:
  double tau_;
  std::vector<Glicko2> states_;
  std::vector<bool> has_entered_;
};

void check(const Glicko2Options& options) {
  constexpr int most_deviation = 10'000, most_volatility = 10;
  const auto is_within = [](double value, int most) { return value > 0 && value <= most; };
  std::vector<Glicko2> states{options.start};
  for (const RatedPlayer& player : options.before) states.push_back(first_state(player, options));
  for (const Glicko2& state : states) {
    if (!is_within(state.deviation, most_deviation)) {
      throw ValueError(
          message("a deviation must be a number above 0 and at most {0}", most_deviation));
    }
    if (!is_within(state.volatility, most_volatility)) {
      throw ValueError(
          message("a volatility must be a number above 0 and at most {0}", most_volatility));
    }
  }
  if (!is_within(options.tau, most_volatility)) {
    throw ValueError(message("tau must be a number above 0 and at most {0}", most_volatility));
  }
  require_first_ratings(options.start.rating, options.before);
}

/// Each period moves a rating by a single step, which is too long if many games had results that
/// were not expected at all.
void note_runaways(RatingList& list, const Glicko2Options& options) {
  constexpr double far = 3000;
  double lowest = options.start.rating, highest = lowest;
  for (const RatedPlayer& player : options.before) {
    lowest = std::min(lowest, player.rating.value_or(lowest));
    highest = std::max(highest, player.rating.value_or(highest));
  }
  const auto count =
      std::count_if(list.players.begin(), list.players.end(), [&](const RatedPlayer& player) {
        return *player.rating < lowest - far || *player.rating > highest + far;
      });
  if (count == 0) return;
  list.notes.push_back(
      message("{0} {0:rating|ratings} ran away, more than 3000 points from all first ratings, "
              "because periods have many games with one-sided results; use shorter periods, or bt.",
              count));
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

std::vector<RatingList> rate_glicko2(const GameLog& log, const Glicko2Options& options) {
  check(options);
  if (log.entries().empty() && options.before.empty()) return {};
  const auto lines = roster(log, options.before);
  GlickoState season(lines, options);
  for (const auto& period : periods_of(log, options.period)) season.play(log, period);
  RatingList list;
  list.game = log.game();
  list.variant = log.variant();
  list.description =
      message("Elo (400 points are ten to one), Glicko-2; errors are 1.96 deviations");
  list.notes = notes_on(log.ignored(), log.unplayed().size(), log.forfeited());
  list.players = lines_of(lines, log, [&](std::size_t i, RatedPlayer& player) {
    player.rating = season[i].rating;
    player.error = z95 * season[i].deviation;
    player.low = *player.rating - *player.error;
    player.high = *player.rating + *player.error;
    player.volatility = season[i].volatility;
  });
  require_ratings(list.players);
  note_runaways(list, options);
  sort_best_first(list.players);
  return {list};
}

RatingHistory glicko2_history(const GameLog& log, std::string_view player,
                              const Glicko2Options& options) {
  check(options);
  RatingHistory history;
  const auto found = std::find(log.players().begin(), log.players().end(), player);
  const auto id = static_cast<std::size_t>(found - log.players().begin());
  GlickoState season(roster(log, options.before), options);
  for (const auto& period : periods_of(log, options.period)) {
    season.play(log, period);
    RatingPoint point;
    for (const std::size_t i : period) {
      const GameLog::Entry& entry = log.entries()[i];
      if (entry.white == id || entry.black == id) ++point.games;
      point.date = log.date(entry);
    }
    if (point.games == 0) continue;
    point.rating = season[id].rating;
    point.error = z95 * season[id].deviation;
    history.push_back(point);
  }
  return history;
}

}  // namespace schiri::rating
