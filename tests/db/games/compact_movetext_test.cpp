#include "db/games/compact_movetext.h"

#include "tests/catch.h"

namespace compact_movetext_test {

using namespace schiri;
using Kind = Element::Kind;

TEST_CASE("compact movetext: elements are written as in movetext") {
  CHECK(db::compact_movetext({}) == "");
  CHECK(db::compact_movetext({{Kind::turn, "A2+B3"}, {Kind::turn, "A6-B6"}}) == "A2+B3 A6-B6");
  CHECK(db::compact_movetext({{Kind::turn, "A2+B3"},
                              {Kind::nag, "1"},
                              {Kind::comment, "a b"},
                              {Kind::variation_open, "("},
                              {Kind::variation_word, "1."},
                              {Kind::variation_close, ")"}}) == "A2+B3 $1 {a b} ( 1. )");
}

TEST_CASE("compact movetext: elements round-trip") {
  const std::vector<Element> movetext = {
      {Kind::comment, ""},
      {Kind::turn, "A2+B3"},
      {Kind::comment, "two  blanks, (brackets), $1, \\ and { here"},
      {Kind::comment, "a } in it"},
      {Kind::comment, "}"},
      {Kind::nag, "255"},
      {Kind::variation_open, "("},
      {Kind::variation_word, "1..."},
      {Kind::comment, "inside\nof two lines"},
      {Kind::variation_open, "("},
      {Kind::variation_word, "x"},
      {Kind::variation_close, ")"},
      {Kind::variation_word, "0-1"},
      {Kind::variation_close, ")"},
      {Kind::turn, "IV8/62-83/84>55,93>61"},
      {Kind::turn, "a1xb3/@"},
      {Kind::turn, "(odd"},
      {Kind::turn, "with blank and \\"},
      {Kind::turn, "\\"},
      {Kind::turn, "$"},
  };
  CHECK(db::read_compact_movetext(db::compact_movetext(movetext)) == movetext);
}

TEST_CASE("compact movetext: comments after the result round-trip") {
  const std::vector<std::string> comments = {"", "one", "two } three"};
  CHECK(db::read_compact_comments(db::compact_comments(comments)) == comments);
  CHECK(db::compact_comments({}).empty());
}

TEST_CASE("compact movetext: invalid texts are read without harm") {
  for (const char* text : {"{", "{open", ";", "$", "(", ")))", " ", "  ", "\\", "a\\", "( ( a"}) {
    CAPTURE(text);
    CHECK_NOTHROW(db::read_compact_movetext(text));
  }
}

}  // namespace compact_movetext_test
