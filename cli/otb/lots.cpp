#include <algorithm>

#include "cli/otb/event_access.h"
#include "cli/otb/otb_commands.h"
#include "db/otb/act_json.h"

namespace schiri::cli {

namespace {

struct LotsOptions {
  std::string file;
  std::vector<std::string> names;
};

ExitStatus run_otb_lots(const LotsOptions& options) {
  otb::Journal journal = open_to_change(options.file);
  journal.set_lots(entered_names(journal, options.names));
  auto list = journal.event().tie_breaks();
  if (std::find(list.begin(), list.end(), rating::TieBreakId::lots) == list.end()) {
    list.push_back(rating::TieBreakId::lots);
    journal.set({{"tie_breaks", otb::tie_break_codes(list)}});
    print_note(message("LOTS is now the last tie-break"));
  }
  journal.commit();
  return ExitStatus::done;
}

}  // namespace

void add_otb_lots(OtbCommands& commands) {
  const auto lots = commands.add("lots", "Set the order of tied players by lots, the best first",
                                 "lots cup.otb Anna Bert", run_otb_lots);
  lots.app.add_option("NAME", lots.options.names, "The players, the best first")->required();
}

}  // namespace schiri::cli
