#include "cli/library/command_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/library/handles.h"
#include "cli/line/argument_files.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "notation/text/json.h"
#include "notation/text/printable.h"

namespace schiri::library {

namespace {

/// Options of a command that the library sets itself.
constexpr std::string_view own_names[] = {"db", "format", "help"};

/// The words of one value of an option.
std::string word_of(const std::string& name, const Json& value) {
  if (value.is_string()) {
    if (value.text().find('\0') == std::string::npos) return value.text();
    throw WrongUse(printable(name) + ": a text contains a null byte");
  }
  if (value.is_number()) return value.dump();
  throw WrongUse(printable(name) +
                 ": expected a text, a number, true or false, or an array of them");
}

/// The options and arguments of a command as words of a command line.
class CommandWords {
 public:
  explicit CommandWords(const CLI::App& command) : command_(command) {}

  void add(const std::string& name, const Json& value) {
    if (value.is_null()) return;
    if (std::find(std::begin(own_names), std::end(own_names), name) != std::end(own_names)) {
      fail(name);
    }
    if (command_.get_option_no_throw("--" + name) != nullptr) {
      add_option(name, value);
    } else if (!name.empty() && command_.get_option_no_throw(upper_case(name)) != nullptr) {
      arguments_.push_back(word_of(name, value));
    } else {
      fail(name);
    }
  }

  std::vector<std::string> words() && {
    if (!arguments_.empty()) options_.emplace_back("--");
    options_.insert(options_.end(), arguments_.begin(), arguments_.end());
    return std::move(options_);
  }

 private:
  void add_option(const std::string& name, const Json& value) {
    if (value.is_array()) {
      for (const Json& one : value) options_.push_back("--" + name + "=" + word_of(name, one));
    } else if (!value.is_boolean()) {
      options_.push_back("--" + name + "=" + word_of(name, value));
    } else if (value.get<bool>()) {
      options_.push_back("--" + name);
    }
  }

  [[noreturn]] void fail(const std::string& name) const {
    std::vector<std::string> known;
    for (const CLI::Option* option : command_.get_options()) {
      const auto& names = option->get_lnames();
      const std::string known_name =
          names.empty() ? lower_case(option->get_name(true)) : names.front();
      if (std::find(std::begin(own_names), std::end(own_names), known_name) ==
          std::end(own_names)) {
        known.push_back(known_name);
      }
    }
    throw WrongUse("there is no option '" + printable(name) +
                   "'; the options are: " + join(known, ", "));
  }

  const CLI::App& command_;
  std::vector<std::string> options_;
  std::vector<std::string> arguments_;
};

/// A parser with the commands.
class Commands {
 public:
  explicit Commands(const AddCommands& add) : root_(app_) { add(root_, status_); }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const CLI::App* command : app_.get_subcommands({})) names.push_back(command->get_name());
    return names;
  }
  const CLI::App& command(const std::string& name) const {
    const auto all = app_.get_subcommands({});
    const auto found = std::find_if(all.begin(), all.end(), [&](const CLI::App* command) {
      return command->get_name() == name;
    });
    if (found != all.end()) return **found;
    throw WrongUse("there is no query '" + printable(name) +
                   "'; the queries are: " + join(names(), ", "));
  }
  void run(std::vector<std::string> words) {
    words = cli::with_empty_values(std::move(words));
    std::reverse(words.begin(), words.end());  // as the parser wants it
    try {
      app_.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
      throw WrongUse(error.what());
    }
  }

 private:
  CLI::App app_;
  cli::ExitStatus status_ = cli::ExitStatus::done;
  cli::Command root_;
};

}  // namespace

std::vector<std::string> command_names(const AddCommands& add) { return Commands(add).names(); }

void run_command(const AddCommands& add, const std::string& name, const std::string& options,
                 const std::vector<std::string>& words) {
  in_words_of_library([&] {
    Commands commands(add);
    CommandWords given(commands.command(name));
    const Json object = object_in(options.c_str());
    for (const auto& [option, value] : object.members()) given.add(option, value);
    std::vector<std::string> all{name};
    all.insert(all.end(), words.begin(), words.end());
    const auto others = std::move(given).words();
    all.insert(all.end(), others.begin(), others.end());
    commands.run(std::move(all));
  });
}

std::string without_dashes(std::string_view message) {
  std::string text;
  bool is_quoted = false;
  for (std::size_t at = 0; at < message.size(); ++at) {
    const char before = at > 0 ? message[at - 1] : ' ';
    const bool begins = before == ' ' || before == '(';
    if (message[at] == '\'') is_quoted = begins || is_quoted ? !is_quoted : is_quoted;
    const bool is_option = !is_quoted && begins && message.substr(at, 2) == "--" &&
                           at + 2 < message.size() && is_letter(message[at + 2]);
    if (is_option) ++at;
    if (!is_option) text += message[at];
  }
  return text;
}

}  // namespace schiri::library
