#include <SQLiteCpp/SQLiteCpp.h>

#include "db/tournament/tournament_lock.h"
#include "tests/catch.h"
#include "tests/cli/database/won_game.h"
#include "tests/support/run.h"
#include "tests/support/terminal.h"

namespace change_test {

struct Fixture {
  TemporaryDirectory directory;
  std::string db = directory.file("a.db");

  Run import(const std::string& records) const {
    return run_schiri({"db", "import", "--db", db, directory.write("records.pgn", records)});
  }
  Run change(std::vector<std::string> words, const std::string& how = "--yes") const {
    words.insert(words.begin(), "db");
    words.insert(words.end(), {"--db", db});
    if (!how.empty()) words.push_back(how);
    return run_schiri(words);
  }
  std::string exported() const { return run_schiri({"db", "export", "--db", db}).out; }
  std::string csv(std::vector<std::string> words) const {
    words.insert(words.begin(), {"db", "query"});
    words.insert(words.end(), {"--db", db, "--format", "csv"});
    return run_schiri(words).out;
  }
  std::string players() const {
    std::string list = csv({"players", "--columns", "player,games"});
    std::replace(list.begin(), list.end(), '\n', ' ');
    return list;
  }
  /// Checks that the database has no errors and that stored ratings match its games.
  void check() const {
    const Run run = run_schiri({"db", "check", "--db", db});
    CHECK(run.out.find(" 0 problems") != std::string::npos);
    CHECK(run_schiri({"table", "--db", db}).out == run_schiri({"table", "-"}, exported()).out);
  }
  /// Without `--yes` and with `--dry-run` the command prints the same and changes nothing.
  void check_asks(const std::vector<std::string>& words) const {
    const std::string before = exported(), names = players();
    const Run asked = change(words, "");
    CHECK(asked.status == 2);
    CHECK_THAT(asked.err, contains_text("--yes"));
    const Run dry = change(words, "--dry-run");
    CHECK(dry.status == 0);
    CHECK(dry.out == asked.out);
    CHECK_FALSE(dry.out.empty());
    CHECK(exported() == before);
    CHECK(players() == names);
  }
};

TEST_CASE_METHOD(Fixture, "db rename-player: renames in every game and announces the change") {
  import(won_game("E", "1", "Ann", "Bob") + won_game("E", "2", "Bob", "Ann") +
         won_game("E", "3", "Cid", "Bob"));
  check_asks({"rename-player", "Ann", "Anne \"A\" O'Hara"});
  const Run run = change({"rename-player", "Ann", "Anne \"A\" O'Hara"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("'Ann' becomes 'Anne \"A\" O'Hara' in 2 games") &&
                          contains_text("done"));
  CHECK(players() == "player,games \"Anne \"\"A\"\" O'Hara\",2 Bob,3 Cid,1 ");
  CHECK_THAT(exported(), contains_text("Anne \\\"A\\\" O'Hara") && !contains_text("\"Ann\""));
  check();
}

TEST_CASE_METHOD(Fixture, "db rename-player: a bot keeps its name in the plan of its tournament") {
  run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
              "--rounds", "2", "--db", db});
  const Run run = change({"rename-player", "greedy", "glutton"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("the bot 'greedy' in the plan of the event"));
  CHECK(run_schiri({"tournament", "verify", "--db", db}).status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", db}).status == 0);
  check();
}

TEST_CASE_METHOD(Fixture, "db rename-event: renames an event with its games and in its plan") {
  import(won_game("Leage", "1", "Ann", "Bob") + won_game("Cup", "1", "Bob", "Ann"));
  check_asks({"rename-event", "Leage", "League"});
  const Run run = change({"rename-event", "Leage", "League"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("the event 'Leage' becomes 'League', with 1 game"));
  CHECK_THAT(exported(), contains_text("League") && !contains_text("Leage\""));
  run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
              "--rounds", "2", "--db", db});
  CHECK(change({"rename-event", "creeper round-robin", "Bots"}).status == 0);
  CHECK(run_schiri({"tournament", "verify", "--db", db}).status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", db}).status == 0);
  check();
}

TEST_CASE_METHOD(
    Fixture,
    "db query duplicates --similar: lists names that differ little and whether the players met") {
  import(won_game("E", "1", "Klein, Finn", "finn klein") +
         won_game("E", "2", "Johannes Gros", "Bob") + won_game("E", "3", "Johannes Groß", "Ann") +
         won_game("F", "2", "Johannes Groß", "Bob") + won_game("E", "4", "random1", "random2"));
  const Run run =
      run_schiri({"db", "query", "duplicates", "--similar", "--db", db, "--format", "csv"});
  CHECK(run.status == 0);
  CHECK(run.err == "");
  CHECK(run.out ==
        "kind,name,games,other,other_games,duplicates,met,id,other_id,suggestion\n"
        "player,Johannes Gros,1,Johannes Groß,2,1,0,,,schiri db merge-players --db " +
            db +
            " 'Johannes Gros' 'Johannes Groß'\nplayer,\"Klein, Finn\",1,finn klein,1,0,1,,,\n");
}

TEST_CASE_METHOD(Fixture,
                 "db merge-players: games are assigned to one player and duplicates are removed") {
  import(won_game("E", "1", "Mueller", "Bob") + won_game("E", "1", "M\u00fcller", "Bob") +
         won_game("E", "2", "Bob", "Mueller") + won_game("E", "3", "M\u00fcller", "Cid") +
         won_game("E", "4", "M.", "Bob", "1. A2+B3 A6-B6 2. G6-F6") +
         won_game("E", "5", "M.", "Bob", ""));
  check_asks({"merge-players", "M\u00fcller", "Mueller", "M."});
  const Run run = change({"merge-players", "M\u00fcller", "Mueller", "M."});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("2 games of 'Mueller' become those of 'M\u00fcller'") &&
                          contains_text("1 duplicate game is removed"));
  CHECK(players() == "player,games Bob,4 Cid,1 M\u00fcller,5 ");
  check();
  CHECK(change({"merge-players", "M\u00fcller", "Mueller"}).status == 2);
}

TEST_CASE_METHOD(Fixture, "db delete-event: removes its games and players without other games") {
  import(won_game("E", "1", "Ann", "Bob") + won_game("F", "1", "Ann", "Cid") +
         won_game("F", "2", "Dan", "Cid"));
  CHECK(run_schiri({"db", "index", "--db", db}).status == 0);
  check_asks({"delete-event", "F"});
  const Run run = change({"delete-event", "F"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("the event 'F' is removed, with 2 games") &&
                          contains_text("2 players without other games are removed"));
  CHECK(players() == "player,games Ann,1 Bob,1 ");
  CHECK(csv({"events", "--columns", "event"}) == "event\nE\n");
  check();
  // Reused ids do not refer to removed games.
  import(won_game("G", "1", "Eve", "Bob", "1. B1-B2"));
  const std::string through = csv({"openings", "creeper", "--columns", "turn,games"});
  CHECK(through == "turn,games\nA2+B3,1\nB1-B2,1\n");
  CHECK(run_schiri({"db", "index", "--db", db}).status == 0);
  CHECK(csv({"openings", "creeper", "--columns", "turn,games"}) == through);
  check();
}

TEST_CASE_METHOD(Fixture,
                 "db delete-event: a finished tournament is removed and a running one is refused") {
  run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
              "--rounds", "2", "--db", db, "--event", "it's \"E\""});
  const std::string records = exported();
  {
    const auto lock = schiri::db::TournamentLock::take(db, 1);
    REQUIRE(lock);
    const Run run = change({"delete-event", "it's \"E\""});
    CHECK(run.status == 3);
    CHECK_THAT(run.err, contains_text("is being played"));
  }
  CHECK(exported() == records);
  CHECK(change({"delete-event", "it's \"E\""}).status == 0);
  CHECK(exported().empty());
  CHECK(players() == "player,games ");
  CHECK(run_schiri({"db", "check", "--db", db}).status == 0);
}

