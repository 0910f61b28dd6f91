#include "core/bots/busy_table.h"

#include "core/bots/alphabeta.h"
#include "tests/catch.h"
#include "tests/core/bots/bot_games.h"

namespace busy_table_test {

using namespace bot_test;

/// The order in which numbers are visited if those of `busy` are deferred.
std::vector<std::size_t> order(std::size_t n, const std::vector<std::size_t>& busy) {
  std::vector<std::size_t> seen;
  for (Visits visits(n); visits.next();) {
    const bool is_busy = std::count(busy.begin(), busy.end(), visits.now());
    if (!is_busy || !visits.put_off()) seen.push_back(visits.now());
  }
  return seen;
}

TEST_CASE("busy table: deferred turns come last and only once") {
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

TEST_CASE("busy table: a claim is visible by position and depth while it lasts") {
  BusyTable busy_table;
  {
    const BusyTable::Claim claim(&busy_table, 17, 5), no_table(nullptr, 18, 5);
    CHECK(busy_table.has(17, 5));
    CHECK_FALSE(busy_table.has(17, 4));
    CHECK_FALSE(busy_table.has(18, 5));
    {
      const BusyTable::Claim again(&busy_table, 17, 5);
      CHECK(busy_table.has(17, 5));
    }
    CHECK(busy_table.has(17, 5));
  }
  CHECK_FALSE(busy_table.has(17, 5));
  // More claims than a bucket holds: some are dropped, and none remains afterwards.
  {
    std::vector<std::unique_ptr<BusyTable::Claim>> claims;
    for (std::uint64_t i = 0; i < 8; ++i) {
      claims.push_back(std::make_unique<BusyTable::Claim>(&busy_table, i << 40, 0));
    }
    int known = 0;
    for (std::uint64_t i = 0; i < 8; ++i) known += busy_table.has(i << 40, 0);
    CHECK(known == 4);
  }
  for (std::uint64_t i = 0; i < 8; ++i) CHECK_FALSE(busy_table.has(i << 40, 0));
}

TEST_CASE("busy table: deferred turns are still searched") {
  using P = creeper::Position;
  AlphaBetaOptions options;
  options.selective = false;
  for (const auto& line : random_lines<P>(10, 60)) {
    // Claim every turn of the root and of its successors for another thread.
    BusyTable others;
    std::vector<std::unique_ptr<BusyTable::Claim>> claims;
    const auto pretend = [&](const P& position) {
      position.visit_turns([&](const P::Turn& turn) {
        P next = position;
        next.play(turn);
        for (const int depth : {3, 4}) {
          claims.push_back(std::make_unique<BusyTable::Claim>(&others, next.hash(), depth));
        }
        return true;
      });
    };
    pretend(line.position());
    const auto value = [&](BusyTable* table_of_others) {
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

}  // namespace busy_table_test
