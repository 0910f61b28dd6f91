#include "core/bots/alphabeta.h"
#include "core/bots/mcts.h"
#include "core/match/turn_comment.h"
#include "tests/catch.h"
#include "tests/core/bots/bot_games.h"
#include "tests/data.h"

namespace signature_test {

using namespace bot_test;

// Compares searches of known positions to the node: a change here is a change of a bot. Each line
// of the data is
//   game bot seed turns limit = nodes value turn
// The position is reached by this many turns drawn with the seed. The limit is a depth for
// alphabeta and a number of nodes for mcts. The data has no lines for mcts, because floating-point
// results differ between platforms. The turn is given by the hash of the position after it.

struct Question {
  std::string game, bot;
  std::uint64_t seed = 0;
  int turns = 0;
  int limit = 0;
};

template <class P>
std::string answer(const Question& question) {
  const auto line = random_line<P>(question.seed, question.turns);
  if (!line) return "the game is over";
  const bool by_depth = question.bot == "alphabeta";
  SearchBudget budget = by_depth ? budget_of_depth(question.limit)
                                 : budget_of(static_cast<std::uint64_t>(question.limit));
  Rng rng(1);
  const Situation<P> situation{*line, budget, rng};
  const Choice<P> choice = by_depth ? AlphaBetaBot<P>({.width = 6}).choose(situation)
                                    : MctsBot<P>({.width = 6}).choose(situation);
  P next = line->position();
  next.play(choice.turn);
  return std::to_string(budget.nodes()) + ' ' + score_text(choice.score.value()) + ' ' +
         std::to_string(next.hash() % 1'000'000);
}

std::string answer_of(const Question& question) {
  if (question.game == "creeper") return answer<creeper::Position>(question);
  if (question.game == "springerjagd") return answer<springerjagd::Position>(question);
  if (question.game == "more-or-less") return answer<more_or_less::Position>(question);
  return answer<sperre::Position>(question);
}

TEST_CASE("bots: searches of known positions take the known numbers of nodes") {
  std::istringstream lines(read_data("bot-signature.txt"));
  std::string line;
  int asked = 0;
  while (std::getline(lines, line)) {
    Question question;
    std::istringstream(line) >> question.game >> question.bot >> question.seed >> question.turns >>
        question.limit;
    CHECK(line == line.substr(0, line.find(" =")) + " = " + answer_of(question));
    ++asked;
  }
  CHECK(asked >= 16);
}

}  // namespace signature_test
