#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "notation/programs/word_game.h"
#include "notation/records/forms/abstract_play.h"
#include "notation/records/forms/json_record.h"
#include "tests/catch.h"
#include "tests/notation/records.h"

namespace json_smuggling_test {

using Json = nlohmann::ordered_json;
using Reading = decltype(&read_json_records);

std::vector<CheckedRecord> read(Reading reading, const std::string& text) {
  TextSource source(text);
  ReadOptions options;
  options.keep = Keep::records;
  std::vector<CheckedRecord> records;
  reading(source, options, [&](CheckedRecord& record) {
    records.push_back(std::move(record));
    return true;
  });
  return records;
}

Json record_json() {
  return Json::parse(R"({"tags":[["Event","e"],["White","w"],["Game","creeper"]],)"
                     R"("movetext":["A2+B3","A6-B6"],"result":"*"})");
}

Json played_json() {
  return Json::parse(
      R"({"header":{"game":{"name":"Creeper"},"site":{"name":"x"},"date-start":"2026-01-02",)"
      R"("date-end":"2026-01-02","date-generated":"2026-01-02","players":[{"name":"a","result":1},)"
      R"({"name":"b","result":0}],"tags":{"Termination":"resignation"}},)"
      R"("moves":[["A2+B3","A6-B6"]]})");
}

/// Removes white space and characters that are never written: comments may be wrapped differently.
std::string without_spaces(std::string text) {
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; });
  for (std::size_t at = 0; (at = text.find("\xef\xbb\xbf", at)) != text.npos;) text.erase(at, 3);
  return text;
}

Record comparable(Record record) {
  for (Tag& tag : record.tags) tag.value = without_spaces(tag.value);
  for (Element& element : record.movetext) element.text = without_spaces(element.text);
  for (std::string& comment : record.trailing_comments) comment = without_spaces(comment);
  std::erase_if(record.tags, [](const Tag& tag) {
    return tag.value.empty() || tag.value == "?" || tag.value == unknown_value(tag.name);
  });
  std::stable_sort(record.tags.begin(), record.tags.end(),
                   [](const Tag& a, const Tag& b) { return tag_rank(a.name) < tag_rank(b.name); });
  return record;
}

/// Checks that a record is read again unchanged after it is written.
void check_round_trip(const Record& record) {
  const std::string text = write_record(record);
  CAPTURE(text);
  const auto again = read_all(text);
  REQUIRE(again.size() == 1);
  CHECK(again[0].check.valid());
  CHECK(comparable(again[0].record) == comparable(record));
  CHECK(write_record(again[0].record) == text);
}

const char* const pieces[] = {"}",
                              "{",
                              "\n",
                              "\n\n",
                              "\r\n",
                              ";",
                              "%",
                              "(",
                              ")",
                              "\"",
                              "\\",
                              "[",
                              "]",
                              " ",
                              "$1",
                              "!",
                              "?",
                              "1-0",
                              "*",
                              "B3-B4",
                              "A5+B4",
                              "1.",
                              "a",
                              "\t",
                              "\x01",
                              "\x7f",
                              "\xef\xbb\xbf",
                              "[Event",
                              "\"]",
                              "0-1",
                              "\xc3\xa4",
                              "[Game \"sperre\"]",
                              "\xe2\x80\xae",
                              "1/2-1/2"};

std::string hostile_text(Rng& rng) {
  std::string text;
  for (std::uint64_t left = rng.below(9); left > 0; --left) {
    text += pieces[rng.below(std::size(pieces))];
  }
  return text;
}

std::string nested(const std::string& before, const std::string& after) {
  constexpr std::size_t levels = 100'000;
  return before + std::string(levels, '[') + std::string(levels, ']') + after;
}

