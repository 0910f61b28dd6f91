#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "cli/database/query.h"
#include "cli/database/view_columns.h"
#include "cli/print/console.h"
#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "db/query/sql_query.h"
#include "db/schema.h"
#include "notation/records/source/byte_source.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct SqlCommand : QueryOptions {
  std::string statement;  ///< `-`: standard input
  bool schema = false;
  double timeout = 10;
};

/// SQLite interrupts a statement between its steps, but a single function over large values is one
/// step. If one exceeds the statement's time, this ends the program, which only reads.
class LastResort {
 public:
  LastResort(double seconds, std::string message) : message_(std::move(message)) {
    try {
      thread_ = std::thread([this, seconds] { wait(seconds); });
    } catch (const std::system_error&) {
      // Without a thread the statement has no such limit.
    }
  }
  ~LastResort() {
    {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
    }
    done_.notify_one();
    if (thread_.joinable()) thread_.join();
  }

  /// Calls a function whose time does not count, and returns its result.
  template <class Work>
  auto outside(const Work& work) {
    pause(true);
    auto result = work();
    pause(false);
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void pause(bool is_paused) {
    const std::lock_guard lock(mutex_);
    is_paused_ = is_paused;
    if (is_paused) paused_ = Clock::now();
    if (!is_paused) end_ += Clock::now() - paused_;
  }

  void wait(double seconds) {
    constexpr double grace = 1, most = 1e9;
    std::unique_lock lock(mutex_);
    end_ += std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(std::min(seconds + grace, most)));
    while (!is_done_ && (is_paused_ || Clock::now() < end_)) {
      // Looks again after a pause, at the latest then.
      done_.wait_until(lock, is_paused_ ? Clock::now() + std::chrono::seconds(1) : end_);
    }
    if (is_done_) return;
    static_cast<void>(!write(STDERR_FILENO, message_.data(), message_.size()));
    _exit(static_cast<int>(ExitStatus::unusable));
  }

  std::string message_;
  std::mutex mutex_;
  std::condition_variable done_;
  bool is_done_ = false, is_paused_ = false;
  Clock::time_point end_ = Clock::now(), paused_;
  std::thread thread_;
};

/// The statement's first word, in capitals.
std::string first_word(std::string_view statement) {
  statement = trimmed(statement, " \t\r\n");
  return upper_case(statement.substr(0, statement.find_first_of(" \t\r\n;(")));
}

bool only_writes(const std::string& word) {
  static constexpr std::string_view words[] = {
      "INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE",  "DROP",    "ALTER",     "ATTACH",
      "DETACH", "VACUUM", "BEGIN",  "COMMIT",  "ANALYZE", "REINDEX", "SAVEPOINT", "PRAGMA"};
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

std::vector<std::string> views_of(const db::Store& store, double seconds) {
  std::vector<std::string> views;
  db::run_sql(
      store, "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name", seconds,
      [](const auto& /*names*/) {},
      [&](const std::vector<db::SqlValue>& row) {
        views.push_back(std::get<std::string>(row.front()));
        return true;
      });
  return views;
}

std::vector<std::string> columns_of(const db::Store& store, const std::string& view,
                                    double seconds) {
  std::vector<std::string> columns;
  db::run_sql(
      store, "SELECT * FROM " + view + " LIMIT 0", seconds,
      [&](const std::vector<std::string>& names) { columns = names; },
      [](const auto& /*row*/) { return false; });
  return columns;
}

/// Does the text contain the word, which is no part of a longer one?
bool contains_word(std::string_view text, std::string_view word) {
  const auto is_of_word = [&](std::size_t at) {
    return at < text.size() && (is_letter(text[at]) || is_digit(text[at]) || text[at] == '_');
  };
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if (!(at > 0 && is_of_word(at - 1)) && !is_of_word(at + word.size())) return true;
  }
  return false;
}

/// `the nearest is 'white'` if one of the names is near.
Message nearest_of(std::string_view wanted, const std::vector<std::string>& names) {
  NearestName nearest(wanted);
  for (const std::string& name : names) nearest.look_at(name);
  return nearest.is_near() ? known_names(nearest) : Message();
}

Message views_advice(std::string_view wanted, const std::vector<std::string>& views) {
  return joined(nearest_of(wanted, views), message("the views are: {0}", join(views, ", ")));
}

/// `the columns of games are: id, ...` for each view that the statement contains; the views if
/// it contains none.
Message columns_advice(const db::Store& store, const SqlCommand& command, std::string_view wanted) {
  const std::string statement = lower_case(command.statement);
  const std::vector<std::string> views = views_of(store, command.timeout);
  Message lists;
  std::vector<std::string> all;
  for (const std::string& view : views) {
    if (!contains_word(statement, view)) continue;
    const std::vector<std::string> columns = columns_of(store, view, command.timeout);
    lists = joined(lists, message("the columns of {0} are: {1}", view, join(columns, ", ")));
    all.insert(all.end(), columns.begin(), columns.end());
  }
  return lists.empty() ? views_advice("", views) : joined(nearest_of(wanted, all), lists);
}

