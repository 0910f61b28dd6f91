#include "core/rating/numerics/scale.h"
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
  for (const char* other : {"--matrix", "--audit"}) {
    CHECK(run_schiri({"ratings", "-", "--no-errors", other}, games).status == 2);
  }
  CHECK(run_schiri({"ratings", "-", "--no-errors", "--method", "elo"}, games).status == 2);
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

TEST_CASE("ratings: with --min-games LOS is over the next player that is shown") {
  std::string records = game("A", "B", "1-0") + game("B", "C", "1-0");
  for (const char* day : {"2024.05.18", "2024.05.19"}) {
    records += game("A", "C", "1-0", day, "1. A2-B2 A6-B6") + game("C", "A", "1/2-1/2", day);
  }
  const auto lines =
      json_lines(run_schiri({"ratings", "-", "--min-games", "3", "--format", "json"}, records).out);
  const auto matrix =
      json_lines(run_schiri({"ratings", "-", "--matrix", "--format", "json"}, records).out);
  REQUIRE(lines.size() == 2);
  CHECK(lines[1].at("player") == "C");
  for (const auto& row : matrix) {
    if (row.at("player") != "A" || row.at("opponent") != "C") continue;
    CHECK(lines[0].at("los").get<double>() == Approx(row.at("los").get<double>()));
  }
  CHECK(lines[1].at("los").is_null());
}

TEST_CASE("ratings: files and database agree for every method and format") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  run_schiri({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
              "--bot", "random name==x", "--rounds", "4", "--db", db});
  const std::string records = run_schiri({"db", "export", "--db", db}).out;
  for (const std::string method : {"bt", "elo", "glicko2"}) {
    for (const std::string format : {"text", "json", "csv"}) {
      const Run from_db =
          run_schiri({"ratings", "--db", db, "--method", method, "--format", format});
      const Run from_file =
          run_schiri({"ratings", "-", "--method", method, "--format", format}, records);
      CHECK(from_db.status == 0);
      CHECK_FALSE(from_db.out.empty());
      CHECK(from_db.out == from_file.out);
    }
  }
  CHECK_THAT(run_schiri({"ratings", "--db", db, "--format", "csv"}).out, contains_text(",'=x,"));
  for (const std::string format : {"text", "json", "csv"}) {
    const Run from_db = run_schiri({"table", "--db", db, "--format", format});
    CHECK(from_db.status == 0);
    CHECK(from_db.out == run_schiri({"table", "-", "--format", format}, records).out);
    CHECK_THAT(from_db.out, contains_text("greedy"));
  }
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
  CHECK(table("PS").status == 2);
  CHECK_THAT(table("PS").err, contains_text("PS needs the rounds of an event"));
  CHECK_THAT(table("what").err, contains_text("there is no tie-break 'what'"));
  for (const char* name : {"Buchholz", "buchholz_cut1", "Buchholz Cut-1"}) {
    CHECK(table(name).status == 2);
    CHECK_THAT(table(name).err, contains_text("is BH"));
  }
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

