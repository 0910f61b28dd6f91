#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"

namespace schiri::cli {

namespace {

struct ForbidOptions {
  std::string file;
  std::vector<std::string> names;
  bool lift = false;
};

ExitStatus run_otb_forbid(const ForbidOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  const auto names = entered_names(journal, options.names);
  options.lift ? journal.allow(names) : journal.forbid(names);
  journal.commit();
  return ExitStatus::done;
}

}  // namespace

void add_otb_forbid(OtbCommands& commands) {
  const auto forbid = commands.add("forbid", "Forbid players to meet each other from now on",
                                   "forbid cup.otb Anna Bert", run_otb_forbid);
  forbid.app.add_option("NAME", forbid.options.names, "The players")->required();
  forbid.app.add_flag("--lift", forbid.options.lift, "Allow them to meet again");
}

}  // namespace schiri::cli
