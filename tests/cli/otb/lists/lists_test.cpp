#include "tests/catch.h"
#include "tests/programs/swiss_simulation.h"
#include "tests/support/otb_event.h"

namespace otb_lists_test {

namespace lists_test {

// Imports of other programs' files into an event, and exports.

struct ListEvent : OtbEvent {
  Run begin(std::vector<std::string> words = {}) const {
    const std::vector<std::string> usual = {"--name", "Spring cup", "--game",   "creeper",
                                            "--date", "2026.05.01", "--rounds", "3"};
    words.insert(words.begin(), usual.begin(), usual.end());
    return run("new", words);
  }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

TEST_CASE("schiri otb enter: players from a table with any order of columns") {
  const ListEvent cup;
  REQUIRE(cup.begin().status == 0);
  // As a spreadsheet writes it: with a byte order mark, semicolons and empty cells.
  const std::string table =
      cup.directory.write("players.csv",
                          "\xef\xbb\xbf"
                          "Elo;FIDE-ID;Name;Verein;Titel;Land;Geschlecht;Jahrgang;Telefon\r\n"
                          "1840;4612345;\"Berg, Anna\";SC Ulm;wfm;ger;w;1998;0731\r\n"
                          "0;;Björn  Müller;;;;;;\r\n");
  const Run enter = cup.run("enter", {"Carla", "--players", table});
  CHECK(enter.status == 0);
  CHECK(enter.out == "3 players\n");
  CHECK(has(enter.err, "the column 'Telefon' is ignored"));
  CHECK(
      cup.run("export").out ==
      "012 Spring cup\n022 \n042 2026/05/01\n062 3\n072 1\n"
      "092 Individual: Swiss-System (creeper standard)\nXXR 3\nXXC white1\n"
      "001    1 wWFM Berg, Anna                        1840 GER     4612345       1998  0.0    1\n"
      "001    2      Carla                                                              0.0    1\n"
      "001    3      Björn Müller                                                       0.0    "
      "1\n");
  CHECK(has(cup.run("log").out,
            "Berg, Anna enters, rating 1840, SC Ulm, FIDE ID 4612345, title WFM, federation GER, "
            "sex w, born 1998"));
  CHECK(cup.run("change", {"Carla", "--born", "2001-05-17", "--title", "gm"}).status == 0);
  CHECK(has(cup.run("export").out, " GM Carla"));
  CHECK(has(cup.run("export").out, "2001/05/17"));
}

TEST_CASE("schiri otb enter: a start list that was written in any language is read again") {
  const ListEvent cup;
  REQUIRE(cup.begin().status == 0);
  REQUIRE(cup.run("enter",
                  {"Berg, Anna", "--rating", "1840", "--club", "SC Ulm", "--fide-id", "4612345",
                   "--title", "WFM", "--federation", "GER", "--sex", "w", "--born", "1998"})
              .status == 0);
  for (const std::string language : {"en", "de", "fr"}) {
    CAPTURE(language);
    const std::string table = cup.directory.write(
        "list.csv", cup.run("players", {"--format", "csv", "--language", language}).out);
    const ListEvent again;
    REQUIRE(again.begin().status == 0);
    CHECK(again.run("enter", {"--players", table}).out == "1 player\n");
    CHECK(again.run("players", {"--format", "json"}).out ==
          cup.run("players", {"--format", "json"}).out);
  }
}

TEST_CASE("schiri otb enter: --delimiter for tables and ratings with decimals") {
  const ListEvent cup;
  REQUIRE(cup.begin().status == 0);
  const std::string one = cup.directory.write("one.csv", "name\nBerg, Anna\n");
  CHECK(cup.run("enter", {"--players", one}).status == 3);
  CHECK(cup.run("enter", {"--players", one, "--delimiter", ";"}).out == "1 player\n");
  const std::string two =
      cup.directory.write("two.csv", "name;rating\nBert;1699,6\nCarla;1500.4\nDora;1.40,5\n");
  CHECK(cup.run("enter", {"--players", two}).status == 3);
  std::ofstream(two) << "name;rating\nBert;1699,6\nCarla;1500.4\n";
  CHECK(cup.run("enter", {"--players", two, "--delimiter", ";"}).out == "3 players\n");
  const std::string list = cup.run("players", {"--format", "csv"}).out;
  CHECK(has(list, "1,Bert,,1700,"));
  CHECK(has(list, "2,Carla,,1500,"));
  CHECK(cup.run("enter", {"--players", two, "--delimiter", "x"}).status == 2);
}

TEST_CASE("schiri otb enter: ratings from a stored or computed list of a database") {
  const ListEvent cup;
  const std::string db = cup.directory.file("a.db");
  std::string records;
  for (const char* players :
       {"[White \"Anna\"]\n[Black \"Björn\"]", "[White \"Anna\"]\n[Black \"Carla\"]"}) {
    records += std::string("[Event \"E\"]\n") + players +
               "\n[Result \"1-0\"]\n[Game \"creeper\"]\n[Termination \"resignation\"]\n\n"
               "1. A2+B3 1-0\n\n";
  }
  REQUIRE(run_schiri({"db", "import", "--db", db, "-"}, records).status == 0);
  const auto ratings = [&](const char* method) {
    std::map<std::string, int> found;
    std::istringstream rows(
        run_schiri({"ratings", "--db", db, "--method", method, "--format", "json"}).out);
    for (std::string row; std::getline(rows, row);) {
      const auto player = Json::parse(row);
      found[player["player"].text()] =
          static_cast<int>(std::lround(player["rating"].get<double>()));
    }
    return found;
  };
  const auto entered = [](const ListEvent& event) {
    std::map<std::string, int> found;
    std::istringstream rows(event.run("players", {"--format", "json"}).out);
    for (std::string row; std::getline(rows, row);) {
      const auto player = Json::parse(row);
      found[player["player"].text()] =
          player["rating"].is_null() ? -1 : player["rating"].get<int>();
    }
    return found;
  };
  const Words all = {"--from-ratings", "--db", db};
  REQUIRE(cup.begin(all).out == "3 players\n");
  const auto fitted = ratings("bt");
  CHECK(entered(cup) == fitted);

  // Named players; an option and a stored list take precedence.
  REQUIRE(run_schiri({"ratings", "--db", db, "--method", "elo", "--store"}).status == 0);
  const ListEvent some;
  REQUIRE(some.begin().status == 0);
  const Run enter = some.run("enter", Words{"Bjo\xcc\x88rn", "Anne"} + all);
  CHECK(enter.status == 0);
  CHECK(has(enter.err, "'Anne' has no rating there; the nearest is 'Anna'"));
  REQUIRE(some.run("enter", Words{"Carla", "--rating", "1234"} + all).status == 0);
  auto wanted = ratings("elo");
  wanted.erase("Anna");
  wanted["Anne"] = -1;
  wanted["Carla"] = 1234;
  CHECK(entered(some) == wanted);
  CHECK(some.run("enter", all).out == "4 players\n");
  CHECK(entered(some)["Anna"] == ratings("elo")["Anna"]);
  CHECK(has(some.run("enter", all).err, "has no further player"));

  const ListEvent none;
  CHECK(none.begin({"--from-ratings"}).status == 2);
  CHECK(none.begin({"--db", db}).status == 2);
  CHECK(none.begin({"--from-ratings", "--db", cup.directory.file("b.db")}).status == 3);
  CHECK_FALSE(std::filesystem::exists(none.file));
}

TEST_CASE("schiri otb new: an invalid table of players leaves no file") {
  const struct {
    const char* table;
    const char* message;
  } wrong[] = {
      {"", "this table is empty"},
      {"Rating,Club\n1,2\n",
       "line 1: the first row names the columns, of which 'name' must be one"},
      {"name,name\nA,B\n", "line 1: two columns have the name"},
      {"name,elo\nAnna,strong\n", "line 2: a rating is a number from 0 to 9999, not 'strong'"},
      {"name,elo\nAnna,-3\n", "line 2: a rating is a number"},
      {"name,fide-id\n\nAnna,12x\n", "line 3: a FIDE ID is a number of at most 11 digits"},
      {"name,sex\nAnna,x\n", "line 2: the sex is m or w, not 'x'"},
      {"name,born\nAnna,1998-02-30\n", "line 2: a day of birth is a year"},
      {"name,federation\nAnna,Germany\n", "line 2: a federation has three letters"},
      {"name,title\nAnna,master\n", "line 2: a title has at most three letters"},
      {"name\nAnna,1\n", "line 2: there are more cells than columns"},
      {"name,club\n,Ulm\n", "line 2: a player needs a name"},
      {"name\nAnna\nAnna\n", "line 3: 'Anna' appears twice"},
      {"name\nAn\u200bna\n", "line 2: the name 'An?na' is not all visible: U+200B is invisible"},
      {"name,club\nAnna,Ul\u202em\n", "line 2: the name 'Ul?m' is not all visible"},
      {"name\n\"Anna\n", "line 2: a quote is not closed"}};
  for (const auto& [text, message] : wrong) {
    CAPTURE(text);
    const ListEvent cup;
    const std::string table = cup.directory.write("players.csv", text);
    const Run begin = cup.begin({"--players", table});
    CHECK(begin.status == 3);
    CHECK(has(begin.err, message));
    CHECK_FALSE(std::filesystem::exists(cup.file));
  }
  const ListEvent cup;
  const std::string table = cup.directory.write("players.csv", "name\nAnna\nBert\n");
  CHECK(cup.begin({"--players", table}).out == "2 players\n");
  CHECK(cup.run("enter").status == 2);
  CHECK(cup.run("enter", {"Carla", "Dora", "--rating", "1"}).status == 2);
  CHECK(cup.run("change", {"Anna", "--sex", "x"}).status == 2);
  // One invalid player prevents the entry of the whole table.
  CHECK(cup.run("enter", {"--players", table, "Carla"}).status == 2);
  CHECK(cup.run("enter", {"Carla"}).out == "3 players\n");
}

/// The lines of players from this column on.
std::string players_of(const std::string& trf, std::size_t column) {
  std::istringstream lines(trf);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("001")) text += line.substr(column) + '\n';
  }
  return text;
}

TEST_CASE("schiri otb import: the TRF file of an event restores it") {
  const ListEvent cup;
  const std::string table = cup.directory.write(
      "players.csv",
      "name,rating,born,sex\nAnna,1840,1998,w\nBert,1700,,m\nCarla,1650,,\nDora,1600,,\n"
      "Emil,1500,,\nFritz,1500,,\nGustav,,,\n");
  REQUIRE(cup.begin({"--players", table, "--place", "Ulm"}).status == 0);
  REQUIRE(cup.run("set", {"--rounds", "5"}).status == 0);
  REQUIRE(cup.run("bye", {"Dora"}).status == 0);
  REQUIRE(cup.run("bye", {"Emil", "--zero"}).status == 0);
  REQUIRE(cup.run("pair").status == 0);
  REQUIRE(cup.run("result", {"1", "+--", "2", "="}).status == 0);
  REQUIRE(cup.run("forbid", {"Anna", "Gustav"}).status == 0);
  REQUIRE(cup.run("pair").status == 0);
  REQUIRE(cup.run("result", {"2", "0-1"}).status == 0);
  REQUIRE(cup.run("bye", {"Bert", "--round", "4"}).status == 0);
  REQUIRE(cup.run("withdraw", {"Fritz"}).status == 0);
  const std::string trf = cup.run("export").out;
  const std::string report = cup.directory.write("cup.trf", trf + "102 Vera Arbiter\n");
  const std::string again = cup.directory.file("again.otb");
  const Run import = run_schiri({"otb", "import", report, "-o", again});
  CHECK(import.status == 0);
  CHECK(import.err == "");
  CHECK(import.out == "7 players, 1 of 5 rounds finished, one in progress\n");
  const std::string back = run_schiri({"otb", "export", again}).out;
  const std::size_t rounds = back.find("102 Vera Arbiter\n");
  REQUIRE(rounds != back.npos);
  CHECK(has(back, "092 Individual: Swiss-System (creeper standard)\n"));
  CHECK(players_of(back, 0) == players_of(trf, 0));
  for (const char* line : {"XXR 5\n", "XXC white1\n", "260   2   5    1    7\n", "240 H   4    2\n",
                           "240 Z   3    6\n", "240 Z   5    6\n", "022 Ulm\n"}) {
    CAPTURE(line);
    CHECK(has(trf, line));
    CHECK(has(back, line));
  }
  CHECK(run_schiri({"otb", "standing", again}).out == cup.run("standing").out);
  for (const std::string& file : {cup.file, again}) {
    CHECK(run_schiri({"otb", "result", file, "1", "1-0", "3", "1-0"}).status == 0);
  }
  CHECK(run_schiri({"otb", "pair", again}).out == cup.run("pair").out);
  CHECK(run_schiri({"otb", "check", again}).status == 0);
}

TEST_CASE("schiri otb import: simulated events are restored") {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    CAPTURE(seed);
    const ListEvent cup;
    SimulationTerms terms;
    terms.players = 17;
    terms.rounds = 6;
    terms.seed = seed;
    const std::string trf = simulated_trf(simulate_swiss(terms));
    const Run import = run_schiri({"otb", "import", "-", "-o", cup.file}, trf);
    CHECK(import.status == 0);
    CHECK(has(import.err, "assumed: creeper"));
    CHECK(players_of(cup.run("export").out, 91) == players_of(trf, 91));
    CHECK(cup.run("check").out == run_schiri({"otb", "check", "-"}, trf).out);
  }
}