TEST_CASE("ratings and table: wrong usage and unusable files") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.pgn", game("A", "B", "1-0"));
  const std::string no_file = directory.file("none.pgn"), no_db = directory.file("none.db");
  const auto [arguments, status] = GENERATE_COPY(table<std::vector<std::string>, int>({
      {{"ratings"}, 2},
      {{"table"}, 2},
      {{"ratings", file, "--db", file}, 2},
      {{"ratings", file, "--method", "magic"}, 2},
      {{"ratings", file, "--format", "xml"}, 2},
      {{"table", file, "--format", "xml"}, 2},
      {{"ratings", file, "--game", "chess"}, 2},
      {{"ratings", file, "--since", "now"}, 2},
      {{"ratings", file, "--prior-sd", "0"}, 2},
      {{"ratings", file, "--prior-sd", "nan"}, 2},
      {{"ratings", file, "--anchor", "A"}, 2},
      {{"ratings", file, "--anchor", "A=x"}, 2},
      {{"ratings", file, "--anchor", "A=1", "--anchor", "A=2"}, 2},
      {{"ratings", file, "--k", "0"}, 2},
      {{"ratings", file, "--k", "20"}, 2},
      {{"ratings", file, "--tau", "1", "--method", "elo"}, 2},
      {{"ratings", file, "--fide", "--method", "glicko2"}, 2},
      {{"ratings", file, "--no-prior", "--method", "glicko2"}, 2},
      {{"ratings", file, "--anchor", "A=1500", "--method", "elo"}, 2},
      {{"ratings", file, "--scale", "odds"}, 2},
      {{"ratings", file, "--k", "1e308", "--method", "elo"}, 2},
      {{"ratings", file, "--tau", "1e308", "--method", "glicko2"}, 2},
      {{"ratings", file, "--start", "A=1500"}, 2},
      {{"ratings", file, "--start", "nobody=1500", "--method", "elo"}, 2},
      {{"ratings", no_file}, 3},
      {{"ratings", "--db", no_db}, 3},
      {{"table", "--db", file}, 3},
  }));
  CAPTURE(arguments);
  const Run run = run_schiri(arguments);
  CAPTURE(run.err);
  CHECK(run.status == status);
  CHECK_FALSE(run.err.empty());
}

/// Each two of eight players play a pair of games from one opening. White wins most pairs' games,
/// or Black does.
std::string games_of_unbalanced_openings(bool in_pairs) {
  std::string text;
  const std::string players = "abcdefgh";
  int pair = 0;
  for (std::size_t i = 0; i < players.size(); ++i) {
    for (std::size_t j = i + 1; j < players.size(); ++j, ++pair) {
      const std::string result = pair % 2 == 0 ? "1-0" : "0-1";
      const std::string last = pair % 5 == 0 ? "1/2-1/2" : result;
      const std::string round = std::to_string(pair + 1);
      RecordParts parts{
          .event = "E", .date = "2024.05.17", .round = round + ".1", .termination = "agreement"};
      parts.white = players[i];
      parts.black = players[j];
      parts.result = result;
      if (!in_pairs) parts.round = round;
      text += record_text(parts);
      std::swap(parts.white, parts.black);
      parts.result = last;
      if (in_pairs) parts.round = round + ".2";
      text += record_text(parts);
    }
  }
  return text;
}

