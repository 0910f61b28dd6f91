#include <sstream>

#include "tests/catch.h"
#include "tests/json.h"
#include "tests/record_text.h"
#include "tests/support/run.h"

namespace ratings_detail_test {

namespace {

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
  Lines lines;
  std::istringstream stream(run.out);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace

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
  CHECK(lines[0].at("score").get<double>() > 0.5);
  CHECK(run_schiri({"ratings", "-", "--predict", "A", "nobody"}, records).status == 2);
}

TEST_CASE("ratings --history: one point per day and the last equals the rating of the list") {
  const auto method = GENERATE(values<std::string>({"elo", "whr", "glicko2"}));
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

TEST_CASE("ratings: wrong usage of matrix and prediction and history") {
  const auto words = GENERATE(values<std::vector<std::string>>({
      {"--matrix", "--method", "elo"},
      {"--matrix", "--predict", "A", "B"},
      {"--predict", "A", "A"},
      {"--predict", "A"},
      {"--history", "A"},
      {"--history", "nobody", "--method", "elo"},
      {"--method", "whr", "--drift", "0"},
  }));
  CAPTURE(words);
  std::vector<std::string> all = {"ratings", "-"};
  all.insert(all.end(), words.begin(), words.end());
  const Run run = run_schiri(all, records);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK_FALSE(run.err.empty());
}

}  // namespace ratings_detail_test
