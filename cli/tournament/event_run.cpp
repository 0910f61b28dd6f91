#include "cli/tournament/event_run.h"

#include <algorithm>
#include <atomic>
#include <iomanip>
#include <iostream>
#include <set>
#include <thread>

#include "cli/io/interrupt.h"
#include "cli/io/shell_word.h"
#include "cli/tournament/event_file.h"
#include "cli/tournament/event_log.h"
#include "cli/tournament/event_report.h"
#include "cli/tournament/live_display.h"
#include "core/engine/room.h"
#include "core/names.h"
#include "core/schedule/agenda.h"
#include "core/schedule/runner.h"
#include "core/schedule/stop_rule.h"
#include "core/schedule/strikes.h"
#include "core/schedule/systems.h"
#include "db/index/pair_counts.h"
#include "notation/contest/players.h"
#include "notation/printable.h"
#include "notation/records/game_hash.h"

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

/// After how many failures each bot is out.
std::vector<std::optional<int>> most_failures(const EventConfig& config) {
  std::vector<std::optional<int>> most;
  for (const BotSpec& bot : config.bots) most.push_back(bot.strikes ? bot.strikes : config.strikes);
  return most;
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

/// No more than there are games.
unsigned useful_threads(unsigned threads, const Contest& contest) {
  return static_cast<unsigned>(std::min<std::uint64_t>(threads, contest.schedule()->games()));
}

std::vector<std::string> names_of(const EventConfig& config) {
  std::vector<std::string> names;
  for (const BotSpec& bot : config.bots) names.push_back(bot.name);
  return names;
}

struct TimedGame {
  ContestGame game;
  std::chrono::nanoseconds end{};  ///< as of monotonic_time()
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
        strikes_(most_failures(contest.config())),
        log_(options.log),
        report_(contest),
        options_(options),
        display_(names_of(contest.config()), done_before_) {
    const std::vector<std::string> names = names_of(contest.config());
    for (const auto& [number, player] : store.failures(event)) {
      const auto bot = std::find(names.begin(), names.end(), player);
      if (bot == names.end()) continue;
      strikes_.decide(number, static_cast<std::size_t>(bot - names.begin()));
    }
    for (const db::OpeningRow& opening : store.openings(event)) {
      stored_openings_.insert(opening.number);
    }
    for (const db::StoredResult& game : stored) {
      if (game.number < 1 || game.number > agenda_.paired()) {
        read_unpaired();
        break;
      }
      judge({agenda_.pairing(game.number), evidence_of(game), game.hash});
      display_.add(agenda_.pairing(game.number), outcome_of(game.result));
    }
  }

  RunEnd run(unsigned threads) {
    log_.write("begin",
               {{"event", event_.name}, {"games", agenda_.total()}, {"done", done_before_}});
    Runner<TimedGame>(
        {[this] { return next(); }, [this] { return agenda_.may_grow(); },
         [this] { return make_worker(); },
         [this](std::uint64_t number, TimedGame&& game) { keep(number, std::move(game)); },
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
  /// For messages.
  std::string go_on_command() const {
    return options_.command.empty() ? resume_command(store_, event_.name) : options_.command;
  }

 private:
  using Couple = std::pair<std::string, std::string>;  ///< White and Black

  static std::string text_of(const Couple& players) {
    return printable(players.first) + " - " + printable(players.second);
  }

  std::optional<std::uint64_t> next() {
    const auto number = agenda_.next();
    if (number) strikes_.begin(agenda_.pairing(*number));
    return number;
  }

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

  std::optional<TimedGame> play(std::uint64_t number, Lineup& lineup, const std::stop_token& stop) {
    if (log_.is_open()) log_.write("start", description(number));
    display_.begin(number, agenda_.pairing(number));
    const auto begin = monotonic_time();
    std::optional<ContestGame> game;
    try {
      game = play_or_abandon(number, lineup, stop);
    } catch (const OpeningsExhausted& exhausted) {
      end_before_opening(number, exhausted);
    }
    display_.end(number);
    if (!game || is_void(*game)) lineup.dismiss();
    if (!game) return std::nullopt;
    if (is_void(*game)) {
      rest(stop);
      agenda_.give_back(number);
    }
    const auto end = monotonic_time();
    return TimedGame{std::move(*game), end, std::chrono::duration<double>(end - begin).count()};
  }

  static bool is_void(const ContestGame& game) {
    return termination_of(game.record.tag("Termination")) == Termination::void_game;
  }

  static bool is_unplayed(const ContestGame& game) {
    return termination_of(game.record.tag("Termination")) == Termination::abandoned;
  }

  /// What is missing now may be there in a moment; the more often, the longer.
  void rest(const std::stop_token& stop) const {
    constexpr std::chrono::milliseconds least{100}, slice{20};
    const auto end = monotonic_time() + least * (1 << std::min(voids_in_row_.load(), 10));
    while (monotonic_time() < end && !stop.stop_requested()) std::this_thread::sleep_for(slice);
  }

  /// The event ends with the round before, as far as its plan does not depend on results.
  void end_before_opening(std::uint64_t number, const OpeningsExhausted& exhausted) {
    if (!is_fixed(contest_.config().system)) throw exhausted;
    const std::uint64_t opening = agenda_.pairing(number).opening;
    while (number > 1 && agenda_.pairing(number - 1).opening == opening) --number;
    agenda_.end_at(number - 1);
    agenda_.give_back(number);
    const std::lock_guard lock(exhausted_mutex_);
    if (exhausted_.empty()) log_warning(exhausted.what());
    exhausted_ = exhausted.what();
  }

  std::optional<ContestGame> play_or_abandon(std::uint64_t number, Lineup& lineup,
                                             const std::stop_token& stop) {
    const ScheduledGame pairing = agenda_.pairing(number);
    if (auto forfeited = forfeited_game(pairing)) return forfeited;
    std::function<void(const PlayedTurn&)> listener;
    if (log_.is_open()) listener = [&](const PlayedTurn& turn) { log_turn(number, turn); };
    return contest_.play(pairing, lineup, utc_date(), monotonic_time, stop, listener);
  }

  /// Where a player is out.
  std::optional<ContestGame> forfeited_game(const ScheduledGame& pairing) const {
    const bool white = strikes_.is_out(pairing.white, pairing.number);
    const bool black = strikes_.is_out(pairing.black, pairing.number);
    if (!white && !black) return std::nullopt;
    return contest_.abandon(pairing, white, black, utc_date());
  }

  void keep(std::uint64_t number, TimedGame&& played) {
    if (judge_.end()) return;  // it came too late to count
    if (is_void(played.game)) return keep_void(number, played.game);
    voids_in_row_ = 0;
    strikes_.finish(number, culprit_of(played.game, agenda_.pairing(number)));
    held_.emplace(number, std::move(played));
  }

  /// Has a player perhaps been ended by whoever is ending us? A batch system signals all processes
  /// of a job at once, and we may notice last; such a game is not kept, and played again.
  bool is_doubtful(const TimedGame& played) const {
    constexpr std::chrono::milliseconds notice{300};
    const auto how = termination_of(played.game.record.tag("Termination"));
    if (!played.game.culprit || !how || !kind_of(*how).is_departure) return false;
    return interrupt_.interrupted() || monotonic_time() < played.end + notice;
  }

  /// Stores what counts. Of some games that is not known yet: as long as a player may be out by a
  /// game before it, or a game is doubtful.
  void settle() {
    for (auto it = held_.begin(); it != held_.end() && !judge_.end();) {
      auto& [number, played] = *it;
      const ScheduledGame pairing = agenda_.pairing(number);
      if (strikes_.is_open(pairing.white, number) || strikes_.is_open(pairing.black, number) ||
          is_doubtful(played)) {
        ++it;
        continue;
      }
      if (auto forfeited = forfeited_game(pairing)) played.game = std::move(*forfeited);
      commit(number, played);
      it = held_.erase(it);
    }
  }

  /// The event goes on unless this happens again and again.
  void keep_void(std::uint64_t number, const ContestGame& game) {
    constexpr int most_in_row = 5;
    store_.add_void_game(event_, {number, game.remark, write_record(game.record)});
    log_warning("game " + std::to_string(number) + " is void: " + game.remark);
    if (++voids_in_row_ >= most_in_row) {
      throw UnusableError(std::to_string(most_in_row) + " games in a row were void, the last as " +
                          printable(game.remark, 500) +
                          "; what is finished is stored, go on with: " + go_on_command());
    }
  }

  void commit(std::uint64_t number, const TimedGame& played) {
    const ContestGame& game = played.game;
    const EventConfig& config = contest_.config();
    store_.add_game(event_, number,
                    {game.record, config.game, config.variant, game.ending, game.turns,
                     failure_row(game), opening_row(agenda_.pairing(number).opening)});
    const auto outcome = outcome_of(game.record.result);
    const ScheduledGame pairing = agenda_.pairing(number);
    strikes_.decide(number, culprit_of(game, pairing));
    agenda_.finish({number, outcome});
    check_unpaired();
    report_.add(pairing, game);
    judge({pairing, is_unplayed(game) ? std::nullopt : outcome,
           game_hash(config.game, config.variant, game.record)});
    display_.add(pairing, outcome);
    log_end(number, played);
  }

  static std::optional<std::size_t> culprit_of(const ContestGame& game,
                                               const ScheduledGame& pairing) {
    if (!game.culprit) return std::nullopt;
    return *game.culprit == Side::white ? pairing.white : pairing.black;
  }

  /// Remembers who played the stored games whose pairing follows from games that are missing.
  void read_unpaired() {
    db::GameFilter filter;
    filter.event = event_.name;
    store_.visit_records(filter, [&](const db::StoredRecord& stored) {
      if (stored.number && (*stored.number < 1 || *stored.number > agenda_.paired())) {
        unpaired_[*stored.number] = {std::string(stored.record.tag("White")),
                                     std::string(stored.record.tag("Black"))};
      }
      return true;
    });
  }

  /// A game that was missing may have come to something else than once: then those that are stored
  /// of later rounds are not the ones that it pairs. Throws UnusableError.
  void check_unpaired() {
    while (!unpaired_.empty() && unpaired_.begin()->first <= agenda_.paired()) {
      const auto& [number, stored] = *unpaired_.begin();
      const ScheduledGame pairing = agenda_.pairing(number);
      const auto& bots = contest_.config().bots;
      const Couple planned{bots[pairing.white].name, bots[pairing.black].name};
      if (!is_same_name(stored.first, planned.first) ||
          !is_same_name(stored.second, planned.second)) {
        throw UnusableError("game " + std::to_string(number) + " of the event '" +
                            printable(event_.name) + "' is stored as " + text_of(stored) +
                            ", but a game that was missing came to a result by which it is " +
                            text_of(planned) +
                            "; 'schiri tournament verify' tells which games do not fit");
      }
      unpaired_.erase(unpaired_.begin());
    }
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
    if (judge_.end()) agenda_.end_at(*judge_.end());
  }

  /// Called at least ten times a second.
  bool keep_going() {
    settle();
    const StopRule* rule = judge_.rule();
    display_.show(agenda_.done(), agenda_.total(), rule ? rule->text() : "");
    if (options_.meanwhile) options_.meanwhile(agenda_.done());
    return !interrupt_.interrupted() && !judge_.end();
  }

  Json description(std::uint64_t number) const {
    const ScheduledGame pairing = agenda_.pairing(number);
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

  void log_warning(const std::string& message) {
    if (!log_.is_open()) return;
    log_.write("warning", {{"event", event_.name}, {"message", message}});
  }

  void log_end(std::uint64_t number, const TimedGame& played) {
    if (!log_.is_open()) return;
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
  std::map<std::uint64_t, Couple> unpaired_;  ///< stored, and paired by games that are missing
  std::mutex exhausted_mutex_;
  std::string exhausted_;
  Strikes strikes_;
  std::map<std::uint64_t, TimedGame> held_;  ///< finished, and not yet known to count
  std::atomic<int> voids_in_row_ = 0;
  EventLog log_;
  EventReport report_;
  const RunOptions& options_;
  InterruptGuard interrupt_{"games that are not finished are lost, those that are are stored"};
  LiveDisplay display_;
};

/// Says how to go on where the database fails.
RunEnd play_on(EventRun& run, unsigned threads) {
  try {
    return run.run(threads);
  } catch (const db::StoreError& error) {
    throw UnusableError(std::string(error.what()) +
                        "; what is finished is stored, go on with: " + run.go_on_command());
  }
}

}  // namespace

std::optional<Outcome> evidence_of(const db::StoredResult& game) {
  return game.unplayed ? std::nullopt : outcome_of(game.result);
}

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

std::optional<std::uint64_t> missing_game(const EventConfig& config,
                                          const std::vector<GameResult>& results) {
  const auto schedule = make_schedule(config);
  const std::size_t taken = add_results(*schedule, results);
  if (taken == results.size()) return std::nullopt;
  std::uint64_t number = 1;
  for (std::size_t i = 0; i < taken && results[i].number == number; ++i) ++number;
  return number;
}

std::string resume_command(const db::Store& store, const std::string& event) {
  return printable(
      "schiri tournament resume --db " + shell_word(store.path()) + " --event " + shell_word(event),
      4096);
}

bool try_programs(const Contest& contest, unsigned threads) {
  const auto& bots = contest.config().bots;
  const auto programs = std::count_if(bots.begin(), bots.end(),
                                      [](const BotSpec& bot) { return !bot.command.empty(); });
  make_room(useful_threads(threads, contest), static_cast<std::size_t>(programs));
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

db::EventLock lock_event(const db::Store& store, const db::StoredEvent& event) {
  auto lock = db::EventLock::take(store.path(), event.id);
  if (lock) return std::move(*lock);
  throw UnusableError("another process is playing the event '" + printable(event.name) + "' of " +
                      store.path());
}

namespace {

/// Somebody may have changed the event before it was locked.
void require_unchanged(const db::Store& store, const db::StoredEvent& event) {
  const auto now = store.find_event(event.name);
  if (now && now->id == event.id && now->config == event.config && now->games == event.games) {
    return;
  }
  throw UnusableError("the event '" + printable(event.name) + "' of " + store.path() +
                      " has just been changed by another process; nothing was played");
}

}  // namespace

ExitStatus play_event(db::Store& store, const db::StoredEvent& event, const Contest& contest,
                      const RunOptions& options) {
  const auto lock = lock_event(store, event);
  require_unchanged(store, event);
  if (options.durable) store.sync_commits();
  store.cache_at_most(8);
  EventRun run(store, event, contest, options);
  const RunEnd end = play_on(run, useful_threads(options.threads, contest));
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
            << " games are stored; go on with: " << run.go_on_command() << '\n';
  return ExitStatus::interrupted;
}

}  // namespace schiri::cli
