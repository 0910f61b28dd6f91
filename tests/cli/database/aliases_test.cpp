#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/cli/database/won_game.h"
#include "tests/support/run.h"

namespace aliases_test {

/// The games of a month, two of them without turns.
std::string month(const std::string& ann = "Ann", const std::string& event = "E") {
  return won_game(event, "1", ann, "Bob") + won_game(event, "2", "Bob", ann) +
         won_game(event, "3", "Cid", "Bob") + won_game(event, "4", ann, "Cid", "") +
         won_game(event, "4", ann, "Cid", "");
}

struct Fixture {
  TemporaryDirectory directory;
  std::string db = directory.file("a.db"), other = directory.file("b.db");

  Run run(std::vector<std::string> words, const std::string& path) const {
    words.insert(words.begin(), "db");
    words.insert(words.end(), {"--db", path});
    return run_schiri(words);
  }
  Run import(const std::string& records, const std::string& path) const {
    return run({"import", directory.write("records.pgn", records)}, path);
  }
  Run import(const std::string& records) const { return import(records, db); }
  Run change(std::vector<std::string> words) const {
    words.push_back("--yes");
    return run(std::move(words), db);
  }
  std::string csv(std::vector<std::string> words, const std::string& path) const {
    words.insert(words.begin(), "query");
    words.insert(words.end(), {"--format", "csv"});
    std::string list = run(std::move(words), path).out;
    std::replace(list.begin(), list.end(), '\n', ' ');
    return list;
  }
  std::string players(const std::string& path) const {
    return csv({"players", "--columns", "player,games"}, path);
  }
  std::string players() const { return players(db); }
  std::string events() const { return csv({"events", "--columns", "event,games"}, db); }
  std::string aliases() const { return csv({"aliases"}, db); }
  void sql(const std::string& statements) const {
    SQLite::Database(db, SQLite::OPEN_READWRITE).exec(statements);
  }
  void check_sound() const { CHECK_THAT(run({"check"}, db).out, contains_text(" 0 problems")); }
};

TEST_CASE_METHOD(Fixture, "aliases: a file that is imported again after a rename stores nothing") {
  import(month());
  const Run renamed = change({"rename-player", "Ann", "Anne"});
  CHECK_THAT(renamed.out, contains_text("later games of 'Ann' are stored as those of 'Anne'"));
  change({"rename-event", "E", "Club"});
  const std::string before = players();
  CHECK_THAT(import(month()).out,
             contains_text("0 games stored") && contains_text("5 there already"));
  CHECK(players() == before);
  CHECK(events() == "event,games Club,5 ");
  // New games come under the new names.
  import(won_game("E", "5", "Ann", "Dan"));
  CHECK(players() == "player,games Anne,5 Bob,3 Cid,3 Dan,1 ");
  CHECK(events() == "event,games Club,6 ");
  CHECK(aliases() == "kind,alias,name event,E,Club player,Ann,Anne ");
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: records of both names in one file are one game") {
  import(won_game("E", "1", "Ann", "Bob"));
  change({"rename-player", "Ann", "Anne"});
  change({"undo-import"});
  CHECK(players() == "player,games ");
  // The database has no games, so the import finds equal games in memory.
  CHECK_THAT(import(month() + month("Anne")).out,
             contains_text("7 games stored") && contains_text("3 there already"));
  CHECK(players() == "player,games Anne,6 Bob,3 Cid,5 ");
  // Of games without turns, those of all names count together.
  CHECK_THAT(import(month() + month("Anne")).out,
             contains_text("0 games stored") && contains_text("10 there already"));
  CHECK_THAT(import(month() + month("Anne") + month()).out, contains_text("2 games stored"));
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: a correction of a renamed player's game is found") {
  import(month());
  change({"rename-player", "Ann", "Anne"});
  const Run run = import(won_game("E", "1", "Ann", "Bob", "1. A2+B3 A6-B6 2. G6-F6"));
  CHECK(run.status == 1);
  CHECK_THAT(run.out, contains_text("1 correction not applied"));
}

TEST_CASE_METHOD(Fixture, "aliases: merged players and events stay merged") {
  import(month("Mueller") + month("M\u00fcller"));
  change({"merge-players", "M\u00fcller", "Mueller"});
  import(month("M\u00fcller", "F"));
  const Run merged = change({"merge-events", "E", "F"});
  CHECK_THAT(merged.out, contains_text("5 games of the event 'F' become those of 'E'") &&
                             contains_text("3 duplicate games are removed"));
  const std::string before = players();
  CHECK(events() == "event,games E,9 ");
  for (const char* event : {"E", "F"}) {
    for (const char* name : {"Mueller", "M\u00fcller", "Mu\u0308ller"}) {
      CHECK_THAT(import(month(name, event)).out, contains_text("0 games stored"));
    }
  }
  CHECK(players() == before);
  CHECK(aliases() == "kind,alias,name event,F,E player,Mueller,M\u00fcller ");
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: chains of renames lead to the last name") {
  import(month("A"));
  change({"rename-player", "A", "B"});
  change({"rename-player", "B", "C"});
  CHECK(aliases() == "kind,alias,name player,A,C player,B,C ");
  CHECK_THAT(import(month("A")).out, contains_text("0 games stored"));
  CHECK_THAT(import(month("B")).out, contains_text("0 games stored"));
  change({"rename-player", "C", "A"});
  CHECK(aliases() == "kind,alias,name player,B,A player,C,A ");
  CHECK_THAT(import(month("C")).out, contains_text("0 games stored"));
  change({"rename-player", "A", "B"});
  change({"rename-player", "B", "A"});
  CHECK(aliases() == "kind,alias,name player,B,A player,C,A ");
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: another spelling of the same name is none") {
  import(month("Rene\u0301"));
  change({"rename-player", "Rene\u0301", "Ren\u00e9"});
  CHECK(aliases() == "kind,alias,name ");
  // An unknown name is never an alias: other unknown players have it, too.
  import(won_game("E", "9", "?", "Bob"));
  change({"rename-player", "?", "Zoe"});
  CHECK(aliases() == "kind,alias,name ");
}

TEST_CASE_METHOD(Fixture, "aliases: an alias can become a player of its own again") {
  import(month());
  change({"rename-player", "Ann", "Anne"});
  const Run refused = change({"rename-player", "Cid", "Ann"});
  CHECK(refused.status == 2);
  CHECK_THAT(refused.err, contains_text("'Ann' is an alias of 'Anne'") &&
                              contains_text("schiri db delete-alias"));
  const Run removed = change({"delete-alias", "Ann"});
  CHECK(removed.status == 0);
  CHECK_THAT(removed.out, contains_text("'Ann' is no longer an alias of 'Anne'"));
  CHECK(change({"rename-player", "Cid", "Ann", "--no-alias"}).status == 0);
  CHECK(aliases() == "kind,alias,name ");
  CHECK(players() == "player,games Ann,3 Anne,4 Bob,3 ");
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: are added and deleted by hand") {
  import(month());
  CHECK(change({"add-alias", "Ann", "Anne", "Anna"}).status == 0);
  CHECK(change({"add-alias", "E", "F", "--event"}).status == 0);
  CHECK(aliases() == "kind,alias,name event,F,E player,Anna,Ann player,Anne,Ann ");
  CHECK_THAT(import(month("Anna", "F")).out, contains_text("0 games stored"));
  // Filters know aliases.
  CHECK(csv({"games", "--player", "Anne", "--columns", "id"}, db) == "id 1 2 4 5 ");
  CHECK(csv({"games", "--event", "F", "--columns", "id", "--limit", "1"}, db) == "id 1 ");
  CHECK(change({"delete-alias", "F", "--event"}).status == 0);
  const auto [words, why] = GENERATE(table<std::vector<std::string>, std::string>({
      {{"add-alias", "Ann", "Bob"}, "there is a player 'Bob'; use 'schiri db merge-players'"},
      {{"add-alias", "Bob", "Anne"}, "'Anne' is an alias of 'Ann'"},
      {{"add-alias", "Ann", "Ann"}, "the two names are the same"},
      {{"add-alias", "Ann", "?"}, "is not a name"},
      {{"add-alias", "nobody", "X"}, "there is no player 'nobody'"},
      {{"add-alias", "Anne", "X"}, "there is no player 'Anne'; it is an alias of 'Ann'"},
      {{"add-alias", "E", "E", "--event"}, "the two names are the same"},
      {{"delete-alias", "Ann"}, "'Ann' is no alias of a player"},
      {{"delete-alias", "Anne", "--event"}, "'Anne' is no alias of an event"},
      {{"rename-player", "Anne", "X"}, "it is an alias of 'Ann'"},
      {{"merge-events", "E", "E"}, "specified twice"},
      {{"merge-events", "E", "F"}, "there is no event 'F'"},
  }));
  CAPTURE(words);
  const std::string before = aliases();
  const Run run = change(words);
  CHECK(run.status == 2);
  CHECK_THAT(run.err, contains_text(why));
  CHECK(aliases() == before);
}

TEST_CASE_METHOD(Fixture, "aliases: two players who meet are not made one") {
  import(month());
  change({"rename-player", "Ann", "Anne"});
  const std::string before = players();
  const Run run = import(won_game("E", "6", "Bob", "Dan") + won_game("E", "7", "Anne", "Ann"));
  CHECK(run.status == 3);
  CHECK_THAT(run.err, contains_text("'Ann' is an alias") && contains_text("round 7") &&
                          contains_text("delete-alias"));
  CHECK(players() == before);
  import(won_game("E", "7", "Anne", "Ann"), other);
  check_run({"db", "merge", "--db", db, other}, 3, "'Anne' and 'Ann' have met");
  CHECK(players() == before);
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: deleted events lose theirs, undone imports keep them") {
  import(month());
  change({"rename-event", "E", "Club"});
  change({"undo-import"});
  CHECK(aliases() == "kind,alias,name event,E,Club ");
  import(month());
  CHECK(events() == "event,games Club,5 ");
  CHECK_THAT(change({"delete-event", "Club"}).out,
             contains_text("1 alias of the event is removed"));
  CHECK(aliases() == "kind,alias,name ");
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: a database that is merged is stored under the names here") {
  import(month());
  change({"rename-player", "Ann", "Anne"});
  change({"rename-event", "E", "Club"});
  import(month() + won_game("E", "8", "Ann", "Dan"), other);
  CHECK_THAT(run_schiri({"db", "merge", "--db", db, other}).out,
             contains_text("1 game of 0 new events") && contains_text("5 there already"));
  CHECK(players() == "player,games Anne,5 Bob,3 Cid,3 Dan,1 ");
  CHECK_THAT(run_schiri({"db", "merge", "--db", db, other}).out, contains_text("0 games of"));
  check_sound();
  // Into a new database aliases go along.
  const std::string third = directory.file("c.db");
  CHECK_THAT(run_schiri({"db", "merge", "--db", third, db}).out, contains_text("2 aliases added"));
  CHECK_THAT(import(month(), third).out, contains_text("0 games stored"));
  CHECK(players(third) == players());
}

TEST_CASE_METHOD(Fixture, "aliases: databases whose aliases contradict are not merged") {
  import(month());
  import(month(), other);
  const auto merge = [&] { return run_schiri({"db", "merge", "--db", db, other}); };
  run({"rename-player", "Ann", "Anna", "--yes"}, other);
  const std::string before = players();
  // Ann is a player here.
  const Run refused = merge();
  CHECK(refused.status == 3);
  CHECK_THAT(refused.err, contains_text("'Ann' is a player here, an alias of 'Anna' there") &&
                              contains_text("nothing is merged"));
  CHECK(players() == before);
  SECTION("another alias here") {
    change({"rename-player", "Ann", "Anne"});
    CHECK_THAT(merge().err, contains_text("'Ann' is an alias of 'Anne' here, of 'Anna' there"));
    CHECK(aliases() == "kind,alias,name player,Ann,Anne ");
    change({"rename-player", "Anne", "Anna"});
    CHECK(merge().status == 0);
    CHECK(aliases() == "kind,alias,name player,Ann,Anna player,Anne,Anna ");
  }
  SECTION("the same rename here") {
    change({"rename-player", "Ann", "Anna"});
    CHECK_THAT(merge().out, contains_text("0 games of"));
  }
  SECTION("the opposite alias here") {
    change({"add-alias", "Ann", "Anna"});
    CHECK_THAT(merge().out, contains_text("0 games of"));
    CHECK(aliases() == "kind,alias,name player,Anna,Ann ");
    CHECK(players() == before);
  }
  SECTION("no alias there") {
    run({"delete-alias", "Ann", "--yes"}, other);
    CHECK_THAT(merge().out, contains_text("4 games of"));
  }
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: a tournament is stored under the names of its database") {
  const std::vector<std::string> play = {"tournament", "run",    "--game", "creeper",
                                         "--bot",      "random", "--bot",  "greedy",
                                         "--rounds",   "2",      "--db",   db};
  const auto play_with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = play;
    words.insert(words.end(), more.begin(), more.end());
    return run_schiri(words);
  };
  REQUIRE(play_with({}).status == 0);
  change({"rename-player", "greedy", "glutton"});
  const Run second = play_with({"--event", "Cup"});
  CHECK(second.status == 0);
  CHECK_THAT(second.err, contains_text("note: the bot 'greedy' is called 'glutton'"));
  CHECK(players() == "player,games glutton,8 random,8 ");
  CHECK(run_schiri({"tournament", "verify", "--db", db, "--event", "Cup"}).status == 0);
  CHECK(play_with({"--event", "Cup", "--resume"}).status == 0);
  // An event of a former name is the event, and exists.
  change({"rename-event", "Cup", "Cap"});
  const Run third = play_with({"--event", "Cup"});
  CHECK(third.status == 2);
  CHECK_THAT(third.err, contains_text("the event 'Cup' is called 'Cap'") &&
                            contains_text("has a tournament 'Cap' already"));
  // A bot of the name that is in use.
  CHECK(play_with({"--event", "New", "--bot", "random name=glutton"}).status == 2);
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: shards of a renamed tournament are merged") {
  const auto play = [&](const std::string& path, const std::string& shard) {
    return run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot",
                       "greedy", "--rounds", "2", "--shard", shard, "--db", path});
  };
  play(db, "1/2");
  play(other, "2/2");
  change({"rename-player", "greedy", "glutton"});
  change({"rename-event", "creeper round-robin", "Cup"});
  const Run run = run_schiri({"db", "merge", "--db", db, other});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, contains_text("Cup: 4 of 4 games"));
  CHECK(players() == "player,games glutton,4 random,4 ");
  CHECK(run_schiri({"tournament", "verify", "--db", db}).status == 0);
  // The other way round the plan takes the name, too.
  const std::string third = directory.file("c.db");
  run_schiri({"db", "merge", "--db", third, db});
  CHECK(run_schiri({"db", "merge", "--db", third, other}).status == 0);
  CHECK(players(third) == players());
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: cycles in a foreign database end, and a check finds them") {
  import(won_game("E", "1", "Ann", "Bob"));
  sql("INSERT INTO alias VALUES ('player', 'X', 'Y'), ('player', 'Y', 'Z'), ('player', 'Z', 'X'),"
      " ('player', 'S', 'S'), ('player', 'Bob', 'Ann'), ('event', 'E', 'F'),"
      " ('player', 'a' || char(10), 'Ann'), ('player', 'Q', '?')");
  const Run check = run({"check"}, db);
  CHECK(check.status == 1);
  for (const char* problem :
       {"'X' of 'Y' stands for another alias", "'Y' of 'Z' stands for another alias",
        "'S' of 'S' stands for another alias", "'Bob' of 'Ann' is a player of its own",
        "'E' of 'F' is an event of its own", "is not a name in composed form",
        "'Q' of '?' stands for a name that no record can contain"}) {
    CHECK_THAT(check.out, contains_text(problem));
  }
  // A name with a row of its own is no alias, and one step is followed.
  CHECK(import(won_game("E", "2", "X", "Bob") + won_game("E", "3", "S", "Bob")).status == 0);
  CHECK(players() == "player,games Ann,1 Bob,3 S,1 Y,1 ");
  CHECK(run({"query", "games", "--player", "X"}, db).status == 0);
  const std::string third = directory.file("c.db");
  CHECK(run_schiri({"db", "merge", "--db", third, db}).status == 0);
  CHECK(change({"rename-player", "Ann", "X"}).status == 2);
  CHECK(change({"delete-alias", "X"}).status == 0);
  sql("DELETE FROM alias WHERE name <> 'Y'");
  CHECK(change({"delete-alias", "Y"}).status == 0);
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: are salvaged") {
  import(month());
  change({"rename-player", "Ann", "Anne"});
  const std::string saved = directory.file("saved.db");
  run({"salvage", "-o", saved}, db);
  CHECK(csv({"aliases"}, saved) == "kind,alias,name player,Ann,Anne ");
}

