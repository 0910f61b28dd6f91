#include "tests/catch.h"
#include "tests/support/database.h"

namespace ratings_test {

std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const std::string& date = "2024.05.17",
                 const std::string& turns = "1. A2+B3 A6-B6") {
  return record_text({.event = "E",
                      .date = date,
                      .white = white,
                      .black = black,
                      .result = result,
                      .termination = "agreement",
                      .turns = turns});
}

TEST_CASE("ratings: sequential Elo processes games by date from files and from a database") {
  const TemporaryDirectory directory;
  // In file order, B would beat a player rated 1516.
  const std::string file = directory.write(
      "a.pgn", game("B", "C", "1-0", "2024.05.18") + game("A", "B", "1-0", "2024.05.17"));
  const std::string db = directory.file("a.db");
  must_run({"db", "import", "--db", db, file});
  const Run from_file = run_schiri({"ratings", file, "--method", "elo", "--format", "json"});
  const Run from_db = run_schiri({"ratings", "--db", db, "--method", "elo", "--format", "json"});
  CHECK(from_file.status == 0);
  CHECK(from_file.out == from_db.out);
  const auto lines = json_lines(from_file.out);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].at("player") == "A");
  CHECK(lines[0].at("rating").get<double>() == Approx(1516));
  CHECK(lines[1].at("player") == "B");
  CHECK(lines[1].at("rating").get<double>() ==
        Approx(1484 + 32 * (1 - 1 / (1 + std::pow(10, 0.04)))));
  CHECK(lines[0].at("error").is_null());
  CHECK(lines[0].at("bound").is_null());
  CHECK(lines[1].at("games") == 2);
  CHECK(lines[1].at("wins") == 1);
  CHECK(lines[1].at("draws") == 0);
  CHECK(lines[1].at("losses") == 1);
  CHECK(lines[1].at("score") == 1.0);
  CHECK(lines[1].at("game") == "creeper");
}

TEST_CASE("ratings: without a prior a player with only wins or losses has a bound") {
  const Run run =
      run_schiri({"ratings", "-", "--no-prior", "--format", "json"},
                 game("A", "B", "1-0") + game("B", "C", "1-0") +
                     game("C", "B", "1-0", "2024.05.17", "1. A2-B2 A6-B6") + game("D", "C", "0-1"));
  CHECK(run.status == 0);
  const auto lines = json_lines(run.out);
  REQUIRE(lines.size() == 4);
  for (const auto& line : lines) {
    const bool bounded = line.at("player") == "A" || line.at("player") == "D";
    CAPTURE(line);
    CHECK(line.at("rating").is_null() == bounded);
    if (bounded) CHECK(line.at("bound") == (line.at("player") == "A" ? ">" : "<"));
  }
}

TEST_CASE("ratings: without errors the figures are the same") {
  const std::string games = game("A", "B", "1-0") + game("B", "A", "1/2-1/2");
  const Run text = run_schiri({"ratings", "-", "--no-errors"}, games);
  CHECK(text.status == 0);
  CHECK(text.out.find("+-") == std::string::npos);
  CHECK(text.out.find("; no errors\n") != std::string::npos);
  const auto with = json_lines(run_schiri({"ratings", "-", "--format", "json"}, games).out);
  const auto without =
      json_lines(run_schiri({"ratings", "-", "--no-errors", "--format", "json"}, games).out);
  REQUIRE(without.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(without[i].at("rating") == with[i].at("rating"));
    CHECK(with[i].at("error").is_number());
    CHECK(without[i].at("error").is_null());
  }
}

