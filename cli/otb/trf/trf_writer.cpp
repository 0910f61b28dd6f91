#include "cli/otb/trf/trf_writer.h"

#include <algorithm>
#include <tuple>

namespace schiri {

std::string trf_player_line(const TrfPlayer& player, const std::vector<TrfCell>& cells) {
  std::string line =
      "001 " + trf_right(std::to_string(player.id), 4) + ' ' + trf_column(player.sex, 1) +
      trf_right(player.title, 3) + ' ' + trf_column(player.name, 33) + ' ' +
      trf_right(player.rating ? std::to_string(*player.rating) : "", 4) + ' ' +
      trf_right(player.federation, 3) + ' ' + trf_right(player.fide_id, 11) + ' ' +
      trf_right(player.birth, 10) + ' ' + (player.points ? trf_points(*player.points) : "    ") +
      ' ' + trf_right(player.rank ? std::to_string(*player.rank) : "", 4);
  for (const TrfCell& cell : cells) {
    line += "  " + (cell.opponent ? trf_right(std::to_string(cell.opponent), 4) : "0000");
    line += {' ', cell.colour, ' ', cell.result};
  }
  return line;
}

std::string trf_forbidden_rounds(std::uint64_t first, std::uint64_t last) {
  return "260 " + trf_right(std::to_string(first), 3) + ' ' + trf_right(std::to_string(last), 3);
}

std::string trf_points_line(const PointSystem& points) {
  const int bye = points.of(RoundResult::paired_bye);
  const std::tuple<char, int, int> values[] = {{'W', points.win, -1},
                                               {'D', points.draw, -1},
                                               {'L', points.loss, -1},
                                               {'A', points.absence, 0},
                                               {'P', bye, points.win}};
  std::string line = "162  ";
  for (const auto& [sign, value, usual] : values) {
    if (value == usual) continue;
    if (sign != 'W') line += "    ";
    line += sign + trf_points(value);
  }
  return line;
}

std::string trf_old_points(const PointSystem& points) {
  const std::pair<const char*, int> values[] = {
      {"BBW", points.win},     {"BBD", points.draw},
      {"BBL", points.loss},    {"BBZ", points.absence},
      {"BBF", points.forfeit}, {"BBU", points.of(RoundResult::paired_bye)}};
  std::string text;
  for (const auto& [code, value] : values)
    text += std::string(code) + ' ' + trf_points(value) + '\n';
  return text;
}

}  // namespace schiri