/// The name that SQLite does not know: `who` of `no such column: games.who`.
std::string_view unknown_name(std::string_view error) {
  const std::string_view name = error.substr(error.rfind(' ') + 1);
  return name.substr(name.rfind('.') + 1);
}

Message advice(const db::Store& store, const SqlCommand& command, const std::string& error) {
  try {
    if (error.starts_with("no such column: ")) {
      return columns_advice(store, command, unknown_name(error));
    }
    if (error.starts_with("no such table: ")) {
      return views_advice(unknown_name(error), views_of(store, command.timeout));
    }
  } catch (const std::exception&) {
    // The error itself is reported.
  }
  return {};
}

Message explanation(const db::Store& store, const SqlCommand& command, const db::SqlError& error) {
  const std::string word = first_word(command.statement);
  if (only_writes(word)) {
    return message(
        "the statement cannot be run: {0}: queries only read; use SELECT, or the other commands of "
        "'schiri db' for changes",
        printable(word));
  }
  return message("the statement cannot be run: {0}",
                 printable(joined(error.message(), advice(store, command, error.what())), 4096));
}

const Columns<ViewColumn>& schema_columns() {
  using Row = const ViewColumn&;
  static const Columns<ViewColumn> columns = {
      {{"view", message("view")}, [](Row row) { return row.view; }},
      {{"column", message("column")}, [](Row row) { return row.column; }},
      {{"kind", message("kind"), Holds::text, "`integer`, `real`, `text` or `integer or text`"},
       [](Row row) { return row.kind; }},
      {{"unit", message("unit")}, [](Row row) { return text_or_null(row.unit); }},
      {{"stable", message("stable"), Holds::flag,
        "true if it keeps its name, kind, unit and meaning"},
       [](Row row) { return row.stable; }},
      {{"content", message("content")}, [](Row row) { return row.content; }},
      {{"schema_version", message("schema"), Holds::count, "version of the schema"},
       [](Row) { return db::schema_version; }}};
  return columns;
}

/// The documented columns of the views.
ExitStatus print_schema(const SqlCommand& command) {
  auto rows = command.rows(schema_columns());
  for (const ViewColumn& column : view_columns()) {
    if (!rows.add(column)) break;
  }
  rows.finish();
  return ExitStatus::done;
}

/// The statement of standard input if `-` was given.
std::string read_statement(const SqlCommand& command) {
  constexpr std::size_t longest = 1 << 20;
  if (command.statement != "-") return command.statement;
  FileSource input("-");
  auto text = read_all(input, longest);
  if (!text) throw InputError(message("-: the statement has more than 1 MiB"));
  if (text->find('\0') != text->npos)
    throw InputError(message("-: the statement contains a null byte"));
  return *std::move(text);
}

ExitStatus run_statement(const SqlCommand& command) {
  const db::Store store(command.db, db::Store::Mode::read);
  std::optional<LastResort> last_resort;
  if (!console::is_guest()) {
    last_resort.emplace(command.timeout,
                        "schiri: " + printable(store.path(), 4096) +
                            ": the statement took too long; allow more time with --timeout\n");
  }
  std::optional<TableWriter> rows;
  try {
    db::run_sql(
        store, command.statement, command.timeout,
        [&](const std::vector<std::string>& names) {
          std::vector<Column> columns;
          for (const std::string& name : names) columns.push_back({name, name});
          rows.emplace(command.out(), command.options(), std::move(columns));
        },
        [&](const std::vector<db::SqlValue>& values) {
          std::vector<Cell> cells;
          for (const db::SqlValue& value : values) cells.emplace_back(json_of(value));
          const auto add = [&] { return rows->add(std::move(cells)); };
          return last_resort ? last_resort->outside(add) : add();
        });
    last_resort.reset();
    if (rows) rows->finish();
  } catch (const db::SqlError& error) {
    throw InputError(explanation(store, command, error));
  }
  return ExitStatus::done;
}

ExitStatus run_sql_command(const SqlCommand& command) {
  if (command.schema) return print_schema(command);
  if (command.statement.empty())
    throw InputError(message("STATEMENT is required: a SELECT statement"));
  if (command.db.empty()) throw InputError(message("--db FILE is required: query this database"));
  SqlCommand read = command;
  read.statement = read_statement(command);
  const ExitStatus status = run_statement(read);
  read.commit();
  return status;
}

}  // namespace

void add_query_sql(Command& query) {
  const auto [command, options] =
      query.add<SqlCommand>("sql", "Run an SQL query, which only reads",
                            "--db a.db \"SELECT game, count(*) FROM games GROUP BY game\"", "sql",
                            committing(run_sql_command));
  command.add_option("STATEMENT", options.statement, "A SELECT statement, or - for standard input");
  options.add_to(command)->required(false);
  command.add_flag("--schema", options.schema,
                   "List the views and their columns, with kind, unit and stability");
  command.add_option("--timeout", options.timeout, "Set the time limit of the statement (10)")
      ->above_zero()
      ->type_name("SECONDS");
  command.prints(schema_columns, "--schema");
}

}  // namespace schiri::cli
