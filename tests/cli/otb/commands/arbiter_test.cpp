#include "tests/catch.h"
#include "tests/support/database.h"
#include "tests/support/event_lines.h"
#include "tests/support/otb_event.h"
#include "tests/support/terminal.h"

namespace otb_arbiter_test {

// Commands of an arbiter during an over-the-board event.

struct ArbiterEvent : OtbEvent {
  explicit ArbiterEvent(std::vector<std::string> options = {"--rounds", "4"}) {
    options.insert(options.begin(), {"--name", "Cup", "--game", "creeper", "--date", "2026.05.01"});
    REQUIRE(run("new", options).status == 0);
  }
  /// Anna, Bert, Carla, Dora, Emil and Fritz by descending rating.
  ArbiterEvent& enter(std::size_t players = 6) {
    const char* const names[] = {"Anna", "Bert", "Carla", "Dora", "Emil", "Fritz"};
    for (std::size_t i = 0; i < players; ++i) {
      out("enter", {names[i], "--rating", std::to_string(1900 - 50 * i)});
    }
    return *this;
  }
  std::string log_without_times() const {
    std::string log_without_times;
    std::istringstream lines(out("log"));
    for (std::string line; std::getline(lines, line);) log_without_times += line.substr(22) + "\n";
    return log_without_times;
  }
};

TEST_CASE("schiri otb: several results are entered together or not at all") {
  ArbiterEvent event;
  event.enter().out("pair");
  CHECK(event.out("result", {"1", "1-0", "3", "="}) ==
        "R1 board 1 Anna – Dora: 1-0\nR1 board 3 Carla – Fritz: ½\n"
        "without a result: board 2 (Emil - Bert)\n");
  CHECK(event.run("result", {"2", "1-0", "9", "1-0"}).status == 2);
  CHECK(event.out("result", {"2", "0-1"}) ==
        "R1 board 2 Emil – Bert: 0-1\nround 1 has all its results\n");
  // A list of corrections may have results that are right already.
  CHECK(event.out("result", {"1", "=", "2", "0-1", "3", "+--", "--correct"}) ==
        "R1 board 1 Anna – Dora: 1-0 -> ½\nR1 board 2 Emil – Bert: 0-1 (unchanged)\n"
        "R1 board 3 Carla – Fritz: ½ -> +--\nround 1 has all its results\n");
  const std::string log = event.log_without_times();
  CHECK_THAT(log, contains_text("round 1, board 1 is corrected: 1/2-1/2\n"));
  CHECK(log.find("board 2 is corrected") == std::string::npos);
  event.out("pair");
  const Run late = event.run("result", {"1", "1-0", "--correct", "--round", "1"});
  CHECK(late.status == 0);
  CHECK(late.err == "schiri: note: round 2 is paired already, and its pairings stay\n");
}

TEST_CASE("schiri otb: a star removes a result and a list of results can be read") {
  ArbiterEvent event;
  event.enter().out("pair");
  event.out("result", {"1", "1-0", "2", "1-0", "3", "--+"});
  CHECK(event.out("result", {"3", "*", "1", "*"}) ==
        "R1 board 3 Carla – Fritz: --+ -> no result\nR1 board 1 Anna – Dora: 1-0 -> no result\n"
        "without a result: board 1 (Anna - Dora), 3 (Carla - Fritz)\n");
  CHECK(event.run("result", {"3", "*"}).status == 2);
  const Run list = event.run("result", {"-"}, "# the last two\n1 0:1\n\n3 \u00bd 9 1-0\n");
  CHECK(list.status == 2);
  CHECK_THAT(list.err, contains_text("boards 1 to 3"));
  CHECK_THAT(event.run("result", {"-"}, "1 1-0\n3 what\n").err, contains_text("line 2: 'what'"));
  CHECK(event.out("result", {"-"}, "1 0:1 # he resigned\n3 \u00bd\n") ==
        "R1 board 1 Anna – Dora: 0-1\nR1 board 3 Carla – Fritz: ½\n"
        "round 1 has all its results\n");
  CHECK_THAT(event.log_without_times(),
             contains_text("round 1, board 3 is corrected: no result\n"));
}

TEST_CASE("schiri otb: each line of results is entered independently") {
  ArbiterEvent event;
  event.enter().out("pair");
  const Run run = event.run("result", {},
                            "1 1-0\nnonsense\n3 x +\n2 =\nundo\n2 0-1 3 +:-\n3 *\n3 - - +\nq\n9 x");
  CHECK(run.status == 1);
  CHECK(run.out ==
        "without a result: board 1 (Anna - Dora), 2 (Emil - Bert), 3 (Carla - Fritz)\n"
        "R1 board 1 Anna – Dora: 1-0\n"
        "without a result: board 2 (Emil - Bert), 3 (Carla - Fritz)\n"
        "R1 board 2 Emil – Bert: ½\n"
        "without a result: board 3 (Carla - Fritz)\n"
        "undone: round 1, board 2: 1/2-1/2\n"
        "without a result: board 2 (Emil - Bert), 3 (Carla - Fritz)\n"
        "R1 board 2 Emil – Bert: 0-1\n"
        "R1 board 3 Carla – Fritz: +--\n"
        "round 1 has all its results\n"
        "R1 board 3 Carla – Fritz: +-- -> no result\n"
        "without a result: board 3 (Carla - Fritz)\n"
        "R1 board 3 Carla – Fritz: --+\n"
        "round 1 has all its results\n");
  CHECK(run.err ==
        "schiri: line 2: expected each board followed by its result: 1 1-0 2 = 3 0-1\n"
        "schiri: line 3: expected each board followed by its result: 1 1-0 2 = 3 0-1\n");
}

TEST_CASE("schiri otb: results are prompted for at a terminal") {
  ArbiterEvent event;
  event.enter(4).out("pair");
  Terminal terminal({"otb", "result", event.file});
  terminal.wait_for("board result> ");
  terminal.type("1 -:+\r");
  terminal.wait_for("R1 board 1 Anna – Carla: --+");
  terminal.wait_for("board result> ");
  terminal.type("8 1-0\r");
  terminal.wait_for("schiri: round 1 has boards 1 to 2");
  terminal.wait_for("board result> ");
  // Meanwhile another process enters a result.
  event.out("result", {"2", "="});
  terminal.type("undo\r");
  terminal.wait_for("undone: round 1, board 1: --+");
  terminal.wait_for("board result> ");
  terminal.type("undo\r");
  terminal.wait_for("has entered nothing that can be undone");
  terminal.wait_for("board result> ");
  terminal.type("redo\r");
  terminal.wait_for("redone: round 1, board 1: --+");
  terminal.wait_for("board result> ");
  terminal.type("\x04");
  CHECK(terminal.finish() == 0);
}

TEST_CASE("schiri otb: undo reverts commands one by one down to the first") {
  ArbiterEvent event;
  const std::string empty = event.log_without_times();
  event.enter(4);
  event.out("enter", {"Emil", "Fritz"});
  event.out("pair");
  const std::string before = event.out("show");
  event.out("result", {"1", "1-0", "2", "0-1"});
  CHECK(event.out("undo") == "undone: round 1, board 1: 1-0\nundone: round 1, board 2: 0-1\n");
  CHECK(event.out("show") == before);
  CHECK(event.out("undo") == "undone: round 1 is paired\n");
  CHECK(event.out("undo") == "undone: Emil enters\nundone: Fritz enters\n");
  // The next command applies to the remaining state.
  CHECK(event.out("enter", {"Gerda"}) == "5 players\n");
  event.out("pair");
  CHECK(event.out("show").find("Emil") == std::string::npos);
  for (int i = 0; i < 6; ++i) event.out("undo");
  const Run none = event.run("undo");
  CHECK(none.status == 2);
  CHECK(none.err == "schiri: there is nothing to undo\n");
  CHECK(event.out("standing", {"--format", "json"}).empty());
  CHECK_THAT(event.log_without_times(),
             contains_text("Emil enters (undone)\nFritz enters (undone)\n"));
  CHECK_THAT(event.log_without_times(), contains_text("undone: the last 2 lines\n"));
}

TEST_CASE("schiri otb: undone commands are ignored and undo must match the last command") {
  ArbiterEvent event;
  event.enter(4);
  const std::string whole = read_file(event.file);
  const auto with = [&](const std::string& lines) {
    event.directory.write("cup.otb", with_checksums(whole + lines));
    return event.run("log");
  };
  const std::string odd = R"({"v":2,"time":"","act":"withdraw","name":"Nobody"})",
                    undo = R"({"v":2,"time":"","act":"undo","lines":1})";
  CHECK(with(odd + "\n").status == 3);
  CHECK(with(odd + "\n" + undo + "\n").status == 0);
  const Run other = with(R"({"v":2,"time":"","act":"undo","lines":2})"
                         "\n");
  CHECK(other.status == 3);
  CHECK_THAT(other.err, contains_text("cup.otb:6: error: it does not undo the last command"));
  // A line may name where the command begins, also with how many lines it has.
  const std::string earlier = R"({"v":2,"time":"","act":"undo","line":2})",
                    again = R"({"v":2,"time":"","act":"redo","line":2,"lines":1})";
  const Run named = with(earlier + "\n");
  CHECK(named.status == 0);
  CHECK_THAT(named.out, contains_text("Anna enters, rating 1900 (undone)\n"));
  CHECK_THAT(named.out, contains_text("undone: the command of line 2\n"));
  CHECK(with(earlier + "\n" + again + "\n").out.find("(undone)") == std::string::npos);
  for (const std::string& line :
       {earlier + "\n" + earlier, again, std::string(R"({"v":2,"time":"","act":"undo","line":1})"),
        std::string(R"({"v":2,"time":"","act":"undo","line":9})"),
        std::string(R"({"v":2,"time":"","act":"undo","line":2,"lines":2})"),
        std::string(R"({"v":2,"time":"","by":7,"act":"undo","lines":1})")}) {
    CAPTURE(line);
    CHECK(with(line + "\n").status == 3);
  }
  std::string all;
  for (int i = 0; i < 5; ++i) all += undo + "\n";
  CHECK_THAT(with(all).err, contains_text("cup.otb:10: error: there is nothing to undo"));
}

TEST_CASE("schiri otb: a round without results can be paired again automatically or by hand") {
  ArbiterEvent event;
  event.enter(5).out("pair");
  event.out("enter", {"Fritz"});
  CHECK(event.out("pair", {"--again"}).find("bye") == std::string::npos);
  CHECK(event.out("pair", {"--again", "--fix", "Bert", "Anna", "--fix", "Fritz", "Carla"}) ==
        "Cup, round 1\n"
        "board  no  White  points  result  no  Black  points\n"
        "    1   4  Dora      0.0           5  Emil      0.0\n"
        "    2   2  Bert      0.0           1  Anna      0.0\n"
        "    3   6  Fritz     0.0           3  Carla     0.0\n");
  CHECK(event.out("swap", {"Dora", "Bert"}).find("1   2  Bert      0.0           5  Emil") !=
        std::string::npos);
  CHECK(event.out("swap", {"3", "1"}).find("1   6  Fritz     0.0           3  Carla") !=
        std::string::npos);
  CHECK_THAT(event.run("swap", {"Anna", "Bart"}).err, contains_text("the nearest is 'Bert'"));
  CHECK_THAT(event.run("pair", {"--again", "--fix", "Anna", "Anton"}).err,
             contains_text("no player named 'Anton'"));
  event.out("result", {"1", "1-0"});
  CHECK_THAT(event.run("pair", {"--again"}).err, contains_text("round 1 has results already"));
  event.out("result", {"2", "1-0", "3", "1-0"});
  const std::string check = event.out("check");
  CHECK_THAT(check, contains_text("round 1, board 1: Fritz - Carla was paired by hand\n"));
  CHECK_THAT(check, contains_text("1 round, all paired according to the rules\n"));
  const auto json = Json::parse(event.out("check", {"--format", "json"}));
  CHECK(json["equal"] == true);
  CHECK(json["by_hand"].size() == 3);
  const Run again = event.run("pair", {"--fix", "Fritz", "Carla"});
  CHECK(again.err == "schiri: note: 'Fritz' and 'Carla' have met in round 1\n");
  CHECK(again.status == 0);
}

TEST_CASE("schiri otb: a second bye given by hand is reported") {
  ArbiterEvent event;
  event.enter(5);
  const auto with_bye = [&] {
    std::istringstream lines(
        event.out("show", {"--format", "csv", "--columns", "board,white,result"}));
    for (std::string line; std::getline(lines, line);) {
      if (line.find("bye") != line.npos) return line.substr(1, line.find(',', 1) - 1);
    }
    return std::string("nobody");
  };
  event.out("pair");
  const std::string first = with_bye();
  event.out("result", {"1", "1-0", "2", "="});
  event.out("pair");
  const std::string second = with_bye();
  REQUIRE(second != first);
  const Run swap = event.run("swap", {first, second});
  CHECK(swap.err == "schiri: note: '" + first + "' has had the bye in round 1\n");
  CHECK(swap.status == 0);
}

TEST_CASE("schiri otb: forbidden pairs and withdrawn and reinstated players") {
  ArbiterEvent event({"--rounds", "4", "--half-byes", "1"});
  event.enter();
  event.out("forbid", {"Anna", "Dora"});
  CHECK(event.out("pair").find("Anna") != std::string::npos);
  CHECK(event.out("show").find("Dora") != std::string::npos);
  CHECK(event.out("show").find("Anna      0.0          Dora") == std::string::npos);
  event.out("result", {"1", "1-0", "2", "1-0", "3", "1-0"});
  event.out("withdraw", {"Bert"});
  event.out("bye", {"Carla", "--zero"});
  event.out("bye", {"Emil"});
  event.out("enter", {"Gerda"});
  event.out("pair");
  const std::string round = event.out("show");
  CHECK_THAT(round, contains_text("bye, 1/2 point"));
  CHECK_THAT(event.out("show", {"--round", "1"}), contains_text("Gerda     0.0  bye, 1/2 point"));
  CHECK(event.run("bye", {"Emil", "--round", "4"}).status == 2);
  event.out("reinstate", {"Bert"});
  event.out("forbid", {"--lift", "Anna", "Dora"});
  CHECK_THAT(event.log_without_times(), contains_text("Anna and Dora may not meet\n"));
  CHECK_THAT(event.log_without_times(), contains_text("Anna and Dora may meet again\n"));
  CHECK_THAT(event.log_without_times(), contains_text("Bert is reinstated\n"));
  CHECK_THAT(event.log_without_times(), contains_text("Carla has a zero-point bye in round 2\n"));
}

TEST_CASE("schiri otb: names are normalized and a similar name gives a warning") {
  ArbiterEvent event;
  CHECK(event.out("enter", {"  Klein,\u00a0 Finn "}) == "1 player\n");
  CHECK(event.run("enter", {"Klein, Finn"}).err == "schiri: 'Klein, Finn' has entered already\n");
  CHECK(event.run("enter", {"  "}).err == "schiri: a player needs a name\n");
  for (const char* same : {"finn KLEIN", "Finn Klien", "Klein Fynn"}) {
    CAPTURE(same);
    const Run run = event.run("enter", {same});
    CHECK(run.status == 0);
    CHECK_THAT(run.err,
               contains_text("the same player as 'Klein, Finn', who has entered already?"));
    event.out("undo");
  }
  for (const char* other : {"Finn Gross", "Anna Klein", "Player 1"}) event.out("enter", {other});
  event.out("enter", {"Player 2"});
  event.out("enter", {"Muller, Jo\u0308rg"});
  CHECK_THAT(event.run("enter", {"J\u00f6rg M\u00fcller"}).err,
             contains_text("the same player as"));
}

TEST_CASE("schiri otb: changes of players and of the event appear in records") {
  ArbiterEvent event;
  event.enter(4).out("pair");
  event.out("result", {"1", "1-0"});
  event.out("change", {"Anna", "--name", "Anna  Berg", "--rating", "1700", "--club", "Ulm"});
  event.out("change", {"Bert", "--no-rating"});
  CHECK(event.run("change", {"Bert"}).status == 2);
  CHECK_THAT(event.run("change", {"Bert", "--name", "Anna Berg"}).err,
             contains_text("'Anna Berg' has entered already"));
  event.out("set", {"--rounds", "2", "--name", "Autumn cup", "--tie-breaks", "ps,DE"});
  const std::string log = event.out("log");
  for (const Words& known : {Words{"--rounds", "2"}, Words{"--tie-breaks", "PS,DE"}}) {
    CHECK_THAT(event.run("set", known).err, contains_text("the event has these settings already"));
  }
  CHECK(event.out("log") == log);
  CHECK(event.run("set").status == 2);
  CHECK_THAT(event.run("set", {"--tie-breaks", "XX"}).err, contains_text("there are DE, WIN, WON"));
  CHECK_THAT(event.run("set", {"--tie-breaks", "DE,DE"}).err, contains_text("named twice"));
  CHECK_THAT(event.out("standing", {"--round", "1"}),
             contains_text("Autumn cup, after round 1 as far as it is played\n"
                           "tie-breaks: PS progressive score, DE direct encounter\n"));
  CHECK_THAT(event.out("export", {"--format", "pgn"}), contains_text("[White \"Anna Berg\"]"));
  CHECK_THAT(event.log_without_times(),
             contains_text("Anna is changed: now Anna Berg, rating 1700, Ulm\n"
                           "Bert is changed, no rating\n"
                           "the event is changed: name Autumn cup, rounds 2, tie-breaks PS DE\n"));
}

TEST_CASE("schiri otb: the record of a game has the current names") {
  ArbiterEvent event;
  event.enter(2).out("pair");
  const std::string record =
      "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n[Game \"creeper\"]\n"
      "[Termination \"resignation\"]\n\n1. A2+B3 A6-B6 1-0\n";
  event.out("import-results", {event.directory.write("round.pgn", record)});
  event.out("change", {"Anna", "--name", "Anna Berg"});
  event.out("set", {"--name", "Autumn cup"});
  const std::string records = event.out("export", {"--format", "pgn"});
  CHECK_THAT(records, contains_text("[White \"Anna Berg\"]"));
  CHECK_THAT(records, contains_text("[Event \"Autumn cup\"]"));
  CHECK_THAT(records, contains_text("A2+B3 A6-B6 1-0"));
}

TEST_CASE("schiri otb: a standing counts finished rounds unless a round is given") {
  ArbiterEvent event;
  event.enter(4).out("pair");
  event.out("result", {"1", "1-0"});
  CHECK_THAT(event.out("standing"),
             contains_text("Cup, after round 0 (round 1 is being played)\n"));
  CHECK_THAT(event.out("standing", {"--round", "1"}),
             contains_text("Cup, after round 1 as far as it is played\n"));
  event.out("result", {"2", "="});
  CHECK_THAT(event.out("standing"),
             contains_text("Cup, after round 1\ntie-breaks: BH-C1 Buchholz Cut-1"));
  CHECK_THAT(event.out("standing", {"--tie-breaks", "BH/C1, aro"}),
             contains_text("BH-C1 Buchholz Cut-1, ARO average rating of opponents\n"));
}

TEST_CASE("schiri otb: each system has its own options and the heading names the tie-breaks") {
  const struct {
    std::vector<std::string> options;
    std::string head, legend, round;
  } rows[] = {{{"--system", "round-robin", "--cycles", "2"},
               "tie-breaks: DE direct encounter, WIN wins, SB Sonneborn-Berger, KS Koya\n",
               "tie-breaks: DE direct encounter, WIN wins, SB Sonneborn-Berger, KS Koya",
               "Cup, round 1\n"},
              {{"--system", "knockout", "--games", "2", "--third-place"},
               "tie-breaks: none\n",
               "tie-breaks: none",
               "Cup, round 1 (semi-finals)\n"},
              {{"--system", "swiss", "--rounds", "2", "--tie-breaks", "DE"},
               "tie-breaks: DE direct encounter\n",
               "tie-breaks: DE direct encounter",
               "Cup, round 1\n"}};
  for (const auto& row : rows) {
    ArbiterEvent event(row.options);
    event.enter(4);
    CHECK_THAT(event.out("pair"), contains_text(row.round));
    CHECK_THAT(event.out("standing", {"--round", "1"}), contains_text(row.head));
    CHECK_THAT(event.out("standing", {"--round", "1", "--format", "html"}),
               contains_text("<p>" + row.legend + "</p>"));
    CHECK(read_file(event.file).find("\"tie_breaks\"") != std::string::npos);
  }
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"--cycles", "2", "--rounds", "3"},
        {"--system", "round-robin", "--half-byes", "1"},
        {"--system", "round-robin", "--third-place"},
        {"--rounds", "3", "--games", "2"}}) {
    const TemporaryDirectory directory;
    std::vector<std::string> words = {"otb",    "new",    directory.file("x"), "--name", "x",
                                      "--game", "creeper"};
    words.insert(words.end(), wrong.begin(), wrong.end());
    const Run run = run_schiri(words);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, contains_text("only with --system"));
    CHECK(std::filesystem::is_empty(std::filesystem::path(directory.file("x")).parent_path()));
  }
}

