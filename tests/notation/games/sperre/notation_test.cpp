#include "notation/games/sperre/notation.h"

#include "core/games/sperre/hooks.h"
#include "core/perft.h"
#include "notation/typed/game.h"
#include "tests/catch.h"
#include "tests/data.h"
#include "tests/notation/records.h"

namespace sperre_notation_test {

using sperre::Notation;

const std::string start = "BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 -";

StartError::Kind kind_of_error(const StartSpec& spec, std::string& message) {
  try {
    find_game("sperre")->start(spec);
  } catch (const StartError& error) {
    message = error.what();
    return error.kind;
  }
  FAIL("the position was accepted");
  return {};
}

std::string canonical_text(const std::string& text) {
  const auto turn = read_turn<Notation>(text);
  return turn ? Notation::write_turn(*turn) : "none";
}

/// A record of Sperre with further tags. The movetext is on line 11.
std::string record(const std::string& tag, const std::string& movetext) {
  std::string text = tags_for("*", tag.empty() ? "[Note \"none\"]\n" : tag);
  text.replace(text.find("creeper"), 7, "sperre");
  return text + "\n" + movetext + "\n";
}

std::string findings(const std::string& text, const ReadOptions& options = {}) {
  const auto records = read_all(text, options);
  REQUIRE(records.size() == 1);
  return findings_of(records[0].check);
}

TEST_CASE("sperre notation: every spelling of a turn is written canonically") {
  const std::map<std::string, const char*> spellings = {
      {"IV8/62-83/84>55,93>61", "IV8/62-83/84>55,93>61"},
      {"48/62-83/84>55,93>61", "IV8/62-83/84>55,93>61"},
      {"48/[6,2]-[8,3]/[8,4]>[5,5],[9,3]>[6,1]", "IV8/62-83/84>55,93>61"},
      {"IV8/[6,2]-83/84>[5,5],93>61", "IV8/62-83/84>55,93>61"},
      {"IV8/62-83/93>61,84>55", "IV8/62-83/84>55,93>61"},
      {"IV8/62-83/93>55,84>61", "IV8/62-83/84>55,93>61"},
      {"IV8/62-83/84>61,93>55", "IV8/62-83/84>55,93>61"},
      {"IV8/62-83/84>61,93>84", "IV8/62-83/93>61"},
      {"IV8/62-83/93>55,84>93,73>84", "IV8/62-83/73>55"},
      {"III5/12-23", "III5/12-23"},
      {"35/12-23", "III5/12-23"},
      {"V4/pass", "V4/pass"},
      {"54/pass", "V4/pass"},
      {"62-83/84>55/IV8", "62-83/84>55/IV8"},
      {"62-83/84>55/48", "62-83/84>55/IV8"},
      {"[6,2]-[8,3]/48", "62-83/IV8"},
      {"pass/IV8", "pass/IV8"},
      {"pass/48", "pass/IV8"},
      {"84-95", "84-95"},
      {"IV8/84-95", "IV8/84-95"},
      {"48/44-55", "IV8/44-55"}};
  for (const auto& [text, canonical] : spellings) {
    INFO(text);
    CHECK(canonical_text(text) == canonical);
  }
}

TEST_CASE("sperre notation: reject texts outside the grammar") {
  for (const char* text : {"",
                           "/",
                           "IV8/",
                           "/12-23",
                           "IV8//12-23",
                           "IV8/12-23/",
                           "iv8/12-23",
                           "Iv8/12-23",
                           "IX3/12-23",
                           "IIII3/12-23",
                           "II3/12-23",
                           "I3/12-23",
                           "VI3/12-23",
                           "VIII3/12-23",
                           "IIV3/12-23",
                           "IV0/12-23",
                           "IV10/12-23",
                           "IV/12-23",
                           "IV-8/12",
                           "IV 8/12-23",
                           "IV8 12-23",
                           "IV8/ 12-23",
                           "68/12-23",
                           "28/12-23",
                           "40/12-23",
                           "IV8/00-11",
                           "IV8/10-11",
                           "IV8/11-01",
                           "IV8/12",
                           "IV8/12-",
                           "IV8/12-2",
                           "IV8/12-233",
                           "IV8/1-23",
                           "IV8/12x23",
                           "IV8/12>",
                           "IV8/12>2",
                           "IV8/a2-23",
                           "IV8/[1,2-23",
                           "IV8/1,2-23",
                           "IV8/[12]-23",
                           "IV8/[1, 2]-23",
                           "IV8/[1,2]",
                           "[4,8]/12-23",
                           "IV8/PASS",
                           "IV8/Pass",
                           "IV8/pas",
                           "IV8/passs",
                           "IV8/--",
                           "IV8/62-83/",
                           "IV8/62-83/84",
                           "IV8/62-83/84>55,",
                           "IV8/62-83/84>55,93",
                           "IV8/62-83/84>55;93>61",
                           "IV8/62-83/84-55,93>61",
                           "IV8/62-83/84>55 ",
                           "IV8/62-83,84>55",
                           "IV8/62-83/,84>55",
                           "IV8/62-83/84>00",
                           "84>55/62-83/IV8",
                           "62-83/IV8/84>55",
                           "IV8\\62-83",
                           "IV8/62\xe2\x80\x93"
                           "83"}) {
    INFO(text);
    CHECK(canonical_text(text) == "none");
  }
}

TEST_CASE("sperre notation: missing and repeated parts parse and are illegal") {
  for (const char* text :
       {"IV8", "48", "pass", "84>55", "IV8/84>55", "IV8/III5", "IV8/12-23/III5", "12-23/13-24",
        "IV8/pass/84>55", "IV8/62-83/84>55/IV8", "12-23/pass", "IV8/62-83/84>55/93>61",
        "12-23/IV8/III5", "IV2/12-23", "44-44", "IV8/62-83/84>11,84>12,84>13,84>14,84>15,84>16"}) {
    INFO(text);
    CHECK(read_turn<Notation>(text));
  }
}

TEST_CASE("sperre notation: scanning a turn stops at its end") {
  sperre::Turn turn;
  const std::string text = "IV8/62-83/84>55 V4/pass";
  CHECK(Notation::scan_turn(text.c_str(), turn) == 15);
  CHECK(Notation::scan_turn(text.c_str() + 16, turn) == 7);
  CHECK(turn == *read_turn<Notation>("V4/pass"));
}

TEST_CASE("sperre notation: legal turns round-trip through their texts") {
  Rng rng(4);
  for (const std::string_view variant : Notation::variants) {
    sperre::Position position = starting_position<Notation>({std::string(variant), "", "193"});
    for (int n = 0; n < 60 && !position.ending(); ++n) {
      const sperre::Turn turn = position.random_turn(rng);
      const std::string text = Notation::write_turn(turn);
      INFO(text);
      CHECK(read_turn<Notation>(text) == turn);
      position.play(turn);
      CHECK(Notation::read_position(Notation::write_position(position), position.variant()) ==
            position);
    }
  }
}

TEST_CASE("sperre notation: variants set order and lock") {
  using sperre::Lock;
  using sperre::Order;
  const std::map<std::string, sperre::Variant> known = {
      {"", {Order::tilt_first, Lock::columns}},
      {"standard", {Order::tilt_first, Lock::columns}},
      {"move-first", {Order::move_first, Lock::columns}},
      {"rows", {Order::tilt_first, Lock::rows}},
      {"both", {Order::tilt_first, Lock::both}},
      {"move-first+rows", {Order::move_first, Lock::rows}},
      {"move-first+both", {Order::move_first, Lock::both}}};
  CHECK(std::size(Notation::variants) == 6);
  for (const auto& [name, variant] : known) {
    CHECK(starting_position<Notation>({name, "", "147"}) == sperre::Position({1, 4, 7}, variant));
    CHECK(starting_position<Notation>({name, start, ""}).variant() == variant);
  }
  for (const char* name : {"rows+move-first", "Rows + Move-First", "move first+rows"}) {
    CHECK(find_game("sperre")->start({name, "", "147"})->position() == start);
  }
  std::string message;
  for (const char* name : {"columns", "row", "move-first+columns", "rows+both", "move-first+"}) {
    CHECK(kind_of_error({name, "", "147"}, message) == StartError::Kind::unknown_variant);
  }
}

TEST_CASE("sperre notation: a game begins with either a roll or a position") {
  CHECK(find_game("sperre")->start({"", "", "147"})->position() == start);
  CHECK(find_game("sperre")->start({"", start, ""})->position() == start);
  std::string message;
  CHECK(kind_of_error({"", "", ""}, message) == StartError::Kind::missing_roll);
  CHECK_THAT(message, contains_text("the roll 147 otherwise"));
  CHECK(kind_of_error({"", start, "147"}, message) == StartError::Kind::bad_position);
  CHECK_THAT(message, contains_text("it excludes a roll"));
}

TEST_CASE("sperre notation: reject rolls that the dice cannot show") {
  const std::map<std::string, const char*> rolls = {
      {"1", "three numbers"},        {"14", "three numbers"},    {"1477", "three numbers"},
      {"1 47", "three numbers"},     {"x47", "three numbers"},   {"047", "three numbers"},
      {"347", "die III has no 3"},   {"127", "die IV has no 2"}, {"149", "die V has no 9"},
      {"847", "1, 2, 5, 6, 7 and 9"}};
  for (const auto& [roll, expected] : rolls) {
    std::string message;
    CHECK(kind_of_error({"", "", roll}, message) == StartError::Kind::bad_position);
    CHECK_THAT(message, contains_text(expected));
  }
}

TEST_CASE("sperre notation: random starts have uniform rolls") {
  Rng rng(12);
  std::map<std::string, int> rolls;
  for (int i = 0; i < 21600; ++i) {
    ++rolls[Notation::draw_roll({}, rng)];
  }
  CHECK(rolls.size() == 216);
  double chi_square = 0;
  for (const auto& [_, times] : rolls) chi_square += (times - 100.0) * (times - 100.0) / 100.0;
  CHECK(chi_square > 140);
  CHECK(chi_square < 300);
}

TEST_CASE("sperre notation: reject invalid positions") {
  const std::string home = "/9/9/9/9/9/9/9/";
  const std::map<std::string, const char*> bad = {
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147", "four parts"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 - ", "four parts"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW  w 147 -", "four parts"},
      {" BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 -", "four parts"},
      {"BBBBBBBBB/9/9/9/9/9/9/WWWWWWWWW w 147 -", "fewer than nine rows"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/9/WWWWWWWWW w 147 -", "more than nine rows"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW/ w 147 -", "more than nine rows"},
      {"BBBBBBBBB/9/9/9/9/9/9/8/WWWWWWWWW w 147 -", "row 2 has 8 squares"},
      {"BBBBBBBBB/9/9/9/9/9/9//WWWWWWWWW w 147 -", "row 2 has 0 squares"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWWW w 147 -", "row 1 is longer"},
      {"BBBBBBBBB/9/9/9/9/9/9/45/WWWWWWWWW w 147 -", "two adjacent numbers"},
      {"BBBBBBBBB/9/9/9/9/9/9/09/WWWWWWWWW w 147 -", "neither W nor B"},
      {"bBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 -", "neither W nor B"},
      {"BBBBBBBBB/9/9/9/9/9/9/8X/WWWWWWWWW w 147 -", "character 24"},
      {"BBBBBBBBB/9/9/9/9/9/9/8W/WWWWWWWWW w 147 4", "White has 10 stones"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWW1 w 147 4", "White has 8 stones"},
      {"BBBBBBBB1/9/9/9/9/9/9/9/WWWWWWWWW w 147 4", "Black has 8 stones"},
      {"BBBBBBBBB/B8/9/9/9/9/9/9/WWWWWWWWW w 147 4", "Black has 10 stones"},
      {"9/9/9/9/9/9/9/9/9 w 147 4", "White has 0 stones"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW W 147 4", "side to move"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW - 147 4", "side to move"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 14 4", "three numbers"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 1470 4", "three numbers"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 140 4", "three numbers"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 347 4", "die III has no 3"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 167 4", "die IV has no 6"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 141 4", "die V has no 1"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 2", "die tilted last"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 IV", "die tilted last"},
      {"BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW b 147 -", "only at the start"},
      {"BBBBBBBBB/9/9/9/9/9/9/W8/1WWWWWWWW w 147 -", "only at the start"},
      {"BBBBWBBBB/9/9/9/9/9/9/9/WWWWBWWWW w 147 4", "both players"},
      {"BBBBWBBBB/9/9/9/9/9/9/9/WWWWBWWWW b 147 4", "both players"},
  };
  for (const auto& [text, expected] : bad) {
    INFO(text);
    std::string message;
    CHECK(kind_of_error({"", text, ""}, message) == StartError::Kind::bad_position);
    CHECK_THAT(message, contains_text(expected));
  }
}

TEST_CASE("sperre notation: stones may return to their first squares") {
  CHECK_NOTHROW(Notation::read_position("BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW w 147 4"));
  CHECK_NOTHROW(Notation::read_position("BBBBBBBBB/9/9/9/9/9/9/9/WWWWWWWWW b 147 4"));
}

TEST_CASE("sperre notation: a finished position parses and has no turns") {
  for (const char* side : {"w", "b"}) {
    const auto white = find_game("sperre")->start(
        {"", "BBBBWBBBB/B8/9/9/9/9/9/9/WWWWWWWW1 " + std::string(side) + " 147 4", ""});
    REQUIRE(white->ending());
    CHECK(*white->ending() == Ending{Outcome::white_wins, "goal"});
    CHECK(white->count_turns() == 0);
    CHECK(white->perft(1) == 0);
    CHECK(white->play("III2/13-24")->kind == TurnError::Kind::over);
    const auto black = find_game("sperre")->start(
        {"", "BBBBBBBB1/9/9/9/9/9/9/W8/WWWWBWWWW " + std::string(side) + " 147 4", ""});
    REQUIRE(black->ending());
    CHECK(*black->ending() == Ending{Outcome::black_wins, "goal"});
    CHECK(black->count_turns() == 0);
  }
}

TEST_CASE("sperre notation: perft agrees with other programs") {
  const Json data = read_json_data("sperre-perft.json");
  for (const auto& row : data["perft"]) {
    const std::string variant = row["variant"].text(), position = row["position"].text();
    INFO(variant << " " << position);
    CHECK(perft(starting_position<Notation>({variant, position, ""}), row["depth"].get<int>()) ==
          row["turns"].get<std::uint64_t>());
  }
}

TEST_CASE("sperre notation: the sample is valid and canonical and ends as recorded") {
  const std::string sample = read_data("sperre-sample.pgn");
  std::map<std::string, int> endings;
  std::string written;
  for (const auto& record : read_all(sample)) {
    INFO("game " << record.check.index);
    CHECK(record.check.errors.empty());
    REQUIRE(record.check.ending);
    CHECK(result_text(record.check.ending->outcome) == record.check.result);
    ++endings[std::string(record.check.ending->reason)];
    write_record(record.record, written);
  }
  CHECK(endings == std::map<std::string, int>{{"goal", 17}, {"repetition", 3}});
  CHECK(written == sample);
}

TEST_CASE("sperre records: the tag Roll is checked") {
  const std::string roll = "[Roll \"147\"]\n";
  const std::string position = "[Position \"" + start + "\"]\n";
  CHECK(findings(record(roll, "1. IV8/12-23 *")) == "");
  CHECK(findings(record(position, "1. IV8/12-23 *")) == "");
  CHECK(findings(record("", "1. IV8/12-23 *")) == "missing-roll@1:1");
  CHECK(findings(record("[Roll \"?\"]\n", "1. IV8/12-23 *")) == "missing-roll@1:1");
  CHECK(findings(record("[Roll \"199\"]\n", "*")) == "bad-position@9:7");
  CHECK(findings(record("[Roll \"dice\"]\n", "*")) == "bad-position@9:7");
  CHECK(findings(record(position + roll, "*")) == "bad-position@9:11");
  CHECK(findings(record(roll + "[Roll \"147\"]\n", "*")) == "bad-tag@10:1");
  CHECK(findings(record("[Position \"9/9 w\"]\n", "*")) == "bad-position@9:11");

  ReadOptions options;
  options.check.roll = "147";
  CHECK(findings(record("", "1. IV8/12-23 *"), options) == "");
  CHECK(findings(record(position, "1. IV8/12-23 *"), options) == "");
  CHECK(findings(record("[Roll \"853\"]\n", "1. IV4/12-23 *"), options) == "bad-position@9:7");
  CHECK(findings(record("[Roll \"753\"]\n", "1. IV5/12-23 *"), options) == "illegal@11:4");
}

TEST_CASE("sperre records: squares in brackets begin neither games nor tags") {
  const std::string tags = "[Roll \"147\"]\n[Variant \"move-first\"]\n";
  const std::string text = record(tags, "1.\n\n[1,2]-[2,3]/48\n[9,9]-[8,9]/[8,8]>[5,5] *");
  const auto records = read_all(text);
  REQUIRE(records.size() == 1);
  CHECK(findings_of(records[0].check) == "illegal@15:1");
  CHECK(records[0].check.turns == 1);
  CHECK(findings(record(tags, "[1,2]-[2,3]/IV8 *")) == "");
}

TEST_CASE("sperre records: unreadable turns are syntax errors and other wrong turns are illegal") {
  const std::string roll = "[Roll \"147\"]\n";
  CHECK(findings(record(roll, "1. IX3/12-23 *")) == "syntax@11:4");
  CHECK(findings(record(roll, "1. IV8/00-23 *")) == "syntax@11:4");
  CHECK(findings(record(roll, "1. iv8/12-23 *")) == "spelling@11:4");
  CHECK(findings(record(roll, "1. IV2/12-23 *")) == "illegal@11:4");
  CHECK(findings(record(roll, "1. IV8 *")) == "illegal@11:4");
  CHECK(findings(record(roll, "1. 12-23 *")) == "illegal@11:4");
  CHECK(findings(record(roll, "1. IV8/12-23/III2 *")) == "illegal@11:4");
  CHECK(findings(record(roll, "1. IV8/12-23! $5 {c} (x) III2/93-84 *")) == "variation@11:23");
}

TEST_CASE("sperre notation: the board shows stones and goals and locks and dice") {
  const std::string middle = "B1B2B1BB/9/1B7/1WB6/1WB6/3W5/9/7B1/1WWW1WW1W w 147 5";
  CHECK(find_game("sperre")->start({"both", middle, ""})->board({}) ==
        R"(     #1#  2   3  #4#  5   6  #7#  8   9
 9    B   .   B   .  (w)  B   .   B   B    9
 8    .   .   .   .   .   .   .   .   .    8
#7#   .   B   .   .   .   .   .   .   .   #7#
 6    .   W   B   .   .   .   .   .   .    6
 5    .   W   B   .   .   .   .   .   .    5
#4#   .   .   .   W   .   .   .   .   .   #4#
 3    .   .   .   .   .   .   .   .   .    3
 2    .   .   .   .   .   .   .   B   .    2
#1#   .   W   W   W  (b)  W   W   .   W   #1#
     #1#  2   3  #4#  5   6  #7#  8   9

     III: 1   IV: 4   V: 7   V tilted last   (#n# locked, ( ) goal)
)");
  const std::string columns = find_game("sperre")->start({"", middle, ""})->board({});
  CHECK_THAT(columns, contains_text("#4#  5"));
  CHECK_THAT(columns, contains_text("\n 4    .   .   .   W"));
  const std::string rows = find_game("sperre")->start({"rows", middle, ""})->board({});
  CHECK_THAT(rows, contains_text("  4   5"));
  CHECK_THAT(rows, contains_text("\n#4#   .   .   .   W"));
}

TEST_CASE("sperre notation: greedy plays a win and prevents the opponent's win") {
  const GameType& type = *find_game("sperre");
  BotSpec spec;
  spec.builtin = "greedy";
  const auto greedy = type.make_bot(spec);
  greedy->new_game(1);
  const auto game = type.start({"", "BBBB1BBBB/3W5/9/9/4B4/9/9/9/WWWWWWWW1 w 147 5", ""});
  const Thought thought = greedy->think(*game, {}, {});
  CHECK(thought.turn.find("/84-95") != std::string::npos);
  CHECK(thought.score->kind == Score::Kind::win);

  const std::string threatened = "BBBB1BBBB/3W5/9/9/4B4/9/9/9/WWWWWWWW1 b 187 5";
  CHECK_FALSE(sperre::can_win_at_once(Notation::read_position(threatened)));
  const auto defence = type.start({"", threatened, ""});
  REQUIRE_FALSE(defence->play(greedy->think(*defence, {}, {}).turn));
  CHECK_FALSE(sperre::can_win_at_once(Notation::read_position(defence->position())));
}

}  // namespace sperre_notation_test
