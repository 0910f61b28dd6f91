#include "cli/tournament/live/page.h"

#include "cli/print/output_language.h"
#include "tests/catch.h"
#include "tests/support/report_page.h"
#include "tests/support/run.h"

namespace page_test {

using namespace schiri::cli;

constexpr char refresh[] = "<main data-every=\"2\">";

const Words event = {"tournament", "run",   "--game", "creeper",     "--bot",
                     "random",     "--bot", "greedy", "--max-turns", "6"};

TournamentConfig small_config() {
  TournamentConfig config;
  config.name = "Cup <1>";
  config.game = "creeper";
  config.variant = "standard";
  for (const char* name : {"a", "b"}) {
    BotSpec bot;
    bot.name = name;
    bot.builtin = "random";
    config.bots.push_back(bot);
  }
  return config;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("live page: names are escaped and nothing is loaded from elsewhere") {
  rating::GameCounts counts("", "", {"<script>alert(1)</script>", "b\"&"});
  counts.add_games(0, 1, {3, 0, 1});
  counts.finish();
  LiveView view{"4 of 10 games", 0.4, "LLR <b>", counts, {}};
  view.forecast = "P(pass) <u>";
  LiveDocument document{"</title><img src=x>", view};
  document.boards = {
      {5, {"<i>", "0:59", "+0.34/6"}, {"b", "1:02", "<u>"}, Side::black, "<b>", "<svg/>"}};
  document.results = {{4, "<i>", "b", "1/2-1/2", "repetition", 31}};
  document.seconds = 2;
  document.report = "a\"><u>.html";
  const std::string page = live_page(document, {});
  for (const char* part : {"<script>alert", "<img", "<b>", "<i>", "<u>"})
    CHECK_FALSE(holds(page, part));
  for (const char* part :
       {"&lt;script&gt;", "<p>4 of 10 games</p>", "<p class=\"verdict\">P(pass) ",
        "value=\"0.400\"", "<svg/>", "default-src 'none'", refresh, ">1561</td>", ">0:59<",
        ">+0.34/6<", "Game 5", "seat black running", "<td>½-½</td>", "repetition",
        "a&quot;&gt;&lt;u&gt;.html"}) {
    CAPTURE(part);
    CHECK(holds(page, part));
  }
}

TEST_CASE("live page: pools that have not met have tables of their own") {
  rating::GameCounts counts("", "", {"a", "b", "c", "d"});
  counts.add_games(0, 1, {3, 0, 1});
  counts.add_games(2, 3, {3, 0, 1});
  counts.finish();
  const LiveView view{"4 of 10 games", 0.4, "", counts, {}};
  const std::string page = live_page({"Cup", view}, {});
  const auto second = page.find("<h2>Pool 2 of 2");
  REQUIRE(second != page.npos);
  CHECK(page.find("<h2>Pool 1 of 2") < page.find(">b</th>"));
  CHECK(page.find(">b</th>") < second);
  CHECK(second < page.find(">c</th>"));
}

TEST_CASE("live page: the page of a match has its figures, and speaks three languages") {
  rating::GameCounts counts("", "", {"a", "b"});
  counts.finish();
  const LiveView view{"4 of 10 games, 3 games/s", 0.4, "", counts, {}};
  CHECK(holds(live_page({"Cup", view}, {}), "<p>4 of 10 games, 3 games/s</p>"));
  const std::string german = live_page({"Cup", view}, translation_to("de"));
  CHECK(holds(german, "<html lang=\"de\">"));
  CHECK(holds(german, "aria-label=\"gespielte Partien\""));
  CHECK(holds(live_page({"Cup", view}, translation_to("fr")), "aria-label=\"parties jouées\""));
}

TEST_CASE("live page: the address of the report is relative, and its characters are escaped") {
  CHECK(address_from("/a/b/live.html", "/a/b/report.html") == "report.html");
  CHECK(address_from("/a/b/live.html", "/a/c/r p%#?.html") == "../c/r%20p%25%23%3F.html");
  CHECK(address_from("live.html", "javascript:alert(1)") == "javascript%3Aalert%281%29");
  CHECK(address_from("/a/live.html", "/a/\xc3\xa4.html") == "%C3%A4.html");
}

TEST_CASE("live page: shows current games and stops its refresh after the last game") {
  const TemporaryDirectory directory;
  const std::string file = directory.file("live.html");
  const Contest contest(small_config());
  const ScheduledGame game{.number = 1, .round = 1, .leg = 1, .white = 0, .black = 1, .opening = 1};
  LivePage page(contest, file);
  page.begin({0, 2, ""});
  page.begin_game(game);
  auto position = contest.type().start(contest.opening(1).start);
  for (const std::string& turn : contest.opening(1).turns) REQUIRE_FALSE(position->play(turn));
  Rng rng(1);
  const std::string turn = position->random_turn(rng);
  page.play_turn(game, {.side = Side::white,
                        .text = turn,
                        .score = Score{Score::Kind::value, 34},
                        .depth = 6,
                        .left = std::chrono::seconds(61)});
  page.tick({0, 2, ""});
  const std::string during = read_file(file);
  CHECK(holds(during, refresh));
  CHECK(holds(during, "<svg"));
  CHECK(holds(during, "Game 1"));
  CHECK(holds(during, "Black to move, last turn " + turn));
  CHECK(holds(during, "+0.34/6"));
  CHECK(holds(during, ">1:01<"));
  CHECK(holds(during, "Cup &lt;1&gt;"));
  page.end_game(game);
  page.end({2, 2, ""}, true);
  const std::string after = read_file(file);
  CHECK_FALSE(holds(after, refresh));
  CHECK_FALSE(holds(after, "<svg"));
}

TEST_CASE("live page: a whole tournament") {
  const TemporaryDirectory directory;
  const std::string page = directory.file("live.html"), db = directory.file("e.db");
  const Run run = run_schiri(event + Words{"--db", db, "--live", page});
  CHECK(run.status == 0);
  CHECK(holds(read_file(page), "<th scope=\"row\">greedy"));
  CHECK(holds(read_file(page), "Last results"));
  CHECK(holds(read_file(page), "\nLOS: "));
  CHECK_FALSE(holds(read_file(page), refresh));
  CHECK_FALSE(holds(read_file(page), "<a href"));
}

TEST_CASE("live page: leads to the report of --report, which is written at the end") {
  const TemporaryDirectory directory;
  const std::string page = directory.file("live.html"), db = directory.file("e.db"),
                    report = directory.file("the report.html");
  const Run run =
      run_schiri(event + Words{"--db", db, "--event", "A cup", "--live", page, "--report", report});
  CHECK(run.status == 0);
  CHECK(holds(read_file(page), "<a href=\"the%20report.html\">"));
  CHECK(holds(read_file(report), "<title>A cup</title>"));
  CHECK(report_data(read_file(report)).at("total") == 2);
  CHECK(run_schiri(event + Words{"--db", db, "--report", db}).status == 2);
  const Run failed = run_schiri(event + Words{"--db", directory.file("f.db"), "--report",
                                              directory.file("none/report.html")});
  CHECK(failed.status == 3);
}

TEST_CASE("live page: never overwrites another file and an error does not stop the tournament") {
  const TemporaryDirectory directory;
  const std::string db = directory.file("e.db"), log = directory.file("log");
  CHECK(run_schiri(event + Words{"--db", db, "--live", db}).status == 2);
  CHECK(run_schiri(event + Words{"--db", db, "--log", log, "--live", log}).status == 2);
  CHECK_FALSE(std::filesystem::exists(db));
  const Run run = run_schiri(event + Words{"--db", db, "--live", directory.file("none/live.html")});
  CHECK(run.status == 0);
  CHECK_THAT(run.err, contains_text("the tournament goes on without its page"));
}

}  // namespace page_test
