#include "core/bots/busy_table.h"

#include "core/bots/alphabeta.h"
#include "tests/catch.h"
#include "tests/core/bots/bot_games.h"

using namespace bot_test;

namespace {

/// In which order numbers come of which those of `busy` are put off.
std::vector<std::size_t> order(std::size_t n, const std::vector<std::size_t>& busy) {
  std::vector<std::size_t> seen;
  for (Visits visits(n); visits.next();) {
    const bool is_busy = std::count(busy.begin(), busy.end(), visits.now());
    if (!is_busy || !visits.put_off()) seen.push_back(visits.now());
  }
  return seen;
}

}  // namespace

TEST_CASE("under way: what is put off comes at the end, once") {
  using Numbers = std::vector<std::size_t>;
  CHECK(order(0, {}) == Numbers{});
  CHECK(order(1, {0}) == Numbers{0});
  CHECK(order(4, {}) == Numbers{0, 1, 2, 3});
  CHECK(order(4, {1, 3}) == Numbers{0, 2, 1, 3});
  CHECK(order(4, {0, 1, 2, 3}) == Numbers{0, 1, 2, 3});
  // As many as there are bits to remember.
  Numbers all(70), expected;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  for (std::size_t i = 64; i < all.size(); ++i) expected.push_back(i);
  for (std::size_t i = 0; i < 64; ++i) expected.push_back(i);
  CHECK(order(all.size(), all) == expected);
}

TEST_CASE("under way: a look is known while it lasts, by position and depth") {
  BusyTable under_way;
  {
    const BusyTable::Claim look(&under_way, 17, 5), nobody(nullptr, 18, 5);
    CHECK(under_way.has(17, 5));
    CHECK_FALSE(under_way.has(17, 4));
    CHECK_FALSE(under_way.has(18, 5));
    {
      const BusyTable::Claim again(&under_way, 17, 5);
      CHECK(under_way.has(17, 5));
    }
    CHECK(under_way.has(17, 5));
  }
  CHECK_FALSE(under_way.has(17, 5));
  // More than a bucket holds: some get lost, and none stays behind.
  {
    std::vector<std::unique_ptr<BusyTable::Claim>> looks;
    for (std::uint64_t i = 0; i < 8; ++i) {
      looks.push_back(std::make_unique<BusyTable::Claim>(&under_way, i << 40, 0));
    }
    int known = 0;
    for (std::uint64_t i = 0; i < 8; ++i) known += under_way.has(i << 40, 0);
    CHECK(known == 4);
  }
  for (std::uint64_t i = 0; i < 8; ++i) CHECK_FALSE(under_way.has(i << 40, 0));
}

TEST_CASE("under way: what is put off is searched all the same") {
  using P = creeper::Position;
  AlphaBetaOptions options;
  options.selective = false;
  for (const auto& line : random_lines<P>(10, 60)) {
    // Every turn of the root and of its successors is looked at elsewhere, as it seems.
    BusyTable others;
    std::vector<std::unique_ptr<BusyTable::Claim>> looks;
    const auto pretend = [&](const P& position) {
      position.visit_turns([&](const P::Turn& turn) {
        P next = position;
        next.play(turn);
        for (const int depth : {3, 4}) {
          looks.push_back(std::make_unique<BusyTable::Claim>(&others, next.hash(), depth));
        }
        return true;
      });
    };
    pretend(line.position());
    const auto value = [&](BusyTable* told) {
      TranspositionTable table(1);
      SearchBudget budget = budget_of_depth(4);
      Rng rng(1);
      AlphaBetaSearch<P> search(options, &table, {line, budget, rng}, {}, told);
      search.run();
      return search.value();
    };
    CHECK(value(&others) == value(nullptr));
  }
}
