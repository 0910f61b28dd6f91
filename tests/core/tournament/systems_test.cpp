#include "core/tournament/systems.h"

#include "core/base/random.h"
#include "core/pairing/dutch_check.h"
#include "core/tournament/game_queue.h"
#include "core/tournament/staged_schedule.h"
#include "tests/catch.h"

namespace tournament_systems_test {

using Couple = std::pair<std::size_t, std::size_t>;

Couple couple(const ScheduledGame& game) { return std::minmax(game.white, game.black); }

std::optional<Outcome> some_outcome(Rng& rng) {
  switch (rng.below(8)) {
    case 0:
      return std::nullopt;
    case 1:
    case 2:
      return Outcome::draw;
    case 3:
    case 4:
      return Outcome::black_wins;
    default:
      return Outcome::white_wins;
  }
}

/// The games, results and byes of an event.
struct Played {
  std::vector<ScheduledGame> games;
  std::vector<std::optional<Outcome>> results;
  std::vector<Bye> byes;
};

/// Plays an event with random results, which arrive in random order within a stage.
Played play(Schedule& schedule, std::uint64_t seed) {
  Played played;
  std::uint64_t done = 0;
  while (done < schedule.paired()) {
    const std::uint64_t end = schedule.paired();
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t number = done + 1; number <= end; ++number) numbers.push_back(number);
    Rng order(seed + 1000);
    for (std::size_t i = numbers.size(); i > 1; --i) {
      std::swap(numbers[i - 1], numbers[order.below(i)]);
    }
    played.results.resize(end);
    for (const std::uint64_t number : numbers) {
      played.games.resize(end);
      played.games[number - 1] = schedule.game(number);
      Rng rng(seed * 1000003 + number);
      played.results[number - 1] = some_outcome(rng);
      schedule.add({number, played.results[number - 1]});
    }
    done = end;
  }
  played.byes = schedule.byes();
  return played;
}

TournamentConfig event(System system, std::size_t players) {
  TournamentConfig config;
  config.system = system;
  config.bots.resize(players);
  config.rounds = default_rounds(config);
  return config;
}

int points_of(const std::optional<Outcome>& result, bool white) {
  if (!result) return 0;
  if (*result == Outcome::draw) return 1;
  return (*result == Outcome::white_wins) == white ? 2 : 0;
}

TEST_CASE("round-robin of single games: each pair meets once per round with balanced colours") {
  const std::size_t players = GENERATE(range(2u, 12u));
  const std::uint64_t rounds = 4;
  const RoundRobin schedule(players, rounds, Legs::one);
  REQUIRE(schedule.games() == rounds * players * (players - 1) / 2);
  std::map<std::uint64_t, std::set<Couple>> met;
  std::map<Couple, int> whites;
  std::vector<int> colours(players);
  for (std::uint64_t number = 1; number <= schedule.games(); ++number) {
    const ScheduledGame game = schedule.game(number);
    CHECK(round_tag(game) == std::to_string(game.round));
    CHECK(met[game.round].insert(couple(game)).second);
    whites[couple(game)] += game.white < game.black ? 1 : -1;
    ++colours[game.white];
    --colours[game.black];
    if (number % (players * (players - 1) / 2) != 0) continue;
    for (const int balance : colours) CHECK(std::abs(balance) <= 1);
  }
  for (const auto& [pair, balance] : whites) CHECK(balance == 0);
}

TEST_CASE("gauntlet: each seed meets each other player and there are no other pairings") {
  const std::size_t players = GENERATE(range(2u, 9u));
  const std::size_t seeds = GENERATE(1u, 2u, 3u);
  const Legs legs = GENERATE(Legs::both, Legs::one);
  if (seeds >= players) return;
  const std::uint64_t rounds = 2;
  const Gauntlet schedule(players, seeds, rounds, legs);
  const std::uint64_t each = legs == Legs::both ? 2 : 1;
  REQUIRE(schedule.games() == rounds * seeds * (players - seeds) * each);
  std::map<std::pair<std::uint64_t, Couple>, std::vector<std::size_t>> whites;
  for (std::uint64_t number = 1; number <= schedule.games(); ++number) {
    const ScheduledGame game = schedule.game(number);
    CHECK(game.opening == game.round);
    CHECK((game.white < seeds) != (game.black < seeds));
    whites[{game.round, couple(game)}].push_back(game.white);
  }
  CHECK(whites.size() == rounds * seeds * (players - seeds));
  for (const auto& [where, colours] : whites) {
    REQUIRE(colours.size() == each);
    if (each == 2) CHECK(colours[0] != colours[1]);
  }
}

