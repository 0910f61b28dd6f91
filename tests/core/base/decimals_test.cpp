#include "core/base/decimals.h"

#include "tests/catch.h"

namespace decimals_test {

using namespace schiri;

TEST_CASE("decimals: fixed_text equals printf") {
  const double number = GENERATE(0.0, -0.0, 0.05, 0.25, 0.35, 0.5, 1.0, 2.5, -0.04, 99.95, 1e-9,
                                 123456789.125, 1e22, -1e308, std::numeric_limits<double>::max());
  const int decimals = GENERATE(0, 1, 2, 9);
  char text[400];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  CHECK(fixed_text(number, decimals) == text);
}

TEST_CASE("decimals: significant_text equals printf") {
  const double number = GENERATE(0.0, 1.0, 0.05, 990.4, 999.96, 1e-7, 123456789.125, -2.5, 1e300);
  const int digits = GENERATE(1, 2, 3, 6, 17);
  char text[64];
  std::snprintf(text, sizeof text, "%.*g", digits, number);
  CHECK(significant_text(number, digits) == text);
}

TEST_CASE("decimals: rounded_text rounds halves away from zero") {
  const auto [number, decimals, text] = GENERATE(table<double, int, std::string>({
      {0.25, 1, "0.3"},
      {-0.25, 1, "-0.3"},
      {-0.04, 1, "0.0"},
      {2.5, 0, "3"},
      {99.96, 1, "100.0"},
      {1e308, 2, fixed_text(1e308, 2)},
  }));
  CHECK(rounded_text(number, decimals) == text);
}

TEST_CASE("decimals: infinity and NaN are written as words") {
  CHECK(fixed_text(INFINITY, 1) == "inf");
  CHECK(rounded_text(-INFINITY, 1) == "-inf");
  CHECK(fixed_text(NAN, 1) == "nan");
}

TEST_CASE("decimals: the shortest text is read back as the same number") {
  CHECK(shortest_text(0.1) == "0.1");
  CHECK(shortest_text(-5) == "-5");
  CHECK(shortest_text(1e300) == "1e+300");
}

}  // namespace decimals_test
