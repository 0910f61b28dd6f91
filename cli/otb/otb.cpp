#include "cli/otb/otb.h"

#include <utility>

#include "cli/line/usual_options.h"
#include "cli/otb/commands/otb_commands.h"
#include "cli/otb/event/round.h"
#include "cli/otb/event/terms.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// In the order of the help.
constexpr AddOtbCommands* all[] = {
    add_otb_settings, add_otb_entries, add_otb_rounds, add_otb_lists,   add_otb_results,
    add_otb_log,      add_otb_check,   add_otb_serve,  add_otb_publish, add_otb_import_export};

}  // namespace

OtbCommands::OtbCommands(Command& app)
    : otb_(app.add_group("otb", "Run an over-the-board event, round by round",
                         "new cup.otb --name 'Spring cup' --game creeper --rounds 5", "otb")) {}

ExitStatus OtbCommands::reporting_errors(const std::function<ExitStatus()>& run) {
  try {
    return run();
  } catch (const otb::EventError& error) {
    console::err << "schiri: " << printable(translated(error.message()), 4096) << '\n';
    return ExitStatus::usage;
  }
}

void spell_results_out(std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "otb" || words[1] != "result") return;
  std::erase(words, "--");
  for (std::string& word : words) {
    if (!word.starts_with('-')) continue;
    const auto result = otb::read_board_result(word);
    if (result == otb::BoardResult::black_by_forfeit) word = "0-1f";
    if (result == otb::BoardResult::both_forfeit) word = "0-0f";
  }
}

void add_otb(Command& app) {
  OtbCommands commands(app);
  for (AddOtbCommands* const add : all) add(commands);
}

}  // namespace schiri::cli