TEST_CASE("json: deeply nested input is rejected") {
  std::string objects = "{\"tags\":", closing;
  for (int i = 0; i < 100'000; ++i) {
    objects += "{\"a\":";
    closing += '}';
  }
  const std::string texts[] = {
      nested("{\"tags\":", "}"),
      nested("{\"tags\":[],\"movetext\":[],\"result\":\"*\",\"trailing\":", "}"),
      nested("{\"header\":{\"players\":[1,2],\"game\":{\"name\":\"creeper\"},\"x\":",
             "},\"moves\":[]}"),
      nested("{\"header\":{\"game\":{\"variants\":", "}}}"),
      nested("{\"moves\":", "}"),
      objects + "1" + closing + "}",
      std::string(100'000, '['),
      "{\"tags\":" + std::string(100'000, '['),
  };
  for (const Reading reading : {Reading(read_json_records), Reading(read_abstract_play)}) {
    for (const std::string& text : texts) {
      for (const CheckedRecord& record : read(reading, text)) {
        CHECK(findings_of(record.check).starts_with("syntax@1:1"));
      }
    }
  }
  const auto deep = read(read_json_records, texts[0]);
  REQUIRE(deep.size() == 1);
  CHECK_THAT(deep[0].check.errors[0].message, contains_text("more than 64 levels deep"));
}

TEST_CASE("json records: an element cannot contain elements of another kind") {
  REQUIRE(read(read_json_records, record_json().dump()).at(0).check.valid());
  const char* const broken[] = {
      R"~({"movetext":["A2+B3 A6-B6"]})~",
      R"~({"movetext":["A2+B3 {x}"]})~",
      R"~({"movetext":["A2+B3 *"]})~",
      R"~({"movetext":["A2+B3 1-0\n\n[Game \"creeper\"]\n\n"]})~",
      R"~({"movetext":["A2+B3", ""]})~",
      R"~({"movetext":["A2+B3 $7"]})~",
      R"~({"movetext":["A2+B3 (x)"]})~",
      R"~({"movetext":["A2+B3 ;"]})~",
      R"~({"movetext":["A2+B3",{"nag":"1 A6-B6"}]})~",
      R"~({"movetext":["A2+B3",{"nag":"1 {x}"}]})~",
      R"~({"movetext":["A2+B3",{"nag":"1$2"}]})~",
      R"~({"movetext":["A2+B3",{"nag":""}]})~",
      R"~({"movetext":["A2+B3",{"variation":"(x) A6-B6 (y)"}]})~",
      R"~({"movetext":["A2+B3",{"variation":"(x) {y}"}]})~",
      R"~({"movetext":["A2+B3",{"variation":"(x) (y)"}]})~",
      R"~({"movetext":["A2+B3",{"variation":"(x"},"A6-B6",{"variation":"y)"}]})~",
      R"~({"movetext":["A2+B3",{"variation":"(x ;"},"A6-B6",{"variation":"(\n)"}]})~",
      R"~({"movetext":["A2+B3",{"variation":"A6-B6"}]})~",
      R"~({"movetext":["A2+B3",{"variation":""}]})~",
      R"~({"result":"* {x}"})~",
      R"~({"result":"*\n\n1. A2+B3 *"})~",
      R"~({"result":"A2-B2 *"})~",
      R"~({"result":""})~",
      R"~({"tags":[["Game","creeper"],["A \"x\"]\n[B","y"]]})~",
      R"~({"tags":[["Game","creeper"],["","y"]]})~",
      R"~({"tags":[["Game","creeper"],["Ä B","y"]]})~",
      R"~({"tags":[["Game","creeper"],["A]\n\n1. A2+B3 *\n[B","y"]]})~",
  };
  for (const char* change : broken) {
    CAPTURE(change);
    Json json = record_json();
    json.update(Json::parse(change));
    const auto records = read(read_json_records, json.dump() + "\n");
    REQUIRE(records.size() == 1);
    CHECK_FALSE(records[0].check.valid());
  }
}

TEST_CASE("json records: a comment may contain anything and stays a comment") {
  for (const char* comment : {"} \nA5+B4", "}\n[Event \"x\"]\n\n1. A2+B3 *", "\n\n[Event \"x\"]\n",
                              "} A6-B5", "{", "{}", "", "\\", "%", "\n%", ";", "(", "}\r\nB3-B4",
                              "\xef\xbb\xbf[Event \"x\"]", "\x01\x7f", "a } 1-0\n"}) {
    CAPTURE(comment);
    Json json = record_json();
    json["movetext"] = {{{"comment", comment}}, "A2+B3", {{"comment", comment}}, "A6-B6"};
    json["trailing"] = Json::array({comment, comment});
    const auto records = read(read_json_records, json.dump() + "\n");
    REQUIRE(records.size() == 1);
    REQUIRE(records[0].check.valid());
    const Record& record = records[0].record;
    CHECK(record.turns() == std::vector<std::string_view>{"A2+B3", "A6-B6"});
    REQUIRE(record.movetext.size() == 4);
    CHECK(without_spaces(record.movetext[2].text) == without_spaces(comment));
    CHECK(record.trailing_comments.size() == 2);
    check_round_trip(record);
    // The same holds for JSON records.
    const auto again = read(read_json_records, write_json_record(record) + "\n");
    REQUIRE(again.size() == 1);
    CHECK(comparable(again[0].record) == comparable(record));
  }
}