TEST_CASE_METHOD(Fixture, "db query duplicates: finds names that make two of one game") {
  import(month() + won_game("E", "5", "Bob", "Cid"));
  import(month("Anne") + month("Ann", "Leage") + won_game("E", "5", "Bob", "Dan") +
         won_game("E", "6", "Dan", "Cid"));
  const std::string columns = "kind,name,games,other,other_games,duplicates,met,id,other_id";
  CHECK(csv({"duplicates", "--columns", columns}, db) ==
        columns +
            " event,E,12,Leage,5,3,0,1,11 player,Ann,8,Anne,4,2,0,1,7 "
            "player,Cid,10,Dan,2,1,1,6,16 ");
  const Run run =
      this->run({"query", "duplicates", "--columns", "suggestion", "--format", "json"}, db);
  CHECK(run.out == "{\"suggestion\":\"schiri db merge-events --db " + db + " E Leage\"}\n" +
                       "{\"suggestion\":\"schiri db merge-players --db " + db + " Ann Anne\"}\n" +
                       "{\"suggestion\":null}\n");
  // What is suggested removes them.
  change({"merge-events", "E", "Leage"});
  change({"merge-players", "Ann", "Anne"});
  CHECK(csv({"duplicates", "--columns", "name,other"}, db) == "name,other Cid,Dan ");
  check_sound();
}

