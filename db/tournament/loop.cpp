#include "db/tournament/loop.h"

#include <algorithm>
#include <limits>
#include <thread>

#include "core/base/date.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/match/clock.h"
#include "core/match/termination.h"
#include "core/process/processors.h"
#include "core/tournament/systems.h"
#include "db/query/filtered_games.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/programs/game_program.h"
#include "notation/records/game_hash.h"
#include "notation/records/record.h"
#include "notation/text/printable.h"

namespace schiri::db {

namespace {

using Couple = std::pair<std::string, std::string>;

std::string text_of(const Couple& players) {
  return printable(players.first) + " - " + printable(players.second);
}

bool is_same(const Couple& a, const Couple& b) {
  return is_same_name(a.first, b.first) && is_same_name(a.second, b.second);
}

}  // namespace

void UnpairedGames::read(const Store& store, const StoredTournament& event,
                         const GameQueue& queue) {
  GameFilter filter;
  filter.events = {event.name};
  visit_records(store, filter, [&](const StoredRecord& game) {
    if (game.number && (*game.number < 1 || *game.number > queue.paired())) {
      stored_[*game.number] = {std::string(game.record.tag("White")),
                               std::string(game.record.tag("Black"))};
    }
    return true;
  });
}

void UnpairedGames::check(const TournamentConfig& config, const GameQueue& queue) {
  while (!stored_.empty() && stored_.begin()->first <= queue.paired()) {
    const auto& [number, stored] = *stored_.begin();
    const ScheduledGame game = queue.game(number);
    const Couple planned{config.bots[game.white].name, config.bots[game.black].name};
    if (!is_same(stored, planned)) {
      throw UnusableError(
          message("game {0} of the event '{1}' is stored as {2}, but by the result of a missing "
                  "game it is {3}; run 'schiri tournament verify' for the games that do not fit",
                  number, printable(config.name), text_of(stored), text_of(planned)));
    }
    stored_.erase(stored_.begin());
  }
}

namespace {

/// The output of a program as printable text with its line ends.
std::string plain_text(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    plain += printable(std::string_view(text).substr(at, end - at), text.size()) + '\n';
    at = end + 1;
  }
  return plain;
}

std::optional<FailureRow> failure_row(const ContestGame& game) {
  if (!game.culprit) return std::nullopt;
  return FailureRow{*game.culprit, game.remark, plain_text(game.output_tail.standard_error),
                    plain_text(game.output_tail.protocol)};
}

/// The results of both lists, ascending, each number once.
std::vector<StoredResult> joined(std::vector<StoredResult> results,
                                 const std::vector<StoredResult>& others) {
  const auto by_number = [](const auto& a, const auto& b) { return a.number < b.number; };
  results.insert(results.end(), others.begin(), others.end());
  std::stable_sort(results.begin(), results.end(), by_number);
  const auto same = [](const auto& a, const auto& b) { return a.number == b.number; };
  results.erase(std::unique(results.begin(), results.end(), same), results.end());
  return results;
}

/// All results by which the games are paired.
std::vector<StoredResult> known_results(const Store& store, const StoredTournament& event,
                                        const LoopOptions& options) {
  return joined(stored_results(store, event),
                options.earlier.value_or(std::vector<StoredResult>{}));
}

/// The last game to play.
std::uint64_t last_game(const StoredTournament& event, const Contest& contest,
                        const LoopOptions& options) {
  if (!options.earlier) return event.games;
  return std::min(event.games, stage_of(contest.config(), results_of(*options.earlier)).last);
}

bool ended_by(const ContestGame& game, Termination termination) {
  return termination_of(game.record.tag("Termination")) == termination;
}

bool is_void(const ContestGame& game) { return ended_by(game, Termination::void_game); }

/// The result as a measure of strength; nullopt for a game that was not played.
std::optional<Outcome> evidence_in(const ContestGame& game) {
  if (ended_by(game, Termination::abandoned)) return std::nullopt;
  return outcome_of(game.record.result);
}

}  // namespace

