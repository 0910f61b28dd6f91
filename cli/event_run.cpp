#include "cli/event_run.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <set>

#include "cli/event_log.h"
#include "cli/event_report.h"
#include "cli/event_settings.h"
#include "cli/interrupt.h"
#include "cli/live_display.h"
#include "cli/shell_word.h"
#include "core/match/agenda.h"
#include "core/match/runner.h"
#include "core/match/stop_rule.h"
#include "core/match/strikes.h"
#include "core/match/systems.h"
#include "db/event_lock.h"
#include "db/pair_counts.h"
#include "notation/finding_log.h"
#include "notation/game_hash.h"
#include "notation/players.h"

namespace schiri::cli {

namespace {

/// What a program wrote, as text that anybody can look at: line ends stay.
std::string plain_text(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    plain += printable(std::string_view(text).substr(at, end - at), text.size()) + '\n';
    at = end + 1;
  }
  return plain;
}

/// The strikes that each bot is allowed, with those it has from before.
Strikes strikes_of(const EventConfig& config,
                   const std::map<std::string, std::uint64_t>& failures) {
  std::vector<std::optional<int>> most;
  for (const BotSpec& bot : config.bots) most.push_back(bot.strikes ? bot.strikes : config.strikes);
  Strikes strikes(std::move(most));
  for (std::size_t i = 0; i < config.bots.size(); ++i) {
    const auto found = failures.find(config.bots[i].name);
    for (std::uint64_t n = 0; found != failures.end() && n < found->second; ++n) strikes.note(i);
  }
  return strikes;
}

std::optional<Outcome> outcome_of(const std::string& result) {
  for (const Outcome outcome : {Outcome::white_wins, Outcome::black_wins, Outcome::draw}) {
    if (result == result_text(outcome)) return outcome;
  }
  return std::nullopt;
}

/// Both, ascending, each number once.
std::vector<db::StoredResult> joined(std::vector<db::StoredResult> results,
                                     const std::vector<db::StoredResult>& others) {
  const auto by_number = [](const auto& a, const auto& b) { return a.number < b.number; };
  results.insert(results.end(), others.begin(), others.end());
  std::stable_sort(results.begin(), results.end(), by_number);
  const auto same = [](const auto& a, const auto& b) { return a.number == b.number; };
  results.erase(std::unique(results.begin(), results.end(), same), results.end());
  return results;
}

/// The last game that is to be played.
std::uint64_t last_game(const db::StoredEvent& event, const Contest& contest,
                        const RunOptions& options) {
  if (!options.earlier) return event.games;
  return std::min(event.games, stage_of(contest.config(), results_of(*options.earlier)).last);
}

std::vector<std::string> names_of(const EventConfig& config) {
  std::vector<std::string> names;
  for (const BotSpec& bot : config.bots) names.push_back(bot.name);
  return names;
}

struct TimedGame {
  ContestGame game;
  double seconds = 0;
};

struct RunEnd {
  std::uint64_t played = 0;  ///< in this run
  std::uint64_t done = 0;    ///< in all
  std::uint64_t total = 0;
  bool complete = false;
  double seconds = 0;
};

class EventRun {
 public:
  EventRun(db::Store& store, const db::StoredEvent& event, const Contest& contest,
           const RunOptions& options)
      : EventRun(store, event, contest, options,
                 joined(store.stored_results(event),
                        options.earlier.value_or(std::vector<db::StoredResult>{}))) {}

  EventRun(db::Store& store, const db::StoredEvent& event, const Contest& contest,
           const RunOptions& options, const std::vector<db::StoredResult>& stored)
      : store_(store),
        event_(event),
        contest_(contest),
        agenda_(contest.schedule(), results_of(stored), last_game(event, contest, options),
                event.shard, event.shards),
        judge_(make_stop_rule(contest.config())),
        done_before_(agenda_.done()),
        strikes_(strikes_of(contest.config(), store.failures(event))),
        log_(options.log),
        report_(contest),
        options_(options),
        display_(names_of(contest.config()), done_before_) {
    for (const db::OpeningRow& opening : store.openings(event)) {
      stored_openings_.insert(opening.number);
    }
    for (const db::StoredResult& game : stored) {
      judge({agenda_.pairing(game.number), outcome_of(game.result), game.hash});
    }
  }

  RunEnd run(unsigned threads) {
    log_.write("begin",
               {{"event", event_.name}, {"games", agenda_.total()}, {"done", done_before_}});
    Runner<TimedGame>({[this] { return agenda_.next(); }, [this] { return agenda_.may_grow(); },
                       [this] { return make_worker(); },
                       [this](std::uint64_t number, TimedGame&& game) { keep(number, game); },
                       [this] { return keep_going(); }})
        .run(threads);
    display_.close();
    const auto end = agenda_.end();
    if (end && *end < event_.games && !options_.earlier) {
      store_.end_event(event_, *end, last_opening(*end));
    }
    report_.log(log_);
    const std::uint64_t done = agenda_.done();
    log_.write(end ? "finish" : "stop", {{"event", event_.name}, {"done", done}});
    return {done - done_before_, done, agenda_.total(), end.has_value(), display_.seconds()};
  }

