#include "notation/analysis/accuracy.h"

#include "tests/catch.h"

namespace accuracy_test {

Record record_of(const std::vector<std::vector<std::string>>& comments) {
  Record record;
  for (const auto& of_turn : comments) {
    record.movetext.push_back({Element::Kind::turn, "A2+B3"});
    for (const std::string& comment : of_turn) {
      record.movetext.push_back({Element::Kind::comment, comment});
    }
  }
  return record;
}

const AccuracySum& sum_of(const AccuracyTable& table, const std::string& player,
                          const std::string& by, const std::string& part) {
  const auto parts = accuracy_parts();
  const auto place = std::find_if(parts.begin(), parts.end(),
                                  [&](auto& p) { return p.by == by && p.part == part; });
  REQUIRE(place != parts.end());
  return table.players().at(player)[static_cast<std::size_t>(place - parts.begin())];
}

TEST_CASE("accuracy: turns are summed by player and colour and phase and time and clock") {
  const Record record = record_of({{"analysis: White +1.00/6, best", "[%emt 0:00:05]"},
                                   {"analysis: White +2.00/6, best A6-A5 +1.50/6"},
                                   {"analysis: White +2.00/6, best", "+0.10/1 0.050s"},
                                   {"analysis: White +M1/6, blunder, better A6-A5 +0.00/6"},
                                   {},
                                   {"[%clk 0:00:05]", "analysis: White -1.00/6, best"}});
  AccuracyTable table(100);
  const auto turns = judged_turns(record, Side::white);
  REQUIRE(turns.size() == 6);
  CHECK(!turns[4]);
  table.add("a", "b", turns);
  table.add("b", "a", turns);

  const AccuracySum& a = sum_of(table, "a", "all", "all");
  CHECK(a.games == 2);
  CHECK(a.turns == 5);
  CHECK(a.best_share().value() == Approx(3. / 5));
  // A loss of half a unit, and a lost game, which counts four times the scale.
  CHECK(a.mean_loss().value() == Approx((50 + 400) / 5.));
  CHECK(a.mean_chance_loss().value() == Approx((win_chance({Score::Kind::value, -150}, 100) -
                                                win_chance({Score::Kind::value, -200}, 100) + .5) /
                                               5));
  CHECK(a.marks == std::array<std::uint64_t, 4>{4, 0, 0, 1});
  CHECK(sum_of(table, "a", "colour", "white").turns == 2);
  CHECK(sum_of(table, "a", "colour", "black").turns == 3);
  CHECK(sum_of(table, "a", "colour", "black").games == 1);
  CHECK(sum_of(table, "a", "phase", "opening").turns == 2);
  CHECK(sum_of(table, "a", "phase", "middle").turns == 2);
  CHECK(sum_of(table, "a", "phase", "end").turns == 1);
  CHECK(sum_of(table, "a", "time", "1 to 10 s").turns == 1);
  CHECK(sum_of(table, "a", "time", "under 0.1 s").turns == 1);
  CHECK(sum_of(table, "b", "clock", "under 10 s").turns == 1);
  CHECK(sum_of(table, "b", "clock", "over 10 min").turns == 0);
}

TEST_CASE("accuracy: a missing value of the best turn comes from the comment before") {
  const Side first = GENERATE(Side::white, Side::black);
  const auto turns = judged_turns(
      record_of({{"analysis: +1.00/6"}, {"analysis: -3.00/6"}, {"so be it"}, {"analysis: +M1/6"}}),
      first);
  CHECK(!turns[0]->evaluation.best);
  CHECK(turns[1]->side == opponent(first));
  REQUIRE(turns[1]->evaluation.best);
  CHECK(turns[1]->evaluation.best->amount == -100);
  CHECK(!turns[3]->evaluation.best);
  AccuracySum sum;
  for (const auto& turn : turns) {
    if (turn) sum.add(*turn, 100);
  }
  CHECK(sum.turns == 3);
  CHECK(!sum.best_share());
  CHECK(sum.mean_loss().value() == Approx(200));
}

TEST_CASE("accuracy: comments within variations are ignored") {
  Record record = record_of({{"analysis: White +1.00/6, best"}});
  record.movetext.push_back({Element::Kind::variation_open, "("});
  record.movetext.push_back({Element::Kind::comment, "analysis: White +2.00/6, best"});
  record.movetext.push_back({Element::Kind::variation_close, ")"});
  CHECK(judged_turns(record, Side::white)[0]->evaluation.score.amount == 100);
}

TEST_CASE("accuracy: games without an analysis are ignored") {
  AccuracyTable table(100);
  table.add("a", "b", judged_turns(record_of({{}, {"+0.34/6 0.120s"}}), Side::white));
  table.add("a", "b", judged_turns(record_of({}), Side::white));
  CHECK(table.players().empty());
}

}  // namespace accuracy_test
