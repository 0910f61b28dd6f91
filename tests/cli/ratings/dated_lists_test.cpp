#include <SQLiteCpp/SQLiteCpp.h>

#include "tests/catch.h"
#include "tests/support/database.h"

namespace dated_lists_test {

std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const std::string& date, const std::string& round = "1") {
  return record_text({.event = "Club",
                      .date = date,
                      .round = round,
                      .white = white,
                      .black = black,
                      .result = result,
                      .termination = "resignation"});
}

/// A game of Springerjagd without turns.
std::string other_game(const std::string& date) {
  return record_text({.event = "Club",
                      .date = date,
                      .white = "Ann",
                      .black = "Bob",
                      .result = "1-0",
                      .game = "springerjagd",
                      .termination = "resignation",
                      .turns = ""});
}

/// Games of January and February and their database.
struct Club {
  Club() { import(winter); }

  void import(const std::string& records) const {
    must_run({"db", "import", "--db", db, "-"}, records);
  }
  Run ratings(Words words) const {
    words.insert(words.begin(), {"ratings", "--db", db});
    return run_schiri(words);
  }
  /// The output of a command that must succeed.
  std::string output(const Words& words) const {
    const Run run = ratings(words);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return run.out;
  }
  std::vector<Json> rows(Words words) const {
    words.insert(words.end(), {"--format", "json"});
    return json_lines(output(words));
  }

  const std::string winter =
      game("Ann", "Bob", "1-0", "2026.01.10") + game("Bob", "Cid", "1/2-1/2", "2026.01.17") +
      game("Cid", "Ann", "0-1", "2026.02.07") + game("Ann", "Dan", "0-1", "2026-02-14");
  const std::string spring =
      game("Eve", "Ann", "1-0", "2026.03.07") + game("Bob", "Eve", "1/2-1/2", "2026.03.14") +
      game("Bob", "Ann", "1-0", "2026.03.21") + game("Cid", "Bob", "0-1", "2026.03.21", "2");
  TemporaryDirectory directory;
  std::string db = directory.file("club.db");
};

const Json& row_of(const std::vector<Json>& rows, const std::string& player) {
  for (const Json& row : rows) {
    if (row.at("player") == player) return row;
  }
  FAIL("missing player: " << player);
  return rows.front();
}

TEST_CASE("dated lists: a stored list is unaffected by later games") {
  const Club club;
  for (const std::string method : {"bt", "elo", "glicko2"}) {
    CAPTURE(method);
    const auto kept = club.rows({"--method", method, "--store", "--name", "2026-02 " + method});
    REQUIRE(kept.size() == 4);
    CHECK(kept[0].at("list") == "2026-02 " + method);
    CHECK(kept[0].at("date") == "2026-02-14");
    CHECK(kept[0].at("los").is_null() == (method != "bt"));
    CHECK(kept[0].at("white_advantage").is_null() == (method == "elo" || method == "glicko2"));
    CHECK(club.rows({"--list", "2026-02 " + method}) == kept);
  }
  const std::string text = club.output({"--list", "2026-02 elo"});
  club.import(club.spring);
  CHECK(club.output({"--list", "2026-02 elo"}) == text);
  CHECK(club.output({"--method", "elo"}).find("Eve") != std::string::npos);
  CHECK(text.find("Eve") == std::string::npos);
  CHECK(text.find("creeper, list '2026-02 elo', games up to 2026.02.14: Elo") == 0);
}

TEST_CASE("dated lists: pools of a stored list keep their figures") {
  const Club club;
  must_run({"tournament", "run", "--game", "creeper", "--bot", "greedy", "--bot", "random",
            "--rounds", "12", "--db", club.db});
  const auto kept = club.rows({"--store", "--name", "pools"});
  REQUIRE(kept.size() == 6);
  CHECK(kept[0].at("white_advantage") != kept[4].at("white_advantage"));
  CHECK(kept[4].at("white_advantage_error").is_number());
  CHECK(kept[4].at("prior_sd").is_number());
  CHECK(club.rows({"--list", "pools"}) == kept);
  const auto columns = [&](const std::string& view) {
    const std::string query =
        "SELECT player, los, white_advantage, white_advantage_error, "
        "prior_sd FROM " +
        view;
    return run_schiri({"db", "query", "sql", "--db", club.db, "--format", "csv", query}).out;
  };
  club.output({"--store"});
  const std::string rows = columns("rating_lists");
  CHECK(rows == columns("ratings"));
  CHECK(std::count(rows.begin(), rows.end(), '\n') == 7);
  CHECK(rows.find(kept[0].at("white_advantage").dump()) != std::string::npos);
}

