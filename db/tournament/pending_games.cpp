#include "db/tournament/pending_games.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/date.h"
#include "core/match/clock.h"
#include "core/match/termination.h"

namespace schiri::db {

Strikes::Strikes(std::vector<std::optional<int>> most)
    : most_(std::move(most)), failures_(most_.size()) {}

void Strikes::begin(const ScheduledGame& game) {
  if (!most_[game.white] && !most_[game.black]) return;
  const std::lock_guard lock(mutex_);
  open_[game.number] = {game.white, game.black};
}

void Strikes::finish(std::uint64_t number, std::optional<std::size_t> culprit) {
  const std::lock_guard lock(mutex_);
  const auto game = open_.find(number);
  if (game == open_.end()) return;
  if (culprit) {
    game->second = {*culprit};
  } else {
    open_.erase(game);
  }
}

void Strikes::decide(std::uint64_t number, std::optional<std::size_t> culprit) {
  const std::lock_guard lock(mutex_);
  open_.erase(number);
  if (culprit && most_[*culprit]) failures_[*culprit].insert(number);
}

std::ptrdiff_t Strikes::failures_before(std::size_t bot, std::uint64_t number) const {
  const auto& failures = failures_[bot];
  return std::distance(failures.begin(), failures.lower_bound(number));
}

bool Strikes::is_out(std::size_t bot, std::uint64_t number) const {
  if (!most_[bot]) return false;
  const std::lock_guard lock(mutex_);
  return failures_before(bot, number) >= *most_[bot];
}

bool Strikes::is_open(std::size_t bot, std::uint64_t number) const {
  if (!most_[bot]) return false;
  const std::lock_guard lock(mutex_);
  const auto failures = failures_before(bot, number);
  const auto open = std::count_if(open_.begin(), open_.lower_bound(number), [&](const auto& game) {
    return std::find(game.second.begin(), game.second.end(), bot) != game.second.end();
  });
  return failures < *most_[bot] && failures + open >= *most_[bot];
}

namespace {

std::optional<std::size_t> culprit_of(const ContestGame& game) {
  if (!game.culprit) return std::nullopt;
  return *game.culprit == Side::white ? game.scheduled.white : game.scheduled.black;
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

void PendingGames::add(ContestGame&& game) {
  const std::uint64_t number = game.scheduled.number;
  strikes_.finish(number, culprit_of(game));
  pending_.emplace(number, std::move(game));
}

void PendingGames::settle(const std::function<bool(const ContestGame&)>& sink) {
  bool go_on = true;
  for (auto it = pending_.begin(); it != pending_.end() && go_on;) {
    ContestGame& game = it->second;
    if (is_open(game.scheduled) || is_doubtful(game)) {
      ++it;
      continue;
    }
    if (auto instead = forfeited(game.scheduled)) {
      instead->duration = game.duration;
      game = std::move(*instead);
    }
    go_on = sink(game);
    strikes_.decide(it->first, culprit_of(game));
    it = pending_.erase(it);
  }
}

bool PendingGames::is_open(const ScheduledGame& game) const {
  return strikes_.is_open(game.white, game.number) || strikes_.is_open(game.black, game.number);
}

/// A batch system signals all processes of a job at once, and this process may be the last to
/// notice: then the batch system has ended the program, and its game is played again.
bool PendingGames::is_doubtful(const ContestGame& game) const {
  constexpr std::chrono::milliseconds notice{300};
  const auto how = termination_of(game.record.tag("Termination"));
  if (!game.culprit || !how || !kind_of(*how).is_departure) return false;
  return interrupted_() || monotonic_time() < game.end + notice;
}

}  // namespace schiri::db
