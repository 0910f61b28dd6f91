#include "db/query/openings.h"

#include <algorithm>

#include "db/games/record_row.h"
#include "db/position_index/position_index.h"
#include "db/query/filter_query.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

/// The result, and the mover's name if it is needed.
std::string chosen_columns(Side mover, bool with_mover) {
  if (!with_mover) return ", game.result";
  return std::string(", game.result, (SELECT name FROM player WHERE id = game.") +
         (mover == Side::white ? "white_id)" : "black_id)");
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
                                  const GameFilter& filter, const RatingsByName& ratings) {
  GameFilter everything = filter;
  everything.limit.reset();
  everything.offset = 0;
  std::map<std::string, OpeningTurn, std::less<>> turns;
  store.connection().run([&] {
    const FilterQuery query(store, everything);  // owns the bound texts
    constexpr int result = GameChoice::first_column, name = result + 1;
    const GameChoice choice{query.as_conditions(), chosen_columns(mover, !ratings.empty())};
    visit_games_through(store, goal, choice, [&](const GameThrough& game) {
      const bool ended = game.turns_before >= game.turns.size();
      const std::string_view text = ended ? std::string_view() : game.turns[game.turns_before];
      auto place = turns.find(text);
      if (place == turns.end()) place = turns.emplace(text, OpeningTurn{std::string(text)}).first;
      OpeningTurn& turn = place->second;
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
  for (auto& [text, turn] : turns) list.push_back(std::move(turn));
  std::stable_sort(list.begin(), list.end(),
                   [](const OpeningTurn& a, const OpeningTurn& b) { return a.games > b.games; });
  return list;
}

}  // namespace schiri::db
