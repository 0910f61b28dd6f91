#include "notation/records/pgn/game_checker.h"

#include "notation/records/pgn/movetext.h"
#include "tests/catch.h"
#include "tests/notation/records.h"

namespace game_checker_test {

using namespace schiri;

const std::string good = tags_for("*") + "\n1. A2+B3 A6-B6 *\n\n";

struct Checked {
  std::vector<CheckedRecord> records;
  std::size_t last_line = 0;
};

Checked check(std::string text, Extent extent = Extent::end, const ReadOptions& options = {},
              std::size_t line = 1) {
  const std::size_t size = text.size();
  text.append(text_padding, '\0');
  Checked checked;
  checked.last_line =
      check_games({text.data(), size}, line, extent, options,
                  [&](CheckedRecord&& record) { checked.records.push_back(std::move(record)); });
  return checked;
}

TEST_CASE("game checker: games are checked in order with their lines") {
  const Checked checked = check("\n" + good + tags_for("*") + "\n1. A2-A3 *\n" + good);
  REQUIRE(checked.records.size() == 3);
  CHECK(checked.records[0].check.valid());
  CHECK(checked.records[0].check.line == 2);
  CHECK(findings_of(checked.records[1].check) == "illegal@22:4");
  CHECK(checked.records[1].check.line == 13);
  CHECK(checked.records[2].check.line == 23);
  CHECK(checked.records[2].check.turns == 2);
  CHECK(checked.last_line == 34);
}

TEST_CASE("game checker: lines are counted from the line of the text") {
  const Checked checked = check(good + "*", Extent::end, {}, 100);
  REQUIRE(checked.records.size() == 2);
  CHECK(checked.records[0].check.line == 100);
  CHECK(checked.records[1].check.line == 111);
  CHECK(checked.last_line == 111);
  CHECK(check("", Extent::end, {}, 7).last_line == 7);
}

TEST_CASE("game checker: an unclosed comment ends at the end of the file or at the next game") {
  const std::string open = tags_for("*") + "\n1. A2+B3 {open\n\n";
  const auto message = [](const Checked& checked, std::size_t at) {
    return checked.records.at(at).check.errors.at(0).message;
  };
  const std::string never = "the comment that begins here is never closed by a }";
  CHECK(message(check(open, Extent::end), 0) == never);
  CHECK_THAT(message(check(open, Extent::front), 0),
             contains_text(never + "; the game ends where"));
  const Checked both = check(open + good);
  REQUIRE(both.records.size() == 2);
  CHECK_THAT(message(both, 0), contains_text(never + "; the game ends where"));
  CHECK(both.records[1].check.valid());
}

TEST_CASE("game checker: a single segment is never split") {
  const std::string text = tags_for("*") + "\n1. A2+B3 {\n\n[Event \"x\"]\n} *\n";
  CHECK(check(text).records.size() == 2);
  const Checked whole = check(text, Extent::segment);
  REQUIRE(whole.records.size() == 1);
  CHECK(whole.records[0].check.valid());
}

TEST_CASE("game checker: records keep the requested parts") {
  ReadOptions options;
  options.keep = Keep::records;
  options.keep_text = true;
  const std::string text = good + good;
  const Checked checked = check(text, Extent::end, options);
  REQUIRE(checked.records.size() == 2);
  CHECK(checked.records[1].text == good.substr(0, good.size() - 2));
  CHECK(checked.records[1].record.turns() == std::vector<std::string_view>{"A2+B3", "A6-B6"});
  CHECK(check(text).records[1].record.turns().empty());
  options.keep = Keep::headers;
  const Checked headers = check(text, Extent::end, options);
  CHECK(headers.records[0].record.tag("White") == "w");
  CHECK(headers.records[0].record.turns().empty());
  CHECK(headers.records[0].hash.has_value());
}

TEST_CASE("game checker: a game above the size limit has one finding and no text") {
  ReadOptions options;
  options.max_game_bytes = 50;
  options.keep_text = true;
  const Checked checked = check(good, Extent::end, options);
  REQUIRE(checked.records.size() == 1);
  CHECK(findings_of(checked.records[0].check) == "too-large@1:1");
  CHECK(checked.records[0].check.errors[0].message == too_large_message(50));
  CHECK(checked.records[0].text.empty());
}

TEST_CASE("game checker: in strict mode warnings become errors and come first") {
  const std::string text = "[Game \"creeper\"]\n\n1. A2+B3 Zz *\n";
  ReadOptions options;
  CHECK(check(text).records.at(0).check.warnings.size() == 1);
  options.check.strict = true;
  const GameCheck strict = check(text, Extent::end, options).records.at(0).check;
  CHECK(strict.warnings.empty());
  REQUIRE(strict.errors.size() == 2);
  CHECK(strict.errors[0].code == Code::missing_tag);
  CHECK(strict.errors[1].code == Code::syntax);
}

TEST_CASE("game checker: an overriding game replaces the tag") {
  ReadOptions options;
  options.check.game = "sperre";
  options.keep = Keep::records;
  CHECK(check(good, Extent::end, options).records.at(0).check.game == "creeper");
  options.check.overrides_game = true;
  const Checked checked = check(good, Extent::end, options);
  CHECK(checked.records.at(0).check.game == "sperre");
  CHECK(checked.records.at(0).record.tag("Game") == "sperre");
}

}  // namespace game_checker_test