TEST_CASE("json records: accepted records with hostile fields round-trip") {
  Rng rng(16);
  int valid = 0;
  for (int round = 0; round < 6'000; ++round) {
    Json json = record_json();
    Json& movetext = json["movetext"];
    const auto place = [&] {
      return movetext.begin() + static_cast<std::ptrdiff_t>(rng.below(movetext.size() + 1));
    };
    for (std::uint64_t left = 1 + rng.below(3); left > 0; --left) {
      const std::string text = hostile_text(rng);
      switch (rng.below(8)) {
        case 0:
          movetext.insert(place(), {{"comment", text}});
          break;
        case 1:
          movetext.insert(place(), {{"nag", (rng.below(2) ? "1" : "") + text}});
          break;
        case 2:
          movetext.insert(place(), {{"variation", "(" + text + ")"}});
          break;
        case 3:
          movetext[rng.below(movetext.size())] = "A2+B3" + text;
          break;
        case 4:
          json["result"] = "*" + text;
          break;
        case 5:
          json["tags"].push_back(Json::array({"Note", text}));
          break;
        case 6:
          json["tags"].push_back(Json::array({"N" + text, "x"}));
          break;
        default:
          json["trailing"].push_back(text);
      }
    }
    const std::string line = json.dump();
    CAPTURE(line);
    const auto records = read(read_json_records, line + "\n");
    REQUIRE(records.size() == 1);
    if (!records[0].check.valid()) continue;
    ++valid;
    std::size_t turns = 0;
    for (const Json& item : movetext) turns += item.is_string();
    CHECK(records[0].record.turns().size() == turns);
    CHECK(records[0].record.tags.size() == json["tags"].size());
    check_round_trip(records[0].record);
  }
  CHECK(valid > 500);
}

TEST_CASE("abstract play: accepted records with hostile fields round-trip") {
  Rng rng(17);
  int valid = 0;
  for (int round = 0; round < 6'000; ++round) {
    Json json = played_json();
    Json& header = json["header"];
    for (std::uint64_t left = 1 + rng.below(2); left > 0; --left) {
      const std::string text = hostile_text(rng);
      switch (rng.below(9)) {
        case 0:
          json["moves"][0][1] = {{"move", "A6-B6"}, {"result", text}};
          break;
        case 1:
          json["moves"][0][1] = "A6-B6" + text;
          break;
        case 2:
          header["tags"][text] = "x";
          break;
        case 3:
          header["tags"]["Note"] = text;
          break;
        case 4:
          header["site"]["name"] = text;
          break;
        case 5:
          header["players"][0]["name"] = text;
          break;
        case 6:
          header[text] = text;
          break;
        case 7:
          header["players"][1][text] = text;
          break;
        default:
          header["startingPosition"] = text;
      }
    }
    const std::string line = json.dump();
    CAPTURE(line);
    const auto records = read(read_abstract_play, line + "\n");
    REQUIRE(records.size() == 1);
    if (!records[0].check.valid()) continue;
    ++valid;
    CHECK(records[0].record.turns() == std::vector<std::string_view>{"A2+B3", "A6-B6"});
    check_round_trip(records[0].record);
  }
  CHECK(valid > 1500);
}

TEST_CASE("json: records on several lines and in arrays are read") {
  const Json record = record_json();
  const auto valid = [](const std::string& text) {
    std::string lines;
    for (const CheckedRecord& one : read(read_json_records, text)) {
      lines += (one.check.valid() ? "" : "!") + std::to_string(one.check.line) + " ";
    }
    return lines;
  };
  for (const int indent : {-1, 0, 1, 2, 8}) {
    CAPTURE(indent);
    const std::string one = record.dump(indent), two = Json::array({record, record}).dump(indent);
    const auto lines = static_cast<std::size_t>(std::count(one.begin(), one.end(), '\n')) + 1;
    CHECK(valid(one) == "1 ");
    CHECK(valid(one + "\n" + one) == "1 " + std::to_string(lines + 1) + " ");
    CHECK(valid(one + one) == "1 " + std::to_string(lines) + " ");
    CHECK(read(read_json_records, two).size() == 2);
    CHECK(valid(two).find('!') == std::string::npos);
  }
}

