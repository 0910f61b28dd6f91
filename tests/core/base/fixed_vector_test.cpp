#include "core/base/fixed_vector.h"

#include "tests/catch.h"

namespace fixed_vector_test {

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

}  // namespace fixed_vector_test
