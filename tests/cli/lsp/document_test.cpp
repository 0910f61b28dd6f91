#include "cli/lsp/record_document.h"
#include "cli/lsp/text_document.h"
#include "core/base/random.h"
#include "notation/text/printable.h"
#include "tests/catch.h"
#include "tests/record_text.h"

namespace lsp_document_test {

using namespace schiri::cli;

std::vector<DocumentGame> games_of(const RecordDocument& document) {
  std::vector<DocumentGame> games;
  document.visit_games([&](const DocumentGame& game) {
    games.push_back(game);
    return true;
  });
  return games;
}

std::string described(const RecordDocument& document) {
  std::string text;
  for (const DocumentGame& game : games_of(document)) {
    text += std::to_string(game.range.begin) + '-' + std::to_string(game.range.end) + ' ' +
            game.title + ' ' + game.detail + (game.is_valid ? " valid" : " invalid") + '\n';
    for (const DocumentFinding& finding : game.findings) {
      text += "  " + std::to_string(finding.range.begin) + '-' + std::to_string(finding.range.end) +
              ' ' + std::string(code_name(finding.code)) + ' ' + finding.message.english() + '\n';
    }
  }
  return text;
}

std::string file_of(int games) {
  std::string text;
  for (int i = 0; i < games; ++i) {
    text += record_text({.round = std::to_string(i + 1),
                         .white = "Zo\xc3\xab",
                         .black = "Bert",
                         .result = "*",
                         .turns = i % 7 == 3 ? "1. A2+B3 A6-B9" : "1. A2+B3 A6-B6"});
  }
  return text;
}

TEST_CASE("record document: games and findings have their places") {
  const std::string text = file_of(4);
  const RecordDocument document(text, TextUnit::utf8, {});
  const auto games = games_of(document);
  REQUIRE(games.size() == 4);
  CHECK(games[0].title == "Zo\xc3\xab - Bert *");
  CHECK(games[0].detail == "creeper, 2 turns");
  CHECK(games[2].is_valid);
  CHECK_FALSE(games[3].is_valid);
  for (const DocumentGame& game : games) {
    CHECK(text.substr(game.range.begin, 8) == "[Round \"");
    CHECK(text.substr(game.range.end - 2, 4) == " *\n\n");
  }
  const DocumentFinding& finding = games[3].findings.front();
  CHECK(finding.code == Code::syntax);
  CHECK(text.substr(finding.range.begin, finding.range.end - finding.range.begin) == "A6-B9");
  CHECK(document.games_at({games[1].range.begin, games[2].range.begin}).size() == 2);
}

TEST_CASE("record document: a text without games, and none at all") {
  for (const char* text : {"", "\n\n", "\xef\xbb\xbf", "hello"}) {
    RecordDocument document(text, TextUnit::utf16, {});
    const std::size_t size = document.text().text().size();
    document.replace({size, size}, file_of(1));
    document.replace({0, size}, "");
    CHECK(described(document) == described(RecordDocument(file_of(1), TextUnit::utf16, {})));
  }
}

TEST_CASE("record document: a changed document has the games of a new one") {
  Rng rng(11);
  const std::string pieces[] = {"",
                                "\n\n",
                                "[Game \"creeper\"]\n",
                                "{",
                                "}",
                                "1-0",
                                "[Event \"x\n]",
                                " A2+B3 ",
                                "\"",
                                "[",
                                "\n",
                                file_of(2),
                                "%\n",
                                "(",
                                file_of(60)};
  for (int round = 0; round < 12; ++round) {
    // Several chunks of 16 KiB.
    RecordDocument document(file_of(round % 3 == 0 ? 5 : 400), TextUnit::utf16, {});
    for (int change = 0; change < 25; ++change) {
      const std::string& text = document.text().text();
      std::size_t begin = rng.below(text.size() + 1);
      std::size_t end = begin + rng.below(4) * rng.below(text.size() - begin + 1) / 8;
      while (begin > 0 && begin < text.size() && !begins_character(text[begin])) --begin;
      while (end < text.size() && !begins_character(text[end])) ++end;
      document.replace({begin, end}, pieces[rng.below(std::size(pieces))]);
      REQUIRE(described(document) ==
              described(RecordDocument(document.text().text(), TextUnit::utf16, {})));
    }
  }
}

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

}  // namespace lsp_document_test
