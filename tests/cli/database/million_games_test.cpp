#include <sys/resource.h>

#include "tests/catch.h"
#include "tests/generated_games.h"
#include "tests/support/run.h"

namespace million_games_test {

constexpr std::uint64_t games = 1'000'000;
constexpr ArchiveShape shape{.games = games, .players = 1'000, .turns = 20};

/// Does a file hold exactly the generated archive?
bool is_archive(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  GeneratedGames source(shape);
  std::string wanted(1 << 20, '\0'), found(1 << 20, '\0');
  while (const std::size_t size = source.read(wanted.data(), wanted.size())) {
    file.read(found.data(), static_cast<std::streamsize>(size));
    if (!std::equal(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(size),
                    found.begin(), found.begin() + file.gcount())) {
      return false;
    }
  }
  return file.peek() == std::ifstream::traits_type::eof();
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Processor time of finished child processes, in seconds.
double used_by_programs() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Fixture {
  Run run(std::vector<std::string> words) const {
    words.insert(words.end(), {"--db", db});
    const double before = used_by_programs();
    Run run = run_schiri(words);
    seconds = used_by_programs() - before;
    UNSCOPED_INFO(words[0] << ' ' << words[1] << ": " << run.err);
    CHECK(run.status == 0);
    return run;
  }

  TemporaryDirectory directory;
  std::string db = directory.file("a.db"), records = directory.file("a.pgn");
  mutable double seconds = 0;  ///< processor time of the last run
};

TEST_CASE_METHOD(
    Fixture, "a million games: imported and checked and queried and rated and exported unchanged",
    "[long]") {
  {
    std::ofstream file(records, std::ios::binary);
    GeneratedGames source(shape);
    std::string buffer(1 << 20, '\0');
    while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
      file.write(buffer.data(), static_cast<std::streamsize>(size));
    }
  }
  CHECK(run({"db", "import", records}).out == "1000000 games stored, 0 in quarantine\n");

  // The position after three turns of the first game, and the final one of the last game.
  const auto record = Json::parse(
      run({"db", "query", "sql", "--format", "json",
           "SELECT movetext, (SELECT movetext FROM games ORDER BY id DESC LIMIT 1) AS last"
           " FROM games LIMIT 1"})
          .out);
  const auto position_after = [&](const std::string& key, std::size_t turns) {
    std::vector<std::string> words = {"position", "creeper", "--format", "json"};
    std::istringstream stream(record.at(key).get<std::string>());
    for (std::string turn; turns-- > 0 && stream >> turn;) {
      words.insert(words.end(), {"--play", turn});
    }
    return Json::parse(run_schiri(words).out).at("position").get<std::string>();
  };
  const auto ids_through = [&](const std::string& position) {
    return run({"db", "query", "games", "--game", "creeper", "--reaches", position, "--columns",
                "id", "--format", "csv", "--sort", "id"})
        .out;
  };
  const std::string early = position_after("movetext", 3), late = position_after("last", 1000);
  const std::string by_replay = ids_through(early);
  CHECK(lines(by_replay) > 10);
  const Run index = run({"db", "index"});
  CHECK_THAT(index.out, contains_text(" of 1000000 games in the index"));
  CHECK(ids_through(early) == by_replay);
  CHECK(seconds < 1);
  CHECK(ids_through(late) == "id\n1000000\n");
  CHECK(seconds < 0.5);
  // Searches without a position replay all games.
  const struct {
    Words search;
    double most_seconds;
  } searches[] = {{{"--pieces", "W<=6,b>=3"}, 20},
                  {{"--pattern", "*/*/*/*/*/?WW???./1WW4"}, 20},
                  {{"--reaches", "A2+B3"}, 1},
                  {{"--pieces", "W<=6", "--player", "Player 7"}, 1}};
  for (const auto& row : searches) {
    const Words first = {"db", "query", "games", "--columns", "id", "--limit", "9"};
    CAPTURE(row.search);
    CHECK(lines(run(first + row.search).out) > 2);
    CHECK(seconds < row.most_seconds);
  }

  const std::string ratings = run({"ratings", "--format", "csv"}).out;
  CHECK(seconds < 3);
  CHECK(lines(ratings) == 1 + shape.players);
  CHECK(run_schiri({"ratings", "--format", "csv", records}).out == ratings);
  CHECK(lines(run({"db", "query", "players", "--format", "csv"}).out) == 1 + shape.players);

  CHECK(run({"db", "import", records}).out ==
        "0 games stored, 0 in quarantine, 1000000 there already\n");
  CHECK(run({"db", "check"}).out == "1000000 games replayed, 0 problems\n");
  std::filesystem::remove(records);
  run({"db", "export", "-o", records});
  CHECK(is_archive(records));
}

}  // namespace million_games_test
