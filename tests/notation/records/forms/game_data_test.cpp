
#include "core/base/text.h"
#include "notation/records/forms/foreign_record.h"
#include "notation/records/forms/record_form.h"
#include "notation/text/json.h"
#include "tests/catch.h"
#include "tests/notation/records.h"

namespace game_data_test {

const std::string start =
    ".oo.xx.o.....xo.....x.......x.....ox.....o.xx.oo.o....x........................x....ox";
const std::string after_a5b4 =
    ".oo.xx.o.....xo.....x.x...........ox.....o.xx.oo.o....x............x...........x....oo";

std::vector<CheckedRecord> read_softserve(const std::string& text, const ReadOptions& given = {}) {
  ReadOptions options = given;
  options.keep = Keep::records;
  TextSource source(text);
  std::vector<CheckedRecord> records;
  read_foreign_records(source, *find_game("creeper"), options, [&](CheckedRecord& record) {
    records.push_back(std::move(record));
    return true;
  });
  return records;
}

/// A game that has begun; the other keys replace or, with null, remove keys.
std::string data(const Json& changes = Json::object()) {
  Json game = {{"event", "club"},
               {"players", {"Anna", "Emil"}},
               {"initial_state", start},
               {"states", Json::array({start, after_a5b4})},
               {"actions", Json::array({"a5b4"})},
               {"start_timestamp", "2026-03-08 07:26:15.123456"},
               {"end_timestamp", "None"},
               {"result", "ongoing"},
               {"forfeit", "none"}};
  game["players"] = Json::array({"Anna", "Emil"});
  for (const auto& [key, value] : changes.members()) {
    if (value.is_null()) {
      game.erase(key);
    } else {
      game[key] = value;
    }
  }
  return game.dump();
}

CheckedRecord read_one(const std::string& text) {
  auto records = read_softserve(text);
  REQUIRE(records.size() == 1);
  return records[0];
}

Json list(std::string_view words) {
  Json texts = Json::array();
  for (const std::string_view word : split(words, ' ')) texts.push_back(word);
  return texts;
}

const std::string drawn = "c7d7 c1d1 d7c7 d1c1 c7d7 c1d1 d7c7 d1c1";

/// The result of a game without states.
std::string result_of(const std::string& actions, const std::string& result,
                      const Json& more = Json::object()) {
  Json changes = {{"actions", list(actions)}, {"result", result}, {"states", nullptr}};
  changes.update(more);
  const CheckedRecord record = read_one(data(changes));
  return record.check.valid() ? record.record.result : findings_of(record.check);
}

TEST_CASE("game data: names, result and times become tags") {
  const CheckedRecord game = read_one(data());
  CHECK(findings_of(game.check) == "missing-tag@1:1");
  CHECK(game.record.turns() == std::vector<std::string_view>{"A3+B4"});
  CHECK(write_record(game.record) ==
        "[Event \"club\"]\n[Site \"?\"]\n[Date \"2026.03.08\"]\n[Round \"?\"]\n[White \"Anna\"]\n"
        "[Black \"Emil\"]\n[Result \"*\"]\n[Game \"creeper\"]\n[Time \"07:26:15\"]\n\n1. A3+B4 "
        "*\n\n");

  const CheckedRecord ended = read_one(data({{"start_timestamp", "2026-03-08T23:59:59"},
                                             {"end_timestamp", "2026-03-09 00:00:01"},
                                             {"event", nullptr},
                                             {"forfeit", "Emil"}}));
  CHECK(ended.record.tag("EndDate") == "2026.03.09");
  CHECK(ended.record.tag("EndTime") == "00:00:01");
  CHECK(ended.record.tag("Forfeit") == "Emil");
  CHECK(ended.record.result == "*");
}

TEST_CASE("game data: times that cannot be read are kept and reported, or left out") {
  const CheckedRecord odd =
      read_one(data({{"start_timestamp", "yesterday"}, {"end_timestamp", "2026-03-08 7:26"}}));
  CHECK(odd.record.tag("Date") == "yesterday");
  CHECK_THAT(findings_of(odd.check), contains_text("spelling@"));
  CHECK(odd.record.tag("EndDate") == "2026.03.08");
  CHECK(odd.record.tag("Time").empty());
  CHECK(odd.record.tag("EndTime").empty());
  const CheckedRecord none = read_one(data({{"start_timestamp", nullptr}}));
  CHECK(none.check.valid());
  CHECK(none.record.tag("Date").empty());
}

TEST_CASE("game data: the result is that of a player, draw or ongoing") {
  CHECK(result_of("a5b4", "ongoing") == "*");
  CHECK(result_of("a5b4", "Anna") == "1-0");
  CHECK(result_of("a5b4", "Emil") == "0-1");
  CHECK(result_of(drawn, "draw") == "1/2-1/2");
  CHECK(result_of(drawn, "Anna") == "missing-tag@1:1 result-mismatch@1:1");
  CHECK(result_of(drawn, "ongoing") == "missing-tag@1:1 result-mismatch@1:1");
  CHECK(result_of("a5b4", "Nobody") == "syntax@1:1");
  // One name may mean several results; the rules decide.
  CHECK(result_of(drawn, "draw", {{"players", list("draw draw")}}) == "1/2-1/2");
  CHECK(result_of("a5b4", "ongoing", {{"players", list("ongoing Anna")}}) == "*");
  CHECK(result_of("a5b4", "Anna", {{"players", list("Anna Anna")}}) == "syntax@1:1");
}

TEST_CASE("game data: a loss that the rules do not explain is one by time") {
  const auto termination = [](const std::string& result, const std::string& late,
                              const std::string& actions = "a5b4") {
    const CheckedRecord game = read_one(data(
        {{"actions", list(actions)}, {"states", nullptr}, {"result", result}, {"forfeit", late}}));
    return std::string(game.record.tag("Termination"));
  };
  CHECK(termination("Anna", "Emil") == "time forfeit");
  CHECK(termination("Emil", "Anna") == "time forfeit");
  CHECK(termination("Anna", "Anna").empty());
  CHECK(termination("draw", "Anna").empty());
  CHECK(termination("ongoing", "Anna").empty());
  CHECK(termination("draw", "Anna", drawn).empty());
}

TEST_CASE("game data: a game may begin elsewhere, and its states are compared") {
  const std::string middle =
      ".........o.........x..x...o..oxx.o..o...o..x.x...ooo.ox....xxox.xo.ox.x..x...ooxxxo.ox";
  const CheckedRecord game =
      read_one(data({{"initial_state", middle}, {"actions", list("d5c4")}, {"states", nullptr}}));
  CHECK(game.check.valid());
  CHECK(game.record.tag("Position") ==
        "7/2B4/5W1/1W3B1/1BWW1B1/1B3B1/1W1W3 1bb1b1/4ww/bw1wb1/bw1w2/w3bb/1wwb2 w");
  const struct {
    Json changes;
    std::string findings, words;
  } rows[] = {
      {{{"states", Json::array({start, start})}},
       "bad-position@1:1",
       "the state after this action"},
      {{{"states", Json::array({after_a5b4, after_a5b4})}}, "bad-position@1:1", "the first state"},
      {{{"states", Json::array({start})}}, "bad-position@1:1", "is 1, expected 2"},
      {{{"states", Json::array({start, after_a5b4, start})}},
       "bad-position@1:1",
       "is 3, expected 2"},
      {{{"states", Json::array()}}, "bad-position@1:1", "is 0, expected 2"},
      {{{"states", Json::array({"x"})}}, "bad-position@1:1", "86 characters"},
      {{{"states", Json::array({5})}}, "syntax@1:1", "game data of softserve"},
      {{{"states", "x"}}, "syntax@1:1", "'states' is not a list"},
      {{{"initial_state", "x"}}, "bad-position@1:1", "86 characters"},
      {{{"initial_state", "1BB1WW1/B5W/B5W/7/W5B/W5B/1WW1BB1 6/6/6/6/6/6 w"}},
       "bad-position@1:1",
       "'initial_state' is no state"},
      {{{"initial_state", middle}}, "bad-position@1:1", "the first state"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.changes.dump());
    const CheckedRecord broken = read_one(data(row.changes));
    REQUIRE(broken.check.errors.size() == 1);
    CHECK_THAT(findings_of(broken.check), contains_text(row.findings));
    CHECK_THAT(broken.check.errors[0].message, contains_text(row.words));
  }
}

TEST_CASE("game data: a wrong action ends the record and names its turn") {
  const struct {
    std::string actions, findings;
    std::size_t turns;
  } rows[] = {{"a5b4 zz", "syntax", 1},          {"a5b4 a5b4", "illegal", 1},
              {"a5b4 A3+B4", "syntax", 1},       {"a1a2", "syntax", 0},
              {drawn + " c7d7", "after-end", 8}, {drawn + " zz", "syntax", 8}};
  for (const auto& row : rows) {
    CAPTURE(row.actions);
    const CheckedRecord game =
        read_one(data({{"actions", list(row.actions)}, {"states", nullptr}}));
    REQUIRE(game.check.errors.size() == 1);
    CHECK(code_name(game.check.errors[0].code) == row.findings);
    CHECK(game.check.errors[0].turn == row.turns + 1);
    CHECK(game.record.turns().size() == row.turns);
    CHECK(game.record.tag("White") == "Anna");
  }
}

TEST_CASE("game data: only the last action may be empty") {
  CHECK(read_one(data({{"actions", Json::array({"a5b4", ""})}})).check.valid());
  CHECK(read_one(data({{"actions", Json::array({""})}, {"states", Json::array({start})}}))
            .check.valid());
  const auto two = read_one(data({{"actions", Json::array({"a5b4", "", ""})}}));
  CHECK_THAT(findings_of(two.check), contains_text("syntax@1:1"));
}

TEST_CASE("game data: hostile JSON is one finding per object") {
  const std::vector<std::string> objects = {
      "{}",
      R"({"detail":"invalid token"})",
      R"({"players":[]})",
      R"({"players":["a","b","c"]})",
      data({{"players", "Anna"}}),
      data({{"players", Json::array({1, 2})}}),
      data({{"players", {{"a", "Anna"}, {"b", "Emil"}}}}),
      data({{"actions", nullptr}}),
      data({{"actions", "a5b4"}}),
      data({{"actions", Json::array({Json::array()})}}),
      data({{"result", nullptr}}),
      data({{"result", 1}}),
      data({{"forfeit", "Nobody"}}),
      data({{"forfeit", true}}),
      data({{"event", Json::array()}}),
      data({{"start_timestamp", 1e300}}),
      R"({"players":["a","b"],"actions":[],"result":1e999})",
      R"({"players":["a","b"],"actions":[)" + std::string(100, '1') + "]}",
      "{\"players\":" + std::string(100, '[') + std::string(100, ']') + "}",
      "{\"a\":\xff}"};
  std::string text;
  for (const std::string& object : objects) text += object + "\n\n";
  const auto records = read_softserve(text);
  REQUIRE(records.size() == objects.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    CAPTURE(objects[i]);
    const GameCheck& check = records[i].check;
    CHECK(check.index == i + 1);
    CHECK(check.line == 2 * i + 1);
    REQUIRE(check.errors.size() == 1);
    CHECK(check.errors[0].code == Code::syntax);
    CHECK_THAT(check.errors[0].message, contains_text("this is not game data of softserve: "));
  }
}

TEST_CASE("game data: arrays, line ends, cut files and limits") {
  const std::string indented = Json::parse(data()).dump(2);
  for (const std::string& text : {"[" + data() + ", " + indented + "]", indented + indented,
                                  "\xef\xbb\xbf\n " + data() + "\n" + data()}) {
    CAPTURE(text);
    const auto records = read_softserve(text);
    REQUIRE(records.size() == 2);
    CHECK(records[0].check.valid());
    CHECK(records[1].check.valid());
  }
  CHECK_THAT(findings_of(read_softserve("[" + data() + ",").back().check), contains_text("syntax"));
  CHECK(read_softserve("[]").empty());
  CHECK(read_softserve(data() + "\na5b4\n").size() == 2);
  ReadOptions small;
  small.max_game_bytes = 100;
  CHECK(findings_of(read_softserve(data(), small)[0].check) == "too-large@1:1");
  // Names cannot break out of their tags.
  const CheckedRecord quoted =
      read_one(data({{"players", Json::array({"A\"]\n[Black \"x", "Emil {"})}}));
  CHECK(quoted.record.tag("White") == "A\"] [Black \"x");
  CHECK(quoted.record.tag("Black") == "Emil {");
}

TEST_CASE("game data: the text of a single record names its form") {
  CHECK(form_of_record(data()).name == "softserve");
  CHECK(form_of_record(R"({"tags":[["actions","x"]],"movetext":[],"result":"*"})").name == "json");
  CHECK(form_of_record(R"({"header":{},"moves":[]})").name == "abstractplay");
}

}  // namespace game_data_test
