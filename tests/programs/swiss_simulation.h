#pragma once

// Random Swiss events as FIDE's check of pairing programs wants them (C.04.A): the source of the
// comparisons with other programs, and of the tests of the checker and of TRF files.

#include <cstdint>
#include <string>
#include <vector>

#include "core/pairing/swiss_history.h"

namespace schiri {

/// The parameters of a random event; shares are in percent.
struct SimulationTerms {
  std::size_t players = 50;
  std::uint64_t rounds = 9;
  std::uint64_t seed = 1;
  int highest_rating = 2600;
  int lowest_rating = 1400;
  int draws = 30;        ///< of the games between equals
  int forfeits = 2;      ///< of the games that were paired
  int withdrawals = 1;   ///< of the players in each round
  int half_byes = 2;     ///< of the players in each round, with half-point byes
  int absences = 1;      ///< of the players in each round, with zero-point byes
  int late_entries = 3;  ///< of the players, in the second to the fourth round
};

struct SimulatedEvent {
  SwissHistory history;      ///< planned for the requested rounds
  std::vector<int> ratings;  ///< descending
  std::uint64_t rounds = 0;  ///< paired: fewer than requested if no further pairing is possible
};

/// An event paired by the Dutch system with random results by the players' ratings. The same terms
/// give the same event. Throws std::invalid_argument if there are fewer than two players, or no
/// round.
SimulatedEvent simulate_swiss(const SimulationTerms& terms);

/// The event as a TRF file (TRF16): `name` in the line 012, players `Player 1`, `Player 2`, ...
std::string simulated_trf(const SimulatedEvent& event, const std::string& name = "simulated");

}  // namespace schiri
