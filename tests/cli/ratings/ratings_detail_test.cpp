#include "tests/catch.h"
#include "tests/support/database.h"

namespace ratings_detail_test {

using Lines = std::vector<Json>;

std::string game(const std::string& white, const std::string& black, const std::string& result,
                 const std::string& date) {
  return record_text({.event = "E",
                      .date = date,
                      .white = white,
                      .black = black,
                      .result = result,
                      .termination = "agreement",
                      .turns = ""});
}

const std::string records =
    game("A", "B", "1-0", "2024.01.01") + game("B", "A", "1/2-1/2", "2024.01.02") +
    game("A", "B", "1-0", "2024.01.02") + game("B", "C", "1-0", "2024.01.03") +
    game("C", "Ann", "1-0", "2024.01.04");

Lines rated(std::vector<std::string> words) {
  words.insert(words.begin(), {"ratings", "-", "--format", "json"});
  const Run run = run_schiri(words, records);
  CHECK(run.status == 0);
  return json_lines(run.out);
}

TEST_CASE("ratings --matrix: each pair appears from both sides with opposite signs") {
  const Lines lines = rated({"--matrix"});
  REQUIRE(lines.size() == 12);
  for (const auto& line : lines) {
    for (const auto& other : lines) {
      if (other.at("player") != line.at("opponent") || other.at("opponent") != line.at("player")) {
        continue;
      }
      CHECK(line.at("difference").get<double>() ==
            Approx(-other.at("difference").get<double>()).margin(1e-9));
      CHECK(line.at("los").get<double>() + other.at("los").get<double>() == Approx(1));
      CHECK(line.at("error").get<double>() > 0);
    }
  }
}

TEST_CASE("ratings --predict: the chances of a game sum to 1 and White has an advantage") {
  const Lines lines = rated({"--predict", "A", "B"});
  REQUIRE(lines.size() == 2);
  for (const auto& line : lines) {
    CHECK(line.at("white_wins").get<double>() + line.at("draw").get<double>() +
              line.at("black_wins").get<double>() ==
          Approx(1));
  }
  CHECK(lines[0].at("white") == "A");
  CHECK(lines[1].at("white") == "B");
  CHECK(lines[0].at("difference").get<double>() > 0);
  CHECK(lines[0].at("score_rate").get<double>() > 0.5);
  CHECK(run_schiri({"ratings", "-", "--predict", "A", "nobody"}, records).status == 2);
}

TEST_CASE("ratings --history: one point per day and the last equals the rating of the list") {
  const auto method = GENERATE(values<std::string>({"elo", "glicko2"}));
  std::vector<std::string> words = {"--method", method};
  if (method == "glicko2") words.insert(words.end(), {"--period", "day"});
  const Lines list = rated(words);
  words.insert(words.end(), {"--history", "A"});
  const Lines points = rated(words);
  REQUIRE(points.size() == 2);
  CHECK(points[0].at("date") == "2024-01-01");
  CHECK(points[1].at("games") == 2);
  for (const auto& player : list) {
    // Glicko extends the history to the last period.
    if (player.at("player") == "A") {
      CHECK(points[1].at("rating").get<double>() == Approx(player.at("rating").get<double>()));
    }
  }
}

/// A database of these records.
std::string stored(const TemporaryDirectory& directory, const std::string& name,
                   const std::string& texts) {
  const std::string db = directory.file(name);
  CHECK(run_schiri({"db", "import", "--db", db, "-"}, texts).status == 0);
  return db;
}

TEST_CASE("ratings: several databases are rated together") {
  const TemporaryDirectory directory;
  const std::string first =
      game("A", "B", "1-0", "2024.01.01") + game("B", "A", "1/2-1/2", "2024.01.02");
  const std::string rest = game("A", "B", "1-0", "2024.01.02") +
                           game("B", "C", "1-0", "2024.01.03") +
                           game("C", "Ann", "1-0", "2024.01.04");
  const std::string one = stored(directory, "one.db", first),
                    two = stored(directory, "two.db", rest);
  for (const std::string method : {"bt", "elo", "glicko2"}) {
    const Words words = {"--method", method, "--format", "json"};
    const Run both = run_schiri(Words{"ratings", "--db", one, "--db", two} + words);
    CHECK(both.status == 0);
    CHECK(both.out == run_schiri(Words{"ratings", "-"} + words, first + rest).out);
  }
  CHECK(run_schiri({"table", "--db", one, "--db", two, "--format", "csv"}).out ==
        run_schiri({"table", "-", "--format", "csv"}, first + rest).out);
  CHECK(run_schiri({"ratings", "--db", one, "--db", one}).status == 2);
  CHECK(run_schiri({"ratings", "--db", one, "--db", ""}).status == 2);
  CHECK(run_schiri({"ratings", "--db", one, "--db", directory.file("none.db")}).status == 3);
  CHECK(run_schiri({"ratings", "--db", one, "--db", two, "--store"}).status == 2);
  CHECK(run_schiri({"ratings", "--db", one, "--db", two, "--player", "Ann"}).status == 0);
}

TEST_CASE("ratings --compare: another database is rated in the same way") {
  const TemporaryDirectory directory;
  const std::string now = stored(directory, "now.db", records);
  const std::string before =
      stored(directory, "before.db",
             game("A", "B", "1-0", "2024.01.01") + game("B", "A", "1/2-1/2", "2024.01.02"));
  for (const std::string method : {"bt", "elo", "glicko2"}) {
    const Words words = {"--method", method, "--format", "json"};
    const auto old = json_lines(run_schiri(Words{"ratings", "--db", before} + words).out);
    const auto compared =
        json_lines(run_schiri(Words{"ratings", "--db", now, "--compare", before} + words).out);
    REQUIRE(compared.size() == 4);
    for (const Json& player : compared) {
      const auto its = std::find_if(old.begin(), old.end(), [&](const Json& one) {
        return one.at("player") == player.at("player");
      });
      if (its == old.end()) {
        CHECK(player.at("old").is_null());
        continue;
      }
      CHECK(player.at("old") == its->at("rating"));
      CHECK(player.at("change").get<double>() ==
            Approx(player.at("rating").get<double>() - its->at("rating").get<double>()));
    }
  }
  // A stored list comes first; a file of records takes a database, too.
  CHECK(run_schiri({"ratings", "--db", now, "--compare", directory.file("none.db")}).status == 2);
  CHECK(run_schiri({"ratings", "-", "--compare", before}, records).status == 0);
  CHECK(run_schiri({"ratings", "--db", now, "--compare", directory.write("x.db", "no database")})
            .status == 3);
}

TEST_CASE("ratings --start: Glickman's example can be typed") {
  const std::string games = game("Me", "A", "1-0", "2024.01.01") +
                            game("B", "Me", "1-0", "2024.01.01") +
                            game("Me", "C", "0-1", "2024.01.01");
  const Words words = {"ratings", "-",          "--method",         "glicko2",   "--format",
                       "json",    "--start",    "Me=1500,200,0.06", "--start",   "A=1400,30",
                       "--start", "B=1550,100", "--start",          "C=1700,300"};
  const auto lines = json_lines(run_schiri(words, games).out);
  const auto me = std::find_if(lines.begin(), lines.end(),
                               [](const Json& line) { return line.at("player") == "Me"; });
  REQUIRE(me != lines.end());
  CHECK(me->at("rating").get<double>() == Approx(1464.05067).margin(1e-4));
  CHECK(me->at("error").get<double>() / 1.959964 == Approx(151.51652).margin(1e-4));
  CHECK(me->at("volatility").get<double>() == Approx(0.059995984).margin(1e-8));
  const auto elo = json_lines(run_schiri({"ratings", "-", "--method", "elo", "--start", "Me=1600",
                                          "--start", "A=1400", "--format", "json"},
                                         game("A", "Me", "1-0", "2024.01.01"))
                                  .out);
  CHECK(elo[0].at("rating").get<double>() == Approx(1575.688098));
  CHECK(elo[1].at("rating").get<double>() == Approx(1424.311902));
}

TEST_CASE("ratings: synonyms and players and minimum games") {
  const TemporaryDirectory directory;
  const std::string names = directory.write("names", "# who is who\n\nAnn = A\n");
  Lines lines = rated({"--synonyms", names});
  CHECK(lines.size() == 3);
  CHECK(std::any_of(lines.begin(), lines.end(), [](const auto& line) {
    return line.at("player") == "A" && line.at("games") == 4;
  }));
  CHECK(rated({"--synonyms", names, "--player", "A", "--player", "C"}).size() == 2);
  lines = rated({"--min-games", "3"});
  CHECK(lines.size() == 2);
  const double all = rated({})[0].at("rating").get<double>();
  CHECK(lines[0].at("rating") == all);
  CHECK(rated({"--player", "C"}).size() == 3);
}

TEST_CASE("ratings: invalid files of names") {
  const TemporaryDirectory directory;
  const auto status = [&](const std::string& text) {
    const std::string file = directory.write("names", text);
    const Run run = run_schiri({"ratings", "-", "--synonyms", file}, records);
    CHECK(run.out.empty());
    return run.status;
  };
  CHECK(status("A = B\nB = A\n") == 2);
  CHECK(status("A = B\nA = C\n") == 2);
  CHECK(status("A\n") == 2);
  CHECK(status("= A\n") == 2);
  CHECK(run_schiri({"ratings", "-", "--synonyms", directory.file("none")}, records).status == 3);
}

}  // namespace ratings_detail_test

