#include "core/bots/alphabeta.h"
#include "core/bots/greedy.h"
#include "core/bots/mcts.h"
#include "tests/catch.h"
#include "tests/core/bots/bot_games.h"

namespace tactics_test {

using namespace bot_test;

template <class Bot, class P>
Choice<P> ask(const PlayedLine<P>& line, std::uint64_t nodes) {
  SearchBudget budget = budget_of(nodes);
  Rng rng(1);
  Bot bot;
  return bot.choose({line, budget, rng});
}

template <class P>
P after(P position, const typename P::Turn& turn) {
  position.play(turn);
  return position;
}

/// Whether this turn wins at once.
template <class P>
bool wins(const P& position, const typename P::Turn& turn) {
  const auto ending = after(position, turn).ending();
  return ending && ending->outcome == win_for(position.side_to_move());
}

/// Whether this turn wins in two, by trying every reply.
template <class P>
bool wins_in_two(const P& position, const typename P::Turn& turn) {
  const P replying = after(position, turn);
  return !replying.ending() && replying.visit_turns([&](const typename P::Turn& reply) {
    const P next = after(replying, reply);
    return !next.ending() && has_win_in_one(next);
  });
}

template <class P>
bool has_win_in_two(const P& position) {
  return !position.visit_turns(
      [&](const typename P::Turn& turn) { return !wins_in_two(position, turn); });
}

/// Positions of the greedy bot against a random player. Many of them can be won.
template <class P>
std::vector<PlayedLine<P>> greedy_lines(int games, int turns, const P& start = P()) {
  std::vector<PlayedLine<P>> lines;
  for (int game = 1; game <= games; ++game) {
    Rng rng(static_cast<std::uint64_t>(game));
    const Side greedy = game % 2 ? Side::white : Side::black;
    PlayedLine<P> line(start);
    for (int i = 0; i < turns && !line.ending(); ++i) {
      if (line.position().side_to_move() == greedy) {
        lines.push_back(line);
        SearchBudget budget = budget_of(UINT64_MAX);
        line.play(GreedyBot<P>().choose({line, budget, rng}).turn);
      } else {
        line.play(line.position().random_turn(rng));
      }
    }
  }
  return lines;
}

template <class Bot, class P>
void find_wins_in_one(const std::vector<PlayedLine<P>>& lines, int least) {
  int found = 0;
  for (const auto& line : lines) {
    if (!has_win_in_one(line.position())) continue;
    ++found;
    const auto choice = ask<Bot>(line, 3000);
    CHECK(wins(line.position(), choice.turn));
    REQUIRE(choice.score);
    CHECK(choice.score->kind == Score::Kind::win);
    CHECK(choice.score->amount == 1);
  }
  CHECK(found >= least);
}

TEMPLATE_TEST_CASE("bots: a win in one is found and reported", "", creeper::Position,
                   springerjagd::Position, sperre::Position) {
  const auto lines = greedy_lines<TestType>(20, 120);
  find_wins_in_one<AlphaBetaBot<TestType>>(lines, 10);
  find_wins_in_one<MctsBot<TestType>>(lines, 10);
}

TEST_CASE("bots: a win in one is found and reported in More or Less") {
  using more_or_less::Position;
  const Position start(more_or_less::BoardSize::points_31);
  std::vector<PlayedLine<Position>> lines;
  for (auto& line : greedy_lines(20, 40, start)) {
    if (!line.position().is_placing()) lines.push_back(std::move(line));
  }
  find_wins_in_one<AlphaBetaBot<Position>>(lines, 10);
  find_wins_in_one<MctsBot<Position>>(lines, 10);
}

TEST_CASE("bots: a win in two is found and reported in Creeper") {
  using creeper::Position;
  int found = 0;
  for (const auto& line : greedy_lines<Position>(20, 120)) {
    const Position& position = line.position();
    if (has_win_in_one(position) || !has_win_in_two(position)) continue;
    ++found;
    const auto check = [&](const Choice<Position>& choice) {
      CHECK(wins_in_two(position, choice.turn));
      REQUIRE(choice.score);
      CHECK(choice.score->kind == Score::Kind::win);
      CHECK(choice.score->amount == 2);
    };
    check(ask<AlphaBetaBot<Position>>(line, 10'000));
    check(ask<MctsBot<Position>>(line, 30'000));
  }
  CHECK(found >= 5);
}

TEMPLATE_TEST_CASE("bots: a reported win or loss is correct if every turn was searched", "",
                   creeper::Position) {
  int reported = 0;
  for (const auto& line : greedy_lines<TestType>(20, 120)) {
    const auto check = [&](const Choice<TestType>& choice) {
      if (choice.score->kind == Score::Kind::value || choice.score->amount != 1) return;
      ++reported;
      if (choice.score->kind == Score::Kind::win) {
        CHECK(wins(line.position(), choice.turn));
      } else {
        CHECK(line.position().visit_turns([&](const typename TestType::Turn& turn) {
          return has_win_in_one(after(line.position(), turn));
        }));
      }
    };
    check(ask<AlphaBetaBot<TestType>>(line, 2000));
    check(ask<MctsBot<TestType>>(line, 2000));
  }
  CHECK(reported > 10);
}

TEMPLATE_TEST_CASE("greedy: draws the specified percentage of its turns at random", "",
                   creeper::Position, springerjagd::Position) {
  const PlayedLine<TestType> line{TestType()};
  for (const int percent : {0, 30, 100}) {
    const GreedyBot<TestType> bot({percent});
    int drawn = 0;
    for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
      SearchBudget budget = budget_of(1);
      Rng rng(seed);
      const auto choice = bot.choose({line, budget, rng});
      CHECK(line.position().is_legal(choice.turn));
      drawn += !choice.score;
    }
    INFO(percent);
    CHECK(drawn >= 9 * percent);
    CHECK(drawn <= 11 * percent);
  }
}

TEMPLATE_TEST_CASE("greedy: blunders are the worst turns, and never wins", "", creeper::Position,
                   springerjagd::Position, sperre::Position) {
  int better = 0;
  for (const auto& line : greedy_lines<TestType>(10, 120)) {
    const auto ask_greedy = [&](const GreedyOptions& options) {
      SearchBudget budget = budget_of(1);
      Rng rng(1);
      return GreedyBot<TestType>(options).choose({line, budget, rng});
    };
    const auto best = ask_greedy({}), worst = ask_greedy({.blunders = 100});
    CHECK(line.position().is_legal(worst.turn));
    REQUIRE(worst.score);
    if (worst.score->kind == Score::Kind::win) CHECK(best.score->kind == Score::Kind::win);
    if (best.score->kind != Score::Kind::value || worst.score->kind != Score::Kind::value) continue;
    CHECK(worst.score->amount <= best.score->amount);
    better += worst.score->amount < best.score->amount;
    CHECK(ask_greedy({.random = 0, .blunders = 0}).turn == best.turn);
    CHECK_FALSE(ask_greedy({.random = 100, .blunders = 100}).score);
  }
  CHECK(better > 10);
}

}  // namespace tactics_test
