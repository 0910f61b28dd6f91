#include <memory>
#include <optional>
#include <string>

#include "cli/line/command.h"
#include "cli/line/table_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/ratings/stats_options.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/rating/sequential/match_stats.h"
#include "core/rating/sequential/sprt.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct SprtCommand {
  TestOptions test;
  MatchOptions results;
  std::string db;  ///< or the test of a tournament
  std::optional<std::string> event;
  Format format = Format::text;
};

Message units_text(const rating::MatchCounts& counts) {
  return counts.pairs() ? message("{0} {0:pair|pairs}", counts.units())
                        : message("{0} {0:game|games}", counts.units());
}

Message decision_text(const rating::SprtState& state) {
  if (!state.decision) return message("no decision yet");
  return *state.decision == rating::SprtDecision::h1 ? message("H1 is accepted")
                                                     : message("H0 is accepted");
}

Json decision_or_null(const rating::SprtState& state) {
  if (!state.decision) return {};
  return *state.decision == rating::SprtDecision::h1 ? "H1" : "H0";
}

struct StateRow {
  const rating::SprtState& state;
  const rating::MatchCounts& counts;
};

const Columns<StateRow>& state_columns() {
  using Row = const StateRow&;
  static const Columns<StateRow> columns = {
      {{"llr", {}, Holds::number, "natural logarithm of the likelihood ratio"},
       [](Row row) { return row.state.llr; }},
      {{"lower", {}, Holds::number, "bound that decides for H0"},
       [](Row row) { return row.state.lower; }},
      {{"upper", {}, Holds::number, "bound that decides for H1"},
       [](Row row) { return row.state.upper; }},
      {{"decision", {}, Holds::text, "`H0` or `H1`; null before a decision"},
       [](Row row) { return decision_or_null(row.state); }},
      {{"units", {}, Holds::count, "games of `--wdl`, pairs of `--penta`"},
       [](Row row) { return row.counts.units(); }},
      {{"scale", {}, Holds::text, "sentence that says what the numbers mean"},
       [](Row row) { return row.state.scale.english(); }}};
  return columns;
}

/// Prints the sequential test of a tournament from its stored games.
ExitStatus run_event_sprt(const SprtCommand& command) {
  const db::Store store(command.db, db::Store::Mode::read);
  const db::StoredTournament event = choose_tournament(store, command.event);
  const Contest contest = db::stored_contest(store, event);
  const auto verdict = sprt_verdict(store, event, contest);
  if (!verdict) {
    throw InputError(message("the tournament '{0}' of {1} has no sequential test (--sprt)",
                             printable(event.name), store.path()));
  }
  if (command.format == Format::json) {
    write_line(console::out, verdict->json());
  } else {
    console::out << translated(verdict->state_text()) << '\n'
                 << translated(verdict->text()) << '\n';
  }
  return verdict->status();
}

ExitStatus run_sprt(const SprtCommand& command) {
  if (!command.db.empty()) return run_event_sprt(command);
  if (command.event) throw InputError(message("--event: specify the database with --db FILE"));
  if (!command.test.is_given())
    throw InputError(message("specify --elo0 and --elo1, or --db FILE"));
  const rating::SprtOptions test = command.test.checked();
  const rating::MatchCounts counts = command.results.counts();
  const rating::SprtState state = sprt(counts, test);
  if (command.format == Format::json) {
    write_line(console::out, state_columns().object({state, counts}));
    return ExitStatus::done;
  }
  const auto decimals = [](double number) { return Decimal{rounded_text(number, 3)}; };
  console::out << translated(message("LLR {0} ({1}, {2}) after {3}: {4}", decimals(state.llr),
                                     decimals(state.lower), decimals(state.upper),
                                     units_text(counts), decision_text(state)))
               << '\n'
               << translated(message("H0: {0}, H1: {1}; {2}", Decimal{shortest_text(test.elo0)},
                                     Decimal{shortest_text(test.elo1)}, state.scale))
               << '\n';
  return ExitStatus::done;
}

}  // namespace

void add_stats(Command& app) {
  Command& stats = app.add_group("stats", "Compute statistics of a match between two players",
                                 "Example: schiri stats elo --wdl 512,301,422", "ratings");

  const auto [command, test] =
      stats.add<SprtCommand>("sprt", "Compute a sequential test of the first player (GSPRT)",
                             "--elo0 0 --elo1 5 --penta 12,80,210,95,18", "tournaments", run_sprt);
  test.test.add_to(command);
  test.results.add_to(command);
  const auto own = command.options();
  Option* const db = command.add_file(
      "--db", test.db, "Use the test of a tournament of this database (status 0, 1, 4)");
  command.add_option("--event", test.event,
                     "Select the tournament by its event name (the only one)");
  for (Option* const option : own) db->excludes(option);
  command.add_format(test.format);
  command.prints(state_columns);
  command.prints(verdict_columns, "--db");

  add_stats_elo(stats);
  add_stats_plan(stats);
}

}  // namespace schiri::cli
