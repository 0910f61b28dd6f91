#include "cli/input/measured_games.h"

#include <atomic>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "cli/line/interrupt.h"
#include "cli/line/progress.h"
#include "core/base/errors.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/match/termination.h"
#include "core/ugi/players.h"
#include "db/query/filtered_games.h"
#include "db/tournament/stored_plan.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// A stored game, before it is measured.
struct Replay {
  StudiedGame game;
  std::uint64_t number = 0;  ///< in the tournament
  StartSpec start;
  std::vector<std::string> turns;
  Outcome outcome = Outcome::draw;
};

/// Do games begin with drawn turns, rolls or positions, the same for all games of a round?
bool draws_starts(const Contest& contest) {
  const TournamentConfig& config = contest.config();
  return config.opening_turns > 0 || !config.openings.empty() || contest.type().starts_with_roll();
}

/// The numbers of the stored games by their ids.
std::map<std::int64_t, std::uint64_t> numbers_of(const db::Store& store,
                                                 const db::StoredTournament& event) {
  std::map<std::int64_t, std::uint64_t> numbers;
  for (const std::uint64_t number : db::stored_numbers(store, event)) {
    numbers.emplace(event.game_id(number), number);
  }
  return numbers;
}

std::vector<Replay> stored_games(const db::Store& store, const db::StoredTournament& event,
                                 const Contest& contest) {
  const auto schedule = contest.schedule();
  const auto numbers = numbers_of(store, event);
  const bool shares_starts = draws_starts(contest);
  const std::uint64_t bots = contest.config().bots.size();
  std::set<std::tuple<std::size_t, std::size_t, std::uint64_t>> seen;
  std::vector<Replay> replays;
  db::GameFilter filter;
  filter.events = {event.name};
  db::visit_game_rows(store, filter, [&](const db::GameRow& row) {
    const auto number = numbers.find(row.line().id());
    const auto outcome = outcome_of(row.result());
    if (number == numbers.end() || !outcome || row.finished().unplayed) return;
    const ScheduledGame scheduled = schedule->game(number->second);
    Replay replay;
    replay.number = number->second;
    replay.start = row.line().start();
    replay.turns.assign(row.line().turns().begin(), row.line().turns().end());
    replay.outcome = *outcome;
    StudiedGame& game = replay.game;
    game.pairing = std::min(scheduled.white, scheduled.black);
    game.start = shares_starts ? scheduled.opening * bots + game.pairing : replay.number;
    game.turns = replay.turns.size();
    if (!shares_starts && !replay.turns.empty()) game.first_turn = replay.turns.front();
    game.is_limited = termination_of(row.finished().termination) == Termination::max_turns;
    const auto hash = row.finished().hash;
    game.repeats = hash && !seen.insert({scheduled.white, scheduled.black, *hash}).second;
    replays.push_back(std::move(replay));
  });
  return replays;
}

/// Measures games one by one until none is left.
class Measurement {
 public:
  Measurement(const Contest& contest, std::vector<Replay>& replays)
      : contest_(contest),
        pairings_(pairings_of(contest.config())),
        observer_(observer_of(contest.config())),
        replays_(replays) {
    for (std::size_t i = 0; i < pairings_.size(); ++i) {
      if (pairings_[i].is_mirror && !pairings_[i].is_random) top_ = i;
    }
  }

  /// Returns false if it was stopped.
  bool run(unsigned threads, const std::stop_token& stop) {
    ProgressLine progress(message("games measured"));
    in_parallel(threads, [&](std::size_t thread) {
      const auto player = contest_.type().make_bot(observer_, contest_.config().variant);
      GameMeter meter(contest_.type(), *player, terms_of(observer_).limits);
      for (std::size_t i = next_++; i < replays_.size(); i = next_++) {
        if (!measure(replays_[i], meter, stop)) break;
        ++done_;
        if (thread == 0) progress.count(done_, replays_.size());
      }
    });
    return !stop.stop_requested();
  }

 private:
  bool measure(Replay& replay, GameMeter& meter, const std::stop_token& stop) const {
    const std::vector<std::string_view> turns(replay.turns.begin(), replay.turns.end());
    std::optional<Side> winner;
    if (replay.outcome != Outcome::draw) {
      winner = replay.outcome == Outcome::white_wins ? Side::white : Side::black;
    }
    // Counting turns takes long in some games.
    const std::size_t pairing = replay.game.pairing;
    const bool counts_turns = pairing == top_ || pairings_[pairing].is_random;
    auto measured = meter.measure(replay.start, turns, winner, counts_turns,
                                  derive_seed(contest_.config().seed, replay.number), stop);
    if (!measured) return false;
    const Side first = contest_.type().start(replay.start)->side_to_move();
    replay.game.points = half_points(replay.outcome, first) / 2.0;
    replay.game.measured = *measured;
    return true;
  }

  const Contest& contest_;
  const std::vector<StudyPairing> pairings_;
  const BotSpec observer_;
  std::vector<Replay>& replays_;
  std::optional<std::size_t> top_;  ///< the last mirror of a bot that searches
  std::atomic<std::size_t> next_ = 0, done_ = 0;
};

}  // namespace

std::optional<Study> read_study(const db::Store& store, const db::StoredTournament& event,
                                const Contest& contest, unsigned threads) {
  const TournamentConfig& config = contest.config();
  std::vector<Replay> replays = stored_games(store, event, contest);
  if (replays.empty()) {
    throw InputError(message("the study '{0}' of {1} has no game with a result yet",
                             printable(event.name), printable(store.path(), 4096)));
  }
  const InterruptStop interrupt;
  if (!Measurement(contest, replays).run(threads, interrupt.token())) return std::nullopt;
  std::vector<StudiedGame> games;
  for (Replay& replay : replays) games.push_back(std::move(replay.game));
  std::vector<rating::MatchElo> matches;
  for (const StudyPairing& pairing : pairings_of(config)) {
    // Bots draw from seeds of their own in each game, so games that are alike are evidence, too.
    matches.push_back(
        db::stored_match(store, event, config, pairing.player, pairing.opponent, true).elo);
  }
  return study_of(config, games, matches);
}

}  // namespace schiri::cli
