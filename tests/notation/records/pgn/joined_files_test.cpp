#include "notation/game_types.h"
#include "notation/records/forms/abstract_play.h"
#include "notation/records/forms/foreign_record.h"
#include "notation/records/forms/json_record.h"
#include "tests/catch.h"
#include "tests/notation/records.h"

namespace joined_files_test {

const std::string mark = "\xef\xbb\xbf";

struct Form {
  const char* name;
  std::vector<std::string> files;  // two games each
  std::function<void(ByteSource&, const ReadOptions&, const RecordSink&)> read;
};

std::string play_object(const std::string& moves) {
  return R"({"header":{"game":{"name":"Creeper"},"site":{"name":"x"},"date-start":"2026-01-02",)"
         R"("date-end":"2026-01-02","date-generated":"2026-01-02","players":[{"name":"a",)"
         R"("result":1},{"name":"b","result":0}],"tags":{"Termination":"resignation"}},"moves":)" +
         moves + "}";
}

std::vector<Form> forms() {
  const std::string tags = tags_for("*");
  const std::string line = R"({"tags":[["Game","creeper"]],"movetext":["A2+B3"],"result":"*"})";
  const std::string played = play_object(R"([["A2+B3"]])");
  const std::string game = R"({"players":["a","b"],"actions":["a6b5"],"result":"ongoing"})";
  return {
      {"pgn",
       {tags + "\n1. A2+B3 *\n\n" + tags + "\n1. A2+B3 {x} A6-B6 * {y}\n",
        "% front\n" + tags + "\n*\n{z}\n\n" + tags + "\n1. A2+B3 (x) *\n; last\n",
        "1. A2+B3 *\n\n1. A2+B3 A6-B6 *\n", "\n\n" + tags + "\n*\n" + tags + "\n*"},
       read_records},
      {"json", {line + "\n" + line + "\n", "\n" + line + "\r\n\n" + line}, read_json_records},
      {"abstractplay",
       {played + "\n" + played + "\n", "[" + played + ",\n" + played + "]\n", played + played},
       read_abstract_play},
      {"softserve",
       {"a6b5\na6b5 a2b2\n", "\r\na6b5 a2b2\r\na6b5"},
       [](ByteSource& source, const ReadOptions& options, const auto& sink) {
         read_foreign_records(source, *find_game("creeper"), options, sink);
       }},
      {"softserve, game data",
       {game + "\n" + game + "\n", "[" + game + ",\n" + game + "]\n", game + game},
       [](ByteSource& source, const ReadOptions& options, const auto& sink) {
         read_foreign_records(source, *find_game("creeper"), options, sink);
       }},
  };
}

/// The errors of each game, one line per game.
std::string read_games(const Form& form, const std::string& text, unsigned threads) {
  ReadOptions options;
  options.threads = threads;
  options.check.game = "creeper";
  options.keep = Keep::records;
  options.keep_text = true;
  TextSource source(text);
  std::string games;
  form.read(source, options, [&](CheckedRecord& record) {
    for (const Finding& error : record.check.errors) games += error.message;
    if (record.text.find(mark) != std::string::npos) games += "a mark in the text";
    games += '\n';
    return true;
  });
  return games;
}

TEST_CASE("joined files: byte order marks separate files with and without a last line end") {
  for (const Form& form : forms()) {
    for (const std::string& first : form.files) {
      for (const std::string& second : form.files) {
        for (const bool ends : {true, false}) {
          std::string front = first;
          while (!ends && (front.back() == '\n' || front.back() == '\r')) front.pop_back();
          for (const std::string& text : {mark + front + mark + second, front + mark + second,
                                          mark + mark + second + mark + mark + front + mark}) {
            CAPTURE(form.name, text);
            // A line comment without an end would include the next file's first line.
            if (!ends && front.ends_with("; last")) continue;
            for (const unsigned threads : {1u, 3u}) {
              CHECK(read_games(form, text, threads) == "\n\n\n\n");
            }
          }
        }
      }
    }
  }
}

TEST_CASE("joined files: an unfinished game does not swallow the next file") {
  const std::string whole = tags_for("*") + "\n1. A2+B3 *\n";
  for (const std::string open : {"1. A2+B3", "1. A2+B3 {never closed", "1. A2+B3 (x", "[Event \"",
                                 "[Event \"e\"]\n[Site \"s\"", "1. A2+B3 {closed}\n\n"}) {
    CAPTURE(open);
    const auto records = read_all(tags_for("*") + "\n" + open + mark + whole);
    REQUIRE(records.size() >= 2);
    CHECK(records.back().check.valid());
    for (std::size_t i = 0; i + 1 < records.size(); ++i) CHECK_FALSE(records[i].check.valid());
  }
}

TEST_CASE("joined files: a byte order mark within a comment or a tag ends no record") {
  const auto records =
      read_all(tags_for("*", "[Note \"a" + mark + "b\"]\n") + "\n1. A2+B3 {c" + mark + "d} *\n");
  REQUIRE(records.size() == 1);
  CHECK(records[0].check.valid());
  CHECK(records[0].record.tag("Note") == "ab");
  CHECK_THAT(write_record(records[0].record), contains_text("{cd}") && contains_text("\"ab\""));
}

TEST_CASE("tags: a value is read as it is written again") {
  const auto records = read_all(tags_for("*", "[Note \"a\tb\x01\"]\n") + "\n1. A2+B3 *\n");
  REQUIRE(records.size() == 1);
  CHECK(records[0].record.tag("Note") == "a b");
}

/// Results and findings of all records: `1-0 *`.
std::string results_of(const std::vector<CheckedRecord>& records) {
  std::string text;
  for (const CheckedRecord& record : records) {
    text += (text.empty() ? "" : " ") + record.check.result + findings_of(record.check);
  }
  return text;
}

TEST_CASE("joined files: tags may follow a result without a line end or a space") {
  const std::string reason = "[Termination \"resignation\"]\n";
  for (const std::string result : {"1-0", "0-1", "1/2-1/2", "*"}) {
    const std::string first = tags_for(result, reason) + "\n1. A2+B3 A6-B6 " + result;
    for (const std::string& next :
         {tags_for("*"),
          "[Event \"e\"][Site \"s\"] [Date \"2026.01.02\"]\r\n" + tags_for("*").substr(43),
          "[ Event  \"e\" ]\n" + tags_for("*").substr(12)}) {
      for (const std::string behind : {"", "{a comment}"}) {
        const std::string text = first + behind + next + "\n1. A2+B3 *";
        CAPTURE(text);
        const auto records = read_all(text + "\n");
        REQUIRE(records.size() == 2);
        CHECK(results_of(records) == result + " *");
        CHECK(records[1].record.tag("Event") == "e");
        CHECK(records[1].record.tag("Site") == "s");
        // Three files, and none with a final line end.
        CHECK(results_of(read_all(text + text)) == result + " * " + result + " *");
      }
    }
  }
}

TEST_CASE("joined files: a game is whole wherever the text is cut after its result") {
  const std::string first = tags_for("*") + "\n1. A2+B3 *", second = tags_for("*") + "\n1. A2+B3 *";
  const std::string text = first + second;
  for (std::size_t size = first.size(); size < text.size(); ++size) {
    CAPTURE(text.substr(first.size(), size - first.size()));
    const auto records = read_all(text.substr(0, size));
    REQUIRE(records.size() == (size == first.size() ? 1 : 2));
    CHECK(records[0].check.valid());
    CHECK(findings_of(records[0].check).empty());
    if (records.size() == 2) CHECK_FALSE(records[1].check.valid());
  }
}

TEST_CASE("joined files: a file that ends within its movetext does not hide the next one") {
  for (const std::string cut :
       {"1. A2+B3 A6-B6", "1. A2+B3 A6", "1. A2+B3 (1. A2", "1. A2+B3 2."}) {
    const auto records = read_all(tags_for("*") + "\n" + cut + tags_for("*") + "\n1. A2+B3 *\n");
    CAPTURE(cut);
    REQUIRE(records.size() == 2);
    CHECK_FALSE(records[0].check.valid());
    CHECK(records[1].check.valid());
    CHECK(records[1].record.tag("Event") == "e");
  }
  const auto records = read_all(tags_for("*") + "\n1. A2+B3 A6-B6" + tags_for("*") + "\n*\n");
  CHECK(records[0].check.errors.front().code == Code::missing_result);
  CHECK(records[0].check.turns == 2);
}

}  // namespace joined_files_test
