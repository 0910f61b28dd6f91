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
  if (options.output == "-")
    throw InputError(
        message("-o: specify a new file; an event cannot be written to standard output"));
  const auto imported = with_kind_explained(options.trf, message("a TRF file"), [&] {
    return otb::import_trf(
        {options.trf, options.output, options.game, options.variant, complete_game}, print_note);
  });
  Message text = message("{0} {0:player|players}", imported.players);
  if (imported.teams > 0) text = listed(message("{0} {0:team|teams}", imported.teams), text);
  text = listed(text, message("{0} of {1} {1:round|rounds} finished", imported.finished_rounds,
                              imported.planned_rounds));
  if (imported.is_playing) text = listed(text, message("one in progress"));
  std::cout << translated(text) << '\n';
  return ExitStatus::done;
}

}  // namespace

void add_otb_import(OtbCommands& commands) {
  const auto import =
      commands.add_without_file("import", "Import an event from a TRF file, to continue it",
                                "import cup.trf -o cup.otb", run_otb_import);
  import.app.add_file("TRF", import.options.trf, "The TRF file; - means standard input")
      ->required();
  import.app.add_file("-o,--output", import.options.output, "Write the event to this new file")
      ->required();
  add_game(import.app, "--game", import.options.game,
           "Set the game (that of the TRF file, otherwise creeper)");
  add_variant(import.app, "--variant", import.options.variant, "Set the variant (standard)");
}

}  // namespace schiri::cli
