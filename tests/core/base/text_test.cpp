#include "core/base/text.h"

#include "core/base/bitboard.h"
#include "core/base/characters.h"
#include "core/base/order.h"
#include "core/base/random.h"
#include "tests/catch.h"

namespace text_test {

using namespace schiri;

TEST_CASE("text: a number must be the whole text") {
  CHECK(parse_number<int>("-12") == -12);
  CHECK(parse_number<double>("0.25") == 0.25);
  for (const char* text : {"", " 1", "1 ", "+1", "1x", "x", "256", "-1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number<std::uint8_t>(text));
  }
}

TEST_CASE("text: join puts separators only between texts") {
  CHECK(join(std::vector<std::string>{}, ", ").empty());
  CHECK(join(std::vector<std::string>{"a"}, ", ") == "a");
  CHECK(join(std::vector<std::string>{"", "b", ""}, ",") == ",b,");
  CHECK(join(std::vector<int>{1, 2, 3}, "-", [](int n) { return std::to_string(n); }) == "1-2-3");
}

TEST_CASE("text: split_key_values keeps spaces and missing values") {
  CHECK(split_key_values("").empty());
  CHECK(split_key_values(" ").size() == 1);
  const auto entries = split_key_values(" a = 1 ,b,c=,d=x=y");
  REQUIRE(entries.size() == 4);
  CHECK(entries[0].key == " a ");
  CHECK(entries[0].value == " 1 ");
  CHECK(entries[1].key == "b");
  CHECK_FALSE(entries[1].value);
  CHECK(entries[2].value == "");
  CHECK(entries[3].value == "x=y");
}

TEST_CASE("text: upper and lower case apply to ASCII letters only") {
  CHECK(lower_case("AbZ-\xc3\x84") == "abz-\xc3\x84");
  CHECK(upper_case("aBz{\xc3\xa4") == "ABZ{\xc3\xa4");
  CHECK(equal_ignoring_case("Elo", "eLO"));
  CHECK_FALSE(equal_ignoring_case("Elo", "Elos"));
  CHECK_FALSE(equal_ignoring_case("@", "`"));
}

TEST_CASE("bitboard: places of a set are visited in ascending order") {
  std::vector<int> found;
  for (const Place at : places(bit(0) | bit(9) | bit(63))) found.push_back(at);
  CHECK(found == std::vector<int>{0, 9, 63});
  for (const Place at : places(0)) FAIL("place " << int(at) << " of an empty set");
}

TEST_CASE("random: shuffles are uniform permutations and uniform numbers are below 1") {
  Rng rng(1);
  std::array<int, 6> count{};
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> order{0, 1, 2};
    rng.shuffle(order);
    ++count[static_cast<std::size_t>(2 * order[0] + (order[1] > order[2]))];
  }
  for (const int n : count) CHECK((n > 850 && n < 1150));
  double least = 1, most = 0;
  for (int i = 0; i < 10000; ++i) {
    const double u = rng.uniform();
    least = std::min(least, u);
    most = std::max(most, u);
  }
  CHECK((least >= 0 && least < 0.01 && most > 0.99 && most < 1));
}

TEST_CASE("order: numbers are sorted by a key with ties in ascending order") {
  CHECK(numbers_below(3) == std::vector<std::size_t>{0, 1, 2});
  const std::array points = {1, 3, 1, 2};
  CHECK(numbers_by(4, [&](std::size_t i) { return -points[i]; }) ==
        std::vector<std::size_t>{1, 3, 0, 2});
}

}  // namespace text_test
