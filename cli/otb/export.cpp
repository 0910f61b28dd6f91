#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "db/otb/event_records.h"
#include "notation/trf/trf_of_event.h"

namespace schiri::cli {

namespace {

struct ExportEventOptions {
  std::string file;
  std::string format = "trf16";  ///< or `trf26`, `pgn`
  std::string output = "-";
};

ExitStatus run_otb_export(const ExportEventOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options.output, options.file);
  if (options.format == "pgn") {
    otb::write_records(output.stream(), journal);
  } else {
    otb::write_trf(output.stream(), journal.head(), journal.event(),
                   options.format == "trf26" ? TrfFormat::trf26 : TrfFormat::trf16);
  }
  output.commit();
  return ExitStatus::done;
}

}  // namespace

void add_otb_export(OtbCommands& commands) {
  const auto exported =
      commands.add("export", "Export FIDE's tournament report file (TRF), or the games as records",
                   "export cup.otb --format trf26 -o cup.trf", run_otb_export);
  exported.app
      .add_option("--format", exported.options.format,
                  "Set the format: a TRF file, or pgn for the games as records (trf16)")
      ->one_of({"trf16", "trf26", "pgn"});
  exported.app.add_option("-o,--output", exported.options.output,
                          "Write to this file instead of standard output");
}

}  // namespace schiri::cli
