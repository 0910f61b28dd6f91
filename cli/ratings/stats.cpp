#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/line/command.h"
#include "cli/print/json.h"
#include "cli/ratings/stats_options.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "cli/tournament/tournament_command.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/rating/numerics/scale.h"
#include "core/rating/tests/match_stats.h"
#include "core/rating/tests/power.h"
#include "core/rating/tests/sprt.h"
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

struct PowerCommand {
  rating::PowerOptions test;
  double elo = 0;
  double draw_rate = 0;
  bool draw_rate_given = false;
  MatchOptions earlier;  ///< results from which the spread is estimated
  Format format = Format::text;
};

std::string units_text(const rating::MatchCounts& counts) {
  return counted(counts.units(), counts.pairs() ? "pair" : "game");
}

std::string decision_text(const rating::SprtState& state) {
  if (!state.decision) return "no decision yet";
  return *state.decision == rating::SprtDecision::h1 ? "H1 is accepted" : "H0 is accepted";
}

Json decision_or_null(const rating::SprtState& state) {
  if (!state.decision) return {};
  return *state.decision == rating::SprtDecision::h1 ? "H1" : "H0";
}

/// Prints the sequential test of a tournament from its stored games.
ExitStatus run_event_sprt(const SprtCommand& command) {
  const db::Store store(command.db, db::Store::Mode::read);
  const db::StoredEvent event = choose_tournament(store, command.event);
  const Contest contest = db::stored_contest(store, event);
  const auto verdict = sprt_verdict(store, event, contest);
  if (!verdict) {
    throw InputError(message("the tournament '{0}' of {1} has no sequential test (--sprt)",
                             printable(event.name), store.path()));
  }
  if (command.format == Format::json) {
    write_line(std::cout, verdict->json());
  } else {
    std::cout << translated(verdict->state_text()) << '\n' << translated(verdict->text()) << '\n';
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
    write_line(std::cout, {{"llr", state.llr},
                           {"lower", state.lower},
                           {"upper", state.upper},
                           {"decision", decision_or_null(state)},
                           {"units", counts.units()},
                           {"scale", state.scale}});
    return ExitStatus::done;
  }
  std::cout << "LLR " << rounded_text(state.llr, 3) << " (" << rounded_text(state.lower, 3) << ", "
            << rounded_text(state.upper, 3) << ") after " << units_text(counts) << ": "
            << decision_text(state) << "\nH0: " << test.elo0 << ", H1: " << test.elo1 << "; "
            << state.scale << '\n';
  return ExitStatus::done;
}

rating::UnitSpread spread_of(const PowerCommand& command) {
  const bool seen = command.earlier.is_given();
  if (seen && command.draw_rate_given) {
    throw InputError(message("--draw-rate: not with --wdl or --penta, which determine the spread"));
  }
  if (seen) {
    if (const auto spread = rating::spread_of(command.earlier.counts())) return *spread;
    throw InputError(message("the spread of these results is unknown: all results are equal"));
  }
  if (!(command.draw_rate >= 0 && command.draw_rate < 1)) {
    throw InputError(message("--draw-rate: expected a share from 0 to less than 1"));
  }
  if (const auto spread = rating::spread_of_games(command.elo, command.draw_rate)) return *spread;
  const double score = rating::expected_score(command.elo);
  throw InputError(
      message("--draw-rate: at a score of {0} % at most {1} % of the games can be draws",
              Decimal{rounded_text(100 * score, 1)},
              Decimal{rounded_text(200 * std::min(score, 1 - score), 1)}));
}

ExitStatus run_power(const PowerCommand& command) {
  if (const auto complaint = complaint_about(command.test)) throw InputError(*complaint);
  if (!(std::abs(command.elo) > 0 && std::abs(command.elo) <= 2000)) {
    throw InputError(message("--elo: expected a difference up to 2000, and not 0"));
  }
  const auto units = units_needed(command.elo, spread_of(command), command.test);
  if (!units)
    throw InputError(
        message("--elo: the difference is too small to be shown by any number of games"));
  const bool pairs = !command.earlier.penta.empty();
  const std::uint64_t games = pairs ? 2 * *units : *units;
  if (command.format == Format::json) {
    write_line(std::cout, {{"elo", command.elo},
                           {"games", games},
                           {"pairs", pairs ? *units : (games + 1) / 2},
                           {"score", rating::expected_score(command.elo)},
                           {"alpha", command.test.alpha},
                           {"power", command.test.power},
                           {"two_sided", command.test.two_sided}});
    return ExitStatus::done;
  }
  std::cout << counted(games, "game") << " (" << counted(pairs ? *units : (games + 1) / 2, "pair")
            << ") show a difference of " << significant_text(command.elo, 6) << " Elo, "
            << rounded_text(100 * rating::expected_score(command.elo), 1) << " % of the points, in "
            << significant_text(100 * command.test.power, 6)
            << " % of the cases;\nequal players look "
            << (command.test.two_sided ? "different" : "so") << " in "
            << significant_text(100 * command.test.alpha, 6) << " %\n";
  return ExitStatus::done;
}

}  // namespace

void add_stats(Command& app, ExitStatus& status) {
  Command* stats = app.add_subcommand("stats", "Compute statistics of a match between two players");
  stats->footer("Example: schiri stats elo --wdl 512,301,422\nManual: schiri help ratings");
  stats->require_subcommand(1);

  auto test = std::make_shared<SprtCommand>();
  Command* command =
      stats->add_subcommand("sprt", "Compute a sequential test of the first player (GSPRT)");
  test->test.add_to(*command);
  test->results.add_to(*command);
  const auto own = command->options();
  Option* const db = command->add_file(
      "--db", test->db, "Use the test of a tournament of this database (status 0, 1, 4)");
  command->add_option("--event", test->event,
                      "Select the tournament by its event name (the only one)");
  for (Option* const option : own) db->excludes(option);
  command->add_format(test->format);
  command->footer(
      "Example: schiri stats sprt --elo0 0 --elo1 5 --penta 12,80,210,95,18\nManual: schiri help "
      "tournaments");
  command->callback([test, &status] { status = run_sprt(*test); });

  add_stats_elo(*stats, status);
  add_stats_plan(*stats, status);

  auto power = std::make_shared<PowerCommand>();
  command = stats->add_subcommand("power", "Compute the number of games that show a difference");
  command->add_option("--elo", power->elo, "Set the difference, in logistic Elo")->required();
  Option* draw_rate = command->add_option("--draw-rate", power->draw_rate,
                                          "Set the share of drawn games, from 0 to 1 (0)");
  command->add_option("--alpha", power->test.alpha,
                      "Set the probability of a false positive (0.05)");
  command->add_option("--power", power->test.power,
                      "Set the probability of detecting the difference (0.8)");
  command->add_flag("--two-sided", power->test.two_sided,
                    "Test for a difference in either direction");
  power->earlier.add_to(*command);
  command->add_format(power->format);
  command->footer(
      "Example: schiri stats power --elo 10 --draw-rate 0.4\nManual: schiri help tournaments");
  command->callback([power, draw_rate, &status] {
    power->draw_rate_given = draw_rate->given();
    status = run_power(*power);
  });
}

}  // namespace schiri::cli
