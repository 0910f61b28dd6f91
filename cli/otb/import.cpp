#include <iostream>

#include "cli/line/start.h"
#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "db/otb/trf_import.h"

namespace schiri::cli {

namespace {

struct ImportTrfOptions {
  std::string trf;
  std::string output;
  std::string game;
  std::string variant;
};

ExitStatus run_otb_import(const ImportTrfOptions& options) {
  if (options.output == "-") throw InputError("-o: an event needs a file of its own");
  const auto imported = otb::import_trf(
      {options.trf, options.output, options.game, options.variant, complete_game}, print_note);
  if (imported.teams > 0) std::cout << imported.teams << " teams, ";
  std::cout << imported.players << " players, " << imported.finished_rounds << " of "
            << imported.planned_rounds << " rounds finished"
            << (imported.is_playing ? ", one is being played" : "") << '\n';
  return ExitStatus::done;
}

}  // namespace

void add_otb_import(OtbCommands& commands) {
  const auto import =
      commands.add_without_file("import", "Go on with an event that a report (TRF) tells of",
                                "import cup.trf -o cup.otb", run_otb_import);
  import.app.add_option("TRF", import.options.trf, "The report, - for standard input")->required();
  import.app.add_option("-o,--output", import.options.output, "The event's new file")->required();
  add_game(import.app, "--game", import.options.game,
           "What is played (as the report says, else creeper)");
  add_variant(import.app, "--variant", import.options.variant,
              "A variant instead of the standard one");
}

}  // namespace schiri::cli
