#include "notation/records/forms/content.h"

#include "tests/catch.h"
#include "tests/data.h"

namespace content_test {

using namespace std::string_literals;

/// A text in UTF-16, little-endian.
std::string wide(const std::string& text) {
  std::string bytes;
  for (const char c : text) bytes += {c, '\0'};
  return bytes;
}

TEST_CASE("content: the kind of a text is recognised") {
  const std::string record = "[Event \"x\"]\n\n1. A2+B3 *\n";
  const struct {
    const char* what;
    std::string text;
    Content content;
  } rows[] = {
      {"empty", "", Content::nothing},
      {"blanks", " \r\n\t\n", Content::nothing},
      {"a byte order mark", "\xef\xbb\xbf\n", Content::nothing},
      {"a record", record, Content::records},
      {"in wide letters", "\xff\xfe" + wide(record), Content::records},
      {"without the mark", wide(record), Content::records},
      {"quoted in a mail", "From: a\nSubject: b\n\n> " + record, Content::records},
      {"blanks in the tag", "  [ Event  \"x\" ]\n", Content::records},
      {"no value", "[Event]\n\nx\n", Content::records},
      {"movetext", "1. A2+B3 A6-B6 *\n", Content::unknown},
      {"movetext with commas", "1. A2+B3, A6-B6\n2. A1-A2, B1-B2\n", Content::unknown},
      {"a turn", "A2+B3", Content::unknown},
      {"turns with commas", "A0, E5\n", Content::unknown},
      {"a comment first", "{ \"so\" he said } 1. A2+B3 *", Content::unknown},
      {"a line of actions", "a2b3 a6b6\n", Content::unknown},
      {"an object", "{\"tags\":[[\"Event\",\"x\"]]}\n", Content::json},
      {"an array of objects", "[\n {\"a\":1}]", Content::json},
      {"a table", "name,age\nAnn,3\n", Content::table},
      {"with semicolons", "a;b;c\n1;2;3\n", Content::table},
      {"with tabs", "a\tb\n1\t2\n", Content::table},
      {"with quotes", "a,b\n\"x,y\",2\n", Content::table},
      {"of games", "white,black,result,date,moves\nA,B,1-0,,1. A2+B3\n", Content::games_table},
      {"a list of games",
       "id,event,round,board,game,variant,date,white,black,result,termination,turns\n"
       "1,Club,1,,creeper,standard,2026-03-14,A,B,0-1,normal,66\n",
       Content::table},
      {"of games alone", "White;Black;Moves\n", Content::games_table},
      {"of games with line ends in cells",
       "White,Black,moves,tags\nA,B,\"1. A2+B3 {a\n\nb} *\",\"[Note \"\"x\"\"]\"\n",
       Content::games_table},
      {"a tag pair at the beginning of a line in a cell",
       "White,Black,moves,tags\nA,B,\"1. A2+B3\n[Note \"\"x\"\"]\",\n", Content::games_table},
      {"a sentence about moves above a record", "The moves, as played:\n" + record,
       Content::records},
      {"a mail", "From: a@b\nTo: c@d\nSubject: e\n\nHello, here is it.\n", Content::mail},
      {"a mailbox", "From a@b Mon Jan  1\nX: y\n\nHello\n", Content::mail},
      {"a page", "\n<!DOCTYPE html>\n<html><body>1. e4</body></html>", Content::page},
      {"a drawing", "<?xml version=\"1.0\"?>\n<svg/>", Content::page},
      {"zeros", "ab\0cd"s, Content::binary},
      {"a picture", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s, Content::binary},
      {"a document", "%PDF-1.7\n1 0 obj\n", Content::binary},
      {"zeros and a bracket", "\0\0\n\n[a\0\0"s, Content::binary},
      {"prose", "Dear Ann, this is the game that we have played.\n", Content::prose},
      {"in another language", "Hier ist die schöne Partie für dich.\n", Content::prose},
  };
  for (const auto& row : rows) {
    CAPTURE(row.what);
    CHECK(content_of(row.text) == row.content);
  }
}

TEST_CASE("content: samples of records are recognised even if truncated") {
  for (const std::string game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    const std::string text = read_data(game + "-sample.pgn");
    CHECK(content_of(text) == Content::records);
    for (std::size_t size = 0; size < 200; ++size) {
      const Content content = content_of(text.substr(0, size));
      CAPTURE(game, size);
      CHECK((content == Content::records || content == Content::nothing ||
             content == Content::unknown));
    }
  }
}

}  // namespace content_test
