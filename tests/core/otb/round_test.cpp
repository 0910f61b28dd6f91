#include "core/otb/round.h"

#include "core/otb/round_robin.h"
#include "core/otb/terms.h"
#include "tests/catch.h"

namespace round_test {

using namespace schiri;
using namespace schiri::otb;

TEST_CASE("round: each bye has a name and FIDE's points") {
  const struct {
    ByeKind kind;
    std::string_view name;
    int half_points;
  } kinds[] = {{ByeKind::pairing_allocated, "odd", 2},
               {ByeKind::half_point, "asked", 1},
               {ByeKind::zero_point, "absent", 0},
               {ByeKind::free, "free", 0},
               {ByeKind::full_point, "full", 2}};
  for (const auto& one : kinds) {
    CHECK(bye_kind_name(one.kind) == one.name);
    CHECK(find_bye_kind(one.name) == one.kind);
    CHECK(half_points(one.kind) == one.half_points);
  }
  CHECK_FALSE(find_bye_kind("none"));
}

TEST_CASE("round: a match has begun if a game between two players has a result") {
  Board match{0, 1, std::nullopt};
  match.games = {{0, std::nullopt, true, BoardResult::white_by_forfeit}, {1, 1, false, {}}};
  CHECK_FALSE(match.is_begun());
  match.games[1].result = BoardResult::draw;
  CHECK(match.is_begun());
  CHECK(match.has(1));
  CHECK_FALSE(match.has(2));
}

TEST_CASE("round-robin: each entrant has one opponent per round or is free") {
  for (const std::size_t players : {2u, 3u, 6u, 7u}) {
    Event event(System::round_robin, 0);
    for (std::size_t i = 0; i < players; ++i) event.enter({"p" + std::to_string(i)});
    for (std::uint64_t round = 1; round <= event.planned_rounds(); ++round) {
      std::size_t free = 0;
      for (std::size_t i = 0; i < players; ++i) {
        const auto other = scheduled_opponent(event, i, round);
        free += !other;
        if (other) CHECK(scheduled_opponent(event, *other, round) == i);
      }
      CHECK(free == players % 2);
    }
  }
}

TEST_CASE("terms: settings of other systems are rejected") {
  CHECK_THROWS_AS(require_valid({System::gauntlet, 3}), EventError);
  CHECK_THROWS_AS(require_valid({System::swiss, 0}), EventError);
  CHECK_NOTHROW(require_valid({System::swiss, 1000}));
  CHECK_THROWS_AS(require_valid({System::swiss, 1001}), EventError);
  otb::Terms terms{System::knockout};
  terms.half_byes = 1;
  CHECK_THROWS_AS(require_valid(terms), EventError);
  const rating::TieBreakId of_teams[] = {rating::TieBreakId::board_count};
  CHECK_THROWS_AS(require_fitting({System::dutch, 3}, of_teams), EventError);
}

}  // namespace round_test