TournamentLoop::TournamentLoop(Store& store, const StoredTournament& event, const Contest& contest,
                               const LoopOptions& options, TournamentListeners listeners)
    : TournamentLoop(store, event, contest, options, std::move(listeners),
                     known_results(store, event, options)) {}

TournamentLoop::TournamentLoop(Store& store, const StoredTournament& event, const Contest& contest,
                               const LoopOptions& options, TournamentListeners listeners,
                               const std::vector<StoredResult>& stored)
    : store_(store),
      event_(event),
      contest_(contest),
      options_(options),
      listeners_(std::move(listeners)),
      queue_(contest.schedule(), results_of(stored), last_game(event, contest, options_),
             event.shard, event.shards),
      judge_(make_stop_rule(contest.config())),
      pending_(contest, options_.interrupted),
      done_before_(queue_.done()) {
  require_current_names(store, contest.config().bots);
  for (const OpeningRow& opening : stored_openings(store, event)) {
    stored_openings_.insert(opening.number);
  }
  for (const auto& [number, player] : stored_failures(store, event))
    pending_.load_failure(number, player);
  load_results(stored);
}

/// Games whose pairing follows from missing games are judged when those are played.
void TournamentLoop::load_results(const std::vector<StoredResult>& stored) {
  for (const StoredResult& game : stored) {
    if (game.number < 1 || game.number > queue_.paired()) {
      return unpaired_.read(store_, event_, queue_);
    }
    const JudgedGame judged{queue_.game(game.number), evidence_of(game), game.hash};
    judge(judged);
    notify(&TournamentListener::game_loaded, judged, outcome_of(game.result));
  }
}

LoopEnd TournamentLoop::run(unsigned threads) {
  notify(&TournamentListener::begin, progress());
  if (is_needed()) play_all(threads);
  if (other_parts_ == OtherParts::decided) {
    // Games after the deciding one are removed when the parts are merged.
    notify(&TournamentListener::end, progress(), true);
    return {queue_.done() - done_before_, progress(), true};
  }
  const auto end = queue_.end();
  finish(end);
  return {queue_.done() - done_before_, progress(), end.has_value(),
          other_parts_ == OtherParts::behind};
}

void TournamentLoop::play_all(unsigned threads) {
  Runner<ContestGame>(
      {[this] { return next(); }, [this] { return !is_finishing() && queue_.may_grow(); },
       [this] { return make_worker(); }, [this](ContestGame&& game) { take(std::move(game)); },
       [this] { return keep_going(); }})
      .run(threads);
}

/// Ends a tournament that is decided before its last game.
void TournamentLoop::finish(std::optional<std::uint64_t> end) {
  if (end && *end < event_.games && !options_.earlier) {
    write([&] { db::end_tournament(store_, event_, *end, last_opening(*end)); });
  }
  notify(&TournamentListener::end, progress(), end.has_value());
}

TournamentProgress TournamentLoop::progress() const {
  const StopRule* rule = judge_.rule();
  TournamentProgress progress{queue_.done(), queue_.total(), rule ? rule->text() : Message()};
  if (const auto* sprt = dynamic_cast<const SprtRule*>(rule)) {
    progress.test = {sprt->counts(), sprt->state()};
  }
  return progress;
}

/// The last opening of games up to a number; any number if rounds depend on results, which need all
/// openings.
std::uint64_t TournamentLoop::last_opening(std::uint64_t number) const {
  if (!system_of(contest_.config().system).may_end_anywhere)
    return std::numeric_limits<std::int64_t>::max();
  return number > 0 ? queue_.game(number).opening : 0;
}

std::optional<std::uint64_t> TournamentLoop::next() {
  if (is_finishing()) return std::nullopt;
  const auto number = queue_.next();
  if (number) pending_.begin(queue_.game(*number));
  return number;
}

