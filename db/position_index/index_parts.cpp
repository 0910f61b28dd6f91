#include "db/position_index/index_parts.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "db/position_index/position_blocks.h"

namespace schiri::db {

namespace {

using Ids = std::vector<std::int64_t>;

constexpr std::size_t most_positions = 2'000'000;
constexpr std::size_t most_turn_bytes = std::size_t{64} << 20;
/// Fewer games are visited faster than their turns are kept.
constexpr std::size_t many_games = 64;

void sort_and_unite(Ids& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

[[noreturn]] void fail_damaged() {
  throw SQLite::Exception("a block of the position index is damaged", SQLITE_CORRUPT);
}

/// Hands over the turns that a part has counted; false if it has not counted these.
bool take_sums(Statement& turns, const std::function<void(const TurnSum&)>& take) {
  bool any = false;
  while (turns.executeStep()) {
    any = true;
    TurnSum sum;
    sum.turn = turns.text(0);
    sum.games = turns.count(1);
    sum.white_wins = turns.count(2);
    sum.black_wins = turns.count(3);
    sum.draws = turns.count(4);
    sum.longest = turns.count(5);
    sum.longest_game = turns.id(6);
    take(sum);
  }
  turns.reset();
  return any;
}

/// Adds the games that a block lists at a key; returns whether the next block may list more.
bool add_games(std::string_view block, std::uint32_t key, Ids& ids) {
  BlockReader pairs(block);
  while (pairs.next()) {
    if (pairs.key() > key) return false;
    if (pairs.key() == key) ids.push_back(pairs.game());
  }
  if (pairs.is_damaged()) fail_damaged();
  return true;
}

}  // namespace

Ids games_at(SQLite::Database& database, std::uint64_t key,
             const std::function<void(const TurnSum&)>& take_sum) {
  Ids ids;
  Statement parts(database, "SELECT id, stale FROM index_part");
  Statement turns(database,
                  "SELECT turn, games, white_wins, black_wins, draws, longest, longest_game"
                  " FROM indexed_turn WHERE part_id = ? AND key = ?");
  Statement blocks(database,
                   "SELECT pairs FROM position_block WHERE part_id = ? AND last_key >= ?"
                   " ORDER BY last_key, id");
  while (parts.executeStep()) {
    const std::int64_t part = parts.bits(0);
    if (take_sum && !parts.flag(1)) {
      turns.bind_values(part, to_stored(key));
      if (take_sums(turns, take_sum)) continue;
    }
    blocks.bind_values(part, short_key(key));
    while (blocks.executeStep() && add_games(blocks.getColumn(0).bytes(), short_key(key), ids)) {
    }
    blocks.reset();
  }
  sort_and_unite(ids);
  return ids;
}

void visit_pairs(SQLite::Database& database, std::int64_t part,
                 const std::function<void(std::uint32_t, std::int64_t)>& visitor) {
  Statement blocks(
      database, "SELECT pairs FROM position_block WHERE part_id = ? ORDER BY last_key, id", part);
  while (blocks.executeStep()) {
    const std::string block = blocks.getColumn(0).bytes();
    BlockReader pairs(block);
    while (pairs.next()) visitor(pairs.key(), pairs.game());
    if (pairs.is_damaged()) fail_damaged();
  }
}

// --- making parts

PartMaker::PartMaker(SQLite::Database& database) : database_(database) {}

void PartMaker::add(const StoredLine& line, std::string_view result) {
  const auto game = static_cast<std::uint32_t>(games_.size());
  games_.push_back({line.id(), std::string(result)});
  std::size_t at = turns_.size(), played = 0;
  for (const std::string_view turn : line.turns()) (turns_ += turn) += ' ';
  turns_ += '\n';
  const auto add = [&](std::uint64_t key) {
    entries_.push_back({key, game, static_cast<std::uint32_t>(at)});
    if (played < line.turns().size()) at += line.turns()[played++].size() + 1;
    return true;
  };
  if (line.is_indexable()) line.visit_keys(add);
  if (entries_.size() >= most_positions || turns_.size() >= most_turn_bytes) finish();
}

void PartMaker::finish() {
  if (games_.empty()) return;
  sort_entries();
  Statement(database_,
            "INSERT INTO index_part (first_game, last_game, games, positions)"
            " VALUES (?, ?, ?, 0)")
      .run(games_.front().id, games_.back().id, games_.size());
  const std::int64_t part = database_.getLastInsertRowid();
  const std::uint64_t positions = store_pairs(part);
  Statement(database_, "UPDATE index_part SET positions = ? WHERE id = ?").run(positions, part);
  count_turns(part);
  entries_.clear();
  games_.clear();
  turns_.clear();
}

/// By the short key; entries with the same one stay in their order: by game, then by turn.
void PartMaker::sort_entries() {
  constexpr unsigned digit_bits = 11;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  sorted_.resize(entries_.size());
  for (unsigned shift = 32; shift < 64; shift += digit_bits) {
    const auto digit = [&](const Entry& entry) { return (entry.key >> shift) & (digits - 1); };
    std::array<std::size_t, digits + 1> begins{};
    for (const Entry& entry : entries_) ++begins[digit(entry) + 1];
    for (std::size_t i = 0; i < digits; ++i) begins[i + 1] += begins[i];
    for (const Entry& entry : entries_) sorted_[begins[digit(entry)]++] = entry;
    entries_.swap(sorted_);
  }
}

std::uint64_t PartMaker::store_pairs(std::int64_t part) {
  Statement insert(database_,
                   "INSERT INTO position_block (part_id, last_key, pairs) VALUES (?, ?, ?)");
  BlockPacker packer(games_.front().id, [&](std::uint32_t last_key, const std::string& block) {
    insert.bind_values(part, last_key);
    insert.bindNoCopy(3, block.data(), static_cast<int>(block.size()));
    insert.exec();
    insert.reset();
  });
  for (const Entry& entry : entries_) packer.add(short_key(entry.key), games_[entry.game].id);
  packer.finish();
  return packer.pairs();
}

void PartMaker::count_turns(std::int64_t part) {
  for (auto begin = entries_.begin(); begin != entries_.end();) {
    auto end = begin;
    while (end != entries_.end() && short_key(end->key) == short_key(begin->key)) ++end;
    if (static_cast<std::size_t>(end - begin) >= many_games) {
      const auto less = [](const Entry& a, const Entry& b) { return a.key < b.key; };
      std::stable_sort(begin, end, less);
      for (auto from = begin; from != end;) {
        const auto to = std::upper_bound(from, end, *from, less);
        count_turns_at(part, from, to);
        from = to;
      }
    }
    begin = end;
  }
}

void PartMaker::count_turns_at(std::int64_t part, Run begin, Run end) {
  // The first visit of each game counts.
  end = std::unique(begin, end, [](const Entry& a, const Entry& b) { return a.game == b.game; });
  if (static_cast<std::size_t>(end - begin) < many_games) return;
  std::map<std::string, TurnSum, std::less<>> sums;
  for (auto entry = begin; entry != end; ++entry) {
    const std::string_view rest = std::string_view(turns_).substr(entry->turn);
    const std::string_view turns = rest.substr(0, rest.find('\n'));
    const std::string_view turn = turns.substr(0, turns.find(' '));
    auto sum = sums.find(turn);
    if (sum == sums.end()) sum = sums.emplace(turn, TurnSum{std::string(turn)}).first;
    const PartGame& game = games_[entry->game];
    const auto length = std::count(turns.begin(), turns.end(), ' ');
    sum->second.add_result(game.result, static_cast<std::uint64_t>(length), game.id);
  }
  Statement insert(database_, "INSERT INTO indexed_turn VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const auto& [turn, sum] : sums) {
    insert.run(part, to_stored(begin->key), turn, sum.games, sum.white_wins, sum.black_wins,
               sum.draws, sum.longest, sum.longest_game);
  }
}

// --- dissolving parts

namespace {

void dissolve(SQLite::Database& database, std::int64_t part) {
  Ids ids;
  visit_pairs(database, part, [&](std::uint32_t, std::int64_t game) { ids.push_back(game); });
  sort_and_unite(ids);
  const std::string list = json_list(ids);
  Statement(database,
            "INSERT OR IGNORE INTO unindexed SELECT game.id FROM json_each(?) AS pair"
            " CROSS JOIN game ON game.id = pair.value")
      .run(list);
  for (const char* table : {"indexed_turn", "position_block"}) {
    Statement(database, std::string("DELETE FROM ") + table + " WHERE part_id = ?").run(part);
  }
  Statement(database, "DELETE FROM index_part WHERE id = ?").run(part);
}

}  // namespace

void dissolve_parts(SQLite::Database& database) {
  Ids stale;
  Statement select(database, "SELECT id FROM index_part WHERE stale");
  while (select.executeStep()) stale.push_back(select.bits(0));
  for (const std::int64_t part : stale) dissolve(database, part);
  while (true) {
    Statement small(database,
                    "SELECT id FROM index_part WHERE positions < ?"
                    " AND games BETWEEN 1 AND 2 * (SELECT count(*) FROM unindexed) LIMIT 1",
                    most_positions / 2);
    if (!small.executeStep()) return;
    const std::int64_t part = small.bits(0);
    small.reset();
    dissolve(database, part);
  }
}

}  // namespace schiri::db