TEST_CASE("ratings: shares of points and draws, LOS, White's advantage and the draw rate") {
  const auto turns = [](int i) { return i % 2 ? "1. A2+B3 A6-B6" : "1. A2-B2 A6-B6"; };
  std::string records;
  for (int i = 0; i < 2; ++i) {
    records += game("A", "B", "1-0", "2024.05.17", turns(i));
    records += game("B", "C", i ? "1/2-1/2" : "1-0", "2024.05.17", turns(i));
    records += game("C", "A", "1/2-1/2", "2024.05.17", turns(i));
  }
  const auto lines = json_lines(run_schiri({"ratings", "-", "--format", "json"}, records).out);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].at("player") == "A");
  CHECK(lines[0].at("score_rate").get<double>() == Approx(0.75));
  CHECK(lines[0].at("draw_rate").get<double>() == Approx(0.5));
  for (const auto& line : lines) {
    CHECK(line.at("pool_draw_rate").get<double>() == Approx(0.5));
    CHECK(line.at("white_advantage") == lines[0].at("white_advantage"));
    CHECK(line.at("white_advantage").get<double>() > 0);
    CHECK(line.at("los").is_null() == (line.at("player") == lines.back().at("player")));
  }
  const auto matrix =
      json_lines(run_schiri({"ratings", "-", "--matrix", "--format", "json"}, records).out);
  CHECK(matrix[0].at("opponent") == lines[1].at("player"));
  CHECK(lines[0].at("los").get<double>() == Approx(matrix[0].at("los").get<double>()));

  const std::string text = run_schiri({"ratings", "-"}, records).out;
  CHECK_THAT(text,
             contains_text("\nWhite's advantage: ") && contains_text(", draw rate: 50.0 %\n") &&
                 contains_text("±  games  wins  draws  losses  score  LOS %  score %  draw %"));
  // Methods without these figures.
  const Words elo = {"ratings", "-", "--method", "elo"};
  const std::string plain = run_schiri(elo, records).out;
  CHECK_THAT(plain, contains_text("\ndraw rate: 50.0 %\n") && !contains_text("LOS"));
  for (const auto& line : json_lines(run_schiri(elo + Words{"--format", "json"}, records).out)) {
    CHECK(line.at("los").is_null());
    CHECK(line.at("white_advantage").is_null());
    CHECK(line.at("white_advantage_error").is_null());
    CHECK(line.at("pool_draw_rate").get<double>() == Approx(0.5));
  }
}

TEST_CASE("ratings: files and database agree for every method, format and kind of game") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
              "--bot", "random name==x", "--rounds", "4", "--db", db});
  // Games that count once, only as points, or in pairs from one opening.
  std::string more;
  for (const char* how : {"abandoned", "time forfeit", "not recorded", "resignation"}) {
    for (const std::string round : {"1.1", "1.2", "2.1", "2.2"}) {
      const bool is_second = round.ends_with("2");
      more += record_text({.event = how,
                           .date = "2024.05.17",
                           .round = round,
                           .white = is_second ? "random" : "greedy",
                           .black = is_second ? "greedy" : "random",
                           .result = "1-0",
                           .termination = how,
                           .turns = *how == 'r' ? "1. A2+B3 A6-B6" : ""});
    }
  }
  must_run({"db", "import", "--db", db, "-"}, more);
  const std::string records = run_schiri({"db", "export", "--db", db}).out;
  const auto check_same = [&](const Words& words) {
    const Run from_db = run_schiri(words + Words{"--db", db});
    const Run from_file = run_schiri(words + Words{"-"}, records);
    CAPTURE(words);
    CHECK(from_db.status == 0);
    CHECK_THAT(from_db.out, contains_text("greedy"));
    CHECK(from_db.out == from_file.out);
    CHECK(from_db.err == from_file.err);
    return from_db;
  };
  for (const std::string method : {"bt", "elo", "glicko2"}) {
    for (const std::string format : {"text", "json", "csv"}) {
      const Words words = {"ratings", "--method", method, "--format", format};
      const Run usual = check_same(words);
      CHECK_THAT(usual.out + usual.err, contains_text("4 games that were not played"));
      const Run strict = check_same(words + Words{"--no-forfeits"});
      CHECK(strict.out != usual.out);
      CHECK_THAT(strict.out + strict.err,
                 contains_text("4 games that failures decided count as points"));
    }
  }
  for (const char* command : {"ratings", "table"}) {
    CHECK(check_same({command, "--repeats", "count"}).out != check_same({command}).out);
  }
  for (const std::string format : {"json", "csv"}) check_same({"table", "--format", format});
  CHECK_THAT(run_schiri({"ratings", "--db", db, "--format", "csv"}).out, contains_text(",'=x,"));
}

TEST_CASE("table: points and tie-breaks and results against each player") {
  const auto lines = json_lines(
      run_schiri({"table", "-", "--format", "json"},
                 game("A", "B", "1-0") + game("B", "A", "1/2-1/2") + game("B", "C", "1-0"))
          .out);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].at("player") == "A");
  CHECK(lines[0].at("rank") == 1);
  CHECK(lines[0].at("points") == 1.5);
  CHECK(lines[0].at("against") == Json{{"B", {1, 1, 0}}});
  CHECK(lines[2].at("losses") == 1);
}

TEST_CASE("schiri table: --tie-breaks selects and orders tie-breaks") {
  const std::string records =
      game("a", "b", "1-0") + game("c", "d", "1-0") + game("b", "d", "1/2-1/2");
  const auto table = [&](const std::string& list) {
    return run_schiri({"table", "-", "--format", "csv", "--tie-breaks", list}, records);
  };
  const Run chosen = table("ks, BH-C1,DE");
  CHECK(chosen.status == 0);
  CHECK(chosen.out.find("game,player,rank,games,wins,draws,losses,points,koya,buchholz_cut1,"
                        "direct_encounter,performance") == 0);
  // The tied players did not meet, so that direct encounter does not apply.
  CHECK_THAT(chosen.out, contains_text("creeper,a,1,1,1,0,0,1.0,0.0,0.0,,"));
}

