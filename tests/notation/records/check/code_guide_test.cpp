#include "notation/records/check/code_guide.h"

#include "tests/catch.h"
#include "tests/notation/records.h"

namespace code_guide_test {

using namespace schiri;

TEST_CASE("code guide: the example of each code has this error only") {
  for (const Code code : all_codes()) {
    const CodeGuide& guide = guide_of(code);
    INFO(code_name(code));
    CHECK(guide.code == code);
    CHECK(find_code(code_name(code)) == code);
    CHECK_FALSE(guide.meaning.empty());
    CHECK_FALSE(guide.remedy.empty());
    ReadOptions options;
    if (code == Code::too_large) options.max_game_bytes = 10;
    const auto records = read_all(guide.example, options);
    REQUIRE(records.size() == 1);
    const GameCheck& check = records[0].check;
    if (is_warning(code)) {
      CHECK(check.errors.empty());
      CHECK(std::any_of(check.warnings.begin(), check.warnings.end(),
                        [&](const Finding& finding) { return finding.code == code; }));
    } else {
      REQUIRE(check.errors.size() == 1);
      CHECK(check.errors[0].code == code);
    }
  }
  CHECK_FALSE(find_code("nonsense"));
  CHECK_FALSE(find_code(""));
}

}  // namespace code_guide_test
