#include "core/tournament/match_tally.h"

#include <algorithm>
#include <vector>

#include "core/base/random.h"
#include "tests/catch.h"

using namespace schiri;

namespace {

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

}  // namespace

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