TEST_CASE("dated lists: a stored list compares players with the next one that it shows") {
  const Club club;
  // Games: Ann 3, Bob 2, Cid 2, Dan 1; Dan is the best.
  const auto all = club.rows({"--store", "--name", "all"});
  REQUIRE(all.size() == 4);
  const auto los = [](const std::vector<Json>& rows, const std::string& player) {
    return row_of(rows, player).at("los");
  };
  const auto some = club.rows({"--min-games", "2", "--store", "--name", "some"});
  REQUIRE(some.size() == 3);
  CHECK(club.rows({"--list", "all", "--min-games", "2"}).size() == 3);
  const auto whole = club.rows({"--list", "some"});
  REQUIRE(whole.size() == 4);
  CHECK(all[0].at("player") == "Dan");
  CHECK(los(all, "Dan").is_number());
  CHECK(los(whole, "Dan").is_null());  // it was not compared
  for (const Json& row : some)
    CHECK(los(whole, row.at("player").get<std::string>()) == row.at("los"));
  // Ann is compared with Cid if Bob, the next one, is left out.
  club.import(game("Cid", "Dan", "1/2-1/2", "2026.02.15") +
              game("Ann", "Dan", "1-0", "2026.02.16", "2"));
  const auto more = club.rows({"--store", "--name", "more"});
  const auto fewer = club.rows({"--min-games", "3", "--store", "--name", "fewer"});
  const auto shown = club.rows({"--list", "more", "--min-games", "3"});
  REQUIRE(shown.size() == fewer.size());
  const auto back = club.rows({"--list", "fewer"});
  for (std::size_t i = 0; i + 1 < more.size(); ++i) {
    const auto player = more[i].at("player").get<std::string>();
    const bool counts = more[i].at("games").get<int>() >= 3;
    const bool next_counts = more[i + 1].at("games").get<int>() >= 3;
    CAPTURE(player);
    CHECK(back[i].at("los") == (counts && next_counts ? los(fewer, player) : Json()));
    if (counts) CHECK(los(shown, player) == (next_counts ? more[i].at("los") : Json()));
  }
}

TEST_CASE("dated lists: --lists shows the stored lists") {
  const Club club;
  CHECK(club.output({"--lists"}) == "list  date  game  variant  method  scale  players\n");
  club.output({"--store", "--name", "2026-02"});
  club.output({"--until", "2026-01", "--method", "elo", "--store", "--name", "2026-01"});
  const auto lists = club.rows({"--lists"});
  REQUIRE(lists.size() == 2);
  CHECK(lists[0].at("list") == "2026-01");
  CHECK(lists[0].at("date") == "2026-01-31");
  CHECK(lists[0].at("method") == "elo");
  CHECK(lists[0].at("players") == 3);
  CHECK(lists[1].at("list") == "2026-02");
  CHECK(lists[1].at("game") == "creeper");
  CHECK(lists[1].at("players") == 4);
}

