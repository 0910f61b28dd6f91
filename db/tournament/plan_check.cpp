#include "db/tournament/plan_check.h"

#include <algorithm>
#include <map>
#include <memory>

#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/match/termination.h"
#include "core/tournament/stop_rule.h"
#include "core/tournament/systems.h"
#include "db/query/filtered_games.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"
#include "notation/records/game_hash.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

using FindingSink = std::function<void(const PlanFinding&)>;

/// Compares a stored game of a tournament with its entry in the schedule: event, round, players,
/// start, opening and seed, and replays its turns: each must be legal, and the end according to the
/// rules. Each finding is a sentence without a full stop.
class PlannedGameCheck {
 public:
  PlannedGameCheck(const Contest& contest, const ScheduledGame& scheduled, const Record& record)
      : contest_(contest),
        scheduled_(scheduled),
        record_(record),
        opening_(contest.opening(scheduled.opening)),
        turns_(record.turns()) {}

  std::vector<std::string> run() {
    check_tags();
    check_opening();
    replay();
    return std::move(findings_);
  }

 private:
  void check_tags() {
    const TournamentConfig& config = contest_.config();
    const bool standard = config.variant == contest_.type().variant_table.standard();
    require_tag("Event", config.name);
    require_tag("Round", round_tag(scheduled_));
    require_tag("White", config.bots[scheduled_.white].name);
    require_tag("Black", config.bots[scheduled_.black].name);
    require_tag("Game", config.game);
    require_tag("Variant", standard ? "" : config.variant);
    require_tag("Position", opening_.start.position);
    require_tag("Roll", opening_.start.roll);
    require_tag("Seed", std::to_string(config.seed));
    require_tag("Referee", config.referee ? config.referee->name : "");
    require_tag("WhiteOptions", tuned_text(config, scheduled_.values[0]));
    require_tag("BlackOptions", tuned_text(config, scheduled_.values[1]));
    require_tag("PlyCount", std::to_string(turns_.size()));
    require_tag("Result", record_.result == "*" ? "" : record_.result);
  }

  void require_tag(const char* name, const std::string& wanted) {
    const std::string_view found =
        name == std::string_view("Result") && record_.tag(name) == "*" ? "" : record_.tag(name);
    if (is_same_name(found, wanted)) return;
    findings_.push_back(std::string(name) + " is '" + printable(found) + "', not '" +
                        printable(wanted) + "'");
  }

  void check_opening() {
    const auto& wanted = opening_.turns;
    if (turns_.size() >= wanted.size() &&
        std::equal(wanted.begin(), wanted.end(), turns_.begin())) {
      return;
    }
    std::string text;
    for (const std::string& turn : wanted) text += (text.empty() ? "" : " ") + turn;
    findings_.push_back("it does not begin with its opening " + text);
  }

  void replay() {
    try {
      const auto game =
          contest_.type().start({contest_.config().variant, std::string(record_.tag("Position")),
                                 std::string(record_.tag("Roll"))});
      for (std::size_t i = 0; i < turns_.size(); ++i) {
        if (const auto error = game->play(turns_[i])) {
          findings_.push_back("turn " + std::to_string(i + 1) + ", '" + printable(turns_[i]) +
                              "': " + error->message.english());
          return;
        }
      }
      check_end(*game);
    } catch (const StartError& error) {
      findings_.push_back(error.what());
    }
  }

  void check_end(const Game& game) {
    const auto ending = game.ending();
    const auto termination = termination_of(record_.tag("Termination"));
    const bool normal = termination == Termination::normal;
    if (ending && record_.result != result_text(ending->outcome)) {
      findings_.push_back("the result is " + record_.result + ", by the rules it is " +
                          std::string(result_text(ending->outcome)));
    } else if (normal && !ending && contest_.type().facts.has_rules) {
      findings_.push_back("the rules have not ended it");
    }
    const TournamentConfig& config = contest_.config();
    // A bot may resign itself.
    if (termination == Termination::agreement && !config.draw) {
      findings_.push_back("it ended by " + std::string(record_.tag("Termination")) +
                          ", which is not possible in a tournament");
    }
    const auto most = config.max_turns;
    if (most && turns_.size() > static_cast<std::size_t>(*most)) {
      findings_.push_back("it is longer than the " +
                          counted(static_cast<std::uint64_t>(*most), "turn") + " allowed");
    }
  }

  const Contest& contest_;
  const ScheduledGame& scheduled_;
  const Record& record_;
  Opening opening_;
  std::vector<std::string_view> turns_;
  std::vector<std::string> findings_;
};

/// The position after an opening, whose turns must be legal and of the right number.
std::string position_after(const Contest& contest, const Opening& opening) {
  const auto game = play_opening(contest.type(), opening);
  if (game->ending()) throw ContestError(message("the game is over after it"));
  const int wanted = contest.config().opening_turns;
  if (game->turns().size() != static_cast<std::size_t>(wanted)) {
    throw ContestError(
        message("it has {0} {0:turn|turns} instead of {1}", game->turns().size(), wanted));
  }
  return game->position();
}

std::string text_of(const Opening& opening) {
  std::string text = opening.start.position + opening.start.roll;
  for (const std::string& turn : opening.turns) text += (text.empty() ? "" : " ") + turn;
  return printable(text, 200);
}

bool same(const Opening& a, const Opening& b) {
  return a.start.position == b.start.position && a.start.roll == b.start.roll && a.turns == b.turns;
}

/// Compares openings stored for a contest, by number, with those of its plan; openings chosen by a
/// search must meet its conditions. Returns the differences in sentences.
std::vector<std::string> check_openings(const Contest& contest,
                                        const std::map<std::uint64_t, Opening>& openings) {
  std::vector<std::string> findings;
  const bool chosen = contest.config().balanced && contest.config().openings.empty();
  const TournamentOpenings plan(contest.config(), contest.type());
  std::map<std::string, std::uint64_t> positions;
  for (const auto& [number, opening] : openings) {
    const std::string what = "opening " + std::to_string(number) + " (" + text_of(opening) + ")";
    if (!chosen) {
      const Opening wanted = plan.get(number);
      if (!same(opening, wanted))
        findings.push_back(what + " is " + text_of(wanted) + " in the plan");
      continue;
    }
    try {
      const auto [other, is_new] = positions.emplace(position_after(contest, opening), number);
      if (!is_new) {
        findings.push_back(what + " leads to the same position as opening " +
                           std::to_string(other->second));
      }
    } catch (const InputError& error) {
      findings.push_back(what + ": " + error.what());
    }
  }
  return findings;
}

/// Compares the stored games of a tournament in the order of their numbers.
class PlanCheck {
 public:
  PlanCheck(const StoredTournament& event, const Contest& contest, const FindingSink& sink)
      : event_(event),
        contest_(contest),
        sink_(sink),
        schedule_(contest.schedule()),
        judge_(make_stop_rule(contest.config())) {
    if (!contest.type().facts.has_rules) report_.unknown_game = contest.config().game;
  }

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
         PlannedGameCheck(contest_, schedule_->game(number), stored.record).run()) {
      tell(stored, finding);
    }
    const auto outcome = outcome_of(stored.record.result);
    schedule_->add({number, outcome, failed});
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

  const StoredTournament& event_;
  const Contest& contest_;
  const FindingSink& sink_;
  std::unique_ptr<Schedule> schedule_;
  Judge judge_;
  PlanReport report_;
};

}  // namespace

PlanReport check_plan(const Store& store, const StoredTournament& event,
                      const FindingSink& report) {
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
