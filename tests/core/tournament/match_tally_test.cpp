#include "core/base/random.h"
#include "core/tournament/stop_rule.h"
#include "tests/catch.h"

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
