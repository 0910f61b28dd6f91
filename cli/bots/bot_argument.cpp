#include "cli/bots/bot_argument.h"

#include "cli/line/defaults.h"
#include "cli/tournament/tournament_options.h"

namespace schiri::cli {

Option* add_presets(Command& command, std::string& presets) {
  command.before_reading([&presets] { presets = defaults().presets.value_or(presets); });
  return command.add_file("--presets", presets,
                          "Read named bots from this JSON file; preset=NAME selects one");
}

BotSpec bot_argument(const std::string& text, const std::string& presets) {
  return db::completed({db::tournament_bot(text)}, {{}, preset_file(presets)}).front();
}

}  // namespace schiri::cli