namespace ratings_stats_test {

Json answer(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "stats");
  arguments.insert(arguments.end(), {"--format", "json"});
  const Run run = run_schiri(arguments);
  CHECK(run.status == 0);
  return Json::parse(run.out);
}

TEST_CASE("stats sprt: decisions") {
  const std::vector<std::string> test = {"sprt", "--elo0", "-5", "--elo1", "5"};
  const auto decision = [&](const std::string& wdl) {
    std::vector<std::string> words = test;
    words.insert(words.end(), {"--wdl", wdl});
    return answer(words).at("decision");
  };
  CHECK(decision("3000,0,1000") == "H1");
  CHECK(decision("1000,0,3000") == "H0");
  CHECK(decision("3,2,3").is_null());
  CHECK_THAT(
      run_schiri({"stats", "sprt", "--elo0", "0", "--elo1", "5", "--penta", "0,0,0,0,900"}).out,
      contains_text("after 900 pairs: H1 is accepted"));
}

TEST_CASE("stats elo: values and undefined cases") {
  const auto ahead = answer({"elo", "--wdl", "75,0,25"});
  CHECK(ahead.at("elo").get<double>() == Approx(400 * std::log10(3.0)));
  CHECK(ahead.at("interval") == "normal");
  const auto all = answer({"elo", "--wdl", "10,0,0"});
  CHECK(all.at("elo").is_null());
  CHECK(all.at("interval") == "jeffreys");
  CHECK_THAT(run_schiri({"stats", "elo", "--penta", "1,2,3,2,1"}).out,
             contains_text("Elo: 0.0 +- ") && contains_text("Pentanomial (0-2): [1, 2, 3, 2, 1]"));
}

