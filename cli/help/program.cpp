#include "cli/help/program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "cli/help/embedded_files.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "core/bots/builtin.h"
#include "notation/game_types.h"

namespace schiri::cli {

namespace {

/// Words that would be longer are not listed beside their option.
constexpr std::size_t longest_value = 60;

struct KnownValue {
  std::string_view name;  ///< of an option or an argument
  ValueKind kind;
  std::string_view value;  ///< as in ProgramOption
};

/// What the command line itself does not know: it takes text.
constexpr KnownValue known_values[] = {
    {"--game", ValueKind::words, "game"},       {"--bot", ValueKind::words, "bot"},
    {"--hint", ValueKind::words, "bot"},        {"--player", ValueKind::player, "name"},
    {"--white", ValueKind::player, "name"},     {"--black", ValueKind::player, "name"},
    {"--history", ValueKind::player, "name"},   {"--predict", ValueKind::player, "name name"},
    {"--event", ValueKind::event, "name"},      {"--since", ValueKind::text, "date"},
    {"--until", ValueKind::text, "date"},       {"--date", ValueKind::text, "date"},
    {"--play", ValueKind::text, "turn"},        {"--position", ValueKind::text, "position"},
    {"--reaches", ValueKind::text, "position"}, {"--variant", ValueKind::text, "variant"},
    {"--roll", ValueKind::text, "tops"},        {"--columns", ValueKind::text, "a,b,..."},
};

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const GameType* game : game_types()) names.emplace_back(game->name());
  return names;
}

std::vector<std::string> bot_names(bool with_people) {
  std::vector<std::string> names;
  if (with_people) names.emplace_back("human");
  for (const BuiltinBot& bot : builtin_bots()) names.emplace_back(bot.name);
  return names;
}

/// The words between braces in `TEXT:{text,json}`.
std::vector<std::string> words_of_type(std::string_view type) {
  const std::size_t begin = type.find('{'), end = type.rfind('}');
  if (begin == std::string_view::npos || end == std::string_view::npos) return {};
  const auto parts = split(type.substr(begin + 1, end - begin - 1), ',');
  return {parts.begin(), parts.end()};
}

/// `number` for `UINT:POSITIVE`; what lists values stays as it is.
std::string value_of_type(std::string_view type) {
  const std::string_view base = type.substr(0, type.find(':'));
  if (base.find('|') != base.npos) return std::string(base);
  if (base == "TEXT") return "text";
  if (base == "INT" || base == "UINT" || base == "FLOAT") return "number";
  return lower_case(base);
}

/// Adds one command's options and arguments to its description.
class CommandReader {
 public:
  explicit CommandReader(ProgramCommand& command) : command_(command) {}

  void read(const CLI::Option& option) {
    ProgramOption read = basics_of(option);
    if (option.get_positional()) {
      read.names = {option.get_name(true)};
      read.value = read.names.front();
      take_argument_kind(read);
      command_.arguments.push_back(std::move(read));
    } else {
      for (const std::string& name : option.get_snames()) read.names.push_back("-" + name);
      for (const std::string& name : option.get_lnames()) read.names.push_back("--" + name);
      if (read.kind != ValueKind::none) take_option_kind(read);
      command_.options.push_back(std::move(read));
    }
  }

 private:
  static ProgramOption basics_of(const CLI::Option& option) {
    ProgramOption read;
    read.about = option.get_description();
    read.required = option.get_required();
    read.repeated = option.get_expected_max() >= CLI::detail::expected_max_vector_size;
    if (option.get_type_size() == 0 || option.get_expected_max() == 0) {
      read.kind = ValueKind::none;
      return read;
    }
    const std::string type = option.get_type_name();
    read.words = words_of_type(type);
    read.only_words = !read.words.empty();
    if (read.only_words) read.kind = ValueKind::words;
    if (type == "FILE" || type == "FOLDER") read.kind = ValueKind::file;
    read.value = join(read.words, "|");
    if (read.words.empty() || read.value.size() > longest_value) read.value = value_of_type(type);
    if (!option.get_default_str().empty()) read.about += " (" + option.get_default_str() + ")";
    return read;
  }

  void take_option_kind(ProgramOption& option) const {
    if (option.kind != ValueKind::text) return;
    for (const KnownValue& known : known_values) {
      if (std::count(option.names.begin(), option.names.end(), known.name) == 0) continue;
      option.kind = known.kind;
      option.value = known.value;
    }
    const bool in_play = command_.path == "schiri play";
    if (option.value == "game") take_words(option, game_names());
    if (option.value == "bot") take_words(option, bot_names(false));
    if (in_play && option.kind == ValueKind::player) {
      option.value = "player";
      take_words(option, bot_names(true));
    }
  }

  void take_argument_kind(ProgramOption& argument) const {
    const std::string& name = argument.names.front();
    const bool of_database = command_.path.starts_with("schiri db ");
    if (argument.kind == ValueKind::file) {
      // A game's name stands for a position of it.
      if (command_.path == "schiri analyse") argument.words = game_names();
    } else if (name == "GAME") {
      take_words(argument, game_names());
    } else if (of_database && (name == "NAME" || name == "OTHER" || name == "PLAYER")) {
      argument.kind = ValueKind::player;
    } else if (of_database && name == "EVENT") {
      argument.kind = ValueKind::event;
    }
  }

  static void take_words(ProgramOption& option, std::vector<std::string> words) {
    option.kind = ValueKind::words;
    option.words = std::move(words);
  }

  ProgramCommand& command_;
};

/// The words that `schiri help` takes.
void add_topics(ProgramCommand& program) {
  const auto help = std::find_if(program.parts.begin(), program.parts.end(),
                                 [](const ProgramCommand& part) { return part.name == "help"; });
  if (help == program.parts.end() || help->arguments.empty()) return;
  ProgramOption& topic = help->arguments.front();
  topic.kind = ValueKind::words;
  for (const EmbeddedFile& page : manual_pages) topic.words.emplace_back(page.name);
  for (const ProgramCommand& part : program.parts) {
    if (std::count(topic.words.begin(), topic.words.end(), part.name) == 0) {
      topic.words.push_back(part.name);
    }
  }
}

/// Describes a command without its parts.
ProgramCommand describe_alone(const CLI::App& app, const std::string& path) {
  ProgramCommand command;
  command.name = app.get_name();
  command.path = path;
  command.about = app.get_description();
  command.footer = app.get_footer();
  CommandReader reader(command);
  for (const CLI::Option* option : app.get_options()) {
    if (option != app.get_help_ptr()) reader.read(*option);
  }
  return command;
}

ProgramCommand describe(const CLI::App& app, const std::string& before) {
  ProgramCommand command =
      describe_alone(app, before.empty() ? app.get_name() : before + " " + app.get_name());
  if (before.empty()) CommandReader(command).read(*app.get_help_ptr());
  command.help = app.help(before);
  for (const CLI::App* part : app.get_subcommands(nullptr)) {
    command.parts.push_back(describe(*part, command.path));
  }
  return command;
}

}  // namespace

ProgramCommand describe_command(const CLI::App& app, const std::string& path) {
  ProgramCommand command = describe_alone(app, path);
  for (const CLI::App* part : app.get_subcommands(nullptr)) {
    ProgramCommand known;
    known.name = part->get_name();
    known.about = part->get_description();
    command.parts.push_back(std::move(known));
  }
  return command;
}

ProgramCommand describe_program(const CLI::App& app) {
  ProgramCommand program = describe(app, "");
  add_topics(program);
  return program;
}

}  // namespace schiri::cli
