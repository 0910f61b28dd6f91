#pragma once

#include <memory>
#include <string>
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
  player,  ///< a player in the database of the line
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
  std::string help;                    ///< what its --help-all prints
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

/// What --help-all of a command prints: its arguments and options in groups, those that belong to
/// this command alone first, in lines of at most 100 columns.
std::string help_text(const ProgramCommand& command);
/// What --help prints: the same, but of a command with very many options only the most used.
std::string short_help_text(const ProgramCommand& command);

/// A formatter that writes help_text() for a CLI11 command.
std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace schiri::cli
