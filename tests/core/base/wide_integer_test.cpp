#include "core/base/wide_integer.h"

#include "core/base/random.h"
#include "tests/catch.h"

namespace wide_integer_test {

using namespace schiri;

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

}  // namespace wide_integer_test