TEST_CASE("dated lists: a list that starts from an earlier one equals the list of all games") {
  for (const Words& method :
       {Words{"--method", "elo"}, Words{"--method", "elo", "--fide"},
        Words{"--method", "elo", "--k", "20"}, Words{"--method", "glicko2", "--period", "day"}}) {
    CAPTURE(method);
    const auto with = [&](Words more) {
      more.insert(more.end(), method.begin(), method.end());
      return more;
    };
    const Club parted, whole_club;
    parted.output(with({"--until", "2026-01", "--store", "--name", "1"}));
    parted.output(with({"--start-from", "1", "--store", "--name", "2"}));
    parted.import(parted.spring);
    whole_club.import(whole_club.spring);
    const auto parts = parted.rows(with({"--start-from", "2"}));
    const auto whole = whole_club.rows(method);
    REQUIRE(whole.size() == 5);
    REQUIRE(parts.size() == whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
      for (const char* key : {"player", "games", "wins", "draws", "losses", "effective_games"}) {
        CHECK(parts[i].at(key) == whole[i].at(key));
      }
      CHECK(parts[i].at("rating").get<double>() == Approx(whole[i].at("rating").get<double>()));
      CHECK(parts[i].at("error").is_null() == whole[i].at("error").is_null());
      if (whole[i].at("error").is_null()) continue;
      CHECK(parts[i].at("error").get<double>() == Approx(whole[i].at("error").get<double>()));
    }
  }
}

TEST_CASE("dated lists: a list that starts from an earlier one without new games equals it") {
  const Club club;
  const auto before = club.rows({"--method", "elo", "--store", "--name", "2026-02"});
  const auto after = club.rows({"--method", "elo", "--start-from", "2026-02"});
  REQUIRE(after.size() == before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    CHECK(after[i].at("player") == before[i].at("player"));
    CHECK(after[i].at("rating") == before[i].at("rating"));
    CHECK(after[i].at("change") == 0);
  }
}

TEST_CASE("dated lists: --compare shows the old rating and the change") {
  const Club club;
  const auto old = club.rows({"--store", "--name", "2026-02"});
  club.import(club.spring);
  const auto now = club.rows({"--compare", "2026-02"});
  REQUIRE(now.size() == 5);
  for (const Json& row : now) {
    if (row.at("player") == "Eve") {
      CHECK(row.at("old").is_null());
      CHECK(row.at("change").is_null());
      continue;
    }
    const double before = row_of(old, row.at("player").text()).at("rating").get<double>();
    CHECK(row.at("old").get<double>() == before);
    CHECK(row.at("change").get<double>() == Approx(row.at("rating").get<double>() - before));
  }
  const std::string text = club.output({"--compare", "2026-02"});
  CHECK(text.find("rank  player  rating") != std::string::npos);
  CHECK(text.find("old  change\n") != std::string::npos);

  club.output({"--since", "2026-03", "--store", "--name", "spring"});
  const std::string other = club.output({"--list", "spring", "--compare", "2026-02"});
  CHECK(other.find("note: 1 player of the list '2026-02' is not in this one\n") !=
        std::string::npos);
}

TEST_CASE("dated lists: --provisional and --inactive mark players") {
  const Club club;
  club.import(club.spring);
  const auto rows = club.rows({"--provisional", "3", "--inactive", "1"});
  CHECK(row_of(rows, "Dan").at("provisional") == true);
  CHECK(row_of(rows, "Ann").at("provisional") == false);
  CHECK(row_of(rows, "Dan").at("inactive") == true);
  CHECK(row_of(rows, "Dan").at("last_played") == "2026-02-14");
  CHECK(row_of(rows, "Cid").at("inactive") == false);
  // A day of that month.
  CHECK(row_of(club.rows({"--inactive", "2"}), "Dan").at("inactive") == false);
  const std::string text = club.output({"--provisional", "3", "--inactive", "1"});
  CHECK(text.find("draw %  remark\n") != std::string::npos);
  CHECK(text.find("  provisional, inactive\n") != std::string::npos);
  CHECK(text.find("provisional: fewer than 3 games; inactive: no game in the last 1 month\n") !=
        std::string::npos);
  // Relative to the date of the list, not to today.
  club.output({"--until", "2026-02", "--store", "--name", "2026-02"});
  CHECK(row_of(club.rows({"--list", "2026-02", "--inactive", "1"}), "Bob").at("inactive") == true);
  CHECK(row_of(club.rows({"--list", "2026-02", "--inactive", "2"}), "Bob").at("inactive") == false);
}

