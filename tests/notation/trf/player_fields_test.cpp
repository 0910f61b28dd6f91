#include "notation/trf/player_fields.h"

#include "tests/catch.h"

namespace player_fields_test {

using namespace schiri;
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

}  // namespace player_fields_test
