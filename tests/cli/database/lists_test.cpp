#include "tests/catch.h"
#include "tests/support/run.h"

namespace database_lists_test {

std::string game(const std::string& date, const std::string& white, const std::string& black,
                 const std::string& result) {
  return record_text({.event = "Club",
                      .date = date,
                      .white = white,
                      .black = black,
                      .result = result,
                      .termination = "resignation"});
}

/// A club with the lists `one`, `two` and `three`; Carla comes with the second.
struct Lists {
  Lists() {
    const std::string records =
        game("2026.01.07", "Anna", "Bert", "1-0") + game("2026.01.14", "Bert", "Anna", "1/2-1/2") +
        game("2026.02.07", "Carla", "Anna", "1-0") + game("2026.02.14", "Bert", "Carla", "0-1") +
        game("2026.03.07", "Bert", "Anna", "1-0") + game("2026.03.14", "Anna", "Bert", "0-1");
    must_run({"db", "import", "--db", db, "-"}, records);
    for (const auto& [name, until] : {std::pair("one", "2026-01"), std::pair("two", "2026-02"),
                                      std::pair("three", "2026-03")}) {
      must_run(
          {"ratings", "--db", db, "--until", until, "--store", "--name", name, "--method", "elo"});
    }
  }

  Run query(std::vector<std::string> words) const {
    words.insert(words.begin(), {"db", "query"});
    words.insert(words.end(), {"--db", db});
    return run_schiri(words);
  }
  std::string csv(std::vector<std::string> words) const {
    words.insert(words.end(), {"--format", "csv"});
    const Run run = query(words);
    CAPTURE(run.err);
    CHECK(run.status == 0);
    return run.out;
  }

  TemporaryDirectory directory;
  std::string db = directory.file("a.db");
};

TEST_CASE_METHOD(Lists, "query history: rating, games and rank in each list") {
  CHECK(csv({"history", "Anna", "--columns", "list,date,method,games,rank,players,pool"}) ==
        "list,date,method,games,rank,players,pool\n"
        "one,2026-01-31,elo,2,1,2,1\n"
        "two,2026-02-28,elo,3,2,3,1\n"
        "three,2026-03-31,elo,5,3,3,1\n");
  CHECK(csv({"history", "carl", "--columns", "list,player,change"}) ==
        "list,player,change\ntwo,Carla,\nthree,Carla,0.0\n");
  // The same numbers as in the list.
  const std::string list =
      run_schiri({"ratings", "--db", db, "--list", "two", "--format", "csv"}).out;
  const std::string rating = csv({"history", "Anna", "--columns", "rating"});
  CHECK(std::count(rating.begin(), rating.end(), '\n') == 4);
  CHECK(csv({"history", "Anna", "--variant", "standard", "--limit", "1", "--columns", "list"}) ==
        "list\none\n");
}

TEST_CASE_METHOD(Lists, "ratings --compare --sort: who gained most between two lists") {
  CHECK(must_run({"ratings", "--db", db, "--list", "three", "--compare", "two", "--sort", "-change",
                  "--columns", "list,player,games", "--format", "csv"})
            .out == "list,player,games\nthree,Bert,5\nthree,Carla,2\nthree,Anna,5\n");
}

TEST_CASE_METHOD(Lists, "query history: unknown names") {
  const std::pair<std::vector<std::string>, std::string> wrong[] = {
      {{"history", "Ana"}, "PLAYER: no player 'Ana' is known"},
      {{"history"}, "PLAYER is required"},
      {{"history", "Anna", "--game", "sperre"}, "there is no such rating list"}};
  for (const auto& [words, message] : wrong) {
    CAPTURE(words);
    const Run run = query(words);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, contains_text(message));
  }
}

TEST_CASE_METHOD(Lists, "query openings: --by year counts each year") {
  REQUIRE(
      run_schiri({"db", "import", "--db", db, "-"}, game("2025.12.07", "Anna", "Bert", "1-0") +
                                                        game("2025.??.??", "Bert", "Anna", "0-1") +
                                                        game("????.??.??", "Bert", "Anna", "0-1"))
          .status == 0);
  CHECK(csv({"openings", "creeper", "--by", "year", "--columns",
             "year,turn,games,white_wins,black_wins"}) ==
        "year,turn,games,white_wins,black_wins\n"
        "2025,A2+B3,2,1,1\n"
        "2026,A2+B3,6,3,2\n"
        ",A2+B3,1,0,1\n");
  CHECK(csv({"openings", "creeper", "--columns", "turn,games"}) == "turn,games\nA2+B3,9\n");
  CHECK(query({"openings", "creeper", "--by", "decade"}).status == 2);
}

}  // namespace database_lists_test