TEST_CASE("ladder: each player meets its neighbours alone, once in each round") {
  const std::size_t players = GENERATE(range(2u, 9u));
  const Legs legs = GENERATE(Legs::both, Legs::one);
  const std::uint64_t rounds = 4, each = legs == Legs::both ? 2 : 1;
  const Ladder schedule(players, rounds, legs);
  REQUIRE(schedule.games() == rounds * (players - 1) * each);
  std::map<std::pair<std::uint64_t, Couple>, std::uint64_t> met;
  std::map<Couple, int> whites;
  for (std::uint64_t number = 1; number <= schedule.games(); ++number) {
    const ScheduledGame game = schedule.game(number);
    CHECK(game.opening == game.round);
    const Couple pair = couple(game);
    CHECK(pair.second == pair.first + 1);
    ++met[{game.round, pair}];
    whites[pair] += game.white < game.black ? 1 : -1;
  }
  CHECK(met.size() == rounds * (players - 1));
  for (const auto& [where, games] : met) CHECK(games == each);
  for (const auto& [pair, balance] : whites) CHECK(balance == 0);
  CHECK_THROWS_AS(Ladder(1, 1), std::invalid_argument);
}

TEST_CASE("swiss: no pair meets twice if avoidable and byes rotate and colours are balanced") {
  const std::size_t players = GENERATE(range(2u, 18u));
  const std::uint64_t seed = GENERATE(range(1u, 9u));
  const Legs legs = GENERATE(Legs::both, Legs::one);
  const SwissRules rules = GENERATE(SwissRules::own, SwissRules::dutch);
  const std::uint64_t each = legs == Legs::both ? 2 : 1;
  // In more rounds a player could have met all others.
  const std::uint64_t rounds = std::max<std::uint64_t>(1, players / 2);
  Swiss schedule(players, rounds, legs, rules);
  const Played played = play(schedule, seed);
  CAPTURE(players, seed, each);
  REQUIRE(played.games.size() == rounds * (players / 2) * each);
  REQUIRE(schedule.games() == played.games.size());

  std::set<Couple> met;
  std::map<std::uint64_t, std::set<std::size_t>> in_round;
  std::vector<int> colours(players);
  for (const ScheduledGame& game : played.games) {
    if (game.leg == 2) continue;
    CHECK(met.insert(couple(game)).second);
    CHECK(in_round[game.round].insert(game.white).second);
    CHECK(in_round[game.round].insert(game.black).second);
    ++colours[game.white];
    --colours[game.black];
  }
  for (const int balance : colours) CHECK(std::abs(balance) <= (each == 1 ? 2 : 3));
  std::set<std::size_t> paused;
  CHECK(played.byes.size() == (players % 2) * rounds);
  for (const Bye& bye : played.byes) {
    CHECK(paused.insert(bye.player).second);
    CHECK(in_round[bye.round].count(bye.player) == 0);
  }
  for (const auto& [round, present] : in_round) CHECK(present.size() == players / 2 * 2);
}

TEST_CASE("dutch: a tournament follows the Dutch rules and continues if they allow no pairing") {
  const std::size_t players = GENERATE(6u, 9u, 20u, 33u);
  const std::uint64_t rounds = players < 10 ? 3 : 7;
  Rng rng(players);
  Swiss schedule(players, rounds, Legs::one, SwissRules::dutch);
  SwissHistory history;
  history.players.assign(players, std::vector<PlayedRound>(rounds));
  history.rounds_planned = rounds;
  history.initial_colour = Side::white;
  for (std::uint64_t number = 1; number <= schedule.paired(); ++number) {
    const ScheduledGame game = schedule.game(number);
    constexpr RoundResult results[] = {RoundResult::win, RoundResult::loss, RoundResult::draw};
    constexpr Outcome outcomes[] = {Outcome::white_wins, Outcome::black_wins, Outcome::draw};
    const std::uint64_t chance = rng.below(3), mirrored = chance == 2 ? 2 : 1 - chance;
    history.players[game.white][game.round - 1] = {results[chance], game.black, Side::white};
    history.players[game.black][game.round - 1] = {results[mirrored], game.white, Side::black};
    schedule.add({number, outcomes[chance]});
  }
  for (const Bye& bye : schedule.byes()) {
    history.players[bye.player][bye.round - 1].result = RoundResult::paired_bye;
  }
  for (std::uint64_t round = 1; round <= rounds; ++round) {
    CAPTURE(players, round);
    CHECK(check_dutch_round(history, round).differing.empty());
  }

  Swiss longer(players, 2 * players, Legs::one, SwissRules::dutch);
  for (std::uint64_t number = 1; number <= longer.paired(); ++number) {
    longer.add({number, Outcome::draw});
  }
  CHECK(longer.paired() == 2 * players * (players / 2));
}

