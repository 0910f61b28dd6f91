#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/bench/program.h"
#include "tests/bench/subjects.h"
#include "tests/files.h"
#include "tests/generated_games.h"

// questions: what commands on a database cost, in processor time of all threads, compared with
// `validate` of the same games, which replays each of them once. The games are whole ones between
// random and greedy players, as a tournament stores them, and, for ratings, a great number of
// results.

namespace schiri::bench {

namespace {

using Words = std::vector<std::string>;

constexpr int rounds = 3;

struct Question {
  const char* name;
  Words words;
  std::string makes = {};  ///< this file, which is removed before each run
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Prints a row for each question: the ratio of its time to that of the replay, and its memory.
void compare(const std::string& text, const std::vector<Question>& questions) {
  for (const Question& question : questions) {
    std::vector<double> ratios, times;
    double bytes = 0;
    for (int round = 0; round < rounds; ++round) {
      if (!question.makes.empty()) std::filesystem::remove(question.makes);
      const Cost replay = run_program({"validate", "-q", text});
      const Cost cost = run_program(question.words);
      ratios.push_back(cost.seconds / replay.seconds);
      times.push_back(cost.seconds);
      bytes = std::max(bytes, cost.bytes);
    }
    std::printf("questions: %-27s %10.2f  %-14s %10.0f  %-28s %8.2f\n", question.name,
                median(times), "s", bytes / 1e6, "MB; time: validate", median(ratios));
    std::fflush(stdout);
  }
}

void ask_of_games(const TemporaryDirectory& folder) {
  const std::string played = folder.file("played.db"), text = folder.file("games.pgn");
  const std::string db = folder.file("games.db"), out = folder.file("out");
  run_program({"tournament", "run", "--game", "creeper", "--bot", "random", "--bot", "greedy",
               "--bot", "random name=dice", "--rounds", "3000", "--db", played});
  run_program({"db", "export", "--db", played, "-o", text});
  std::filesystem::remove(played);
  const Words openings = {"db", "query", "openings", "creeper", "--db", db};
  Words after_turn = openings;
  after_turn.insert(after_turn.end(), {"--play", "A2+B3"});
  compare(text, {{"db import", {"db", "import", "-q", "--db", db, text}, db},
                 {"db export", {"db", "export", "--db", db, "-o", out}},
                 {"db check", {"db", "check", "--db", db}},
                 {"openings after a turn", after_turn},
                 {"games --pieces", {"db", "query", "games", "--db", db, "--pieces", "W>=9,B<=3"}},
                 {"games --pattern",
                  {"db", "query", "games", "--db", db, "--pattern", "*/WWW4/*/*/*/*/*"}},
                 {"report", {"report", "--db", db, "-o", out}},
                 {"ratings", {"ratings", "--db", db}},
                 {"db index", {"db", "index", "--db", db, "--rebuild"}},
                 {"openings from the index", openings}});
}

void write_games(ByteSource&& games, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  char buffer[1 << 16];
  while (const std::size_t size = games.read(buffer, sizeof buffer)) {
    file.write(buffer, static_cast<std::streamsize>(size));
  }
}

void ask_of_results(const TemporaryDirectory& folder) {
  const std::string text = folder.file("results.pgn"), db = folder.file("results.db");
  write_games(GeneratedGames({.games = 1'000'000, .players = 1000, .turns = 4}), text);
  compare(text, {{"db import, short games", {"db", "import", "-q", "--db", db, text}, db},
                 {"ratings of 1,000 players", {"ratings", "--db", db}},
                 {"events", {"db", "query", "events", "--db", db}}});
}

}  // namespace

void questions() {
  const TemporaryDirectory folder;
  ask_of_games(folder);
  ask_of_results(folder);
}

}  // namespace schiri::bench
