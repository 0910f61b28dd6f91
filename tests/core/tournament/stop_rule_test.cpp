#include "core/tournament/stop_rule.h"

#include "core/base/random.h"
#include "core/rating/models/bt.h"
#include "core/tournament/systems.h"
#include "tests/catch.h"

namespace stop_rule_test {

Outcome some_outcome(Rng& rng, std::uint64_t whites_share) {
  const std::uint64_t lot = rng.below(100);
  if (lot < 10) return Outcome::draw;
  return lot < 10 + whites_share ? Outcome::white_wins : Outcome::black_wins;
}

/// The games of an event in order with random results. Each seventh game repeats an earlier one of
/// the same players, and each eleventh is unfinished.
std::vector<JudgedGame> games_of(const TournamentConfig& config, std::uint64_t seed) {
  const auto schedule = make_schedule(config);
  std::vector<JudgedGame> games;
  Rng rng(seed);
  for (std::uint64_t number = 1; number <= schedule->games(); ++number) {
    const ScheduledGame scheduled = schedule->game(number);
    JudgedGame game{scheduled, some_outcome(rng, scheduled.white == 0 ? 55 : 45), number};
    const auto same = std::find_if(games.begin(), games.end(), [&](const JudgedGame& other) {
      return other.scheduled.white == scheduled.white && other.scheduled.black == scheduled.black;
    });
    if (number % 7 == 0 && same != games.end()) {
      game.hash = same->hash;
      game.outcome = same->outcome;
    }
    if (number % 11 == 0) game.outcome.reset();
    games.push_back(game);
  }
  return games;
}

TournamentConfig config_of(std::size_t players, std::uint64_t rounds) {
  TournamentConfig config;
  config.bots.resize(players);
  config.rounds = rounds;
  return config;
}

/// The largest error in the ratings of the same games.
double largest_error(const std::vector<JudgedGame>& games, std::size_t count, bool pairs) {
  rating::GameLog log("race", "standard");
  std::deque<std::string> texts;
  const auto keep = [&](std::string text) -> std::string_view {
    return texts.emplace_back(std::move(text));
  };
  for (std::size_t i = 0; i < count; ++i) {
    rating::FinishedGame game;
    game.white = keep("p" + std::to_string(games[i].scheduled.white));
    game.black = keep("p" + std::to_string(games[i].scheduled.black));
    game.round = pairs ? keep(round_tag(games[i].scheduled)) : std::string_view();
    game.result = games[i].outcome;
    game.hash = games[i].hash;
    log.add(game);
  }
  const auto lists = rating::rate_bt(rating::GameCounts(log));
  double largest = 0;
  for (const auto& player : lists.front().players) largest = std::max(largest, *player.error);
  return largest;
}

TEST_CASE("stop rule: errors agree with the ratings after each full round") {
  const bool single = GENERATE(false, true);
  TournamentConfig config = config_of(4, 60);
  config.single = single;
  const auto games = games_of(config, 5);
  const std::size_t games_a_round = games.size() / 60;
  ErrorRule rule(4, games_a_round, 90);
  std::size_t count = 0;
  while (count < games.size() && !rule.add(games[count++])) {
    if (count % games_a_round == 0 && count >= 2 * games_a_round) {
      REQUIRE(rule.largest_error());
      CHECK(*rule.largest_error() == Approx(largest_error(games, count, !single)).margin(1e-6));
    }
  }
  REQUIRE(count < games.size());
  CHECK(count % games_a_round == 0);
  CHECK(largest_error(games, count, !single) < 90);
  CHECK_THAT(rule.text().english(), contains_text("below 90.0"));
}

TEST_CASE("stop rule: the test ignores repeated pairs and pairs without results") {
  SprtRule rule({.elo0 = 0, .elo1 = 5}, true);
  std::uint64_t number = 0;
  const auto play = [&](std::optional<Outcome> first, std::optional<Outcome> second,
                        std::uint64_t first_hash, std::uint64_t second_hash) {
    ScheduledGame scheduled{++number, number / 2 + 1, 1, 0, 1, 1};
    rule.add({scheduled, first, first_hash});
    scheduled = {++number, number / 2, 2, 1, 0, 1};
    rule.add({scheduled, second, second_hash});
    const auto cells = rule.counts().counts();
    return std::vector<std::uint64_t>(cells.begin(), cells.end());
  };
  using Cells = std::vector<std::uint64_t>;
  const auto white = Outcome::white_wins, black = Outcome::black_wins, draw = Outcome::draw;
  CHECK(play(white, black, 1, 1) == Cells{0, 0, 0, 0, 1});
  CHECK(play(white, white, 2, 2) == Cells{0, 0, 1, 0, 1});
  CHECK(play(black, draw, 3, 3) == Cells{0, 1, 1, 0, 1});
  CHECK(play(white, black, 1, 1) == Cells{0, 1, 1, 0, 1});
  CHECK(play(white, black, 1, 4) == Cells{0, 1, 1, 0, 2});
  CHECK(play(white, std::nullopt, 5, 5) == Cells{0, 1, 1, 0, 2});
  CHECK(play(std::nullopt, draw, 6, 6) == Cells{0, 1, 1, 0, 2});
  CHECK(play(draw, black, 7, 7) == Cells{0, 1, 1, 1, 2});
  CHECK(play(black, white, 8, 8) == Cells{1, 1, 1, 1, 2});
}

TEST_CASE("stop rule: the end does not depend on the order in which games finish") {
  TournamentConfig config = config_of(2, 3000);
  config.sprt = rating::SprtOptions{.elo0 = 0, .elo1 = 40};
  const auto games = games_of(config, 1);
  Judge in_order(make_stop_rule(config));
  for (const JudgedGame& game : games) in_order.add(game);
  REQUIRE(in_order.end());
  REQUIRE(*in_order.end() > 20);
  REQUIRE(*in_order.end() < games.size());
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    // Eight games run at the same time. Any of them finishes next.
    Judge judge(make_stop_rule(config));
    std::vector<JudgedGame> playing;
    Rng rng(seed);
    for (std::size_t next = 0; next < games.size() || !playing.empty();) {
      while (playing.size() < 8 && next < games.size()) playing.push_back(games[next++]);
      const auto done = playing.begin() + static_cast<std::ptrdiff_t>(rng.below(playing.size()));
      judge.add(*done);
      playing.erase(done);
    }
    CHECK(judge.end() == in_order.end());
  }
  Judge none(make_stop_rule(config_of(2, 30)));
  for (const JudgedGame& game : games) none.add(game);
  CHECK_FALSE(none.end());
  CHECK(none.rule() == nullptr);
}

