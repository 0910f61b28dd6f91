#include "db/position_index/index_check.h"

#include <algorithm>

#include "db/position_index/index_parts.h"

namespace schiri::db {

IndexCheck::IndexCheck(SQLite::Database& database) {
  Statement parts(database, "SELECT id, stale, positions FROM index_part");
  for (std::uint32_t number = 0; parts.executeStep(); ++number) {
    const std::int64_t part = parts.bits(0);
    const std::uint64_t before = pairs_;
    read_part(database, part, number);
    is_whole_ = is_whole_ && pairs_ - before == parts.count(2);
    if (!parts.flag(1)) read_sums(database, part, number);
  }
}

void IndexCheck::read_part(SQLite::Database& database, std::int64_t part, std::uint32_t number) {
  visit_pairs(database, part, [&](std::uint32_t key, std::int64_t id) {
    ++pairs_;
    const auto [game, is_new] =
        games_.insert(GameKind::hash_of(id), [&](const Game& other) { return other.id == id; });
    if (is_new) *game = {id, 0, number};
    game->sum += mix64(key);
  });
}

void IndexCheck::read_sums(SQLite::Database& database, std::int64_t part, std::uint32_t number) {
  Statement turns(database,
                  "SELECT key, turn, games, white_wins, black_wins, draws, longest, longest_game"
                  " FROM indexed_turn WHERE part_id = ?",
                  part);
  while (turns.executeStep()) {
    TurnSum sum;
    sum.turn = turns.text(1);
    sum.games = turns.count(2);
    sum.white_wins = turns.count(3);
    sum.black_wins = turns.count(4);
    sum.draws = turns.count(5);
    sum.longest = turns.count(6);
    sum.longest_game = turns.id(7);
    counted_[{number, static_cast<std::uint64_t>(turns.bits(0))}].stored[sum.turn] = sum;
  }
}

bool IndexCheck::matches(const StoredLine& line, std::string_view result) {
  const Game* game = games_.find(GameKind::hash_of(line.id()),
                                 [&](const Game& other) { return other.id == line.id(); });
  if (!game) return false;
  keys_.clear();
  const auto add = [&](std::uint64_t key) {
    if (!counted_.empty()) count(line, result, game->part, key, keys_.size());
    keys_.push_back(short_key(key));
    return true;
  };
  if (line.is_indexable()) line.visit_keys(add);
  std::sort(keys_.begin(), keys_.end());
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (i == 0 || keys_[i] != keys_[i - 1]) sum += mix64(keys_[i]);
  }
  return sum == game->sum;
}

void IndexCheck::count(const StoredLine& line, std::string_view result, std::uint32_t part,
                       std::uint64_t key, std::size_t turns_before) {
  const auto found = counted_.find({part, key});
  if (found == counted_.end() || found->second.last_game == line.id()) return;
  Counted& counted = found->second;
  counted.last_game = line.id();
  const auto& turns = line.turns();
  const std::string turn(turns_before < turns.size() ? turns[turns_before] : std::string_view());
  TurnSum& sum = counted.found[turn];
  sum.turn = turn;
  sum.add_result(result, turns.size() - std::min(turns_before, turns.size()), line.id());
}

bool IndexCheck::has_right_sums() const {
  return std::all_of(counted_.begin(), counted_.end(),
                     [](const auto& entry) { return entry.second.stored == entry.second.found; });
}

}  // namespace schiri::db
