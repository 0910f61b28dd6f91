#include "cli/otb/team_lists.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "cli/otb/list_cells.h"
#include "cli/otb/played_rounds.h"
#include "core/base/name_order.h"
#include "core/otb/standing.h"
#include "core/otb/teams.h"

namespace schiri::cli {

std::optional<std::array<int, 2>> match_halves(const otb::Board& match) {
  std::array<int, 2> half = {};
  bool has_results = false;
  for (const otb::TeamGame& game : match.games) {
    if (!game.result) continue;
    has_results = true;
    for (std::size_t team = 0; team < 2; ++team) {
      const int side = static_cast<int>(game.first_is_white ? team : 1 - team);
      half[team] += half_points(*game.result, side);
    }
  }
  return has_results ? std::optional(half) : std::nullopt;
}

std::string match_score_text(const otb::Board& match, const ListFormat& form) {
  const auto half = match_halves(match);
  if (!half) return "";
  return form.number((*half)[0] / 2.0, 1) + "-" + form.number((*half)[1] / 2.0, 1);
}

TeamRows match_rows(const otb::Event& event, std::uint64_t round, const ListFormat& form) {
  const auto people = otb::players(event);
  const auto& teams = event.entrants();
  const otb::Round& made = event.rounds()[round - 1];
  const auto numbers = start_numbers(event);
  // Title, name and rating of a seat, which may be empty.
  const auto seat = [&](const std::optional<std::size_t>& person) -> std::vector<Json> {
    const Json nobody =
        form.is_shown() ? Json("(" + message("no player").in(form.language()) + ")") : Json();
    if (!person) return {Json(), Json(), nobody, Json()};
    const otb::Player& one = people[*person];
    return {Json(), text_or_null(one.details.title), one.name,
            one.rating ? Json(*one.rating) : Json()};
  };
  const auto team_seat = [&](std::size_t team) -> std::vector<Json> {
    const auto rating = otb::strength(event, team);
    return {numbers[team], Json(), Json(), rating ? Json(*rating) : Json()};
  };
  TeamRows table{{"board", "white_number", "white_title", "white", "white_rating", "white_team",
                  "result", "black_number", "black_title", "black", "black_rating", "black_team"},
                 {}};
  const auto add = [&](const Json& board, const std::vector<Json>& white, std::size_t white_team,
                       const Json& result, const std::vector<Json>& black, const Json& black_team) {
    std::vector<Json>& row = table.rows.emplace_back(std::vector<Json>{board});
    append(row, white);
    append(row, {teams[white_team].name, result});
    append(row, black);
    row.push_back(black_team);
  };
  for (const otb::TableGame& game : otb::games(event, round)) {
    const otb::Board& match = made.boards[game.match - 1];
    if (game.board == 1) {
      const std::string score = match_score_text(match, form);
      add(std::to_string(game.match), team_seat(match.first), match.first, text_or_null(score),
          team_seat(match.second), teams[match.second].name);
    }
    const bool first_is_white = match.games[game.board - 1].first_is_white;
    add(game.table(), seat(game.white), first_is_white ? match.first : match.second,
        result_json(game.result), seat(game.black),
        teams[first_is_white ? match.second : match.first].name);
  }
  for (const otb::Bye& one : made.byes) {
    add(Json(), team_seat(one.entrant), one.entrant,
        bye_sentence(event, one.kind).in(form.language()), std::vector<Json>(4), Json());
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
    const std::string& name = people[score.player].name;
    return std::tuple(rank(score), name_order_key(name), name);
  };
  std::sort(
      scores.begin(), scores.end(),
      [&](const otb::PlayerScore& a, const otb::PlayerScore& b) { return order(a) < order(b); });
  TeamRows table{{"board", "place", "title", "player", "team", "rating", "points", "games", "wins",
                  "performance"},
                 {}};
  std::size_t first_of_board = 0, place = 1;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const otb::Player& person = people[scores[i].player];
    const bool is_new = i > 0 && by_board && people[scores[i - 1].player].number != person.number;
    if (is_new) first_of_board = i;
    if (i == 0 || rank(scores[i]) != rank(scores[i - 1])) place = i - first_of_board + 1;
    const auto& performance = scores[i].performance;
    table.rows.push_back({person.number, place, text_or_null(person.details.title), person.name,
                          event.entrants()[person.team].name,
                          person.rating ? Json(*person.rating) : Json(),
                          points_json(scores[i].points), scores[i].games, scores[i].wins,
                          performance ? Json(std::lround(*performance)) : Json()});
  }
  return table;
}

}  // namespace schiri::cli
