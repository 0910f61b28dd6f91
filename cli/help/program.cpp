#include "cli/help/program.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>

#include "cli/help/embedded_files.h"
#include "core/base/characters.h"
#include "core/base/names.h"
#include "core/base/text.h"
#include "core/bots/builtin.h"
#include "notation/game_types.h"
#include "notation/text/printable.h"

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
    {"--game", ValueKind::words, "game"},
    {"--bot", ValueKind::words, "bot"},
    {"--ending", ValueKind::words, "ending"},
    {"--hint", ValueKind::words, "bot"},
    {"--player", ValueKind::player, "name"},
    {"--white", ValueKind::player, "name"},
    {"--black", ValueKind::player, "name"},
    {"--history", ValueKind::player, "name"},
    {"--predict", ValueKind::player, "name name"},
    {"--event", ValueKind::event, "name"},
    {"--since", ValueKind::text, "date"},
    {"--until", ValueKind::text, "date"},
    {"--date", ValueKind::text, "date"},
    {"--play", ValueKind::text, "turn"},
    {"--position", ValueKind::text, "position"},
    {"--reaches", ValueKind::text, "position"},
    {"--variant", ValueKind::words, "variant"},
    {"--roll", ValueKind::text, "tops"},
    {"--columns", ValueKind::text, "a,b,..."},
    {"--compare", ValueKind::either, "list"},
    {"--sex", ValueKind::words, "m|w"},
};

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const GameType* game : game_types()) names.emplace_back(game->name());
  return names;
}

