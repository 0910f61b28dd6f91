#include "cli/help/manual_page.h"

#include "cli/help/embedded_files.h"
#include "notation/game_types.h"
#include "notation/records/pgn/movetext.h"
#include "tests/catch.h"

namespace manual_page_test {

using namespace schiri::cli;

using Kind = ManualBlock::Kind;
using Style = TextSpan::Style;

/// The text of a page below its title line.
std::string shown(const std::string& markdown, bool styled = false) {
  const std::string text = manual_page_text(read_manual_page("# t - about\n\n" + markdown), styled);
  return text.substr(text.find('\n') + 1);
}

std::string in_man(const std::string& markdown) {
  const std::string text = topic_man_page(read_manual_page("# t - about\n\n" + markdown), "en");
  const std::string head = "\\- about\n";
  const std::size_t begin = text.find(head) + head.size();
  const std::string body = text.substr(begin, text.find(".SH SEE ALSO") - begin);
  const std::string description = ".SH DESCRIPTION\n";
  return body.starts_with(description) ? body.substr(description.size()) : body;
}

TEST_CASE("manual: the title holds the topic and a description") {
  const ManualPage page = read_manual_page("# coming-from - for users of a - b\n\nText.\n");
  CHECK(page.topic == "coming-from");
  CHECK(page.about == "for users of a - b");
  CHECK(page.blocks.size() == 1);
}

TEST_CASE("manual: a page consists of blocks") {
  const ManualPage page = read_manual_page(
      "# t - about\n\none\ntwo\n\nthree:\n    code\n\n      more\n\n## Head\n- a\n  b\n- c\n\n"
      "| x | y |\n|---|---|\n| `a|b` | |\n");
  const std::vector<std::pair<Kind, std::string>> wanted = {{Kind::paragraph, "one\ntwo"},
                                                            {Kind::paragraph, "three:"},
                                                            {Kind::code, "code\n\n  more"},
                                                            {Kind::heading, "Head"},
                                                            {Kind::item, "a\nb"},
                                                            {Kind::item, "c"},
                                                            {Kind::table, ""}};
  REQUIRE(page.blocks.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CHECK(page.blocks[i].kind == wanted[i].first);
    CHECK(page.blocks[i].text == wanted[i].second);
  }
  using Rows = std::vector<std::vector<std::string>>;
  CHECK(page.blocks.back().rows == Rows{{"x", "y"}, {"`a|b`", ""}});
}

TEST_CASE("manual: an empty line separates two tables") {
  CHECK(read_manual_page("# t - x\n\n| a | b |\n\n| c | d |\n").blocks.size() == 2);
}

TEST_CASE("manual: a page may be a title or empty") {
  CHECK(read_manual_page("# t").topic == "t");
  CHECK(read_manual_page("").blocks.empty());
}

TEST_CASE("manual: spans have styles and unclosed spans are text") {
  using Spans = std::vector<TextSpan>;
  CHECK(read_spans("a `b *c*` **d** *e*") == Spans{{Style::plain, "a "},
                                                   {Style::code, "b *c*"},
                                                   {Style::plain, " "},
                                                   {Style::strong, "d"},
                                                   {Style::plain, " "},
                                                   {Style::emphasis, "e"}});
  CHECK(read_spans("a ` b * c") == Spans{{Style::plain, "a ` b * c"}});
  CHECK(read_spans("``").front() == TextSpan{Style::plain, "``"});
  CHECK(read_spans("").empty());
}

TEST_CASE("manual: text is filled and code keeps its lines and spaces") {
  CHECK(shown("one `x`\n**two**\n\n## Head\n\n    a  b\n\n- c\n  d\n- e\n") ==
        "\n  one `x` two\n\nHead\n\n      a  b\n\n  - c d\n  - e\n");
}

TEST_CASE("manual: on a terminal each word of headings and code is bold") {
  CHECK(shown("a `b\nc` *d*\n", true) == "\n  a \033[1mb\033[0m \033[1mc\033[0m \033[4md\033[0m\n");
  CHECK(shown("| a | b |\n|---|---|\n| `c` | d |\n", true) ==
        "\n  \033[4ma\033[0m  \033[4mb\033[0m\n  \033[1mc\033[0m  d\n");
  CHECK(shown("## Head\n", true) == "\n\033[1mHead\033[0m\n");
}

TEST_CASE("manual: the last column of a table is wrapped except in code") {
  const std::string eleven = "eleven char eleven char eleven char eleven char eleven char ";
  CHECK(shown("| a | b |\n|---|---|\n| `käse` | " + eleven + "`x y z x y z` |\n| c | |\n") ==
        "\n  a       b\n  `käse`  eleven char eleven char eleven char eleven char eleven char\n"
        "          `x y z x y z`\n  c\n");
}

TEST_CASE("manual: after wide cells the last cell has its own line") {
  const std::string wide(50, 'w');
  CHECK(shown("| a | b |\n|---|---|\n| " + wide + " | c |\n") ==
        "\n  a - b\n  " + wide + "\n      c\n");
}

TEST_CASE("manual: a man page has a title and a name and references") {
  const std::string page =
      topic_man_page(read_manual_page("# coming-from - about - this\n\nText.\n"), "en");
  CHECK(page.starts_with(".TH SCHIRI\\-COMING\\-FROM 7 \""));
  CHECK(page.find(".SH NAME\nschiri\\-coming\\-from \\- about \\- this\n") != std::string::npos);
  CHECK(page.ends_with(".SH SEE ALSO\nschiri(1)\n"));
}

TEST_CASE("manual: special characters of man pages are escaped") {
  CHECK(in_man("x \\n ~ ^ `-a'b` - ok\n") ==
        ".nf\n  x \\en \\(ti \\(ha \\fB\\-a\\(aqb\\fR \\- ok\n.fi\n");
  CHECK(in_man("## .x\n\n    .x\n").ends_with(".SH \\&.X\n.nf\n      .x\n.fi\n"));
}

}  // namespace manual_page_test
