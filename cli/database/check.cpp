#include <algorithm>
#include <memory>

#include "cli/database/db_command.h"
#include "cli/input/unknown_rules.h"
#include "cli/line/progress.h"
#include "cli/line/start.h"
#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "core/base/message.h"
#include "core/base/text.h"
#include "db/query/duplicates.h"
#include "db/repair/database_check.h"
#include "db/tournament/plan_check.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct CheckCommand {
  std::string db;
  std::string game;
  Format format = Format::text;
  unsigned threads = 1;
};

const Columns<db::Inconsistency>& problem_columns() {
  using Row = const db::Inconsistency&;
  static const Columns<db::Inconsistency> columns = {
      {{"kind", {}, Holds::text, "subject: `file`, `schema`, `plan`, `game` and others"},
       [](Row row) { return row.kind; }},
      {{"id", {}, Holds::count, "of the game; null if no game is affected"},
       [](Row row) { return row.game ? Cell(row.game) : Cell(); }},
      {{"message", {}, Holds::text, "one line of text"},
       [](Row row) { return row.message.english(); }}};
  return columns;
}

std::uint64_t sum_of(const UnknownRules& counts) {
  std::uint64_t sum = 0;
  for (const auto& [game, count] : counts) sum += count;
  return sum;
}

const Columns<db::CheckReport>& report_columns() {
  using Row = const db::CheckReport&;
  static const Columns<db::CheckReport> columns = {
      {{"games", {}, Holds::count, "games replayed"}, [](Row row) { return row.games; }},
      {{"problems", {}, Holds::count}, [](Row row) { return row.problems; }},
      {{"without_rules", {}, Holds::count, "games that were not replayed: their rules are unknown"},
       [](Row row) { return sum_of(row.unknown); }}};
  return columns;
}

void print(const db::Inconsistency& problem, Format format) {
  if (format == Format::json) return write_line(console::out, problem_columns().object(problem));
  console::out << problem.kind
               << (problem.game ? " " + std::to_string(problem.game) : std::string()) << ": "
               << printable(translated(problem.message), 4096) << '\n';
}

ExitStatus finish(const db::CheckReport& report, Format format) {
  if (format == Format::json) {
    write_line(console::out, {{"summary", report_columns().object(report)}});
  } else {
    say(console::out, message("{0} {0:game|games} replayed, {1} {1:problem|problems}", report.games,
                              report.problems));
  }
  return report.problems ? ExitStatus::wrong : ExitStatus::done;
}

/// Compares the tournaments with their plans. A plan that cannot be made because a file is missing
/// is reported, but is no damage of the database.
void check_plans(const db::Store& store, const CheckCommand& command, db::CheckReport& report) {
  for (const db::StoredTournament& event : db::stored_tournaments(store)) {
    if (!console::out) break;
    try {
      report.problems +=
          db::check_plan(store, event, [&](const db::PlanFinding& finding) {
            print({"plan", finding.game, message("event '{0}': {1}", event.name, finding.message)},
                  command.format);
          }).findings;
    } catch (const db::StoredPlanError& error) {
      ++report.problems;
      print({"plan", 0,
             "event '" + event.name + "': its plan cannot be read: " + error.reason.english()},
            command.format);
    } catch (const std::exception& error) {
      print_message(message("note: the tournament '{0}' is not compared with its plan: {1}",
                            printable(event.name), printable(message_of(error), 4096)));
    }
  }
}

/// Games that may be stored twice are no damage.
void note_twins(const db::Store& store) {
  const auto twins = db::twin_games(store);
  const auto count =
      static_cast<std::size_t>(std::count_if(twins.begin(), twins.end(), [](const auto& pair) {
        return !pair.has_same_names;  // the check reports these
      }));
  if (count > 0) {
    print_note(
        message("{0} {0:game is|games are} stored twice, once with fewer tags known; "
                "'schiri db query duplicates' lists them",
                count));
  }
}

db::CheckReport replay_all(const db::Store& store, const CheckCommand& command) {
  ProgressLine progress(message("games"));
  const auto tell = [&](const db::Inconsistency& problem) {
    print(problem, command.format);
    return bool(console::out);
  };
  return db::check(store, command.threads, tell,
                   [&](std::uint64_t done, std::uint64_t total) { progress.count(done, total); });
}

ExitStatus run_check(const CheckCommand& command) {
  try {
    const db::Store store(command.db, db::Store::Mode::read);
    const auto snapshot = store.snapshot();  // another program may be writing
    db::CheckReport report = replay_all(store, command);
    check_plans(store, command, report);
    if (report.problems == 0) note_twins(store);
    const ExitStatus status = finish(report, command.format);
    note_unknown(report.unknown, Unknown::skipped, command.game);
    return status;
  } catch (const db::StoreUntrusted& error) {
    for (const Message& reason : error.reasons) print({"schema", 0, reason}, command.format);
    return finish({0, error.reasons.size()}, command.format);
  } catch (const db::StoreDamaged& error) {
    print({"file", 0, error.what()}, command.format);
    return finish({0, 1}, command.format);
  }
}

}  // namespace

void add_db_check(Command& db) {
  const auto [command, options] =
      db.add<CheckCommand>("check", "Check a database for damage, and replay every game",
                           "--db e.db", "database", run_check);
  add_database(command, options.db, "Check this database");
  add_threads(command, options.threads, "Replay games on N threads");
  add_replayed_game(command, options.game);
  command.add_format(options.format);
  command.prints(problem_columns);
  command.prints(report_columns, "`summary`, at the end");
}

}  // namespace schiri::cli
