#include <new>

#include "core/bots/alphabeta.h"
#include "core/bots/mcts.h"
#include "tests/catch.h"
#include "tests/core/bots/bot_games.h"

namespace threads_test {

// Searches by several threads.

using namespace bot_test;

constexpr int threads = 3;

AlphaBetaOptions alphabeta_options() {
  AlphaBetaOptions options;
  options.threads = threads;
  return options;
}

MctsOptions mcts_options() {
  MctsOptions options;
  options.hash = 1;  // fills up, so that searches continue with a full tree
  options.threads = threads;
  return options;
}

template <class P>
bool is_legal(const P& position, const typename P::Turn& turn) {
  return !position.visit_turns([&](const typename P::Turn& legal) { return !(legal == turn); });
}

template <class Bot>
void play_legally(Bot bot) {
  using P = creeper::Position;
  for (const auto& line : random_lines<P>(6, 60)) {
    bot.new_game();
    SearchBudget budget = budget_of(20'000);
    Rng rng(1);
    const auto choice = bot.choose({line, budget, rng});
    CHECK(is_legal(line.position(), choice.turn));
    CHECK(budget.nodes() <= 20'000 + threads * SearchBudget::nodes_between_checks);
    CHECK(budget.own_nodes() <= budget.nodes());
    // Several threads must find the win that one thread finds.
    if (!has_win_in_one(line.position())) continue;
    P next = line.position();
    next.play(choice.turn);
    CHECK(next.ending());
  }
}

TEST_CASE("threads: an exception of a helper reaches the thread that it helps") {
  SearchBudget budget = budget_of(1000);
  Rng rng(1);
  const auto fail = [](int number, SearchBudget&, Rng&) -> int {
    if (number == 2) throw std::bad_alloc();
    return number;
  };
  HelperThreads<int> failing(3, budget, rng, fail);
  CHECK_THROWS_AS(failing.finish(), std::bad_alloc);
  const auto help = [](int number, SearchBudget&, Rng&) { return number; };
  HelperThreads<int> helping(2, budget, rng, help);
  CHECK(helping.finish() == std::vector<std::optional<int>>{1, 2});
  // Nobody waits for these.
  const HelperThreads<int> forgotten(3, budget, rng, fail);
}

TEST_CASE("parallel: the first exception reaches the caller when all parts are done") {
  std::atomic<int> done = 0;
  CHECK_THROWS_WITH(in_parallel(8,
                                [&](std::size_t part) {
                                  ++done;
                                  if (part % 2 == 0) throw std::runtime_error("a part");
                                }),
                    "a part");
  CHECK(done == 8);
}

TEST_CASE("threads: several threads play legal turns within their common node limit") {
  play_legally(AlphaBetaBot<creeper::Position>(alphabeta_options()));
  play_legally(MctsBot<creeper::Position>(mcts_options()));
}

TEST_CASE("threads: several threads find legal turns and end at a stop request") {
  using P = springerjagd::Position;
  const auto line = random_line<P>(3, 6);
  REQUIRE(line);
  for (const std::uint64_t nodes : {0u, 1u, 100u}) {
    AlphaBetaBot<P> alphabeta(alphabeta_options());
    MctsBot<P> mcts(mcts_options());
    SearchBudget first = budget_of(nodes), second = budget_of(nodes);
    Rng rng(1);
    CHECK(is_legal(line->position(), alphabeta.choose({*line, first, rng}).turn));
    CHECK(is_legal(line->position(), mcts.choose({*line, second, rng}).turn));
  }
  for (const bool is_mcts : {false, true}) {
    std::stop_source stop;
    SearchBudget budget({UINT64_MAX, {}, {}, {}}, line->position().side_to_move(),
                        stop.get_token());
    Rng rng(1);
    const std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      stop.request_stop();
    });
    const Situation<P> situation{*line, budget, rng};
    const auto choice = is_mcts ? MctsBot<P>(mcts_options()).choose(situation)
                                : AlphaBetaBot<P>(alphabeta_options()).choose(situation);
    CHECK(is_legal(line->position(), choice.turn));
  }
}

TEST_CASE("threads: an entry of one thread is never read in part by another") {
  TranspositionTable table(1);
  using Bound = TranspositionTable::Bound;
  // Few buckets for many positions. Each entry follows from its hash.
  const auto hash_of = [](std::uint64_t number) { return mix64(number % 4096) & ~0xfff0ULL; };
  const auto value_of = [](std::uint64_t hash) { return static_cast<int>(hash >> 33) - (1 << 30); };
  const auto turn_of = [](std::uint64_t hash) { return static_cast<std::uint16_t>(hash >> 20); };
  const auto depth_of = [](std::uint64_t hash) { return static_cast<int>(hash % 60); };
  std::atomic<int> wrong = 0, found = 0;
  const auto work = [&](std::uint64_t seed) {
    Rng rng(seed);
    for (int i = 0; i < 200'000; ++i) {
      const std::uint64_t hash = hash_of(rng());
      if (const auto entry = table.find(hash)) {
        ++found;
        wrong += entry->value != value_of(hash) || entry->turn != turn_of(hash) ||
                 entry->depth != depth_of(hash) || entry->bound != Bound::lower;
      }
      table.store(hash, depth_of(hash), value_of(hash), Bound::lower, turn_of(hash));
    }
  };
  {
    std::vector<std::jthread> all;
    for (std::uint64_t seed = 1; seed <= threads; ++seed) all.emplace_back(work, seed);
  }
  CHECK(wrong == 0);
  CHECK(found > 1000);
}

TEST_CASE("threads: a stopped search continues from its tree") {
  using P = creeper::Position;
  const auto line = random_line<P>(1, 10);
  REQUIRE(line);
  MctsBot<P> bot;
  Rng rng(1);
  std::stop_source stop;
  int reports = 0;
  SearchBudget open({UINT64_MAX, {}, {}, {}}, Side::white, stop.get_token());
  bot.choose({*line, open, rng, [&](const Choice<P>&) {
                if (++reports == 3) stop.request_stop();
              }});
  const std::size_t size = bot.tree_size();
  SearchBudget more = budget_of(300);
  bot.choose({*line, more, rng});
  CHECK(bot.tree_size() > size);
  // A search that was not stopped starts again from the root and finds the same.
  SearchBudget again = budget_of(300);
  bot.choose({*line, again, rng});
  CHECK(bot.tree_size() < size);
}

}  // namespace threads_test
