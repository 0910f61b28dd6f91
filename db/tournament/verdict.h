#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "db/tournament/tournaments.h"

namespace schiri::db {

/// The state of a sequential test of an event.
struct Verdict {
  std::string settings;
  std::string decision;  ///< `H0`, `H1`, or empty: undecided
  double llr = 0;
  double lower = 0;  ///< the bounds of `llr`
  double upper = 0;
  std::uint64_t units = 0;  ///< pairs of games, or games
  std::uint64_t games = 0;
  std::optional<double> elo = {};  ///< median-unbiased, with its 95 % interval
  std::optional<double> low = {};
  std::optional<double> high = {};

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

/// Stores an event's verdict instead of an earlier one. The schema removes it when the event's
/// games change.
void keep_verdict(Store& store, const StoredEvent& event, const Verdict& verdict);
/// The stored verdict, if there is one.
std::optional<Verdict> kept_verdict(const Store& store, const StoredEvent& event);

}  // namespace schiri::db
