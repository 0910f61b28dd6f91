#include "core/rating/whr.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <stdexcept>

#include "core/date.h"
#include "core/rating/counts.h"

namespace schiri::rating {

namespace {

/// Natural units of the model in one Elo.
const double unit = std::log(10.0) / 800;
constexpr double shared_sd = 500;
/// In natural units, a ten-thousandth of an Elo.
const double tolerance = 1e-4 * unit;
constexpr int most_sweeps = 20'000;

double square(double x) { return x * x; }

/// One player on one day, with games against others' days.
struct Day {
  struct Meeting {
    std::size_t opponent;  ///< index of the opponent's day
    bool white;
    Wdl results;  ///< from this side
  };

  std::uint32_t player = 0;
  long number = 0;
  std::uint32_t date = 0;
  double x = 0;
  double variance = 0;
  std::uint64_t games = 0;
  std::vector<Meeting> meetings;
};

/// Davidson's model at a difference d from White's side.
struct Odds {
  Odds(double d, double nu) {
    // Scaled so that nothing overflows.
    const double top = std::max(std::abs(d), 0.0);
    const double up = std::exp(d - top), down = std::exp(-d - top), even = nu * std::exp(-top);
    const double z = up + down + even;
    mean = (up - down) / z;
    decisive = (up + down) / z;
    draw = even / z;
    log_z = top + std::log(z);
  }

  double mean;      ///< P(White wins) - P(Black wins)
  double decisive;  ///< P(not drawn)
  double draw;
  double log_z;

  double curvature() const { return decisive - square(mean); }
};

double number(std::uint64_t count) { return static_cast<double>(count); }

class Whr {
 public:
  Whr(const GameLog& log, const WhrOptions& options)
      : drift_(options.drift * square(unit)), prior_(square(options.prior_sd * unit)) {
    make_days(log);
    add_games(log);
  }

  void fit() {
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      double moved = 0;
      for (const auto& days : by_player_) moved = std::max(moved, improve(days));
      moved = std::max(moved, improve_shared());
      if (moved < tolerance) break;
    }
    for (const auto& days : by_player_) find_variances(days);
  }

  const std::vector<Day>& days() const { return days_; }
  /// Indices of each player's days, in their order.
  const std::vector<std::vector<std::size_t>>& by_player() const { return by_player_; }
  double advantage() const { return advantage_; }
  double nu() const { return has_draws_ ? std::exp(log_nu_) : 0; }

  double log_posterior() const {
    double sum = 0;
    for (const auto& days : by_player_) sum += prior_of(days);
    for (const Day& day : days_) {
      for (const auto& meeting : day.meetings) {
        if (meeting.white) sum += log_likelihood(day, meeting);
      }
    }
    return sum + shared_prior();
  }

 private:
  /// Negative Hessian (diagonal and what stands beside it) and gradient of one player's days.
  struct System {
    std::vector<double> diagonal, beside, gradient;
  };

  void make_days(const GameLog& log) {
    long first = 0;
    for (const auto& entry : log.entries()) {
      if (const auto day = day_number(log.date(entry)))
        first = first ? std::min(first, *day) : *day;
    }
    for (const auto& entry : log.entries()) {
      const long day = day_number(log.date(entry)).value_or(first);
      for (const PlayerId player : {entry.white, entry.black}) {
        const auto [place, is_new] = index_.try_emplace({player, day}, 0);
        if (is_new || entry.date < place->second) place->second = entry.date;
      }
    }
    by_player_.resize(log.players().size());
    for (auto& [key, value] : index_) {
      Day& day = days_.emplace_back();
      day.player = key.first;
      day.number = key.second;
      day.date = static_cast<std::uint32_t>(value);
      value = days_.size() - 1;
      by_player_[key.first].push_back(value);
    }
    first_ = first;
  }

  void add_games(const GameLog& log) {
    for (const auto& entry : log.entries()) {
      const long day = day_number(log.date(entry)).value_or(first_);
      const std::size_t white = index_.at({entry.white, day});
      const std::size_t black = index_.at({entry.black, day});
      const Wdl result = one_result(entry.result, 1);
      add_game(days_[white], black, true, result);
      add_game(days_[black], white, false, result.swapped());
      has_draws_ = has_draws_ || entry.result == Outcome::draw;
    }
  }

  static void add_game(Day& day, std::size_t opponent, bool white, const Wdl& result) {
    ++day.games;
    for (auto& meeting : day.meetings) {
      if (meeting.opponent == opponent && meeting.white == white) {
        meeting.results += result;
        return;
      }
    }
    day.meetings.push_back({opponent, white, result});
  }

