#include "notation/records/source/byte_source.h"
#include "tests/catch.h"
#include "tests/slow_source.h"

namespace whole_text_test {

using namespace schiri;

TEST_CASE("whole text: a text above the size limit is not returned") {
  const std::string text(200'000, 'x');
  TextSource whole(text), exact(text), long_one(text), empty("");
  CHECK(read_all(whole, 1'000'000) == text);
  CHECK(read_all(exact, 200'000) == text);
  CHECK_FALSE(read_all(long_one, 199'999));
  CHECK(read_all(empty, 0) == "");
}

TEST_CASE("whole text: a folder cannot be read") {
  CHECK_THROWS_AS(
      [] {
        FileSource source("/");
        return read_all(source, 10);
      }(),
      std::system_error);
}

}  // namespace whole_text_test
