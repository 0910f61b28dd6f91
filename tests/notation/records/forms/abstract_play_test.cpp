#include "notation/records/forms/abstract_play.h"

#include "tests/catch.h"
#include "tests/data.h"
#include "tests/json.h"
#include "tests/notation/records.h"

namespace abstract_play_test {

std::string write_all(const std::string& pgn) {
  std::string text;
  for (const CheckedRecord& record : read_all(pgn)) {
    INFO("game " << record.check.index);
    const auto line = write_abstract_play(record, {});
    REQUIRE(line);
    text += *line + "\n";
  }
  return text;
}

std::vector<CheckedRecord> read_objects(const std::string& text, std::size_t most = 1 << 20) {
  TextSource source(text);
  ReadOptions options;
  options.keep = Keep::records;
  options.max_game_bytes = most;
  std::vector<CheckedRecord> records;
  read_abstract_play(source, options, [&](CheckedRecord& record) {
    records.push_back(std::move(record));
    return true;
  });
  return records;
}

std::string to_pgn(const std::string& text) {
  std::string pgn;
  for (const CheckedRecord& record : read_objects(text)) {
    INFO(findings_of(record.check));
    CHECK(record.check.valid());
    write_record(record.record, pgn);
  }
  return pgn;
}

/// The record without elements that the format cannot hold: everything but turns.
std::string without_comments(const std::string& pgn) {
  std::string text;
  for (CheckedRecord& checked : read_all(pgn)) {
    std::erase_if(checked.record.movetext,
                  [](const Element& element) { return element.kind != Element::Kind::turn; });
    checked.record.trailing_comments.clear();
    write_record(checked.record, text);
  }
  return text;
}

/// The record with sorted tags: tags that have no field of their own change their order.
std::string with_sorted_tags(const std::string& pgn) {
  std::string text;
  for (CheckedRecord& checked : read_all(pgn)) {
    std::sort(checked.record.tags.begin(), checked.record.tags.end(),
              [](const Tag& a, const Tag& b) { return a.name < b.name; });
    write_record(checked.record, text);
  }
  return text;
}

const std::string object =
    R"({"header":{"game":{"name":"Creeper"},"site":{"name":"Abstract Play","gameid":"ab-12"},)"
    R"("date-start":"2026-01-02T10:00:00.000Z","date-end":"2026-01-05T11:00:00.000Z",)"
    R"("date-generated":"2026-02-01T00:00:00Z","unrated":true,"challenge-seed":7,)"
    R"("players":[{"name":"Ann \"A\"","userid":"u1","result":1,"is_ai":false},)"
    R"({"name":"b","userid":"u2","result":0,"is_ai":true,"elo":1500}],)"
    R"("tags":{"Termination":"resignation"}},)"
    R"("moves":[["A2+B3",{"move":"A6-B6","result":"good } move"}],["B3-B4"]]})";

TEST_CASE("abstract play: records of all games round-trip") {
  const std::string game = GENERATE("creeper", "springerjagd", "more-or-less", "sperre");
  const std::string pgn = read_data(game + "-sample.pgn");
  const std::string lines = write_all(pgn);
  const std::string back = to_pgn(lines);
  CHECK(with_sorted_tags(back) == with_sorted_tags(without_comments(pgn)));
  CHECK(write_all(back) == lines);
}

TEST_CASE("abstract play: fields required by the schema are present") {
  const std::string required[] = {"game",     "site",           "date-start",
                                  "date-end", "date-generated", "players"};
  std::istringstream lines(write_all(read_data("creeper-sample.pgn")));
  for (std::string line; std::getline(lines, line);) {
    const auto json = Json::parse(line);
    CHECK(json.size() == 2);
    const auto& header = json["header"];
    for (const std::string& key : required) CHECK(header.contains(key));
    CHECK(header.contains("event") == header.contains("round"));
    CHECK(header["game"]["name"] == "Creeper");
    CHECK(header["date-start"].get<std::string>().size() == 20);
    CHECK(header["players"].size() == 2);
    CHECK(header["players"][0] != header["players"][1]);
    for (const auto& player : header["players"]) CHECK(player["result"].is_number_unsigned());
    for (const auto& round : json["moves"]) CHECK(round.size() <= 2);
  }
}

