#include <iostream>

#include "cli/line/start.h"
#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "core/base/text.h"
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
  if (options.output == "-")
    throw InputError("-o: specify a new file; an event cannot be written to standard output");
  const auto imported = with_kind_explained(options.trf, "a TRF file", [&] {
    return otb::import_trf(
        {options.trf, options.output, options.game, options.variant, complete_game}, print_note);
  });
  if (imported.teams > 0) std::cout << counted(imported.teams, "team") << ", ";
  std::cout << counted(imported.players, "player") << ", " << imported.finished_rounds << " of "
            << counted(imported.planned_rounds, "round") << " finished"
            << (imported.is_playing ? ", one in progress" : "") << '\n';
  return ExitStatus::done;
}

}  // namespace

void add_otb_import(OtbCommands& commands) {
  const auto import =
      commands.add_without_file("import", "Import an event from a TRF file, to continue it",
                                "import cup.trf -o cup.otb", run_otb_import);
  import.app.add_option("TRF", import.options.trf, "The TRF file; - means standard input")
      ->required();
  import.app.add_option("-o,--output", import.options.output, "Write the event to this new file")
      ->required();
  add_game(import.app, "--game", import.options.game,
           "Set the game (that of the TRF file, otherwise creeper)");
  add_variant(import.app, "--variant", import.options.variant, "Set the variant (standard)");
}

}  // namespace schiri::cli
