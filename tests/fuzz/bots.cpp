#include <string>

#include "cli/line/argument_files.h"
#include "core/bots/builtin.h"
#include "core/match/bot_spec.h"
#include "core/match/terms.h"
#include "core/process/process.h"
#include "tests/fuzz/target.h"

// A bot description as in `--bot`. A valid description, its options and the words of its command
// line are written and read again.

using namespace schiri;

namespace {

void require_words(const std::string& command) {
  const auto words = command_words(command);
  std::string written;
  for (const std::string& word : words) written += cli::shell_word(word) + ' ';
  // A fully quoted line needs no shell, unless the line names one.
  require(command_words(written) == words, "a command line keeps its words");
}

void require_options(const BotSpec& spec) {
  try {
    const auto options = bot_options(spec.builtin);
    const BotOptionValues values(spec, options);
    for (const BotOption& option : options) {
      if (option.is_text()) continue;
      require(values[option.name] >= option.least && values[option.name] <= option.most,
              "an option keeps its bounds");
    }
  } catch (const BotSpecError& error) {
    require(*error.what() != 0, "a refused option has a message");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try {
    BotSpec spec = parse_bot_spec(text);
    spec.is_unnamed = false;  // the text has a name
    require(parse_bot_spec(bot_spec_text(spec)) == spec, "a description keeps its meaning");
    require(completed(read_bot_spec(spec.builtin, bot_spec_keys(spec), "")) == spec,
            "its keys read equal");
    require(!overtime_text(terms_of(spec)).empty(), "its terms can be printed");
    require_options(spec);
    if (!spec.command.empty()) require_words(spec.command);
  } catch (const BotSpecError& error) {
    require(*error.what() != 0, "a refused description has a message");
  }
  return 0;
}