TEST_CASE("swiss: the two games of an encounter are consecutive with swapped colours") {
  Swiss schedule(9, 4);
  const Played played = play(schedule, 3);
  for (std::size_t i = 0; i < played.games.size(); i += 2) {
    CHECK(played.games[i].leg == 1);
    CHECK(played.games[i + 1].leg == 2);
    CHECK(played.games[i].white == played.games[i + 1].black);
    CHECK(played.games[i].black == played.games[i + 1].white);
    CHECK(round_tag(played.games[i + 1]) == std::to_string(played.games[i].round) + ".2");
  }
}

TEST_CASE("swiss: a player that is out gets no bye while another one can have it") {
  const auto rules = GENERATE(SwissRules::own, SwissRules::dutch);
  const auto legs = GENERATE(Legs::one, Legs::both);
  const std::size_t players = GENERATE(3u, 5u, 9u);
  const std::uint64_t rounds = 2 * players;
  // Player 1 is out after two failures, and so last in every round.
  Swiss schedule({{1, players, rounds}}, legs, rules, {std::nullopt, 2});
  std::uint64_t out_from = 0;
  int failures = 0;
  for (std::uint64_t number = 1; number <= schedule.paired(); ++number) {
    const ScheduledGame game = schedule.game(number);
    const bool is_white = game.white == 1, is_black = game.black == 1;
    const bool fails = (is_white || is_black) && failures < 2;
    if (fails && ++failures == 2) out_from = game.round + 1;
    const Outcome outcome = is_white   ? Outcome::black_wins
                            : is_black ? Outcome::white_wins
                                       : Outcome::draw;
    const auto failed = fails ? std::optional(is_white ? Side::white : Side::black) : std::nullopt;
    schedule.add({number, outcome, failed});
  }
  REQUIRE(failures == 2);
  CHECK(schedule.paired() == rounds * (players / 2) * (legs == Legs::one ? 1 : 2));
  for (const Bye& bye : schedule.byes()) {
    CAPTURE(bye.round, bye.player);
    CHECK((bye.round < out_from || bye.player != 1));
  }
}

TEST_CASE("swiss: players that are all out still have byes") {
  Swiss schedule({{1, 3, 4}}, Legs::one, SwissRules::own, {1, 1, 1});
  for (std::uint64_t number = 1; number <= schedule.paired(); ++number) {
    schedule.add({number, std::nullopt, number % 2 == 0 ? Side::white : Side::black});
  }
  CHECK(schedule.paired() == 4);
  CHECK(schedule.byes().size() == 4);
}

TEST_CASE("swiss: equal scores meet upper half against lower half and the last player has a bye") {
  Swiss schedule(9, 3, Legs::one);
  REQUIRE(schedule.paired() == 4);
  for (std::uint64_t number = 1; number <= 4; ++number) {
    CHECK(couple(schedule.game(number)) == Couple{number - 1, number + 3});
  }
  CHECK(schedule.byes() == std::vector<Bye>{{1, 8}});
  // The better player wins each game: 0 to 3 and 8 have a point.
  for (std::uint64_t number = 1; number <= 4; ++number) {
    const ScheduledGame game = schedule.game(number);
    schedule.add({number, game.white < game.black ? Outcome::white_wins : Outcome::black_wins});
  }
  REQUIRE(schedule.paired() == 8);
  CHECK(schedule.byes().back() == Bye{2, 7});
  std::set<Couple> couples;
  for (std::uint64_t number = 5; number <= 8; ++number) {
    couples.insert(couple(schedule.game(number)));
  }
  // Five players have a point, so one of them meets a player without one. 4, 5 and 6 have none.
  int with_equals = 0;
  for (const auto& [a, b] : couples) {
    const auto has_point = [](std::size_t player) { return player < 4 || player == 8; };
    with_equals += has_point(a) == has_point(b);
  }
  CHECK(with_equals == 3);
}

