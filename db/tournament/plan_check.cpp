#include "db/tournament/plan_check.h"

#include <algorithm>
#include <map>
#include <memory>

#include "core/base/names.h"
#include "core/match/termination.h"
#include "core/tournament/stop_rule.h"
#include "core/tournament/systems.h"
#include "db/query/filtered_games.h"
#include "db/tournament/played_games.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest_check.h"
#include "notation/records/game_hash.h"

namespace schiri::db {

namespace {

using FindingSink = std::function<void(const PlanFinding&)>;

/// Compares the stored games of a tournament in the order of their numbers.
class PlanCheck {
 public:
  PlanCheck(const StoredEvent& event, const Contest& contest, const FindingSink& sink)
      : event_(event),
        contest_(contest),
        sink_(sink),
        schedule_(contest.schedule()),
        judge_(make_stop_rule(contest.config())) {}

  /// `failed`: the side that lost the game by a failure of its own.
  void add(const StoredRecord& stored, std::optional<Side> failed) {
    ++report_.games;
    const std::uint64_t number = *stored.number;
    if (number < 1 || number > event_.games) {
      return tell(stored, "the tournament has no game of this number");
    }
    if (number % event_.shards != event_.shard % event_.shards) {
      tell(stored, "it belongs to another shard");
    }
    if (number > schedule_->paired()) {
      return tell(stored, "games of earlier rounds that determine it are missing");
    }
    for (const std::string& finding :
         check_game(contest_, schedule_->game(number), stored.record)) {
      tell(stored, finding);
    }
    const auto outcome = outcome_of(stored.record.result);
    add_result(*schedule_, {number, outcome, failed});
    const TournamentConfig& config = contest_.config();
    const bool unplayed =
        termination_of(stored.record.tag("Termination")) == Termination::abandoned;
    judge_.add({schedule_->game(number), unplayed ? std::nullopt : outcome,
                game_hash(config.game, config.variant, stored.record)});
  }

  /// Compares stored openings with those of the plan.
  void add(const std::map<std::uint64_t, Opening>& openings) {
    for (const std::string& finding : check_openings(contest_, openings))
      report_tournament(finding);
  }

  /// A game without a number was imported; both of its players must take part in the tournament.
  void add_stranger(const StoredRecord& stored) {
    const auto& bots = contest_.config().bots;
    for (const char* side : {"White", "Black"}) {
      const std::string_view name = stored.record.tag(side);
      const auto is_named = [&](const BotSpec& bot) { return is_same_name(bot.name, name); };
      if (std::any_of(bots.begin(), bots.end(), is_named)) continue;
      tell(stored, "it is not one of the tournament's games: '" + std::string(name) +
                       "' does not take part in it");
    }
  }

  PlanReport finish() {
    report_.missing = event_.planned() < report_.games ? 0 : event_.planned() - report_.games;
    if (report_.missing == 0) {
      if (schedule_->paired() > event_.games && !may_end_anywhere()) {
        report_tournament("it was ended before its last round");
      }
      check_end();
    }
    return report_;
  }

 private:
  /// Checks that a fixed plan ended early only by its stop rule.
  void check_end() {
    if (!may_end_anywhere()) return;
    const bool cut = event_.games < schedule_->games();
    if (judge_.end() && event_.stored > *judge_.end()) {
      report_tournament("it was decided with game " + std::to_string(*judge_.end()) +
                        " and went on");
    } else if (cut && judge_.end() != event_.games && !ran_out_of_openings()) {
      report_tournament("it was ended with game " + std::to_string(event_.games) +
                        ", by which it was not decided");
    }
  }

  bool may_end_anywhere() const { return system_of(contest_.config().system).may_end_anywhere; }

  bool ran_out_of_openings() const {
    try {
      contest_.opening(schedule_->game(event_.games + 1).opening);
    } catch (const OpeningsExhausted&) {
      return true;
    }
    return false;
  }

  void tell(const StoredRecord& stored, const std::string& finding) {
    ++report_.findings;
    sink_({stored.number.value_or(0), stored.id, std::string(stored.record.tag("Round")), finding});
  }

  void report_tournament(const std::string& finding) {
    ++report_.findings;
    sink_({0, 0, {}, finding});
  }

  const StoredEvent& event_;
  const Contest& contest_;
  const FindingSink& sink_;
  std::unique_ptr<Schedule> schedule_;
  Judge judge_;
  PlanReport report_;
};

}  // namespace

PlanReport check_plan(const Store& store, const StoredEvent& event, const FindingSink& report) {
  const Contest contest = stored_contest(store, event);
  const auto openings = openings_of(store, event, contest.config().variant);
  PlanCheck check(event, contest, report);
  check.add(openings);
  std::map<std::uint64_t, Side> failed;
  for (const StoredResult& game : stored_results(store, event)) {
    if (game.failed) failed.emplace(game.number, *game.failed);
  }
  GameFilter filter;
  filter.events = {event.name};
  visit_records(store, filter, [&](const StoredRecord& stored) {
    if (stored.number) {
      const auto side = failed.find(*stored.number);
      check.add(stored, side == failed.end() ? std::nullopt : std::optional(side->second));
    } else {
      check.add_stranger(stored);
    }
    return true;
  });
  return check.finish();
}

}  // namespace schiri::db
