#include <SQLiteCpp/SQLiteCpp.h>

#include <csignal>
#include <thread>

#include "tests/catch.h"
#include "tests/support/bots.h"
#include "tests/support/child.h"
#include "tests/support/database.h"

namespace tournament_summary_test {

// The report at the end of a tournament.

const Words run_command = {"tournament", "run", "--game", "creeper"};

/// The words of the line that begins with these words; empty without such a line.
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

TEST_CASE("summary of a tournament: tie-breaks and White's advantage and endings also on resume") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Run run =
      run_schiri(run_command + Words{"--bot", "greedy", "--bot", "random", "--bot", "random name=x",
                                     "--rounds", "5", "--db", db, "--verbose"});
  REQUIRE(run.status == 0);
  CHECK(line_with(run.out, "rank player").front() == "rank");
  const Words white = line_with(run.out, "White made");
  REQUIRE(white.size() > 6);
  CHECK(white[4] == "30");
  CHECK_THAT(run.out, contains_text("White's advantage is ") &&
                          contains_text(" Elo, with an unknown error (too few openings)"));
  CHECK_THAT(run.out, !contains_text("repeat others"));
  const Words endings = line_with(run.out, "player");
  REQUIRE(endings.size() > 1);
  const Words greedy = line_with(run.out, "greedy");
  REQUIRE(greedy.size() == endings.size());
  const auto chain = std::find(endings.begin(), endings.end(), "chain") - endings.begin();
  REQUIRE(chain < static_cast<std::ptrdiff_t>(endings.size()));
  CHECK(greedy[static_cast<std::size_t>(chain)].ends_with("-0-0"));
  CHECK_THAT(run.err, contains_text("greedy: ") && contains_text("answers in"));
  const Run resumed = run_schiri({"tournament", "resume", "--db", db, "--verbose"});
  CHECK(resumed.out == run.out);
  CHECK_THAT(resumed.err, !contains_text("answers in"));
}

TEST_CASE("summary of a tournament: a match ends with Elo and LOS and ratios and pentanomial") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db"), log = directory.file("log"),
                    junit = directory.file("junit.xml");
  const Words match = {"--bot", "greedy", "--bot", "random", "--rounds", "30", "--db", db};
  const Run run =
      run_schiri(run_command + match + Words{"--log", log, "--junit", junit, "--progress", "20"});
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, contains_text("greedy against random, creeper\nElo: ") &&
                          contains_text("\nLOS: 100.0 %, draw ratio: ") &&
                          contains_text("\nGames: 60, Wins: ") &&
                          contains_text("\nPentanomial (0-2): ["));
  CHECK_THAT(run.out, !contains_text("Buchholz"));
  CHECK_THAT(run.err, contains_text("20 of 60 games") && contains_text("; 20 games, +"));

  const std::string block = run.out.substr(run.out.find("Elo: "));
  const std::string shown = run_schiri({"tournament", "show", "--db", db}).out;
  const std::string first_lines = block.substr(0, block.find("White made"));
  CHECK_THAT(shown, contains_text(first_lines));
  CHECK_THAT(run_schiri({"stats", "elo", "--db", db}).out, contains_text(first_lines));

  const Words as_json = {"--db", db, "--format", "json"};
  const auto players = json_lines(run_schiri(Words{"tournament", "resume"} + as_json).out);
  REQUIRE(players.size() == 2);
  const Json& greedy = players[players[0].at("player") == "greedy" ? 0 : 1];
  const Json& other = players[players[0].at("player") == "greedy" ? 1 : 0];
  CHECK(other.at("match").at("wins") == greedy.at("match").at("losses"));
  const Json alone = json_lines(run_schiri(Words{"stats", "elo"} + as_json).out).front();
  CHECK(greedy.at("match").at("elo") == alone.at("elo"));
  CHECK(greedy.at("match").at("penta") == alone.at("penta"));
  CHECK(greedy.at("match").at("games") == 60);
  CHECK(json_lines(read_file(log)).back().at("match") == greedy.at("match"));
  CHECK_THAT(read_file(junit), contains_text("name=\"LOS\" value=\"100.0 %\""));

  const std::string markdown =
      run_schiri({"tournament", "resume", "--db", db, "--format", "markdown"}).out;
  CHECK_THAT(markdown, contains_text("| Elo difference | ") && contains_text("| LOS | 100.0 % |"));
  CHECK_THAT(markdown, !contains_text("| player |"));
}

