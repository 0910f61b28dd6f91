#include "cli/lsp/record_document.h"

#include "core/base/random.h"
#include "notation/text/printable.h"
#include "tests/catch.h"
#include "tests/record_text.h"

namespace record_document_test {

using namespace schiri;
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

}  // namespace record_document_test
