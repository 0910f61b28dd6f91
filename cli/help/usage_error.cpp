#include "cli/help/usage_error.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>
#include <vector>

#include "cli/help/help_text.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "notation/text/nearest_advice.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

/// The last command of the line that fits.
const CLI::App& command_reached(const CLI::App& program) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::string path_of(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return (parent ? path_of(*parent) + " " : "") + command.get_name();
}

std::string quoted(const std::string& text) { return "'" + printable(text) + "'"; }

// --- unknown words ---------------------------------------------------------------------------

bool is_known_below(const CLI::App& command, const std::string& name) {
  const auto parts = command.get_subcommands({});
  return std::any_of(parts.begin(), parts.end(), [&](const CLI::App* part) {
    return part->get_option_no_throw(name) != nullptr || is_known_below(*part, name);
  });
}

/// The commands of this name at any depth, as a user would type them.
void collect_commands(const CLI::App& command, const std::string& name,
                      std::vector<std::string>& paths) {
  for (const CLI::App* part : command.get_subcommands({})) {
    if (part->get_name() == name) paths.push_back("'" + path_of(*part) + "'");
    collect_commands(*part, name, paths);
  }
}

/// Options of fastchess and cutechess-cli, which begin with one dash there, and what `tournament
/// run` has instead.
struct ForeignOption {
  std::string_view theirs, ours;
};
constexpr ForeignOption foreign_options[] = {
    {"concurrency", "--threads"}, {"draw", "--draw"},         {"each", "--each"},
    {"engine", "--bot"},          {"event", "--event"},       {"games", "--rounds and --single"},
    {"maxmoves", "--max-turns"},  {"openings", "--openings"}, {"resign", "--resign"},
    {"rounds", "--rounds"},       {"sprt", "--sprt"},         {"srand", "--seed"},
    {"tournament", "--system"}};

std::string unknown_option(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const std::string complaint = "there is no option " + quoted(name);
  for (const auto& [theirs, ours] : foreign_options) {
    if (trimmed(name, "-") != theirs) continue;
    return complaint + "; 'schiri tournament run' has " + std::string(ours) +
           " (see 'schiri help coming-from')";
  }
  if (!name.starts_with("--") && name.size() > 2 && command.get_option_no_throw("-" + name)) {
    return complaint + "; it is written -" + name;
  }
  NearestName nearest(name);
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& known : option->get_lnames()) nearest.look_at("--" + known);
  }
  return complaint + (nearest.is_near() ? advice(nearest) : "");
}

std::string unknown_command(const CLI::App& command, const std::string& word) {
  NearestName nearest(word);
  for (const CLI::App* part : command.get_subcommands({})) nearest.look_at(part->get_name());
  const std::string complaint = "there is no command " + quoted(word);
  std::vector<std::string> elsewhere;
  collect_commands(command, word, elsewhere);
  if (!nearest.is_near() && !elsewhere.empty()) {
    return complaint + ", but there is " + join(elsewhere, ", ");
  }
  return complaint + advice(nearest);
}

std::string unknown_word(const CLI::App& command, const std::string& word) {
  if (word.size() > 1 && word.front() == '-') return unknown_option(command, word);
  if (!command.get_subcommands({}).empty()) return unknown_command(command, word);
  return quoted(word) + " is one argument too many";
}

// --- known words, wrongly used ---------------------------------------------------------------

/// What an option takes, as its help shows it: `FILE`, or `text or json`; empty for an argument.
std::string value_kind(const CLI::App& command, const std::string& name) {
  const ProgramCommand described = describe_command(command, path_of(command));
  const auto option = std::find_if(
      described.options.begin(), described.options.end(), [&](const ProgramOption& one) {
        return std::find(one.names.begin(), one.names.end(), name) != one.names.end();
      });
  if (option == described.options.end()) return {};
  return option->only_words ? enumeration(option->words, "or") : value_name(*option);
}

std::string small_first_letter(std::string text) {
  const bool is_word = text.size() > 1 && text[1] == to_lower(text[1]);
  if (is_word) text[0] = to_lower(text[0]);
  return text;
}

/// CLI11 says "NAME is required" and no more.
std::string missing_option(const CLI::App& command, const std::string& text) {
  const std::string name = text.substr(0, text.find(' '));
  const CLI::Option* const option = command.get_option_no_throw(name);
  if (!option) return text;
  const std::string kind = value_kind(command, name);
  const std::string about = option->get_description();
  return name + (kind.empty() ? "" : " " + kind) + " is required" +
         (about.empty() ? "" : ": " + small_first_letter(about));
}

std::string missing_command(const CLI::App& command) {
  if (!command.get_parent()) return "a command is required; 'schiri help' lists them";
  const auto parts = command.get_subcommands({});
  return "'" + path_of(command) + "' needs a command: " +
         enumeration(parts, "or", [](const CLI::App* part) { return part->get_name(); });
}

/// CLI11 says "NAME: 1 required TYPE missing" or "NAME: At Most 1 required but received 2".
std::string wrong_count(const CLI::App& command, const std::string& text) {
  const std::string name = text.substr(0, text.find(':'));
  const CLI::Option* const option = command.get_option_no_throw(name);
  if (!option) return text;
  const auto most = option->get_expected_max() * std::max(1, option->get_type_size_max());
  if (text.find("Most") != text.npos) {
    return name + " takes " + counted(static_cast<std::uint64_t>(std::max(most, 1)), "value") +
           " and was given more";
  }
  return name + " needs a value: " + value_kind(command, name);
}

/// CLI11 says "A excludes B" or "A requires B".
std::string pair_complaint(const std::string& text, std::string_view verb, const std::string& first,
                           const std::string& between, const std::string& end) {
  const std::size_t at = text.find(verb);
  if (at == text.npos) return text;
  return first + text.substr(0, at) + between + text.substr(at + verb.size()) + end;
}

std::string wrong_use(const CLI::App& command, const CLI::Error& error) {
  const std::string text = error.what(), kind = error.get_name();
  if (kind == "RequiredError") {
    return text.find("ubcommand") != text.npos ? missing_command(command)
                                               : missing_option(command, text);
  }
  if (kind == "ArgumentMismatch") return wrong_count(command, text);
  if (kind == "ExcludesError") {
    return pair_complaint(text, " excludes ", "", " and ", " cannot be combined");
  }
  if (kind == "RequiresError") return pair_complaint(text, " requires ", "", " needs ", "");
  return text;
}

}  // namespace

std::string usage_message(const CLI::App& program, const CLI::Error& error) {
  const CLI::App& command = command_reached(program);
  const auto left = program.remaining(true);
  std::string complaint;
  if (!left.empty()) {
    // An option that comes before a command's name is missing may belong to that command.
    const bool lacks = error.get_name() == "RequiredError";
    const std::string name = left.front().substr(0, left.front().find('='));
    if (!lacks || !is_known_below(command, name)) complaint = unknown_word(command, left.front());
  }
  if (complaint.empty()) complaint = wrong_use(command, error);
  return "schiri: " + complaint + "\nSee '" + path_of(command) + " --help'.\n";
}

std::string unknown_command_message(const CLI::App& program) {
  const CLI::App& command = command_reached(program);
  const auto left = program.remaining(true);
  const auto word = std::find_if(left.begin(), left.end(),
                                 [](const std::string& one) { return !one.starts_with('-'); });
  if (word == left.end() || command.get_subcommands({}).empty()) return {};
  return "schiri: " + unknown_command(command, *word) + "\nSee '" + path_of(command) +
         " --help'.\n";
}

}  // namespace schiri::cli
