#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "cli/line/command.h"
#include "core/base/random.h"
#include "db/edit/change.h"
#include "db/edit/merge.h"
#include "db/games/store.h"
#include "db/import/import.h"
#include "db/query/filtered_games.h"
#include "db/query/results.h"
#include "db/query/sql_query.h"
#include "db/repair/salvage.h"
#include "db/tournament/plan_check.h"
#include "db/tournament/tournaments.h"
#include "notation/contest/contest.h"
#include "tests/db/finished_record.h"
#include "tests/fuzz/cpu_limit.h"
#include "tests/fuzz/line_mutator.h"
#include "tests/fuzz/sound_database.h"
#include "tests/fuzz/strange_database.h"

// A database from an attacker, with its journal and log; strange_database.h describes the input.
// Reading changes no byte of it, and writing changes no other file. An unusable database is a
// StoreError within bounded time. A foreign schema is never used. A database without findings of
// the check can be read in every way.

using namespace schiri;
namespace fs = std::filesystem;

namespace {

/// The objects of the schema except those of SQLite; empty if it is unreadable.
using Objects = std::set<std::tuple<std::string, std::string, std::string, std::string>>;
std::optional<Objects> objects_of(const std::string& bytes) {
  SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  std::string copy = bytes;
  const auto size = static_cast<sqlite3_int64>(copy.size());
  if (sqlite3_deserialize(database.getHandle(), "main",
                          reinterpret_cast<unsigned char*>(copy.data()), size, size,
                          SQLITE_DESERIALIZE_READONLY) != SQLITE_OK) {
    return std::nullopt;
  }
  try {
    database.exec("PRAGMA writable_schema = ON");  // otherwise invalid statements are hidden
    Objects objects;
    SQLite::Statement select(database,
                             "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema"
                             " WHERE name NOT LIKE 'sqlite_%'");
    while (select.executeStep()) {
      const auto text = [&](int column) { return select.getColumn(column).getString(); };
      objects.emplace(text(0), text(1), text(2), text(3));
    }
    return objects;
  } catch (const SQLite::Exception&) {
    return std::nullopt;
  }
}

/// The folder of a database, and a foreign file that must not change.
class DatabaseFolder {
 public:
  DatabaseFolder() : sound_(make_sound()), strange_(sound_, directory_.file("others")) {
    fs::create_directory(directory_.file("others"));
    ours_ = objects_of(sound_);
  }

  const StrangeDatabase& strange() const { return strange_; }
  std::string path() const { return directory_.file("box/a.db"); }
  std::string other(const std::string& name) const { return directory_.file("others/" + name); }

  /// Replaces all files by these.
  void write_files(const DatabaseFiles& files) const {
    fs::remove_all(directory_.file("box"));
    fs::create_directory(directory_.file("box"));
    write("box/a.db", files.database);
    if (!files.journal.empty()) write("box/a.db-journal", files.journal);
    if (!files.log.empty()) write("box/a.db-wal", files.log);
    for (const fs::directory_entry& entry : fs::directory_iterator(directory_.file("others"))) {
      fs::remove(entry.path());
    }
    write("others/victim", victim);
    write("others/sound.db", sound_);
  }

  void require_unread() const {
    require(read_if_there("others/victim") == victim, "a foreign file is unchanged");
  }

  /// Checks that files are unchanged, except for the shared memory of readers.
  void require_unchanged(const DatabaseFiles& files) const {
    require_unread();
    require(read_if_there("box/a.db") == files.database, "reading does not change a database");
    require(read_if_there("box/a.db-journal") == files.journal,
            "reading does not change a journal");
    require(read_if_there("box/a.db-wal") == files.log, "reading does not change a log");
    for (const fs::directory_entry& entry : fs::directory_iterator(directory_.file("box"))) {
      const std::string name = entry.path().filename().string();
      if (name == "a.db-journal" || name == "a.db-wal" || name == "a.db") continue;
      require(name == "a.db-shm", "reading creates no files");
    }
  }

  /// Checks the schema of a database that could be opened.
  void require_ours(const DatabaseFiles& files) const {
    if (!files.journal.empty() || !files.log.empty()) return;
    const auto objects = objects_of(files.database);
    require(!objects || objects == ours_, "a foreign schema is not used");
  }