  double difference(const Day& day, const Day::Meeting& meeting) const {
    return day.x - days_[meeting.opponent].x + (meeting.white ? advantage_ : -advantage_);
  }

  double log_likelihood(const Day& day, const Day::Meeting& meeting) const {
    const double d = difference(day, meeting);
    const Wdl& results = meeting.results;
    const double sum = (number(results.wins) - number(results.losses)) * d +
                       (results.draws ? number(results.draws) * log_nu_ : 0);
    return sum - number(results.games()) * Odds(d, nu()).log_z;
  }

  double prior_of(const std::vector<std::size_t>& days) const {
    if (days.empty()) return 0;
    double sum = -square(days_[days[0]].x) / (2 * prior_);
    for (std::size_t i = 1; i < days.size(); ++i) {
      sum -= square(days_[days[i]].x - days_[days[i - 1]].x) / (2 * step_variance(days, i));
    }
    return sum;
  }

  double step_variance(const std::vector<std::size_t>& days, std::size_t i) const {
    return drift_ * static_cast<double>(days_[days[i]].number - days_[days[i - 1]].number);
  }

  double objective(const std::vector<std::size_t>& days) const {
    double sum = prior_of(days);
    for (const std::size_t i : days) {
      for (const auto& meeting : days_[i].meetings) sum += log_likelihood(days_[i], meeting);
    }
    return sum;
  }