  const EventReport& report() const { return report_; }
  /// Why there are no more games; empty if it is not for want of openings.
  const std::string& exhausted() const { return exhausted_; }
  /// What ended the event or will; null if nothing but its last game does.
  const StopRule* rule() const { return judge_.rule(); }

 private:
  Runner<TimedGame>::Worker make_worker() {
    const auto lineup = std::make_shared<Lineup>(contest_.lineup());
    return [this, lineup](std::uint64_t number, const std::stop_token& stop) {
      return play(number, *lineup, stop);
    };
  }

  /// The last opening of games up to a number; in other than fixed plans all are needed.
  std::uint64_t last_opening(std::uint64_t number) const {
    if (!is_fixed(contest_.config().system)) return std::numeric_limits<std::int64_t>::max();
    return number > 0 ? agenda_.pairing(number).opening : 0;
  }

  /// Has a player perhaps been ended by whoever is ending us? A batch system signals all processes
  /// of a job at once, and the players may notice first; such a game is played again.
  bool is_doubtful(const ContestGame& game) const {
    const std::string_view how = game.record.tag("Termination");
    if (!game.culprit || (how != "crash" && how != "disconnect")) return false;
    const auto end = monotonic_time() + std::chrono::milliseconds(300);
    while (!interrupt_.interrupted() && monotonic_time() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return interrupt_.interrupted();
  }

  std::optional<TimedGame> play(std::uint64_t number, Lineup& lineup, const std::stop_token& stop) {
    log_.write("start", description(number));
    display_.begin(number, agenda_.pairing(number));
    const auto begin = monotonic_time();
    std::optional<ContestGame> game;
    try {
      game = play_or_abandon(number, lineup, stop);
    } catch (const OpeningsExhausted& exhausted) {
      end_before_opening(number, exhausted);
    }
    display_.end(number);
    if (!game) {
      lineup.dismiss();
      return std::nullopt;
    }
    return TimedGame{std::move(*game),
                     std::chrono::duration<double>(monotonic_time() - begin).count()};
  }

  /// The event ends with the round before, as far as its plan does not depend on results.
  void end_before_opening(std::uint64_t number, const OpeningsExhausted& exhausted) {
    if (!is_fixed(contest_.config().system)) throw exhausted;
    const std::uint64_t opening = agenda_.pairing(number).opening;
    while (number > 1 && agenda_.pairing(number - 1).opening == opening) --number;
    agenda_.end_at(number - 1);
    const std::lock_guard lock(exhausted_mutex_);
    if (exhausted_.empty())
      log_.write("warning", {{"event", event_.name}, {"message", exhausted.what()}});
    exhausted_ = exhausted.what();
  }

  std::optional<ContestGame> play_or_abandon(std::uint64_t number, Lineup& lineup,
                                             const std::stop_token& stop) {
    const Pairing pairing = agenda_.pairing(number);
    const bool white = strikes_.is_out(pairing.white), black = strikes_.is_out(pairing.black);
    if (white || black) return contest_.abandon(pairing, white, black, utc_date());
    std::function<void(const PlayedTurn&)> listener;
    if (log_.is_open()) listener = [&](const PlayedTurn& turn) { log_turn(number, turn); };
    auto game = contest_.play(pairing, lineup, utc_date(), monotonic_time, stop, listener);
    if (game && is_doubtful(*game)) return std::nullopt;
    if (game && game->culprit) {
      strikes_.note(*game->culprit == Side::white ? pairing.white : pairing.black);
    }
    return game;
  }

  void keep(std::uint64_t number, TimedGame& played) {
    const ContestGame& game = played.game;
    if (judge_.end()) return;  // it came too late to count
    const EventConfig& config = contest_.config();
    store_.add_game(event_, number,
                    {game.record, config.game, config.variant, game.ending, game.turns,
                     failure_row(game), opening_row(agenda_.pairing(number).opening)});
    const auto outcome = outcome_of(game.record.result);
    agenda_.finish({number, outcome});
    report_.add(agenda_.pairing(number), game);
    judge({agenda_.pairing(number), outcome, game_hash(config.game, config.variant, game.record)});
    log_end(number, played);
  }

  /// What is not stored yet.
  std::optional<db::OpeningRow> opening_row(std::uint64_t number) {
    if (!stored_openings_.insert(number).second) return std::nullopt;
    const Opening opening = contest_.opening(number);
    return db::OpeningRow{number, opening.start.position, opening.start.roll, opening.turns};
  }

  static std::optional<db::FailureRow> failure_row(const ContestGame& game) {
    if (!game.culprit) return std::nullopt;
    return db::FailureRow{*game.culprit, game.remark, plain_text(game.last_words.standard_error),
                          plain_text(game.last_words.protocol)};
  }

  void judge(const JudgedGame& game) {
    judge_.add(game);
    display_.add(game.pairing, game.outcome);
    if (judge_.end()) agenda_.end_at(*judge_.end());
  }

  /// Called at least ten times a second.
  bool keep_going() {
    const StopRule* rule = judge_.rule();
    display_.show(agenda_.done(), agenda_.total(), rule ? rule->text() : "");
    if (options_.meanwhile) options_.meanwhile(agenda_.done());
    return !interrupt_.interrupted() && !judge_.end();
  }

  Json description(std::uint64_t number) const {
    const Pairing pairing = agenda_.pairing(number);
    return {{"event", event_.name},
            {"number", number},
            {"round", round_tag(pairing)},
            {"white", contest_.config().bots[pairing.white].name},
            {"black", contest_.config().bots[pairing.black].name}};
  }

  void log_turn(std::uint64_t number, const PlayedTurn& turn) {
    Json details = {
        {"event", event_.name}, {"number", number},
        {"turn", turn.number},  {"side", turn.side == Side::white ? "white" : "black"},
        {"text", turn.text},    {"seconds", std::chrono::duration<double>(turn.time).count()}};
    if (turn.score) {
      details["score"] = score_text(*turn.score);
      details["depth"] = turn.depth;
    }
    log_.write("turn", details);
  }

  void log_end(std::uint64_t number, const TimedGame& played) {
    Json details = description(number);
    details["result"] = played.game.record.result;
    details["termination"] = played.game.record.tag("Termination");
    details["turns"] = played.game.turns;
    if (!played.game.remark.empty()) details["remark"] = played.game.remark;
    details["seconds"] = played.seconds;
    log_.write("end", details);
  }

  db::Store& store_;
  const db::StoredEvent& event_;
  const Contest& contest_;
  Agenda agenda_;
  Judge judge_;
  std::uint64_t done_before_;
  std::set<std::uint64_t> stored_openings_;
  std::mutex exhausted_mutex_;
  std::string exhausted_;
  Strikes strikes_;
  EventLog log_;
  EventReport report_;
  const RunOptions& options_;
  InterruptGuard interrupt_;
  LiveDisplay display_;
};

}  // namespace

std::vector<GameResult> results_of(const std::vector<db::StoredResult>& stored) {
  std::vector<GameResult> results;
  for (const auto& game : stored) results.push_back({game.number, outcome_of(game.result)});
  return results;
}

EventConfig config_of(const db::Store& store, const db::StoredEvent& event) {
  return parse_event(event.config, store.path()).config();
}

std::map<std::uint64_t, Opening> openings_of(const db::Store& store, const db::StoredEvent& event,
                                             const std::string& variant) {
  std::map<std::uint64_t, Opening> openings;
  for (db::OpeningRow& row : store.openings(event)) {
    openings[row.number] = {{variant, std::move(row.position), std::move(row.roll)},
                            std::move(row.turns)};
  }
  return openings;
}

std::string resume_command(const db::Store& store, const std::string& event) {
  return printable(
      "schiri tournament resume --db " + shell_word(store.path()) + " --event " + shell_word(event),
      4096);
}

bool try_programs(const Contest& contest) {
  const InterruptStop interrupt;
  for (const BotSpec& bot : contest.config().bots) {
    if (bot.command.empty()) continue;
    const auto notes = try_program(contest.type(), contest.config().variant, bot,
                                   contest.config().watchdog, interrupt.token());
    if (interrupt.interrupted()) {
      std::cerr << "interrupted before the first game\n";
      return false;
    }
    for (const std::string& note : notes) std::cerr << "schiri: note: " << note << '\n';
  }
  return true;
}

ExitStatus play_event(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                      const RunOptions& options) {
  const auto lock = db::EventLock::take(store.path(), event.id);
  if (!lock) {
    throw UnusableError("another process is playing the event '" + printable(event.name) + "' of " +
                        store.path());
  }
  EventRun run(store, event, contest, options);
  const RunEnd end = run.run(options.threads);
  db::add_up_results(store);
  run.report().print(std::cerr);
  std::cerr << end.played << (end.played == 1 ? " game" : " games") << " played in " << std::fixed
            << std::setprecision(1) << end.seconds << " s\n";
  if (!run.exhausted().empty()) {
    std::cerr << "schiri: note: the event ends early: " << run.exhausted() << '\n';
  }
  if (end.complete) return ExitStatus::done;
  if (run.rule()) std::cerr << run.rule()->text() << '\n';
  std::cerr << "interrupted: " << end.done << " of " << end.total
            << " games are stored; go on with: "
            << (options.command.empty() ? resume_command(store, event.name) : options.command)
            << '\n';
  return ExitStatus::interrupted;
}

}  // namespace schiri::cli