TEST_CASE("swiss: a bye goes to the lowest score without an earlier bye") {
  Swiss schedule(7, 3);
  const Played played = play(schedule, 5);
  std::vector<int> points(7);
  std::size_t next_bye = 0;
  std::set<std::size_t> paused;
  for (std::uint64_t round = 1; round <= 3; ++round) {
    const Bye bye = played.byes[next_bye++];
    REQUIRE(bye.round == round);
    for (std::size_t player = 0; player < 7; ++player) {
      if (paused.count(player) == 0) CHECK(points[bye.player] <= points[player]);
    }
    paused.insert(bye.player);
    points[bye.player] += 4;
    for (std::size_t i = 0; i < played.games.size(); ++i) {
      if (played.games[i].round != round) continue;
      points[played.games[i].white] += points_of(played.results[i], true);
      points[played.games[i].black] += points_of(played.results[i], false);
    }
  }
}

TEST_CASE("swiss: with more rounds than opponents all pairs meet equally often") {
  Swiss schedule(4, 9, Legs::one);
  std::map<Couple, int> met;
  for (const ScheduledGame& game : play(schedule, 2).games) ++met[couple(game)];
  CHECK(met.size() == 6);
  for (const auto& [pair, times] : met) CHECK(times == 3);
}

TEST_CASE("swiss: 300 players are paired quickly") {
  Swiss schedule(300, 9, Legs::one);
  const Played played = play(schedule, 1);
  std::set<Couple> met;
  for (const ScheduledGame& game : played.games) CHECK(met.insert(couple(game)).second);
}

TEST_CASE("knockout: losers are out and the bracket follows the list") {
  const std::size_t players = GENERATE(range(2u, 20u));
  const std::uint64_t pairs = GENERATE(1u, 3u);
  const std::uint64_t tie_breaks = GENERATE(0u, 2u);
  const std::uint64_t seed = GENERATE(range(1u, 6u));
  Knockout schedule(players, pairs, tie_breaks);
  const Played played = play(schedule, seed);
  CAPTURE(players, pairs, tie_breaks, seed);
  CHECK(played.games.size() <= schedule.games());

  std::map<std::pair<std::uint64_t, Couple>, int> leads, games;
  for (std::size_t i = 0; i < played.games.size(); ++i) {
    const ScheduledGame& game = played.games[i];
    const int ahead = points_of(played.results[i], true) - points_of(played.results[i], false);
    leads[{game.round, couple(game)}] += game.white < game.black ? ahead : -ahead;
    ++games[{game.round, couple(game)}];
  }
  CHECK(leads.size() == players - 1);
  std::set<std::size_t> out;
  for (const auto& [where, lead] : leads) {
    const auto& [better, worse] = where.second;
    CHECK(out.count(better) + out.count(worse) == 0);
    out.insert(lead >= 0 ? worse : better);
    const int most = static_cast<int>(2 * (pairs + tie_breaks));
    if (lead == 0) CHECK(games[where] == most);
    CHECK(games[where] >= static_cast<int>(2 * pairs));
    CHECK(games[where] <= most);
  }
  REQUIRE(out.size() == players - 1);
  REQUIRE(schedule.winner().has_value());
  CHECK(out.count(*schedule.winner()) == 0);
}

TEST_CASE("knockout: if the better players win the first two meet in the final") {
  const std::size_t players = GENERATE(range(2u, 33u));
  Knockout schedule(players, 1, 1);
  CHECK_FALSE(schedule.winner().has_value());
  std::uint64_t done = 0;
  while (done < schedule.paired()) {
    const ScheduledGame game = schedule.game(++done);
    schedule.add({done, game.white < game.black ? Outcome::white_wins : Outcome::black_wins});
  }
  CHECK(couple(schedule.game(done)) == Couple{0, 1});
  CHECK(schedule.winner() == 0);
  CHECK(done == 2 * (players - 1));
  for (const Bye& bye : schedule.byes()) CHECK(bye.round == 1);
}

