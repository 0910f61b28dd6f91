#include "notation/trf/trf_teams.h"

#include "core/base/decimals.h"
#include "notation/trf/trf_columns.h"

namespace schiri {

namespace {

std::string points_text(double points, std::size_t width) {
  return trf_right(fixed_text(points, 1), width);
}

constexpr std::size_t name_width = 32;

}  // namespace

std::string trf_team_line(const TrfTeam& team) {
  std::string line = "013 " + trf_column(team.name, name_width);
  for (std::size_t i = 0; i < team.players.size(); ++i) {
    line += (i == 0 ? "" : " ") + trf_right(std::to_string(team.players[i]), 4);
  }
  return line;
}

std::string trf_new_team_line(const TrfTeam& team) {
  std::string line = "310 " + trf_right(std::to_string(team.number), 3) + ' ' +
                     trf_column(team.name, name_width) + std::string(7, ' ') +
                     trf_right(team.strength ? std::to_string(*team.strength) : "", 6) + ' ' +
                     points_text(team.match_points, 6) + ' ' + points_text(team.game_points, 6) +
                     ' ' + trf_right(std::to_string(team.rank), 3) + ' ';
  for (const std::size_t player : team.players) {
    line += ' ' + trf_right(std::to_string(player), 4);
  }
  return line;
}

std::string trf_lineup_line(std::uint64_t round, std::size_t team, std::size_t opponent,
                            const std::vector<std::size_t>& players) {
  std::string line =
      "300 " + padded_text(round, 3) + ' ' + padded_text(team, 3) + ' ' + padded_text(opponent, 3);
  for (const std::size_t player : players) line += ' ' + padded_text(player, 4);
  return line;
}

std::string trf_bye_line(double match_points, double game_points,
                         const std::vector<std::size_t>& teams) {
  std::string line = "320 " + points_text(match_points, 4) + ' ' + points_text(game_points, 4);
  for (const std::size_t team : teams) line += ' ' + padded_text(team, 3);
  return line;
}

std::string trf_forfeit_line(otb::BoardResult result, std::uint64_t round, std::size_t first,
                             std::size_t second) {
  const char* sign = result == otb::BoardResult::white_by_forfeit   ? "+-"
                     : result == otb::BoardResult::black_by_forfeit ? "-+"
                                                                    : "--";
  return std::string("330 ") + sign + ' ' + padded_text(round, 3) + ' ' + padded_text(first, 3) +
         ' ' + padded_text(second, 3);
}

}  // namespace schiri