TEST_CASE("schiri otb: points of the event are set, shown and kept") {
  ArbiterEvent event({"--rounds", "3", "--points", "3-1-0,bye=1"});
  event.enter(5).out("pair");
  CHECK_THAT(event.out("show"), contains_text("bye, 1 point\n"));
  event.out("result", {"1", "1-0", "2", "0-0"});
  const Json top = json_lines(event.out("standing", {"--format", "json"})).front();
  CHECK(top.at("points") == 3.0);
  CHECK_THAT(event.out("table"), contains_text("3w1"));
  CHECK_THAT(event.out("table"), contains_text("–1"));
  CHECK_THAT(event.out("cards", {"Anna"}), contains_text("3.0 of 3 points"));
  event.out("set", {"--points", "2-1-0"});
  CHECK_THAT(event.out("show"), contains_text("bye, 2 points\n"));
  CHECK_THAT(event.out("cards", {"Anna"}), contains_text("2.0 of 2 points"));
  CHECK_THAT(event.log_without_times(), contains_text("the event is changed: points 2-1-0\n"));
  CHECK_THAT(event.out("export"), contains_text("BBW  2.0\nBBD  1.0\n"));
  CHECK_THAT(event.run("set", {"--points", "2-1-0"}).err, contains_text("nothing to change"));
  event.out("pair");
  const Run late = event.run("set", {"--points", "3-1-0"});
  CHECK(late.status == 2);
  CHECK_THAT(late.err, contains_text("round 2 is paired by the present points already"));
  CHECK_THAT(event.run("set", {"--points", "3-1"}).err, contains_text("--points: expected points"));
  CHECK_THAT(event.run("set", {"--points", ""}).err, contains_text("nothing to change"));
}

