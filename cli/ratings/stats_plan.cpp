#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "cli/line/table_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/ratings/stats_options.h"
#include "core/base/decimals.h"
#include "core/base/errors.h"
#include "core/base/text.h"
#include "core/process/processors.h"
#include "core/rating/sequential/sprt_plan.h"
#include "db/tournament/stored_plan.h"
#include "notation/text/printable.h"
#include "notation/text/row_text.h"

namespace schiri::cli {

namespace {

struct PlanCommand {
  TestOptions test;
  double elo = 0;  ///< the true strength
  MatchOptions results;
  std::optional<double> draw_rate;
  StoredMatchOptions stored;
  std::optional<double> games_per_hour;
  std::optional<unsigned> threads;
  std::uint64_t tests = 2000;
  std::uint64_t seed = 1;
  Format format = Format::text;
};

/// What an earlier tournament shows for the plan.
struct EarlierMatch {
  rating::MatchCounts counts;
  std::optional<rating::SprtOptions> test;
  std::optional<double> seconds;  ///< thinking time of a game
};

/// The numbers of a plan, in games.
struct Plan {
  rating::SprtOptions test;
  bool pairs = true;
  rating::SprtForecast forecast;
  std::optional<double> games_per_hour;

  std::uint64_t games(double units) const {
    return static_cast<std::uint64_t>(std::llround(pairs ? 2 * units : units));
  }
  std::optional<double> hours(double units) const {
    if (!games_per_hour) return std::nullopt;
    return static_cast<double>(games(units)) / *games_per_hour;
  }
  /// `15261 +- 673 (25 hours)`
  Message text(const rating::SimulatedFigure& units) const {
    const auto time = hours(units.value);
    const Message number = message("{0} +- {1}", games(units.value), games(units.error));
    return time ? message("{0} ({1} hours)", number, Decimal{significant_text(*time, 2)}) : number;
  }
};

std::optional<EarlierMatch> earlier_match(const PlanCommand& command) {
  command.stored.require_db();
  if (!command.stored.is_given()) return std::nullopt;
  StoredMatch match = read_match(command.stored);
  if (match.summary.counts.units() == 0) {
    const std::string event = printable(match.title), player = printable(match.player),
                      opponent = printable(match.opponent);
    throw InputError(
        match.summary.counts.pairs()
            ? message("the tournament '{0}' has no pair of games of {1} and {2}", event, player,
                      opponent)
            : message("the tournament '{0}' has no games of {1} and {2}", event, player, opponent));
  }
  return EarlierMatch{std::move(match.summary.counts), match.test, match.seconds};
}

rating::SprtOptions planned_test(const PlanCommand& command,
                                 const std::optional<EarlierMatch>& earlier) {
  if (command.test.is_given()) return command.test.checked();
  if (earlier && earlier->test) return *earlier->test;
  throw InputError(message("specify --elo0 and --elo1"));
}

/// The results of a unit under the true strength. Without earlier results, pairs of independent
/// games.
rating::Distribution true_results(const PlanCommand& command, rating::SprtModel model,
                                  const std::optional<EarlierMatch>& earlier) {
  if (command.draw_rate && command.results.is_given()) {
    throw InputError(message("--draw-rate: not with --wdl or --penta, which determine the spread"));
  }
  if (command.results.is_given() && command.results.counts().units() == 0) {
    throw InputError(message("{0}: the results of at least one game are required",
                             command.results.wdl.empty() ? "--penta" : "--wdl"));
  }
  const double draw_rate = command.draw_rate.value_or(0);
  if (!(draw_rate >= 0 && draw_rate < 1)) {
    throw InputError(message("--draw-rate: expected a share from 0 to less than 1"));
  }
  if (!(std::abs(command.elo) <= 2000)) {
    throw InputError(message("--elo: expected a number from -2000 to 2000"));
  }
  const auto results =
      command.results.is_given()      ? results_at(command.results.counts(), command.elo, model)
      : earlier && !command.draw_rate ? results_at(earlier->counts, command.elo, model)
                                      : rating::pair_results_at(draw_rate, command.elo, model);
  if (results) return *results;
  const Decimal elo{significant_text(command.elo, 6)};
  throw InputError(model == rating::SprtModel::normalized
                       ? message("--elo: no results have a normalized difference of {0}", elo)
                       : message("--elo: no results have a difference of {0}", elo));
}

std::optional<double> speed(const PlanCommand& command,
                            const std::optional<EarlierMatch>& earlier) {
  if (command.games_per_hour) return command.games_per_hour;
  if (!earlier || !earlier->seconds || !(*earlier->seconds > 0)) return std::nullopt;
  const auto here = static_cast<unsigned>(std::max<std::size_t>(usable_processors().size(), 1));
  return 3600 / *earlier->seconds * command.threads.value_or(here);
}

Plan plan_of(const PlanCommand& command) {
  if (command.threads && !command.stored.is_given()) {
    throw InputError(
        message("--threads: specify a tournament with --db FILE, or use --games-per-hour"));
  }
  const auto earlier = earlier_match(command);
  const rating::SprtOptions test = planned_test(command, earlier);
  const rating::Distribution results = true_results(command, test.model, earlier);
  return {test, results.scores.size() == 5, sprt_plan(results, test, command.tests, command.seed),
          speed(command, earlier)};
}

struct PlanRow {
  const Plan& plan;
  const PlanCommand& command;
};

const Columns<PlanRow>& plan_columns() {
  using Row = const PlanRow&;
  static const Columns<PlanRow> columns = {
      {{"pass", {}, Holds::share, "probability that H1 is accepted"},
       [](Row row) { return row.plan.forecast.pass.value; }},
      {{"pass_error", {}, Holds::share, "its Monte-Carlo error: half of a 95 % interval"},
       [](Row row) { return row.plan.forecast.pass.error; }},
      {{"games", {}, Holds::count, "expected number of games"},
       [](Row row) { return row.plan.games(row.plan.forecast.units.value); }},
      {{"games_error", {}, Holds::count, "its Monte-Carlo error"},
       [](Row row) { return row.plan.games(row.plan.forecast.units.error); }},
      {{"games95", {}, Holds::count, "number of games that suffices in 95 % of tests"},
       [](Row row) { return row.plan.games(row.plan.forecast.units95.value); }},
      {{"games95_error", {}, Holds::count, "its Monte-Carlo error"},
       [](Row row) { return row.plan.games(row.plan.forecast.units95.error); }},
      {{"hours", {}, Holds::number, "time of `games`; null if the speed is unknown"},
       [](Row row) { return row.plan.hours(row.plan.forecast.units.value); }},
      {{"hours95", {}, Holds::number, "time of `games95`"},
       [](Row row) { return row.plan.hours(row.plan.forecast.units95.value); }},
      {{"games_per_hour", {}, Holds::number, "the speed"},
       [](Row row) { return row.plan.games_per_hour; }},
      {{"elo", {}, Holds::rating, "true difference"}, [](Row row) { return row.command.elo; }},
      {{"settings", {}, Holds::text, "the test, complete"},
       [](Row row) { return write_sprt_options(row.plan.test); }},
      {{"tests", {}, Holds::count, "simulated tests"}, [](Row row) { return row.command.tests; }},
      {{"seed", {}, Holds::count, "of the simulation"}, [](Row row) { return row.command.seed; }}};
  return columns;
}

ExitStatus run_plan(const PlanCommand& command) {
  const Plan plan = plan_of(command);
  const auto& [pass, units, units95] = plan.forecast;
  if (command.format == Format::json) {
    write_line(console::out, plan_columns().object({plan, command}));
    return ExitStatus::done;
  }
  const bool normalized = plan.test.model == rating::SprtModel::normalized;
  const auto elo = [](double value) { return Decimal{significant_text(value, 6)}; };
  const Message counted_by = plan.pairs ? message("pairs of games") : message("games");
  for (const Message& line :
       {message("H1 is accepted with a probability of {0} +- {1} %",
                Decimal{rounded_text(100 * pass.value, 1)},
                Decimal{rounded_text(100 * pass.error, 1)}),
        message("expected number of games: {0}", plan.text(units)),
        message("95 % of tests end within this number of games: {0}", plan.text(units95)),
        message("H0: {0}, H1: {1}, truth: {2}; {3}; {4} simulated tests, with 95 % Monte-Carlo "
                "errors",
                elo(plan.test.elo0), elo(plan.test.elo1), elo(command.elo),
                normalized ? message("normalized Elo, counted by {0}", counted_by)
                           : message("logistic Elo, counted by {0}", counted_by),
                command.tests)}) {
    say(console::out, line);
  }
  return ExitStatus::done;
}

}  // namespace

void add_stats_plan(Command& stats) {
  const auto [command, plan] = stats.add<PlanCommand>(
      "plan", "Simulate how many games a sequential test takes",
      "--elo0 0 --elo1 5 --elo 3 --draw-rate 0.4 --games-per-hour 600", "tournaments", run_plan);
  command.add_option("--elo", plan.elo, "Set the true difference, in the Elo of the model")
      ->required();
  plan.test.add_to(command);
  plan.results.add_to(command);
  command.add_option("--draw-rate", plan.draw_rate,
                     "Set the share of draws between equal players, from 0 to 1 (0)");
  plan.stored.add_to(command);
  command
      .add_option("--games-per-hour", plan.games_per_hour,
                  "Set the speed (from the thinking times of --db)")
      ->above_zero();
  command
      .add_option("-j,--threads", plan.threads,
                  "Set the number of games at once, for the speed (number of processors)")
      ->range(1, 1024);
  command
      .add_option("--tests", plan.tests,
                  "Simulate N tests; four times as many halve the errors (2000)")
      ->range(10, 1'000'000);
  command.add_option("--seed", plan.seed, "Set the seed of the simulation (1)");
  command.add_format(plan.format);
  command.prints(plan_columns);
}

}  // namespace schiri::cli
