#include "core/base/po_file.h"

#include "tests/catch.h"

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
  CHECK_THROWS_WITH(read_po("\n\nmsgid \"a"), Catch::StartsWith("line 3: "));
}

}  // namespace po_file_test