TEST_CASE("knockout: round tags name round and pair and game and openings are not repeated") {
  Knockout schedule(4, 2, 1);
  const Played played = play(schedule, 2);
  CHECK(round_tag(played.games[0]) == "1.1.1");
  CHECK(round_tag(played.games[3]) == "1.2.2");
  std::map<std::uint64_t, std::uint64_t> round_of_opening;
  for (const ScheduledGame& game : played.games) {
    CHECK(round_of_opening.emplace(game.opening, game.round).first->second == game.round);
  }
}

TEST_CASE("systems: equal results give equal games and paired games stay") {
  const System system = GENERATE(System::round_robin, System::gauntlet, System::ladder,
                                 System::swiss, System::knockout);
  const std::size_t players = GENERATE(5u, 8u, 13u);
  const TournamentConfig config = event(system, players);
  const auto first = make_schedule(config), second = make_schedule(config);
  const Played once = play(*first, 4), again = play(*second, 4);
  CHECK(once.games == again.games);
  CHECK(once.byes == again.byes);
  // Add the results in order of numbers, as after a stop.
  std::vector<GameResult> results;
  for (std::size_t i = 0; i < once.games.size(); ++i) results.push_back({i + 1, once.results[i]});
  const GameQueue queue(make_schedule(config), results, UINT64_MAX);
  CHECK(queue.done() == once.games.size());
  CHECK(queue.end() == once.games.size());
  for (const ScheduledGame& game : once.games) CHECK(queue.game(game.number) == game);
}

TEST_CASE("game queue: after a stop each missing game is given out once") {
  const TournamentConfig config = event(System::swiss, 8);
  GameQueue queue(make_schedule(config), {{2, Outcome::draw}, {5, std::nullopt}}, UINT64_MAX);
  std::vector<std::uint64_t> numbers;
  while (const auto number = queue.next()) numbers.push_back(*number);
  CHECK(numbers == std::vector<std::uint64_t>{1, 3, 4, 6, 7, 8});
  CHECK(queue.may_grow());
  CHECK_FALSE(queue.end().has_value());
  for (const std::uint64_t number : numbers) queue.finish({number, Outcome::white_wins});
  CHECK(queue.next() == 9);
  CHECK(queue.done() == 8);
  CHECK(queue.total() == 24);
}

TEST_CASE("game queue: it may grow after the last result has paired more games") {
  GameQueue queue(make_schedule(event(System::swiss, 8)), {}, UINT64_MAX);
  for (std::uint64_t number = 1; number <= 8; ++number) REQUIRE(queue.next() == number);
  REQUIRE_FALSE(queue.next().has_value());
  for (std::uint64_t number = 1; number <= 8; ++number) queue.finish({number, Outcome::draw});
  CHECK(queue.may_grow());
}

TEST_CASE("game queue: an end set earlier holds") {
  GameQueue queue(make_schedule(event(System::round_robin, 3)), {}, UINT64_MAX);
  queue.end_at(2);
  CHECK(queue.next() == 1);
  CHECK(queue.next() == 2);
  CHECK_FALSE(queue.next().has_value());
  for (const std::uint64_t number : {1u, 2u}) queue.finish({number, Outcome::draw});
  CHECK_FALSE(queue.may_grow());
  CHECK(queue.end() == 2);
}

TEST_CASE("game queue: a game given back comes next and is awaited") {
  GameQueue queue(make_schedule(event(System::round_robin, 3)), {}, 4);
  for (std::uint64_t number = 1; number <= 4; ++number) CHECK(queue.next() == number);
  for (const std::uint64_t number : {1u, 3u, 4u}) queue.finish({number, Outcome::draw});
  CHECK_FALSE(queue.next().has_value());
  CHECK(queue.may_grow());
  queue.give_back(2);
  CHECK_FALSE(queue.end().has_value());
  CHECK(queue.next() == 2);
  queue.finish({2, Outcome::white_wins});
  CHECK_FALSE(queue.next().has_value());
  CHECK_FALSE(queue.may_grow());
  CHECK(queue.done() == 4);
}

TEST_CASE("game queue: a game given back after the end is not played") {
  GameQueue queue(make_schedule(event(System::round_robin, 3)), {}, UINT64_MAX);
  for (std::uint64_t number = 1; number <= 3; ++number) CHECK(queue.next() == number);
  queue.end_at(2);
  queue.give_back(3);
  CHECK_FALSE(queue.next().has_value());
}