TEST_CASE("summary of a tournament: an interrupted match reports the finished games") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const std::string errors = directory.file("err");
  Child child(run_command + Words{"--bot", "alphabeta:nodes=500", "--bot", "alphabeta:nodes=400",
                                  "--rounds", "100000", "--db", db, "--progress", "1"},
              errors);
  // Enough pairs for an estimate.
  while (!std::filesystem::exists(errors) ||
         read_file(errors).find("20 of 200000 games") == std::string::npos) {
    REQUIRE_FALSE(child.ended());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  child.send(SIGINT);
  while (!child.ended()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  CHECK_THAT(read_file(errors), contains_text("\nElo: ") && contains_text("\nLOS: ") &&
                                    contains_text("\ninterrupted: "));
}

TEST_CASE("summary of a tournament: bots are ranked by rating and in a round-robin by points") {
  const TemporaryDirectory directory;
  const Words bots = {"--bot",  "random", "--bot",
                      "greedy", "--bot",  "greedy name=weak option.random=60"};
  const Run all =
      run_schiri(run_command + bots + Words{"--rounds", "10", "--db", directory.file("a.db")});
  REQUIRE(all.status == 0);
  const Words header = line_with(all.out, "rank player");
  CHECK(header == Words{"rank", "player", "Elo", "±", "LOS", "%", "games", "score", "%", "draw",
                        "%", "1", "2", "3"});
  CHECK(line_with(all.out, "1")[1] == "greedy");
  CHECK(line_with(all.out, "3")[1] == "random");
  // In a gauntlet the first player has the most games and points even if it is weakest.
  const Run gauntlet =
      run_schiri(run_command + bots +
                 Words{"--system", "gauntlet", "--rounds", "10", "--db", directory.file("g.db")});
  REQUIRE(gauntlet.status == 0);
  CHECK(line_with(gauntlet.out, "3")[1] == "random");
  const Run swiss =
      run_schiri(run_command + bots +
                 Words{"--system", "swiss", "--rounds", "3", "--db", directory.file("s.db")});
  CHECK(line_with(swiss.out, "rank player").back() == "byes");
}

TEST_CASE("summary of a tournament: the figures are those of the list, from files too") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  REQUIRE(run_schiri(run_command + Words{"--bot", "random", "--bot", "random name=x", "--bot",
                                         "greedy", "--rounds", "12", "--db", db})
              .status == 0);
  const auto figures = [](const Words& words, const std::string& input = {}) {
    std::map<std::string, std::string> by_player;
    for (const auto& line : json_lines(run_schiri(words, input).out)) {
      if (!line.contains("rating")) continue;
      std::string& text = by_player[line.at("player").text()];
      for (const char* key :
           {"rating", "error", "los", "white_advantage", "white_advantage_error", "prior_sd"}) {
        const auto& value = line.at(key);
        text += value.is_null() ? " -" : ' ' + std::to_string(value.get<double>());
      }
    }
    return by_player;
  };
  const auto list = figures({"ratings", "--db", db, "--format", "json"});
  CHECK(list.size() == 3);
  const std::string records = run_schiri({"db", "export", "--db", db}).out;
  CHECK(figures({"ratings", "-", "--format", "json"}, records) == list);
  const Words resume = {"tournament", "resume", "--format", "json", "--db", db};
  CHECK(figures(resume) == list);
}

TEST_CASE("summary of a tournament: endings count losses and wins of each player") {
  const TemporaryDirectory directory;
  const Run run =
      run_schiri(run_command + Words{"--bot", "random", "--bot",
                                     scripted_bot("lies", directory) + " name=villain", "--rounds",
                                     "2", "--db", directory.file("a.db"), "--verbose"});
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, contains_text("illegal move"));
  CHECK(line_with(run.out, "random 4-0-0").size() == 2);
  CHECK(line_with(run.out, "villain 0-0-4").size() == 2);
}

TEST_CASE("summary of a tournament: a bye counts in the standing") {
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
    // Each of the three has had one bye.
    CHECK(std::stod(row[static_cast<std::size_t>(at)]) == (single ? 1 : 2));
  }
  CHECK(points == byes + (single ? 3 : 6));
}

