#include "cli/tournament/live/report.h"

#include "tests/catch.h"

namespace live_report_test {

using namespace schiri::cli;

TEST_CASE("tournament report: unreliable clocks are reported") {
  const auto [thought, descheduled, is_trusted] = GENERATE(table<int, int, bool>(
      {{10000, 400, true}, {10000, 600, false}, {100, 90, true}, {0, 0, true}, {0, 200, false}}));
  TournamentConfig config;
  config.name = "E";
  config.game = "creeper";
  config.bots = {parse_bot_spec("random"), parse_bot_spec("greedy")};
  const Contest contest(config);
  db::StoredTournament event;
  event.spans = {{1, 1}};
  TournamentReport report(contest, event);
  ContestGame game;
  game.times[0] = {std::chrono::milliseconds(thought)};
  game.descheduled = std::chrono::milliseconds(descheduled);
  report.game_stored({contest.schedule()->game(1), {}, {}}, game, {});
  CHECK(report.doubt().empty() == is_trusted);
  std::ostringstream printed;
  report.print(printed, true);
  CHECK((printed.str().find("the clocks cannot be trusted") == std::string::npos) == is_trusted);
}

}  // namespace live_report_test
