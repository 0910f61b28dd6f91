#include "core/base/message.h"

#include "core/base/errors.h"
#include "tests/catch.h"

namespace message_test {

TEST_CASE("messages: places are filled by texts, numbers, decimals and messages") {
  CHECK(message("a player needs a name").english() == "a player needs a name");
  CHECK(message("'{0}' on {1}", "Anna", std::string("b4")).english() == "'Anna' on b4");
  CHECK(message("{1} of {0}", 5, std::uint64_t{3}).english() == "3 of 5");
  CHECK(message("{0} points", Decimal{"1.5"}).english() == "1.5 points");
  CHECK(message("{0}: {1}", message("line {0}", 7), 'x').english() == "line 7: x");
  CHECK(message("{0}", -1).english() == "-1");
}

TEST_CASE("messages: braces that are no place stay as they are") {
  CHECK(message("a comment { is not closed by }").english() == "a comment { is not closed by }");
  CHECK(message("{x} {10} {{0}", "v").english() == "{x} {10} {v");
  CHECK(Message(std::string("{0} of {1}")).english() == "{0} of {1}");
  CHECK(message("'{0}'", "{0:a|b}").english() == "'{0:a|b}'");
}

TEST_CASE("messages: a number chooses the form that its language requires") {
  const auto games = [](int number, const Translation& language) {
    return message("{0} {0:game|games}", number).in(language);
  };
  const Translation german("de", {{"{0} {0:game|games}", "{0} {0:Partie|Partien}"}});
  const Translation french("fr", {{"{0} {0:game|games}", "{0} {0:partie|parties}"}});
  CHECK(games(0, {}) == "0 games");
  CHECK(games(1, {}) == "1 game");
  CHECK(games(2, {}) == "2 games");
  CHECK(games(0, german) == "0 Partien");
  CHECK(games(1, german) == "1 Partie");
  CHECK(games(0, french) == "0 partie");
  CHECK(games(2, french) == "2 parties");
}

TEST_CASE("messages: nested messages and decimals are translated, texts are not") {
  const Translation german("de", {{"{0} has {1} points: {2}", "{2}: {1} Punkte für {0}"},
                                  {"draw", "Remis"},
                                  {"{0} and {1}", "{0} und {1}"},
                                  {"Anna", "falsch"}});
  const Message sentence =
      message("{0} has {1} points: {2}", "Anna", Decimal{"2.5"}, message("draw"));
  CHECK(sentence.in(german) == "Remis: 2,5 Punkte für Anna");
  CHECK(sentence.english() == "Anna has 2.5 points: draw");
  CHECK(all_of({"a", "b", message("draw")}).in(german) == "a, b und Remis");
  CHECK(Message("Anna").in(german) == "Anna");
}

TEST_CASE("messages: lists and joined sentences") {
  CHECK(any_of({}).empty());
  CHECK(any_of({"a"}).english() == "a");
  CHECK(any_of({"a", "b"}).english() == "a or b");
  CHECK(all_of({"a", "b", "c"}).english() == "a, b and c");
  CHECK(joined("a", "b").english() == "a; b");
  CHECK(joined("", "b").english() == "b");
  CHECK(joined("a", {}).english() == "a");
}

TEST_CASE("messages: an error has its sentence in each language") {
  const Translation german("de", {{"no file {0}", "keine Datei {0}"}});
  try {
    throw InputError(message("no file {0}", "x.pgn"));
  } catch (const MessageError& error) {
    CHECK(std::string(error.what()) == "no file x.pgn");
    CHECK(error.message().in(german) == "keine Datei x.pgn");
  }
}

}  // namespace message_test
