#include "db/query/openings.h"

#include <algorithm>

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

 private:
  static std::string statement(const FilterQuery& query, Side mover) {
    const std::string conditions = query.conditions();
    return std::string("SELECT game.result, player.name FROM game JOIN player ON player.id = ") +
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
                                  const GameFilter& filter, const RatingsByName& ratings) {
  GameFilter everything = filter;
  everything.limit.reset();
  everything.offset = 0;
  std::map<std::string, OpeningTurn, std::less<>> turns;
  store.connection().run([&] {
    GameFacts facts(store, everything, mover);
    visit_games_through(store, goal, [&](const GameThrough& game) {
      if (!facts.find(game.id)) return true;
      const bool ended = game.turns_before >= game.turns.size();
      const std::string_view text = ended ? std::string_view() : game.turns[game.turns_before];
      auto place = turns.find(text);
      if (place == turns.end()) place = turns.emplace(text, OpeningTurn{std::string(text)}).first;
      OpeningTurn& turn = place->second;
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
  for (auto& [text, turn] : turns) list.push_back(std::move(turn));
  std::stable_sort(list.begin(), list.end(),
                   [](const OpeningTurn& a, const OpeningTurn& b) { return a.games > b.games; });
  return list;
}

}  // namespace schiri::db
