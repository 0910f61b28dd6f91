#include "notation/trf/trf_writer.h"

#include <algorithm>
#include <tuple>

namespace schiri {

namespace {

/// The points of consecutive players with the same points in all rounds.
std::string acceleration_ranges(const SwissHistory& history,
                                const std::vector<TrfPlayer>& players) {
  const auto& all = history.virtual_points;
  std::string text;
  for (std::size_t first = 0, last = 0; first < all.size(); first = last + 1) {
    last = first;
    while (last + 1 < all.size() && all[last + 1] == all[first]) ++last;
    const std::vector<int>& points = all[first];
    for (std::size_t begin = 0, end = 0; begin < points.size(); begin = end) {
      while (end < points.size() && points[end] == points[begin]) ++end;
      if (points[begin] == 0) continue;
      const auto number = [](std::size_t value, std::size_t width) {
        return ' ' + trf_right(std::to_string(value), width);
      };
      text += "250      " + trf_points(points[begin]) + ' ' + number(begin + 1, 3).substr(1) +
              number(end, 3) + number(players[first].id, 4) + number(players[last].id, 4) + '\n';
    }
  }
  return text;
}

}  // namespace

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

std::string trf_acceleration(const SwissHistory& history, const std::vector<TrfPlayer>& players,
                             TrfFormat format) {
  if (format == TrfFormat::trf26) return acceleration_ranges(history, players);
  std::string text;
  for (std::size_t p = 0; p < history.virtual_points.size(); ++p) {
    if (history.virtual_points[p].empty()) continue;
    text += "XXA " + trf_right(std::to_string(players[p].id), 4);
    for (const int tenths : history.virtual_points[p]) text += ' ' + trf_points(tenths);
    text += '\n';
  }
  return text;
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
