#include "notation/game_types.h"
#include "tests/catch.h"

namespace advice_test {

std::string message_against(const Game& game, const std::string& turn) {
  const auto error = game.clone()->play(turn);
  return error ? error->message : "";
}

std::set<std::string> legal_turns(const Game& game) {
  std::set<std::string> turns;
  game.visit_turns([&](std::string_view turn) {
    turns.emplace(turn);
    return true;
  });
  return turns;
}

/// The words of the advice after the last semicolon.
std::vector<std::string> words_of_advice(const std::string& message) {
  std::istringstream words(message.substr(message.rfind(';') + 1));
  std::vector<std::string> list;
  for (std::string word; words >> word;) {
    if (word.back() == ',') word.pop_back();
    list.push_back(word);
  }
  return list;
}

TEST_CASE("advice: the message on an illegal turn names legal turns near it in every game") {
  const struct {
    const char* game;
    StartSpec start;
    const char* turn;
    const char* message;
  } rows[] = {
      {"creeper", {}, "A3-A5", "this pawn can play A3+B2, A3+B4, A3-B3, A3-A4"},
      {"creeper", {}, "C3-B3", "there is no pawn on C3; to B3 can be played A2+B3, A3-B3"},
      {"creeper", {}, "C3-C4", "there is no pawn on C3; no pawn can go to C4"},
      {"springerjagd", {}, "b1-b4", "; this knight can play b1-a3, b1-c3"},
      {"springerjagd", {}, "c1-b3", "; White's knights are on b1 and e1"},
      {"springerjagd", {}, "b1-a3/d2", "; a pawn can move from c1, d1, a2, b2, c2, e2, f2"},
      {"springerjagd", {}, "b1-a3/d2/c2-c5", "; this pawn can go to a1, b1,"},
      {"sperre", {"", "", "147"}, "IV8/18-28", "; to 28 a stone can go from 16 or 19"},
      {"sperre", {"", "", "147"}, "IV8/31-52", "; no stone can go to 52 now"},
      {"sperre", {"", "", "147"}, "IV8/12-42", "this stone can go to 21 or 22 or"},
      {"sperre", {"", "", "147"}, "IV8/12-32/91>55", "; no stone of Black's is next to 32"},
      {"more-or-less", {"", "w/X/X/X/X/X b 0 0", ""}, "O,A0", "; free are A0, A1,"},
  };
  for (const auto& row : rows) {
    INFO(row.game << " " << row.turn);
    std::string message = message_against(*find_game(row.game)->start(row.start), row.turn);
    // Lists of Sperre end with "or". Compare them as if every separator were "or".
    for (auto at = message.find(", "); std::string(row.game) == "sperre" && at != message.npos;
         at = message.find(", ", at + 4)) {
      if (message.find("go to") < at) message.replace(at, 2, " or ");
    }
    CHECK_THAT(message, contains_text(row.message));
  }
}

TEST_CASE("advice: the message on a text that is no turn gives the reason or the right spelling") {
  const struct {
    const char* game;
    StartSpec start;
    const char* text;
    const char* message;
  } rows[] = {
      // Without signs, or with others, the same letters and digits are the turn, or begin it.
      {"creeper", {}, "E7*D6", "; legal and near it: E7+D6"},
      {"springerjagd", {}, "b1a3d2f2c4", "; legal and near it: b1-a3/d2/f2-c4"},
      {"springerjagd", {}, "B1 A3 D2 F2 C4", "; legal and near it: b1-a3/d2/f2-c4"},
      {"sperre", {"move-first", "", "238"}, "1434", "; legal and near it: 14-34/"},
      {"sperre", {"", "", "147"}, "iv8*14.25", "; legal and near it: IV8/14-25"},
      {"more-or-less", {"", "w/X/X/X/X/X b 0 0", ""}, "a0 e5", "; legal and near it: A0,E5"},
      {"creeper", {}, "B1+A1", "A1 is a corner, not a square"},
      {"creeper", {}, "A6-H6", "the board has no H6"},
      {"creeper", {}, "E2xC2xA2", "a turn captures once"},
      {"creeper", {}, "A2:A4", "; it is written A2xA4"},
      {"creeper", {}, "A2--B2", "; it is written A2-B2"},
      {"creeper", {}, "NA2+B3", "; it is written A2+B3"},
      {"springerjagd", {}, "b1<->e4", "; it is written b1~e4"},
      {"springerjagd", {}, "Nb1-a3/d2/f2-c4", "; it is written b1-a3/d2/f2-c4"},
      {"springerjagd", {}, "\u2658b1-a3/d2/f2-c4", "; it is written b1-a3/d2/f2-c4"},
      {"springerjagd", {}, "Nb1", "; a turn has no letter for the piece"},
      {"springerjagd", {}, "b1:c3", "; it is written b1xc3"},
      {"springerjagd", {}, "b1-a3\\d2\\f2-c4", "; it is written b1-a3/d2/f2-c4"},
      {"springerjagd", {}, "b1-a3/d2-b1/f2-c4", "the pawn leaves, d2: b1-a3/d2/f2-c4"},
      {"springerjagd", {}, "b1-c3/c2-b1", "the pawn leaves, c2: b1-c3/c2"},
      {"more-or-less", {"31", "", ""}, "A7", "the board of 31 points has no ring A, so no A7"},
      {"more-or-less", {}, "F3", "the board of 51 points has no ring F"},
      {"sperre", {"", "", "147"}, "IV8/12:23", "; it is written IV8/12-23"},
      {"sperre", {"", "", "147"}, "\u2163\u0038/12-23", "U+2163 looks like IV"},
  };
  for (const auto& row : rows) {
    INFO(row.game << " " << row.text);
    CHECK_THAT(message_against(*find_game(row.game)->start(row.start), row.text),
               contains_text(row.message));
  }
}

TEST_CASE("advice: turns named for Creeper are legal") {
  Rng rng(5);
  const auto game = find_game("creeper")->start({});
  const auto square = [&] {
    return std::string{static_cast<char>('A' + rng.below(7)),
                       static_cast<char>('1' + rng.below(7))};
  };
  int advised = 0;
  for (int ply = 0; ply < 60 && !game->ending(); ++ply) {
    const auto legal = legal_turns(*game);
    for (int i = 0; i < 40; ++i) {
      const std::string turn = square() + "+-x"[rng.below(3)] + square();
      const std::string message = message_against(*game, turn);
      for (const std::string& word : words_of_advice(message)) {
        const bool is_turn = word.size() == 5 && std::isupper(word[0]) && std::isupper(word[3]);
        if (!is_turn || message.find("is not a turn") != message.npos) continue;
        INFO(turn << ": " << message);
        CHECK(legal.count(word) == 1);
        ++advised;
      }
    }
    game->play(game->random_turn(rng));
  }
  CHECK(advised > 500);
}

TEST_CASE("advice: turns named for Springerjagd begin legal turns") {
  Rng rng(5);
  const auto game = find_game("springerjagd")->start({});
  const auto square = [&] {
    return std::string{static_cast<char>('a' + rng.below(6)),
                       static_cast<char>('1' + rng.below(6))};
  };
  int advised = 0;
  for (int ply = 0; ply < 30 && !game->ending(); ++ply) {
    const auto legal = legal_turns(*game);
    for (int i = 0; i < 40; ++i) {
      const std::string message = message_against(*game, square() + "-x~"[rng.below(3)] + square());
      if (message.find("this knight can play") == message.npos) continue;
      for (const std::string& word : words_of_advice(message)) {
        if (word.size() != 5 || word.find_first_of("-x~") != 2) continue;
        INFO(message);
        const auto found = legal.lower_bound(word);
        CHECK((found != legal.end() && found->starts_with(word)));
        ++advised;
      }
    }
    game->play(game->random_turn(rng));
  }
  CHECK(advised > 50);
}

}  // namespace advice_test
