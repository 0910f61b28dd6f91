#include "core/ugi/players.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>

#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/bots/builtin.h"
#include "core/match/pondering.h"
#include "core/process/process.h"
#include "core/process/processors.h"

namespace schiri {

void require_accepted(const BotSpec& spec, const std::vector<ugi::UgiOption>& announced,
                      std::string_view option, std::string_view value) {
  const ugi::UgiOption* const known = ugi::find_option(announced, option);
  const auto complaint = known ? ugi::complaint_about(*known, value) : std::nullopt;
  if (!complaint) return;
  throw BotSpecError(message("bot '{0}': option.{1}={2}: {3}", printable(spec.name),
                             printable(option), printable(value), printable(*complaint, 500)));
}

namespace {

/// The last lines of a program's standard error, each after a mark.
std::string quoted_errors(const std::string& errors) {
  std::string text;
  for (std::size_t at = 0; at < errors.size();) {
    const std::size_t end = std::min(errors.find('\n', at), errors.size());
    text += "\n  | " + printable(errors.substr(at, end - at), 500);
    at = end + 1;
  }
  return text;
}

BotStartError start_error(const BotSpec& spec, const Message& what, const std::string& errors) {
  return BotStartError(message("bot '{0}' {1}{2}", printable(spec.name), printable(what, 500),
                               quoted_errors(errors)));
}

void require_choice(const BotSpec& spec, const ugi::UgiOption* option, const std::string& value) {
  if (!option || option->choices.empty()) return;
  const auto& choices = option->choices;
  if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
  throw BotStartError(message("bot '{0}' does not play {1}; its option {2} accepts: {3}",
                              printable(spec.name), value, option->name,
                              printable(join(choices, ", "), 500)));
}

void require_accepted(const BotSpec& spec, const std::vector<ugi::UgiOption>& announced) {
  for (const auto& [name, value] : spec.options) require_accepted(spec, announced, name, value);
}

std::vector<std::string> notes_on(UgiConversation& program, const BotSpec& spec) {
  std::vector<std::string> notes;
  for (const auto& [name, value] : spec.options) {
    if (program.option(name)) continue;
    notes.push_back("bot '" + printable(spec.name) + "' has not announced the option '" +
                    printable(name) + "'; it is set all the same");
  }
  if (spec.ponder && !program.option("Ponder")) {
    notes.push_back("bot '" + printable(spec.name) +
                    "' has not announced the option 'Ponder'; it does not think on its opponent's "
                    "time");
  }
  if (program.process().has_network()) {
    notes.push_back("programs have network access: this system cannot isolate them");
  }
  if ((spec.cpu || spec.memory) && !limits_programs()) {
    notes.push_back(
        "bot '" + printable(spec.name) +
        "': this system does not limit processor time (cpu), and memory not for all its "
        "processes together");
  }
  return notes;
}

/// Notes settings of the game, other than their defaults, that the program cannot know.
void add_unknown_settings(const GameType& type, const UgiGame& game, const BotSpec& spec,
                          const UgiConversation& program, std::vector<std::string>& notes) {
  const auto* variant = program.option("Variant");
  if (variant && variant_value(game, *variant) == game.variant) return;
  for (std::size_t i = 0; i < game.settings.size(); ++i) {
    const auto& [name, value] = game.settings[i];
    if (!game.has_words && value == type.facts.settings[i].values[0].name) continue;
    const ugi::UgiOption* const option = program.option(name);
    if (option) {
      require_choice(spec, option, value);
    } else {
      notes.push_back("bot '" + printable(spec.name) + "' has not announced the option '" + name +
                      "'; it plays without knowing " + name + "=" + value);
    }
  }
}

}  // namespace

UgiGame ugi_game(const GameType& type, const std::string& variant) {
  const VariantChoice choice = type.variant_table.require(variant);
  UgiGame game{std::string(type.name()),
               variant,
               variant == type.variant_table.standard(),
               std::string(type.variants()[choice.variant]),
               {},
               ""};
  for (std::size_t i = 0; i < type.facts.settings.size(); ++i) {
    const GameSetting& setting = type.facts.settings[i];
    game.settings.push_back(
        {std::string(setting.name), std::string(setting.values[choice.values[i]].name)});
  }
  game.has_words = type.facts.has_words;
  if (game.has_words) {
    auto parts = parts_of_variant(variant);
    if (parts && !parts->first.empty()) game.plain_variant = parts->first;
    for (auto& [name, value] : parts ? parts->second : std::vector<VariantSetting>()) {
      game.settings.push_back({name, value});
    }
  }
  if (game.has_words) {
    game.usual_start = "startpos";
  } else if (!type.starts_with_roll()) {
    game.usual_start = type.start({variant, "", ""})->position();
  }
  return game;
}

void require_ponderable(const BotSpec& spec) {
  if (!spec.ponder || !spec.command.empty() || depends_on_clock(spec)) return;
  throw BotSpecError(
      message("ponder: a built-in bot ponders only with a time limit (movetime or tc), because its "
              "games would not be reproducible otherwise"));
}

std::unique_ptr<Player> make_player(const GameType& type, const std::string& variant,
                                    const BotSpec& spec, std::chrono::milliseconds watchdog,
                                    std::optional<int> processor) {
  require_ponderable(spec);
  if (spec.command.empty() && spec.ponder) {
    return std::make_unique<PonderingPlayer>(type.make_bot(spec, variant));
  }
  if (is_function(spec)) {
    throw BotSpecError(
        message("function={0}: a function is a bot only in a program that uses the library",
                printable(spec.function)));
  }
  if (spec.command.empty()) return type.make_bot(spec, variant);
  return std::make_unique<UgiPlayer>(spec, ugi_game(type, variant), watchdog, processor);
}

void change_options(Player& program, BotOptions options) {
  static_cast<UgiPlayer&>(program).change_options(std::move(options));
}

std::vector<ugi::UgiOption> announced_options(const BotSpec& spec,
                                              std::chrono::milliseconds watchdog,
                                              const std::stop_token& stop) {
  if (spec.command.empty()) return {};
  std::optional<UgiConversation> program;
  try {
    program.emplace(process_options(spec), watchdog);
    program->introduce(stop);
  } catch (const ProcessError& error) {
    throw start_error(spec, message("could not be started: {0}", message_of(error)), "");
  } catch (const PlayerFailure& failure) {
    throw start_error(spec, failure.message(), program->output_tail().standard_error);
  }
  return program->options();
}

TriedProgram try_program(const GameType& type, const std::string& variant, const BotSpec& spec,
                         std::chrono::milliseconds watchdog, const std::stop_token& stop) {
  UgiPlayer player(spec, ugi_game(type, variant), watchdog);
  try {
    player.start(stop);
  } catch (const PlayerFailure& failure) {
    const bool introduced = player.conversation() && player.conversation()->is_introduced();
    const std::string name = introduced ? player.conversation()->name() : "";
    std::vector<ugi::UgiOption> options;
    if (introduced) options = player.conversation()->options();
    const std::string errors = player.dismiss().standard_error;
    if (!introduced) throw start_error(spec, failure.message(), errors);
    require_accepted(spec, options);
    return {name,
            std::move(options),
            {"bot '" + printable(spec.name) + "' " + printable(failure.what(), 500) +
             " at its start; its games are played all the same"}};
  }
  if (stop.stop_requested()) return {};
  const UgiConversation& program = *player.conversation();
  const UgiGame game = ugi_game(type, variant);
  require_choice(spec, program.option("Game"), game.name);
  if (const auto* option = program.option("Variant")) {
    require_choice(spec, option, variant_value(game, *option));
  }
  require_accepted(spec, program.options());
  TriedProgram tried{program.name(), program.options(), notes_on(*player.conversation(), spec)};
  add_unknown_settings(type, game, spec, program, tried.notes);
  return tried;
}

namespace {

std::optional<std::string> builtin_default(const std::string& builtin, const std::string& name) {
  for (const BotOption& option : bot_options(builtin)) {
    if (option.name == name) {
      return option.is_text() ? std::string(option.text) : std::to_string(option.value);
    }
  }
  return std::nullopt;
}

}  // namespace

OptionValues option_values(const BotSpec& spec, std::chrono::milliseconds watchdog) {
  std::optional<std::vector<ugi::UgiOption>> announced;
  return [=](const std::string& name) mutable -> std::optional<std::string> {
    if (const std::string* const set = spec.options.find(name)) return *set;
    if (spec.command.empty()) return builtin_default(spec.builtin, name);
    if (!announced) announced = announced_options(spec, watchdog, {});
    const ugi::UgiOption* const option = ugi::find_option(*announced, name);
    if (!option || option->default_value.empty()) return std::nullopt;
    return option->default_value;
  };
}

namespace {

namespace fs = std::filesystem;

/// The file of a program: the first word of its command that is the name of a file, as in
/// `python3 mine.py`, otherwise the first word.
fs::path program_file(const BotSpec& spec) {
  const auto words = command_words(spec.command);
  if (words.empty()) return {};
  const auto is_file = [&](const std::string& word) {
    std::error_code error;
    return fs::is_regular_file(fs::path(spec.directory) / word, error);
  };
  const auto word =
      spec.host.empty() ? std::find_if(words.begin(), words.end(), is_file) : words.begin();
  return fs::path(spec.directory) / (word == words.end() ? words.front() : *word);
}

/// `mine`, or `build/mine` with the folder.
std::string file_name(const BotSpec& spec, bool with_folder) {
  std::error_code error;
  const fs::path file = fs::absolute(program_file(spec), error).lexically_normal();
  const std::string name = file.filename().string();
  return with_folder ? file.parent_path().filename().string() + '/' + name : name;
}

/// The possible names of one bot, the best first.
std::vector<std::string> candidates(const BotSpec& spec, const std::string& announced) {
  std::vector<std::string> names;
  const bool is_usable = announced.size() <= longest_announced_name && is_name(announced);
  if (spec.is_unnamed && is_usable) {
    names.push_back(announced);
    for (const bool with_folder : {false, true}) {
      std::string name = announced + " (" + file_name(spec, with_folder) + ")";
      if (is_name(name)) names.push_back(std::move(name));
    }
  }
  names.push_back(spec.name);
  return names;
}

/// Drops the first candidate of each bot that shares it and has others. Returns whether there was
/// one.
bool drop_equal_names(std::vector<std::vector<std::string>>& names) {
  std::map<std::string, int> uses;
  for (const auto& own : names) ++uses[name_key(own.front())];
  bool has_dropped = false;
  for (auto& own : names) {
    if (own.size() == 1 || uses[name_key(own.front())] == 1) continue;
    own.erase(own.begin());
    has_dropped = true;
  }
  return has_dropped;
}

}  // namespace

void settle_names(std::vector<BotSpec>& bots, const std::vector<std::string>& announced) {
  std::vector<std::vector<std::string>> names;
  for (std::size_t i = 0; i < bots.size(); ++i) {
    names.push_back(candidates(bots[i], announced[i]));
  }
  while (drop_equal_names(names)) {
  }
  for (std::size_t i = 0; i < bots.size(); ++i) {
    bots[i].name = names[i].front();
    bots[i].is_unnamed = false;
  }
}

}  // namespace schiri