TEST_CASE_METHOD(Fixture, "db query duplicates: unknown names and games of another date are none") {
  import(won_game("E", "1", "Ann", "Bob") + won_game("E", "1", "?", "Bob") +
         won_game("E", "2", "Anne", "Bob") + won_game("E", "1", "Anna", "Bob", "1. B1-B2") +
         won_game("E", "1", "Anke", "Bob", "") + won_game("E", "1", "Anja", "Bob", ""));
  CHECK(csv({"duplicates", "--columns", "kind,name,other"}, db) ==
        "kind,name,other game,\"E, 2024.05.17, round 1, Ann - Bob\","
        "\"E, 2024.05.17, round 1, ? - Bob\" ");
}

TEST_CASE_METHOD(Fixture, "db query duplicates: finds games equal but for unknown tags") {
  const auto game = [](const RecordParts& parts) {
    RecordParts all = parts;
    all.result = "1-0";
    all.termination = "resignation";
    return record_text(all);
  };
  const RecordParts exact = {
      .event = "Club", .date = "2026.03.14", .round = "1", .white = "Ann", .black = "Bob"};
  struct Case {
    RecordParts other;
    bool is_twin;
  };
  const std::vector<Case> cases = {
      {{.event = "Club", .date = "2026.03.14", .round = "?", .white = "Ann", .black = "Bob"}, true},
      {{.event = "Club", .date = "2026.03.14", .round = "-", .white = "Ann", .black = "Bob"}, true},
      {{.event = "Club", .date = "2026.03.??", .white = "Ann", .black = "Bob"}, true},
      {{.event = "Club", .round = "1", .white = "Ann"}, true},
      {{.date = "2026.03.14", .round = "1", .white = "Ann", .black = "Bob"}, true},
      {{}, true},
      {{.event = "Club", .date = "2026.03.14", .round = "?", .white = "Ann", .black = "Cid"},
       false},
      {{.event = "Club", .date = "2026.04.??", .round = "?", .white = "Ann", .black = "Bob"},
       false},
      {{.event = "Cup", .date = "2026.03.14", .round = "?", .white = "Ann", .black = "Bob"}, false},
      {{.event = "Club", .round = "2", .white = "Ann", .black = "Bob"}, false},
      {{.event = "Club", .round = "?", .white = "Bob", .black = "Ann"}, false},
      {{.event = "Club", .white = "Ann", .black = "Bob", .turns = "1. A2+B3 B7-B6"}, false},
  };
  const auto [changed, is_twin] = GENERATE_REF(from_range(cases));
  import(game(exact));
  import(game(changed));
  CAPTURE(game(changed));
  const auto rows = csv({"duplicates", "--columns", "kind,id,other_id"}, db);
  CHECK((rows.find("game,1,2") != rows.npos) == is_twin);
  const Run check = run({"check"}, db);
  CHECK(check.status == 0);
  CHECK((check.err == "schiri: note: 1 game is stored twice, once with fewer tags known; 'schiri "
                      "db query duplicates' lists them\n") == is_twin);
  if (!is_twin) return;
  // What is suggested removes the one that knows less, whichever came first.
  const Run suggestion =
      run({"query", "duplicates", "--columns", "suggestion", "--format", "json"}, db);
  CHECK_THAT(suggestion.out, contains_text("schiri db delete-game --db " + db + " 2"));
  import(game(changed), other);
  import(game(exact), other);
  CHECK_THAT(csv({"duplicates", "--columns", "kind,id,other_id"}, other),
             contains_text("game,2,1"));
}