 private:
  static constexpr const char* victim = "not for you";

  std::string make_sound() const {
    const std::string path = directory_.file("sound.db");
    const SoundDatabase sound(path);
    return read_file(path);
  }

  void write(const std::string& name, const std::string& text) const {
    directory_.write(name, text);
  }
  std::string read_if_there(const std::string& name) const {
    const std::string path = directory_.file(name);
    return fs::exists(path) ? read_file(path) : "";
  }

  TemporaryDirectory directory_;
  std::string sound_;
  StrangeDatabase strange_;
  std::optional<Objects> ours_;
};

/// Performs the work and returns whether it succeeded; only these errors may occur.
template <class... Refusals>
bool attempt(const char* what, const std::function<void()>& work) {
  const CpuLimit limit(what);
  const auto refused = [](const auto& error) {
    require(*error.what() != 0, "a refusal has a message");
    return false;
  };
  // Each permitted error is caught; all others propagate.
  try {
    work();
    return true;
  } catch (const db::StoreError& error) {
    return refused(error);
  } catch (const std::exception& error) {
    if ((dynamic_cast<const Refusals*>(&error) || ...)) return refused(error);
    std::fprintf(stderr, "%s: %s\n", what, error.what());
    require(false, "only permitted errors are thrown");
    return false;
  }
}

constexpr const char* statements[] = {"SELECT * FROM games",     "SELECT * FROM players",
                                      "SELECT * FROM events",    "SELECT * FROM imports",
                                      "SELECT * FROM failures",  "SELECT * FROM openings",
                                      "SELECT * FROM ratings",   "SELECT * FROM void_games",
                                      "SELECT * FROM positions", "SELECT * FROM quarantine"};

/// Reads in every way; true if all succeed.
bool read_all_ways(const db::Store& store) {
  const auto every = [](const auto&) { return true; };
  bool all = true;
  const auto read = [&](const char* what, const std::function<void()>& work) {
    all = attempt(what, work) && all;
  };
  read("records", [&] { db::visit_records(store, {}, [](db::StoredRecord&) { return true; }); });
  read("results", [&] { db::visit_results(store, {}, [](const rating::FinishedGame&) {}); });
  read("imports", [&] { db::visit_imports(store, every); });
  read("games", [&] { db::visit_games(store, {.sort = {{"date", false}}}, every); });
  read("players", [&] { db::visit_players(store, {}, every); });
  read("endings", [&] { db::visit_endings(store, {}, every); });
  read("meetings", [&] { db::visit_meetings(store, {}, every); });
  read("players' endings", [&] { db::visit_player_endings(store, {}, every); });
  read("quarantine", [&] { db::visit_quarantine(store, {}, every); });
  read("dated lists", [&] { db::stored_lists(store); });
  read("ratings", [&] { db::stored_ratings(store, {"creeper", "standard"}); });
  read("counts", [&] { db::count_results(store, {}); });
  read("size of the index", [&] { db::index_size(store); });
  read("games with pieces", [&] {
    db::GameFilter filter;
    filter.positions.pieces.emplace_back("W<9,w>=1,R!=3");
    filter.positions.patterns.emplace_back("*/*/*/*/?W????\?/*/* * w");
    filter.positions.mirrored = true;
    db::count_games(store, filter);
  });
  read("openings", [&] { db::openings(store, {.game = "creeper"}, Side::white, {}); });
  read("names", [&] { db::count_games(store, {.players = {"random"}, .events = {"Cup"}}); });
  return all;
}

void query(const db::Store& store) {
  for (const char* statement : statements) {
    attempt<db::SqlError>(statement, [&] {
      std::size_t rows = 0;
      const auto row = [&](const std::vector<db::SqlValue>&) { return ++rows < 1000; };
      db::run_sql(
          store, statement, 0.5, [](const auto&) {}, row);
    });
  }
}

/// Reads the plans; the programs that they name are not started.
bool read_events(const db::Store& store) {
  return attempt("events", [&] {
    for (const db::StoredTournament& event : db::stored_tournaments(store)) {
      event.planned();
      db::stored_numbers(store, event);
      db::stored_results(store, event);
      db::stored_openings(store, event);
      db::stored_failures(store, event);
      db::failure_games(store, event);
      attempt<InputError, UnusableError, ContestError>(
          "plan", [&] { db::check_plan(store, event, [](const db::PlanFinding&) {}); });
    }
  });
}

void read(const DatabaseFolder& folder, const DatabaseFiles& files) {
  attempt("reading", [&] {
    const db::Store store(folder.path(), db::Store::Mode::read);
    folder.require_ours(files);
    std::uint64_t problems = 1;
    attempt("check", [&] {
      problems =
          db::check(store, 1, [](const db::Inconsistency& wrong) {
            require(!wrong.kind.empty() && !wrong.message.empty(), "a finding has a message");
            return true;
          }).problems;
    });
    const bool games = read_all_ways(store), events = read_events(store);
    require(problems > 0 || (games && events), "a database without findings can be read");
    query(store);
    attempt("backup", [&] { db::back_up(store, folder.other("copy.db")); });
  });
  folder.require_unchanged(files);
}

void salvage_and_merge(const DatabaseFolder& folder, const DatabaseFiles& files) {
  attempt<std::system_error>("salvage", [&] {
    db::salvage(folder.path(), folder.other("saved.db"), 1);
    const db::Store saved(folder.other("saved.db"), db::Store::Mode::read);
    require(read_all_ways(saved), "a salvaged database can be read");
  });
  folder.require_unchanged(files);
  attempt("merge", [&] {
    db::Store store(folder.other("sound.db"), db::Store::Mode::write);
    db::merge(store, folder.path());
  });
  folder.require_unchanged(files);
}

void change(db::Store& store, const db::Change& change) {
  attempt<db::ChangeRefused>("change", [&] {
    const auto planned = db::plan(store, change);
    db::carry_out(store, change, planned);
  });
}

void play_on(db::Store& store) {
  attempt("playing on", [&] {
    for (const db::StoredTournament& event : db::stored_tournaments(store)) {
      const auto numbers = db::stored_numbers(store, event);
      const std::uint64_t next = numbers.empty() ? 1 : numbers.back() + 1;
      db::add_void_game(store, event, {next, "nothing", "*"});
      db::extend_tournament(store, event, event.config, event.games + 2);
      db::end_tournament(store, event, next, next);
    }
  });
}

void write(const DatabaseFolder& folder, const DatabaseFiles& files) {
  attempt("writing", [&] {
    db::Store store(folder.path(), db::Store::Mode::write);
    folder.require_ours(files);
    attempt("import", [&] {
      db::Import import(store, "again.pgn");
      db::visit_records(store, {.limit = 2}, [&](db::StoredRecord& stored) {
        db::FinishedRecord game;
        game.record = stored.record;
        game.record.set_tag("Site", "elsewhere");
        game.game = "creeper";
        game.variant = "standard";
        import.add(game);
        return true;
      });
      import.settle();
      import.commit();
    });
    play_on(store);
    attempt("indexing", [&] { db::index_positions(store, true); });
    change(store, db::rename_player("random", "chance"));
    change(store, db::undo_import(std::nullopt));
    change(store, db::delete_event(SoundDatabase::event_name));
    attempt("vacuum", [&] { db::vacuum(store); });
  });
  folder.require_unread();
}

const DatabaseFolder& folder() {
  setenv("TMPDIR", "/dev/shm", 0);
  static const DatabaseFolder folder;
  return folder;
}

constexpr const char* values[] = {"0",
                                  "-1",
                                  "1",
                                  "2",
                                  "9223372036854775807",
                                  "-9223372036854775808",
                                  "1e999",
                                  "0.5",
                                  "NULL",
                                  "''",
                                  "'text'",
                                  "x''",
                                  "x'00ff1b5d'",
                                  "zeroblob(70000)",
                                  "char(27, 7, 155)",
                                  "char(8238)",
                                  "'{}'",
                                  "'[]'",
                                  "'{\"game\":\"creeper\",\"bots\":[\"random\",\"greedy\"]}'",
                                  "'[{\"code\":1}]'",
                                  "'2026.13.99'",
                                  "'1-0'",
                                  "'sperre'",
                                  "printf('%.*c', 60000, '[')"};

/// `@` stands for the column.
constexpr const char* expressions[] = {"@ + 1",    "-@",     "@ * 4294967296", "@ || @",
                                       "upper(@)", "hex(@)", "substr(@, 2)",   "CAST(@ AS BLOB)",
                                       "id",       "rowid"};

constexpr const char* attacks[] = {
    "sql PRAGMA user_version = -1",
    "sql PRAGMA user_version = 2147483647",
    "sql PRAGMA application_id = 0",
    "sql DELETE FROM game",
    "sql DELETE FROM player",
    "sql DELETE FROM event",
    "sql DELETE FROM sqlite_sequence",
    "sql DROP TABLE opening",
    "sql DROP INDEX game_players",
    "sql INSERT INTO event_span VALUES (1, -5, 9223372036854775807)",
    "sql UPDATE sqlite_sequence SET seq = 9223372036854775807",
    "sql UPDATE sqlite_schema SET rootpage = 3 WHERE rootpage > 9",
    "sql UPDATE sqlite_schema SET type = 'table' WHERE type = 'view'",
    "sql CREATE TRIGGER one AFTER UPDATE ON event BEGIN DELETE FROM game; END",
    "sql CREATE VIRTUAL TABLE words USING fts5(a)",
    "sql CREATE TABLE more (a, b GENERATED ALWAYS AS (randomblob(1000000)))",
    "sql CREATE INDEX one ON game (abs(-9223372036854775808 + id - id))",
    "schema player CREATE VIEW player AS SELECT 1 AS id, 'a' AS name",
    "schema game_stored CREATE TRIGGER game_stored AFTER INSERT ON game BEGIN SELECT 1; END",
    "super victim",
    "super ../others/victim",
};

template <class List>
const auto& one_of(const List& list, Rng& rng) {
  return list[rng.below(std::size(list))];
}

std::string new_value(const std::string& column, Rng& rng) {
  if (rng.below(2) == 0) return one_of(values, rng);
  std::string value = one_of(expressions, rng);
  for (std::size_t at = value.find('@'); at != value.npos; at = value.find('@', at)) {
    value.replace(at, 1, column);
    at += column.size();
  }
  return value;
}

std::string new_bytes(Rng& rng) {
  constexpr const char* bytes[] = {"00",
                                   "ff",
                                   "0d",
                                   "0a",
                                   "05",
                                   "02",
                                   "7fffffff",
                                   "ffffffff",
                                   "0001",
                                   "ffff",
                                   "80808080808080808000"};
  return one_of(bytes, rng);
}

/// A line for strange_database.h.
std::string new_line(Rng& rng) {
  const StrangeDatabase& strange = folder().strange();
  const auto number = [&](std::uint64_t most) { return std::to_string(rng.below(most)); };
  const auto in_page = [&] {
    return number(strange.pages() + 1) + ' ' + number(rng.below(2) ? 120 : 4096) + ' ' +
           new_bytes(rng);
  };
  const std::uint64_t way = rng.below(20);
  if (way < 9) {
    const auto& [table, column] = one_of(strange.columns(), rng);
    return "set " + table + '.' + column + ' ' + new_value(column, rng);
  }
  if (way < 13) return one_of(attacks, rng);
  if (way == 13) {
    const auto object = std::next(strange.schema().begin(),
                                  static_cast<std::ptrdiff_t>(rng.below(strange.schema().size())));
    return "schema " + object->first + ' ' + object->second.substr(0, rng.below(200));
  }
  if (way == 14) return "patch " + number(100) + ' ' + new_bytes(rng);
  if (way == 15) return "cut " + number(strange.pages() * page_size);
  if (way == 16) return "journal " + in_page();
  if (way == 17) return "wal " + in_page();
  if (way == 18)
    return (rng.below(2) ? "journal-patch " : "wal-patch ") + number(600) + ' ' + new_bytes(rng);
  return "page " + in_page();
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  return mutate_text(data, size, most, seed,
                     [](Lines& lines, Rng& rng) { mutate_lines(lines, rng, new_line); });
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const DatabaseFolder& place = folder();
  const DatabaseFiles files = place.strange().make({reinterpret_cast<const char*>(data), size});
  place.write_files(files);
  read(place, files);
  salvage_and_merge(place, files);
  write(place, files);
  return 0;
}
