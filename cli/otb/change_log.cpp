#include "cli/otb/act_sentence.h"
#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "cli/otb/printed_lists.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct LogOptions {
  std::string file;
  std::string output = "-";
};

ExitStatus run_otb_log(const LogOptions& options) {
  const otb::Journal journal = open_to_read(options.file);
  OutputFile output = open_output(options.output, options.file);
  print_acts(output.stream(), journal);
  output.commit();
  return ExitStatus::done;
}

}  // namespace

void print_acts(std::ostream& out, const otb::Journal& journal) {
  for (std::size_t i = 0; i < journal.acts().size(); ++i) {
    const Json& act = journal.acts()[i];
    out << printable(act.at("time").get<std::string>()) << "  " << act_sentence(act)
        << (journal.is_undone(i) ? " (undone)" : "");
    if (const Json* by = act.find("by")) {
      out << " [" << printable(by->text()) << ']';
    }
    out << '\n';
  }
}

void add_otb_log(OtbCommands& commands) {
  const auto log = commands.add("log", "Show all changes of the event, with their times",
                                "log cup.otb", run_otb_log);
  log.app.add_option("-o,--output", log.options.output,
                     "Write to this file instead of standard output");
}

}  // namespace schiri::cli