TEST_CASE("schiri otb: a game that both lose counts as played, but has no record") {
  ArbiterEvent event;
  event.enter(4).out("pair");
  CHECK(event.out("result", {"1", "0-0", "2", "="}) ==
        "R1 board 1 Anna – Carla: 0-0\nR1 board 2 Dora – Bert: ½\n"
        "round 1 has all its results\n");
  CHECK_THAT(event.out("show"), contains_text("0-0"));
  CHECK_THAT(event.out("table"), contains_text("w0"));
  CHECK_THAT(event.out("cards", {"Anna"}),
             contains_text("White    3  Carla       1800  0         0.0"));
  CHECK(event.out("cards", {"Anna"}).find("forfeit") == std::string::npos);
  const std::string records = event.out("export", {"--format", "pgn"});
  CHECK_THAT(records, contains_text("[White \"Dora\"]"));
  CHECK(records.find("Anna") == std::string::npos);
  // Both colours count, and the two may not meet again.
  event.out("pair");
  CHECK(event.out("show").find("Anna   ") != std::string::npos);
  const std::string trf = event.directory.file("x.trf");
  event.out("export", {"-o", trf});
  const Run check = run_schiri({"otb", "check", trf});
  CHECK(check.status == 0);
}

TEST_CASE("schiri otb: a late player is paired with the player who has the bye") {
  ArbiterEvent event;
  event.enter(5).out("pair");
  event.out("result", {"1", "1-0"});
  CHECK(event.out("enter", {"Hugo", "--rating", "1500", "--now"}) ==
        "R1 board 3 Emil – Hugo\n6 players\n");
  CHECK_THAT(event.out("undo"), contains_text("undone: Hugo enters"));
  CHECK_THAT(event.out("show"), contains_text("bye, 1 point"));
  event.out("redo");
  CHECK_THAT(event.log_without_times(),
             contains_text("round 1, board 3, a late pairing: Emil - Hugo\n"));
  const Run none = event.run("enter", {"Ida", "--now"});
  CHECK(none.status == 2);
  CHECK_THAT(none.err, contains_text("no player has the bye in round 1, so 'Ida' has no opponent"));
  CHECK(event.out("players").find("Ida") == std::string::npos);
  CHECK_THAT(event.run("enter", {"Ida", "Jan", "--now"}).err, contains_text("--now: specify one"));
  // Two late players meet each other.
  event.out("enter", {"Ida"});
  event.out("enter", {"Jan"});
  CHECK_THAT(event.out("pair", {"--late", "Ida", "--late", "Jan"}),
             contains_text("R1 board 4 Ida – Jan\nCup, round 1\n"));
  const Run json = event.run("pair", {"--late", "Anna", "--format", "json"});
  CHECK(json.status == 2);
  CHECK_THAT(json.err, contains_text("no player has the bye"));
  CHECK_THAT(event.run("pair", {"--late", "A", "--late", "B", "--late", "C"}).err,
             contains_text("--late: expected one player, or two"));
  CHECK(event.run("pair", {"--late", "Anna", "--again"}).status == 2);
}

