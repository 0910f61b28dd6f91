#include "cli/mistyped.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "notation/text/nearest_name.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The command that was reached before the words stopped fitting.
const CLI::App& command_reached(const CLI::App& program) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

bool is_known_below(const CLI::App& command, const std::string& word) {
  const auto parts = command.get_subcommands({});
  return std::any_of(parts.begin(), parts.end(), [&](const CLI::App* part) {
    return part->get_option_no_throw(word.substr(0, word.find('='))) != nullptr ||
           is_known_below(*part, word);
  });
}

std::string option_complaint(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  NearestName nearest(name);
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& known : option->get_lnames()) nearest.look_at("--" + known);
  }
  return "there is no option '" + printable(name) + "'" + nearest.advice();
}

std::string command_complaint(const CLI::App& command, const std::string& word) {
  NearestName nearest(word);
  for (const CLI::App* part : command.get_subcommands({})) nearest.look_at(part->get_name());
  if (nearest.nearest().empty()) return {};
  return "there is no command '" + printable(word) + "'" + nearest.advice();
}

}  // namespace

std::string complaint_about_words(const CLI::App& program, const CLI::Error& error) {
  const auto left = program.remaining(true);
  if (left.empty()) return {};
  const CLI::App& command = command_reached(program);
  const std::string& word = left.front();
  const bool is_option = word.starts_with("--");
  if (is_option) {
    // Where the command's name breaks off, it may be right for one of its parts.
    const bool lacks = error.get_name() == "RequiredError";
    return lacks && is_known_below(command, word) ? "" : option_complaint(command, word);
  }
  return command_complaint(command, word);
}

}  // namespace schiri::cli
