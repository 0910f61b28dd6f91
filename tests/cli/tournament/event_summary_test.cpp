#include <SQLiteCpp/SQLiteCpp.h>

#include <nlohmann/json.hpp>

#include "tests/catch.h"
#include "tests/cli/support/bots.h"
#include "tests/cli/support/run.h"

// What is reported at the end of an event.

namespace {

const Words run_command = {"tournament", "run", "--game", "creeper"};

/// The words of the line that begins with these words; none if there is no such line.
Words line_with(const std::string& text, const std::string& begin) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Words found;
    for (std::string word; words >> word;) found.push_back(word);
    std::string joined;
    for (const std::string& word : found) joined += word + ' ';
    if (joined.starts_with(begin + ' ')) return found;
  }
  return {};
}

}  // namespace

TEST_CASE("summary of an event: tie-breaks, first move, endings; the same when nothing is left") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run = run_schiri(run_command + Words{"--bot", "greedy", "--bot", "random", "--bot",
                                                 "random name=x", "--rounds", "5", "--db", db});
  REQUIRE(run.status == 0);
  CHECK(line_with(run.out, "rank player").back() == "performance");
  const Words white = line_with(run.out, "White made");
  REQUIRE(white.size() > 6);
  CHECK(white[4] == "30");
  CHECK_THAT(run.out, contains_text("the first move is worth ") && contains_text(" Elo\n"));
  CHECK_THAT(run.out, !contains_text("repeat others"));
  const Words endings = line_with(run.out, "player");
  REQUIRE(endings.size() > 1);
  const Words greedy = line_with(run.out, "greedy");
  REQUIRE(greedy.size() == endings.size());
  const auto chain = std::find(endings.begin(), endings.end(), "chain") - endings.begin();
  REQUIRE(chain < static_cast<std::ptrdiff_t>(endings.size()));
  CHECK(greedy[static_cast<std::size_t>(chain)].ends_with("-0-0"));
  CHECK_THAT(run.err, contains_text("greedy: ") && contains_text("answers in"));
  const Run resumed = run_schiri({"tournament", "resume", "--db", db});
  CHECK(resumed.out == run.out);
  CHECK_THAT(resumed.err, !contains_text("answers in"));
}

TEST_CASE("summary of an event: it keeps the scale it was begun with") {
  const TemporaryDirectory directory;
  const Words bots = {"--bot", "random", "--bot", "random name=x", "--rounds", "20"};
  const auto played = [&](const std::string& name, const Words& more) {
    const Run run = run_schiri(run_command + bots + Words{"--db", directory.file(name)} + more);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    return run.out;
  };
  const std::string elo = played("a.db", {}), odds = played("b.db", {"--scale", "odds"});
  CHECK(elo != odds);
  const Words resume = {"tournament", "resume", "--db"};
  CHECK(run_schiri(resume + Words{directory.file("a.db")}).out == elo);
  CHECK(run_schiri(resume + Words{directory.file("b.db")}).out == odds);
  // As it was stored when there was but one scale.
  SQLite::Database(directory.file("a.db"), SQLite::OPEN_READWRITE)
      .exec("UPDATE event SET config = json_remove(config, '$.scale')");
  CHECK(run_schiri(resume + Words{directory.file("a.db")}).out == odds);
  const Run again =
      run_schiri(run_command + bots + Words{"--db", directory.file("a.db"), "--resume"});
  CAPTURE(again.err);
  CHECK(again.status == 0);
  CHECK(again.out == odds);
  CHECK(run_schiri(run_command + bots + Words{"--db", directory.file("c.db"), "--scale", "fide"})
            .status == 2);
}

TEST_CASE("summary of an event: endings are told of who lost and who won by them") {
  const TemporaryDirectory directory;
  const Run run = run_schiri(run_command + Words{"--bot", "random", "--bot",
                                                 scripted_bot("lies", directory) + " name=villain",
                                                 "--rounds", "2", "--db", directory.file("a.db")});
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, contains_text("illegal move"));
  CHECK(line_with(run.out, "random 4-0-0").size() == 2);
  CHECK(line_with(run.out, "villain 0-0-4").size() == 2);
}

TEST_CASE("summary of an event: a bye counts in the standing") {
  const TemporaryDirectory directory;
  const bool single = GENERATE(false, true);
  Words words =
      run_command + Words{"--system", "swiss", "--bot",         "greedy", "--bot",
                          "random",   "--bot", "random name=x", "--db",   directory.file("a.db"),
                          "--rounds", "3"};
  if (single) words.push_back("--single");
  const Run run = run_schiri(words);
  REQUIRE(run.status == 0);
  const Words header = line_with(run.out, "rank player");
  const auto at = std::find(header.begin(), header.end(), "byes") - header.begin();
  REQUIRE(at < static_cast<std::ptrdiff_t>(header.size()));
  double points = 0, byes = 0;
  for (const std::string rank : {"1", "2", "3"}) {
    const Words row = line_with(run.out, rank);
    REQUIRE(row.size() == header.size());
    points += std::stod(row[2]);
    byes += std::stod(row[static_cast<std::size_t>(at)]);
    // All three have paused once.
    CHECK(std::stod(row[static_cast<std::size_t>(at)]) == (single ? 1 : 2));
  }
  CHECK(points == byes + (single ? 3 : 6));
}

TEST_CASE("summary of an event: a knockout names its winner") {
  const TemporaryDirectory directory;
  const Run run = run_schiri(run_command + Words{"--system", "knockout", "--bot", "random", "--bot",
                                                 "random name=x", "--bot", "greedy", "--bot",
                                                 "random name=y", "--db", directory.file("a.db")});
  REQUIRE(run.status == 0);
  CHECK(run.out.starts_with("won by greedy\n"));
}

TEST_CASE("summary of an event: games that repeat others are told, with a warning") {
  const TemporaryDirectory directory;
  const std::string bot = scripted_bot("plays the first turn", directory);
  const Run run =
      run_schiri(run_command + Words{"--bot", bot + " name=a", "--bot", bot + " name=b",
                                     "--opening-turns", "0", "--rounds", "5", "--max-turns", "40",
                                     "--db", directory.file("a.db")});
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out,
             contains_text("8 of 10 games repeat others turn by turn: the effective number is 2"));
  CHECK_THAT(run.err, contains_text("warning: 8 of 10 games repeat others"));
}