Runner<ContestGame>::Worker TournamentLoop::make_worker() {
  const auto lineup = std::make_shared<WorkerPlayers>(contest_.lineup(take_processor()));
  return
      [this, lineup, is_first = true](std::uint64_t number, const std::stop_token& stop) mutable {
        if (!std::exchange(is_first, false)) rest(options_.wait, stop);
        return play(number, *lineup, stop);
      };
}

/// The next processor. The thread moves there itself if built-in bots think on it.
std::optional<int> TournamentLoop::take_processor() {
  const auto& processors = options_.processors;
  if (processors.empty()) return std::nullopt;
  const int processor = processors[workers_++ % processors.size()];
  const auto& bots = contest_.config().bots;
  const bool thinks =
      std::any_of(bots.begin(), bots.end(), [](const BotSpec& bot) { return bot.command.empty(); });
  if (thinks && !stay_on_processor(processor)) {
    throw UnusableError(message("processor {0} cannot be used (--cpu)", processor));
  }
  return processor;
}

std::optional<ContestGame> TournamentLoop::play(std::uint64_t number, WorkerPlayers& lineup,
                                                const std::stop_token& stop) {
  const ScheduledGame scheduled = queue_.game(number);
  notify(&TournamentListener::begin_game, scheduled);
  ++in_progress_;
  std::optional<ContestGame> game;
  try {
    game = pending_.forfeited(scheduled);
    if (!game) {
      game =
          contest_.play(scheduled, lineup, local_date(), monotonic_time, stop, listener(scheduled));
    }
  } catch (const OpeningsExhausted& exhausted) {
    end_before_opening(number, exhausted);
  }
  --in_progress_;
  notify(&TournamentListener::end_game, scheduled);
  if (!game || is_void(*game)) lineup.dismiss();
  if (game && is_void(*game)) {
    rest(std::chrono::milliseconds{100} * (1 << std::min(voids_in_row_.load(), 10)), stop);
    queue_.give_back(number);
  }
  return game;
}

/// `scheduled` must outlive the listener.
GameListener TournamentLoop::listener(const ScheduledGame& scheduled) const {
  GameListener listener;
  if (is_wanted(&TournamentListener::wants_turns)) {
    listener.turn = [this, &scheduled](const PlayedTurn& turn) {
      notify(&TournamentListener::play_turn, scheduled, turn);
    };
  }
  if (is_wanted(&TournamentListener::wants_lines)) {
    listener.line = [this, &scheduled](const ProtocolLine& line) {
      notify(&TournamentListener::exchange_line, scheduled, line);
    };
  }
  return listener;
}

/// Does a listener request this?
bool TournamentLoop::is_wanted(bool (TournamentListener::*wants)() const) const {
  return std::any_of(listeners_.begin(), listeners_.end(),
                     [&](const TournamentListener* listener) { return (listener->*wants)(); });
}

/// Ends a tournament that may end after any game with the previous round; rethrows otherwise.
void TournamentLoop::end_before_opening(std::uint64_t number, const OpeningsExhausted& exhausted) {
  if (!system_of(contest_.config().system).may_end_anywhere) throw exhausted;
  const std::uint64_t opening = queue_.game(number).opening;
  while (number > 1 && queue_.game(number - 1).opening == opening) --number;
  queue_.end_at(number - 1);
  queue_.give_back(number);
  const std::lock_guard lock(exhausted_mutex_);
  if (exhausted_.empty()) notify(&TournamentListener::warn, std::string(exhausted.what()));
  exhausted_ = exhausted.what();
}

/// Waits before the next attempt because the failure may be transient; twice as long after each
/// void game.
void TournamentLoop::rest(std::chrono::milliseconds time, const std::stop_token& stop) {
  constexpr std::chrono::milliseconds slice{20};
  const auto end = monotonic_time() + time;
  for (auto now = monotonic_time(); now < end && !stop.stop_requested(); now = monotonic_time()) {
    std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(slice, end - now));
  }
}

