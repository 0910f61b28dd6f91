#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "core/match/event.h"
#include "core/match/play.h"
#include "core/match/schedule.h"
#include "notation/games.h"
#include "notation/record.h"

namespace schiri {

/// An event that cannot be played as it is configured; one sentence for a person.
struct ContestError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One game of an event, played and recorded.
struct ContestGame {
  Record record;
  std::optional<Ending> ending;  ///< by the rules
  std::size_t turns = 0;
};

/// The players of one thread, made when they are first needed.
class Lineup {
 public:
  Lineup(const GameType& type, const std::vector<BotSpec>& bots)
      : type_(type), bots_(bots), players_(bots.size() * 2) {}

  /// The player of a bot for one side; a bot has one for each, so that it can meet itself.
  Player& player(std::size_t bot, Side side);

 private:
  const GameType& type_;
  const std::vector<BotSpec>& bots_;
  std::vector<std::unique_ptr<Player>> players_;
};

/// An event made from its configuration: which games it has, how each begins, and how each is
/// played. A game follows from the configuration and its number alone, so any process may play any
/// of them in any order, and its record is the same but for the clock.
class Contest {
 public:
  /// Looks at everything that can be known before the first game. Throws ContestError: an unknown
  /// game or variant, fewer than two bots, two of one name, a bot that does not exist or is not
  /// played yet, openings that do not exist, more turns in the opening than in the game.
  explicit Contest(EventConfig config);
  Contest(const Contest&) = delete;
  Contest& operator=(const Contest&) = delete;

  const EventConfig& config() const { return config_; }
  const RoundRobin& schedule() const { return schedule_; }

  /// Players for one thread; they must not outlive the contest.
  Lineup lineup() const { return Lineup(type_, config_.bots); }
  /// The start of a round and the turns of its opening. Throws ContestError if there is none.
  struct Opening {
    StartSpec start;
    std::vector<std::string> turns;
  };
  Opening opening(std::uint64_t round) const;
  /// What everything random about one player in one game follows from.
  std::uint64_t player_seed(std::uint64_t number, std::size_t bot, Side side) const;

  /// Plays a game from its number. `date` goes into the record, YYYY.MM.DD. Returns nothing if it
  /// was stopped.
  std::optional<ContestGame> play(std::uint64_t number, Lineup& lineup, const std::string& date,
                                  const Clock& clock, const std::stop_token& stop) const;

 private:
  Record record(const Pairing& pairing, const StartSpec& start, const Game& game,
                const PlayedGame& played, const std::string& date) const;

  EventConfig config_;
  const GameType& type_;
  RoundRobin schedule_;
};

}  // namespace schiri
