#include "cli/help/usage_error.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>
#include <vector>

#include "cli/help/help_text.h"
#include "cli/line/refused_value.h"
#include "cli/print/output_language.h"
#include "core/base/characters.h"
#include "core/base/message.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
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
    if (part->get_name() == name) paths.push_back(path_of(*part));
    collect_commands(*part, name, paths);
  }
}

/// Options of fastchess and cutechess-cli, which begin with one dash there, and what `tournament
/// run` has instead.
struct ForeignOption {
  std::string_view theirs, ours;
  std::string_view also = {};
};
constexpr ForeignOption foreign_options[] = {
    {"concurrency", "--threads"}, {"draw", "--draw"},         {"each", "--each"},
    {"engine", "--bot"},          {"event", "--event"},       {"games", "--rounds", "--single"},
    {"maxmoves", "--max-turns"},  {"openings", "--openings"}, {"resign", "--resign"},
    {"rounds", "--rounds"},       {"sprt", "--sprt"},         {"srand", "--seed"},
    {"tournament", "--system"}};

Message unknown_option(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  const Message complaint = message("there is no option '{0}'", printable(name));
  for (const auto& [theirs, ours, also] : foreign_options) {
    if (trimmed(name, "-") != theirs) continue;
    return joined(complaint,
                  message("'schiri tournament run' has {0} (see 'schiri help coming-from')",
                          also.empty() ? Message(ours) : all_of({ours, also})));
  }
  if (!name.starts_with("--") && name.size() > 2 && command.get_option_no_throw("-" + name)) {
    return joined(complaint, message("it is written {0}", "-" + name));
  }
  NearestName nearest(name);
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& known : option->get_lnames()) nearest.look_at("--" + known);
  }
  return nearest.is_near() ? joined(complaint, known_names(nearest)) : complaint;
}

Message unknown_command(const CLI::App& command, const std::string& word) {
  NearestName nearest(word);
  for (const CLI::App* part : command.get_subcommands({})) nearest.look_at(part->get_name());
  const Message complaint = message("there is no command '{0}'", printable(word));
  std::vector<std::string> elsewhere;
  collect_commands(command, word, elsewhere);
  if (!nearest.is_near() && !elsewhere.empty()) {
    Message paths;
    for (const std::string& path : elsewhere) paths = listed(paths, message("'{0}'", path));
    return message("{0}, but there is {1}", complaint, paths);
  }
  return joined(complaint, known_names(nearest));
}

Message unknown_word(const CLI::App& command, const std::string& word) {
  if (word.size() > 1 && word.front() == '-') return unknown_option(command, word);
  if (!command.get_subcommands({}).empty()) return unknown_command(command, word);
  return message("'{0}' is one argument too many", printable(word));
}

// --- known words, wrongly used ---------------------------------------------------------------

/// What an option takes, as its help shows it: `FILE`, or `text or json`; empty for an argument.
Message value_kind(const CLI::App& command, const std::string& name) {
  const ProgramCommand described = describe_command(command, path_of(command));
  const auto option = std::find_if(
      described.options.begin(), described.options.end(), [&](const ProgramOption& one) {
        return std::find(one.names.begin(), one.names.end(), name) != one.names.end();
      });
  if (option == described.options.end()) return {};
  if (!option->only_words) return value_name(*option);
  return any_of({option->words.begin(), option->words.end()});
}

std::string small_first_letter(std::string text) {
  const bool is_word = text.size() > 1 && text[1] == to_lower(text[1]);
  if (is_word) text[0] = to_lower(text[0]);
  return text;
}

/// What an option or argument is for. The help is English, so in other languages this is empty.
std::string purpose_of(const CLI::Option& option) {
  return output_language().is_english() ? small_first_letter(option.get_description()) : "";
}

