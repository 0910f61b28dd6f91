#include "core/base/message.h"

#include <cerrno>

#include "core/base/errors.h"
#include "core/base/po_file.h"
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

namespace po_file_test {

TEST_CASE("po: sentences with their translations and files") {
  const auto entries = read_po(
      "# A translator's note.\n"
      "msgid \"\"\n"
      "msgstr \"\"\n"
      "\"Language: de\\n\"\n"
      "\n"
      "#. Of the program.\n"
      "#: core/a.cpp db/b.cpp\n"
      "#: cli/c.cpp\n"
      "msgid \"a \\\"game\\\"\"\n"
      "msgstr \"eine \\\"Partie\\\"\"\n"
      "#: cli/c.cpp\n"
      "msgid \"\"\n"
      "\"two \"\n"
      "\"pieces\\n\"\n"
      "msgstr \"\"\n"
      "\"zwei \"\n"
      "\"St\\\\cke\\n\"\r\n");
  REQUIRE(entries.size() == 2);
  CHECK(entries[0].pattern == "a \"game\"");
  CHECK(entries[0].translation == "eine \"Partie\"");
  CHECK(entries[0].files == std::vector<std::string>{"core/a.cpp", "db/b.cpp", "cli/c.cpp"});
  CHECK(entries[1].pattern == "two pieces\n");
  CHECK(entries[1].translation == "zwei St\\cke\n");
  CHECK(entries[1].files == std::vector<std::string>{"cli/c.cpp"});
}

TEST_CASE("po: what has no confirmed translation is left out") {
  CHECK(read_po("").empty());
  CHECK(read_po("msgid \"a\"\nmsgstr \"\"\n").empty());
  CHECK(read_po("#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n").empty());
  CHECK(read_po("#~ msgid \"a\"\n#~ msgstr \"b\"\n").empty());
  CHECK(read_po("#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgid \"c\"\nmsgstr \"d\"").size() == 1);
}

TEST_CASE("po: a text of another form is refused with its line") {
  for (const char* text : {"a", "msgid a", "msgid \"a", "msgid \"a\\", "msgid \"a\\\"",
                           "msgid \"a\\x\"", "msgid \"a\"b\"", "msgstr \"a\"", "\"a\"",
                           "msgid \"a\"\nmsgid_plural \"b\"", "msgid \"a\"\nmsgstr[0] \"b\""}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_po(text), std::invalid_argument);
  }
  CHECK_THROWS_WITH(read_po("\n\nmsgid \"a"), Catch::Matchers::StartsWith("line 3: "));
}

}  // namespace po_file_test

namespace system_message_test {

TEST_CASE("system messages: errors that users meet can be translated, all others are texts") {
  const Message missing = system_message(ENOENT);
  CHECK(missing.english() == "No such file or directory");
  CHECK(missing.pattern() == "No such file or directory");
  CHECK(system_message(EACCES).pattern() == "Permission denied");
  CHECK(system_message(ENOSPC).pattern() == "No space left on device");
  const Message rare = system_message(EXDEV);
  CHECK(rare.english() == std::generic_category().message(EXDEV));
  CHECK(rare.pattern() == "{0}");
}

TEST_CASE("system messages: an exception keeps its subject") {
  const std::system_error error(ENOENT, std::generic_category(), "a{0}: b.pgn");
  const Message text = system_message(error);
  CHECK(text.english() == error.what());
  CHECK(text.in(Translation("de", {{"No such file or directory", "nicht gefunden"}})) ==
        "a{0}: b.pgn: nicht gefunden");
  CHECK(system_message(std::system_error(ENOENT, std::generic_category())).english() ==
        "No such file or directory");
}

}  // namespace system_message_test