TEST_CASE("summary of a tournament: a knockout names its winner") {
  const TemporaryDirectory directory;
  const Run run = run_schiri(run_command + Words{"--system", "knockout", "--bot", "random", "--bot",
                                                 "random name=x", "--bot", "greedy", "--bot",
                                                 "random name=y", "--db", directory.file("a.db")});
  REQUIRE(run.status == 0);
  CHECK(run.out.starts_with("won by greedy\n"));
}

TEST_CASE("summary of a tournament: repeated games give a warning") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const std::string bot = scripted_bot("plays the first turn", directory);
  const Run run = run_schiri(run_command + Words{"--bot", bot + " name=a", "--bot", bot + " name=b",
                                                 "--opening-turns", "0", "--rounds", "5",
                                                 "--max-turns", "40", "--db", db});
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out,
             contains_text("8 of 10 games repeat others turn by turn: the effective number is 2"));
  CHECK_THAT(run.err, contains_text("warning: 8 of 10 games repeat others"));
  const auto pairs = [&](const Words& more) {
    const Run elo = run_schiri(Words{"stats", "elo", "--db", db, "--format", "json"} + more);
    return json_lines(elo.out).at(0).at("units");
  };
  CHECK(pairs({}) == 1);
  CHECK(pairs({"--repeats", "once"}) == 1);
  CHECK(pairs({"--repeats", "count"}) == 5);
}

/// The tags and texts between them in order, of a document without comments; empty if it is not
/// well-formed.
std::vector<std::string> elements_of(const std::string& xml) {
  std::vector<std::string> open, all;
  for (std::size_t at = xml.find('<', 1); at != xml.npos; at = xml.find('<', at + 1)) {
    const std::size_t end = xml.find('>', at);
    if (end == xml.npos || xml.find('<', at + 1) < end) return {};
    const std::string tag = xml.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
    if (tag[0] == '/') {
      if (open.empty() || '/' + open.back() != tag) return {};
      open.pop_back();
      continue;
    }
    all.push_back((open.empty() ? "" : open.back() + ">") + name);
    if (tag.back() != '/') open.push_back(name);
  }
  return open.empty() ? all : std::vector<std::string>();
}

std::ptrdiff_t count(const std::vector<std::string>& elements, const std::string& which) {
  return std::count(elements.begin(), elements.end(), which);
}

TEST_CASE("summary of a tournament: run and resume and show print the same JSON and Markdown") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const Words test = {"--bot",  "greedy",         "--bot", "random name=a|b@c<d>",
                      "--sprt", "elo0=0,elo1=200"};
  const Run run = run_schiri(run_command + test + Words{"--db", db, "--format", "json"});
  REQUIRE(run.status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", db, "--format", "json"}).out == run.out);
  const Run show = run_schiri({"tournament", "show", "--db", db, "--format", "json"});
  CHECK(show.status == 0);
  CHECK(show.out.ends_with(run.out));
  const auto verdict = Json::parse(run.out.substr(run.out.rfind('\n', run.out.size() - 2)));
  for (const char* key : {"llr", "lower", "upper", "decision", "elo", "low", "high", "settings"}) {
    CHECK(verdict.at("sprt").contains(key));
  }
  const Run page = run_schiri({"tournament", "show", "--db", db, "--format", "markdown"});
  CHECK_THAT(page.out, contains_text(": H1 is accepted\n") &&
                           contains_text("median-unbiased |\n") &&
                           contains_text("| match | greedy against a\\|b&#64;c&lt;d\\> |"));
  CHECK(run_schiri({"tournament", "resume", "--db", db, "--format", "markdown"}).out == page.out);
  CHECK(run_schiri({"tournament", "show", "--game", "creeper", "--bot", "greedy", "--bot", "random",
                    "--format", "markdown"})
            .status == 2);
}

