#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/message.h"
#include "notation/text/table.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

/// The command line: commands and their options (over CLI11, which only this room knows), options
/// that many commands share, defaults of `schiri.toml`, questions to the user, progress,
/// interrupts. All rooms of cli use it; it uses print/ and the libraries below cli.
namespace schiri::cli {

/// What a command ends with; InputError ends it with `usage`, UnusableError with `unusable`. With
/// several inputs the highest counts.
enum class ExitStatus : int {
  done = 0,           ///< done and nothing wrong
  wrong = 1,          ///< done, and problems were found in the input
  usage = 2,          ///< wrong usage, also an argument that cannot be read
  unusable = 3,       ///< a file, program or database could not be used
  undecided = 4,      ///< a sequential test that ran out of games without a decision
  later = 75,         ///< nothing is wrong, but the rest has to wait (EX_TEMPFAIL of sysexits.h)
  interrupted = 130,  ///< by the user, with everything finished so far kept
};

/// What is wrong with the name of a file or of a folder that is empty.
Message empty_name_message();

/// An option of a command, or one of its arguments. All its setters return the option itself, so
/// that they can be chained. Hides CLI11, whose templates would take most of the time that commands
/// take to compile.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_(option) {}

  Option* required(bool is_required = true);
  /// One of these words, in any case; the value is then as here.
  Option* one_of(std::vector<std::string> words);
  /// The name of a file or of a folder, which is not empty; `metavariable` stands for it in the
  /// help.
  Option* path(const std::string& metavariable);
  /// A number within these bounds.
  Option* range(std::int64_t least, std::int64_t most);
  Option* within(double least, double most);
  Option* above_zero();
  Option* not_negative();
  /// Words, in lower case, are read in any case. Before check().
  Option* any_case();
  /// The function says what is wrong with a text, or nothing.
  Option* check(std::function<Message(const std::string&)> objection);
  /// May be given several times, with one word each time.
  Option* repeatable();
  /// Takes one word each time it is given, not those after it as well.
  Option* one_word();
  /// Takes this many words.
  Option* words(int count);
  /// One word holds several values, with this sign between them.
  Option* delimiter(char sign);
  Option* excludes(Option* other);
  Option* needs(Option* other);

  /// What is said of it in the help.
  Option* about(std::string text);
  Option* default_text(std::string text);
  Option* show_default();
  Option* type_name(std::string name);
  /// The heading under which the help lists it.
  Option* group(const std::string& heading);

  /// Has it been given?
  bool given() const;

 private:
  friend class Command;

  CLI::Option& option_;
};

/// A command of the program, or the program itself: `schiri db import`.
class Command {
 public:
  /// The command line's own part and the status must outlive it; the status is that of the command
  /// which has run.
  Command(CLI::App& app, ExitStatus& status) : app_(app), status_(status) {}
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  /// A command that was added, and what its options are read into; both live as long as the command
  /// line.
  template <class Options>
  struct Added {
    Command& command;
    Options& options;
  };
  /// Adds a command that `run` carries out with the options that were read; it returns the status,
  /// or nothing. The help ends with the example and names the page `topic` of the manual. `example`
  /// are the words after the command's name, or a text of whole lines with one that begins with
  /// "Example".
  template <class Options, class Run>
  Added<Options> add(const std::string& name, const std::string& about, const std::string& example,
                     const std::string& topic, Run run) {
    const auto options = std::make_shared<Options>();
    Command& command = add_command(name, about, example, topic);
    command.callback([options, run = std::move(run)]() -> ExitStatus {
      if constexpr (std::is_void_v<decltype(run(*options))>) {
        run(*options);
        return ExitStatus::done;
      } else {
        return run(*options);
      }
    });
    return {command, *options};
  }
  /// Adds a command that only has commands, of which one must follow.
  Command& add_group(const std::string& name, const std::string& about, const std::string& example,
                     const std::string& topic);
  /// Its name with those before it: `schiri db import`.
  std::string path() const;
  /// Its first word after the name of the program: `db` of `schiri db import`; empty for the
  /// program itself.
  std::string first_word() const;

  /// `names`: `-j,--threads`, or `FILE` for an argument. What is written is read into `value`, a
  /// text, a number, one of these that need not be there, or several of them; it must live until
  /// the command has run. A number must be written as numbers are.
  template <class Value>
  Option* add_option(const std::string& names, Value& value, const std::string& about);
  /// The same for the name of a file, or of a folder.
  template <class Value>
  Option* add_file(const std::string& names, Value& value, const std::string& about) {
    return add_option(names, value, about)->path("FILE");
  }
  template <class Value>
  Option* add_folder(const std::string& names, Value& value, const std::string& about) {
    return add_option(names, value, about)->path("FOLDER");
  }
  /// The function takes what is written.
  Option* add_option_function(const std::string& names,
                              const std::function<void(const std::string&)>& take,
                              const std::string& about);
  /// Adds `--format`, which must be one of `allowed`.
  void add_format(Format& format, const std::string& about = "text or json",
                  const std::vector<Format>& allowed = {Format::text, Format::json});
  Option* add_flag(const std::string& names, bool& value, const std::string& about);
  Option* add_flag_callback(const std::string& names, std::function<void()> take,
                            const std::string& about);

  /// The option or argument of this name, which there must be.
  Option* get_option(const std::string& name);
  bool has_option(const std::string& name) const;
  /// The options and arguments added here, in their order.
  std::vector<Option*> options();

  /// Names a table that the command prints, for the manual's page `output`; `name` distinguishes
  /// it from other tables of the command.
  template <class ColumnsOf>
  void prints(ColumnsOf columns, const std::string& name = {}) {
    add_table(name, [columns]() -> std::vector<Column> {
      if constexpr (requires { columns().columns(); }) {
        return columns().columns();
      } else {
        return columns();
      }
    });
  }
  /// Runs when the command was chosen, before its options are read.
  void before_reading(std::function<void()> run);
  /// Runs when its options were read, before the function that callback() was given.
  void after_reading(std::function<void()> run);

 private:
  Command& add_command(const std::string& name, const std::string& about,
                       const std::string& example, const std::string& topic);
  /// Runs when the command was chosen and its options were read.
  void callback(std::function<ExitStatus()> run);
  Option* keep(CLI::Option* option);
  void add_table(const std::string& name, std::function<std::vector<Column>()> columns);

  CLI::App& app_;
  ExitStatus& status_;
  std::deque<Option> options_;
  std::vector<std::unique_ptr<Command>> parts_;
  std::vector<std::function<void()>> before_, after_;
};

/// A table that a command prints.
struct PrintedTable {
  std::string command;  ///< `schiri db query games`
  std::string name;     ///< empty if the command prints no other
  std::function<std::vector<Column>()> columns;
};
/// The tables of all commands that were added, in their order.
std::vector<PrintedTable>& printed_tables();

}  // namespace schiri::cli
