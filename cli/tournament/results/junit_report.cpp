#include "cli/tournament/results/junit_report.h"

#include <algorithm>
#include <string>
#include <vector>

#include "cli/print/output_file.h"
#include "cli/tournament/results/failure_table.h"
#include "cli/tournament/results/sprt_verdict.h"
#include "core/base/date.h"
#include "core/tournament/stop_rule.h"
#include "core/tournament/systems.h"
#include "db/query/filtered_games.h"
#include "db/query/results.h"
#include "db/tournament/played_games.h"
#include "db/tournament/stored_plan.h"
#include "notation/board/diagram.h"
#include "notation/rating/match_block.h"
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
};

std::string attribute(const std::string& name, const std::string& value) {
  return ' ' + name + "=\"" + xml_text(printable(value, 4096)) + '"';
}

Case completeness(const db::StoredEvent& event) {
  Case whole{event.name, "all games are played"};
  if (event.stored >= event.planned()) return whole;
  whole.verdict = "skipped";
  whole.type = "incomplete";
  whole.message =
      std::to_string(event.stored) + " of " + std::to_string(event.planned()) + " games are stored";
  return whole;
}

Case test_case(const db::StoredEvent& event, const TournamentConfig& config,
               const SprtVerdict& verdict) {
  Case test{event.name, config.bots[0].name + " against " + config.bots[1].name + ", sequential"};
  if (verdict.status() == ExitStatus::done) return test;
  const bool failed = verdict.status() == ExitStatus::wrong;
  test.verdict = failed ? "failure" : "skipped";
  test.type = failed ? "H0" : "undecided";
  test.message = verdict.decision_text().english() + ": " + verdict.state_text().english() + "; " +
                 verdict.text().english();
  return test;
}

Case lost_game(const db::StoredEvent& event, const db::FailureGameRow& game) {
  return {event.name + ".games",
          "game " + std::to_string(game.number) + ", round " + game.round + ": " + game.white +
              " - " + game.black,
          "failure", game.termination,
          game.player + " lost by " + game.termination + ": " + game.remark +
              last_error_note(game.standard_error)};
}

std::vector<Case> cases_of(const db::Store& store, const db::StoredEvent& event,
                           const Contest& contest) {
  std::vector<Case> cases{completeness(event)};
  if (const auto verdict = sprt_verdict(store, event, contest)) {
    cases.push_back(test_case(event, contest.config(), *verdict));
  }
  for (const db::FailureGameRow& game : db::failure_games(store, event)) {
    cases.push_back(lost_game(event, game));
  }
  return cases;
}

/// Midnight of the first game's date, if that is known.
std::string begin_of(const db::Store& store, const db::StoredEvent& event) {
  std::string begin = "1970-01-01";
  db::GameFilter filter;
  filter.events = {event.name};
  filter.limit = 1;
  db::visit_records(store, filter, [&](const db::StoredRecord& game) {
    std::string day = day_of_time(game.record.tag("Date"));
    std::replace(day.begin(), day.end(), '.', '-');
    if (!day.empty()) begin = day;
    return false;
  });
  return begin + "T00:00:00";
}

void write_properties(std::ostream& out, const db::Store& store, const db::StoredEvent& event,
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
      << attribute("time", "0");
  if (one.verdict.empty()) {
    out << "/>\n";
    return;
  }
  out << ">\n      <" << one.verdict << attribute("type", one.type)
      << attribute("message", one.message) << "/>\n    </testcase>\n";
}

}  // namespace

void write_junit(std::ostream& out, const db::Store& store, const db::StoredEvent& told,
                 const Contest& contest) {
  const db::StoredEvent event =
      db::find_event(store, told.name).value_or(told);  // the present state
  const std::vector<Case> cases = cases_of(store, event, contest);
  const auto count = [&](const std::string& verdict) {
    return std::to_string(std::count_if(cases.begin(), cases.end(),
                                        [&](const Case& one) { return one.verdict == verdict; }));
  };
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite"
      << attribute("package", "schiri") << attribute("id", "0") << attribute("name", event.name)
      << attribute("timestamp", begin_of(store, event)) << attribute("hostname", "localhost")
      << attribute("tests", std::to_string(cases.size())) << attribute("failures", count("failure"))
      << attribute("errors", "0") << attribute("skipped", count("skipped"))
      << attribute("time", "0") << ">\n";
  write_properties(out, store, event, contest);
  for (const Case& one : cases) write_case(out, one);
  out << "    <system-out/>\n    <system-err/>\n  </testsuite>\n</testsuites>\n";
}

void write_junit_file(const std::string& path, const db::Store& store, const db::StoredEvent& event,
                      const Contest& contest) {
  OutputFile file(path);
  write_junit(file.stream(), store, event, contest);
  file.commit();
}

}  // namespace schiri::cli
