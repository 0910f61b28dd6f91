#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class FormatterBase;
}  // namespace CLI

/// Help, the manual, man pages and completion, made from the command line's own structures and from
/// the Markdown files in cli/share/manual. Used by the program and by the build, which writes man
/// pages with it; uses line/ and print/.
namespace schiri::cli {

/// What an option or an argument takes, as far as it can be offered to somebody who types.
enum class ValueKind {
  none,    ///< nothing: a flag
  text,    ///< anything
  words,   ///< one of a few words
  file,    ///< a file, or one of a few words if there are some
  either,  ///< one of these words, or a file: a bot
  player,  ///< a player in the database, or the over-the-board event, of the line
  event,   ///< an event in it
};

/// An option of a command, or an argument.
struct ProgramOption {
  std::vector<std::string> names;  ///< `-j`, `--threads`; of an argument what it is called
  ValueKind kind = ValueKind::text;
  std::string value;               ///< what stands for its value: `file`, `text|json`
  std::vector<std::string> words;  ///< those that can be offered
  bool only_words = false;         ///< no others are taken
  std::string about;
  std::string group;  ///< its heading in the help; empty for none of its own
  bool required = false;
  bool repeated = false;  ///< several can follow each other
};

/// A command of the program, or the program itself.
struct ProgramCommand {
  std::string path;   ///< `schiri db import`
  std::string group;  ///< its heading among the commands
  std::string name;   ///< `import`
  std::string about;
  std::string footer;
  std::vector<ProgramOption> options;  ///< without --help, but for the program itself
  std::vector<ProgramOption> arguments;
  std::vector<ProgramCommand> parts;
};

/// What the command line's own structures say of one command, whose path is known, and of its parts
/// the names and what they are for.
ProgramCommand describe_command(const CLI::App& app, const std::string& path);

/// What the command line's own structures say of the program.
ProgramCommand describe_program(const CLI::App& app);

/// Completion for `bash`, `zsh` or `fish`.
std::string completion(const ProgramCommand& program, const std::string& shell);

/// How help and messages name the value of an option: `N` for a number, `FILE` for a file; words
/// that can be typed stay as they are. Empty for a flag.
std::string value_name(const ProgramOption& option);

/// What the numbers mean with which the program ends.
inline constexpr std::string_view exit_statuses =
    "0 nothing wrong, 1 problems found in the input, 2 wrong usage,\n"
    "3 a file, program or database could not be used, 4 a sequential test without a decision,\n"
    "130 interrupted.";

/// Options of a command under one heading of its help.
struct OptionGroup {
  std::string title;
  std::vector<const ProgramOption*> options;  ///< never empty
};
/// First those that belong to this command alone, of these first what is required.
std::vector<OptionGroup> option_groups(const ProgramCommand& command);

/// `schiri db import [OPTIONS] [FILE...]`.
std::string usage(const ProgramCommand& command);

/// The end of a command's help in its parts.
struct HelpFooter {
  std::string text;                   ///< what stands before the examples
  std::vector<std::string> examples;  ///< lines of at most 70 columns; commands by two blanks in
  std::vector<std::string> topics;    ///< pages of the manual that it refers to
};
HelpFooter read_footer(const ProgramCommand& command);

/// What --help-all of a command prints: its arguments and options in groups, those that belong to
/// this command alone first, in lines of at most 100 columns.
std::string help_text(const ProgramCommand& command);
/// What --help prints: the same, but of a command with very many options only the most used.
std::string short_help_text(const ProgramCommand& command);

/// A formatter that writes help_text() for a CLI11 command.
std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace schiri::cli
