#include "notation/contest/contest.h"

#include "core/ugi/players.h"
#include "notation/records/pgn/reader.h"
#include "tests/catch.h"

namespace contest_test {

TournamentConfig config_of(const std::vector<std::string>& bots) {
  TournamentConfig config;
  config.name = "test";
  config.game = "creeper";
  for (const std::string& bot : bots) config.bots.push_back(parse_bot_spec(bot));
  return config;
}

std::string refusal(const TournamentConfig& config) {
  try {
    Contest contest(config);
  } catch (const ContestError& error) {
    return error.what();
  } catch (const BotSpecError& error) {
    return error.what();
  } catch (const StartError& error) {
    return error.what();
  }
  return "accepted";
}

ContestGame play(const Contest& contest, std::uint64_t number, WorkerPlayers& lineup) {
  const auto still = [] { return std::chrono::nanoseconds{0}; };
  auto game = contest.play(contest.schedule()->game(number), lineup, "2024.05.17", still, {});
  REQUIRE(game);
  return std::move(*game);
}

std::string text_of(const Contest& contest, std::uint64_t number) {
  WorkerPlayers lineup = contest.lineup();
  return write_record(play(contest, number, lineup).record);
}

std::vector<std::string> turns_of(const ContestGame& game) {
  std::vector<std::string> turns;
  for (const auto turn : game.record.turns()) turns.emplace_back(turn);
  return turns;
}

TEST_CASE("contest: a game depends only on the configuration and its number") {
  auto config = config_of({"random", "greedy", "random name=third"});
  config.rounds = 2;
  const Contest contest(config);
  REQUIRE(contest.schedule()->games() == 12);
  WorkerPlayers lineup = contest.lineup();
  for (std::uint64_t number = 12; number > 0; --number) {
    CHECK(write_record(play(contest, number, lineup).record) == text_of(contest, number));
  }
}

TEST_CASE("contest: records are valid and canonical") {
  const Contest contest(config_of({"random", "greedy name=\"Jean \\\"le Fou\\\" {x}\""}));
  for (std::uint64_t number = 1; number <= 2; ++number) {
    const std::string text = text_of(contest, number);
    TextSource source(text);
    ReadOptions options;
    options.keep = Keep::records;
    int records = 0;
    read_records(source, options, [&](CheckedRecord& record) {
      for (const Finding& finding : record.check.errors) FAIL_CHECK(finding.message);
      CHECK(write_record(record.record) == text);
      CHECK(record.record.tag("PlyCount") == std::to_string(record.check.turns));
      CHECK(record.record.tag("Round") == "1." + std::to_string(number));
      return ++records > 0;
    });
    CHECK(records == 1);
  }
}

TEST_CASE("contest: games of a round share an opening and rounds have different openings") {
  auto config = config_of({"random", "random name=b", "random name=c"});
  config.rounds = 5;
  config.opening_turns = 6;
  const Contest contest(config);
  WorkerPlayers lineup = contest.lineup();
  std::set<std::vector<std::string>> openings;
  for (std::uint64_t round = 1; round <= 5; ++round) {
    const auto opening = contest.opening(round).turns;
    CHECK(opening.size() == 6);
    openings.insert(opening);
    for (std::uint64_t number = round * 6 - 5; number <= round * 6; ++number) {
      auto turns = turns_of(play(contest, number, lineup));
      REQUIRE(turns.size() >= 6);
      turns.resize(6);
      CHECK(turns == opening);
    }
  }
  CHECK(openings.size() == 5);
}

TEST_CASE(
    "contest: in each pair one side has less time, of each bot once, and the sides alternate") {
  auto config = config_of({"greedy name=a tc=60+1", "random name=b tc=30"});
  config.rounds = 3;
  config.odds = 4;
  const Contest contest(config);
  WorkerPlayers lineup = contest.lineup();
  for (std::uint64_t number = 1; number <= 6; ++number) {
    CAPTURE(number);
    const Record record = play(contest, number, lineup).record;
    const bool is_black = (number - 1) / 2 % 2 == 0;
    const auto control = [&](std::string_view bot, bool has_odds) {
      return bot == "a" ? (has_odds ? "15+0.25" : "60+1") : (has_odds ? "7.5" : "30");
    };
    CHECK(record.tag("WhiteTimeControl") == control(record.tag("White"), !is_black));
    CHECK(record.tag("BlackTimeControl") == control(record.tag("Black"), is_black));
  }
}

TEST_CASE("contest: openings depend only on the event's seed") {
  auto config = config_of({"random", "greedy"});
  const auto opening = Contest(config).opening(1).turns;
  config.bots = config_of({"greedy name=x seed=9", "greedy", "random"}).bots;
  config.rounds = 7;
  CHECK(Contest(config).opening(1).turns == opening);
  config.seed = 2;
  CHECK(Contest(config).opening(1).turns != opening);
}

TEST_CASE("contest: seeds differ by game and side and a bot's own seed takes precedence") {
  auto config = config_of({"random", "random name=own seed=7"});
  config.rounds = 10;
  const Contest contest(config);
  std::set<std::uint64_t> seeds;
  for (std::uint64_t number = 1; number <= 20; ++number) {
    for (const Side side : {Side::white, Side::black})
      seeds.insert(contest.player_seed(number, 0, side));
  }
  CHECK(seeds.size() == 40);
  config.seed = 99;
  const Contest other(config);
  CHECK(other.player_seed(1, 0, Side::white) != contest.player_seed(1, 0, Side::white));
  CHECK(other.player_seed(1, 1, Side::white) == contest.player_seed(1, 1, Side::white));
}

TEST_CASE("contest: the maximum number of turns includes the opening") {
  auto config = config_of({"random", "random name=b"});
  config.opening_turns = 3;
  config.max_turns = 5;
  const Contest contest(config);
  WorkerPlayers lineup = contest.lineup();
  const ContestGame game = play(contest, 1, lineup);
  CHECK(game.turns == 5);
  CHECK(game.record.result == "1/2-1/2");
  CHECK(game.record.tag("Termination") == "max turns");
  CHECK_FALSE(game.ending);
}

/// Plays the first turn of each position.
class FirstTurn final : public Player {
 public:
  void new_game(std::uint64_t) override {}
  Thought think(const Game& game, const Limits&, const std::stop_token&) override {
    Thought thought;
    game.visit_turns([&](std::string_view turn) {
      thought.turn = turn;
      return false;
    });
    return thought;
  }
};

TEST_CASE("contest: a function is a player of those who have it") {
  auto config = config_of({"function=mine name=first", "random"});
  config.max_turns = 20;
  Contest contest(config);
  {
    WorkerPlayers lineup = contest.lineup();
    CHECK_THROWS_WITH(lineup.player(0), contains_text("'first' is a function of the program"));
  }
  CHECK_THROWS_WITH(make_player(contest.type(), "standard", config.bots[0], config.watchdog),
                    contains_text("function=mine: a function is a bot only in a program"));
  std::string made;
  contest.set_functions([&](const BotSpec& spec) {
    made += spec.function;
    return std::make_unique<FirstTurn>();
  });
  WorkerPlayers lineup = contest.lineup();
  for (const std::uint64_t number : {1u, 2u}) {
    const ContestGame game = play(contest, number, lineup);
    CHECK(game.record.tag("Termination") != "illegal move");
  }
  CHECK(made == "mine");
}

TEST_CASE("contest: invalid configurations are rejected before the first game") {
  auto config = config_of({"random", "greedy"});
  CHECK(refusal(config) == "accepted");
  std::string expected;
  SECTION("game") {
    config.game = "chess";
    expected = "no game 'chess'";
  }
  SECTION("variant") {
    config.variant = "big";
    expected = "no variant 'big'";
  }
  SECTION("one bot") {
    config.bots.pop_back();
    expected = "two bots";
  }
  SECTION("no bot") {
    config.bots.clear();
    expected = "two bots";
  }
  SECTION("equal names") {
    config.bots[1].name = "random";
    expected = "two bots are called 'random'";
  }
  SECTION("bot") {
    config.bots[1].builtin = "genius";
    expected = "no built-in bot 'genius'";
  }
  SECTION("memory") {
    config.bots[1].memory = 100;
    expected = "only for programs";
  }
  SECTION("rounds") {
    config.rounds = 0;
    expected = "one round";
  }
  SECTION("too many games") {
    config.rounds = UINT64_MAX;
    expected = "more than 1000000000 games";
  }
  SECTION("opening") {
    config.opening_turns = -1;
    expected = "opening";
  }
  SECTION("opening too long") {
    config.opening_turns = 20000;
    expected = "--opening-turns";
  }
  SECTION("no turns after the opening") {
    config.max_turns = 1;
    expected = "no room";
  }
  SECTION("no turns") {
    config.opening_turns = 0;
    config.max_turns = 0;
    expected = "no room";
  }
  SECTION("event's name") {
    config.name = "?";
    expected = "needs a name";
  }
  SECTION("control characters") {
    config.name = "a\x1b[31m";
    expected = "control characters";
  }
  SECTION("invalid UTF-8") {
    config.bots[0].name = "\xff";
    expected = "UTF-8";
  }
  CHECK_THAT(refusal(config), contains_text(expected));
}

}  // namespace contest_test