  System system(const std::vector<std::size_t>& days) const {
    const std::size_t n = days.size();
    System s{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
    for (std::size_t i = 0; i < n; ++i) {
      const Day& day = days_[days[i]];
      for (const auto& meeting : day.meetings) {
        const Odds odds(difference(day, meeting), nu());
        const double games = number(meeting.results.games());
        s.gradient[i] +=
            number(meeting.results.wins) - number(meeting.results.losses) - games * odds.mean;
        s.diagonal[i] += games * odds.curvature();
      }
    }
    s.gradient[0] -= days_[days[0]].x / prior_;
    s.diagonal[0] += 1 / prior_;
    for (std::size_t i = 1; i < n; ++i) {
      const double stiffness = 1 / step_variance(days, i);
      const double pull = stiffness * (days_[days[i]].x - days_[days[i - 1]].x);
      s.gradient[i] -= pull;
      s.gradient[i - 1] += pull;
      s.diagonal[i] += stiffness;
      s.diagonal[i - 1] += stiffness;
      s.beside[i] = -stiffness;
    }
    return s;
  }

  /// One step of Newton's for a player's days, halved until it does not make things worse; returns
  /// how far the farthest day moved.
  double improve(const std::vector<std::size_t>& days) {
    if (days.empty()) return 0;
    const std::vector<double> step = solve(system(days));
    const double before = objective(days);
    std::vector<double> start;
    double farthest = 0;
    for (std::size_t i = 0; i < days.size(); ++i) {
      start.push_back(days_[days[i]].x);
      farthest = std::max(farthest, std::abs(step[i]));
    }
    double scale = 1;
    for (int halvings = 0; halvings < 40; ++halvings, scale /= 2) {
      for (std::size_t i = 0; i < days.size(); ++i) days_[days[i]].x = start[i] + scale * step[i];
      if (objective(days) >= before - 1e-12 * std::abs(before)) break;
    }
    return farthest;
  }

  /// A tridiagonal system, by elimination.
  static std::vector<double> solve(System s) {
    const std::size_t n = s.diagonal.size();
    for (std::size_t i = 1; i < n; ++i) {
      const double factor = s.beside[i] / s.diagonal[i - 1];
      s.diagonal[i] -= factor * s.beside[i];
      s.gradient[i] -= factor * s.gradient[i - 1];
    }
    std::vector<double> x(n);
    for (std::size_t i = n; i-- > 0;) {
      const double later = i + 1 < n ? s.beside[i + 1] * x[i + 1] : 0;
      x[i] = (s.gradient[i] - later) / s.diagonal[i];
    }
    return x;
  }

  /// The diagonal of the inverse, from elimination from both ends.
  void find_variances(const std::vector<std::size_t>& days) {
    if (days.empty()) return;
    const System s = system(days);
    const std::size_t n = days.size();
    std::vector<double> from_front = s.diagonal, from_back = s.diagonal;
    for (std::size_t i = 1; i < n; ++i) {
      from_front[i] -= square(s.beside[i]) / from_front[i - 1];
    }
    for (std::size_t i = n - 1; i-- > 0;) {
      from_back[i] -= square(s.beside[i + 1]) / from_back[i + 1];
    }
    for (std::size_t i = 0; i < n; ++i) {
      days_[days[i]].variance = 1 / (from_front[i] + from_back[i] - s.diagonal[i]);
    }
  }

  double shared_prior() const {
    const double variance = square(shared_sd * unit);
    return -(square(advantage_) + square(log_nu_)) / (2 * variance);
  }

  /// Newton's step for first-move advantage and ln nu.
  double improve_shared() {
    const double precision = 1 / square(shared_sd * unit);
    double ga = -precision * advantage_, gn = -precision * log_nu_;
    double haa = precision, hnn = precision, han = 0;
    for (const Day& day : days_) {
      for (const auto& meeting : day.meetings) {
        if (!meeting.white) continue;
        const Odds odds(difference(day, meeting), nu());
        const double games = number(meeting.results.games());
        ga += number(meeting.results.wins) - number(meeting.results.losses) - games * odds.mean;
        haa += games * odds.curvature();
        gn += number(meeting.results.draws) - games * odds.draw;
        hnn += games * odds.draw * (1 - odds.draw);
        han -= games * odds.mean * odds.draw;
      }
    }
    if (!has_draws_) gn = han = 0;
    const double determinant = haa * hnn - han * han;
    const double step_a = std::clamp((hnn * ga - han * gn) / determinant, -1.0, 1.0);
    const double step_n = std::clamp((haa * gn - han * ga) / determinant, -1.0, 1.0);
    advantage_ += step_a;
    if (has_draws_) log_nu_ += step_n;
    return std::max(std::abs(step_a), has_draws_ ? std::abs(step_n) : 0.0);
  }

  double drift_;
  double prior_;
  std::map<std::pair<PlayerId, long>, std::size_t> index_;
  std::vector<Day> days_;
  std::vector<std::vector<std::size_t>> by_player_;
  long first_ = 0;
  double advantage_ = 0;
  double log_nu_ = 0;
  bool has_draws_ = false;
};

/// `point`: of the list, in natural units.
RatingHistory history(const Whr& whr, const GameLog& log, std::size_t player, double point) {
  RatingHistory points;
  for (const std::size_t i : whr.by_player()[player]) {
    const Day& day = whr.days()[i];
    points.push_back({log.words()[day.date], mean_rating + day.x / point,
                      z95 * std::sqrt(day.variance) / point, day.games});
  }
  return points;
}

std::string description(Scale scale) {
  return std::string(scale == Scale::elo
                         ? "Elo by expected score"
                         : "Elo by odds (400 points are ten to one between winning and losing)") +
         ", Whole-History Rating, of each player's last day; errors are half of a 95 % interval, "
         "the other players held fixed";
}

void check(const WhrOptions& options) {
  for (const double value : {options.drift, options.prior_sd}) {
    if (!(value > 0) || !std::isfinite(value)) {
      throw std::invalid_argument("drift and prior must be positive and finite");
    }
  }
}

}  // namespace

std::optional<long> day_number(std::string_view date) {
  const auto read = read_date(date);
  const auto day = read ? read->first_day() : std::nullopt;
  if (!day) return std::nullopt;
  return std::chrono::sys_days(*day).time_since_epoch().count();
}

std::vector<WhrList> rate_whr(const GameLog& log, const WhrOptions& options) {
  check(options);
  if (log.entries().empty()) return {};
  Whr whr(log, options);
  whr.fit();
  WhrList list;
  list.game = log.game();
  list.variant = log.variant();
  list.scale = options.scale;
  list.description = description(options.scale);
  list.notes = notes_on(log.ignored(), log.unplayed().size());
  list.nu = whr.nu();
  const double point = unit / points_per_odds(options.scale, list.nu);
  list.first_move_advantage = whr.advantage() / point;
  list.log_posterior = whr.log_posterior();
  std::vector<Wdl> results(log.players().size());
  for (const GameLog::Entry& entry : log.entries()) {
    results[entry.white] += one_result(entry.result, 1);
    results[entry.black] += one_result(entry.result, 1).swapped();
  }
  const std::vector<Wdl> unplayed = unplayed_results(log);
  std::map<std::string, RatingHistory> by_name;
  for (std::size_t i = 0; i < log.players().size(); ++i) {
    auto points = history(whr, log, i, point);
    if (points.empty()) continue;
    list.players.push_back({log.players()[i], points.back().rating, points.back().error,
                            Bound::none, results[i], results[i].games()});
    list.players.back().results += unplayed[i];
    by_name[log.players()[i]] = std::move(points);
  }
  sort_best_first(list.players);
  for (const RatedPlayer& player : list.players) list.histories.push_back(by_name[player.name]);
  return {list};
}

}  // namespace schiri::rating