TEST_CASE("dated lists: HTML and CSV in another language") {
  const Club club;
  club.import(game("M\xc3\xbcller, <b>", "Ann", "1-0", "2026.02.20"));
  club.output({"--store", "--name", "2026-02"});
  const std::string page = club.directory.file("list.html");
  CHECK(club.output({"--list", "2026-02", "--compare", "2026-02", "--provisional", "2", "--format",
                     "html", "--language", "de", "-o", page}) == "");
  const std::string html = read_file(page);
  for (const char* part : {"<html lang=\"de\"", "<h1>Wertungsliste 2026-02</h1>", "20.02.2026",
                           ">Wertung<", ">Alt<", ">\xc3\x84nderung<", "M\xc3\xbcller, &lt;b&gt;",
                           "vorl\xc3\xa4"
                           "ufig",
                           "H\xc3\xa4lfte eines Intervalls"}) {
    CAPTURE(part);
    CHECK(html.find(part) != std::string::npos);
  }
  CHECK(html.find("<b>") == std::string::npos);
  const std::string sheet = club.output({"--list", "2026-02", "--format", "csv", "--language", "fr",
                                         "--delimiter", ";", "--decimal-comma"});
  CHECK(sheet.find("Place;Jeu;Joueur;Cote;") != std::string::npos);
  CHECK(sheet.find("\"M\xc3\xbcller, <b>\"") == std::string::npos);
  CHECK(sheet.find(';') != std::string::npos);
}

TEST_CASE("dated lists: several games in one page and in one table") {
  const Club club;
  club.import(other_game("2026.02.21"));
  const std::string html = club.output({"--format", "html", "--language", "en"});
  CHECK(html.find("<h2>Creeper</h2>") != std::string::npos);
  CHECK(html.find("<h2>Springerjagd</h2>") != std::string::npos);
  for (const char* part : {">LOS %<", ">Score %<", ">Draw %<",
                           "<p>White&#39;s advantage: ", "draw rate: 25.0 %</p>"}) {
    CAPTURE(part);
    CHECK(html.find(part) != std::string::npos);
  }
  const std::string sheet = club.output({"--format", "csv", "--language", "en"});
  CHECK(sheet.find("Rank,Game,Player,Rating,\xc2\xb1,Games,Wins,Draws,Losses,Score,LOS %,Score %,"
                   "Draw %\n") == 0);
  CHECK(sheet.find("\n1,springerjagd,Ann,") != std::string::npos);
}

TEST_CASE("dated lists: players are renamed and merged in stored lists") {
  const Club club;
  club.output({"--store", "--name", "2026-02"});
  const auto change = [&](Words words) {
    words.insert(words.begin(), "db");
    words.insert(words.end(), {"--db", club.db, "--yes"});
    const Run run = run_schiri(words);
    INFO(run.err);
    REQUIRE(run.status == 0);
  };
  const auto old = club.rows({"--list", "2026-02"});
  change({"rename-player", "Ann", "Anna"});
  CHECK(row_of(club.rows({"--list", "2026-02"}), "Anna").at("rating") ==
        row_of(old, "Ann").at("rating"));
  club.import(game("Daniel", "Anna", "1-0", "2026.03.07"));
  change({"merge-players", "Daniel", "Dan"});
  CHECK(row_of(club.rows({"--list", "2026-02"}), "Daniel").at("rating") ==
        row_of(old, "Dan").at("rating"));
  // Players of deleted games stay in the list.
  change({"delete-event", "Club"});
  CHECK(club.rows({"--list", "2026-02"}).size() == 4);
  change({"delete-list", "2026-02"});
  CHECK(club.ratings({"--list", "2026-02"}).status == 2);
  CHECK(run_schiri({"db", "check", "--db", club.db}).status == 0);
}