TEST_CASE("summary of a tournament: JUnit has cases for the test, pairings and lost games") {
  struct Event {
    Words words;
    int status, cases, failures, skipped;
  };
  const TemporaryDirectory directory;
  const std::string villain =
      scripted_bot("lies", directory) + " name=\"<villain> & 'co' \xef\xbf\xbe\"";
  const auto [words, status, cases, failures, skipped] = GENERATE_COPY(values<Event>({
      {{"--bot", "greedy", "--bot", "random", "--sprt", "elo0=0,elo1=200"}, 0, 3, 0, 0},
      // As other tournament programs write it.
      {{"--bot", "greedy", "--bot", "random", "--sprt", "elo0=0", "elo1=200"}, 0, 3, 0, 0},
      {{"--bot", "random", "--bot", "greedy", "--sprt", "elo0=0,elo1=200"}, 1, 3, 1, 0},
      {{"--bot", "greedy", "--bot", "random", "--sprt", "elo0=0,elo1=5", "--rounds", "3"},
       4,
       3,
       0,
       1},
      {{"--bot", "random", "--bot", villain, "--rounds", "2"}, 0, 6, 4, 0},
  }));
  const std::string db = directory.file("a.db"), file = directory.file("a.xml");
  const Run run = run_schiri(run_command + words + Words{"--db", db, "--junit", file});
  CAPTURE(run.err);
  CHECK(run.status == status);
  const std::string xml = read_file(file);
  CAPTURE(xml);
  const std::vector<std::string> elements = elements_of(xml);
  CHECK(count(elements, "testsuites") == 1);
  CHECK(count(elements, "testsuites>testsuite") == 1);
  CHECK(count(elements, "testsuite>testcase") == cases);
  CHECK(count(elements, "testcase>failure") == failures);
  CHECK(count(elements, "testcase>skipped") == skipped);
  CHECK_THAT(xml, contains_text(" tests=\"" + std::to_string(cases) + "\" failures=\"" +
                                std::to_string(failures) + "\" errors=\"0\" skipped=\"" +
                                std::to_string(skipped) + '"'));
  CHECK_THAT(xml, !contains_text("\xef\xbf\xbe"));
  if (failures == 4) {
    CHECK_THAT(xml, contains_text("&lt;villain&gt; &amp; &#39;co&#39; ? lost by illegal move: "));
  }
  // The same output without a new game, and in addition to a standing.
  CHECK(run_schiri({"tournament", "show", "--db", db, "--junit", "-"}).out.ends_with(xml));
  // The database is not overwritten.
  CHECK(run_schiri({"tournament", "show", "--db", db, "--junit", db}).status == 2);
  CHECK(run_schiri(run_command + words + Words{"--db", db, "--junit", db}).status == 2);
}

TEST_CASE("summary of a tournament: the verdict of a test is kept while its games are unchanged") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("a.db");
  const bool decides = GENERATE(true, false);
  const Words more = decides ? Words{"elo0=0,elo1=200"} : Words{"elo0=0,elo1=5", "--rounds", "3"};
  const Run run = run_schiri(
      run_command +
      Words{"--bot", "greedy", "--bot", "random", "--db", db, "--format", "json", "--sprt"} + more);
  REQUIRE(run.status == (decides ? 0 : 4));
  const auto printed =
      Json::parse(run.out.substr(run.out.rfind('\n', run.out.size() - 2))).at("sprt");
  const auto kept = [&] {
    return run_schiri(
               {"db", "query", "sql", "SELECT * FROM verdicts", "--db", db, "--format", "json"})
        .out;
  };
  const std::string stored = kept();
  const auto row = Json::parse(stored);
  for (const char* key :
       {"settings", "decision", "llr", "lower", "upper", "units", "games", "elo", "low", "high"}) {
    CAPTURE(key);
    CHECK(row.at(key) == printed.at(key));
  }
  const auto show = [&] { return run_schiri({"tournament", "show", "--db", db}); };
  CHECK_THAT(show().err, !contains_text("verdict"));
  CHECK(run_schiri({"tournament", "resume", "--db", db}).status == run.status);
  CHECK(kept() == stored);
  SQLite::Database(db, SQLite::OPEN_READWRITE).exec("UPDATE verdict SET elo = 1");
  CHECK_THAT(show().err, contains_text("the stored verdict differs"));
  CHECK(run_schiri({"tournament", "resume", "--db", db}).status == run.status);
  CHECK(kept() == stored);
  SQLite::Database(db, SQLite::OPEN_READWRITE)
      .exec("UPDATE game SET site = 'elsewhere' WHERE number = 1");
  CHECK(kept().empty());
  CHECK(show().status == 0);
  CHECK(run_schiri({"tournament", "resume", "--db", db}).status == run.status);
  CHECK(kept() == stored);
}

}  // namespace tournament_summary_test
