#include "core/rating/games/streaks.h"

#include <algorithm>
#include <tuple>

#include "core/base/order.h"

namespace schiri::rating {

namespace {

bool belongs(StreakKind kind, double points) {
  switch (kind) {
    case StreakKind::wins:
      return points == 1;
    case StreakKind::unbeaten:
      return points > 0;
    case StreakKind::draws:
      return points == 0.5;
    case StreakKind::winless:
      return points < 1;
    case StreakKind::losses:
      return points == 0;
  }
  return false;
}

/// One player's current run, and the longest so far.
struct Runs {
  Streak now;
  Streak best;

  void add(bool goes_on, const std::string& date) {
    if (!goes_on) {
      now = {};
      best.open = false;
      return;
    }
    if (now.length++ == 0) now.first_date = date;
    now.last_date = date;
    if (now.length <= best.length) return;
    best = now;
    best.open = true;
  }
};

}  // namespace

std::string_view streak_name(StreakKind kind) {
  constexpr std::string_view names[] = {"wins", "unbeaten", "draws", "winless", "losses"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<Streak> longest_streaks(const GameLog& log, StreakKind kind) {
  std::vector<Runs> runs(log.players().size());
  for (const std::size_t i : chronological_order(log)) {
    const GameLog::Entry& entry = log.entries()[i];
    const double points = points_of_white(entry.result);
    runs[entry.white].add(belongs(kind, points), log.date(entry));
    runs[entry.black].add(belongs(kind, 1 - points), log.date(entry));
  }
  std::vector<Streak> streaks;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].best.length == 0) continue;
    streaks.push_back(runs[i].best);
    streaks.back().player = log.players()[i];
    streaks.back().kind = kind;
  }
  const auto key = [](const Streak& streak) {
    return std::tuple(~streak.length, std::string_view(streak.player));
  };
  std::sort(streaks.begin(), streaks.end(), by(key));
  return streaks;
}

}  // namespace schiri::rating