TEST_CASE_METHOD(Fixture, "aliases: a tournament is extended under the names of its database") {
  const auto tournament = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "tournament");
    words.insert(words.end(), {"--db", db});
    return run_schiri(words);
  };
  REQUIRE(tournament({"run", "--game", "creeper", "--bot", "greedy", "--bot", "random"}).status ==
          0);
  change({"rename-player", "greedy", "G"});
  // The player that the alias names plays already.
  const Run twice = tournament({"extend", "--bot", "greedy"});
  CHECK(twice.status == 2);
  CHECK_THAT(twice.err, contains_text("note: the bot 'greedy' is called 'G'") &&
                            contains_text("two bots are called 'G'"));
  // In an event without that player the newcomer gets the player's name.
  REQUIRE(tournament({"run", "--game", "creeper", "--bot", "random", "--bot", "random name=x",
                      "--event", "Cup"})
              .status == 0);
  const Run extended = tournament({"extend", "--event", "Cup", "--bot", "greedy"});
  CHECK(extended.status == 0);
  CHECK_THAT(extended.err, contains_text("note: the bot 'greedy' is called 'G'"));
  CHECK(tournament({"resume", "--event", "Cup"}).status == 0);
  CHECK(tournament({"verify"}).status == 0);
  CHECK_THAT(players(), contains_text("G,6"));
  check_sound();
}

