#include "cli/otb/event/round.h"

#include "cli/otb/event/round_robin.h"
#include "cli/otb/event/terms.h"
#include "tests/catch.h"

namespace round_test {

using namespace schiri::otb;

TEST_CASE("round: each bye has a name and a result of the Swiss engine") {
  const struct {
    ByeKind kind;
    std::string_view name;
    RoundResult result;
  } kinds[] = {{ByeKind::pairing_allocated, "odd", RoundResult::paired_bye},
               {ByeKind::half_point, "asked", RoundResult::half_bye},
               {ByeKind::zero_point, "absent", RoundResult::absent},
               {ByeKind::free, "free", RoundResult::absent},
               {ByeKind::full_point, "full", RoundResult::full_bye}};
  for (const auto& one : kinds) {
    CHECK(bye_kind_name(one.kind) == one.name);
    CHECK(find_bye_kind(one.name) == one.kind);
    CHECK(round_result(one.kind) == one.result);
  }
  CHECK_FALSE(find_bye_kind("none"));
}

TEST_CASE("round: the results of both sides of a board") {
  using Result = RoundResult;
  const std::pair<BoardResult, std::pair<Result, Result>> rows[] = {
      {BoardResult::white_wins, {Result::win, Result::loss}},
      {BoardResult::black_wins, {Result::loss, Result::win}},
      {BoardResult::draw, {Result::draw, Result::draw}},
      {BoardResult::both_lose, {Result::loss, Result::loss}},
      {BoardResult::white_by_forfeit, {Result::forfeit_win, Result::forfeit_loss}},
      {BoardResult::black_by_forfeit, {Result::forfeit_loss, Result::forfeit_win}},
      {BoardResult::both_forfeit, {Result::forfeit_loss, Result::forfeit_loss}}};
  for (const auto& [result, sides] : rows) {
    CAPTURE(board_result_text(result));
    CHECK(round_result(result, 0) == sides.first);
    CHECK(round_result(result, 1) == sides.second);
    CHECK(was_played(result) == was_played(sides.first));
    CHECK(read_board_result(board_result_text(result)) == result);
    CHECK(find_board_result(board_result_text(result)) == result);
  }
  CHECK(read_board_result("0:0") == BoardResult::both_lose);
  CHECK(read_board_result("0-0f") == BoardResult::both_forfeit);
}

TEST_CASE("terms: settings of other systems are rejected") {
  CHECK_THROWS_AS(require_valid({System::gauntlet, 3}), EventError);
  CHECK_THROWS_AS(require_valid({System::dutch, 0}), EventError);
  CHECK_NOTHROW(require_valid({System::dutch, 1000}));
  CHECK_THROWS_AS(require_valid({System::dutch, 1001}), EventError);
  otb::Terms terms{System::knockout};
  terms.half_byes = 1;
  CHECK_THROWS_AS(require_valid(terms), EventError);
  terms.half_byes.reset();
  terms.points = PointSystem{30, 10, 0, 0, 0, {}};
  CHECK_THROWS_WITH(require_valid(terms), contains_text("a knockout is decided by games won"));
  terms = {System::dutch, 3};
  for (const PointSystem& points : {PointSystem{10, 20, 0, 0, 0, {}},
                                    {0, 0, 0, 0, 0, {}},
                                    {30, 10, 20, 0, 0, {}},
                                    {30, 10, 0, 0, -1, {}},
                                    {30, 10, 0, 0, 0, 101}}) {
    terms.points = points;
    CHECK_THROWS_AS(require_valid(terms), EventError);
  }
}

}  // namespace round_test
