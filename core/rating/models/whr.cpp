#include "core/rating/models/whr.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

#include "core/base/date.h"
#include "core/base/errors.h"
#include "core/rating/games/counts.h"
#include "core/rating/models/davidson.h"
#include "core/rating/models/whr_fit.h"

namespace schiri::rating {

namespace {

/// One player on one day with games.
struct Day {
  PlayerId player = 0;
  long number = 0;
  std::uint32_t date = 0;  ///< number of the date of its first game among the words of the log
  std::uint64_t games = 0;

  auto key() const { return std::tuple(player, number, date); }
};

/// The days of a log, by player and time, and its games as games between days.
class Days {
 public:
  explicit Days(const GameLog& log) : numbers_(day_numbers(log)) {
    days_.reserve(2 * log.entries().size());
    for (const GameLog::Entry& entry : log.entries()) {
      for (const PlayerId player : {entry.white, entry.black}) {
        days_.push_back({player, numbers_[entry.date], entry.date, 1});
      }
    }
    std::sort(days_.begin(), days_.end(),
              [](const Day& a, const Day& b) { return a.key() < b.key(); });
    std::size_t kept = 0;
    for (const Day& day : days_) {
      if (kept > 0 && is_same(days_[kept - 1], day.player, day.number)) {
        ++days_[kept - 1].games;
      } else {
        days_[kept++] = day;
      }
    }
    days_.resize(kept);
  }

  const std::vector<Day>& days() const { return days_; }

  /// The days of each player with games.
  std::vector<WhrPlayer> players() const {
    std::vector<WhrPlayer> players;
    for (std::size_t i = 0; i < days_.size(); ++i) {
      if (i == 0 || days_[i].player != days_[i - 1].player) players.push_back({i, 0});
      ++players.back().days;
    }
    return players;
  }

  /// The games between days, as if these were players.
  std::vector<ColourCount> games(const GameLog& log) const {
    std::vector<ColourCount> counts;
    counts.reserve(log.entries().size());
    for (const GameLog::Entry& entry : log.entries()) {
      counts.push_back({place(entry.white, numbers_[entry.date]),
                        place(entry.black, numbers_[entry.date]), one_result(entry.result, 1)});
    }
    return counts;
  }

 private:
  static bool is_same(const Day& day, PlayerId player, long number) {
    return day.player == player && day.number == number;
  }

  /// For each word of the log its day; games without a year count for the first day with games.
  static std::vector<long> day_numbers(const GameLog& log) {
    std::vector<std::optional<long>> known(log.words().size());
    std::vector<bool> is_read(log.words().size());
    std::optional<long> first;
    for (const GameLog::Entry& entry : log.entries()) {
      if (is_read[entry.date]) continue;
      is_read[entry.date] = true;
      known[entry.date] = day_number(log.date(entry));
      if (known[entry.date])
        first = std::min(first.value_or(*known[entry.date]), *known[entry.date]);
    }
    std::vector<long> numbers;
    for (const auto& day : known) numbers.push_back(day.value_or(first.value_or(0)));
    return numbers;
  }

  std::uint32_t place(PlayerId player, long number) const {
    const auto found =
        std::ranges::lower_bound(days_, std::pair(player, number), {},
                                 [](const Day& day) { return std::pair(day.player, day.number); });
    return static_cast<std::uint32_t>(found - days_.begin());
  }

  std::vector<long> numbers_;  ///< by the words of the log
  std::vector<Day> days_;
};

/// The ratings of all days, fitted.
class Whr {
 public:
  Whr(const GameLog& log, const WhrOptions& options)
      : days_(log), games_(days_.games(log)), fit_(fit(options)) {}

  const std::vector<Day>& days() const { return days_.days(); }
  std::vector<WhrPlayer> players() const { return days_.players(); }
  double rating(std::size_t day) const { return fit_.parameters[day]; }
  double variance(std::size_t day) const { return fit_.variances[day]; }
  double advantage() const { return fit_.parameters[days().size()]; }
  double nu() const { return has_draws_ ? std::exp(fit_.parameters.back()) : 0; }
  double log_posterior() const { return fit_.log_posterior; }

 private:
  WhrFit fit(const WhrOptions& options) {
    const DavidsonModel model(days().size(), games_, {});
    has_draws_ = model.has_draws();
    WhrPriors priors{players(), {}, precision_of(shared_sd)};
    const double drift = options.drift * natural_per_odds * natural_per_odds;
    for (std::size_t i = 0; i < days().size(); ++i) {
      const bool is_first = i == 0 || days()[i].player != days()[i - 1].player;
      priors.variances.push_back(
          is_first ? 1 / precision_of(options.prior_sd)
                   : drift * static_cast<double>(days()[i].number - days()[i - 1].number));
    }
    return fit_whr(model, priors);
  }

  Days days_;
  std::vector<ColourCount> games_;
  bool has_draws_ = false;
  WhrFit fit_;
};

/// `point`: of the list, in natural units.
RatingHistory history(const Whr& whr, const GameLog& log, const WhrPlayer& player, double point) {
  RatingHistory points;
  for (std::size_t i = player.first; i < player.first + player.days; ++i) {
    points.push_back({log.words()[whr.days()[i].date], mean_rating + whr.rating(i) / point,
                      z95 * std::sqrt(whr.variance(i)) / point, whr.days()[i].games});
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
      throw ValueError(message("drift and prior must be positive and finite"));
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
  const Whr whr(log, options);
  WhrList list;
  list.game = log.game();
  list.variant = log.variant();
  list.scale = options.scale;
  list.description = description(options.scale);
  list.notes = notes_on(log.ignored(), log.unplayed().size(), log.forfeited());
  list.nu = whr.nu();
  const double point = natural_per_odds / points_per_odds(options.scale, list.nu);
  list.has_advantage = true;
  list.first_move_advantage = whr.advantage() / point;
  list.log_posterior = whr.log_posterior();
  const std::vector<Wdl> results = rated_results(log), unplayed = unplayed_results(log);
  std::map<std::string, RatingHistory> by_name;
  for (const WhrPlayer& player : whr.players()) {
    auto points = history(whr, log, player, point);
    const PlayerId id = whr.days()[player.first].player;
    list.players.push_back({log.players()[id], points.back().rating, points.back().error,
                            Bound::none, results[id], results[id].games()});
    list.players.back().results += unplayed[id];
    by_name[log.players()[id]] = std::move(points);
  }
  sort_best_first(list.players);
  for (const RatedPlayer& player : list.players) list.histories.push_back(by_name[player.name]);
  return {list};
}

}  // namespace schiri::rating
