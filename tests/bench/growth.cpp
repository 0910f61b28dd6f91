#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/bench/program.h"
#include "tests/files.h"
#include "tests/generated_games.h"
#include "tests/programs/swiss_simulation.h"

// schiri_growth [--large]: how the cost of commands grows. Runs them on 10,000 and 100,000
// generated games, with --large also on 1,000,000, and on events of up to 2,000 players, and prints
// processor time a game or player, and memory. A time that grows to more than 1.3 times the first
// is marked.

namespace {

using Words = std::vector<std::string>;

using schiri::bench::Cost, schiri::bench::run_program;

/// The files of one size.
struct Archive {
  std::uint64_t games;
  std::string text, database, output;
};

Archive make_archive(const TemporaryDirectory& folder, std::uint64_t games) {
  const std::string name = folder.file(std::to_string(games));
  schiri::GeneratedGames source({.games = games, .players = 1000, .turns = 40});
  std::ofstream file(name + ".pgn", std::ios::binary);
  std::string buffer(std::size_t{1} << 16, '\0');
  while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
    file.write(buffer.data(), static_cast<std::streamsize>(size));
  }
  if (!file.flush()) throw std::runtime_error("cannot write " + name + ".pgn");
  return {games, name + ".pgn", name + ".db", name + ".out"};
}

struct Task {
  const char* name;
  Words (*words)(const Archive& archive);
};

// The import makes the database of the tasks after it.
const Task tasks[] = {
    {"validate",
     [](const Archive& a) {
       return Words{"validate", a.text};
     }},
    {"convert",
     [](const Archive& a) {
       return Words{"convert", a.text, "-o", a.output};
     }},
    {"sort",
     [](const Archive& a) { return Words{"sort", a.text, "--by", "white", "-o", a.output}; }},
    {"dedupe",
     [](const Archive& a) {
       return Words{"dedupe", a.text, "-o", a.output};
     }},
    {"db import",
     [](const Archive& a) {
       return Words{"db", "import", "--db", a.database, a.text};
     }},
    {"db check",
     [](const Archive& a) {
       return Words{"db", "check", "--db", a.database};
     }},
    {"db export",
     [](const Archive& a) { return Words{"db", "export", "--db", a.database, "-o", a.output}; }},
    {"openings",
     [](const Archive& a) {
       return Words{"db", "query", "openings", "creeper", "--db", a.database};
     }},
    {"head-to-head",
     [](const Archive& a) {
       return Words{"db", "query", "head-to-head", "--db", a.database};
     }},
    {"ratings",
     [](const Archive& a) {
       return Words{"ratings", "--db", a.database};
     }},
    {"report",
     [](const Archive& a) {
       return Words{"report", "--db", a.database, "-o", a.output};
     }},
};

/// Prints one row: the cost of each command, which works on so many items.
void print(const char* name, const std::vector<std::pair<std::uint64_t, Words>>& commands) {
  std::printf("%-14s", name);
  double first = 0;
  for (const auto& [items, words] : commands) {
    const Cost cost = run_program(words);
    const double time = cost.seconds * 1e6 / static_cast<double>(items);
    if (first == 0) first = time;
    std::printf(" %10.2f us%s %6.0f MB", time, time > 1.3 * first ? "!" : " ", cost.bytes / 1e6);
    std::fflush(stdout);
  }
  std::printf("\n");
}

void print_head(const char* title, const std::vector<std::uint64_t>& sizes, const char* items) {
  std::printf("%-14s", title);
  for (const std::uint64_t size : sizes) {
    std::printf(" %10llu %-12s", static_cast<unsigned long long>(size), items);
  }
  std::printf("\n");
}

void print_games(const TemporaryDirectory& folder, const std::vector<std::uint64_t>& sizes) {
  std::vector<Archive> archives;
  for (const std::uint64_t games : sizes) archives.push_back(make_archive(folder, games));
  print_head("time a game", sizes, "games");
  for (const Task& task : tasks) {
    std::vector<std::pair<std::uint64_t, Words>> commands;
    for (const Archive& archive : archives)
      commands.emplace_back(archive.games, task.words(archive));
    print(task.name, commands);
  }
}

void print_events(const TemporaryDirectory& folder) {
  const std::vector<std::uint64_t> sizes = {250, 500, 1000, 2000};
  std::printf("\n");
  print_head("time a player", sizes, "players");
  for (const char* rounds : {"5", "9", "13"}) {
    std::vector<std::pair<std::uint64_t, Words>> commands;
    for (const std::uint64_t players : sizes) {
      schiri::SimulationTerms terms;
      terms.players = players;
      terms.rounds = std::stoul(rounds);
      const std::string file = "event-" + std::to_string(players) + "-" + rounds + ".trf";
      commands.emplace_back(
          players,
          Words{"otb", "check", folder.write(file, simulated_trf(schiri::simulate_swiss(terms)))});
    }
    print((std::string("Dutch, ") + rounds).c_str(), commands);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_large = argc == 2 && std::string_view(argv[1]) == "--large";
  if (argc > 1 && !is_large) {
    std::fprintf(stderr, "usage: schiri_growth [--large]\n");
    return 2;
  }
  try {
    const TemporaryDirectory folder;
    std::vector<std::uint64_t> sizes = {10'000, 100'000};
    if (is_large) sizes.push_back(1'000'000);
    print_games(folder, sizes);
    print_events(folder);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "schiri_growth: %s\n", error.what());
    return 1;
  }
}
