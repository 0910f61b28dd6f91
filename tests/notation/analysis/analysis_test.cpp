#include "core/match/turn_comment.h"
#include "core/ugi/players.h"
#include "notation/analysis/accuracy.h"
#include "notation/analysis/annotation.h"
#include "notation/records/conversion/movers.h"
#include "tests/catch.h"

namespace annotation_test {

using Kind = Score::Kind;

std::string text_of(const std::optional<Score>& score) { return score ? score_text(*score) : "-"; }

Record record_of(std::initializer_list<Element> elements) {
  Record record;
  record.movetext = elements;
  return record;
}

AnalysedTurn best_turn(const std::string& turn, Score score) {
  return {turn, Side::white, score, 6, turn, score, 6, {}};
}

const AnalysedTurn fair = {
    "A6-B6", Side::white, {Kind::value, 10}, 8, "A6-A5", {Kind::value, 34}, 9, {}, .04};
// The chosen turn was searched less deeply than the best one and has a better value.
const AnalysedTurn even = {"A6-B6", Side::white, {Kind::value, 34}, 9, "A6-A5", {Kind::value, 10},
                           8,       {}};
const AnalysedTurn lost = {"A6-B6",
                           Side::white,
                           {Kind::loss, 1},
                           2,
                           "F1xD1",
                           {Kind::value, 127},
                           11,
                           {{"F1xD1", "B1+C2"}, Score{Kind::value, 127}, 11},
                           .6,
                           Mark::blunder};

TEST_CASE("annotation: comments from White's and the own point of view are written and read") {
  auto [turn, side, white, own] = GENERATE(table<AnalysedTurn, Side, std::string, std::string>({
      {best_turn("A2+B3", {Kind::value, 34}), Side::white, "White +0.34/6, best", "+0.34/6, best"},
      {best_turn("A2+B3", {Kind::value, 34}), Side::black, "White -0.34/6, best", "+0.34/6, best"},
      {best_turn("A2+B3", {Kind::value, 0}), Side::black, "White +0.00/6, best", "+0.00/6, best"},
      {best_turn("A2+B3", {Kind::win, 3}), Side::black, "White -M3/6, best", "+M3/6, best"},
      {even, Side::white, "White +0.34/9, best", "+0.34/9, best"},
      {fair, Side::black, "White -0.10/8, best A6-A5 -0.34/9", "+0.10/8, best A6-A5 +0.34/9"},
      {lost, Side::black, "White +M1/2, blunder, better F1xD1 -1.27/11",
       "-M1/2, blunder, better F1xD1 +1.27/11"},
      {lost, Side::white, "White -M1/2, blunder, better F1xD1 +1.27/11",
       "-M1/2, blunder, better F1xD1 +1.27/11"},
  }));
  turn.side = side;
  for (const PointOfView view : {PointOfView::white, PointOfView::own}) {
    Record record = record_of({{Element::Kind::turn, turn.turn}});
    annotate(record, {&turn, 1}, view);
    const auto comment = std::find_if(record.movetext.begin(), record.movetext.end(),
                                      [](auto& e) { return e.kind == Element::Kind::comment; });
    CHECK(comment->text == "analysis: " + (view == PointOfView::white ? white : own));
    const auto read = read_analysis(comment->text, side);
    REQUIRE(read);
    CHECK(text_of(read->score) == text_of(turn.score));
    CHECK(read->depth == turn.depth);
    CHECK(read->is_best == (turn.loss <= 0));
    CHECK(text_of(read->best) == text_of(turn.loss > 0 ? turn.best_score : turn.score));
    CHECK(read->mark == turn.mark);
  }
}

TEST_CASE("annotation: comments of earlier versions are read from the own point of view") {
  const auto plain = read_analysis("analysis: -0.20/7", Side::black);
  REQUIRE(plain);
  CHECK(text_of(plain->score) == "-0.20");
  CHECK(!plain->is_best);
  const auto marked =
      read_analysis("analysis: -M1/2, blunder,\nbetter F1xD1 -1.27/11", Side::black);
  REQUIRE(marked);
  CHECK(text_of(marked->score) == "-M1");
  CHECK(text_of(marked->best) == "-1.27");
  CHECK(marked->mark == Mark::blunder);
}

TEST_CASE("annotation: other comments are not read as an analysis") {
  const std::string comment = GENERATE(
      "", "analysis", "analysis: ", "analysis: 0.34/6", "analysis: +0.3/6", "analysis: +0.34",
      "analysis: +0.34/", "analysis: +0.34/x", "analysis: +M/6", "analysis: +-1.00/6",
      "analysis: +99999999999.00/6", "analysis: +21474836.99/6", "analysis: +M99999999999/6",
      "analysis: White", "analysis: White White +0.34/6", "analysis: Black +0.34/6",
      "analysis: +0.34/6, good", "analysis: +0.34/6,", "analysis: +0.34/6 best",
      "analysis: +0.34/6, better", "analysis: +0.34/6, better ", "analysis: +0.34/6, best A2+B3",
      "analysis: +0.34/6, best A2+B3 +0.34", "+0.34/6 0.120s", "so be it");
  CAPTURE(comment);
  CHECK(!read_analysis(comment, Side::white));
}

TEST_CASE(
    "annotation: a new comment replaces one from the other point of view and keeps other "
    "comments") {
  const Record bare = record_of({{Element::Kind::turn, "A6-B6"},
                                 {Element::Kind::comment, "so be it"},
                                 {Element::Kind::turn, "A2+B3"}});
  AnalysedTurn turns[] = {lost, best_turn("A2+B3", {Kind::win, 1})};
  turns[0].side = Side::black;
  Record white = bare;
  annotate(white, turns, PointOfView::white);
  Record own = bare;
  annotate(own, turns, PointOfView::own);
  CHECK(own.movetext != white.movetext);
  annotate(own, turns, PointOfView::white);
  CHECK(own.movetext == white.movetext);
}

TEST_CASE("annotation: a score is that of the side that played the turn, although it plays twice") {
  AnalysedTurn turns[] = {best_turn("a", {Kind::value, 10}), best_turn("b", {Kind::value, 20}),
                          lost};
  turns[2].side = Side::black;
  Record record = record_of(
      {{Element::Kind::turn, "a"}, {Element::Kind::turn, "b"}, {Element::Kind::turn, "A6-B6"}});
  annotate(record, turns, PointOfView::white);
  CHECK(record.movetext[1].text == "analysis: White +0.10/6, best");
  CHECK(record.movetext[3].text == "analysis: White +0.20/6, best");
  const Side movers[] = {Side::white, Side::white, Side::black};
  const auto scores = scores_of(record, movers);
  REQUIRE(scores.size() == 3);
  CHECK(text_of(scores[1]) == "+0.20");
  CHECK(text_of(scores[2]) == "-M1");
}

TEST_CASE("annotation: changing the point of view twice gives the original score") {
  for (const Score score : {Score{Kind::value, 34}, Score{Kind::win, 2}, Score{Kind::loss, 0}}) {
    for (const Side side : {Side::white, Side::black}) {
      const Score seen = seen_from(PointOfView::white, score, side);
      CHECK(text_of(seen_from(PointOfView::white, seen, side)) == text_of(score));
      CHECK(win_chance(score, 100) +
                win_chance(seen_from(PointOfView::white, score, Side::black), 100) ==
            Approx(1));
    }
  }
}

}  // namespace annotation_test

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
  const auto turns = judged_turns(record, alternating(Side::white, 6));
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
      alternating(first, 4));
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

