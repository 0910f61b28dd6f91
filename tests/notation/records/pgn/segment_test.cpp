#include "notation/records/pgn/segment.h"

#include "notation/records/pgn/tags.h"
#include "tests/catch.h"

namespace segment_test {

using namespace schiri;

const std::string mark = "\xef\xbb\xbf";

std::size_t skipped(const std::string& text, std::size_t from = 0) {
  const char* const begin = text.data();
  return std::size_t(skip_between_games(begin, begin + from, begin + text.size()) - begin);
}

std::size_t next_segment(const std::string& text) {
  const char* const begin = text.data();
  return std::size_t(find_next_segment(begin, begin, begin + text.size()) - begin);
}

/// The texts of the games of a walk, without the text between them.
std::vector<std::string> games(std::string_view text, GameWalk walk) {
  std::vector<std::string> found;
  while (walk.find_game()) {
    const char* const begin = walk.position();
    MovetextReader reader(walk.span(), nullptr);
    TagSection().read(reader, nullptr);
    reader.skip_game();
    walk.leave_game(reader);
    std::string game(begin, walk.position());
    game.erase(game.find_last_not_of(" \n") + 1);
    found.push_back(std::move(game));
  }
  CHECK(walk.position() == text.data() + text.size());
  return found;
}

using Games = std::vector<std::string>;

TEST_CASE("segment: space and escape lines and byte order marks and empty quotes separate games") {
  CHECK(skipped("") == 0);
  CHECK(skipped(" \t\r\n\n[A") == 5);
  CHECK(skipped("% escaped [A \"b\"]\n[A") == 18);
  CHECK(skipped("% without an end") == 16);
  CHECK(skipped(mark + "% escaped\n*") == 13);
  CHECK(skipped("> \n>> \n> [A") == 7);
  CHECK(skipped("*% no escape line", 1) == 1);
  CHECK(skipped("{comment}") == 0);
}

TEST_CASE("segment: the next segment begins at a tag after an empty line") {
  CHECK(next_segment("") == 0);
  CHECK(next_segment("[A \"b\"]\n\n1. A2+B3 *\n") == 20);
  CHECK(next_segment("[A \"b\"]\n[C \"d\"]\n") == 16);
  CHECK(next_segment("1. A2+B3 *\n\n[A \"b\"]") == 12);
  CHECK(next_segment("1. A2+B3 *\n \t\r\n[A \"b\"]") == 15);
  CHECK(next_segment("1. A2+B3 {open\n\n[A") == 16);
  CHECK(next_segment("1. A2+B3 *\n[A \"b\"]") == 18);
  CHECK(next_segment("1. 46-47\n\n[4,6]") == 15);
  CHECK(next_segment("1. A2+B3 *" + mark + "[A \"b\"]") == 13);
}

TEST_CASE("segment: in quoted mail a segment begins at the quotation mark of its line") {
  CHECK(next_segment("> 1. A2+B3 *\n>\n> [A \"b\"]") == 15);
  CHECK(next_segment("> 1. A2+B3 *\n> [A \"b\"]") == 22);
  CHECK(next_segment("1. A2+B3 *\n\n> [A \"b\"]") == 21);
}

TEST_CASE("segment: the last certain beginning follows movetext") {
  const std::string game = "[A \"b\"]\n\n1. A2+B3 *\n\n";
  CHECK(find_last_beginning("") == 0);
  CHECK(find_last_beginning(game) == 0);
  CHECK(find_last_beginning(game + game) == game.size());
  CHECK(find_last_beginning(game + game + game) == 2 * game.size());
  // The header contains an empty line. The pair after it may belong to the same game.
  CHECK(find_last_beginning(game + "[A \"b\"]\n\n[C \"d\"]\n") == game.size());
  CHECK(find_last_beginning("[A \"b\"]\n\n[C \"d\"]\n") == 0);
  CHECK(find_last_beginning(game + "[") == 0);
}

TEST_CASE("segment: without empty lines the last beginning is a tag pair outside comments") {
  const std::string game = "[A \"b\"]\n1. A2+B3 *\n";
  CHECK(find_last_beginning(game + game) == game.size());
  CHECK(find_last_beginning(game + "[C]\n") == 0);
  CHECK(find_last_beginning("[A \"b\"]\n1. A2+B3 {x\n[C \"d\"]\n} *\n") == 0);
  CHECK(find_last_beginning("[A \"b\"]\n1. A2+B3 {x\n} *\n[C \"d\"]\n") == 24);
}

TEST_CASE("segment: complete games end with the last result and its comments") {
  CHECK(complete_games_length("") == 0);
  CHECK(complete_games_length("1. A2+B3 A6-B6 ") == 0);
  CHECK(complete_games_length("1. A2+B3 *\n1. A2+B3") == 11);
  CHECK(complete_games_length("1. A2+B3 *\n{trailer}\n1. A2+B3 *\n1.") == 32);
}

TEST_CASE("segment: a walk visits each game once") {
  const std::string text =
      "% front\n[A \"b\"]\n\n1. A2+B3 *\n\n1. A2+B3 A6-B6 * {end}\n\n[C \"d\"]\n*\n";
  CHECK(games(text, GameWalk(text)) ==
        Games{"[A \"b\"]\n\n1. A2+B3 *", "1. A2+B3 A6-B6 * {end}", "[C \"d\"]\n*"});
  CHECK(games("", GameWalk("")).empty());
}

TEST_CASE("segment: a walk of a single segment is not split") {
  const std::string text = "1. A2+B3 {\n\n[A \"b\"]\n\n} *\n";
  CHECK(games(text, GameWalk(text)) == Games{"1. A2+B3 {", "[A \"b\"]\n\n} *"});
  CHECK(games(text, GameWalk::one_segment(text)) == Games{"1. A2+B3 {\n\n[A \"b\"]\n\n} *"});
}

}  // namespace segment_test