TEST_CASE("stop rule: a tournament that only repeats its games ends without its aim") {
  TournamentConfig config = config_of(2, 5000);
  const std::uint64_t openings = GENERATE(3u, 500u);
  SECTION("a test by pairs") { config.sprt = rating::SprtOptions{.elo0 = -1, .elo1 = 1}; }
  SECTION("a test by games") {
    config.sprt = rating::SprtOptions{.elo0 = -1, .elo1 = 1};
    config.single = true;
  }
  SECTION("an error") { config.until_error = 1; }
  const auto schedule = make_schedule(config);
  Judge judge(make_stop_rule(config));
  std::set<std::uint64_t> played;
  std::uint64_t repeats_in_row = 0, number = 0;
  while (!judge.end()) {
    REQUIRE(++number <= schedule->paired());
    const ScheduledGame game = schedule->game(number);
    const std::uint64_t opening = game.opening % openings;
    const std::uint64_t lot = derive_seed(7, opening, game.white);
    const Outcome outcome = lot % 2 == 0 ? Outcome::white_wins : Outcome::black_wins;
    repeats_in_row = played.insert(lot).second ? 0 : repeats_in_row + 1;
    judge.add({game, outcome, opening});
    schedule->add({number, outcome});
    if (judge.end()) continue;
    // A rule ends a tournament after a pair.
    const std::size_t enough = std::max<std::size_t>(400, played.size()) + !config.single;
    REQUIRE(repeats_in_row < enough);
  }
  CHECK(judge.end() == number);
  CHECK(repeats_in_row >= std::max<std::size_t>(400, played.size()));
  CHECK_THAT(judge.rule()->text(), contains_text("the games only repeat earlier ones"));
}

TEST_CASE("stop rule: a new game among repeats and games without a result do not end a test") {
  SprtRule rule({.elo0 = -1, .elo1 = 1}, false);
  for (std::uint64_t number = 1; number <= 2000; ++number) {
    const bool is_new = number % 400 == 1;
    const std::optional<Outcome> outcome =
        number > 1000 && number % 4 != 1 ? std::nullopt : std::optional(Outcome::draw);
    REQUIRE_FALSE(rule.add({{number, number, 0, 0, 1, number}, outcome, is_new ? number : 1}));
  }
}

