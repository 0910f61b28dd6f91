#include "core/bots/mcts.h"

#include "tests/catch.h"
#include "tests/core/bots/bot_games.h"

namespace mcts_test {

using namespace bot_test;

TEMPLATE_TEST_CASE("mcts: chooses a legal turn for every budget", "", creeper::Position,
                   springerjagd::Position, more_or_less::Position, sperre::Position) {
  for (const auto& line : random_lines<TestType>(5, 40)) {
    for (const std::uint64_t nodes : {0u, 1u, 2u, 50u, 300u}) {
      SearchBudget budget = budget_of(nodes);
      Rng rng(3);
      MctsBot<TestType> bot({1});
      CHECK(line.position().is_legal(bot.choose({line, budget, rng}).turn));
      CHECK(budget.nodes() <= nodes);
    }
  }
}

TEMPLATE_TEST_CASE("mcts: a full tree stops growing and still returns a turn", "",
                   creeper::Position, springerjagd::Position, more_or_less::Position,
                   sperre::Position) {
  using Tree = SearchTree<typename TestType::Turn>;
  const Tree tree(1);
  CHECK(tree.most() * sizeof(typename Tree::Node) <= std::size_t{1} << 20);
  CHECK(tree.most() * sizeof(typename Tree::Node) > std::size_t{1} << 19);
  PlayedLine<TestType> line = random_line<TestType>(1, 3).value();
  MctsBot<TestType> bot({1});
  Rng rng(1);
  for (int turn = 0; turn < 3; ++turn) {
    SearchBudget budget = budget_of(60'000);
    const auto choice = bot.choose({line, budget, rng});
    CHECK(bot.tree_size() <= tree.most());
    CHECK(budget.is_spent());
    line.play(choice.turn);
  }
}

TEST_CASE("mcts: a depth limit ends the search and is not exceeded") {
  const PlayedLine<creeper::Position> line;
  for (const int depth : {1, 2, 3}) {
    SearchBudget budget = budget_of_depth(depth);
    Rng rng(1);
    MctsBot<creeper::Position> bot;
    const auto choice = bot.choose({line, budget, rng});
    CHECK(choice.depth == depth);
    CHECK(budget.nodes() <= SearchBudget::default_nodes + creeper::max_turns);
  }
}

TEST_CASE("mcts: the subtree of the turns played is kept") {
  PlayedLine<creeper::Position> line;
  Rng rng(1);
  MctsBot<creeper::Position> bot;
  SearchBudget first = budget_of(20'000);
  line.play(bot.choose({line, first, rng}).turn);
  SearchBudget other = budget_of(20'000);
  line.play(MctsBot<creeper::Position>().choose({line, other, rng}).turn);
  SearchBudget none = budget_of(0);
  bot.choose({line, none, rng});
  CHECK(bot.tree_size() > 100);
  bot.new_game();
  CHECK(bot.tree_size() == 1);
}

TEST_CASE("search tree: keeping a turn keeps exactly its subtree") {
  using Tree = SearchTree<int>;
  Tree tree(1);
  const auto add = [&](std::uint32_t at, std::initializer_list<int> turns) {
    std::vector<Tree::Node> replies;
    for (const int turn : turns) replies.push_back({turn});
    tree.add_replies(at, replies);
  };
  add(0, {1, 2, 3});     // at 1, 2, 3
  add(2, {21, 22});      // at 4, 5
  add(1, {11});          // at 6
  add(5, {221, 222});    // at 7, 8
  add(6, {111});         // at 9
  add(4, {211});         // at 10
  add(8, {2221, 2222});  // at 11, 12
  tree.keep(2);
  REQUIRE(tree.size() == 8);
  const auto turns = [&](std::uint32_t at) {
    std::vector<int> found;
    for (const auto& reply : tree.replies(at)) found.push_back(reply.turn);
    return found;
  };
  CHECK(tree[0].turn == 2);
  CHECK(turns(0) == std::vector{21, 22});
  const std::uint32_t first = tree[0].first_reply;
  CHECK(turns(first) == std::vector{211});
  CHECK(turns(first + 1) == std::vector{221, 222});
  CHECK(turns(tree[first + 1].first_reply + 1) == std::vector{2221, 2222});
  CHECK(turns(tree[first + 1].first_reply).empty());
}

}  // namespace mcts_test
