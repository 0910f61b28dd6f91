#include "core/rating/models/bt.h"
#include "core/rating/numerics/scale.h"
#include "notation/contest/contest.h"
#include "tests/catch.h"

namespace contest_coverage_test {

/// The results of an event of equal bots with this seed.
rating::GameCounts play_event(const std::string& bot, std::uint64_t seed, std::uint64_t rounds) {
  TournamentConfig config;
  config.name = "equal";
  config.game = "creeper";
  config.variant = "standard";
  config.rounds = rounds;
  config.seed = seed;
  for (const char* name : {"a", "b", "c", "d"}) {
    config.bots.push_back(parse_bot_spec(bot + " name=" + name));
  }
  const Contest contest(config);
  const auto schedule = contest.schedule();
  WorkerPlayers lineup = contest.lineup();
  rating::GameCounts counts("creeper", "standard", {"a", "b", "c", "d"});
  std::optional<Outcome> first;
  for (std::uint64_t number = 1; number <= schedule->games(); ++number) {
    const ScheduledGame game = schedule->game(number);
    const auto played = contest.play(game, lineup, "2026.01.01", monotonic_time, {});
    const auto outcome = outcome_of(played->record.result);
    REQUIRE(outcome);
    const auto white = static_cast<rating::PlayerId>(game.white);
    const auto black = static_cast<rating::PlayerId>(game.black);
    counts.add_opening(game.opening, white, black, *outcome);
    if (game.leg == 2) counts.add_pairs(black, white, *first, *outcome, 1);
    first = outcome;
  }
  counts.finish();
  return counts;
}

TEST_CASE("contest: in events of equal bots errors cover the truth", "[long]") {
  constexpr int events = 400;
  std::vector<rating::BtList> lists;
  for (int event = 0; event < events; ++event) {
    const auto counts = play_event("random", 1000 + static_cast<std::uint64_t>(event), 25);
    lists.push_back(rating::rate_bt(counts).at(0));
  }
  double truth = 0;
  for (const auto& list : lists) truth += list.first_move_advantage / events;
  double first_move = 0, ratings = 0;
  for (const auto& list : lists) {
    first_move += std::abs(list.first_move_advantage - truth) <= *list.first_move_advantage_error;
    for (const auto& player : list.players) {
      ratings += std::abs(*player.rating - rating::mean_rating) <= *player.error ? 0.25 : 0;
    }
  }
  CAPTURE(first_move / events, ratings / events, truth);
  CHECK(first_move >= 0.93 * events);
  CHECK(first_move <= 0.975 * events);
  CHECK(ratings >= 0.93 * events);
  CHECK(ratings <= 0.97 * events);
}

}  // namespace contest_coverage_test
