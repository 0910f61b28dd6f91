#include "cli/otb/team_lists.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "cli/otb/list_cells.h"
#include "core/base/decimals.h"
#include "core/otb/standing.h"
#include "core/otb/teams.h"

namespace schiri::cli {

std::string match_score_text(const otb::Board& match) {
  int half[2] = {};
  bool has_results = false;
  for (const otb::TeamGame& game : match.games) {
    if (!game.result) continue;
    has_results = true;
    for (int team = 0; team < 2; ++team) {
      half[team] += half_points(*game.result, game.first_is_white ? team : 1 - team);
    }
  }
  if (!has_results) return "";
  return fixed_text(half[0] / 2.0, 1) + "-" + fixed_text(half[1] / 2.0, 1);
}

TeamRows match_rows(const otb::Event& event, std::uint64_t round, const Vocabulary& words) {
  const auto people = otb::players(event);
  const auto& teams = event.entrants();
  const otb::Round& made = event.rounds()[round - 1];
  const auto name = [&](const std::optional<std::size_t>& person) {
    return person ? Json(people[*person].name) : Json();
  };
  TeamRows table{{"board", "white", "white_team", "result", "black", "black_team"}, {}};
  for (const otb::TableGame& game : otb::games(event, round)) {
    const otb::Board& match = made.boards[game.match - 1];
    if (game.board == 1) {
      const std::string score = match_score_text(match);
      table.rows.push_back({std::to_string(game.match), Json(), teams[match.first].name,
                            text_or_null(score), Json(), teams[match.second].name});
    }
    const bool first_is_white = match.games[game.board - 1].first_is_white;
    table.rows.push_back({game.table(), name(game.white),
                          teams[first_is_white ? match.first : match.second].name,
                          result_json(game.result), name(game.black),
                          teams[first_is_white ? match.second : match.first].name});
  }
  for (const otb::Bye& one : made.byes) {
    table.rows.push_back({Json(), Json(), teams[one.entrant].name,
                          bye_sentence(event, one.kind, words), Json(), Json()});
  }
  return table;
}

TeamRows player_rows(const otb::Event& event, std::uint64_t rounds) {
  const auto people = otb::players(event);
  auto scores = otb::scores(event, rounds);
  const bool by_board = !event.terms().is_scheveningen;
  const auto rank = [&](const otb::PlayerScore& score) {
    return std::tuple(by_board ? people[score.player].number : 0, -score.points, score.games);
  };
  const auto order = [&](const otb::PlayerScore& score) {
    return std::tuple(rank(score), people[score.player].name);
  };
  std::sort(
      scores.begin(), scores.end(),
      [&](const otb::PlayerScore& a, const otb::PlayerScore& b) { return order(a) < order(b); });
  TeamRows table{
      {"board", "place", "player", "team", "rating", "points", "games", "wins", "performance"}, {}};
  std::size_t first_of_board = 0, place = 1;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const otb::Player& person = people[scores[i].player];
    const bool is_new = i > 0 && by_board && people[scores[i - 1].player].number != person.number;
    if (is_new) first_of_board = i;
    if (i == 0 || rank(scores[i]) != rank(scores[i - 1])) place = i - first_of_board + 1;
    const auto& performance = scores[i].performance;
    table.rows.push_back({person.number, place, person.name, event.entrants()[person.team].name,
                          person.rating ? Json(*person.rating) : Json(),
                          points_json(scores[i].points), scores[i].games, scores[i].wins,
                          performance ? Json(std::lround(*performance)) : Json()});
  }
  return table;
}

}  // namespace schiri::cli
