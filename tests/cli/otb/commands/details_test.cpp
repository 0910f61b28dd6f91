#include "tests/json.h"
#include "tests/support/database.h"
#include "tests/support/otb_event.h"

namespace details_test {

// Columns on players in lists, and dates, arbiters and other texts on the event.

struct DetailedEvent : OtbEvent {
  explicit DetailedEvent(const Words& words = {}) {
    const std::string table = directory.write("players.csv",
                                              "name;rating;club;title;sex;born\n"
                                              "Anna;1900;SC Ulm;WFM;w;1998\n"
                                              "Bert;1800;SK Bonn;;m;1960\n"
                                              "Cora;1500;;;w;2013\n"
                                              "Dan;;;;m;2012\n");
    REQUIRE(run("new", Words{"--name", "Cup", "--game", "creeper", "--rounds", "3", "--date",
                             "2026.05.01", "--players", table} +
                           words)
                .status == 0);
  }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST_CASE("schiri otb: lists show number, title and club where there are any") {
  const DetailedEvent cup;
  const std::string round = cup.out("pair");
  CHECK(has(round,
            "board  no  title  White  points  result  no  Black  points\n"
            "    1   1  WFM    Anna      0.0           3  Cora      0.0\n"));
  CHECK(has(cup.out("standing"), "rank  no  title  player  rating  club     points"));
  const OtbEvent bare;
  bare.out("new", {"--name", "Bare", "--game", "creeper", "--rounds", "3"});
  bare.run("enter", {"Anna", "Bert"});
  CHECK(has(bare.out("standing"), "rank  no  player  points"));
}

TEST_CASE("schiri otb --columns: columns are chosen, added and omitted") {
  const DetailedEvent cup;
  cup.out("pair");
  CHECK(has(cup.out("show", {"--columns", "board,white,club,black"}),
            "board  White  club    club     Black"));
  CHECK(has(cup.out("show", {"--columns", "-no,-title"}),
            "board  White  points  result  Black  points"));
  CHECK(has(cup.out("players", {"--columns", "no,player,fide-id"}), "no  player  FIDE ID"));
  CHECK(cup.out("standing",
                {"--columns", "rank,player,buchholz", "--format", "csv", "--tie-breaks", "BH"})
            .starts_with("rank,player,buchholz\n"));
  CHECK(cup.out("table", {"--format", "csv"}).starts_with("line,no,title,player,rating"));
  CHECK(has(cup.out("cards", {"Anna", "--columns", "round,colour,opponent,opponent-club"}),
            "round  colour  opponent  club"));
  const Json row = json_lines(cup.out("show", {"--format", "json"})).front();
  CHECK(row.at("white_no") == 1);
  CHECK(row.at("white_title") == "WFM");
  CHECK(row.at("white_club") == "SC Ulm");
  CHECK(row.at("black_club").is_null());
  const Run wrong = cup.run("show", {"--columns", "clubs"});
  CHECK(wrong.status == 2);
  CHECK(has(wrong.err, "--columns: unknown column 'clubs'; the columns are: board, white_no"));
}

TEST_CASE("schiri otb: tie-breaks have short heads and a legend") {
  const DetailedEvent cup;
  cup.out("pair");
  for (const char* list : {"standing", "table"}) {
    const std::string text = cup.out(list);
    CHECK(has(text, "BH-C1"));
    CHECK(has(text, "tie-breaks: BH-C1 Buchholz Cut-1, BH Buchholz"));
    CHECK(has(cup.out(list, {"--format", "html", "--language", "en"}),
              "tie-breaks: BH-C1 Buchholz Cut-1, BH Buchholz"));
  }
}

TEST_CASE("schiri otb set: dates, arbiters and time control appear in lists and TRF files") {
  const DetailedEvent cup;
  cup.out("set", {"--federation", "ger", "--arbiter", "Otto  Tor", "--deputies", "Ann B; Carl D",
                  "--time-control", "60 min", "--end-date", "2026-05-03", "--place", "Ulm",
                  "--round-date", "1=2026-05-01 18:00", "--round-date", "2=2026-05-02"});
  CHECK(cup.out("pair").starts_with("Cup, round 1, 2026-05-01 18:00\n"));
  CHECK(has(cup.out("players"), "\nRounds: 1: 2026-05-01 18:00, 2: 2026-05-02\n"));
  const std::string page = cup.out("show", {"--format", "html", "--language", "en"});
  CHECK(has(page, "<p>2026-05-01 – 2026-05-03, Ulm, GER</p>"));
  CHECK(has(page,
            "<p>Chief arbiter: Otto Tor · Deputy arbiters: Ann B; Carl D · "
            "Time control: 60 min</p>"));
  CHECK(has(page, "Round 1, 2026-05-01 18:00"));
  const std::string trf = cup.out("export");
  for (const char* line : {"\n022 Ulm\n", "\n032 GER\n", "\n042 2026/05/01\n", "\n052 2026/05/03\n",
                           "\n102 Otto Tor\n", "\n112 Ann B\n112 Carl D\n", "\n122 60 min\n"}) {
    CAPTURE(line);
    CHECK(has(trf, line));
  }
  CHECK(has(trf, "\n132 " + std::string(87, ' ') + "26/05/01  26/05/02\n"));
  const std::string again = cup.directory.file("again.otb");
  REQUIRE(run_schiri({"otb", "import", "-", "-o", again}, trf).status == 0);
  CHECK(has(run_schiri({"otb", "show", again}).out, "Cup, round 1, 2026-05-01"));
  CHECK(has(run_schiri({"otb", "export", again}).out, "\n112 Ann B\n112 Carl D\n122 60 min\n"));
}

TEST_CASE("schiri otb set: texts are undone and redone, also after later rounds") {
  const DetailedEvent cup;
  cup.out("set", {"--arbiter", "Otto"});
  cup.out("pair");
  cup.out("set", {"--round-date", "1=2026-05-01"});
  CHECK(has(cup.out("log"), "the event is changed: round 1 2026.05.01"));
  // A date is no reason to keep what was entered before it.
  CHECK(has(cup.out("undo"), "undone: the event is changed: round 1 2026.05.01"));
  cup.out("redo");
  CHECK(cup.out("show").starts_with("Cup, round 1, 2026-05-01\n"));
  cup.out("set", {"--arbiter", ""});
  CHECK_FALSE(has(cup.out("export"), "102 "));
  CHECK(has(cup.run("set", {"--arbiter", ""}).err, "the event has these settings already"));
  for (const auto& [words, message] :
       {std::pair(Words{"--federation", "Germany"}, "--federation: a federation has three letters"),
        std::pair(Words{"--round-date", "tomorrow"}, "--round-date: expected the round"),
        std::pair(Words{"--round-date", "1=25:00"}, "--round-date: a time is written as 14:30"),
        std::pair(Words{"--end-date", "soon"}, "--end-date: "),
        std::pair(Words{"--name", ""}, "--name: an event needs a name")}) {
    const Run wrong = cup.run("set", words);
    CAPTURE(words);
    CHECK(wrong.status == 2);
    CHECK(has(wrong.err, message));
  }
}

TEST_CASE("schiri otb: two people of one name are named by their numbers") {
  const OtbEvent cup;
  cup.out("new", {"--name", "Cup", "--game", "creeper", "--rounds", "3"});
  cup.out("enter", {"Anna Berg", "--club", "Ulm", "--rating", "1800"});
  CHECK(has(cup.run("enter", {"Anna Berg", "--club", "Bonn"}).err,
            "there are two people named 'Anna Berg'; this one is 'Anna Berg (2)'"));
  cup.run("enter", {"Carl", "Dan"});
  for (const Words& words :
       {Words{"withdraw", "Anna Berg"}, Words{"bye", "anna"}, Words{"cards", "Anna Berg"}}) {
    const Run asked = cup.run(words[0], {words[1]});
    CAPTURE(words);
    CHECK(asked.status == 2);
    CHECK(has(asked.err, "Anna Berg (2)"));
  }
  CHECK(has(cup.run("withdraw", {"Anna Berg"}).err,
            "several players are named 'Anna Berg'; use the number: 1 Anna Berg, 2 Anna Berg (2)"));
  CHECK(has(cup.run("withdraw", {"2"}).err, "'2' is Anna Berg (2)"));
  CHECK(cup.run("bye", {"1"}).status == 0);
  CHECK(has(cup.run("bye", {"Anna Berg (2)"}).err, "'Anna Berg (2)' has withdrawn"));
  cup.out("reinstate", {"Anna Berg (2)"});
  CHECK(cup.run("bye", {"Anna Berg (2)", "--round", "3"}).status == 0);
}

}  // namespace details_test
