#include "notation/analysis/annotation.h"

#include "core/match/turn_comment.h"
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
  return {turn, score, 6, turn, score, 6, {}};
}

const AnalysedTurn fair = {"A6-B6", {Kind::value, 10}, 8, "A6-A5", {Kind::value, 34}, 9, {}, .04};
// The chosen turn was searched less deeply than the best one and has a better value.
const AnalysedTurn even = {"A6-B6", {Kind::value, 34}, 9, "A6-A5", {Kind::value, 10}, 8, {}};
const AnalysedTurn lost = {"A6-B6",
                           {Kind::loss, 1},
                           2,
                           "F1xD1",
                           {Kind::value, 127},
                           11,
                           {{"F1xD1", "B1+C2"}, Score{Kind::value, 127}, 11},
                           .6,
                           Mark::blunder};

TEST_CASE("annotation: comments from White's and the own point of view are written and read") {
  const auto [turn, side, white,
              own] = GENERATE(table<AnalysedTurn, Side, std::string, std::string>({
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
  for (const PointOfView view : {PointOfView::white, PointOfView::own}) {
    Record record = record_of({{Element::Kind::turn, turn.turn}});
    annotate(record, side, {&turn, 1}, view);
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
  const AnalysedTurn turns[] = {lost, best_turn("A2+B3", {Kind::win, 1})};
  Record white = bare;
  annotate(white, Side::black, turns, PointOfView::white);
  Record own = bare;
  annotate(own, Side::black, turns, PointOfView::own);
  CHECK(own.movetext != white.movetext);
  annotate(own, Side::black, turns, PointOfView::white);
  CHECK(own.movetext == white.movetext);
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
