#include "cli/lsp/text_document.h"

#include "core/base/random.h"
#include "notation/text/printable.h"
#include "tests/catch.h"

namespace text_document_test {

using namespace schiri;
using namespace schiri::cli;

TEST_CASE("text document: places count the units of the editor") {
  // é has two bytes and one unit of UTF-16, the clef four bytes and two units.
  const std::string text = "a\xc3\xa9\xf0\x9d\x84\x9e.\n\r\nb\rc";
  const TextDocument utf16(text, TextUnit::utf16), utf8(text, TextUnit::utf8);
  struct Row {
    std::size_t offset;
    DocumentPlace in_utf16, in_utf8;
  };
  const Row rows[] = {{0, {0, 0}, {0, 0}},  {1, {0, 1}, {0, 1}},  {3, {0, 2}, {0, 3}},
                      {7, {0, 4}, {0, 7}},  {8, {0, 5}, {0, 8}},  {9, {1, 0}, {1, 0}},
                      {11, {2, 0}, {2, 0}}, {12, {2, 1}, {2, 1}}, {13, {3, 0}, {3, 0}},
                      {14, {3, 1}, {3, 1}}};
  for (const Row& row : rows) {
    CAPTURE(row.offset);
    CHECK(utf16.place(row.offset) == row.in_utf16);
    CHECK(utf8.place(row.offset) == row.in_utf8);
    CHECK(utf16.offset(row.in_utf16) == row.offset);
    CHECK(utf8.offset(row.in_utf8) == row.offset);
  }
}

TEST_CASE("text document: places that do not exist are moved to the nearest one before") {
  const TextDocument document("ab\n\xf0\x9d\x84\x9e\n", TextUnit::utf16);
  CHECK(document.offset({0, 99}) == 2);
  CHECK(document.offset({1, 1}) == 3);
  CHECK(document.offset({2, 5}) == 8);
  CHECK(document.offset({99, 0}) == 8);
  CHECK(document.offset({SIZE_MAX, SIZE_MAX}) == 8);
  CHECK(document.place(SIZE_MAX) == DocumentPlace{2, 0});
  CHECK(TextDocument("", TextUnit::utf8).offset({0, 1}) == 0);
}

TEST_CASE("text document: a changed document has the lines of a new one") {
  Rng rng(5);
  const std::string pieces[] = {"", "\r", "\n", "\r\n", "ab", "\xc3\xa9", "x\ny", "\n\r", "z\r"};
  const auto any_piece = [&] { return pieces[rng.below(std::size(pieces))]; };
  for (int i = 0; i < 400; ++i) {
    TextDocument document("", TextUnit::utf16);
    for (int change = 0; change < 20; ++change) {
      const std::size_t size = document.text().size();
      std::size_t begin = rng.below(size + 1), end = begin + rng.below(size - begin + 1);
      while (begin > 0 && begin < size && !begins_character(document.text()[begin])) --begin;
      while (end < size && !begins_character(document.text()[end])) ++end;
      std::string expected = document.text();
      const std::string piece = any_piece() + any_piece();
      expected.replace(begin, end - begin, piece);
      document.replace(begin, end, piece);
      const TextDocument fresh(expected, TextUnit::utf16);
      REQUIRE(document.text() == expected);
      for (std::size_t at = 0; at <= expected.size(); ++at) {
        REQUIRE(document.place(at) == fresh.place(at));
      }
    }
  }
}

}  // namespace text_document_test