TEST_CASE("schiri otb: colours and boards of a round that was played can be swapped") {
  ArbiterEvent event;
  event.enter(4).out("pair");
  event.out("result", {"1", "1-0", "2", "="});
  CHECK_THAT(event.run("swap", {"Anna", "Carla"}).err, contains_text("has a result already"));
  event.out("pair");
  const Run run = event.run("swap", {"Anna", "Carla", "--round", "1"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("R1 board 1: Carla – Anna 0-1, before Anna – Carla 1-0; the "
                                    "points stay\nCup, round 1\n"));
  CHECK(run.err == "schiri: note: round 2 is paired already, and its pairings stay\n");
  CHECK_THAT(event.log_without_times(),
             contains_text("round 1: Anna and Carla exchange colours\n"));
  CHECK_THAT(event.run("swap", {"1", "2", "--round", "1"}).out,
             contains_text("R1 board 1: Dora – Bert 1/2-1/2; board 2: Carla – Anna 0-1\n"));
  CHECK_THAT(event.run("swap", {"Anna", "Bert", "--round", "1"}).err,
             contains_text("did not meet in round 1"));
  CHECK_THAT(event.run("swap", {"Anna", "Bert", "--round", "3"}).err,
             contains_text("round 3 is not paired"));
  const Run json = event.run("swap", {"1", "2", "--round", "1", "--format", "json"});
  CHECK_THAT(json.err, contains_text("schiri: note: R1 board 1: Carla – Anna 0-1; board 2"));
  CHECK(json_lines(json.out).front().at("white") == "Carla");
  CHECK_THAT(event.out("undo"), contains_text("boards 1 and 2 change numbers"));
}

TEST_CASE("schiri otb: a missing one of two values is reported") {
  const auto complaint = [](const Words& words) {
    const Run run = run_schiri(words);
    CHECK(run.status == 2);
    return run.err.substr(0, run.err.find('\n'));
  };
  CHECK(complaint({"otb", "swap", "x.otb", "A"}) ==
        "schiri: WHO takes 2 values and was given 1: two players, or the numbers of two boards");
  CHECK(complaint({"otb", "pair", "x.otb", "--fix", "A"}) ==
        "schiri: --fix takes 2 values and was given 1: WHITE BLACK");
  CHECK(complaint({"otb", "pair", "x.otb", "--fix"}) == "schiri: --fix needs a value: WHITE BLACK");
}

}  // namespace otb_arbiter_test
