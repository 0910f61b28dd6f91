#pragma once

#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "cli/line/command.h"

// Options of the program's commands in a JSON object, for functions of the library that answer as a
// command does.
namespace schiri::library {

/// Adds commands. They outlive the call until the command has run.
using AddCommands = std::function<void(cli::Command& parent, cli::ExitStatus& status)>;

/// The names of the commands.
std::vector<std::string> command_names(const AddCommands& add);

/// Runs one of the commands with the members of a JSON object as its options and arguments, after
/// `words`. Throws WrongUse for an unknown command or option, and what the command throws; messages
/// name options without dashes.
void run_command(const AddCommands& add, const std::string& name, const std::string& options,
                 const std::vector<std::string>& words);

/// A message about options of the command line, with their names as the library has them. What is
/// in quotes stays.
std::string without_dashes(std::string_view message);

/// Runs work whose InputError and UnusableError speak of options of the command line.
template <class Work>
auto in_words_of_library(const Work& work) {
  try {
    return work();
  } catch (const InputError& error) {
    throw InputError(without_dashes(error.what()));
  } catch (const UnusableError& error) {
    throw UnusableError(without_dashes(error.what()));
  }
}

}  // namespace schiri::library