TEST_CASE("stop rule: a test ends without its aim when a player is out") {
  SprtRule rule({.elo0 = -1, .elo1 = 1}, false);
  for (std::uint64_t number = 1; number <= 410; ++number) {
    const std::optional<Outcome> outcome =
        number > 10 ? std::nullopt : std::optional(Outcome::draw);
    REQUIRE(rule.add({{number, number, 0, 0, 1, number}, outcome, number}) == (number == 410));
  }
  CHECK_THAT(rule.text(), contains_text("ended because a player is out"));
}

TEST_CASE("sprt options: parsed and formatted") {
  const auto options = rating::parse_sprt_options("beta=0.1,elo1=5.5,elo0=-2,model=normalized");
  REQUIRE(options);
  CHECK(*options == rating::SprtOptions{-2, 5.5, rating::SprtModel::normalized, 0.05, 0.1});
  CHECK(rating::parse_sprt_options(rating::write_sprt_options(*options)) == options);
  for (const char* text : {"", "elo0=0", "elo0=0,elo1=", "elo0=0,elo1=5,", "elo0=0,elo0=1,elo1=5",
                           "elo0=0,elo1=5,model=", "elo0=0 elo1=5", "elo0=0,elo1=5x"}) {
    CAPTURE(text);
    CHECK_FALSE(rating::parse_sprt_options(text));
  }
}

}  // namespace stop_rule_test

