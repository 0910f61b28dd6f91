#include "cli/tournament/results/junit_report.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cli/line/argument_files.h"
#include "cli/print/output_file.h"
#include "cli/tournament/results/failure_table.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "core/base/date.h"
#include "core/base/decimals.h"
#include "core/tournament/stop_rule.h"
#include "core/tournament/systems.h"
#include "db/query/filtered_games.h"
#include "db/query/results.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/board/diagram.h"
#include "notation/rating/match_block.h"
#include "notation/records/pgn/turn_data.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// A test case and its verdict.
struct Case {
  std::string group;  ///< `classname`
  std::string name;
  std::string verdict = {};  ///< `failure`, `skipped`, or empty: passed
  std::string type = {};
  std::string message = {};
  double seconds = 0;  ///< thinking time of its games
};

std::string seconds_text(double seconds) { return fixed_text(seconds, 3); }

/// What the stored games of a tournament took.
struct PlayedTimes {
  std::string begin = "1970-01-01T00:00:00";  ///< midnight of the first game's date
  double seconds = 0;
  std::map<std::pair<std::string, std::string>, double> pairings;  ///< by names in their order
  std::map<std::int64_t, double> failures;                         ///< of games lost by one, by id
};

PlayedTimes played_times(const db::Store& store, const db::StoredTournament& event,
                         const std::vector<db::FailureGameRow>& lost) {
  PlayedTimes times;
  for (const db::FailureGameRow& game : lost) times.failures[game.id] = 0;
  bool is_first = true;
  db::visit_records(store, {.events = {event.name}}, [&](const db::StoredRecord& game) {
    std::string day = day_of_time(game.record.tag("Date"));
    std::replace(day.begin(), day.end(), '.', '-');
    if (is_first && !day.empty()) times.begin = day + "T00:00:00";
    is_first = false;
    const double seconds = thinking_time(game.record).value_or(0);
    std::string white(game.record.tag("White")), black(game.record.tag("Black"));
    if (black < white) std::swap(white, black);
    times.seconds += seconds;
    times.pairings[{std::move(white), std::move(black)}] += seconds;
    const auto failure = times.failures.find(game.id);
    if (failure != times.failures.end()) failure->second = seconds;
    return true;
  });
  return times;
}

std::string attribute(const std::string& name, const std::string& value) {
  return ' ' + name + "=\"" + xml_text(printable(value, 4096)) + '"';
}

Case completeness(const db::StoredTournament& event) {
  Case whole{event.name, "all games are played"};
  if (event.stored >= event.planned()) return whole;
  whole.verdict = "skipped";
  whole.type = "incomplete";
  whole.message =
      std::to_string(event.stored) + " of " + std::to_string(event.planned()) + " games are stored";
  return whole;
}

Case test_case(const db::StoredTournament& event, const TournamentConfig& config,
               const SprtVerdict& verdict) {
  Case test{event.name, config.bots[verdict.player()].name + " against " + config.bots.back().name +
                            ", sequential"};
  if (verdict.status() == ExitStatus::done) return test;
  const bool failed = verdict.status() == ExitStatus::wrong;
  test.verdict = failed ? "failure" : "skipped";
  test.type = failed ? "H0" : "undecided";
  test.message = verdict.decision_text().english() + ": " + verdict.state_text().english() + "; " +
                 verdict.text().english();
  return test;
}

Case lost_game(const std::string& database, const db::StoredTournament& event,
               const db::FailureGameRow& game, double seconds) {
  const std::string id = std::to_string(game.id);
  return {event.name + ".games",
          "game " + id + ", round " + game.round + ": " + game.white + " - " + game.black,
          "failure",
          game.termination,
          game.player + " lost by " + game.termination + ": " + game.remark +
              last_error_note(game.standard_error) + "; see schiri replay --turn -1 --db " +
              shell_word(database) + " --id " + id,
          seconds};
}

std::vector<Case> cases_of(const std::string& database, const db::Store& store,
                           const db::StoredTournament& event, const Contest& contest,
                           const std::vector<db::FailureGameRow>& lost, const PlayedTimes& times) {
  std::vector<Case> cases{completeness(event)};
  cases.front().seconds = times.seconds;
  if (const auto verdict = sprt_verdict(store, event, contest)) {
    cases.push_back(test_case(event, contest.config(), *verdict));
  }
  for (const auto& [players, seconds] : times.pairings) {
    Case pairing{event.name + ".pairings", players.first + " - " + players.second};
    pairing.seconds = seconds;
    cases.push_back(std::move(pairing));
  }
  for (const db::FailureGameRow& game : lost) {
    cases.push_back(lost_game(database, event, game, times.failures.at(game.id)));
  }
  return cases;
}

void write_properties(std::ostream& out, const db::Store& store, const db::StoredTournament& event,
                      const Contest& contest) {
  const TournamentConfig& config = contest.config();
  std::vector<std::pair<std::string, std::string>> properties = {
      {"game", config.game},
      {"variant", config.variant},
      {"system", std::string(system_name(config.system))},
      {"seed", std::to_string(config.seed)},
      {"games", std::to_string(event.stored)}};
  if (match_of(config)) {
    for (auto& figure : match_figures(db::stored_match(store, event, config, 0, 1))) {
      if (figure.first != "games") properties.push_back(std::move(figure));
    }
  }
  if (const auto verdict = sprt_verdict(store, event, contest)) {
    const auto figures = verdict->figures();
    properties.insert(properties.end(), figures.begin(), figures.end());
  }
  out << "    <properties>\n";
  for (const auto& [name, value] : properties) {
    out << "      <property" << attribute("name", name) << attribute("value", value) << "/>\n";
  }
  out << "    </properties>\n";
}

void write_case(std::ostream& out, const Case& one) {
  out << "    <testcase" << attribute("classname", one.group) << attribute("name", one.name)
      << attribute("time", seconds_text(one.seconds));
  if (one.verdict.empty()) {
    out << "/>\n";
    return;
  }
  out << ">\n      <" << one.verdict << attribute("type", one.type)
      << attribute("message", one.message) << "/>\n    </testcase>\n";
}

}  // namespace

void write_junit(std::ostream& out, const std::string& database, const db::Store& store,
                 const db::StoredTournament& told, const Contest& contest) {
  const db::StoredTournament event =
      db::find_tournament(store, told.name).value_or(told);  // the present state
  const auto lost = db::failure_games(store, event);
  const PlayedTimes times = played_times(store, event, lost);
  const std::vector<Case> cases = cases_of(database, store, event, contest, lost, times);
  const auto count = [&](const std::string& verdict) {
    return std::to_string(std::count_if(cases.begin(), cases.end(),
                                        [&](const Case& one) { return one.verdict == verdict; }));
  };
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite"
      << attribute("package", "schiri") << attribute("id", "0") << attribute("name", event.name)
      << attribute("timestamp", times.begin) << attribute("hostname", "localhost")
      << attribute("tests", std::to_string(cases.size())) << attribute("failures", count("failure"))
      << attribute("errors", "0") << attribute("skipped", count("skipped"))
      << attribute("time", seconds_text(times.seconds)) << ">\n";
  write_properties(out, store, event, contest);
  for (const Case& one : cases) write_case(out, one);
  out << "    <system-out/>\n    <system-err/>\n  </testsuite>\n</testsuites>\n";
}

void write_junit_file(const std::string& path, const std::string& database, const db::Store& store,
                      const db::StoredTournament& event, const Contest& contest) {
  OutputFile file(path);
  write_junit(file.stream(), database, store, event, contest);
  file.commit();
}

}  // namespace schiri::cli
