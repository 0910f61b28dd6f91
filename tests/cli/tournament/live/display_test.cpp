#include "cli/tournament/live/display.h"

#include "tests/catch.h"
#include "tests/support/hostile_names.h"

namespace display_test {

using namespace schiri::cli;

/// Each player has beaten the next one three times and lost once.
rating::GameCounts ladder(const std::vector<std::string>& players) {
  rating::GameCounts counts("", "", players);
  for (rating::PlayerId i = 0; i + 1 < players.size(); ++i) counts.add_games(i, i + 1, {3, 0, 1});
  counts.finish();
  return counts;
}

LiveView view_of(const std::vector<std::string>& players) {
  return {"4 of 10 games, 2.0 games/s, 0:03 left", 0.4, "", ladder(players), {}};
}

std::vector<std::string> many(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("player" + std::to_string(i));
  return names;
}

std::size_t characters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & '\xc0') != '\x80'; }));
}

TEST_CASE("live display: a bar and players by rating with errors") {
  CHECK(live_lines(view_of({"anna", "bert"}), {80, 24}, false) ==
        std::vector<std::string>{
            "4 of 10 games, 2.0 games/s, 0:03 left  [###############------------------------]",
            "rank  player     Elo      ±  LOS %  games  score %  draw %    1    2",
            "   1  anna    1573.6  204.8   78.1      4     75.0     0.0    x  3.0",
            "   2  bert    1426.4  204.8             4     25.0     0.0  1.0    x"});
}

TEST_CASE("live display: verdict and current games with limited space") {
  LiveView view = view_of({"anna", "bert"});
  view.verdict = "LLR 1.20 (-2.94, 2.94) after 3 pairs";
  view.playing = {"playing 5: anna - bert, 0:07"};
  const auto lines = live_lines(view, {80, 24}, false);
  CHECK(lines.size() == 6);
  CHECK(lines[1] == view.verdict);
  CHECK(lines[5] == view.playing[0]);
  view.forecast = "P(pass) 60.0 %, about 1:00 left (95 %: at most 3:00)";
  CHECK(live_lines(view, {80, 24}, false)[2] == view.forecast);
  view.forecast.clear();
  view.playing.assign(9, view.playing[0]);
  CHECK(live_lines(view, {80, 24}, false).back() == "and 6 more games");
  CHECK(live_lines(view, {80, 8}, false).back().substr(0, 10) == "   2  bert");
}

TEST_CASE("live display: a match is shown by its block") {
  LiveView view = view_of({"anna", "bert"});
  view.match = rating::match_summary(rating::MatchCounts::penta({1, 2, 3, 4, 5}), {15, 5, 10});
  const auto lines = live_lines(view, {80, 24}, false);
  REQUIRE(lines.size() == 5);
  CHECK(lines[1].starts_with("Elo: "));
  CHECK_THAT(lines[2], contains_text("LOS: ") && contains_text("pairs ratio: 3.00"));
  CHECK(lines[3] == "Games: 30, Wins: 15, Losses: 10, Draws: 5, Points: 17.5 (58.3 %)");
  CHECK(lines[4] == "Pentanomial (0-2): [1, 2, 3, 4, 5]");
  CHECK(live_lines(view, {80, 4}, false).size() <= 3);
}

TEST_CASE("live display: a line after N games or seconds") {
  CHECK(parse_progress_interval("100")->games == 100u);
  CHECK(parse_progress_interval("30s")->time == std::chrono::seconds(30));
  for (const char* text : {"", "s", "0", "0s", "-1", "x", "1.5", "10m", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_progress_interval(text));
  }
}

TEST_CASE("live display: output fits the terminal") {
  for (const std::size_t players : {0u, 1u, 2u, 30u, 101u, 500u}) {
    LiveView view = view_of(many(players));
    view.verdict = std::string(300, 'v');
    view.playing.assign(7, std::string(300, 'p'));
    for (const std::size_t columns : {1u, 20u, 80u, 200u}) {
      for (const std::size_t rows : {1u, 2u, 3u, 5u, 9u, 24u, 60u}) {
        const auto lines = live_lines(view, {columns, rows}, false);
        CAPTURE(players, columns, rows);
        CHECK(lines.size() < std::max<std::size_t>(rows, 2));
        for (const std::string& line : lines) CHECK(characters(line) <= columns);
      }
    }
  }
}

TEST_CASE("live display: players beyond the last line are counted") {
  const auto lines = live_lines(view_of(many(30)), {80, 12}, false);
  REQUIRE(lines.size() == 11);
  CHECK(lines[1].substr(0, 12) == "rank  player");
  CHECK(lines.back() == "and 22 more");
}

TEST_CASE("live display: pools that have not met have headings of their own") {
  const bool is_rated = GENERATE(true, false);
  const rating::PlayerId players = is_rated ? 6 : 120;
  LiveView view = view_of(many(players));
  view.standing = rating::GameCounts("", "", many(players));
  for (rating::PlayerId i = 0; i + 2 < players; ++i) view.standing.add_games(i, i + 2, {3, 0, 1});
  view.standing.finish();
  const auto position = [](const std::vector<std::string>& lines, const std::string& beginning) {
    return std::find_if(lines.begin(), lines.end(),
                        [&](const std::string& line) { return line.starts_with(beginning); }) -
           lines.begin();
  };
  const auto lines = live_lines(view, {80, 200}, false);
  const auto second = position(lines, "pool 2 of 2");
  CHECK(lines[1] == "pool 1 of 2");
  CHECK(second == 3 + players / 2);
  REQUIRE(lines.size() == 5 + players);
  const auto is_of_pool = [](const std::string& line, std::size_t pool) {
    const auto number = std::stoul(line.substr(line.find("player") + 6));
    return number % 2 == pool - 1;
  };
  for (std::size_t i = 0; i < players / 2; ++i) {
    CHECK(is_of_pool(lines[3 + i], 1));
    CHECK(is_of_pool(lines[static_cast<std::size_t>(second) + 2 + i], 2));
  }

  const auto few = live_lines(view, {80, 7}, false);
  REQUIRE(few.size() == 6);
  CHECK(few.back() == "and " + std::to_string(players - 2) + " more");
  CHECK(position(few, "pool 2") == 6);
}

TEST_CASE("live display: UTF-8 characters stay whole and control characters are replaced") {
  const auto lines = live_lines(view_of({"Dörte Müller", "\x1b[2Jevil\n"}), {13, 24}, false);
  CHECK(lines[2] == "   1  Dörte M");
  CHECK(lines[3] == "   2  ?[2Jevi");
}

TEST_CASE("live display: no name or verdict or game draws outside its line") {
  LiveView view = view_of(hostile_names);
  for (const std::string& name : hostile_names) {
    view.verdict = name;
    view.playing.push_back(name + " - " + name);
    for (const std::string& line : live_lines(view, {60, 200}, false)) {
      CAPTURE(line);
      CHECK(is_harmless(line));
      CHECK(line.find('\n') == line.npos);
      CHECK(line.find('\t') == line.npos);
      CHECK(characters(line) <= 60);
    }
  }
}

TEST_CASE("live display: only the heading is coloured and colour is optional") {
  const auto lines = live_lines(view_of({"anna", "bert"}), {80, 24}, true);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    CHECK((lines[i].find('\x1b') != std::string::npos) == (i == 1));
  }
}

}  // namespace display_test
