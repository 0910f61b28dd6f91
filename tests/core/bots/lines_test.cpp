#include "core/bots/alphabeta.h"
#include "core/bots/greedy.h"
#include "core/bots/mcts.h"
#include "core/bots/random_bot.h"
#include "tests/catch.h"
#include "tests/core/bots/bot_games.h"

namespace lines_test {

// The lines that bots report with their choice: the turns that they expect.

using namespace bot_test;

/// Whether all turns are legal in sequence.
template <class P>
bool is_playable(PlayedLine<P> line, const std::vector<typename P::Turn>& turns) {
  for (const auto& turn : turns) {
    if (line.ending() || !line.position().is_legal(turn)) return false;
    line.play(turn);
  }
  return true;
}

template <class P, class Bot>
void check_lines(Bot bot, const PlayedLine<P>& line, std::size_t most) {
  SearchBudget budget = budget_of(3000);
  Rng rng(1);
  std::size_t reports = 0;
  const ChoiceListener<P> count = [&](const Choice<P>& choice) {
    ++reports;
    CHECK(line.position().is_legal(choice.turn));
    for (const auto& reported : choice.lines) CHECK(is_playable(line, reported.turns));
  };
  const auto choice = bot.choose({line, budget, rng, count});
  REQUIRE_FALSE(choice.lines.empty());
  CHECK(choice.lines.size() <= most);
  CHECK(choice.lines.front().turns.front() == choice.turn);
  for (std::size_t i = 0; i < choice.lines.size(); ++i) {
    CHECK(is_playable(line, choice.lines[i].turns));
    for (std::size_t j = 0; j < i; ++j) {
      CHECK_FALSE(choice.lines[i].turns.front() == choice.lines[j].turns.front());
    }
  }
}

/// The value of the line's last position for the side to move at its beginning; nothing if the line
/// is shorter than the depth or the game ends earlier.
std::optional<Value> value_at_end(PlayedLine<creeper::Position> line,
                                  const std::vector<creeper::Turn>& turns, int depth) {
  if (static_cast<int>(turns.size()) != depth) return std::nullopt;
  for (const auto& turn : turns) line.play(turn);
  if (line.ending()) return std::nullopt;
  const Value value = StaticEvaluation<creeper::Position>()(line.position());
  return depth % 2 == 0 ? value : -value;
}

TEMPLATE_TEST_CASE("lines: every bot reports legal lines that begin with its turn", "",
                   creeper::Position, springerjagd::Position, more_or_less::Position,
                   sperre::Position) {
  for (const auto& line : random_lines<TestType>(3, 30)) {
    for (const std::size_t most : {1u, 4u}) {
      AlphaBetaOptions alphabeta;
      alphabeta.lines = static_cast<int>(most);
      MctsOptions mcts;
      mcts.lines = static_cast<int>(most);
      check_lines<TestType>(AlphaBetaBot<TestType>(alphabeta), line, most);
      check_lines<TestType>(MctsBot<TestType>(mcts), line, most);
    }
    check_lines<TestType>(GreedyBot<TestType>(), line, 1);
    check_lines<TestType>(RandomBot<TestType>(), line, 1);
  }
}

TEST_CASE("lines: the value of a line is that of its last position") {
  int compared = 0;
  for (const auto& line : random_lines<creeper::Position>(10, 40)) {
    for (const int depth : {1, 2, 3}) {
      AlphaBetaOptions options;
      options.hash = 0;
      options.selective = false;
      options.lines = 3;
      SearchBudget budget = budget_of_depth(depth);
      Rng rng(1);
      const auto choice = AlphaBetaBot<creeper::Position>(options).choose({line, budget, rng});
      for (const auto& reported : choice.lines) {
        const auto value = value_at_end(line, reported.turns, depth);
        if (!value || reported.score->kind != Score::Kind::value) continue;
        ++compared;
        CHECK(reported.score->amount == *value);
      }
    }
  }
  CHECK(compared > 50);
}

TEST_CASE("lines: several lines are the best ones with exact values") {
  for (const auto& line : random_lines<creeper::Position>(5, 40)) {
    AlphaBetaOptions options;
    options.hash = 0;
    options.selective = false;
    options.lines = 500;
    SearchBudget budget = budget_of_depth(2);
    Rng rng(1);
    const auto all = AlphaBetaBot<creeper::Position>(options).choose({line, budget, rng});
    CHECK(all.lines.size() == line.position().count_turns());
    options.lines = 3;
    SearchBudget other = budget_of_depth(2);
    const auto some = AlphaBetaBot<creeper::Position>(options).choose({line, other, rng});
    for (std::size_t i = 0; i < some.lines.size(); ++i) {
      CHECK(some.lines[i].score->amount == all.lines[i].score->amount);
    }
  }
}

}  // namespace lines_test
