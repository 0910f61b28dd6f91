#include <iostream>
#include <memory>
#include <optional>

#include "cli/event_run.h"
#include "cli/tournament_command.h"
#include "core/match/stop_rule.h"
#include "core/match/systems.h"
#include "db/store.h"
#include "notation/contest_check.h"
#include "notation/finding_log.h"
#include "notation/game_hash.h"
#include "notation/nearest_name.h"

namespace schiri::cli {

namespace {

struct VerifyOptions {
  std::string db;
  std::optional<std::string> event;
  std::string format = "text";
};

/// Goes through the stored games of an event in the order of their numbers and compares them with
/// the plan, which it makes anew from the event and the results it meets.
class Verification {
 public:
  Verification(const db::StoredEvent& event, const Contest& contest, const VerifyOptions& options)
      : event_(event),
        contest_(contest),
        options_(options),
        schedule_(contest.schedule()),
        judge_(make_stop_rule(contest.config())) {}

  void add(const db::StoredRecord& stored) {
    ++games_;
    const std::uint64_t number = *stored.number;
    if (number < 1 || number > event_.games) {
      return tell(number, stored.record, "the event has no game of this number");
    }
    if (number % event_.shards != event_.shard % event_.shards) {
      tell(number, stored.record, "it belongs to another shard");
    }
    if (number > schedule_->paired()) {
      return tell(number, stored.record,
                  "games of earlier rounds that decide about it are missing");
    }
    for (const std::string& finding :
         check_game(contest_, schedule_->game(number), stored.record)) {
      tell(number, stored.record, finding);
    }
    const auto outcome = outcome_of(stored.record.result);
    schedule_->add_result(number, outcome);
    const EventConfig& config = contest_.config();
    const bool unplayed = stored.record.tag("Termination") == "abandoned";
    judge_.add({schedule_->game(number), unplayed ? std::nullopt : outcome,
                game_hash(config.game, config.variant, stored.record)});
  }

  /// Compares openings that are stored with those of the plan.
  void add(const std::map<std::uint64_t, Opening>& openings) {
    for (const std::string& finding : check_openings(contest_, openings)) tell_event(finding);
  }

  /// Answers whether all is well.
  bool finish() {
    const std::uint64_t left = event_.planned() < games_ ? 0 : event_.planned() - games_;
    if (left == 0 && schedule_->paired() > event_.games && !is_fixed(contest_.config().system)) {
      tell_event("it was ended before its last round");
    }
    if (left == 0) check_end();
    if (options_.format == "json") {
      write_line(std::cout, {{"summary",
                              {{"event", event_.name},
                               {"games", games_},
                               {"missing", left},
                               {"findings", findings_}}}});
    } else {
      std::cout << printable(event_.name) << ": " << games_ << " games compared with the plan, "
                << findings_ << (findings_ == 1 ? " finding" : " findings");
      if (left > 0) std::cout << "; " << left << " games are still to be played";
      std::cout << '\n';
    }
    return findings_ == 0;
  }

 private:
  /// Was a fixed plan cut short where its rule says, and nowhere else?
  void check_end() {
    if (!is_fixed(contest_.config().system)) return;
    const bool cut = event_.games < schedule_->games();
    if (judge_.end() && event_.stored > *judge_.end()) {
      tell_event("it was decided with game " + std::to_string(*judge_.end()) + " and went on");
    } else if (cut && judge_.end() != event_.games && !ran_out_of_openings()) {
      tell_event("it was ended with game " + std::to_string(event_.games) +
                 ", where nothing was decided");
    }
  }

  bool ran_out_of_openings() const {
    try {
      contest_.opening(schedule_->game(event_.games + 1).opening);
    } catch (const OpeningsExhausted&) {
      return true;
    }
    return false;
  }

  void tell(std::uint64_t number, const Record& record, const std::string& finding) {
    ++findings_;
    if (options_.format == "json") {
      write_line(std::cout, {{"event", event_.name},
                             {"number", number},
                             {"round", text_or_null(record.tag("Round"))},
                             {"message", finding}});
    } else {
      std::cout << printable(event_.name) << ", game " << number << " (round "
                << printable(record.tag("Round")) << "): " << finding << '\n';
    }
  }

  void tell_event(const std::string& finding) {
    ++findings_;
    std::cout << printable(event_.name) << ": " << finding << '\n';
  }

  const db::StoredEvent& event_;
  const Contest& contest_;
  const VerifyOptions& options_;
  std::unique_ptr<Schedule> schedule_;
  Judge judge_;
  std::uint64_t games_ = 0;
  std::uint64_t findings_ = 0;
};

bool verify_event(const db::Store& store, const db::StoredEvent& event,
                  const VerifyOptions& options) {
  const EventConfig config = config_of(store, event);
  const auto openings = openings_of(store, event, config.variant);
  const Contest contest(config, openings);
  Verification verification(event, contest, options);
  verification.add(openings);
  db::GameFilter filter;
  filter.event = event.name;
  store.visit_records(filter, [&](const db::StoredRecord& stored) {
    if (stored.number) verification.add(stored);
    return true;
  });
  return verification.finish();
}

ExitStatus verify(const VerifyOptions& options) {
  const db::Store store(options.db, db::Store::Mode::read);
  ExitStatus status = ExitStatus::done;
  bool any = false;
  NearestName nearest(options.event.value_or(""));
  for (const db::StoredEvent& event : store.events()) {
    if (event.was_played_here()) nearest.look_at(event.name);
    if (!event.was_played_here() || (options.event && event.name != *options.event)) continue;
    any = true;
    if (!verify_event(store, event, options)) status = ExitStatus::wrong;
  }
  if (any) return status;
  throw UsageError(options.event ? "there is no event '" + printable(*options.event) +
                                       "' that was played in " + options.db + nearest.advice()
                                 : options.db + " has no event that was played here");
}

}  // namespace

void add_tournament_verify(CLI::App& tournament, ExitStatus& status) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = tournament.add_subcommand(
      "verify", "Compare the stored games of an event with its plan, and replay them");
  command->add_option("--db", options->db, "The database that keeps the games")->required();
  command->add_option("--event", options->event, "Only this event (all that were played here)");
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
  command->footer("Example: schiri tournament verify --db event.db");
  command->callback([options, &status] { status = verify(*options); });
}

}  // namespace schiri::cli