TEST_CASE("ratings: filters") {
  const std::string records =
      game("A", "B", "1-0", "2023.01.01") + game("A", "C", "1-0", "2024.??.??");
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  must_run({"db", "import", "--db", db, "-"}, records);
  const auto [filter, players] = GENERATE(table<std::vector<std::string>, std::size_t>({
      {std::vector<std::string>{}, 3},
      {{"--since", "2024"}, 2},
      {{"--since", "2024.02"}, 0},
      {{"--until", "2023"}, 2},
      {{"--event", "E"}, 3},
      {{"--game", "creeper"}, 3},
  }));
  for (const std::string source : {"file", "db"}) {
    std::vector<std::string> words = {"ratings", "--format", "json"};
    words.insert(words.end(), filter.begin(), filter.end());
    if (source == "db") {
      words.insert(words.end(), {"--db", db});
    } else {
      words.push_back("-");
    }
    const Run run = run_schiri(words, records);
    CHECK(run.status == 0);
    CHECK(json_lines(run.out).size() == players);
  }
}

TEST_CASE("ratings: invalid records are reported and omitted") {
  const Run run = run_schiri({"ratings", "-", "--format", "json"},
                             game("A", "B", "1-0") + game("A", "C", "1-0", "", "1. A2+B9"));
  CHECK(run.status == 1);
  CHECK(json_lines(run.out).size() == 2);
  CHECK_THAT(run.err, contains_text("A2+B9"));
}

/// Two players with many draws.
std::string drawn_games() {
  std::string records;
  for (int i = 0; i < 10; ++i) {
    const std::string day = "2024.05." + std::to_string(10 + i);
    records += game("A", "B",
                    i < 3   ? "1-0"
                    : i < 4 ? "0-1"
                            : "1/2-1/2",
                    day) +
               game("B", "A", i < 2 ? "0-1" : "1/2-1/2", day);
  }
  return records;
}

TEST_CASE("ratings: every output names the scale") {
  const std::string records = drawn_games();
  const auto rated = [&](const Words& words) {
    const Run run = run_schiri(Words{"ratings", "-"} + words, records);
    CAPTURE(words, run.err);
    CHECK(run.status == 0);
    return run.out;
  };
  CHECK_THAT(rated({}), contains_text("Elo by expected score"));
  for (const Words& words : {Words{}, {"--matrix"}, {"--predict", "A", "B"}, {"--method", "elo"}}) {
    for (const auto& line : json_lines(rated(words + Words{"--format", "json"}))) {
      CHECK(line.at("scale") == "elo");
    }
  }
  CHECK_THAT(rated({"--format", "csv"}), contains_text(",scale,"));
}

TEST_CASE("ratings: new games of the same kind outdate a stored list whatever their ids") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const auto expect_done = [&](Words words) {
    words.insert(words.end(), {"--db", db});
    const Run run = run_schiri(words);
    CAPTURE(words, run.err);
    CHECK(run.status == 0);
  };
  const auto outdated = [&] {
    return run_schiri({"db", "query", "sql", "--db", db, "--format", "csv",
                       "SELECT DISTINCT game, outdated FROM ratings ORDER BY 1"})
        .out;
  };
  const Words bots = {"--game", "creeper", "--bot", "random", "--bot", "greedy"};
  Words first = {"tournament", "run", "--event", "E", "--rounds", "2"};
  first.insert(first.end(), bots.begin(), bots.end());
  expect_done(first);
  expect_done({"db", "delete-game", "3", "--yes"});
  // Its ids exceed those of the remaining games of the tournament.
  const std::string other = directory.write(
      "sperre.pgn",
      "[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n[Game \"sperre\"]\n[Roll \"147\"]\n"
      "[Termination \"resignation\"]\n\n1-0\n");
  expect_done({"db", "import", other});
  expect_done({"ratings", "--store"});
  CHECK(outdated() == "game,outdated\ncreeper,0\nsperre,0\n");
  expect_done({"tournament", "resume"});
  CHECK(outdated() == "game,outdated\ncreeper,1\nsperre,0\n");
  expect_done({"ratings", "--store"});
  CHECK(outdated() == "game,outdated\ncreeper,0\nsperre,0\n");
  expect_done({"tournament", "run", "--event", "F", "--game", "creeper", "--bot", "random", "--bot",
               "mcts:nodes=5"});
  CHECK(outdated() == "game,outdated\ncreeper,1\nsperre,0\n");
}