TEST_CASE("schiri otb import: an unusable TRF file leaves no event file") {
  const std::string anna = "001    1      Anna" + std::string(63, ' ') + "1.0    1  ";
  const std::string bert = "001    2      Bert" + std::string(63, ' ') + "0.0    2  ";
  const std::pair<std::string, const char*> wrong[] = {
      {"", "there are no players"},
      {anna + "   2 w 1\n" + bert + "   1 b 1\n", "contradict each other in round 1"},
      {"BBW 30.0\n" + anna + "   2 w 1\n" + bert + "   1 b 0\n",
       "its points (BBW, BBD, ...): the points"},
      {anna + "   2 w  \n" + bert + "   3 b  \n", ""},
      {anna + "   2 w  \n" + bert + "   1 w  \n", "contradict each other in round 1"},
      {"013 Team\n" + anna + "\n", "line 1: '013' is about teams"}};
  for (const auto& [trf, message] : wrong) {
    CAPTURE(trf);
    const ListEvent cup;
    const Run import = run_schiri({"otb", "import", "-", "-o", cup.file}, trf);
    CHECK(import.status == 3);
    CHECK(has(import.err, message));
    CHECK_FALSE(std::filesystem::exists(cup.file));
  }
  const ListEvent cup;
  REQUIRE(cup.begin().status == 0);
  const std::string good = "XXC black1\nXXR 2\n" + anna + "   2 b 1\n" + bert + "   1 w 0\n";
  CHECK(run_schiri({"otb", "import", "-", "-o", cup.file}, good).status == 3);
  const std::string file = cup.directory.file("other.otb");
  CHECK(run_schiri({"otb", "import", "-", "-o", file, "--game", "sperre"}, good).err == "");
  CHECK(has(run_schiri({"otb", "export", file}).out, "XXC black1\n"));
}

}  // namespace lists_test

}  // namespace otb_lists_test
