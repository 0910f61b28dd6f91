#include "core/bots/builtin.h"
#include "core/rating/models/bt.h"
#include "core/rating/numerics/scale.h"
#include "notation/contest/contest.h"
#include "notation/game_types.h"
#include "tests/catch.h"

namespace bots_test {

std::unique_ptr<Player> bot(const GameType& type, const std::string& name,
                            std::uint64_t nodes = 300) {
  BotSpec spec;
  spec.builtin = name;
  spec.nodes = nodes;
  return type.make_bot(spec);
}

constexpr std::size_t most_turns = 300;

/// Plays one game of limited length and returns its outcome.
Outcome play(const GameType& type, Player& white, Player& black, std::uint64_t seed,
             std::vector<std::string>* turns = nullptr) {
  Rng chance(derive_seed(seed, 2));
  const auto game = type.start(type.draw_start("", chance));
  white.new_game(derive_seed(seed, 0));
  black.new_game(derive_seed(seed, 1));
  while (!game->ending() && game->turns().size() < most_turns) {
    Player& mover = game->side_to_move() == Side::white ? white : black;
    REQUIRE_FALSE(game->play(mover.think(*game, {}, {}).turn));
  }
  if (turns) *turns = game->turns();
  return game->ending() ? game->ending()->outcome : Outcome::draw;
}

/// The points of the first of two players in this many games with alternating colours.
double points_of(const GameType& type, Player& first, Player& second, int games) {
  double points = 0;
  for (int game = 0; game < games; ++game) {
    const bool is_white = game % 2 == 0;
    const Outcome outcome = play(type, is_white ? first : second, is_white ? second : first,
                                 static_cast<std::uint64_t>(game));
    if (outcome == Outcome::draw) points += 0.5;
    if (outcome == win_for(is_white ? Side::white : Side::black)) points += 1;
  }
  return points;
}

TEST_CASE("bots: an unknown bot is rejected with a list of known ones") {
  BotSpec spec;
  spec.builtin = "genius";
  for (const GameType* type : game_types()) {
    CHECK_THROWS_WITH(type->make_bot(spec), contains_text("random, uct, greedy"));
  }
}

// A bot that searches with a network has no equal turns, so the seed has no effect.
TEST_CASE("bots: equal seeds give equal games and other seeds differ if turns are equal") {
  for (const GameType* type : game_types()) {
    for (const BuiltinBot& builtin : builtin_bots()) {
      const std::string name(builtin.name);
      const auto white = bot(*type, name), black = bot(*type, name);
      std::vector<std::string> first, again, other;
      play(*type, *white, *black, 1, &first);
      play(*type, *white, *black, 1, &again);
      play(*type, *white, *black, 2, &other);
      CHECK(first == again);
      if (name == "random" || name == "uct" || name == "greedy") CHECK(first != other);
    }
  }
}

TEST_CASE("bots: greedy plays a win in one") {
  const GameType& creeper = *find_game("creeper");
  const auto game = creeper.start({"", "7/B6/7/7/7/7/1W2W2 4w1/4w1/4w1/4w1/4w1/1www2 w", ""});
  const auto greedy = bot(creeper, "greedy");
  greedy->new_game(1);
  const Thought thought = greedy->think(*game, {}, {});
  CHECK(thought.turn == "E1+F2");
  REQUIRE(thought.score);
  CHECK(thought.score->kind == Score::Kind::win);
  CHECK(thought.score->amount == 1);
}

TEST_CASE("bots: greedy beats random in more than nine of ten games") {
  for (const GameType* type : game_types()) {
    const auto greedy = bot(*type, "greedy"), random = bot(*type, "random");
    INFO(type->name());
    CHECK(points_of(*type, *greedy, *random, 100) > 90);
  }
}

// UCT that prefers the turn listed first would give the first player an advantage of its own.
TEST_CASE("bots: uct takes one of equal turns at random, whatever their order") {
  const GameType& type = *find_game("creeper");
  const auto uct = bot(type, "uct", 1);
  std::map<std::string, int> taken;
  const auto game = type.start({});
  constexpr int times = 4000;
  for (int i = 0; i < times; ++i) {
    uct->new_game(static_cast<std::uint64_t>(i));
    ++taken[uct->think(*game, {}, {}).turn];
  }
  CHECK(taken.size() == game->count_turns());
  const double expected = times / static_cast<double>(taken.size());
  for (const auto& [turn, count] : taken) {
    INFO(turn);
    CHECK(std::abs(count - expected) < 5 * std::sqrt(expected));
  }
}

TEST_CASE("bots: uct sees a win in one, beats random, and itself with a tenth of the playouts") {
  const GameType& creeper = *find_game("creeper");
  const auto game = creeper.start({"", "7/B6/7/7/7/7/1W2W2 4w1/4w1/4w1/4w1/4w1/1www2 w", ""});
  const auto uct = bot(creeper, "uct", 400);
  uct->new_game(1);
  const Thought thought = uct->think(*game, {}, {});
  CHECK(thought.turn == "E1+F2");
  CHECK(thought.nodes == 400);
  CHECK(thought.score->kind == Score::Kind::win);
  for (const GameType* type : game_types()) {
    INFO(type->name());
    CHECK(points_of(*type, *bot(*type, "uct", 50), *bot(*type, "random"), 10) >= 8);
  }
  CHECK(points_of(creeper, *uct, *bot(creeper, "uct", 40), 20) > 13);
}

TEST_CASE("bots: searching bots beat random and do not lose to greedy") {
  for (const GameType* type : game_types()) {
    for (const std::string name : {"alphabeta", "mcts"}) {
      INFO(type->name() << ", " << name);
      const auto searching = bot(*type, name, 3000);
      CHECK(points_of(*type, *searching, *bot(*type, "random"), 4) >= 3.5);
      CHECK(points_of(*type, *searching, *bot(*type, "greedy"), 6) >= 3);
    }
  }
}

TEST_CASE("bots: equal seeds and nodes give equal thoughts after any earlier games") {
  for (const GameType* type : game_types()) {
    for (const std::string name : {"alphabeta", "mcts"}) {
      INFO(type->name() << ", " << name);
      const auto used = bot(*type, name, 2000), fresh = bot(*type, name, 2000);
      const auto other = bot(*type, "greedy");
      std::vector<std::string> warming_up, again, first;
      play(*type, *used, *other, 5, &warming_up);
      play(*type, *used, *other, 6, &again);
      play(*type, *fresh, *other, 6, &first);
      CHECK(again == first);
    }
  }
}

TEST_CASE("bots: unknown options and invalid values are rejected") {
  const GameType& type = *find_game("creeper");
  BotSpec spec;
  spec.builtin = "alphabeta";
  spec.options = {{"hash", "4"}, {"selective", "0"}};
  CHECK_NOTHROW(type.make_bot(spec));
  spec.options = {{"hush", "4"}};
  CHECK_THROWS_WITH(type.make_bot(spec),
                    contains_text("no option.hush") && contains_text("option.hash, option.width"));
  for (const std::string value : {"-1", "70000", "4MB", "", "1.5", "99999999999"}) {
    spec.options = {{"hash", value}};
    CHECK_THROWS_WITH(type.make_bot(spec),
                      contains_text("option.hash is a number from 0 to 65536"));
  }
  spec.builtin = "random";
  CHECK_THROWS_WITH(type.make_bot(spec), contains_text("random has no options"));
  spec.builtin = "genius";
  CHECK_THROWS_WITH(type.make_bot(spec), contains_text("no built-in bot 'genius'"));
}

TEST_CASE("bots: a bot's own limits apply if no others are given") {
  const GameType& type = *find_game("creeper");
  const auto game = type.start({});
  BotSpec spec;
  spec.builtin = "alphabeta";
  spec.depth = 2;
  const auto shallow = type.make_bot(spec);
  shallow->new_game(1);
  CHECK(shallow->think(*game, {}, {}).depth == 2);
  Limits deeper;
  deeper.depth = 3;
  CHECK(shallow->think(*game, deeper, {}).depth == 3);
}

}  // namespace bots_test

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
  std::vector<rating::RatingList> lists;
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
