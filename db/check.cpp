#include "db/check.h"

#include <utility>
#include <vector>

#include "core/match/game.h"
#include "db/connection.h"
#include "db/pair_counts.h"
#include "db/position_index.h"
#include "notation/game_hash.h"
#include "notation/reader.h"

namespace schiri::db {

namespace {

constexpr std::size_t batch_bytes = std::size_t{4} << 20;
constexpr std::size_t largest_record = std::size_t{1} << 30;

/// What a row says of its game, besides the record.
struct Claims {
  std::int64_t id = 0;
  std::string result;
  std::string outcome;
  std::string reason;
  std::uint64_t turns = 0;
  std::optional<std::uint64_t> hash;
};

class Checker {
 public:
  Checker(const Store& store, unsigned threads,
          const std::function<bool(const Inconsistency&)>& visitor)
      : store_(store), database_(store.connection().database()), visitor_(visitor) {
    reading_.threads = threads;
    reading_.keep_records = true;
    reading_.max_game_bytes = largest_record;
  }

  CheckReport run() {
    check_file();
    check_references();
    check_events();
    if (go_on_) check_games();
    check_positions();
    check_counts();
    return report_;
  }

 private:
  void tell(const std::string& kind, std::int64_t game, const std::string& message) {
    ++report_.problems;
    if (go_on_) go_on_ = visitor_({kind, game, message});
  }

  /// A part of a damaged file may be readable while another is not.
  template <class Work>
  void guarded(Work&& work) {
    if (!go_on_) return;
    try {
      store_.connection().run(work);
    } catch (const StoreDamaged& error) {
      tell("file", 0, error.what());
    }
  }

  void check_file() {
    guarded([&] {
      SQLite::Statement check(database_, "PRAGMA integrity_check(100)");
      while (go_on_ && check.executeStep()) {
        const std::string message = check.getColumn(0).getString();
        if (message != "ok") tell("file", 0, message);
      }
    });
  }

  void check_references() {
    guarded([&] {
      SQLite::Statement check(database_, "PRAGMA foreign_key_check");
      while (go_on_ && check.executeStep()) {
        tell("reference", 0,
             "row " + check.getColumn(1).getString() + " of the table " +
                 check.getColumn(0).getString() + " refers to a row that is not in " +
                 check.getColumn(2).getString());
      }
      tell_games("reference", "its movetext is missing",
                 "SELECT id FROM game WHERE NOT EXISTS"
                 " (SELECT 1 FROM movetext WHERE game_id = game.id)");
    });
  }

  void check_events() {
    guarded([&] {
      for (const StoredEvent& event : store_.events()) check_ids(event);
      tell_games("event", "its number is none of its event's",
                 "SELECT game.id FROM game JOIN event ON event.id = event_id"
                 " WHERE number IS NOT NULL AND (number < 1 OR number > coalesce(games, 0))");
    });
  }

  void check_ids(const StoredEvent& event) {
    if (!event.was_played_here()) return;
    SQLite::Statement select(database_,
                             "SELECT id, number FROM game WHERE event_id = ? AND number > 0");
    select.bind(1, event.id);
    while (go_on_ && select.executeStep()) {
      const std::int64_t id = select.getColumn(0).getInt64();
      if (id == event.game_id(from_stored(select.getColumn(1).getInt64()))) continue;
      tell("event", id, "its id is not the one that its number in the event asks for");
    }
  }

  void tell_games(const std::string& kind, const std::string& message, const char* select_ids) {
    SQLite::Statement select(database_, select_ids);
    while (go_on_ && select.executeStep()) tell(kind, select.getColumn(0).getInt64(), message);
  }

  void check_games() {
    guarded([&] {
      SQLite::Statement claims(database_,
                               "SELECT id, result, outcome, reason, turns, hash FROM game"
                               " WHERE EXISTS (SELECT 1 FROM event WHERE id = event_id)"
                               " AND EXISTS (SELECT 1 FROM player WHERE id = white_id)"
                               " AND EXISTS (SELECT 1 FROM player WHERE id = black_id)"
                               " AND EXISTS (SELECT 1 FROM movetext WHERE game_id = game.id)"
                               " ORDER BY id");
      store_.visit_records({}, [&](StoredRecord& stored) {
        if (!claims.executeStep() || claims.getColumn(0).getInt64() != stored.id) return false;
        read_claims(claims);
        write_record(stored.record, text_);
        if (text_.size() > batch_bytes) check_batch();
        return go_on_;
      });
      check_batch();
    });
  }

  void check_positions() {
    guarded([&] {
      for (const std::int64_t game : games_missing_in_index(store_)) {
        tell("positions", game,
             "the index of positions does not know the game as it is; 'schiri db index --rebuild' "
             "makes it anew");
      }
    });
  }

  void check_counts() {
    guarded([&] {
      for (const WrongCount& wrong : wrong_pair_counts(store_)) {
        tell("counts", 0,
             "the games of '" + wrong.first + "' and '" + wrong.second + "' in " + wrong.game +
                 " " + wrong.variant +
                 " are added up wrongly; 'schiri db index --rebuild' does it anew");
      }
    });
  }

  void read_claims(SQLite::Statement& row) {
    Claims claims{row.getColumn(0).getInt64(),
                  row.getColumn(1).getString(),
                  row.getColumn(2).getString(),
                  row.getColumn(3).getString(),
                  from_stored(row.getColumn(4).getInt64()),
                  std::nullopt};
    if (!row.getColumn(5).isNull()) claims.hash = from_stored(row.getColumn(5).getInt64());
    batch_.push_back(std::move(claims));
  }

  /// Reads what would be exported, as any reader would.
  void check_batch() {
    std::size_t index = 0;
    TextSource source(text_);
    read_records(source, reading_, [&](CheckedRecord& record) {
      if (index < batch_.size()) compare(batch_[index], record);
      ++index;
      return go_on_;
    });
    if (go_on_ && index != batch_.size()) {
      tell("game", 0,
           "the games from " + std::to_string(batch_.front().id) + " to " +
               std::to_string(batch_.back().id) + " do not read as that many records");
    }
    report_.games += index;
    batch_.clear();
    text_.clear();
  }

  void compare(const Claims& claims, const CheckedRecord& record) {
    const GameCheck& check = record.check;
    const auto differs = [&](const std::string& what, const std::string& stored,
                             const std::string& found) {
      if (stored != found) {
        tell("game", claims.id, what + " is stored as '" + stored + "', replayed '" + found + "'");
      }
    };
    if (!check.valid()) {
      tell("game", claims.id,
           std::string(code_name(check.errors[0].code)) + ": " + check.errors[0].message);
      return;
    }
    differs("the result", claims.result, record.record.result);
    differs("the outcome", claims.outcome,
            std::string(check.ending ? outcome_name(check.ending->outcome) : ""));
    differs("the reason", claims.reason, std::string(check.ending ? check.ending->reason : ""));
    differs("the number of turns", std::to_string(claims.turns), std::to_string(check.turns));
    if (claims.hash != game_hash(check.game, check.variant, record.record)) {
      tell("game", claims.id, "the hash of its turns is not the one that is stored");
    }
  }

  const Store& store_;
  SQLite::Database& database_;
  const std::function<bool(const Inconsistency&)>& visitor_;
  ReadOptions reading_;
  CheckReport report_;
  bool go_on_ = true;
  std::vector<Claims> batch_;
  std::string text_;
};

}  // namespace

CheckReport check(const Store& store, unsigned threads,
                  const std::function<bool(const Inconsistency&)>& visitor) {
  return Checker(store, threads, visitor).run();
}

}  // namespace schiri::db