TEST_CASE("accuracy: a turn after another of the same side is compared with its own score") {
  const Side movers[] = {Side::white, Side::black, Side::black};
  const auto turns = judged_turns(
      record_of({{"analysis: +1.00/6"}, {"analysis: -3.00/6"}, {"analysis: -4.00/6"}}), movers);
  CHECK(turns[2]->side == Side::black);
  REQUIRE(turns[2]->evaluation.best);
  CHECK(turns[2]->evaluation.best->amount == -300);
}

TEST_CASE("accuracy: comments within variations are ignored") {
  Record record = record_of({{"analysis: White +1.00/6, best"}});
  record.movetext.push_back({Element::Kind::variation_open, "("});
  record.movetext.push_back({Element::Kind::comment, "analysis: White +2.00/6, best"});
  record.movetext.push_back({Element::Kind::variation_close, ")"});
  CHECK(judged_turns(record, alternating(Side::white, 1))[0]->evaluation.score.amount == 100);
}

TEST_CASE("accuracy: games without an analysis are ignored") {
  AccuracyTable table(100);
  table.add("a", "b",
            judged_turns(record_of({{}, {"+0.34/6 0.120s"}}), alternating(Side::white, 2)));
  table.add("a", "b", judged_turns(record_of({}), {}));
  CHECK(table.players().empty());
}

}  // namespace accuracy_test
