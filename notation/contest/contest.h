#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/match/play.h"
#include "core/tournament/config.h"
#include "core/tournament/openings.h"
#include "core/tournament/schedule.h"
#include "core/tournament/systems.h"
#include "notation/game_types.h"
#include "notation/programs/own_game.h"
#include "notation/records/record.h"

/// Games that bots play and analyse: tournament games and their openings, players and checks of
/// programs, analysis, benches, and the server that offers a built-in bot over UGI. The
/// tournament and analysis commands use it; db stores the results.
namespace schiri {

/// The tuned options in the form of a record's tag: `width=6 speed=0.5`; empty without tuned
/// options.
std::string tuned_text(const TournamentConfig& config, const std::vector<std::string>& values);

struct TriedProgram;

/// One game of a tournament with its record.
struct ContestGame : PlayedGame {
  ScheduledGame scheduled;
  Opening opening;
  Record record;
  std::size_t turns = 0;
  std::chrono::nanoseconds end{};       ///< as of the clock that it was played by
  std::chrono::nanoseconds duration{};  ///< 0 if it was not played
};

/// A line of the protocol in a game.
struct ProtocolLine {
  Side side = Side::white;  ///< of the program
  bool is_sent = false;     ///< to the program; otherwise by it
  std::string_view text;    ///< without its end; as the program has written it
};

/// Receives what happens in a game; each member may be empty.
struct GameListener {
  std::function<void(const PlayedTurn&)> turn = {};  ///< each turn after the opening
  std::function<void(const ProtocolLine&)> line = {};
};

/// Makes the player of a bot that is a function (BotSpec::function), for one thread; called by
/// several threads.
using FunctionPlayers = std::function<std::unique_ptr<Player>(const BotSpec&)>;

/// The players of one thread, made when they are first needed.
class WorkerPlayers {
 public:
  /// Their programs may be bound to one processor.
  WorkerPlayers(const GameType& type, const TournamentConfig& config,
                std::optional<int> processor = {}, FunctionPlayers functions = {})
      : type_(type),
        config_(config),
        processor_(processor),
        functions_(std::move(functions)),
        players_(config.bots.size()) {}
  WorkerPlayers(WorkerPlayers&&) = default;
  /// Requests all programs to end before it waits for the first.
  ~WorkerPlayers();

  /// The player of a bot. `values` are those of the tuned options; empty without tuned options.
  /// Throws ContestError for a function that this process does not have.
  Player& player(std::size_t bot, const std::vector<std::string>& values = {});
  /// Ends all players' programs at once.
  void dismiss();
  std::optional<int> processor() const { return processor_; }

 private:
  std::unique_ptr<Player> make_function_player(const BotSpec& spec) const;

  const GameType& type_;
  const TournamentConfig& config_;
  std::optional<int> processor_;
  FunctionPlayers functions_;
  std::vector<std::unique_ptr<Player>> players_;
};

/// Throws ContestError if a tournament has fewer than two bots, no round, a setting that its system
/// does not have, or too many games.
void require_schedule(const TournamentConfig& config);

/// A tournament made from its configuration: its games, their openings, and how each is played. A
/// game follows from the configuration and its pairing alone, so any process may play any of them
/// in any order, and its record is the same but for the clock.
class Contest {
 public:
  /// Checks everything that can be known before the first game, but starts no program. Throws
  /// ContestError: an unknown game or variant, fewer than two bots, two bots with the same name, an
  /// unknown bot or an invalid option, invalid openings, openings longer than the game.
  explicit Contest(TournamentConfig config) : Contest(std::move(config), {}) {}
  /// Makes the contest of a tournament that has begun, whose games have these openings.
  Contest(TournamentConfig config, std::map<std::uint64_t, Opening> known_openings);
  Contest(const Contest&) = delete;
  Contest& operator=(const Contest&) = delete;

  const TournamentConfig& config() const { return config_; }
  /// Starts each program once, as try_program() does, and names the bots by what their programs
  /// announce (settle_names), before the first game. A referee is also asked about the openings.
  /// `note` gets warnings. Returns false if it was stopped. Throws BotStartError, BotSpecError for
  /// a value of an option, tuned ones included, that a program does not accept, ContestError if two
  /// names are equal or an opening is illegal, and InfrastructureError of the referee.
  bool try_programs(const std::stop_token& stop,
                    const std::function<void(const std::string&)>& note);
  /// The schedule before the first game.
  std::unique_ptr<Schedule> schedule() const { return make_schedule(config_); }

  /// Players for one thread; they must not outlive the contest. Programs may be bound to one
  /// processor.
  WorkerPlayers lineup(std::optional<int> processor = {}) const {
    return WorkerPlayers(*type_, config_, processor, functions_);
  }
  /// Sets how the players of functions are made, before the first game.
  void set_functions(FunctionPlayers functions) { functions_ = std::move(functions); }
  /// The opening of this number, from 1. Throws ContestError if there is none.
  Opening opening(std::uint64_t number) const { return openings_->get(number); }
  /// The seed of all random choices of one player in one game.
  std::uint64_t player_seed(std::uint64_t number, std::size_t bot, Side side) const;

  /// Plays a game of the schedule. `date` goes into the record, YYYY.MM.DD. Returns nullopt if it
  /// was stopped. A game that an infrastructure error has spoilt has the `Termination` `void` and
  /// no result.
  std::optional<ContestGame> play(const ScheduledGame& scheduled, WorkerPlayers& lineup,
                                  const std::string& date, const Clock& clock,
                                  const std::stop_token& stop,
                                  const GameListener& listener = {}) const;
  /// The record of a game that is not played because players are out: they lose it; if both are
  /// out, both lose. `Termination` is `abandoned`.
  ContestGame abandon(const ScheduledGame& scheduled, bool white_is_out, bool black_is_out,
                      const std::string& date) const;
  const GameType& type() const { return *type_; }

 private:
  TriedProgram try_bot(std::size_t bot, const std::stop_token& stop) const;
  /// White's and Black's terms: with odds, Black has less in the pairs of odd openings, and White
  /// in the others.
  std::array<Terms, 2> terms(const ScheduledGame& scheduled) const;
  void settle_names(const std::vector<std::string>& announced);
  void try_referee(const std::stop_token& stop,
                   const std::function<void(const std::string&)>& note);
  void try_openings(const std::stop_token& stop);
  void try_opening(OpeningLine& line, const std::stop_token& stop) const;
  std::unique_ptr<Game> begin_game(std::uint64_t number, const Asker& asker, Opening& opening,
                                   PlayedGame& spoilt) const;
  Record record(const ScheduledGame& scheduled, const StartSpec& start, const Game& game,
                const PlayedGame& played, const std::string& date) const;

  TournamentConfig config_;
  const GameType* type_;  // of records alone until the referee is started
  FunctionPlayers functions_;
  std::optional<TournamentOpenings> openings_;  // made after the config is checked
};

}  // namespace schiri
