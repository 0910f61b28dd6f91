#include <nlohmann/json.hpp>
#include <unordered_map>

#include "core/random.h"
#include "db/compact_movetext.h"
#include "db/connection.h"
#include "db/migrations.h"
#include "db/pair_counts.h"
#include "db/record_row.h"

namespace schiri::db {

namespace {

std::string findings_json(const GameCheck& check) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto* findings : {&check.errors, &check.warnings}) {
    for (const Finding& finding : *findings) {
      list.push_back({{"code", code_name(finding.code)},
                      {"line", finding.line},
                      {"column", finding.column},
                      {"turn", finding.turn},
                      {"message", finding.message},
                      {"excerpt", finding.excerpt}});
    }
  }
  return list.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string event_name(const Record& record) {
  const std::string_view name = record.tag("Event");
  return std::string(name.empty() ? unknown_value("Event") : name);
}

std::vector<std::string_view> turns_of(const std::vector<Element>& movetext) {
  std::vector<std::string_view> turns;
  for (const Element& element : movetext) {
    if (element.kind == Element::Kind::turn) turns.push_back(element.text);
  }
  return turns;
}

}  // namespace

/// Tells whether a game is there. The hash alone is no proof, as no game must be lost to a
/// collision, so rows are compared. While there are no indexes a table in memory tells where to
/// look.
///
/// Games without turns are hard to tell apart; of those that are alike in all else as many are
/// taken for known as there were before this import began.
class Import::KnownGames {
 public:
  KnownGames(Connection& connection, bool in_memory, std::int64_t first_id)
      : connection_(connection),
        in_memory_(in_memory),
        first_id_(first_id),
        find_same_(connection.database(),
                   std::string("SELECT movetext.text FROM game"
                               " JOIN movetext ON movetext.game_id = game.id WHERE ") +
                       (in_memory ? "game.id = ?12 AND " : "game.id < ?12 AND ") +
                       "hash IS ?1 AND event_id = ?2 AND round = ?3 AND date = ?4"
                       " AND white_id = ?5 AND black_id = ?6 AND game = ?7 AND variant = ?8"
                       " AND position IS ?9 AND roll IS ?10 AND result = ?11") {}

  /// If it is not known, it is from now on, with this id.
  bool contains(std::int64_t event, const RecordRow& row, const FinishedRecord& game,
                std::int64_t id) {
    if (!row.hash) {
      if (in_memory_) return false;
      find_same_.bind(12, first_id_);
      const std::uint64_t same = count_same(event, row, game, ~std::uint64_t{0});
      if (same == 0) return false;
      return taken_[key(event, row) ^ std::hash<std::string>()(row.result)]++ < same;
    }
    if (!in_memory_) {
      find_same_.bind(12, id);
      return count_same(event, row, game, 1) > 0;
    }
    const auto range = ids_.equal_range(key(event, row));
    for (auto place = range.first; place != range.second; ++place) {
      find_same_.bind(12, place->second);
      if (count_same(event, row, game, 1) > 0) return true;
    }
    ids_.emplace(key(event, row), id);
    return false;
  }

 private:
  static std::size_t key(std::int64_t event, const RecordRow& row) {
    const std::hash<std::string> text;
    std::size_t key = static_cast<std::size_t>(event);
    for (const std::size_t part : {static_cast<std::size_t>(row.hash.value_or(0)), text(row.round),
                                   text(row.date), text(row.white), text(row.black)}) {
      key = mix64(key ^ part);
    }
    return key;
  }

  std::uint64_t count_same(std::int64_t event, const RecordRow& row, const FinishedRecord& game,
                           std::uint64_t most) {
    if (row.hash) {
      find_same_.bind(1, to_stored(*row.hash));
    } else {
      find_same_.bind(1);
    }
    find_same_.bind(2, event);
    bind_text(find_same_, 3, row.round);
    bind_text(find_same_, 4, row.date);
    find_same_.bind(5, connection_.player_id(row.white));
    find_same_.bind(6, connection_.player_id(row.black));
    bind_text(find_same_, 7, row.game);
    bind_text(find_same_, 8, row.variant);
    bind_text_or_null(find_same_, 9, row.position ? &*row.position : nullptr);
    bind_text_or_null(find_same_, 10, row.roll ? &*row.roll : nullptr);
    bind_text(find_same_, 11, game.record.result);
    std::uint64_t same = 0;
    while (same < most && find_same_.executeStep()) {
      const auto stored = read_compact_movetext(find_same_.getColumn(0).getString());
      same += turns_of(stored) == turns_of(game.record.movetext);
    }
    find_same_.reset();
    return same;
  }

  Connection& connection_;
  bool in_memory_;
  std::int64_t first_id_;
  SQLite::Statement find_same_;
  std::unordered_map<std::size_t, std::uint64_t> taken_;
  std::unordered_multimap<std::size_t, std::int64_t> ids_;
};

Import::Import(Store& store) : connection_(*store.connection_) {
  connection_.run([&] {
    connection_.write_directly_if_empty();
    connection_.begin();
    first_id_ = next_id_ = connection_.next_game_id();
    SQLite::Database& database = connection_.database();
    bulk_ = database.execAndGet("SELECT NOT EXISTS (SELECT 1 FROM game)").getInt() != 0;
    if (bulk_) {
      for (const auto& [name, definition] : game_indexes) {
        database.exec("DROP INDEX " + std::string(name));
      }
    }
    database.exec("DROP TRIGGER game_stored");
    known_ = std::make_unique<KnownGames>(connection_, bulk_, next_id_);
  });
}

Import::~Import() {
  known_.reset();
  if (open_) connection_.roll_back();
}

bool Import::add(const FinishedRecord& game) {
  return connection_.run([&] {
    const RecordRow row(game);
    const std::int64_t event = connection_.event_id(event_name(game.record));
    if (known_->contains(event, row, game, next_id_)) return false;
    connection_.insert_game(next_id_++, event, std::nullopt, game, row);
    return true;
  });
}

void Import::quarantine(std::string_view file, const GameCheck& check, std::string_view text) {
  connection_.run([&] {
    SQLite::Statement insert(connection_.database(),
                             "INSERT INTO quarantine (file, line, number, game, findings, text)"
                             " VALUES (?,?,?,?,?,?)");
    const std::string findings = findings_json(check);
    insert.bind(1, std::string(file));
    insert.bind(2, to_stored(check.line));
    insert.bind(3, to_stored(check.index));
    bind_text_or_null(insert, 4, check.game.empty() ? nullptr : &check.game);
    bind_text(insert, 5, findings);
    if (!text.empty()) insert.bind(6, std::string(text));
    insert.exec();
  });
}

void Import::mark_new_games() {
  SQLite::Database& database = connection_.database();
  for (const char* insert :
       {"INSERT OR IGNORE INTO unindexed SELECT id FROM game WHERE id >= ?",
        "INSERT OR IGNORE INTO uncounted SELECT min(white_id, black_id), max(white_id, black_id)"
        " FROM game WHERE id >= ?"}) {
    SQLite::Statement statement(database, insert);
    statement.bind(1, first_id_);
    statement.exec();
  }
  database.exec(game_stored_trigger);
}

void Import::commit() {
  connection_.run([&] {
    known_.reset();
    if (bulk_) {
      for (const auto& [name, definition] : game_indexes) connection_.database().exec(definition);
    }
    mark_new_games();
    add_up_results(connection_);
    connection_.commit();
    open_ = false;
    connection_.write_ahead();
  });
}

}  // namespace schiri::db
