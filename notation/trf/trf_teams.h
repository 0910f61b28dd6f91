#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/otb/board_result.h"

namespace schiri {

/// A team of a report.
struct TrfTeam {
  std::size_t number = 0;  ///< its pairing number
  std::string name;        ///< printable
  std::optional<int> strength = {};
  double match_points = 0;
  double game_points = 0;
  std::size_t rank = 0;                   ///< 0 if unknown, and then the points, too
  std::vector<std::size_t> players = {};  ///< starting numbers in the order of boards
};

/// The line on a team of TRF16 (013), without its end.
std::string trf_team_line(const TrfTeam& team);
/// That of the format of 2026 (310).
std::string trf_new_team_line(const TrfTeam& team);
/// The lineup of a team (300), if it is not the usual one: starting numbers from the first board
/// on, 0 for an empty seat.
std::string trf_lineup_line(std::uint64_t round, std::size_t team, std::size_t opponent,
                            const std::vector<std::size_t>& players);
/// The team without opponent in each round (320), 0 if none, and the points for it.
std::string trf_bye_line(double match_points, double game_points,
                         const std::vector<std::size_t>& teams);
/// A match forfeited by one or both teams (330).
std::string trf_forfeit_line(otb::BoardResult result, std::uint64_t round, std::size_t first,
                             std::size_t second);

}  // namespace schiri
