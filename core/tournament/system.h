#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/tournament/config.h"
#include "core/tournament/schedule.h"

namespace schiri {

/// A system of tournaments: who meets whom. Everything that is known of one is said by its class;
/// the list of them stands in core/tournament/systems.cpp.
class TournamentSystem {
 public:
  virtual ~TournamentSystem() = default;

  virtual System id() const = 0;
  /// As it is written in settings: `roundrobin`.
  virtual std::string_view name() const = 0;
  /// For people and names of events: `round-robin`.
  virtual std::string_view title() const { return name(); }

  /// The settings that this system has and others have not, by their keys.
  virtual std::span<const std::string_view> own_settings() const { return {}; }
  /// Throws std::invalid_argument with a sentence for a person if a configuration does not fit.
  virtual void require_fitting(const TournamentConfig&) const {}

  /// Does every game follow from its number alone, whatever others came to?
  virtual bool is_fixed() const { return true; }
  /// May fewer games be played than planned, as it depends on results?
  virtual bool plans_upper_bound() const { return false; }
  /// May an event end after any of its games, by a rule or for want of openings?
  virtual bool may_end_anywhere() const { return is_fixed(); }
  /// Can several processes play a part of its games each?
  virtual bool is_shareable() const { return true; }
  /// Can rounds be added to an event that has begun?
  virtual bool is_extendable() const { return true; }
  /// Can players be added as well?
  virtual bool takes_newcomers() const { return is_extendable(); }
  /// The rounds for this many players if nobody says how many.
  virtual std::uint64_t default_rounds(std::size_t /*players*/) const { return 1; }
  /// The most stages, each paired by the results of those before, that an event can have.
  virtual std::uint64_t most_stages(const TournamentConfig&) const { return 1; }
  /// How many openings an event needs at most, as ScheduledGame::opening numbers them.
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
