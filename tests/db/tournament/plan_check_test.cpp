#include "db/tournament/plan_check.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/db/tournament/small_tournament.h"

namespace plan_check_test {

using namespace schiri::db;

struct Checked {
  PlanReport report;
  std::string findings;
};

Checked check(SmallTournament& tournament) {
  Checked checked;
  checked.report =
      check_plan(tournament.store(), tournament.event(), [&](const PlanFinding& finding) {
        checked.findings += std::to_string(finding.number) + ": " + finding.message + '\n';
      });
  return checked;
}

void change(SmallTournament& tournament, const std::string& sql) {
  SQLite::Database database(tournament.store().path(), SQLite::OPEN_READWRITE);
  database.exec("PRAGMA foreign_keys = OFF");
  database.exec(sql);
}

TEST_CASE("plan check: a changed game is found") {
  const auto [sql, expected] = GENERATE(table<std::string, std::string>({
      {"UPDATE game SET white_id = black_id, black_id = white_id WHERE number = 3", "3: White is"},
      {"UPDATE game SET round = '9.1' WHERE number = 3", "3: Round is '9.1'"},
      {"UPDATE game SET tags = replace(tags, '\"Seed\",\"1\"', '\"Seed\",\"2\"') WHERE number = 3",
       "3: Seed is '2'"},
      {"UPDATE game SET number = 21, id = 21 WHERE number = 3;"
       "UPDATE movetext SET game_id = 21 WHERE game_id = 3",
       "21: the tournament has no game of this number"},
  }));
  CAPTURE(sql);
  SmallTournament tournament;
  tournament.play();
  change(tournament, sql);
  const Checked checked = check(tournament);
  CHECK_THAT(checked.findings, contains_text(expected));
  CHECK(checked.report.findings > 0);
}

TEST_CASE("plan check: after a missing game later rounds cannot be checked") {
  SmallTournament tournament(R"("system": "swiss", "rounds": 2)");
  tournament.play();
  change(tournament, "DELETE FROM movetext WHERE game_id = 2; DELETE FROM game WHERE number = 2");
  const Checked checked = check(tournament);
  CHECK_THAT(checked.findings, contains_text("games of earlier rounds that determine it"));
  CHECK(checked.report.missing == 1);
}

}  // namespace plan_check_test
