#include "core/base/fixed_vector.h"
#include "core/base/probing_table.h"
#include "core/base/random.h"
#include "core/base/wide_integer.h"
#include "tests/catch.h"

namespace base_containers_test {

using schiri::FixedVector;

TEST_CASE("fixed vector: holds what was added and not removed") {
  struct Part {
    int number = 7;
    char letter = 'x';
  };
  FixedVector<Part, 3> parts;
  CHECK(parts.empty());
  CHECK(parts.begin() == parts.end());
  CHECK(parts.emplace_back().number == 7);
  parts.push_back({1, 'a'});
  parts.push_back({2, 'b'});
  CHECK(parts.size() == 3);
  CHECK(parts[1].letter == 'a');
  CHECK(parts.back().number == 2);
  parts.pop_back();
  CHECK(parts.back().number == 1);
  parts.emplace_back();
  CHECK(parts.back().letter == 'x');
  CHECK(std::accumulate(parts.begin(), parts.end(), 0,
                        [](int sum, const Part& part) { return sum + part.number; }) == 15);
}

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

__extension__ using Wide = __int128;
__extension__ using WideBits = unsigned __int128;

template <std::size_t words>
WideInteger<words> random_integer(Rng& rng) {
  WideInteger<words> made;
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t kind = rng.below(4);
    made.word(i) = kind == 0 ? 0 : kind == 1 ? UINT64_MAX : rng() >> rng.below(64);
  }
  return made;
}

Wide plain(const WideInteger<2>& value) {
  return static_cast<Wide>(WideBits{value.word(1)} << 64 | value.word(0));
}

TEST_CASE("wide integer: two words agree with the compiler's 128-bit integers") {
  Rng rng(1);
  for (int i = 0; i < 20000; ++i) {
    const auto a = random_integer<2>(rng), b = random_integer<2>(rng);
    const auto bits = [](const WideInteger<2>& value) {
      return static_cast<WideBits>(plain(value));
    };
    REQUIRE(bits(a + b) == bits(a) + bits(b));
    REQUIRE(bits(a - b) == bits(a) - bits(b));
    REQUIRE((a < b) == (plain(a) < plain(b)));
    REQUIRE((a == b) == (plain(a) == plain(b)));
    REQUIRE(a.is_zero() == (plain(a) == 0));
    auto half = a;
    half.word(0) &= ~std::uint64_t{1};
    const Wide even = plain(half);
    half.halve();
    REQUIRE(plain(half) == even / 2);
  }
}

TEST_CASE("wide integer: carries propagate across more than two words") {
  Rng rng(2);
  for (int i = 0; i < 5000; ++i) {
    const auto a = random_integer<5>(rng), b = random_integer<5>(rng);
    REQUIRE(a + b - b == a);
    REQUIRE(a - b == WideInteger<5>() - (b - a));
    REQUIRE((a < b) + (b < a) + (a == b) == 1);
    auto doubled = a;
    doubled.word(4) = a.word(4) >> 2;  // avoids overflow
    const auto once = doubled;
    doubled.twice();
    REQUIRE(doubled == once + once);
    doubled.halve();
    REQUIRE(doubled == once);
  }
}

}  // namespace base_containers_test
