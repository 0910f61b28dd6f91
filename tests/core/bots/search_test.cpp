#include "core/bots/alphabeta.h"
#include "core/bots/alphabeta_tables.h"
#include "core/bots/greedy.h"
#include "core/bots/mcts.h"
#include "core/bots/random_bot.h"
#include "core/match/turn_comment.h"
#include "tests/catch.h"
#include "tests/core/bots/bot_games.h"
#include "tests/data.h"

namespace bots_search_test {

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

// The lines that bots report with their choice: the turns that they expect.

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

/// The order in which numbers are visited if those of `busy` are deferred.
std::vector<std::size_t> order(std::size_t n, const std::vector<std::size_t>& busy) {
  std::vector<std::size_t> seen;
  for (DeferringOrder numbers(n); numbers.next();) {
    const bool is_busy = std::count(busy.begin(), busy.end(), numbers.now());
    if (!is_busy || !numbers.defer()) seen.push_back(numbers.now());
  }
  return seen;
}

TEST_CASE("deferring order: deferred turns come last and only once") {
  using Numbers = std::vector<std::size_t>;
  CHECK(order(0, {}) == Numbers{});
  CHECK(order(1, {0}) == Numbers{0});
  CHECK(order(4, {}) == Numbers{0, 1, 2, 3});
  CHECK(order(4, {1, 3}) == Numbers{0, 2, 1, 3});
  CHECK(order(4, {0, 1, 2, 3}) == Numbers{0, 1, 2, 3});
  // More than the 64 bits of the set of deferred turns.
  Numbers all(70), expected;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  for (std::size_t i = 64; i < all.size(); ++i) expected.push_back(i);
  for (std::size_t i = 0; i < 64; ++i) expected.push_back(i);
  CHECK(order(all.size(), all) == expected);
}

TEST_CASE("currently searching: a mark is visible by position and depth while it lasts") {
  CurrentlySearching currently_searching;
  {
    const CurrentlySearching::Mark mark(&currently_searching, 17, 5), no_table(nullptr, 18, 5);
    CHECK(currently_searching.has(17, 5));
    CHECK_FALSE(currently_searching.has(17, 4));
    CHECK_FALSE(currently_searching.has(18, 5));
    {
      const CurrentlySearching::Mark again(&currently_searching, 17, 5);
      CHECK(currently_searching.has(17, 5));
    }
    CHECK(currently_searching.has(17, 5));
  }
  CHECK_FALSE(currently_searching.has(17, 5));
  // More marks than a bucket holds: some are dropped, and none remains afterwards.
  {
    std::vector<std::unique_ptr<CurrentlySearching::Mark>> claims;
    for (std::uint64_t i = 0; i < 8; ++i) {
      claims.push_back(
          std::make_unique<CurrentlySearching::Mark>(&currently_searching, i << 40, 0));
    }
    int known = 0;
    for (std::uint64_t i = 0; i < 8; ++i) known += currently_searching.has(i << 40, 0);
    CHECK(known == 4);
  }
  for (std::uint64_t i = 0; i < 8; ++i) CHECK_FALSE(currently_searching.has(i << 40, 0));
}

TEST_CASE("deferring order: deferred turns are still searched") {
  using P = creeper::Position;
  AlphaBetaOptions options;
  options.selective = false;
  for (const auto& line : random_lines<P>(10, 60)) {
    // Mark every turn of the root and of its successors for another thread.
    CurrentlySearching others;
    std::vector<std::unique_ptr<CurrentlySearching::Mark>> claims;
    const auto pretend = [&](const P& position) {
      position.visit_turns([&](const P::Turn& turn) {
        P next = position;
        next.play(turn);
        for (const int depth : {3, 4}) {
          claims.push_back(std::make_unique<CurrentlySearching::Mark>(&others, next.hash(), depth));
        }
        return true;
      });
    };
    pretend(line.position());
    const auto value = [&](CurrentlySearching* table_of_others) {
      TranspositionTable table(1);
      SearchBudget budget = budget_of_depth(4);
      Rng rng(1);
      AlphaBetaSearch<P> search(options, &table, {line, budget, rng}, {}, table_of_others);
      search.run();
      return search.value();
    };
    CHECK(value(&others) == value(nullptr));
  }
}

}  // namespace bots_search_test
