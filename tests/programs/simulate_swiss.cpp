#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "tests/programs/swiss_simulation.h"

// Writes the TRF file of a simulated event to standard output:
//
//     simulate_swiss players=40 rounds=9 seed=7 forfeits=5
//
// Names and shares are those of SimulationTerms. Exit status 1: fewer rounds could be paired.

int main(int argc, char** argv) {
  schiri::SimulationTerms terms;
  std::uint64_t players = terms.players;
  const std::pair<std::string_view, std::uint64_t*> sizes[] = {
      {"players", &players}, {"rounds", &terms.rounds}, {"seed", &terms.seed}};
  const std::pair<std::string_view, int*> shares[] = {{"draws", &terms.draws},
                                                      {"forfeits", &terms.forfeits},
                                                      {"withdrawals", &terms.withdrawals},
                                                      {"half_byes", &terms.half_byes},
                                                      {"absences", &terms.absences},
                                                      {"late_entries", &terms.late_entries}};
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::size_t equals = word.find('=');
    const long value = equals == word.npos ? -1 : std::strtol(argv[i] + equals + 1, nullptr, 10);
    bool is_known = false;
    for (const auto& [name, place] : sizes) {
      if (word.substr(0, equals) != name || value < 1) continue;
      *place = static_cast<std::uint64_t>(value);
      is_known = true;
    }
    for (const auto& [name, place] : shares) {
      if (word.substr(0, equals) != name || value < 0 || value > 100) continue;
      *place = static_cast<int>(value);
      is_known = true;
    }
    if (is_known) continue;
    std::fprintf(stderr, "simulate_swiss: '%s' is not a setting\n", argv[i]);
    return 2;
  }
  terms.players = players;
  const schiri::SimulatedEvent event = schiri::simulate_swiss(terms);
  std::fputs(simulated_trf(event, "simulated, seed " + std::to_string(terms.seed)).c_str(), stdout);
  return event.rounds == terms.rounds ? 0 : 1;
}