TEST_CASE("extended: earlier games stay and the new plan is complete without repetition") {
  const System system = GENERATE(System::round_robin, System::gauntlet, System::ladder);
  const bool single = GENERATE(false, true);
  const std::size_t players = GENERATE(3u, 4u, 7u);
  TournamentConfig config = event(system, players);
  config.single = single;
  config.rounds = 3;
  auto before = make_schedule(config);
  using Steps = std::vector<std::pair<std::size_t, std::uint64_t>>;  // newcomers, rounds
  const Steps steps = GENERATE(values<Steps>({{{0, 4}}, {{2, 3}}, {{1, 3}, {0, 5}, {3, 6}}}));
  for (const auto& [newcomers, rounds] : steps) {
    config = extended(config, std::vector<BotSpec>(newcomers), rounds, 0);
    const auto after = make_schedule(config);
    REQUIRE(after->games() > before->games());
    for (std::uint64_t number = 1; number <= before->games(); ++number) {
      CHECK(after->game(number) == before->game(number));
    }
    before = make_schedule(config);
  }
  TournamentConfig fresh = config;
  fresh.earlier_plans.clear();
  const auto plan = make_schedule(fresh);
  REQUIRE(plan->games() == before->games());
  std::set<std::tuple<std::uint64_t, Couple, int, std::size_t>> met, planned;
  const auto key = [&](const ScheduledGame& game) {
    // The first colour of a single game depends on the number of earlier games.
    return std::tuple(game.round, couple(game), single ? 0 : 1, single ? 0 : game.white);
  };
  for (std::uint64_t number = 1; number <= plan->games(); ++number) {
    const ScheduledGame game = before->game(number);
    CHECK(game.number == number);
    CHECK(game.opening == game.round);
    CHECK(met.insert(key(game)).second);
    planned.insert(key(plan->game(number)));
  }
  CHECK(met == planned);
}

TEST_CASE("extended: the former last round of a Dutch event stays as it was paired") {
  const std::size_t players = GENERATE(6u, 7u, 9u);
  const bool single = GENERATE(false, true);
  const std::uint64_t seed = GENERATE(range(std::uint64_t{0}, std::uint64_t{40}));
  TournamentConfig config = event(System::dutch, players);
  config.single = single;
  config.rounds = 5;
  const auto before = make_schedule(config);
  const Played first = play(*before, seed);
  config = extended(config, {}, 7, 5);
  const Played both = play(*make_schedule(config), seed);
  REQUIRE(both.games.size() > first.games.size());
  for (std::size_t i = 0; i < first.games.size(); ++i) CHECK(both.games[i] == first.games[i]);
}

TEST_CASE("extended: in a Swiss event new players are paired from the next round on") {
  const bool single = GENERATE(false, true);
  const std::size_t players = GENERATE(4u, 5u, 8u), newcomers = GENERATE(1u, 2u, 3u);
  TournamentConfig config = event(System::swiss, players);
  config.single = single;
  config.rounds = 4;
  const auto before = make_schedule(config);
  const Played first = play(*before, players);
  config = extended(config, std::vector<BotSpec>(newcomers), 7, 4);
  const auto after = make_schedule(config);
  const Played both = play(*after, players);
  CHECK(both.games.size() == after->games());
  for (std::size_t i = 0; i < both.games.size(); ++i) {
    if (i < first.games.size()) CHECK(both.games[i] == first.games[i]);
    const bool is_late = std::max(both.games[i].white, both.games[i].black) >= players;
    if (is_late) CHECK(both.games[i].round > 4);
  }
  std::map<std::size_t, std::size_t> rounds_of;
  for (const ScheduledGame& game : both.games) {
    if (game.leg == 2) continue;
    ++rounds_of[game.white];
    ++rounds_of[game.black];
  }
  for (const Bye& bye : both.byes) ++rounds_of[bye.player];
  for (std::size_t p = 0; p < players + newcomers; ++p)
    CHECK(rounds_of[p] == (p < players ? 7 : 3));
}