TEST_CASE("abstract play: a record of their format is read") {
  const std::string pgn = to_pgn(object);
  for (const char* line :
       {"[Site \"Abstract Play\"]", "[Date \"2026.01.02\"]", "[White \"Ann \\\"A\\\"\"]",
        "[Result \"1-0\"]", "[Termination \"resignation\"]", "[GameId \"ab-12\"]",
        "[EndDate \"2026.01.05\"]", "[Unrated \"true\"]", "[ChallengeSeed \"7\"]",
        "[WhiteUserId \"u1\"]", "[BlackType \"program\"]", "[BlackElo \"1500\"]",
        "1. A2+B3 A6-B6 {good ) move} 2. B3-B4 1-0"}) {
    CHECK_THAT(pgn, contains_text(line));
  }
}

TEST_CASE(
    "abstract play: arrays and objects over several lines and several objects per line are read") {
  const std::string pretty = Json::parse(object).dump(2);
  for (const std::string& text : {object + "\n" + object, "[" + object + "," + object + "]",
                                  object + object, "[\n" + pretty + ",\n" + pretty + "\n]\n"}) {
    const auto records = read_objects(text);
    REQUIRE(records.size() == 2);
    CHECK(records[0].check.valid());
    CHECK(records[1].check.valid());
    CHECK(records[1].check.index == 2);
  }
  CHECK(read_objects("[\n" + pretty + ",\n" + pretty + "\n]\n")[1].check.line ==
        2 + static_cast<std::size_t>(std::count(pretty.begin(), pretty.end(), '\n')) + 1);
  CHECK(read_objects("").empty());
  CHECK(read_objects(" [ ] \n").empty());
}

TEST_CASE("abstract play: invalid records are rejected and the next one is read") {
  const auto code_of = [](const std::string& text) {
    const auto records = read_objects(text + "\n" + object);
    REQUIRE(records.size() == 2);
    CHECK(records[1].check.valid());
    REQUIRE(records[0].check.errors.size() == 1);
    return std::string(code_name(records[0].check.errors[0].code));
  };
  const auto changed = [](const std::string& from, const std::string& to) {
    std::string text = object;
    return text.replace(text.find(from), from.size(), to);
  };
  CHECK(code_of("nonsense") == "syntax");
  CHECK(code_of("{}") == "syntax");
  CHECK(code_of("{\"header\":1,\"moves\":[]}") == "syntax");
  CHECK(code_of(changed("\"moves\":[[", "\"moves\":[7,[")) == "syntax");
  CHECK(code_of(changed("\"result\":0", "\"result\":\"x\"")) == "syntax");
  CHECK(code_of(changed("\"name\":\"Creeper\"", "\"name\":\"Homeworlds\"")) == "unknown-game");
  CHECK(code_of(changed("\"name\":\"Creeper\"", "\"name\":\"Creeper\",\"variants\":[\"big\"]")) ==
        "unknown-variant");
  CHECK(code_of(changed("A2+B3", "A2-A3")) == "illegal");
  CHECK(code_of(changed("A2+B3", "A2+B3 * {")) != "");
  const auto large = read_objects(changed("Ann", std::string(5000, 'x')) + object, 2000);
  REQUIRE(large.size() == 2);
  CHECK(findings_of(large[0].check) == "too-large@1:1");
  CHECK(large[1].check.valid());
}

TEST_CASE("abstract play: unsupported contents are reported") {
  const auto records =
      read_all(tags_for("*") + "\n1. A2+B3 *\n\n" + tags_for("1-0", "[Termination \"time\"]\n") +
               "\n1. A2+B3 {x} 1-0\n");
  REQUIRE(records.size() == 2);
  CHECK_FALSE(write_abstract_play(records[0], {}));
  CHECK_THAT(abstract_play_obstacle(records[0].record).english(), contains_text("with a result"));
  CHECK(abstract_play_obstacle(records[1].record).empty());
  CHECK(abstract_play_losses(records[1].record) == std::vector<Message>{"comments"});
}

}  // namespace abstract_play_test
