#include "cli/otb/team_rows.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "cli/otb/list_parts.h"
#include "core/base/decimals.h"

namespace schiri::cli {

namespace {

Json result_json(const std::optional<BoardResult>& result) {
  return result ? Json(board_result_text(*result)) : Json();
}

}  // namespace

std::string match_score_text(const Board& match) {
  int half[2] = {};
  bool has_results = false;
  for (const TeamGame& game : match.games) {
    if (!game.result) continue;
    has_results = true;
    for (int team = 0; team < 2; ++team) {
      half[team] += half_points(*game.result, game.first_is_white ? team : 1 - team);
    }
  }
  if (!has_results) return "";
  return fixed_text(half[0] / 2.0, 1) + "-" + fixed_text(half[1] / 2.0, 1);
}

TeamRows match_rows(const OpenEvent& event, std::uint64_t round, const Vocabulary& words) {
  const auto people = event.people();
  const auto& teams = event.players();
  const OpenRound& made = event.rounds()[round - 1];
  const auto name = [&](const std::optional<std::size_t>& person) {
    return person ? Json(people[*person].name) : Json();
  };
  TeamRows table{{"board", "white", "white_team", "result", "black", "black_team"}, {}};
  for (const TableGame& game : event.games(round)) {
    const Board& match = made.boards[game.match - 1];
    if (game.board == 1) {
      const std::string score = match_score_text(match);
      table.rows.push_back({std::to_string(game.match), Json(), teams[match.white].name,
                            text_or_null(score), Json(), teams[match.black].name});
    }
    const bool first_is_white = match.games[game.board - 1].first_is_white;
    table.rows.push_back({game.table(), name(game.white),
                          teams[first_is_white ? match.white : match.black].name,
                          result_json(game.result), name(game.black),
                          teams[first_is_white ? match.black : match.white].name});
  }
  for (const RoundBye& one : made.byes) {
    table.rows.push_back({Json(), Json(), teams[one.player].name,
                          bye_sentence(event, one.kind, words), Json(), Json()});
  }
  return table;
}

TeamRows person_rows(const OpenEvent& event, std::uint64_t rounds) {
  const auto people = event.people();
  auto scores = event.scores(rounds);
  const bool by_board = !event.terms().is_scheveningen;
  const auto rank = [&](const PersonScore& score) {
    return std::tuple(by_board ? people[score.person].number : 0, -score.points, score.games);
  };
  const auto order = [&](const PersonScore& score) {
    return std::tuple(rank(score), people[score.person].name);
  };
  std::sort(scores.begin(), scores.end(),
            [&](const PersonScore& a, const PersonScore& b) { return order(a) < order(b); });
  TeamRows table{
      {"board", "place", "player", "team", "rating", "points", "games", "wins", "performance"}, {}};
  std::size_t first_of_board = 0, place = 1;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const Person& person = people[scores[i].person];
    const bool is_new = i > 0 && by_board && people[scores[i - 1].person].number != person.number;
    if (is_new) first_of_board = i;
    if (i == 0 || rank(scores[i]) != rank(scores[i - 1])) place = i - first_of_board + 1;
    const auto& performance = scores[i].performance;
    table.rows.push_back({person.number, place, person.name, event.players()[person.team].name,
                          person.rating ? Json(*person.rating) : Json(),
                          points_json(scores[i].points), scores[i].games, scores[i].wins,
                          performance ? Json(std::lround(*performance)) : Json()});
  }
  return table;
}

}  // namespace schiri::cli