/// CLI11 says "NAME is required" and no more.
Message missing_option(const CLI::App& command, const std::string& text) {
  const std::string name = text.substr(0, text.find(' '));
  const CLI::Option* const option = command.get_option_no_throw(name);
  if (!option) return text;
  const Message kind = value_kind(command, name);
  const Message what = kind.empty() ? Message(name) : message("{0} {1}", name, kind);
  const std::string purpose = purpose_of(*option);
  if (purpose.empty()) return message("{0} is required", what);
  return message("{0} is required: {1}", what, purpose);
}

Message missing_command(const CLI::App& command) {
  if (!command.get_parent()) return message("a command is required; 'schiri help' lists them");
  std::vector<Message> names;
  for (const CLI::App* part : command.get_subcommands({})) names.emplace_back(part->get_name());
  return message("'{0}' needs a command: {1}", path_of(command), any_of(names));
}

/// CLI11 says "NAME: 1 required TYPE missing" or "NAME: At Most 1 required but received 2".
Message wrong_count(const CLI::App& command, const std::string& text) {
  const std::string name = text.substr(0, text.find(':'));
  const CLI::Option* const option = command.get_option_no_throw(name);
  if (!option) return text;
  const auto most = option->get_expected_max() * std::max(1, option->get_type_size_max());
  if (text.find("Most") != text.npos) {
    return message("{0} takes {1} {1:value|values} and was given more", name, std::max(most, 1));
  }
  const Message kind = value_kind(command, name);
  const Message what = kind.empty() ? Message(purpose_of(*option)) : kind;
  if (option->count() == 0) return message("{0} needs a value: {1}", name, what);
  const Message complaint = message("{0} takes {1} {1:value|values} and was given {2}", name,
                                    option->get_items_expected_min(), option->count());
  return what.empty() ? complaint : message("{0}: {1}", complaint, what);
}

/// CLI11 says "A excludes B" or "A requires B". `pattern`: of the message of both.
Message pair_complaint(const std::string& text, std::string_view verb, Pattern pattern) {
  const std::size_t at = text.find(verb);
  if (at == text.npos) return text;
  return {pattern,
          {message_value(text.substr(0, at)), message_value(text.substr(at + verb.size()))}};
}

Message wrong_use(const CLI::App& command, const CLI::Error& error) {
  if (const auto* refused = dynamic_cast<const RefusedValue*>(&error)) return refused->message();
  const std::string text = error.what(), kind = error.get_name();
  if (kind == "RequiredError") {
    return text.find("ubcommand") != text.npos ? missing_command(command)
                                               : missing_option(command, text);
  }
  if (kind == "ArgumentMismatch") return wrong_count(command, text);
  if (kind == "ExcludesError") {
    return pair_complaint(text, " excludes ", message_pattern("{0} and {1} cannot be combined"));
  }
  if (kind == "RequiresError") {
    return pair_complaint(text, " requires ", message_pattern("{0} needs {1}"));
  }
  return text;
}

/// The complaint, and which help to read.
std::string two_lines(const CLI::App& command, const Message& complaint) {
  return "schiri: " + translated(complaint) + '\n' +
         translated(message("See '{0} --help'.", path_of(command))) + '\n';
}

}  // namespace

std::string usage_message(const CLI::App& program, const CLI::Error& error) {
  const CLI::App& command = command_reached(program);
  const auto left = program.remaining(true);
  Message complaint;
  if (!left.empty()) {
    // An option that comes before a command's name is missing may belong to that command.
    const bool lacks = error.get_name() == "RequiredError";
    const std::string name = left.front().substr(0, left.front().find('='));
    if (!lacks || !is_known_below(command, name)) complaint = unknown_word(command, left.front());
  }
  if (complaint.empty()) complaint = wrong_use(command, error);
  return two_lines(command, complaint);
}

std::string unknown_command_message(const CLI::App& program) {
  const CLI::App& command = command_reached(program);
  const auto left = program.remaining(true);
  const auto word = std::find_if(left.begin(), left.end(),
                                 [](const std::string& one) { return !one.starts_with('-'); });
  if (word == left.end() || command.get_subcommands({}).empty()) return {};
  return two_lines(command, unknown_command(command, *word));
}

}  // namespace schiri::cli