TEST_CASE_METHOD(Fixture, "db undo-import: restores the state before the import") {
  import(won_game("E", "1", "Ann", "Bob") + won_game("E", "2", "Bob", "Ann"));
  const std::string before = exported(), names = players();
  import(won_game("E", "1", "Ann", "Bob") + won_game("E", "3", "Ann", "Cid") +
         won_game("F", "1", "Dan", "Cid") + won_game("F", "2", "Dan", "Cid", "1. A2+B9"));
  CHECK(csv({"imports", "--columns", "id,games,quarantined,known"}) ==
        "id,games,quarantined,known\n1,2,0,0\n2,2,1,1\n");
  check_asks({"undo-import"});
  const Run run = change({"undo-import"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("import 2 of '") && contains_text("records.pgn") &&
                          contains_text("2 games and 1 record in quarantine are removed") &&
                          contains_text("2 players and 1 event without other games"));
  CHECK(exported() == before);
  CHECK(players() == names);
  CHECK(csv({"imports", "--columns", "id"}) == "id\n1\n");
  CHECK(run_schiri({"db", "quarantine", "list", "--db", db, "--format", "csv"}).out ==
        "id,file,line,index,game,code,message\n");
  check();
  CHECK(change({"undo-import", "--import", "7"}).status == 2);
  CHECK(change({"undo-import", "--import", "1"}).status == 0);
  CHECK(exported().empty());
  CHECK(change({"undo-import"}).status == 2);
}

TEST_CASE_METHOD(Fixture, "db undo-import: later games stay even if they reuse ids") {
  import(won_game("E", "1", "Ann", "Bob"));
  import(won_game("E", "2", "Ann", "Bob"));
  CHECK(change({"delete-event", "E"}).status == 0);
  import(won_game("E", "3", "Ann", "Bob"));
  const std::string records = exported();
  CHECK(change({"undo-import", "--import", "1"}).status == 0);
  CHECK(change({"undo-import", "--import", "2"}).status == 0);
  CHECK(exported() == records);
}

TEST_CASE_METHOD(Fixture, "db quarantine: records are listed and shown and retried and deleted") {
  const std::string unnamed = "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. A2+B3 *\n\n";
  CHECK(import(unnamed + won_game("E", "1", "Ann", "Bob", "1. A2+B9") + unnamed +
               "[White \"\x1b[31mred\"]\n[Game \"chess\"]\n\n*\n")
            .status == 1);
  const Run list = run_schiri({"db", "quarantine", "list", "--db", db, "--format", "csv",
                               "--columns", "id,line,index,game,code"});
  CHECK(list.status == 0);
  CHECK(list.out ==
        "id,line,index,game,code\n1,1,1,,unknown-game\n2,6,2,creeper,syntax\n"
        "3,17,3,,unknown-game\n4,22,4,chess,unknown-game\n");
  const Run shown = run_schiri({"db", "quarantine", "show", "--db", db, "1", "4"});
  CHECK_THAT(shown.out, contains_text("records.pgn:1: [unknown-game]") &&
                            contains_text("1. A2+B3 *") && contains_text("\x1b[31mred"));
  // A terminal would interpret the control characters.
  Terminal terminal({"db", "quarantine", "show", "--db", db, "4"});
  CHECK(terminal.finish() == 0);
  CHECK_THAT(terminal.screen(), contains_text("?[31mred"));
  CHECK(terminal.screen().find('\x1b') == std::string::npos);
  // The output is a record file.
  CHECK(run_schiri({"validate", "-", "--game", "creeper"},
                   run_schiri({"db", "quarantine", "show", "--db", db, "1"}).out)
            .status == 0);

  const Run nothing = run_schiri({"db", "quarantine", "retry", "--db", db});
  CHECK(nothing.status == 1);
  CHECK_THAT(nothing.out, contains_text("no record can be stored, 4 in quarantine"));
  CHECK(run_schiri({"db", "quarantine", "retry", "--db", db, "--game", "creeper"}).status == 2);
  const Run retried =
      run_schiri({"db", "quarantine", "retry", "--db", db, "--game", "creeper", "--yes"});
  CHECK(retried.status == 1);
  CHECK_THAT(retried.out, contains_text("1 game stored, 1 there already"));
  CHECK_THAT(retried.err, contains_text("records.pgn:15:") && contains_text("A2+B9"));
  CHECK(players() == "player,games Ann,1 Bob,1 ");

  CHECK(run_schiri({"db", "quarantine", "drop", "--db", db, "1", "--yes"}).status == 2);
  CHECK(run_schiri({"db", "quarantine", "drop", "--db", db, "2"}).status == 2);
  CHECK(run_schiri({"db", "quarantine", "drop", "--db", db, "2", "--yes"}).status == 0);
  CHECK(run_schiri({"db", "quarantine", "drop", "--db", db, "--yes"}).status == 0);
  CHECK_THAT(run_schiri({"db", "quarantine", "drop", "--db", db, "--yes"}).out,
             contains_text("nothing is in quarantine"));
  check();
}

TEST_CASE_METHOD(Fixture, "db: invalid changes are refused and change nothing") {
  import(won_game("E", "1", "Ann", "Bob") + won_game("E", "2", "Cid", "Bob"));
  const std::string before = exported();
  const auto [words, why] = GENERATE(table<std::vector<std::string>, std::string>({
      {{"rename-player", "nobody", "Ann"}, "there is no player 'nobody'"},
      {{"rename-player", "Ann", "Bob"}, "merge-players"},
      {{"rename-player", "Ann", "Ann"}, "the same"},
      {{"rename-player", "Ann", "?"}, "is not a name"},
      {{"rename-player", "Ann", ""}, "is not a name"},
      {{"rename-player", "Ann", "a\nb"}, "is not a name"},
      {{"rename-player", "Ann", "\xff"}, "is not a name"},
      {{"merge-players", "Ann", "Bob"}, "have met"},
      {{"merge-players", "Bob", "Ann", "Cid"}, "have met"},
      {{"merge-players", "Ann", "Ann"}, "specified twice"},
      {{"merge-players", "Ann", "Cid", "Cid"}, "specified twice"},
      {{"merge-players", "Ann", "nobody"}, "there is no player 'nobody'"},
      {{"merge-players", "nobody", "Ann"}, "there is no player 'nobody'"},
      {{"merge-players", "Ann"}, "OTHER"},
      {{"delete-event", "F"}, "there is no event 'F'"},
      {{"rename-event", "F", "G"}, "there is no event 'F'"},
      {{"rename-event", "E", "E"}, "the same"},
      {{"rename-event", "E", "?"}, "is not a name"},
      {{"rename-event", "E"}, "NEW"},
      {{"delete-event"}, "EVENT"},
      {{"undo-import", "--import", "x"}, "--import"},
      {{"undo-import", "--dry-run"}, "--dry-run"},
      {{"quarantine", "show", "5"}, "no record 5"},
      {{"quarantine"}, "needs a command: list, show, retry or drop"},
      {{"quarantine", "retry", "--game", "chess"}, "chess"},
  }));
  CAPTURE(words);
  const bool asks = words[0] != "quarantine";
  const Run run = change(words, asks ? "--yes" : "");
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, contains_text(why));
  CHECK(exported() == before);
}

TEST_CASE_METHOD(Fixture, "db: commands that change a database do not create one") {
  const std::string none = directory.file("none.db");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"rename-player", "a", "b"},
                                             {"merge-players", "a", "b"},
                                             {"delete-event", "a"},
                                             {"undo-import"},
                                             {"quarantine", "retry"}}) {
    std::vector<std::string> all = {"db"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--db", none, "--yes"});
    CHECK(run_schiri(all).status == 3);
  }
  CHECK_FALSE(std::filesystem::exists(none));
}

}  // namespace change_test