TEST_CASE("dated lists: an over-the-board event reads ratings from a list") {
  const Club club;
  const auto kept = club.rows({"--store", "--name", "2026-02"});
  club.import(club.spring);
  const std::string event = club.directory.file("cup.otb");
  const Run run = run_schiri({"otb", "new", event, "--name", "Cup", "--game", "creeper", "--rounds",
                              "3", "--from-ratings", "--db", club.db, "--list", "2026-02"});
  INFO(run.err);
  REQUIRE(run.status == 0);
  const auto players = json_lines(run_schiri({"otb", "players", event, "--format", "json"}).out);
  REQUIRE(players.size() == 4);
  for (const Json& player : players) {
    CHECK(player.at("rating").get<double>() ==
          std::round(row_of(kept, player.at("player").text()).at("rating").get<double>()));
  }
}

TEST_CASE("dated lists: invalid options are reported and nothing is stored") {
  const Club club;
  club.output({"--store", "--name", "bt"});
  club.output({"--method", "elo", "--store", "--name", "elo"});
  club.output({"--store", "--name", "odds"});
  // As stored long ago.
  REQUIRE(SQLite::Database(club.db, SQLite::OPEN_READWRITE)
              .exec("UPDATE rating_list SET scale = 'odds' WHERE name = 'odds'") == 1);
  club.import(other_game(""));
  club.output({"--method", "elo", "--game", "springerjagd", "--store", "--name", "undated"});
  const auto lists = club.output({"--lists"});
  const std::string kept_file = read_file(club.db);
  const auto [words, message] = GENERATE(table<Words, std::string>({
      {{"--store", "--name", "bt"}, "'bt' is stored already; --replace"},
      {{"--name", "x"}, "--name: only with --store"},
      {{"--replace"}, "--replace: only with --store --name"},
      {{"--list", "btt"}, "no stored list 'btt'; the nearest is 'bt'"},
      {{"--compare", "elo"}, "made by elo (scale elo), this one by bt (scale elo)"},
      {{"--compare", "odds"}, "made by bt (scale odds), this one by bt (scale elo)"},
      {{"--compare", "odds", "--store", "--name", "x"}, "cannot be compared"},
      {{"--list", "elo", "--compare", "bt"}, "cannot be compared"},
      {{"--start-from", "bt"}, "only with --method elo or glicko2"},
      {{"--method", "elo", "--start-from", "bt"}, "was made by bt, not by elo"},
      {{"--method", "elo", "--start-from", "undated"}, "no date, so later games"},
      {{"--method", "elo", "--start-from", "elo", "--since", "2026"}, "--since exclude each other"},
      {{"--method", "elo", "--start-from", "elo", "--store"},
       "specify a --name for the stored list"},
      {{"--list", "bt", "--store"}, "show stored lists"},
      {{"--list", "bt", "--matrix"}, "show stored lists"},
      {{"--matrix", "--format", "html"}, "not with --matrix"},
      {{"--inactive", "0"}, "--inactive"},
      {{"--store", "--name", "a\nb"}, "without control characters"},
  }));
  CAPTURE(words);
  const Run run = club.ratings(words);
  CHECK(run.status == 2);
  INFO(run.err);
  CHECK(run.err.find(message) != std::string::npos);
  CHECK(run.out == "");
  CHECK(club.output({"--lists"}) == lists);
  const Run file = run_schiri({"ratings", "-", "--list", "bt"}, club.winter);
  CHECK(file.status == 2);
}

TEST_CASE("dated lists: a list without games is reported and not stored") {
  const Club club;
  const Run run = club.ratings({"--since", "2030", "--store", "--name", "future"});
  CHECK(run.status == 0);
  CHECK(run.err == "schiri: note: no game counts, so no list is stored\n");
  CHECK(club.rows({"--lists"}).empty());
}

TEST_CASE("dated lists: lists are salvaged from a damaged database") {
  const Club club;
  club.output({"--method", "glicko2", "--store", "--name", "2026-02"});
  const auto kept = club.rows({"--list", "2026-02"});
  {
    std::fstream file(club.db, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(100);  // the page of the schema
    file << "spoilt";
  }
  const std::string saved = club.directory.file("saved.db");
  run_schiri({"db", "salvage", "--db", club.db, "-o", saved});
  Club other;
  other.db = saved;
  CHECK(other.rows({"--list", "2026-02"}) == kept);
}

}  // namespace dated_lists_test
