#include "notation/programs/word_game.h"

#include "notation/records/pgn/reader.h"
#include "tests/catch.h"

namespace word_game_test {

std::size_t length(const std::string& text) {
  return turn_word_length(text.data(), text.data() + text.size());
}

TEST_CASE("word games: turns are words that a record gives back") {
  for (const std::string word :
       {"a2b3", "4", "0000", "0|3|12", "e7-e8=Q", "N@f3", "O-O", "1-1", "%x"}) {
    CAPTURE(word);
    CHECK(length(word) == (word[0] == '%' ? 0 : word.size()));
  }
  for (const std::string text :
       {"", " a", "12.", "1...a", "1-0", "1/2-1/2", "*", "resign", "{a", "(a"}) {
    CAPTURE(text);
    CHECK(length(text) == 0);
  }
  CHECK(length(std::string(100, 'x')) == 100);
  CHECK(length(std::string(101, 'x')) == 0);
  CHECK(length("a2{a comment}") == 2);
  CHECK(length("a2[b") == 2);
}

TEST_CASE("word games: a turn of any text is a word that is read back") {
  const std::vector<std::pair<std::string, std::string>> words = {{"a2b3", "a2b3"},
                                                                  {"a1?", "a1~3F"},
                                                                  {"d1-d7(g7)", "d1-d7~28g7~29"},
                                                                  {"76歩", "76~E6~AD~A9"},
                                                                  {"1-0", "~31-0"},
                                                                  {"resign", "~72esign"},
                                                                  {"*", "~2A"},
                                                                  {"12.x", "~312.x"},
                                                                  {"%x", "~25x"},
                                                                  {"~", "~"},
                                                                  {"~3", "~3"},
                                                                  {"~3F", "~7E3F"},
                                                                  {"~3?", "~3~3F"},
                                                                  {"~~3F", "~~7E3F"},
                                                                  {"~3f", "~3f"}};
  for (const auto& [text, word] : words) {
    CAPTURE(text);
    CHECK(turn_word(text) == word);
    CHECK(is_turn_word(word));
    CHECK(text_of_word(word) == text);
  }
  for (const std::string& text : {std::string(), std::string("a b"), std::string("a\n"),
                                  std::string(101, 'x'), std::string(34, '?')}) {
    CAPTURE(text);
    CHECK(turn_word(text).empty());
  }
}

TEST_CASE("word games: the position says who begins") {
  CHECK_FALSE(black_begins(""));
  CHECK_FALSE(black_begins("x5o/7 x 0 1"));
  CHECK_FALSE(black_begins("8/8 w b"));
  CHECK(black_begins("8/8 b 0"));
  CHECK(black_begins("x5o/7 o 0 1 p2"));
  CHECK_FALSE(black_begins("8/8 b 0 p1"));
  CHECK(without_beginner("8/8 b 0 p1") == "8/8 b 0");
  CHECK(without_beginner("p1") == "p1");
}

TEST_CASE("word games: a record is read and written again") {
  const GameType& type = game_or_words("Word Game");
  CHECK(type.name() == "word-game");
  CHECK(&game_or_words("word-game") == &type);
  CHECK(game_of_record("word-game", false) == &type);
  CHECK(game_of_record("word-game-2", false) == nullptr);
  // Another record does not make it known to records that do not name a referee.
  REQUIRE(game_of_record("word-game-2", true));
  CHECK(game_of_record("word-game-2", false) == nullptr);
  CHECK_THROWS_AS(game_or_words("Ö"), InputError);
  auto game = type.start({"", "8/8 b", ""});
  for (const char* turn : {"4", "draw", "12", "a,b"}) CHECK_FALSE(game->play(turn));
  CHECK(game->play("a{")->kind == TurnError::Kind::syntax);
  CHECK(game->play("resign"));
  CHECK(game->side_to_move() == Side::black);
  const std::string position = game->position();
  CHECK(position.starts_with("8/8 b after 4 turns, "));
  CHECK_FALSE(game->play("x"));
  CHECK(game->position() != position);
  game->take_back(1);
  CHECK(game->position() == position);
  CHECK_THROWS_AS(game->count_turns(), RulesUnknown);
  // Its program alone knows the variants.
  CHECK(type.variant_table.known("swap=true ; size=7") == "size=7; swap=true");
  CHECK(type.variant_table.known("standard") == "standard");
  for (const char* text : {"size=7; torus", "size=7; size=8", ";", "=7"}) {
    CAPTURE(text);
    CHECK(type.variant_table.known(text).empty());
    CHECK_THROWS_AS(type.start({text, "", ""}), StartError);
  }
  CHECK_THROWS_AS(type.start({"", "8/8 moves a", ""}), StartError);

  Record record;
  record.tags = {{"Game", "word-game"}, {"Position", "8/8 b"}, {"Referee", "r"}};
  for (const std::string& turn : game->turns()) {
    record.movetext.push_back({Element::Kind::turn, turn});
    record.movetext.push_back({Element::Kind::comment, "0.1s"});
  }
  record.result = "1-0";
  const std::string text = write_record(record);
  CHECK(text.find("1... 4 {0.1s} 2. draw {0.1s} 2... 12") != text.npos);
  ReadOptions reading;
  reading.keep = Keep::records;
  const auto read = read_one_record(text, reading);
  REQUIRE(read);
  CHECK(read->check.errors.empty());
  CHECK(read->check.turns == 4);
  CHECK(read->check.black_began);
  CHECK(write_record(read->record) == text);
}

TEST_CASE("word games: signs of evaluation are turns, wherever they stand") {
  game_or_words("signs");
  ReadOptions reading;
  reading.keep = Keep::records;
  for (const std::string sign : {"=", "+-", "-+", "+/-", "-/+", "+/=", "=/+", "+=", "=+"}) {
    CAPTURE(sign);
    const auto first =
        read_one_record("[Game \"signs\"]\n\n1. a {x} 1... " + sign + " 2. b $1 " + sign +
                            " (2... c {y} " + sign + ") 3. " + sign + " 1-0\n",
                        reading);
    REQUIRE(first);
    CHECK(first->check.errors.empty());
    const std::vector<std::string_view> turns{"a", sign, "b", sign, sign};
    CHECK(first->record.turns() == turns);
    const auto second = read_one_record(write_record(first->record), reading);
    REQUIRE(second);
    CHECK(write_record(second->record) == write_record(first->record));
    CHECK(second->record.turns() == turns);
  }
}

}  // namespace word_game_test