TEST_CASE("stats plan: a sequential test is simulated, with its Monte-Carlo error") {
  const Words test = {"plan", "--elo0", "0", "--elo1", "50", "--elo", "50"};
  const auto plan = answer(test);
  CHECK(plan.at("pass").get<double>() == Approx(0.95).margin(0.03));
  CHECK(plan.at("pass_error").get<double>() == Approx(0.009).margin(0.003));
  CHECK(plan.at("games95").get<int>() > 2 * plan.at("games").get<int>());
  CHECK(plan.at("games_error").get<int>() > 0);
  CHECK(plan.at("tests") == 2000);
  CHECK(answer(test) == plan);
  CHECK(answer(test + Words{"--seed", "2"}).at("games") != plan.at("games"));
  CHECK(answer(test + Words{"--tests", "100"}).at("pass_error").get<double>() > 0.02);
  // Drawn pairs have a smaller variance than games without draws.
  const int games = plan.at("games").get<int>();
  CHECK(answer(test + Words{"--draw-rate", "0.6"}).at("games").get<int>() < games);
  CHECK(answer(test + Words{"--wdl", "100,300,90"}).at("games").get<int>() < games);
  CHECK_THAT(run_schiri(Words{"stats"} + test).out,
             contains_text("simulated tests, with 95 % Monte-Carlo errors"));
}

}  // namespace ratings_stats_test
