#include "notation/typed/hooks.h"

#include "notation/games/creeper/notation.h"
#include "notation/games/more_or_less/notation.h"
#include "notation/games/sperre/notation.h"
#include "notation/games/springerjagd/notation.h"
#include "tests/catch.h"

namespace typed_hooks_test {

using namespace schiri;

/// Creeper's notation with one additional hook.
template <NotationHook hook>
struct NotationWith : creeper::Notation {
  using Hooks =
      NotationHooks<NotationHook::set_up, NotationHook::foreign_notation, NotationHook::variant_of,
                    NotationHook::explain_text, NotationHook::write_planes,
                    NotationHook::write_side_planes, NotationHook::symmetries, hook>;
};

struct Fitting : NotationWith<NotationHook::fits> {
  static bool fits(const Position&, const creeper::Turn&) { return true; }
};

struct MisspeltHook : NotationWith<NotationHook::fits> {
  static bool fit(const Position&, const creeper::Turn&) { return true; }
};

struct OtherTypes : NotationWith<NotationHook::fits> {
  static bool fits(const creeper::Turn&, const Position&) { return true; }
};

struct Unlisted : creeper::Notation {
  static bool stands_alone(const creeper::Turn&) { return true; }
};

struct NoHooks : creeper::Notation {
  using Hooks = NotationHooks<>;
};

TEST_CASE("notation hooks: each game provides the hooks that it lists") {
  STATIC_REQUIRE(MatchesNotationHooks<creeper::Notation>);
  STATIC_REQUIRE(MatchesNotationHooks<springerjagd::Notation>);
  STATIC_REQUIRE(MatchesNotationHooks<more_or_less::Notation>);
  STATIC_REQUIRE(MatchesNotationHooks<sperre::Notation>);
  STATIC_REQUIRE(MatchesNotationHooks<Fitting>);
}

TEST_CASE("notation hooks: a misspelt or mistyped or unlisted hook does not match") {
  STATIC_REQUIRE_FALSE(MatchesNotationHooks<MisspeltHook>);
  STATIC_REQUIRE_FALSE(MatchesNotationHooks<OtherTypes>);
  STATIC_REQUIRE_FALSE(MatchesNotationHooks<Unlisted>);
  STATIC_REQUIRE_FALSE(MatchesNotationHooks<NoHooks>);
}

}  // namespace typed_hooks_test
