#include <memory>
#include <optional>

#include "cli/input/unknown_rules.h"
#include "cli/line/start.h"
#include "cli/line/table_options.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
#include "db/games/store.h"
#include "db/tournament/plan_check.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"
#include "notation/text/record_cells.h"

namespace schiri::cli {

namespace {

struct VerifyOptions {
  std::string db;
  std::string game;
  std::optional<std::string> event;
  Format format = Format::text;
};

struct FindingRow {
  const db::StoredTournament& event;
  const db::PlanFinding& finding;
};

const Columns<FindingRow>& finding_columns() {
  using Row = const FindingRow&;
  static const Columns<FindingRow> columns = {
      {{"event", {}, Holds::text, "name of the tournament"},
       [](Row row) { return row.event.name; }},
      {{"number",
        {},
        Holds::count,
        "of the game in its tournament; null if it is none of the plan"},
       [](Row row) { return row.finding.number ? Cell(row.finding.number) : Cell(); }},
      {{"round", {}, Holds::text, "as stored"},
       [](Row row) { return record_round(row.finding.round); }},
      {{"board", {}, Holds::text, "as stored"},
       [](Row row) { return record_board(row.finding.round); }},
      {{"message", {}, Holds::text, "one line of text"},
       [](Row row) { return row.finding.message; }}};
  return columns;
}

struct ReportRow {
  const db::StoredTournament& event;
  const db::PlanReport& report;
};

const Columns<ReportRow>& report_columns() {
  using Row = const ReportRow&;
  static const Columns<ReportRow> columns = {
      {{"event", {}, Holds::text, "name of the tournament"},
       [](Row row) { return row.event.name; }},
      {{"games", {}, Holds::count, "games compared with the plan"},
       [](Row row) { return row.report.games; }},
      {{"missing", {}, Holds::count, "games to be played"},
       [](Row row) { return row.report.missing; }},
      {{"findings", {}, Holds::count}, [](Row row) { return row.report.findings; }}};
  return columns;
}

void print_finding(const db::StoredTournament& event, const db::PlanFinding& finding,
                   const VerifyOptions& options) {
  if (options.format == Format::json) {
    return write_line(console::out, finding_columns().object({event, finding}));
  }
  Message game = finding.number > 0 ? message("game {0}", finding.number)
                 : finding.game > 0 ? message("imported game {0}", finding.game)
                                    : Message();
  if (finding.game > 0) game = message("{0} (round {1})", game, printable(finding.round));
  say(console::out,
      message("{0}: {1}", listed(printable(event.name), game), printable(finding.message, 4096)));
}

/// Returns true if the games follow the plan.
bool verify_tournament(const db::Store& store, const db::StoredTournament& event,
                       const VerifyOptions& options, UnknownRules& unknown) {
  const db::PlanReport report = db::check_plan(store, event, [&](const db::PlanFinding& finding) {
    print_finding(event, finding, options);
  });
  if (!report.unknown_game.empty() && report.games > 0)
    unknown[report.unknown_game] += report.games;
  if (options.format == Format::json) {
    write_line(console::out, {{"summary", report_columns().object({event, report})}});
  } else {
    Message text =
        message("{0}: {1} {1:game|games} compared with the plan, {2} {2:finding|findings}",
                printable(event.name), report.games, report.findings);
    if (report.missing > 0) {
      text = joined(text, message("{0} {0:game|games} still to be played", report.missing));
    }
    say(console::out, text);
  }
  return report.findings == 0;
}

ExitStatus verify(const VerifyOptions& options) {
  const db::Store store(options.db, db::Store::Mode::read);
  const auto snapshot = store.snapshot();  // another program may be playing
  ExitStatus status = ExitStatus::done;
  bool any = false;
  UnknownRules unknown;
  NearestName nearest(options.event.value_or(""));
  for (const db::StoredTournament& event : db::stored_tournaments(store)) {
    nearest.look_at(event.name);
    if (options.event && event.name != *options.event) continue;
    any = true;
    if (!verify_tournament(store, event, options, unknown)) status = ExitStatus::wrong;
  }
  note_unknown(unknown, Unknown::skipped, options.game);
  if (any) return status;
  throw InputError(options.event ? joined(message("no tournament '{0}' in {1}",
                                                  printable(*options.event), options.db),
                                          known_names(nearest))
                                 : message("{0} has no tournament", options.db));
}

}  // namespace

void add_tournament_verify(Command& tournament) {
  const auto [command, options] = tournament.add<VerifyOptions>(
      "verify", "Compare stored games with the plan of a tournament, and replay them",
      "--db event.db", "tournaments", verify);
  add_database(command, options.db, "Read the tournaments of this database");
  command.add_option("--event", options.event,
                     "Verify only the tournament with this event name (all)");
  add_replayed_game(command, options.game);
  command.add_format(options.format);
  command.prints(finding_columns);
  command.prints(report_columns, "`summary`, of each tournament");
}

}  // namespace schiri::cli