TEST_CASE("extended: extensions that change the plan are rejected") {
  const auto refusal = [](const TournamentConfig& config, std::size_t newcomers,
                          std::uint64_t rounds) {
    try {
      extended(config, std::vector<BotSpec>(newcomers), rounds, 2);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  TournamentConfig config = event(System::round_robin, 4);
  config.rounds = 2;
  CHECK(refusal(config, 0, 3) == "accepted");
  CHECK(refusal(config, 1, 2) == "accepted");
  CHECK_THAT(refusal(config, 0, 2), contains_text("nothing to extend"));
  CHECK_THAT(refusal(config, 1, 1), contains_text("2 rounds already"));
  config.until_error = 10;
  CHECK(refusal(config, 0, 3) == "accepted");
  CHECK_THAT(refusal(config, 1, 3), contains_text("until-error"));
  config = event(System::swiss, 4);
  CHECK(refusal(config, 0, 3) == "accepted");
  CHECK_THAT(refusal(config, 1, 2), contains_text("all rounds are paired"));
  CHECK_THAT(refusal(event(System::knockout, 4), 1, 1), contains_text("knockout"));
  config = event(System::match, 2);
  CHECK(refusal(config, 0, 9) == "accepted");
  CHECK_THAT(refusal(config, 1, 1), contains_text("a match is between two players"));
  // A damaged database may contain such plans.
  config = event(System::round_robin, 4);
  config.earlier_plans = {{5, 1, 0}};
  CHECK_THROWS_AS(make_schedule(config), std::invalid_argument);
  config.earlier_plans = {{1, 1, 0}};
  CHECK_THROWS_AS(make_schedule(config), std::invalid_argument);
  config.earlier_plans = {{3, 0, 0}};
  CHECK_THROWS_AS(make_schedule(config), std::invalid_argument);
}

TEST_CASE("systems: unsuitable settings are rejected") {
  const auto refusal = [](TournamentConfig config) {
    try {
      make_schedule(config);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  TournamentConfig config = event(System::gauntlet, 4);
  config.seeds = 2;
  CHECK(refusal(config) == "accepted");
  config.seeds = 4;
  CHECK_THAT(refusal(config), contains_text("other player"));
  config = event(System::match, 3);
  CHECK_THAT(refusal(config), contains_text("between two players"));
  config = event(System::knockout, 3);
  config.rounds = 2;
  CHECK_THAT(refusal(config), contains_text("pairs"));
  config = event(System::knockout, 3);
  config.single = true;
  CHECK_THAT(refusal(config), contains_text("single"));
  CHECK(find_system("arena") == std::nullopt);
}

TEST_CASE("systems: a Swiss event has as many rounds as determine one winner") {
  for (const auto& [players, rounds] :
       {std::pair{2u, 1u}, {3u, 2u}, {4u, 2u}, {5u, 3u}, {8u, 3u}, {9u, 4u}}) {
    CHECK(event(System::swiss, players).rounds == rounds);
  }
  CHECK(event(System::round_robin, 9).rounds == 1);
}

TEST_CASE("game queue: games paired by a missing game count after it is finished") {
  const System system = GENERATE(System::swiss, System::knockout);
  const TournamentConfig config = event(system, 8);
  const Played once = play(*make_schedule(config), 4);
  const auto missing = GENERATE(std::vector<std::uint64_t>{1}, std::vector<std::uint64_t>{3, 9},
                                std::vector<std::uint64_t>{8});
  std::vector<GameResult> results;
  for (std::size_t i = 0; i < once.games.size(); ++i) {
    if (std::find(missing.begin(), missing.end(), i + 1) == missing.end()) {
      results.push_back({i + 1, once.results[i]});
    }
  }
  GameQueue queue(make_schedule(config), results, UINT64_MAX);
  for (const std::uint64_t number : missing) {
    CHECK_FALSE(queue.end().has_value());
    REQUIRE(queue.next() == number);
    queue.finish({number, once.results[number - 1]});
  }
  CHECK_FALSE(queue.next().has_value());
  CHECK(queue.end() == once.games.size());
  CHECK(queue.done() == once.games.size());
}

TEST_CASE("systems: results of games that are not paired are ignored") {
  const System system = GENERATE(System::round_robin, System::gauntlet, System::ladder,
                                 System::swiss, System::knockout);
  const TournamentConfig config = event(system, 8);
  const auto schedule = make_schedule(config);
  for (const std::uint64_t number :
       {std::uint64_t{0}, schedule->paired() + 1, std::uint64_t{INT64_MAX}, UINT64_MAX}) {
    const std::vector<GameResult> results = {{number, Outcome::draw}};
    CHECK(add_results(*schedule, results) == 0);
    CHECK(stage_of(config, results).finished == 0);
    CHECK(GameQueue(make_schedule(config), results, UINT64_MAX).done() == 0);
  }
}

}  // namespace tournament_systems_test