namespace match_tally_test {

JudgedGame game(std::uint64_t number, std::size_t white, std::optional<Outcome> outcome, int leg,
                std::optional<std::uint64_t> hash = {}) {
  JudgedGame judged;
  judged.scheduled.number = number;
  judged.scheduled.round = (number + 1) / 2;
  judged.scheduled.leg = leg;
  judged.scheduled.white = white;
  judged.scheduled.black = 1 - white;
  judged.outcome = outcome;
  judged.hash = hash;
  return judged;
}

std::vector<std::uint64_t> cells(const MatchTally& tally) {
  const rating::MatchSummary match = tally.summary();
  const auto counts = match.counts.counts();
  return {counts.begin(), counts.end()};
}

/// Two pairs: the first player wins and draws, then loses twice.
std::vector<JudgedGame> four_games() {
  return {game(1, 0, Outcome::white_wins, 1, 11), game(2, 1, Outcome::draw, 2, 12),
          game(3, 0, Outcome::black_wins, 1, 13), game(4, 1, Outcome::white_wins, 2, 14)};
}

TEST_CASE("match tally: pairs are counted by points of the first player in any order") {
  std::vector<JudgedGame> games = four_games();
  for (int order = 0; order < 24; ++order) {
    MatchTally tally(0, 1);
    for (const JudgedGame& one : games) tally.add(one);
    CHECK(cells(tally) == std::vector<std::uint64_t>{1, 0, 0, 1, 0});
    const rating::MatchSummary match = tally.summary();
    CHECK(match.games == 4);
    CHECK(match.points == 1.5);
    CHECK(match.results == rating::Wdl{1, 1, 2});
    CHECK(match.uncounted() == 0);
    std::next_permutation(games.begin(), games.end(), [](const auto& a, const auto& b) {
      return a.scheduled.number < b.scheduled.number;
    });
  }
}

TEST_CASE("match tally: the other player has mirrored figures") {
  MatchTally first(0, 1), second(1, 0);
  for (const JudgedGame& one : four_games()) first.add(one), second.add(one);
  std::vector<std::uint64_t> mirrored = cells(first);
  std::reverse(mirrored.begin(), mirrored.end());
  CHECK(cells(second) == mirrored);
  CHECK(*first.summary().elo.elo == Approx(-*second.summary().elo.elo));
  CHECK(first.summary().points + second.summary().points == 4);
}

TEST_CASE("match tally: repeated games and unfinished games and single games are no evidence") {
  MatchTally tally(0, 1);
  for (const JudgedGame& one : four_games()) tally.add(one);
  // The same two games again, a pair with an unfinished game, and a game without its partner.
  tally.add(game(5, 0, Outcome::white_wins, 1, 11));
  tally.add(game(6, 1, Outcome::draw, 2, 12));
  tally.add(game(7, 0, std::nullopt, 1));
  tally.add(game(8, 1, Outcome::white_wins, 2, 18));
  tally.add(game(9, 0, Outcome::white_wins, 1, 19));
  CHECK(cells(tally) == std::vector<std::uint64_t>{1, 0, 0, 1, 0});
  CHECK(tally.summary().games == 8);
  CHECK(tally.summary().uncounted() == 4);
}

TEST_CASE("match tally: single games count if they are more than those of pairs") {
  MatchTally tally(0, 1);
  tally.add(game(1, 0, Outcome::black_wins, 1, 11));
  tally.add(game(2, 1, Outcome::white_wins, 2, 12));
  for (std::uint64_t number = 3; number <= 4; ++number)
    tally.add(game(number, 0, Outcome::white_wins, 0, 10 + number));
  CHECK(cells(tally) == std::vector<std::uint64_t>{1, 0, 0, 0, 0});
  CHECK(tally.summary().uncounted() == 2);
  tally.add(game(5, 0, Outcome::white_wins, 0, 15));
  tally.add(game(6, 0, Outcome::white_wins, 0, 15));
  CHECK(cells(tally) == std::vector<std::uint64_t>{2, 0, 3});
  CHECK(tally.summary().uncounted() == 1);
}

TEST_CASE("match tally: games of other players do not count") {
  MatchTally tally(0, 1);
  JudgedGame other = game(1, 0, Outcome::white_wins, 1, 1);
  other.scheduled.black = 2;
  tally.add(other);
  CHECK(tally.summary().games == 0);
  CHECK_FALSE(tally.summary().elo.elo);
}

TEST_CASE("match tally: exists for two players only and not for a tune") {
  TournamentConfig config;
  config.bots.resize(2);
  CHECK(match_of(config));
  config.tuning.emplace();
  CHECK_FALSE(match_of(config));
  config.tuning.reset();
  config.bots.resize(3);
  CHECK_FALSE(match_of(config));
}

TEST_CASE("played matches: the games of a log count as those of the tournament that played them") {
  constexpr Outcome outcomes[] = {Outcome::white_wins, Outcome::draw, Outcome::black_wins};
  const std::vector<std::string> names = {"a", "b", "c"};
  Rng rng(7);
  for (int trial = 0; trial < 50; ++trial) {
    const bool has_pairs = trial % 2 == 0;
    std::vector<MatchTally> tallies = {MatchTally(0, 1), MatchTally(2, 0)};
    rating::GameLog log("creeper", "standard");
    for (const std::string& name : names) {  // In this order.
      rating::FinishedGame first;
      first.white = name;
      first.black = names[0] == name ? names[1] : names[0];
      first.result = Outcome::draw;
      first.unplayed = true;
      log.add(first);
    }
    REQUIRE(log.players() == names);
    for (std::uint64_t number = 1; number <= 60; ++number) {
      const std::uint64_t round = (number + 1) / 2;
      const int leg = has_pairs ? (number % 2 == 1 ? 1 : 2) : 0;
      const std::size_t other = round % 3 == 0 ? 1 : 2;
      JudgedGame judged = game(number, 0, outcomes[rng.below(3)], leg, rng.below(40));
      judged.scheduled.white = number % 2 == 1 ? 0 : other;
      judged.scheduled.black = number % 2 == 1 ? other : 0;
      if (rng.below(9) == 0) judged.outcome.reset();
      for (MatchTally& tally : tallies) tally.add(judged);

      const std::string tag = round_tag(judged.scheduled);
      rating::FinishedGame finished;
      finished.event = "cup";
      finished.round = tag;
      finished.white = names[judged.scheduled.white];
      finished.black = names[judged.scheduled.black];
      finished.result = judged.outcome;
      finished.hash = judged.hash;
      log.add(finished);
      if (rng.below(3) > 0) continue;
      // Games of other players count in no match.
      finished.white = "b";
      finished.black = "c";
      finished.result = Outcome::draw;
      log.add(finished);
    }
    const auto matches = played_matches(log, std::vector<Pairing>{{0, 1}, {2, 0}});
    REQUIRE(matches.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
      const rating::MatchSummary match = tallies[i].summary();
      CHECK(std::ranges::equal(matches[i].counts.counts(), match.counts.counts()));
      CHECK(matches[i].results == match.results);
      CHECK(matches[i].uncounted() == match.uncounted());
    }
  }
}

}  // namespace match_tally_test