void TournamentLoop::take(ContestGame&& game) {
  if (judge_.end()) return;  // the game came too late to count
  if (is_void(game)) return take_void(game);
  voids_in_row_ = 0;
  pending_.add(std::move(game));
}

/// Stores a game that failed for a reason outside of the bots, so that it does not count. Throws
/// UnusableError after several in a row.
void TournamentLoop::take_void(const ContestGame& game) {
  constexpr int most_in_row = 5;
  const std::uint64_t number = game.scheduled.number;
  write([&] { add_void_game(store_, event_, {number, game.remark, write_record(game.record)}); });
  notify(&TournamentListener::game_void, "game " + std::to_string(number) + " is void: " +
                                             game.remark + last_lines(game.output_tail));
  if (++voids_in_row_ >= most_in_row) {
    throw UnusableError(
        message("{0} games in a row were void, the last as {1}; finished games are stored, resume "
                "with: {2}",
                most_in_row, printable(game.remark, 600), options_.go_on_command));
  }
}

/// The row of an opening; nullopt if it is stored already.
std::optional<OpeningRow> TournamentLoop::new_opening(const ContestGame& game) {
  const std::uint64_t number = game.scheduled.opening;
  if (!stored_openings_.insert(number).second) return std::nullopt;
  const Opening& opening = game.opening;
  return OpeningRow{number, opening.start.position, opening.start.roll, opening.turns};
}

/// Writes, and waits as long as another program keeps the database locked, unless the tournament is
/// to stop.
void TournamentLoop::write(const std::function<void()>& work) {
  for (bool said = false;;) {
    try {
      return work();
    } catch (const StoreBusy& error) {
      if (options_.interrupted()) throw;
      if (!std::exchange(said, true)) {
        notify(&TournamentListener::waiting,
               message("{0}; the tournament waits for it", error.message()).english());
      }
    }
  }
}

/// Stores a game that counts, with its opening if it is the first game of that, and with the last
/// output of a program that failed; returns whether more games are to be stored.
bool TournamentLoop::store_game(const ContestGame& game) {
  const ScheduledGame& scheduled = game.scheduled;
  const TournamentConfig& config = contest_.config();
  const GameNotes notes{failure_row(game), new_opening(game)};
  write([&] {
    add_game(store_, event_, scheduled.number,
             {game.record, config.game, config.variant, game.ending, game.turns}, notes);
  });
  queue_.finish({scheduled.number, outcome_of(game.record.result), game.culprit});
  unpaired_.check(config, queue_);
  const JudgedGame judged{scheduled, evidence_in(game),
                          game_hash(config.game, config.variant, game.record)};
  judge(judged);
  notify(&TournamentListener::game_stored, judged, game,
         std::chrono::duration<double>(game.duration));
  return !judge_.end();
}

void TournamentLoop::judge(const JudgedGame& game) {
  judge_.add(game);
  if (judge_.end()) queue_.end_at(*judge_.end());
}

/// Called at least ten times a second.
bool TournamentLoop::keep_going() {
  if (!judge_.end()) {
    pending_.settle([this](const ContestGame& game) { return store_game(game); });
  }
  if (is_finishing() && !options_.interrupted() && !std::exchange(said_finishing_, true)) {
    notify(&TournamentListener::finishing, in_progress_.load());
  }
  notify(&TournamentListener::tick, progress());
  return !options_.interrupted() && !judge_.end() && is_needed();
}

bool TournamentLoop::is_needed() {
  if (other_parts_ == OtherParts::playing && options_.check_other_parts) {
    other_parts_ = options_.check_other_parts(queue_.done());
    if (other_parts_ == OtherParts::behind && queue_.end()) other_parts_ = OtherParts::playing;
  }
  return other_parts_ == OtherParts::playing;
}

}  // namespace schiri::db