TEST_CASE("ratings --store: the view shows the list and whether it is outdated") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const auto import = [&](const std::string& records) {
    must_run({"db", "import", "--db", db, "-"}, records);
  };
  const auto view = [&](const std::string& columns) {
    return run_schiri({"db", "query", "sql", "--db", db, "--format", "csv",
                       "SELECT " + columns + " FROM ratings"})
        .out;
  };
  import(game("A", "it's", "1-0") + game("it's", "C", "1-0") + game("C", "it's", "1-0"));
  CHECK(view("*") ==
        "game,variant,method,pool,player,rating,error,bound,games,wins,draws,losses,score,"
        "scale,outdated,los,white_advantage,white_advantage_error,prior_sd\n");
  const Run list = run_schiri({"ratings", "--db", db, "--no-prior", "--store", "--format", "csv"});
  CHECK(list.status == 0);
  CHECK(list.out == run_schiri({"ratings", "--db", db, "--no-prior", "--format", "csv"}).out);
  std::string columns;  // those of the view, which are the first
  std::istringstream lines(list.out);
  for (std::string line; std::getline(lines, line);) {
    std::size_t end = 0;
    for (int column = 0; column < 13; ++column) end = line.find(',', end + 1);
    columns += line.substr(0, end) + "\n";
  }
  CHECK(view("game, player, rating, error, games, wins, draws, losses, score, bound, variant,"
             " pool, scale") == columns);
  CHECK(view("DISTINCT method, outdated") == "method,outdated\nbt,0\n");
  import(game("A", "C", "0-1"));
  CHECK(view("DISTINCT method, outdated") == "method,outdated\nbt,1\n");
  CHECK(run_schiri({"ratings", "--db", db, "--store", "--method", "elo"}).status == 0);
  CHECK(run_schiri({"ratings", "--db", db, "--store"}).status == 0);
  CHECK(view("method, count(*) AS n, sum(outdated) AS old") == "method,n,old\nbt,6,0\n");
  CHECK(run_schiri({"db", "rename-player", "--db", db, "C", "D", "--yes"}).status == 0);
  CHECK_THAT(view("player"), contains_text("\nD\n"));
  import(game("A", "C", "0-1", "2024.05.18") + game("X", "A", "0-1", "2024.05.19"));
  CHECK(run_schiri({"ratings", "--db", db, "--store"}).status == 0);
  CHECK(view("DISTINCT method, outdated") == "method,outdated\nbt,0\nelo,1\n");
  CHECK(run_schiri({"db", "undo-import", "--db", db, "--yes"}).status == 0);
  CHECK(view("DISTINCT method, outdated") == "method,outdated\nbt,1\nelo,1\n");
  CHECK(run_schiri({"ratings", "--db", db, "--store"}).status == 0);
  CHECK(view("DISTINCT method, outdated") == "method,outdated\nbt,0\nelo,1\n");
  import(game("X", "A", "0-1", "2024.05.19"));
  CHECK(run_schiri({"ratings", "--db", db, "--store"}).status == 0);
  CHECK(run_schiri({"db", "merge-players", "--db", db, "it's", "X", "--yes"}).status == 0);
  CHECK(view("DISTINCT method, outdated") == "method,outdated\nbt,1\nelo,1\n");
  CHECK(run_schiri({"db", "delete-event", "--db", db, "E", "--yes"}).status == 0);
  CHECK(view("count(*) AS n") == "n\n0\n");
}

TEST_CASE("ratings: a part of a name matches equally in a database and in files") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const std::string records = game("Anna", "Bert", "1-0") + game("Annabel", "Carl", "0-1") +
                              game("Bert", "Carl", "1/2-1/2");
  must_run({"db", "import", "--db", db, "-"}, records);
  for (const std::string name : {"Anna", "Annab", "nna", "bert", "Nobody"}) {
    CAPTURE(name);
    for (const std::string command : {"ratings", "table"}) {
      const Run stored = run_schiri({command, "--db", db, "--player", name});
      const Run read = run_schiri({command, "-", "--player", name}, records);
      CHECK(stored.status == (name == "Nobody" ? 2 : 0));
      CHECK(stored.status == read.status);
      CHECK(stored.out == read.out);
    }
  }
}

TEST_CASE("ratings: no game says that there is nothing to rate") {
  for (const Words& words :
       {Words{}, Words{"--method", "elo"}, Words{"--format", "json"}, Words{"--matrix"}}) {
    CAPTURE(words);
    const Run run = run_schiri(Words{"ratings", "-"} + words);
    CHECK(run.status == 0);
    CHECK(run.err == "schiri: note: no game counts, so there is nothing to rate\n");
  }
  CHECK(run_schiri({"table", "-"}).err == "schiri: note: no game counts, so there is no table\n");
}

}  // namespace ratings_test
