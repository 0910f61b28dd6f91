#include "cli/tournament/stored_commands.h"

#include <algorithm>
#include <filesystem>

#include "cli/line/command.h"
#include "cli/line/confirmation.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "core/base/errors.h"
#include "core/tournament/tuning.h"
#include "db/tournament/bots.h"
#include "db/tournament/settings.h"
#include "db/tournament/stored_plan.h"
#include "db/tournament/tournaments.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

namespace fs = std::filesystem;

std::string resolved_path(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  const fs::path resolved = fs::weakly_canonical(absolute, error);
  return (error ? absolute.lexically_normal() : resolved).string();
}

/// The working folder of a bot's program, or of the program that connects to its machine.
std::string folder_of_program(const BotSpec& bot) {
  const bool is_here = bot.host.empty() && !bot.directory.empty();
  return resolved_path(is_here ? fs::path(bot.directory) : fs::path("."));
}

/// Do keys for all bots determine the programs of new bots?
bool names_program(const BotKeys& keys) {
  return std::any_of(keys.begin(), keys.end(), [](const auto& key) {
    return key.first == "cmd" || key.first == "dir" || key.first == "host" || key.first == "env";
  });
}

BotKeys words_of(const BotSpec& bot) {
  BotKeys keys = bot_spec_keys(bot);
  std::erase_if(keys, [](const auto& key) { return key.first == "name"; });
  return keys;
}

std::vector<std::string> command_lines(const TournamentConfig& config) {
  std::vector<std::string> lines;
  for (const BotSpec& program : programs_of(config)) {
    lines.push_back(program.name + ": " + bot_keys_text(words_of(program)));
  }
  if (names_program(db::common_keys(config.each))) lines.push_back("each bot: " + config.each);
  return lines;
}

/// Everything that determines what a program runs; without its name, which `schiri db
/// rename-player` may change.
Json program_json(const BotSpec& bot) {
  Json object = Json::object();
  object["folder"] = folder_of_program(bot);
  for (const auto& [key, value] : words_of(bot)) object[key] = value;
  return object;
}

std::string command_text(const TournamentConfig& config) {
  Json text = {{"programs", Json::array()}, {"each", config.each}};
  for (const BotSpec& program : programs_of(config)) {
    text["programs"].push_back(program_json(program));
  }
  if (config.tuning) text["tune"] = write_tuned_options(config.tuning->options);
  return text.dump();
}

/// A command in full: the user cannot judge a truncated one.
std::string all_of(const std::string& text) { return printable(text, text.size()); }
Message all_of(const Message& text) { return printable(text, std::string::npos); }

void list_commands(const StoredCommands& commands) {
  console::out.flush();
  print_message(message("{0} contains commands, which run with your rights from this folder:",
                        all_of(commands.source)));
  for (const std::string& line : commands.lines) console::err << "  " << all_of(line) << '\n';
}

}  // namespace

StoredCommands commands_of(const db::Store& store, const db::StoredTournament& event,
                           const TournamentConfig& config) {
  return {message("the tournament '{0}' of {1}", event.name, store.path()), command_lines(config),
          command_text(config)};
}

void CommandTrust::add_to(Command& command) {
  command.add_flag("--trust-commands", trusts_all_,
                   "Run the commands of a stored tournament without asking");
}

void CommandTrust::remember(const TournamentConfig& config) {
  allowed_.insert(command_text(config));
}

StartPermission CommandTrust::ask(const StoredCommands& commands) {
  const bool is_known = commands.lines.empty() || trusts_all_ || allowed_.contains(commands.text);
  if (!is_known) {
    list_commands(commands);
    const auto answer = ask_on_terminal(message("Run them?"));
    if (!answer) {
      throw InputError(
          message("{0} contains commands (listed above); nothing was started; if you trust them, "
                  "specify --trust-commands",
                  all_of(commands.source)));
    }
    if (!*answer) throw InputError(message("nothing was started"));
  }
  allowed_.insert(commands.text);
  return StartPermission(true);
}

}  // namespace schiri::cli
