#include "db/tournament/pending_games.h"

#include <algorithm>

#include "core/base/date.h"
#include "core/match/clock.h"
#include "core/match/termination.h"

namespace schiri::db {

namespace {

std::optional<std::size_t> culprit_of(const ContestGame& game, const ScheduledGame& scheduled) {
  if (!game.culprit) return std::nullopt;
  return *game.culprit == Side::white ? scheduled.white : scheduled.black;
}

}  // namespace

PendingGames::PendingGames(const Contest& contest, std::function<bool()> interrupted)
    : contest_(contest),
      interrupted_(std::move(interrupted)),
      strikes_(most_failures(contest.config())) {}

void PendingGames::load_failure(std::uint64_t number, const std::string& player) {
  const auto& bots = contest_.config().bots;
  const auto bot = std::find_if(bots.begin(), bots.end(),
                                [&](const BotSpec& known) { return known.name == player; });
  if (bot != bots.end()) strikes_.decide(number, static_cast<std::size_t>(bot - bots.begin()));
}

std::optional<ContestGame> PendingGames::forfeited(const ScheduledGame& scheduled) const {
  const bool white = strikes_.is_out(scheduled.white, scheduled.number);
  const bool black = strikes_.is_out(scheduled.black, scheduled.number);
  if (!white && !black) return std::nullopt;
  return contest_.abandon(scheduled, white, black, local_date());
}

void PendingGames::add(const ScheduledGame& scheduled, TimedGame&& played) {
  strikes_.finish(scheduled.number, culprit_of(played.game, scheduled));
  pending_.emplace(scheduled.number, Pending{scheduled, std::move(played)});
}

void PendingGames::settle(const std::function<bool(const ScheduledGame&, const TimedGame&)>& sink) {
  bool go_on = true;
  for (auto it = pending_.begin(); it != pending_.end() && go_on;) {
    Pending& pending = it->second;
    if (is_open(pending) || is_doubtful(pending.played)) {
      ++it;
      continue;
    }
    if (auto instead = forfeited(pending.scheduled)) pending.played.game = std::move(*instead);
    go_on = sink(pending.scheduled, pending.played);
    strikes_.decide(pending.scheduled.number, culprit_of(pending.played.game, pending.scheduled));
    it = pending_.erase(it);
  }
}

bool PendingGames::is_open(const Pending& pending) const {
  const ScheduledGame& game = pending.scheduled;
  return strikes_.is_open(game.white, game.number) || strikes_.is_open(game.black, game.number);
}

/// A batch system signals all processes of a job at once, and this process may be the last to
/// notice: then the batch system has ended the program, and its game is played again.
bool PendingGames::is_doubtful(const TimedGame& played) const {
  constexpr std::chrono::milliseconds notice{300};
  const auto how = termination_of(played.game.record.tag("Termination"));
  if (!played.game.culprit || !how || !kind_of(*how).is_departure) return false;
  return interrupted_() || monotonic_time() < played.end + notice;
}

}  // namespace schiri::db