TEST_CASE_METHOD(Fixture, "aliases: a plan with a bot that has another name here is not played") {
  must_run({"tournament", "run", "--game", "creeper", "--bot", "greedy", "--bot", "random",
            "--rounds", "2", "--db", db});
  change({"rename-player", "greedy", "G"});
  sql("UPDATE event SET config = json_set(config, '$.bots[0].name', 'greedy');"
      "DELETE FROM game WHERE id = 1");
  check_run({"tournament", "resume", "--db", db}, 2, "the bot 'greedy' is called 'G' in ");
}

TEST_CASE_METHOD(Fixture, "aliases: a plan whose bots are one player here is not merged") {
  import(won_game("E", "1", "greedy", "Bob"));
  change({"rename-player", "greedy", "random"});
  must_run({"tournament", "run", "--game", "creeper", "--bot", "greedy", "--bot", "random", "--bot",
            "random name=x", "--system", "gauntlet", "--db", other});
  const Run merged = run({"merge", other}, db);
  CHECK(merged.status == 3);
  CHECK_THAT(merged.err, contains_text("'greedy' and 'random'") && contains_text("one player"));
  CHECK(events() == "event,games E,1 ");
}

TEST_CASE_METHOD(Fixture, "db merge: takes named rating lists along") {
  import(month());
  import(month("Dora", "F") + won_game("F", "7", "Dora", "Bob"), other);
  const auto store_list = [](const std::string& path, const std::string& name) {
    return run_schiri({"ratings", "--db", path, "--store", "--name", name}).status;
  };
  REQUIRE(store_list(db, "May") == 0);
  REQUIRE(store_list(other, "May") == 0);
  REQUIRE(store_list(other, "June") == 0);
  change({"add-alias", "Ann", "Dora"});
  const auto lists = [&](const std::string& path) {
    return run_schiri({"db", "query", "sql", "--db", path, "--format", "csv",
                       "SELECT list, player, rating, games FROM rating_lists"})
        .out;
  };
  const std::string may = lists(db);
  const Run merged = run_schiri({"db", "merge", "--db", db, other});
  CHECK(merged.status == 1);
  CHECK_THAT(merged.out, contains_text("1 rating list added"));
  CHECK_THAT(merged.err, contains_text("its rating list 'May' of creeper standard differs from the"
                                       " stored one, which is kept"));
  const std::string both = lists(db);
  CHECK_THAT(both,
             contains_text("June,Ann,") && contains_text("May,Ann,") && !contains_text("Dora"));
  CHECK(both.size() > may.size());
  // Merged again nothing changes, and the list that came from there is known.
  const Run again = run_schiri({"db", "merge", "--db", db, other});
  CHECK_THAT(again.out, !contains_text("rating list"));
  CHECK_THAT(again.err, !contains_text("June"));
  CHECK(lists(db) == both);
  check_sound();
  const std::string third = directory.file("c.db");
  CHECK(run_schiri({"db", "merge", "--db", third, other}).status == 0);
  CHECK(lists(third) == lists(other));
}

}  // namespace aliases_test
