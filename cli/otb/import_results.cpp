#include <iostream>

#include "cli/input/inputs.h"
#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "cli/print/findings.h"
#include "db/otb/result_import.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct ImportResultsOptions {
  std::string file;
  InputOptions input;
};

/// Records that do not belong to the round are reported and the others imported; if a file cannot
/// be read, no result is imported.
ExitStatus run_otb_import_results(const ImportResultsOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  otb::ResultImport results(journal);
  InputOptions input = options.input;
  input.read.keep = Keep::records;
  input.check();
  OutputFile output = open_output("-", options.file);
  ExitStatus status = ExitStatus::done;
  const auto import = [&](const std::string& file, CheckedRecord& checked) {
    if (!checked.check.valid()) {
      print_findings(std::cerr, file, checked.check);
      status = ExitStatus::wrong;
    } else if (const Message why = results.add(checked); !why.empty()) {
      print_message(message("{0}: game {1}: {2}", printable(file, 4096), checked.check.index, why));
      status = ExitStatus::wrong;
    }
    return true;
  };
  const ExitStatus reading = read_inputs(input, import);
  const std::size_t count = reading == ExitStatus::done ? results.count() : 0;
  if (reading != ExitStatus::done) print_message(message("the event is unchanged"));
  output.stream() << translated(message("{0} {0:result|results} imported", count)) << '\n';
  if (reading == ExitStatus::done) {
    finish(journal, output);
  } else {
    output.commit();
  }
  return worse(status, reading);
}

}  // namespace

void add_otb_import_results(OtbCommands& commands) {
  const auto results =
      commands.add("import-results", "Import results of the last round from records of its games",
                   "import-results cup.otb round3.pgn", run_otb_import_results);
  results.options.input.add_to(results.app);
}

}  // namespace schiri::cli
