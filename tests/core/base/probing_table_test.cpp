#include "core/base/probing_table.h"

#include "core/base/random.h"
#include "tests/catch.h"

namespace probing_table_test {

using namespace schiri;

struct Count {
  std::uint64_t key = 0;
  std::uint64_t times = 0;
};

/// Keys whose hashes often collide and lie at the end of the table.
struct CountKind {
  using Entry = Count;

  static bool is_free(const Count& count) { return count.times == 0; }
  static std::uint64_t hash(const Count& count) { return ~(count.key % 13); }
};

auto is(std::uint64_t key) {
  return [key](const Count& count) { return count.key == key; };
}

template <unsigned quarters>
void compare_with_map() {
  ProbingTable<CountKind, quarters> table(1);
  std::map<std::uint64_t, std::uint64_t> counts;
  Rng rng(quarters);
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t key = rng.below(700);
    const auto [entry, is_new] = table.insert(CountKind::hash({key, 0}), is(key));
    REQUIRE(is_new == !counts.contains(key));
    entry->key = key;
    ++entry->times;
    ++counts[key];
    REQUIRE(table.size() == counts.size());
    REQUIRE(4 * table.size() <= quarters * table.capacity());
  }
  std::map<std::uint64_t, std::uint64_t> visited;
  table.visit([&](const Count& count) { visited[count.key] = count.times; });
  CHECK(visited == counts);
  for (std::uint64_t key = 0; key < 800; ++key) {
    const auto* found = table.find(CountKind::hash({key, 0}), is(key));
    REQUIRE((found != nullptr) == counts.contains(key));
    if (found) REQUIRE(found->times == counts[key]);
  }
}

TEST_CASE("probing table: agrees with a map for colliding hashes") {
  compare_with_map<2>();
  compare_with_map<3>();
}

TEST_CASE("probing table: a cleared table is empty") {
  ProbingTable<CountKind> table;
  std::vector<Count*> taken;
  for (std::uint64_t key = 1; key <= 100; ++key) {
    const auto entry = table.insert(CountKind::hash({key, 0}), is(key)).first;
    *entry = {key, 1};
    taken.push_back(entry);
  }
  SECTION("whole") { table.clear(); }
  SECTION("entry by entry") { table.clear(taken); }
  CHECK(table.size() == 0);
  CHECK(!table.find(CountKind::hash({7, 0}), is(7)));
  table.visit([](const Count&) { FAIL("the table is not empty"); });
}

}  // namespace probing_table_test
