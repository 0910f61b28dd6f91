#include "db/query/openings.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/date.h"
#include "db/games/record_row.h"
#include "db/position_index/position_index.h"
#include "db/query/filter_query.h"
#include "db/sqlite/connection.h"

namespace schiri::db {

namespace {

/// Finds the result and the mover of a filter's games by id.
class GameFacts {
 public:
  GameFacts(const Store& store, const GameFilter& filter, Side mover)
      : query_(store, filter), select_(store.connection().database(), statement(query_, mover)) {
    query_.bind(select_);
  }

  /// False if the game does not belong to the filter.
  bool find(std::int64_t id) {
    select_.reset();
    select_.bind(":id", id);
    return select_.executeStep();
  }
  std::string result() { return std::string(stored_result(select_.getColumn(0))); }
  std::string mover() { return select_.text(1); }
  /// Empty if it is unknown.
  std::string year() {
    const auto date = read_date(select_.getColumn(2).view());
    return date && date->year ? date->text().substr(0, 4) : "";
  }

 private:
  static std::string statement(const FilterQuery& query, Side mover) {
    const std::string conditions = query.conditions();
    return std::string(
               "SELECT game.result, player.name, game.date FROM game JOIN player ON player.id = ") +
           (mover == Side::white ? "game.white_id" : "game.black_id") + conditions +
           (conditions.empty() ? " WHERE " : " AND ") + "game.id = :id";
  }

  FilterQuery query_;  // owns the bound texts
  Statement select_;
};

void count_result(const std::string& result, OpeningTurn& turn) {
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
    GameFacts facts(store, everything, mover);
    visit_games_through(store, goal, [&](const GameThrough& game) {
      if (!facts.find(game.id)) return true;
      const bool ended = game.turns_before >= game.turns.size();
      const std::string_view text = ended ? std::string_view() : game.turns[game.turns_before];
      const std::string year = by == OpeningsBy::year ? facts.year() : "";
      OpeningTurn& turn = turns[{year, std::string(text)}];
      ++turn.games;
      count_result(facts.result(), turn);
      count_length(game, turn);
      if (ratings.empty()) return true;
      if (const auto rating = ratings.find(facts.mover()); rating != ratings.end()) {
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
