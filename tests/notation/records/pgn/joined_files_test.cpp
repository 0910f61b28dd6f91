#include <functional>

#include "notation/game_types.h"
#include "notation/records/forms/abstract_play.h"
#include "notation/records/forms/foreign_record.h"
#include "notation/records/forms/json_record.h"
#include "tests/catch.h"
#include "tests/notation/records.h"

namespace joined_files_test {

using namespace schiri;

namespace {

const std::string mark = "\xef\xbb\xbf";

struct Form {
  const char* name;
  std::vector<std::string> files;  // two games each
  std::function<void(ByteSource&, const ReadOptions&, const std::function<bool(CheckedRecord&)>&)>
      read;
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

}  // namespace

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

TEST_CASE("joined files: a byte order mark within a comment or a tag is an ordinary character") {
  const auto records =
      read_all(tags_for("*", "[Note \"a" + mark + "b\"]\n") + "\n1. A2+B3 {c" + mark + "d} *\n");
  REQUIRE(records.size() == 1);
  CHECK(records[0].check.valid());
  CHECK(records[0].record.tag("Note") == "a" + mark + "b");
  CHECK_THAT(write_record(records[0].record), contains_text("{cd}") && contains_text("\"ab\""));
}

}  // namespace joined_files_test