TEST_CASE("ratings: openings are clusters in files as in a database") {
  const std::string pairs = games_of_unbalanced_openings(true);
  const std::string singles = games_of_unbalanced_openings(false);
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  must_run({"db", "import", "--db", db, "-"}, pairs);
  const auto error = [](const Words& words, const std::string& records = {}) {
    return json_lines(run_schiri(words + Words{"--format", "json"}, records).out)
        .at(0)
        .at("white_advantage_error")
        .get<double>();
  };
  const double of_pairs = error({"ratings", "-"}, pairs);
  CHECK(error({"ratings", "--db", db}) == of_pairs);
  // Without rounds of pairs nothing is known about openings. Four pairs of five have one result in
  // both games, which nearly doubles the variance.
  CHECK(of_pairs > 1.3 * error({"ratings", "-"}, singles));
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

TEST_CASE("ratings --predict: the expected points are those of Elo's table") {
  const auto lines = json_lines(
      run_schiri({"ratings", "-", "--predict", "A", "B", "--format", "json"}, drawn_games()).out);
  REQUIRE(lines.size() == 2);
  const double advantage =
      json_lines(run_schiri({"ratings", "-", "--format", "json"}, drawn_games()).out)
          .at(0)
          .at("white_advantage")
          .get<double>();
  for (const auto& line : lines) {
    const auto number = [&](const char* key) { return line.at(key).get<double>(); };
    CHECK(number("draw") > 0);
    CHECK(number("white_wins") + number("draw") / 2 == Approx(number("score_rate")));
    CHECK(number("score_rate") ==
          Approx(schiri::rating::expected_score(number("difference") + advantage)));
  }
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
  const auto words = GENERATE(values<std::vector<std::string>>({
      {"--event", "E"},
      {"--player", "A"},
      {"--since", "2020"},
      {"--matrix"},
      {"--method", "elo", "--history", "A"},
  }));
  std::vector<std::string> all = {"ratings", "--db", db, "--store"};
  all.insert(all.end(), words.begin(), words.end());
  CHECK(run_schiri(all).status == 2);
  CHECK(run_schiri({"ratings", "-", "--store"}, game("A", "B", "1-0")).status == 2);
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

/// A game decided without play.
std::string unplayed(const std::string& white, const std::string& black, const std::string& result,
                     const std::string& more = "", const std::string& turns = "",
                     const std::string& round = "1") {
  return "[Event \"E\"]\n[Site \"?\"]\n[Date \"2024.05.17\"]\n[Round \"" + round +
         "\"]\n[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result +
         "\"]\n[Game \"creeper\"]\n[Termination \"abandoned\"]\n" + more + "\n" + turns + result +
         "\n\n";
}

TEST_CASE("ratings: unplayed games are no evidence in files and in a database") {
  const TemporaryDirectory directory;
  const std::string programs = "[WhiteType \"program\"]\n[BlackType \"program\"]\n";
  // Unknown rounds are equal in a database, which stores them as `?`.
  const std::string played = game("A", "B", "1-0") + game("B", "A", "1/2-1/2") +
                             game("B", "C", "0-1", "2024.05.18") + game("C", "A", "0-1");
  // Games abandoned after some turns, or with unknown turns, are played games.
  const std::string not_known =
      "[Event \"E\"]\n[White \"C\"]\n[Black \"B\"]\n[Result \"1-0\"]\n"
      "[Game \"creeper\"]\n[Termination \"not recorded\"]\n\n1-0\n\n";
  const std::string went_away = unplayed("A", "C", "1-0", "", "1. A2+B3 A6-B6 ");
  std::string more;
  for (int i = 0; i < 20; ++i) {
    const std::string round = std::to_string(i);
    more += unplayed("B", "A", "1-0", "", "", round);
    more += unplayed("B", "C", "1-0", programs, "1. A2-B2 A6-B6 ", round);
  }
  const auto write = [&](const std::string& name, const std::string& text) {
    const std::string file = directory.write(name + ".pgn", text);
    must_run({"db", "import", "--db", directory.file(name + ".db"), file});
    return file;
  };
  const std::string evidence = write("evidence", played + not_known + went_away);
  const std::string file = write("all", played + not_known + went_away + more);
  const std::string db = directory.file("all.db");

  const std::string method = GENERATE("bt", "elo", "glicko2");
  const auto rated = [&](const Words& source) {
    const Run run = run_schiri(Words{"ratings", "--method", method, "--format", "json"} + source);
    CHECK(run.status == 0);
    return run;
  };
  const Run from_file = rated({file});
  CHECK(from_file.out == rated({"--db", db}).out);
  CHECK_THAT(from_file.err, contains_text("40 games that were not played"));
  const auto lines = json_lines(from_file.out), wanted = json_lines(rated({evidence}).out);
  REQUIRE(lines.size() == 3);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK(lines[i].at("player") == wanted[i].at("player"));
    CHECK(lines[i].at("rating") == wanted[i].at("rating"));
    CHECK(lines[i].at("error") == wanted[i].at("error"));
    CHECK(lines[i].at("effective_games") == wanted[i].at("effective_games"));
    if (lines[i].at("player") != "B") continue;
    CHECK(lines[i].at("wins").get<int>() == wanted[i].at("wins").get<int>() + 40);
    CHECK(lines[i].at("score").get<double>() == wanted[i].at("score").get<double>() + 40);
  }
  const auto table = [&](const Words& source) { return run_schiri(Words{"table"} + source).out; };
  CHECK(table({file}) == table({"--db", db}));
  CHECK_THAT(table({file}), contains_text("40 games that were not played"));
}

TEST_CASE("ratings: short identical games count once within a date, long ones always") {
  const std::string long_game =
      "1. A3+B4 E1-E2 2. E7+D6 E2+D3 3. B4-A4 B7+C6 4. B1+C2 C6xE6 5. A2+B1 A5xA3";
  const TemporaryDirectory directory;
  const auto records_of = [](const std::string& turns, bool on_one_day) {
    std::string records = game("B", "A", "1-0", "2024.02.01", "1. A2-B2 A6-B6");
    for (int day = 10; day < 30; ++day) {
      records += record_text({.event = "E",
                              .date = "2024.01." + std::to_string(on_one_day ? 10 : day),
                              .round = std::to_string(day),
                              .white = "A",
                              .black = "B",
                              .result = "1-0",
                              .termination = "agreement",
                              .turns = turns});
    }
    return records;
  };
  struct Case {
    const char* name;
    std::string records;
    int effective;
  };
  const std::string short_game = "1. A2+B3 A6-B6";
  const Case cases[] = {{"days", records_of(short_game, false), 21},
                        {"day", records_of(short_game, true), 2},
                        {"long", records_of(long_game, false), 2}};
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const std::string file = directory.write(std::string(one.name) + ".pgn", one.records);
    const std::string db = directory.file(std::string(one.name) + ".db");
    must_run({"db", "import", "--db", db, file});
    for (const std::string command : {"ratings", "table"}) {
      for (const Words& more : {Words{}, Words{"--repeats", "once"}, Words{"--repeats", "count"}}) {
        const Words words = Words{command, "--format", "json"} + more;
        const Run from_file = run_schiri(words + Words{file});
        CHECK(from_file.status == 0);
        const Run from_db = run_schiri(words + Words{"--db", db});
        CHECK(from_file.out == from_db.out);
        CHECK(from_file.err == from_db.err);
        if (command == "table") continue;
        const bool counts_all = !more.empty() && more.back() == "count";
        CHECK(json_lines(from_file.out)[0].at("effective_games") ==
              (counts_all ? 21 : one.effective));
      }
    }
    const auto performance = [&](const Words& more) {
      const Run run = run_schiri(Words{"table", "--db", db, "--format", "json"} + more);
      return json_lines(run.out)[0].at("performance").get<double>();
    };
    CHECK((performance({}) != performance({"--repeats", "count"})) == (one.effective < 21));
  }
  const std::string file = directory.file("days.pgn"), db = directory.file("days.db");
  CHECK(run_schiri({"ratings", file, "--repeats", "count", "--method", "elo"}).status == 2);
  CHECK(run_schiri({"ratings", file, "--repeats", "twice"}).status == 2);
  CHECK(run_schiri({"ratings", "--db", db, "--repeats", "count", "--store"}).status == 2);
}