TEST_CASE("json: a missing bracket affects only its own record") {
  for (const int indent : {-1, 0, 2}) {
    const std::string one = record_json().dump(indent);
    for (std::size_t at = 0; at < one.size(); ++at) {
      if (std::string_view("{}[]\":,").find(one[at]) == std::string_view::npos) continue;
      std::string broken = one;
      broken.erase(at, 1);
      const auto records = read(read_json_records, one + "\n" + broken + "\n" + one + "\n" + one);
      CAPTURE(indent, broken);
      REQUIRE(records.size() >= 3);
      CHECK(records.front().check.valid());
      CHECK(records.back().check.valid());
      CHECK(std::count_if(records.begin(), records.end(),
                          [](const CheckedRecord& record) { return record.check.valid(); }) == 3);
    }
  }
}

TEST_CASE("json: a value of another kind is named by its key") {
  const struct {
    const char* text;
    const char* complaint;
  } rows[] = {
      {R"({"tags":{"Game":"creeper"},"movetext":[],"result":"*"})", "the key 'tags' needs a list"},
      {R"({"tags":["Game","creeper"],"movetext":[],"result":"*"})", "the key 'tags' needs a list"},
      {R"({"tags":[["Game"]],"movetext":[],"result":"*"})", "the key 'tags' needs a list"},
      {R"({"tags":[["Game",1]],"movetext":[],"result":"*"})", "the key 'tags' needs a list"},
      {R"({"tags":[],"movetext":"1. A2+B3","result":"*"})", "the key 'movetext' needs a list"},
      {R"({"tags":[],"movetext":[],"result":1})", "the key 'result' needs a text"},
      {R"({"tags":[],"movetext":[],"result":"*","trailing":"x"})", "the key 'trailing' needs"},
      {R"({"movetext":[],"result":"*"})", "the key 'tags' is missing"},
      {R"({"tags":[],"movetext":[],"movetext":[],"result":"*"})", "'movetext' appears twice"},
      {R"({"games":[{"tags":[],"movetext":[],"result":"*"}]})",
       "the object has no end before the record in line 1"},
  };
  for (const auto& [text, complaint] : rows) {
    CAPTURE(text);
    const auto records = read(read_json_records, text);
    REQUIRE_FALSE(records.empty());
    CHECK_THAT(records.front().check.errors.front().message.english(), contains_text(complaint));
  }
}

TEST_CASE("json: an object larger than the limit is one error, and the next one is read") {
  Json large = record_json();
  for (int i = 0; i < 1000; ++i) large["movetext"].push_back({{"comment", "x"}});
  const std::string text = large.dump(2) + "\n" + record_json().dump(2);
  TextSource source(text);
  ReadOptions options;
  options.max_game_bytes = 1000;
  std::string codes;
  read_json_records(source, options, [&](CheckedRecord& record) {
    codes += record.check.valid() ? "valid " : std::string(code_name(record.check.errors[0].code));
    return true;
  });
  CHECK(codes == "too-largevalid ");
}

TEST_CASE("json: a turn of a game without rules is one word") {
  game_or_words("json-words");
  const auto valid = [](const std::string& turn) {
    Json json = record_json();
    json["tags"][2][1] = "json-words";
    json["movetext"] = {"a", turn};
    const auto records = read(read_json_records, json.dump());
    REQUIRE(records.size() == 1);
    const bool is_valid = records[0].check.valid();
    if (is_valid) CHECK(records[0].record.turns()[1] == turn);
    return is_valid;
  };
  for (const char* turn : {"=", "+-", "5", "a~3Fb"}) {
    CAPTURE(turn);
    CHECK(valid(turn));
  }
  for (const char* turn : {"1.5", "12.a", "b c"}) {
    CAPTURE(turn);
    CHECK_FALSE(valid(turn));
  }
}

}  // namespace json_smuggling_test
