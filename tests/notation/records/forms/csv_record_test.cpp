#include "notation/records/forms/csv_record.h"

#include "tests/catch.h"
#include "tests/data.h"
#include "tests/slow_source.h"

namespace csv_record_test {

std::vector<CheckedRecord> read_table(const std::string& text, const ReadOptions& options = {}) {
  std::vector<CheckedRecord> records;
  SlowSource source(text, 7);
  read_csv_records(source, options, [&](CheckedRecord& record) {
    records.push_back(std::move(record));
    return true;
  });
  return records;
}

std::vector<Record> read_pgn(const std::string& text) {
  std::vector<Record> records;
  ReadOptions options;
  options.keep = Keep::records;
  TextSource source(text);
  read_records(source, options, [&](CheckedRecord& record) {
    if (record.check.valid()) records.push_back(std::move(record.record));
    return true;
  });
  return records;
}

ReadOptions of_creeper() {
  ReadOptions options;
  options.check.game = "creeper";
  return options;
}

/// The code of the first error; empty if there is none.
std::string code_of(const CheckedRecord& record) {
  return record.check.valid() ? "" : std::string(code_name(record.check.errors.front().code));
}

TEST_CASE("csv: common forms of tables are read") {
  const struct {
    const char* what;
    std::string text;
    std::string white, result;
    std::size_t turns;
  } rows[] = {
      {"commas", "white,black,result,date,moves\nAnn,Ben,1-0,2026.03.07,1. A2+B3 A6-B6\n", "Ann",
       "1-0", 2},
      {"semicolons, another order", "Moves;Result;White\n1. A2+B3;0-1;Ann\n", "Ann", "0-1", 1},
      {"tabs and a mark", "\xef\xbb\xbfWHITE\tMOVES\nAnn\tA2+B3 A6-B6\n", "Ann", "*", 2},
      {"a line with the separator", "sep=;\nwhite;moves\nAnn;A2+B3\n", "Ann", "*", 1},
      {"quotes and line ends", "white,moves\r\n\"Berger, Ann\",\"1. A2+B3\r\nA6-B6\"\r\n",
       "Berger, Ann", "*", 2},
      {"a quote within quotes", "white,moves\n\"Ann \"\"A\"\" B\",A2+B3\n", "Ann \"A\" B", "*", 1},
      {"a quote within a cell", "white,moves\n5\" Ann,A2+B3\n", "5\" Ann", "*", 1},
      {"blanks around", " white , moves \n Ann , A2+B3 \n", "Ann", "*", 1},
      {"the result in the movetext", "white,moves\nAnn,1. A2+B3 1-0\n", "Ann", "1-0", 1},
      {"in both", "white,result,moves\nAnn,1-0,1. A2+B3 1-0 {good}\n", "Ann", "1-0", 1},
      {"empty rows and cells", "white,moves,,\n\n,,,\nAnn,A2+B3,,\n\n", "Ann", "*", 1},
      {"other spellings", "White Name,White,Turns\nx,Ann,A2+B3\n", "Ann", "*", 1},
      {"no end of line", "white,moves\nAnn,A2+B3", "Ann", "*", 1},
  };
  for (const auto& row : rows) {
    CAPTURE(row.what);
    const auto records = read_table(row.text, of_creeper());
    REQUIRE(records.size() == 1);
    CHECK(code_of(records[0]) == "");
    CHECK(records[0].record.tag("White") == row.white);
    CHECK(records[0].record.result == row.result);
    CHECK(records[0].check.turns == row.turns);
  }
}

TEST_CASE("csv: columns name tags and other tags are in a column of pairs") {
  const auto records = read_table(
      "white_elo,Black Elo,Opening,9 lives,tags,moves\n"
      "1500,1600,x,y,\"[Annotator \"\"a \\\"\"b\\\"\"\"\"] [Clock \"\"c\"\"]\",A2+B3\n",
      of_creeper());
  REQUIRE(records.size() == 1);
  CHECK(code_of(records[0]) == "");
  const Record& record = records[0].record;
  CHECK(record.tag("WhiteElo") == "1500");
  CHECK(record.tag("BlackElo") == "1600");
  CHECK(record.tag("Opening") == "x");
  CHECK(record.tag("9lives") == "y");
  CHECK(record.tag("Annotator") == "a \"b\"");
  CHECK(record.tag("Clock") == "c");
}

TEST_CASE("csv: a broken row is reported with its line and other rows are read") {
  const struct {
    std::string row;
    std::string code;
  } rows[] = {
      {"Ann,1. A2-A3,", "illegal"},      {"Ann,zz,", "syntax"},
      {"Ann,A2+B3,,more", "syntax"},     {"Ann,A2+B3 {x,", "unterminated"},
      {"Ann,A2+B3,nonsense", "bad-tag"}, {"Ann,\"A2+B3 *\n\n[Event \"\"x\"\"]\n\n*\",", "syntax"},
  };
  for (const auto& [row, code] : rows) {
    CAPTURE(row);
    const auto records =
        read_table("white,moves,tags\n\"a\nb\",A2+B3,\n" + row + "\nBen,A2+B3,\n", of_creeper());
    REQUIRE(records.size() == 3);
    CHECK(code_of(records[0]) == "");
    CHECK(code_of(records[1]) == code);
    CHECK(records[1].check.line == 4);
    CHECK(records[1].check.index == 2);
    CHECK(code_of(records[2]) == "");
  }
  CHECK(code_of(read_table("white,moves\nAnn,\"A2+B3\n", of_creeper()).at(0)) == "unterminated");
  CHECK(code_of(read_table("white,black\nAnn,Ben\n", of_creeper()).at(0)) == "syntax");
  CHECK(read_table("white,moves\n", of_creeper()).empty());
  CHECK(read_table("", of_creeper()).empty());
  ReadOptions small = of_creeper();
  small.max_game_bytes = 40;
  const auto records =
      read_table("white,moves\n" + std::string(100, 'x') + ",A2+B3\nBen,A2+B3\n", small);
  REQUIRE(records.size() == 2);
  CHECK(code_of(records[0]) == "too-large");
  CHECK(code_of(records[1]) == "");
}

TEST_CASE("csv: concatenated tables are one table") {
  const std::string table = "white,moves\nAnn,A2+B3\n";
  CHECK(read_table(table + table, of_creeper()).size() == 2);
}

TEST_CASE("csv: a missing result follows from the rules") {
  const auto samples = read_pgn(read_data("creeper-sample.pgn"));
  std::size_t decided = 0;
  for (const Record& record : samples) {
    if (!record.tag("Position").empty()) continue;
    std::string turns;
    for (const std::string_view turn : record.turns()) turns += std::string(turn) + " ";
    const auto read = read_table("moves\n" + turns + "\n", of_creeper());
    REQUIRE(read.size() == 1);
    CHECK(code_of(read[0]) == "");
    if (!read[0].check.ending) continue;
    ++decided;
    CHECK(read[0].record.result == record.result);
  }
  CHECK(decided > 5);
}

TEST_CASE("csv: records round-trip") {
  std::string all =
      "[Event \"a, \\\"b\\\" \\\\\"]\n[White \" x\"]\n[Black \"\"]\n[Game \"creeper\"]\n"
      "[Zeta \"1\"]\n[Alpha \"2\"]\n[moves \"m\"]\n[tags \"t\"]\n[Beta \"\"]\n\n"
      "{first} 1. A2+B3 $1 (1. A1-A2 {x ; y}\n;with } in it\n) {; z} A6-B6 * {behind} {too}\n\n"
      "[Game \"creeper\"]\n[Beta \"b\"]\n[Alpha \"a\"]\n[Gamma \"g\"]\n[Zeta \"z\"]\n\n"
      "1. A2+B3 ;line } comment\n1-0\n\n[Game \"creeper\"]\n\n*\n\n";
  for (const std::string game : {"creeper", "springerjagd", "more-or-less", "sperre"}) {
    all += read_data(game + "-sample.pgn");
  }
  const auto records = read_pgn(all);
  REQUIRE(records.size() > 20);
  CsvWriter writer;
  std::string table;
  for (const Record& record : records) table += writer.write(record);
  const auto read = read_table(table);
  REQUIRE(read.size() == records.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    CAPTURE(i);
    CHECK(code_of(read[i]) == "");
    CHECK(write_record(read[i].record) == write_record(records[i]));
  }
}

TEST_CASE("csv: dates are in ISO 8601 and rounds and boards are apart, without loss") {
  const struct {
    std::string date, round;
    std::string date_cell, round_cells;
  } rows[] = {{"2026.03.07", "3.2", "2026-03-07", "3,2"},
              {"2026.03.??", "3.2.1", "2026-03", "3,2.1"},
              {"2026.??.??", "3", "2026", "3,"},
              {"????.??.??", "?", "", "?,"},
              {"????.03.07", "Final", "????.03.07", "Final,"},
              {"12.3.2026", "3.", "12.3.2026", "3.,"},
              {"2026.02.30", "Final.2", "2026.02.30", "Final.2,"},
              {"2026.03.07", ".2", "2026-03-07", ".2,"},
              {"2026.03.07", "03.02", "2026-03-07", "03,02"},
              {"2026.03.07", "3.b", "2026-03-07", "3.b,"}};
  for (const auto& row : rows) {
    CAPTURE(row.date, row.round);
    const auto records =
        read_pgn("[Event \"E\"]\n[Date \"" + row.date + "\"]\n[Round \"" + row.round +
                 "\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n"
                 "[Game \"creeper\"]\n[board \"own\"]\n\n1. A2+B3 *\n");
    REQUIRE(records.size() == 1);
    CsvWriter writer;
    const std::string table = writer.write(records[0]);
    CHECK_THAT(table,
               contains_text("\nA,B,*," + row.date_cell + ",E,," + row.round_cells + ",creeper,"));
    const auto read = read_table(table);
    REQUIRE(read.size() == 1);
    CHECK(write_record(read[0].record) == write_record(records[0]));
  }
}

TEST_CASE("csv: a cell or a column that cannot be meant is named") {
  const std::string own =
      "id,event,round,board,game,variant,date,white,black,result,termination,turns\n";
  const struct {
    std::string text;
    const char* complaint;
  } rows[] = {
      {"white,result,moves\nAnn,Jan-00,A2+B3\n", "'Jan-00' in the column result is not a result"},
      {"white,Result,moves\nAnn,1,A2+B3\n", "'1' in the column result is not a result"},
      {"white;result;moves\nAnn;0,5;A2+B3\n", "'0,5' in the column result is not a result"},
      {own + "1,Club,1,,creeper,standard,2026-03-14,Ann,Ben,0-1,normal,66\n" +
           "2,Club,1,,creeper,standard,2026-03-14,Ann,Ben,0-1,normal,7\n",
       "the column 'turns' holds numbers, not movetext"},
      {"white,movetext\nAnn,A2+B3\nBen, 12\n", "'12' in the column 'movetext' is a number"},
      {"white,Moves,moves\nAnn,A2+B3,A6-B6\n",
       "the columns 'Moves' and 'moves' both hold movetext"},
      {"white,turns,Movetext\nAnn,1,A2+B3\n",
       "the columns 'turns' and 'Movetext' both hold movetext"},
      {"White,white,moves\nAnn,Ben,A2+B3\n", "the columns 'White' and 'white' both hold white"},
      {"tags,moves,tags\n,A2+B3,\n", "the columns 'tags' and 'tags' both hold tags"},
  };
  for (const auto& [text, complaint] : rows) {
    CAPTURE(text);
    const auto records = read_table(text, of_creeper());
    std::size_t broken = 0;
    for (const CheckedRecord& record : records) {
      if (record.check.valid()) continue;
      ++broken;
      CHECK(record.check.errors.front().code == Code::syntax);
      CHECK_THAT(record.check.errors.front().message.english(), contains_text(complaint));
    }
    CHECK(broken == 1);
  }
  for (const std::string result : {"", "?", "*", "1:0", "White wins"}) {
    CAPTURE(result);
    const auto records = read_table("result,moves\n" + result + ",A2+B3\n", of_creeper());
    REQUIRE(records.size() == 1);
    CHECK(records[0].check.valid());
  }
}

TEST_CASE("csv: files are joined even if one has no final line end") {
  for (const std::string table :
       {"white,moves\nAnn,A2+B3", "moves;white\nA2+B3;Ann", "white,moves,tags\nAnn,A2+B3,",
        "white,moves\r\nAnn,\"1. A2+B3\"", "\xef\xbb\xbfwhite,moves\nAnn,A2+B3"}) {
    CAPTURE(table);
    const auto records = read_table(table + table + table + "\n", of_creeper());
    REQUIRE(records.size() == 3);
    for (const CheckedRecord& record : records) {
      CHECK(record.check.valid());
      CHECK(record.record.tag("White") == "Ann");
      CHECK(record.check.turns == 1);
    }
  }
}

}  // namespace csv_record_test
