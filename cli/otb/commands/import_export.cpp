#include "cli/line/start.h"
#include "cli/otb/acts/event_records.h"
#include "cli/otb/commands/entry_options.h"
#include "cli/otb/commands/event_access.h"
#include "cli/otb/commands/otb_commands.h"
#include "cli/otb/trf/trf.h"
#include "cli/print/console.h"
#include "cli/print/output_file.h"
#include "cli/print/output_language.h"

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
    const otb::ImportSettings settings{options.trf, options.output, options.game, options.variant,
                                       complete_game};
    auto made = otb::import_trf(settings, otb::read_trf_file(options.trf, print_note), print_note);
    otb::Journal::create(options.output, made.acts);
    return made;
  });
  const otb::Event& event = *imported.event;
  Message text = listed(message("{0} {0:player|players}", event.entrants().size()),
                        message("{0} of {1} {1:round|rounds} finished", imported.finished_rounds,
                                event.planned_rounds()));
  if (imported.is_playing) text = listed(text, message("one in progress"));
  say(console::out, text);
  return ExitStatus::done;
}

struct ExportEventOptions {
  std::string file;
  std::string format = "trf16";  ///< or `pgn`
  std::string output = "-";
};

ExitStatus run_otb_export(const ExportEventOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options.output, options.file);
  if (options.format == "pgn") {
    otb::write_records(output.stream(), journal);
  } else {
    otb::write_trf(output.stream(), journal.head(), journal.event());
    std::vector<std::string> names;
    for (const otb::Entrant& entrant : journal.event().entrants()) names.push_back(entrant.name);
    for (const Message& note : long_name_notes(names)) print_note(note);
  }
  output.commit();
  return ExitStatus::done;
}

}  // namespace

void add_otb_import_export(OtbCommands& commands) {
  const auto import =
      commands.add_without_file("import", "Import an event from a TRF file, to continue it",
                                "cup.trf -o cup.otb", run_otb_import);
  import.command.add_file("TRF", import.options.trf, "The TRF file; - means standard input")
      ->required();
  import.command.add_file("-o,--output", import.options.output, "Write the event to this new file")
      ->required();
  add_game(import.command, "--game", import.options.game,
           "Set the game (that of the TRF file, otherwise creeper)");
  add_variant(import.command, "--variant", import.options.variant, "Set the variant (standard)");
  const auto exported =
      commands.add("export", "Export FIDE's tournament report file (TRF), or the games as records",
                   "cup.otb -o cup.trf", run_otb_export);
  exported.command
      .add_option("--format", exported.options.format,
                  "Set the format: a TRF file, or pgn for the games as records (trf16)")
      ->one_of({"trf16", "pgn"});
  exported.command.add_file("-o,--output", exported.options.output,
                            "Write to this file instead of standard output");
}

}  // namespace schiri::cli
