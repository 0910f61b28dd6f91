#include "cli/tournament/live/state.h"

#include <algorithm>

#include "cli/line/progress.h"
#include "cli/print/output_language.h"
#include "core/base/message.h"
#include "core/base/order.h"
#include "core/rating/models/bt.h"
#include "core/rating/models/bt_pools.h"
#include "core/tournament/systems.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

// A fit of more players is too slow for a display.
constexpr std::size_t most_rated = 100;

/// The standings by points, without a fit.
std::vector<Standing> unrated_standings(const rating::GameCounts& counts) {
  const auto results = rating::results_by_player(counts);
  const auto division = rating::divide_by_games(counts, rating::LinkingGames::played);
  const int pools = static_cast<int>(division.pools.size());
  std::vector<Standing> all;
  for (const rating::PoolGames& pool : division.pools) {
    Standing& standing = all.emplace_back(Standing{static_cast<int>(all.size()) + 1, pools, {}});
    for (const rating::PlayerId id : pool.players) {
      standing.players.push_back({counts.players()[id], {}, {}, rating::Bound::none, results[id]});
    }
    std::stable_sort(standing.players.begin(), standing.players.end(),
                     by([](const auto& player) { return -player.score(); }));
  }
  return all;
}

}  // namespace

std::vector<Standing> standings_of(const LiveView& view) {
  if (view.standing.players().size() > most_rated) return unrated_standings(view.standing);
  return standings(view.standing, rating::PlayerOrder::By::rating);
}

LiveState::LiveState(const TournamentConfig& config)
    : forecaster_(config),
      match_(match_of(config)),
      pairs_by_results_(system_of(config.system).pairs_by_results) {
  for (const BotSpec& bot : config.bots) players_.push_back(bot.name);
}

void LiveState::game_loaded(const JudgedGame& judged, std::optional<Outcome> outcome) {
  add_result(judged, outcome);
  if (match_) match_->add(judged);
}

/// As a database gives it to ratings; all games are of one event.
void LiveState::add_result(const JudgedGame& judged, std::optional<Outcome> outcome) {
  const std::string round = round_tag(judged.scheduled);
  rating::FinishedGame game;
  game.round = round;
  game.white = player(judged.scheduled.white);
  game.black = player(judged.scheduled.black);
  game.result = outcome;
  game.unplayed = !judged.outcome;
  game.hash = judged.hash;
  game.turns = rating::long_game;
  game.pairs_by_results = pairs_by_results_;
  results_.add(game);
}

void LiveState::game_stored(const JudgedGame& judged, const ContestGame& game,
                            std::chrono::duration<double> /*time*/) {
  game_loaded(judged, outcome_of(game.record.result));
}

std::optional<rating::MatchSummary> LiveState::match() const {
  return match_ ? std::optional(match_->summary()) : std::nullopt;
}

void LiveState::begin_game(const ScheduledGame& scheduled) {
  const std::lock_guard lock(mutex_);
  playing_[scheduled.number] = {scheduled, Clock::now()};
}

void LiveState::end_game(const ScheduledGame& scheduled) {
  const std::lock_guard lock(mutex_);
  playing_.erase(scheduled.number);
}

std::string LiveState::headline(const db::TournamentProgress& progress) const {
  const auto extent = progress.test ? ProgressTotal::limit : ProgressTotal::exact;
  return progress_text(message("games"), pace_.begun_with(), progress.done, progress.total,
                       seconds(), extent);
}

LiveView LiveState::view(const db::TournamentProgress& progress) {
  const auto& [done, total, verdict, test] = progress;
  const double share = total ? static_cast<double>(done) / static_cast<double>(total) : 0;
  LiveView view{headline(progress), share,  translated(verdict), rating::GameCounts(results_),
                lines_of_games(),   match()};
  if (const auto rest = forecast(progress)) view.forecast = forecast_text(*rest);
  return view;
}

std::vector<LiveState::Playing> LiveState::playing() {
  const std::lock_guard lock(mutex_);
  std::vector<Playing> games;
  for (const auto& [number, game] : playing_) games.push_back(game);
  return games;
}

std::vector<std::string> LiveState::lines_of_games() {
  const auto now = Clock::now();
  std::vector<std::string> lines;
  for (const Playing& game : playing()) {
    // Quick games end before they can be read.
    const double seconds = std::chrono::duration<double>(now - game.since).count();
    if (seconds < 1) continue;
    lines.push_back(
        translated(message("playing {0}: {1} - {2}, {3}", game.scheduled.number,
                           printable(player(game.scheduled.white)),
                           printable(player(game.scheduled.black)), clock_text(seconds))));
  }
  return lines;
}

}  // namespace schiri::cli