TEST_CASE("ratings: --no-forfeits counts games decided by a failure only as points") {
  const TemporaryDirectory directory;
  const auto ended = [](const std::string& text, const std::string& how) {
    const std::string usual = "agreement";
    return std::string(text).replace(text.find(usual), usual.size(), how);
  };
  const std::string played = game("A", "B", "1-0") + game("B", "A", "1/2-1/2") +
                             ended(game("A", "B", "0-1"), "resignation");
  std::string more, day = "2024.06.10";
  for (const char* how : {"time forfeit", "Illegal Move", "crash", "disconnect", "forfeit"}) {
    ++day.back();
    more += ended(game("B", "A", "1-0", day), how);
  }
  const std::string few = directory.write("few.pgn", played);
  const std::string all = directory.write("all.pgn", played + more);
  const std::string db = directory.file("a.db");
  must_run({"db", "import", "--db", db, all});
  const std::string method = GENERATE("bt", "elo", "glicko2");
  const auto rated = [&](const Words& words) {
    return run_schiri(Words{"ratings", "--method", method, "--format", "json"} + words);
  };
  const Run wanted = rated({few}), from_file = rated({all, "--no-forfeits"});
  CHECK(rated({"--db", db, "--no-forfeits"}).out == from_file.out);
  CHECK(rated({all}).out != from_file.out);
  CHECK_THAT(from_file.err, contains_text("5 games that failures decided count as points"));
  const auto lines = json_lines(from_file.out), few_lines = json_lines(wanted.out);
  REQUIRE(lines.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(lines[i].at("player") == few_lines[i].at("player"));
    CHECK(lines[i].at("rating") == few_lines[i].at("rating"));
    CHECK(lines[i].at("games").get<int>() == few_lines[i].at("games").get<int>() + 5);
  }
  CHECK(rated({"--db", db, "--no-forfeits", "--store"}).status == 2);
}

