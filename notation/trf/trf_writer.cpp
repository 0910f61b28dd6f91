#include "notation/trf/trf_writer.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/base/order.h"

namespace schiri {

namespace {

TrfCell cell_of(const PlayedRound& round, const std::vector<TrfPlayer>& players) {
  constexpr char signs[] = {'1', '=', '0', '+', '-', 'U', 'F', 'H', 'Z'};
  TrfCell cell;
  if (round.opponent) cell.opponent = players[*round.opponent].id;
  if (round.colour) cell.colour = *round.colour == Side::white ? 'w' : 'b';
  cell.result = signs[static_cast<std::size_t>(round.result)];
  return cell;
}

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

std::string rules(const TrfTournament& tournament) {
  const SwissHistory& history = tournament.history;
  std::string text = "XXR " + std::to_string(history.rounds_planned) + '\n';
  if (history.initial_colour) {
    text += *history.initial_colour == Side::white ? "XXC white1\n" : "XXC black1\n";
  }
  if (history.points != PointSystem()) text += trf_old_points(history.points);
  for (const ForbiddenPairs& forbidden : history.forbidden) {
    const bool always =
        forbidden.first_round == 1 && forbidden.last_round >= history.rounds_planned;
    text += always ? "XXP"
                   : trf_forbidden_rounds(forbidden.first_round,
                                          std::min(forbidden.last_round, history.rounds_planned));
    for (const std::size_t player : forbidden.players) {
      text += ' ' + trf_right(std::to_string(tournament.players[player].id), 4);
    }
    text += '\n';
  }
  return text + trf_acceleration(history, tournament.players);
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

std::string trf_points_line(const char* code, const PointSystem& points, int usual_bye) {
  const int bye = points.of(RoundResult::paired_bye);
  const std::tuple<char, int, int> values[] = {{'W', points.win, -1},
                                               {'D', points.draw, -1},
                                               {'L', points.loss, -1},
                                               {'A', points.absence, 0},
                                               {'P', bye, usual_bye}};
  std::string line = std::string(code) + "  ";
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

std::string write_trf(const TrfTournament& tournament) {
  std::string text = "012 " + tournament.name + '\n';
  for (const auto& [code, rest] : tournament.about) text += code + ' ' + rest + '\n';
  text += rules(tournament);
  const std::size_t count = tournament.players.size();
  std::vector<int> points;
  for (std::size_t p = 0; p < count; ++p) {
    points.push_back(tournament.history.points_before(p, tournament.rounds + 1));
  }
  const auto order = numbers_by(count, [&](std::size_t p) { return -points[p]; });
  std::vector<std::size_t> rank(count);
  for (std::size_t i = 0; i < count; ++i) rank[order[i]] = i + 1;
  for (std::size_t p = 0; p < count; ++p) {
    TrfPlayer player = tournament.players[p];
    player.points = points[p];
    player.rank = rank[p];
    std::vector<TrfCell> cells;
    for (std::uint64_t round = 1; round <= tournament.rounds; ++round) {
      cells.push_back(cell_of(tournament.history.entry(p, round), tournament.players));
    }
    text += trf_player_line(player, cells) + '\n';
  }
  return text;
}

}  // namespace schiri
