#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/otb/board_result.h"

namespace schiri {

/// A team as a report tells of it.
struct TrfTeam {
  std::size_t number = 0;  ///< its pairing number
  std::string name;        ///< printable
  std::optional<int> strength = {};
  double match_points = 0;
  double game_points = 0;
  std::size_t rank = 0;
  std::vector<std::size_t> players = {};  ///< starting numbers in the order of boards
};

/// The line on a team of TRF16 (013), without its end.
std::string trf_team_line(const TrfTeam& team);
/// That of the format of 2026 (310).
std::string trf_new_team_line(const TrfTeam& team);
/// Who has played for a team (300), where that is not the usual order: starting numbers from the
/// first board on, 0 where nobody sat.
std::string trf_lineup_line(std::uint64_t round, std::size_t team, std::size_t opponent,
                            const std::vector<std::size_t>& players);
/// Which team had no opponent in each round (320), 0 where none, and what that is worth.
std::string trf_bye_line(double match_points, double game_points,
                         const std::vector<std::size_t>& teams);
/// A match to which a team, or both, did not come (330).
std::string trf_forfeit_line(otb::BoardResult result, std::uint64_t round, std::size_t first,
                             std::size_t second);

}  // namespace schiri