TEST_CASE("ratings: anchors with errors are weighted against the games") {
  const TemporaryDirectory directory;
  std::string games;
  for (int i = 0; i < 10; ++i) {
    for (const auto& [white, result] : {std::pair("A", "1-0"), {"B", "1/2-1/2"}}) {
      games += record_text({.event = "E",
                            .white = white,
                            .black = *white == 'A' ? "B" : "A",
                            .result = result,
                            .termination = "not recorded",
                            .turns = ""});
    }
  }
  const std::string file = directory.write("a.pgn", games);
  const auto rated = [&](const Words& anchors) {
    std::map<std::string, std::pair<double, double>> players;
    const Run run = run_schiri(Words{"ratings", file, "--format", "json"} + anchors);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    for (const auto& line : json_lines(run.out)) {
      players[line.at("player").text()] = {line.at("rating").get<double>(),
                                           line.at("error").get<double>()};
    }
    return players;
  };
  const double lead = rated({})["A"].first - rated({})["B"].first;
  // A single anchor is matched, and its error adds to every error.
  const auto one = rated({"--anchor", "B=1800+-50"});
  CHECK(one.at("B").first == Approx(1800));
  CHECK(one.at("B").second == Approx(50).epsilon(1e-6));
  CHECK(one.at("A").first == Approx(1800 + lead));
  CHECK(one.at("A").second > 50);
  // Two anchors that contradict the games: the difference lies between both.
  const auto two = rated({"--anchor", "A=1800+-50", "--anchor", "B=1800+-50"});
  CHECK(two.at("A").first + two.at("B").first == Approx(3600));
  CHECK(two.at("A").first - two.at("B").first > 0);
  CHECK(two.at("A").first - two.at("B").first < lead / 2);
  // Anchors with large errors have little weight.
  const auto loose = rated({"--anchor", "A=1800+-5000", "--anchor", "B=1800+-5000"});
  CHECK(loose.at("A").first - loose.at("B").first == Approx(lead).epsilon(0.01));
  for (const std::string wrong : {"A=1800+-", "A=1800+-0", "A=1800+--3", "A=+-5", "A=1800+-x"}) {
    CHECK(run_schiri({"ratings", file, "--anchor", wrong}).status == 2);
  }
  CHECK(run_schiri({"ratings", file, "--anchor", "A=1800+-50", "--anchor", "B=1700"}).status == 2);
}

TEST_CASE("ratings: no game says that there is nothing to rate") {
  for (const Words& words : {Words{}, Words{"--method", "elo"}, Words{"--format", "json"},
                             Words{"--matrix"}, Words{"--audit"}}) {
    CAPTURE(words);
    const Run run = run_schiri(Words{"ratings", "-"} + words);
    CHECK(run.status == 0);
    CHECK(run.err == "schiri: note: no game counts, so there is nothing to rate\n");
  }
  CHECK(run_schiri({"table", "-"}).err == "schiri: note: no game counts, so there is no table\n");
}

}  // namespace ratings_test
