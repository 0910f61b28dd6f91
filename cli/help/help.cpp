#include "cli/help/help.h"

#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/help/embedded_files.h"
#include "cli/help/man_page.h"
#include "cli/help/manual_page.h"
#include "cli/help/program.h"
#include "cli/line/board_style.h"
#include "cli/line/command.h"
#include "cli/line/usual_options.h"
#include "cli/print/terminal_filter.h"
#include "cli/print/vocabulary.h"
#include "core/base/errors.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct HelpOptions {
  std::vector<std::string> words;
  std::string format = "text";
  std::string language;
};

const EmbeddedFile* find_manual_page(const std::string& topic) {
  const auto page = std::find_if(manual_pages.begin(), manual_pages.end(),
                                 [&](const EmbeddedFile& kept) { return kept.name == topic; });
  return page == manual_pages.end() ? nullptr : &*page;
}

/// The kind of a column's values, and their unit.
std::string kind_text(const Column& column) {
  const std::string type(json_type(column.kind));
  switch (column.kind) {
    case Holds::share:
      return "share";
    case Holds::rating:
      return "number, Elo";
    case Holds::date:
      return type + ", date";
    case Holds::seconds:
      return type + ", seconds";
    default:
      return column.shown == schiri::Shown::json ? type + ", JSON only" : type;
  }
}

/// The tables of all commands, in Markdown.
std::string output_tables() {
  std::string text, command;
  for (const PrintedTable& table : printed_tables()) {
    if (table.command != command) text += "## " + table.command + "\n\n";
    command = table.command;
    if (!table.name.empty()) text += with_capital(table.name) + ":\n\n";
    text += "| key | kind | meaning |\n|---|---|---|\n";
    for (const Column& column : table.columns()) {
      if (column.shown == schiri::Shown::people) continue;
      text += "| `" + column.key + "` | " + kind_text(column) + " | " + column.meaning + " |\n";
    }
    text += "\n";
  }
  return text;
}

/// A page as it is embedded, with the tables of commands in place of `@tables@`.
std::string text_of_page(std::string_view markdown) {
  constexpr std::string_view place = "@tables@\n\n";
  std::string text(markdown);
  const std::size_t at = text.find(place);
  if (at != text.npos) text.replace(at, place.size(), output_tables());
  return text;
}

/// The page in one of languages(); in English if it has no translation.
ManualPage page_in(const std::string& language, const EmbeddedFile& page) {
  const std::string name = std::string(page.name) + '.' + language;
  const auto translation =
      std::find_if(translated_pages.begin(), translated_pages.end(),
                   [&](const EmbeddedFile& kept) { return kept.name == name; });
  return read_manual_page(
      text_of_page(translation == translated_pages.end() ? page.text : translation->text));
}

const ProgramCommand* find_part(const ProgramCommand& command, const std::string& name) {
  const auto part = std::find_if(command.parts.begin(), command.parts.end(),
                                 [&](const ProgramCommand& known) { return known.name == name; });
  return part == command.parts.end() ? nullptr : &*part;
}

[[noreturn]] void refuse_first_word(const ProgramCommand& program, const std::string& word) {
  NearestName nearest(word);
  for (const EmbeddedFile& page : manual_pages) nearest.look_at(page.name);
  for (const ProgramCommand& part : program.parts) nearest.look_at(part.name);
  throw InputError(joined(message("there is no topic or command '{0}'", printable(word)),
                          known_names(nearest, message("'schiri help' lists all"))));
}

[[noreturn]] void refuse_part(const ProgramCommand& command, const std::string& word) {
  NearestName nearest(word);
  for (const ProgramCommand& part : command.parts) nearest.look_at(part.name);
  throw InputError(joined(message("'{0}' has no command '{1}'", command.path, printable(word)),
                          command.parts.empty() ? Message() : known_names(nearest)));
}

/// The command that the words name, or null if the first of them is none.
const ProgramCommand* find_command(const ProgramCommand& program,
                                   const std::vector<std::string>& words) {
  const ProgramCommand* command = &program;
  for (const std::string& word : words) {
    const ProgramCommand* const part = find_part(*command, word);
    if (!part && command == &program) return nullptr;
    if (!part) refuse_part(*command, word);
    command = part;
  }
  return command;
}

void list_line(std::string_view name, std::string_view about) {
  constexpr std::size_t column = 13;
  std::cout << "  " << name << std::string(column - std::min(name.size(), column - 1), ' ')
            << about.substr(0, about.find('\n')) << '\n';
}

void list_all(const ProgramCommand& program, const std::string& language) {
  const Translation words = translation_to(language);
  std::cout << words.of(program.about) << "\n\n"
            << message("Topics, each a page of the manual: schiri help TOPIC").in(words) << '\n';
  for (const EmbeddedFile& page : manual_pages) list_line(page.name, page_in(language, page).about);
  std::cout << '\n' << message("Commands and their options: schiri help COMMAND").in(words) << '\n';
  for (const ProgramCommand& part : program.parts) list_line(part.name, part.about);
}

/// A page, a command's options, or, where a name is both, one after the other.
void show(const ProgramCommand& program, const std::vector<std::string>& words,
          const std::string& language) {
  if (words.empty()) return list_all(program, language);
  const EmbeddedFile* const page = words.size() == 1 ? find_manual_page(words.front()) : nullptr;
  const ProgramCommand* const command = find_command(program, words);
  if (!page && !command) refuse_first_word(program, words.front());
  if (page) std::cout << StyledText{manual_page_text(page_in(language, *page), colour_on_output())};
  if (page && command) std::cout << '\n';
  if (command) std::cout << command->help;
}

void write_man_page(const ProgramCommand& program, const std::vector<std::string>& words) {
  if (words.empty()) {
    std::cout << program_man_page(program);
    return;
  }
  const EmbeddedFile* const page = find_manual_page(words.front());
  if (!page || words.size() > 1) {
    throw InputError(
        message("a man page is made of a topic, or without a word of the whole program"));
  }
  std::cout << topic_man_page(read_manual_page(text_of_page(page->text)));
}

void help(const CLI::App& app, const HelpOptions& options) {
  const ProgramCommand program = describe_program(app);
  if (options.format == "text") {
    return show(program, options.words, chosen_language(options.language));
  }
  if (options.format == "man") return write_man_page(program, options.words);
  if (!options.words.empty()) throw InputError(message("completion is made for the whole program"));
  std::cout << completion(program, options.format);
}

}  // namespace

void add_help(Command& program, const CLI::App& app) {
  auto options = std::make_shared<HelpOptions>();
  Command* command =
      program.add_subcommand("help", "Show a page of the manual, or a command's options");
  command->add_option("TOPIC", options->words, "A topic of the manual, or a command: db import");
  command->add_option("--format", options->format, "text; man for man(1); completion for a shell")
      ->one_of({"text", "man", "bash", "zsh", "fish"});
  add_language(*command, options->language);
  command->footer(
      "Without a word it lists topics and commands.\n"
      "Examples: schiri help records\n"
      "          schiri help db import");
  command->callback([options, &app] { help(app, *options); });
}

}  // namespace schiri::cli
