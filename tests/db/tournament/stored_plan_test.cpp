#include "db/tournament/stored_plan.h"

#include <sstream>

#include "tests/catch.h"
#include "tests/data.h"
#include "tests/db/tournament/small_tournament.h"

namespace schiri::db::stored_plan_test {

/// A plan as an older version has stored it, and the games that it has played.
struct OldTournament {
  std::string plan;
  std::vector<std::string> games;
};

std::vector<OldTournament> old_tournaments() {
  std::vector<OldTournament> found;
  std::istringstream lines(read_data("stored-plans.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '{') {
      found.push_back({line, {}});
    } else {
      found.back().games.push_back(line);
    }
  }
  return found;
}

/// The stored games in the form of the file.
std::vector<std::string> games_of(const Store& store, const StoredTournament& event) {
  const auto results = stored_results(store, event);
  std::vector<std::string> games;
  GameFilter filter;
  filter.events = {event.name};
  visit_records(store, filter, [&](const StoredRecord& game) {
    const StoredResult& stored = results.at(games.size());
    std::string line = std::to_string(game.number.value());
    for (const char* tag : {"Round", "Result", "White", "Black"}) {
      line += '\t' + std::string(game.record.tag(tag));
    }
    games.push_back(line + '\t' + std::to_string(stored.hash.value()));
    return true;
  });
  return games;
}

TEST_CASE("stored plan: one of an older version keeps its text and goes on to the same games") {
  const auto tournaments = old_tournaments();
  REQUIRE(tournaments.size() == 9);
  const OldTournament& old = tournaments[GENERATE(range(std::size_t{0}, std::size_t{9}))];
  INFO(old.plan);
  const TournamentConfig config = parse_settings(old.plan, "plan").config();
  CHECK(config_json(config) == old.plan);

  const TemporaryDirectory directory;
  const std::string path = directory.file("old.db");
  {
    Store store(path, Store::Mode::create);
    create_tournament(store, {config.name, old.plan, Contest(config).schedule()->games()});
  }
  for (const int games : {1, 3, 1000}) {
    Store store(path, Store::Mode::write);
    const StoredTournament event = *find_tournament(store, config.name);
    const Contest contest = stored_contest(store, event);
    Interruption interruption(games + 1);
    TournamentLoop(
        store, event, contest,
        {.interrupted = [&] { return interruption.has_come(); }, .go_on_command = "go on"},
        {&interruption})
        .run(1);
  }
  const Store store(path, Store::Mode::read);
  CHECK(games_of(store, *find_tournament(store, config.name)) == old.games);
}

}  // namespace schiri::db::stored_plan_test
