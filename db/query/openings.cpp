#include "db/query/openings.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/date.h"
#include "db/games/record_row.h"
#include "db/position_index/position_index.h"
#include "db/query/filtered_games.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

/// The result and the date, and the mover's name if it is needed.
std::string chosen_columns(Side mover, bool with_mover) {
  if (!with_mover) return ", game.result, game.date";
  return std::string(", game.result, game.date, (SELECT name FROM player WHERE id = game.") +
         (mover == Side::white ? "white_id)" : "black_id)");
}

/// Empty if it is unknown.
std::string year_of(std::string_view stored_date) {
  const auto date = read_date(stored_date);
  return date && date->year ? date->text().substr(0, 4) : "";
}

void count_result(std::string_view result, OpeningTurn& turn) {
  if (result == "1-0") ++turn.white_wins;
  if (result == "0-1") ++turn.black_wins;
  if (result == "1/2-1/2") ++turn.draws;
}

void count_length(const GameThrough& game, OpeningTurn& turn) {
  const std::uint64_t length = game.turns.size() - game.turns_before;
  if (length < turn.longest) return;
  if (length > turn.longest || turn.longest_game == 0 || game.id < turn.longest_game) {
    turn.longest_game = game.id;
  }
  turn.longest = length;
}

}  // namespace

std::vector<OpeningTurn> openings(const Store& store, const PositionGoal& goal, Side mover,
                                  const GameFilter& filter, const RatingsByName& ratings,
                                  OpeningsBy by) {
  GameFilter everything = filter;
  everything.limit.reset();
  everything.offset = 0;
  std::map<std::pair<std::string, std::string>, OpeningTurn> turns;  // by year and turn
  store.connection().run([&] {
    const FilterQuery query(store, everything);  // owns the bound texts
    constexpr int result = GameChoice::first_column, date = result + 1, name = date + 1;
    const GameChoice choice{query.as_conditions(), chosen_columns(mover, !ratings.empty())};
    visit_games_through(store, goal, choice, [&](const GameThrough& game) {
      const bool ended = game.turns_before >= game.turns.size();
      const std::string_view text = ended ? std::string_view() : game.turns[game.turns_before];
      const std::string year =
          by == OpeningsBy::year ? year_of(game.row.getColumn(date).view()) : "";
      OpeningTurn& turn = turns[{year, std::string(text)}];
      ++turn.games;
      count_result(stored_result(game.row.getColumn(result)), turn);
      count_length(game, turn);
      if (ratings.empty()) return true;
      if (const auto rating = ratings.find(game.row.text(name)); rating != ratings.end()) {
        turn.rating_sum += rating->second;
        ++turn.rated;
      }
      return true;
    });
  });
  std::vector<OpeningTurn> list;
  for (auto& [key, turn] : turns) {
    std::tie(turn.year, turn.turn) = key;
    list.push_back(std::move(turn));
  }
  std::stable_sort(list.begin(), list.end(), [](const OpeningTurn& a, const OpeningTurn& b) {
    const bool has_a = !a.year.empty(), has_b = !b.year.empty();
    return std::tie(has_b, a.year, b.games) < std::tie(has_a, b.year, a.games);
  });
  return list;
}

}  // namespace schiri::db
