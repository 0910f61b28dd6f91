#include <tuple>

#include "cli/otb/otb_commands.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"
#include "core/pairing/swiss_simulation.h"
#include "notation/trf/trf_writer.h"

namespace schiri::cli {

namespace {

struct SimulateOptions {
  SimulationTerms terms;
  std::string accelerate;
  std::string output = "-";
};

ExitStatus run_otb_simulate(const SimulateOptions& options) {
  OutputFile output(options.output);
  SimulationTerms terms = options.terms;
  terms.baku = !options.accelerate.empty();
  const SimulatedEvent event = simulate_swiss(terms);
  TrfTournament told;
  told.name = "simulated, seed " + std::to_string(options.terms.seed);
  told.about = {{"092", "Individual: Swiss-System"}, {"192", "FIDE_DUTCH_2026"}};
  told.history = event.history;
  told.rounds = event.rounds;
  for (std::size_t p = 0; p < event.ratings.size(); ++p) {
    TrfPlayer& player = told.players.emplace_back();
    player.id = p + 1;
    player.name = "Player " + std::to_string(p + 1);
    player.rating = event.ratings[p];
  }
  output.stream() << write_trf(told);
  output.commit();
  if (event.rounds == options.terms.rounds) return ExitStatus::done;
  print_message(message("only {0} of {1} {1:round|rounds} can be paired", event.rounds,
                        options.terms.rounds));
  return ExitStatus::wrong;
}

}  // namespace

void add_otb_simulate(OtbCommands& commands) {
  const auto simulate = commands.add_without_file(
      "simulate", "Write a TRF file of a simulated event",
      "simulate --players 80 --rounds 9 --seed 7 -o x.trf", run_otb_simulate);
  SimulationTerms& terms = simulate.options.terms;
  Command& app = simulate.app;
  app.add_option("--players", terms.players, "Simulate N players (50)")->range(2, 2000);
  app.add_option("--rounds", terms.rounds, "Simulate N rounds (9)")->range(1, 99);
  app.add_option("--seed", terms.seed, "Set the random seed (1)");
  const std::tuple<const char*, int*, const char*> shares[] = {
      {"--draws", &terms.draws, "Set the draws between equal players (30)"},
      {"--forfeits", &terms.forfeits, "Set the forfeited games (2)"},
      {"--withdrawals", &terms.withdrawals, "Set the players who withdraw after a round (1)"},
      {"--half-byes", &terms.half_byes, "Set the players with half-point byes in a round (2)"},
      {"--absences", &terms.absences, "Set the players with zero-point byes in a round (1)"},
      {"--late", &terms.late_entries, "Set the late entries (3)"}};
  for (const auto& [name, value, help] : shares) {
    app.add_option(name, *value, help)->range(0, 100)->type_name("PERCENT");
  }
  app.add_option("--accelerate", simulate.options.accelerate, "Accelerate the first rounds")
      ->one_of({"baku"});
  app.add_file("-o,--output", simulate.options.output,
               "Write to this file instead of standard output");
}

}  // namespace schiri::cli
