#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/tournament/config.h"
#include "core/tournament/schedule.h"

/// Tournaments of bots: the order of games (a TournamentSystem makes a Schedule), stop rules
/// (stop_rule.h), playing on several threads (runner.h), tuning by SPSA. Used by db and the
/// tournament commands; uses core/pairing, core/rating, core/match. systems.cpp lists the systems.
namespace schiri {

/// A pairing system of tournaments. All properties of a system are in its class.
class TournamentSystem {
 public:
  virtual ~TournamentSystem() = default;

  virtual System id() const = 0;
  /// The name in settings: `round-robin`.
  virtual std::string_view name() const = 0;
  /// The name for readers and in names of tournaments: `round-robin`.
  virtual std::string_view title() const { return name(); }

  /// The keys of the settings that only this system has.
  virtual std::span<const std::string_view> own_settings() const { return {}; }
  /// Throws std::invalid_argument, with a sentence for the user, if a configuration does not fit.
  virtual void require_fitting(const TournamentConfig&) const {}

  /// Does every game follow from its number alone, independent of results?
  virtual bool is_fixed() const { return true; }
  /// Can results make the tournament shorter than planned?
  virtual bool plans_upper_bound() const { return false; }
  /// May a tournament end after any of its games, by a stop rule or for lack of openings?
  virtual bool may_end_anywhere() const { return is_fixed(); }
  /// Can several processes share the games?
  virtual bool is_shareable() const { return true; }
  /// Can rounds be added to a tournament that has begun?
  virtual bool is_extendable() const { return true; }
  /// Can players be added to a tournament that has begun?
  virtual bool takes_newcomers() const { return is_extendable(); }
  /// The default number of rounds for this many players.
  virtual std::uint64_t default_rounds(std::size_t /*players*/) const { return 1; }
  /// The most stages, each paired by the results of those before, of a tournament.
  virtual std::uint64_t most_stages(const TournamentConfig&) const { return 1; }
  /// The most openings that a tournament needs, as ScheduledGame::opening numbers them.
  virtual std::uint64_t most_openings(const TournamentConfig& config) const {
    return config.rounds;
  }

  /// The schedule before the first game. Throws std::invalid_argument.
  virtual std::unique_ptr<Schedule> make(const TournamentConfig& config) const = 0;
};

const TournamentSystem& round_robin_system();
const TournamentSystem& gauntlet_system();
const TournamentSystem& match_system();
const TournamentSystem& swiss_system();
const TournamentSystem& dutch_system();
const TournamentSystem& knockout_system();
const TournamentSystem& adaptive_system();
const TournamentSystem& spsa_system();

}  // namespace schiri
