#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "notation/trf/trf.h"

namespace schiri {

/// A round of a player as a report writes it: `12 w 1`, `0000 - Z`.
struct TrfCell {
  std::size_t opponent = 0;  ///< his starting number, 0: none
  char colour = '-';
  char result = 'Z';
};

/// A player's line (001) without its end; what is not said is left blank. Names must be printable.
std::string trf_player_line(const TrfPlayer& player, const std::vector<TrfCell>& cells);

/// The beginning of a line (260) on those who may not meet in these rounds; their numbers follow,
/// each right in the last four of five columns.
std::string trf_forbidden_rounds(std::uint64_t first, std::uint64_t last);

/// Lines of virtual points (XXA) of those who have any.
std::string trf_acceleration(const SwissHistory& history, const std::vector<TrfPlayer>& players);

/// A report that read_trf() reads back: what is said of the event, its rules, and the players with
/// points and ranks by their rounds, equal points in the order of the players.
std::string write_trf(const TrfTournament& tournament);

}  // namespace schiri
