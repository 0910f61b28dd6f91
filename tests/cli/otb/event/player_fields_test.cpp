#include "cli/otb/event/fields.h"
#include "tests/catch.h"

namespace player_fields_test {

using namespace schiri::otb;

TEST_CASE("player fields: values are normalised and invalid ones are rejected") {
  CHECK(read_fide_id("4612345") == "4612345");
  CHECK(read_title("wfm") == "WFM");
  CHECK(read_federation("ger") == "GER");
  CHECK(read_sex("F") == "w");
  CHECK(read_sex("m") == "m");
  CHECK(read_birth("1998-05-17") == "1998/05/17");
  CHECK(read_birth("1998/00/00") == "1998");
  for (const PlayerField& field : player_fields) {
    CHECK(field.read("").empty());
    CHECK_THROWS_AS(field.read("x=?y?z"), EventError);
    CHECK(&field_of(field.text) == &field);
  }
}

TEST_CASE("player fields: a name has only visible characters and at most 200") {
  CHECK(read_name("  J\u00f6rg\u00a0 Berg\n") == "J\u00f6rg Berg");
  CHECK(read_name(" ").empty());
  // Persian with a non-joiner, an emoji of several, Cyrillic.
  for (const char* name : {"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
                           "\U0001f468\u200d\U0001f469", "\u041f\u0435\u0442\u0440\u043e\u0432"}) {
    CHECK(read_name(name) == name);
  }
  for (const char* name :
       {"An\u200bna", "Anna\u00ad", "\u202eannA", "An\u2066na", "\ufeffAnna", "An\u200dna",
        "Anna\u200d", "\u3164", "An\x7fna", "An\x1b[2Jna", "Anna\ufe0f", "An\xffna"}) {
    CAPTURE(name);
    CHECK_THROWS_AS(read_name(name), EventError);
  }
  CHECK_THROWS_AS(read_name(std::string_view("An\0na", 5)), EventError);
  const auto letters = [](int count) {
    std::string name;
    for (int i = 0; i < count; ++i) name += "\u00f6";
    return name;
  };
  CHECK(read_name(letters(200)) == letters(200));
  CHECK_THROWS_AS(read_name(letters(201)), EventError);
}

}  // namespace player_fields_test
