#include "cli/input/name_check.h"

#include "core/base/errors.h"
#include "tests/catch.h"
#include "tests/pattern.h"

namespace name_check_test {

using namespace schiri::cli;

TEST_CASE("name check: exact names are known and parts of names only without an exact match") {
  NameCheck names;
  names.expect("--player", NameKind::player, "Ada");
  names.expect("--event", NameKind::event, "Cup");
  CHECK(names.has_unknown_names());
  names.add_known(NameKind::event, "Spring cup");
  names.add_known(NameKind::player, "ADA Lovelace");
  CHECK(names.has_unknown_names());
  CHECK(names.partial_names() == std::set<std::string, std::less<>>{"Ada", "Cup"});
  CHECK_NOTHROW(names.require_known());
  names.add_known(NameKind::player, "Ada");
  CHECK(names.partial_names() == std::set<std::string, std::less<>>{"Cup"});
}

TEST_CASE("name check: an unknown name is wrong usage and the nearest one is suggested") {
  NameCheck names;
  names.expect("--player", NameKind::player, "");
  CHECK_NOTHROW(names.require_known());
  names.expect("--white", NameKind::player, "Emiil");
  names.add_known(NameKind::player, "Emil");
  names.add_known(NameKind::event, "Emiil");
  try {
    names.require_known();
    FAIL("expected an InputError");
  } catch (const InputError& error) {
    CHECK_THAT(error.what(),
               contains_text("--white: no player 'Emiil' is known here") && contains_text("Emil"));
  }
}

TEST_CASE("name check: standard tags and endings of games are known without data") {
  NameCheck names;
  names.expect("--tag", NameKind::tag, "WhiteElo");
  names.expect("--ending", NameKind::ending, "chain");
  CHECK_NOTHROW(names.require_known());
}

}  // namespace name_check_test