/// The endings or variants of all games, each once.
std::vector<std::string> names_of_games(std::span<const std::string_view> GameFacts::*list) {
  std::vector<std::string> names;
  for (const GameType* game : game_types()) {
    for (const std::string_view name : game->facts.*list) {
      if (std::count(names.begin(), names.end(), name) == 0) names.emplace_back(name);
    }
  }
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
  std::vector<std::string> words;
  for (const auto word : split(type.substr(begin + 1, end - begin - 1), ',')) {
    words.emplace_back(trimmed(word));
  }
  return words;
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
    if (option.get_group() != "Options") read.group = option.get_group();
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
    if (option.value == "ending") take_words(option, names_of_games(&GameFacts::endings));
    if (option.value == "variant") take_words(option, names_of_games(&GameFacts::variants));
    if (option.value == "m|w") take_words(option, {"m", "w"});
    take_bot(option);
    if (in_play && option.kind == ValueKind::player) {
      option.value = "player";
      take_words(option, bot_names(true));
    }
  }

  /// A built-in bot or a file: a program, or the network of one.
  static void take_bot(ProgramOption& option) {
    if (option.value != "bot") return;
    take_words(option, bot_names(false));
    option.kind = ValueKind::either;
  }

  void take_argument_kind(ProgramOption& argument) const {
    const std::string& name = argument.names.front();
    const bool of_database = command_.path.starts_with("schiri db ");
    const bool of_event =
        command_.path.starts_with("schiri otb ") && command_.path != "schiri otb enter";
    if (argument.kind == ValueKind::file) {
      // A game's name stands for a position of it.
      if (command_.path == "schiri analyse") argument.words = game_names();
    } else if (name == "GAME") {
      take_words(argument, game_names());
    } else if (command_.path == "schiri test") {
      argument.value = "bot";
      take_bot(argument);
    } else if (of_event && (name == "NAME" || name == "WHO")) {
      argument.kind = ValueKind::player;
    } else if (of_database && command_.path.ends_with("-events")) {
      argument.kind = ValueKind::event;
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
  command.group = app.get_group();
  command.path = path;
  command.about = app.get_description();
  command.footer = app.get_footer();
  CommandReader reader(command);
  for (const CLI::Option* option : app.get_options()) {
    const bool is_help = option == app.get_help_ptr() || option == app.get_help_all_ptr();
    if (!is_help) reader.read(*option);
  }
  return command;
}

ProgramCommand describe(const CLI::App& app, const std::string& before) {
  ProgramCommand command =
      describe_alone(app, before.empty() ? app.get_name() : before + " " + app.get_name());
  if (before.empty()) CommandReader(command).read(*app.get_help_ptr());
  for (const CLI::App* part : app.get_subcommands(nullptr)) {
    command.parts.push_back(describe(*part, command.path));
  }
  return command;
}

constexpr std::size_t widest_line = 100, about_column = 30;

constexpr std::string_view choosing_names[] = {
    "--player",  "--white",  "--black",   "--event",     "--result",    "--since",  "--until",
    "--index",   "--id",     "--tag",     "--min-turns", "--max-turns", "--ending", "--begins",
    "--reaches", "--pieces", "--pattern", "--mirror",    "--at-end",    "--code",   "--legality",
    "--invert",  "--limit",  "--offset",  "--upset",     "--import"};
constexpr std::string_view reading_names[] = {"--from",    "--encoding",      "--date-order",
                                              "--game",    "--variant",       "--roll",
                                              "--threads", "--max-game-bytes"};
constexpr std::string_view diagram_names[] = {"--theme", "--coordinates", "--width"};
constexpr std::string_view message_names[] = {"--missing-tags", "--quiet"};

/// Which commands a group is for.
enum class Purpose { choosing_games, reading_records, any };

struct Group {
  std::string_view title;
  Purpose purpose;
  std::span<const std::string_view> options;
};

/// Options that many commands share, by what they are about.
constexpr Group groups[] = {{"Which games", Purpose::choosing_games, choosing_names},
                            {"Reading records", Purpose::reading_records, reading_names},
                            {"Diagrams", Purpose::any, diagram_names},
                            {"Messages", Purpose::any, message_names}};

bool has_name(const ProgramOption& option, std::string_view name) {
  return std::find(option.names.begin(), option.names.end(), name) != option.names.end();
}

bool is_in(const Group& group, const ProgramOption& option) {
  return std::any_of(group.options.begin(), group.options.end(),
                     [&](std::string_view name) { return has_name(option, name); });
}

/// The group of an option of a command; null for one of its own. Where no records are read, a game
/// is what the command is about.
const Group* group_of(const ProgramCommand& command, const ProgramOption& option) {
  const auto has = [&](std::string_view name) {
    return std::any_of(command.options.begin(), command.options.end(),
                       [&](const ProgramOption& one) { return has_name(one, name); });
  };
  const bool reads_records = has("--encoding");
  const bool chooses_games = reads_records || has("--since");
  for (const Group& group : groups) {
    const bool applies = group.purpose == Purpose::any ||
                         (group.purpose == Purpose::choosing_games ? chooses_games : reads_records);
    if (applies && is_in(group, option)) return &group;
  }
  return nullptr;
}

/// Words that stay together: no line begins with what looks like an option.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    if (word.starts_with('-') && !words.empty()) {
      words.back() += ' ' + word;
    } else if (!word.empty()) {
      words.push_back(word);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// A text in lines; those after the first have this margin, and the first has room for as much.
std::string wrapped(std::string_view about, std::size_t margin) {
  std::string text;
  std::size_t width = margin;
  for (const std::string& word : words_of(about)) {
    const std::size_t length = display_width(word);
    if (width > margin && width + 1 + length > widest_line) {
      text += '\n' + std::string(margin, ' ');
      width = margin;
    }
    if (width > margin) {
      text += ' ';
      ++width;
    }
    text += word;
    width += length;
  }
  return text + '\n';
}

/// A term and what is said of it, in the column of all.
std::string entry(const std::string& term, std::string_view about) {
  const std::string front = "  " + term;
  const std::size_t width = display_width(front);
  const bool has_room = width + 2 <= about_column;
  const std::string gap =
      has_room ? std::string(about_column - width, ' ') : "\n" + std::string(about_column, ' ');
  return front + gap + wrapped(about, about_column);
}

/// A command that is too long for a line goes on in the next, as a shell takes it.
std::string command_line(std::string_view line, std::size_t widest = widest_line) {
  const std::string margin(line.find_first_not_of(' ') + 4, ' ');
  std::string text, rest(line);
  while (display_width(rest) > widest) {
    const std::size_t at = rest.rfind(" --", widest - 2);
    if (at == rest.npos || at <= margin.size()) break;
    text += rest.substr(0, at) + " \\\n";
    rest = margin + rest.substr(at + 1);
  }
  return text + rest + '\n';
}

/// Lines as they are, but for those that are too long.
std::string lines_of(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const bool is_command = line.find("schiri ") != line.npos;
    if (display_width(line) <= widest_line) {
      lines += std::string(line) + '\n';
    } else {
      lines += is_command ? command_line(line) : wrapped(line, 0);
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

std::string term_of(const ProgramOption& option) {
  std::string term = join(option.names, ",");
  // Aligns long names.
  if (option.names.size() == 1 && term.starts_with("--")) term = "   " + term;
  const std::string value = value_name(option);
  return value.empty() ? term : term + ' ' + value;
}

std::string about_of(const ProgramOption& option) {
  return option.about + (option.required ? " (required)" : "");
}

/// Adds a group if any option is in it: first what is required, then what is wanted most often.
void add_group(std::vector<OptionGroup>& out, const std::string& title,
               const ProgramCommand& command, auto belongs) {
  std::array<std::vector<const ProgramOption*>, 3> ranks;
  for (const ProgramOption& option : command.options) {
    if (!belongs(option)) continue;
    const bool is_common = has_name(option, "--output") || has_name(option, "--format");
    const bool is_ranked = option.group.empty();
    ranks[is_ranked && option.required ? 0 : is_ranked && is_common ? 1 : 2].push_back(&option);
  }
  OptionGroup group{title, {}};
  for (const auto& rank : ranks) {
    group.options.insert(group.options.end(), rank.begin(), rank.end());
  }
  if (!group.options.empty()) out.push_back(std::move(group));
}

}  // namespace

ProgramCommand describe_command(const CLI::App& app, const std::string& path) {
  ProgramCommand command = describe_alone(app, path);
  for (const CLI::App* part : app.get_subcommands(nullptr)) {
    ProgramCommand known;
    known.name = part->get_name();
    known.about = part->get_description();
    known.group = part->get_group();
    command.parts.push_back(std::move(known));
  }
  return command;
}

ProgramCommand describe_program(const CLI::App& app) {
  ProgramCommand program = describe(app, "");
  add_topics(program);
  return program;
}

std::string value_name(const ProgramOption& option) {
  if (option.kind == ValueKind::none) return "";
  if (option.value == "number") return "N";
  // Values are shown as they are typed.
  const bool has_values = option.value.find('|') != option.value.npos;
  if (has_values || (option.only_words && option.words.front() == option.value)) {
    return option.value;
  }
  return upper_case(option.value);
}

namespace {

/// Description, usage and arguments.
std::string head_of(const ProgramCommand& command) {
  std::string text = lines_of(command.about) + "Usage: " + usage(command) + '\n';
  if (!command.arguments.empty()) text += "\nArguments:\n";
  for (const ProgramOption& argument : command.arguments) {
    text += entry(argument.names.front() + (argument.repeated ? "..." : ""), about_of(argument));
  }
  return text;
}

/// The commands of a command, each under its heading.
std::string parts_of(const ProgramCommand& command) {
  std::string text, group;
  for (const ProgramCommand& part : command.parts) {
    if (part.group != group) text += "\n" + part.group + ":\n";
    group = part.group;
    text += entry(part.name, part.about);
  }
  return text;
}

std::string foot_of(const ProgramCommand& command) {
  return command.footer.empty() ? "" : "\n" + lines_of(command.footer);
}

/// The options of commands with very many of them that most users need.
constexpr std::string_view most_used[] = {"--baseline", "--game",    "--bot",   "--tc",
                                          "--each",     "--rounds",  "--sprt",  "--openings",
                                          "--db",       "--threads", "--report"};
constexpr std::string_view long_commands[] = {"schiri tournament run", "schiri test"};

}  // namespace

std::vector<OptionGroup> option_groups(const ProgramCommand& command) {
  std::vector<OptionGroup> out;
  const auto add_those_of = [&](const Group* group, const std::string& title) {
    add_group(out, title, command, [&](const ProgramOption& option) {
      return option.group.empty() && group_of(command, option) == group;
    });
  };
  add_those_of(nullptr, "Options");
  std::vector<std::string> own = {""};
  for (const ProgramOption& option : command.options) {
    if (std::count(own.begin(), own.end(), option.group) > 0) continue;
    own.push_back(option.group);
    add_group(out, option.group, command,
              [&](const ProgramOption& one) { return one.group == option.group; });
  }
  for (const Group& group : groups) add_those_of(&group, std::string(group.title));
  return out;
}

std::string usage(const ProgramCommand& command) {
  std::string text = command.path + " [OPTIONS]";
  for (const ProgramOption& argument : command.arguments) {
    const std::string name = argument.names.front() + (argument.repeated ? "..." : "");
    text += argument.required ? " " + name : " [" + name + "]";
  }
  return text + (command.parts.empty() ? "" : " SUBCOMMAND");
}

HelpFooter read_footer(const ProgramCommand& command) {
  constexpr std::string_view manual = "Manual: schiri help ", titled = "Example, ";
  constexpr std::size_t widest_example = 70;
  HelpFooter footer;
  bool in_examples = false;
  for (std::string_view line : split(command.footer, '\n')) {
    if (line.starts_with(manual)) {
      footer.topics.emplace_back(line.substr(manual.size()));
      continue;
    }
    in_examples = in_examples || line.starts_with("Example");
    if (!in_examples) {
      footer.text.append(line) += '\n';
    } else if (line.starts_with(titled)) {
      footer.examples.push_back(with_capital(line.substr(titled.size())));
    } else {
      if (line.starts_with("Example")) line.remove_prefix(line.find(':') + 1);
      const bool goes_on = !footer.examples.empty() && footer.examples.back().ends_with('\\');
      const std::string text = (goes_on ? "      " : "  ") + std::string(trimmed(line));
      footer.examples.emplace_back(trimmed(command_line(text, widest_example), "\n"));
    }
  }
  return footer;
}

std::string help_text(const ProgramCommand& command) {
  std::string text = head_of(command);
  for (const OptionGroup& group : option_groups(command)) {
    text += "\n" + group.title + ":\n";
    for (const ProgramOption* option : group.options) {
      text += entry(term_of(*option), about_of(*option));
    }
  }
  text += "\nHelp:\n" + entry("-h,--help", "Print this and end");
  return text + parts_of(command) + foot_of(command);
}

std::string short_help_text(const ProgramCommand& command) {
  const auto is_path = [&](std::string_view path) { return path == command.path; };
  if (std::none_of(std::begin(long_commands), std::end(long_commands), is_path)) {
    return help_text(command);
  }
  std::string text = head_of(command) + "\nMost used options:\n";
  for (const std::string_view name : most_used) {
    for (const ProgramOption& option : command.options) {
      if (has_name(option, name)) text += entry(term_of(option), about_of(option));
    }
  }
  text += "\nHelp:\n" + entry("-h,--help", "Print this and end") +
          entry("   --help-all",
                "Print all " + std::to_string(command.options.size()) + " options and end");
  return text + parts_of(command) + foot_of(command);
}

namespace {

class HelpFormatter final : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string before,
                        CLI::AppFormatMode mode) const override {
    const ProgramCommand command = describe_command(*app, before);
    return mode == CLI::AppFormatMode::All ? help_text(command) : short_help_text(command);
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

}  // namespace schiri::cli
