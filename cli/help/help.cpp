#include "cli/help/help.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "cli/help/embedded_files.h"
#include "cli/help/manual_page.h"
#include "cli/help/program.h"
#include "cli/line/argument_files.h"
#include "cli/line/board_style.h"
#include "cli/line/command.h"
#include "cli/line/refused_value.h"
#include "cli/line/usual_options.h"
#include "cli/print/console.h"
#include "cli/print/output_language.h"
#include "cli/print/terminal_filter.h"
#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/former_names.h"
#include "core/base/message.h"
#include "core/base/names.h"
#include "core/base/nearest_name.h"
#include "core/base/text.h"
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

#ifdef SCHIRI_OTB
constexpr bool has_otb = true;
#else
constexpr bool has_otb = false;
#endif
constexpr Pattern no_otb = message_pattern(
    "this build has no over-the-board events; one made with SCHIRI_OTB=ON has them");

/// The words of a text in small letters, without signs; digits are words of their own, as in
/// `top10`.
std::set<std::string> plain_words(std::string_view text) {
  std::string plain;
  for (const char c : lower_case(text)) {
    const bool is_word = is_letter(c) || is_digit(c);
    if (!plain.empty() && is_digit(plain.back()) != is_digit(c)) plain += ' ';
    plain += is_word ? c : ' ';
  }
  std::set<std::string> words;
  for (const std::string_view word : split(plain, ' ')) words.emplace(word);
  words.erase("");
  return words;
}

/// Searches commands and headings of the manual for words, or the text of its pages.
class HelpSearch {
 public:
  explicit HelpSearch(const std::string& words) : wanted_(plain_words(words)) {}

  void look_at(const ProgramCommand& command) {
    add("'" + command.path + " --help'", command.path + ' ' + command.about);
    for (const ProgramCommand& part : command.parts) look_at(part);
  }
  void look_at(const EmbeddedFile& page) {
    for (const ManualBlock& block : read_manual_page(page.text).blocks) {
      if (block.kind == ManualBlock::Kind::heading) {
        add("'schiri help " + std::string(page.name) + "'", block.text);
      }
    }
  }
  void look_into(const EmbeddedFile& page) {
    add("'schiri help " + std::string(page.name) + "'", page.text);
  }

  /// The three places that have most of the words; empty if no place has any.
  Message best() const {
    std::vector<Message> best;
    for (std::size_t found = wanted_.size(); found > 0 && best.empty(); --found) {
      for (const auto& [place, count] : places_) {
        const bool is_new = std::count(best.begin(), best.end(), Message(place)) == 0;
        if (count == found && is_new && best.size() < 3) best.emplace_back(place);
      }
    }
    return best.empty() ? Message() : message("see {0}", all_of(best));
  }

 private:
  void add(const std::string& place, std::string_view text) {
    const auto words = plain_words(text);
    const auto found = std::count_if(wanted_.begin(), wanted_.end(), [&](const std::string& word) {
      return words.contains(word) || words.contains(word + 's');
    });
    places_.emplace_back(place, static_cast<std::size_t>(found));
  }

  std::set<std::string> wanted_;
  std::vector<std::pair<std::string, std::size_t>> places_;
};

[[noreturn]] void refuse_words(const ProgramCommand& program,
                               const std::vector<std::string>& words) {
  const std::string& word = words.front();
  if (words.size() > 1 && find_manual_page(word)) {
    throw InputError(message("'{0}' has no command '{1}'", word, printable(words[1])));
  }
  if (!has_otb && (word == "otb" || word == "fide")) throw InputError(Message(no_otb));
  NearestName nearest(word);
  for (const EmbeddedFile& page : manual_pages) nearest.look_at(page.name);
  for (const ProgramCommand& part : program.parts) nearest.look_at(part.name);
  HelpSearch headings(join(words, " ")), texts(join(words, " "));
  for (const ProgramCommand& part : program.parts) headings.look_at(part);
  for (const EmbeddedFile& page : manual_pages) {
    headings.look_at(page);
    texts.look_into(page);
  }
  Message found = headings.best();
  if (found.empty() && !nearest.is_near()) found = texts.best();
  if (found.empty()) found = known_names(nearest, message("'schiri help' lists all"));
  throw InputError(joined(message("there is no topic or command '{0}'", printable(word)), found));
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
  console::out << "  " << name << std::string(column - std::min(name.size(), column - 1), ' ')
               << about.substr(0, about.find('\n')) << '\n';
}

/// The headings among the topics, each before the first of its topics.
constexpr struct {
  std::string_view topic, heading;
} topic_groups[] = {{"overview", "Start"},
                    {"records", "Records and games"},
                    {"bots", "Bots and tournaments"},
                    {"otb", "Over the board"},
                    {"ratings", "Ratings and databases"},
                    {"output", "Programs of your own"},
                    {"security", "About schiri"}};

void list_all(const ProgramCommand& program, const std::string& language) {
  const Translation words = translation_to(language);
  console::out << words.of(program.about) << "\n\n"
               << message("Topics, each a page of the manual: schiri help TOPIC").in(words) << '\n';
  for (const EmbeddedFile& page : manual_pages) {
    for (const auto& [topic, heading] : topic_groups) {
      if (page.name == topic) console::out << heading << ":\n";
    }
    list_line(page.name, page_in(language, page).about);
  }
  if (!has_otb) console::out << '\n' << with_capital(Message(no_otb).in(words)) << ".\n";
  console::out << '\n'
               << message("Commands and their options: schiri help COMMAND").in(words) << '\n';
  std::string group;
  for (const ProgramCommand& part : program.parts) {
    const bool goes_on = part.group == group;
    if (!goes_on) console::out << (group.empty() ? "  " : "\n  ") << part.group << ": ";
    console::out << (goes_on ? ", " : "") << part.name;
    group = part.group;
  }
  console::out << '\n';
}

/// A page, a command's options, or, where a name is both, one after the other.
void show(const ProgramCommand& program, const std::vector<std::string>& words,
          const std::string& language) {
  if (words.empty()) return list_all(program, language);
  const EmbeddedFile* const page = words.size() == 1 ? find_manual_page(words.front()) : nullptr;
  const ProgramCommand* const command = find_command(program, words);
  if (!page && !command) refuse_words(program, words);
  if (page)
    console::out << StyledText{manual_page_text(page_in(language, *page), colour_on_output())};
  if (page && command) console::out << '\n';
  if (command) console::out << help_text(*command);
}

/// `man1` is for a command whose name is also a topic.
void write_man_page(const ProgramCommand& program, const HelpOptions& options) {
  const std::vector<std::string>& words = options.words;
  const bool may_be_topic =
      words.size() == 1 && (options.format == "man" || !find_part(program, words.front()));
  const std::string language = options.language.empty() ? "en" : options.language;
  if (const auto* page = may_be_topic ? find_manual_page(words.front()) : nullptr) {
    console::out << topic_man_page(page_in(language, *page), language);
  } else if (const ProgramCommand* const command = find_command(program, words)) {
    console::out << command_man_page(program, *command);
  } else {
    refuse_words(program, words);
  }
}

void help(const CLI::App& app, const HelpOptions& options) {
  const ProgramCommand program = describe_program(app);
  if (options.format == "text") {
    return show(program, options.words, chosen_language(options.language));
  }
  if (options.format.starts_with("man")) return write_man_page(program, options);
  if (!options.words.empty()) throw InputError(message("completion is made for the whole program"));
  console::out << completion(program, options.format);
}

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
constexpr ForeignOption foreign_options[] = {{"concurrency", "--threads"},
                                             {"config", "--resume"},
                                             {"debug", "--trace"},
                                             {"draw", "--draw"},
                                             {"each", "--each"},
                                             {"engine", "--bot"},
                                             {"event", "--event"},
                                             {"force-concurrency", "--force"},
                                             {"games", "--rounds", "--single"},
                                             {"log", "--log"},
                                             {"maxmoves", "--max-turns"},
                                             {"openings", "--openings"},
                                             {"output", "--format"},
                                             {"pgnout", "--pgn"},
                                             {"ratinginterval", "--progress"},
                                             {"recover", "--strikes"},
                                             {"repeat", "--rounds", "--single"},
                                             {"resign", "--resign"},
                                             {"rounds", "--rounds"},
                                             {"scoreinterval", "--progress"},
                                             {"seeds", "--seeds"},
                                             {"sprt", "--sprt"},
                                             {"srand", "--seed"},
                                             {"st", "--each"},
                                             {"tc", "--each"},
                                             {"tournament", "--system"},
                                             {"use-affinity", "--cpu"},
                                             {"variant", "--game", "--variant"}};

Message unknown_option(const CLI::App& command, const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  if (word == "--") {
    return message(
        "after '--' each word is a value, also one that begins with '-'; that is one "
        "value too many, and options stand before it");
  }
  const Message complaint = message("there is no option '{0}'", printable(name));
  const std::string path = path_of(command);
  const auto words = split(path, ' ');
  if (name == "--language" && words.size() > 1 && speaks_english(words[1])) {
    return joined(complaint, message("'{0}' is in English", path));
  }
  if (const Message why = former_name(path, name); !why.empty()) return joined(complaint, why);
  // Elsewhere two dashes are those of schiri.
  const bool is_tournament =
      path == "schiri" || path.starts_with("schiri tournament") || path == "schiri test";
  for (const auto& [theirs, ours, also] : foreign_options) {
    if (trimmed(name, "-") != theirs || (name.starts_with("--") && !is_tournament)) continue;
    return joined(complaint,
                  message("'schiri tournament run' has {0} (see 'schiri help coming-from')",
                          also.empty() ? Message(ours) : all_of({ours, also})));
  }
  if (command.get_option_no_throw(name)) {
    return message("{0} belongs after the command: {1}", name, path + " " + name + " ...");
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
  if (!has_otb && word == "otb") return joined(complaint, Message(no_otb));
  const Message why = former_name(path_of(command), word);
  if (!why.empty()) return joined(complaint, why);
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
  // CLI11 says "Could not convert: NAME = value", of flags too; no other number is left.
  if (kind == "ConversionError" && text.find(" = ") != text.npos) {
    const std::size_t start = text.find(": ") + 2, end = text.find(" = ");
    const std::string name = text.substr(start, end - start);
    const std::string value = printable(text.substr(end + 3));
    const CLI::Option* const option = command.get_option_no_throw(name);
    if (!option || option->get_type_size_max() == 0) {
      return message("{0} takes no value, and was given '{1}'", name, value);
    }
    return value.starts_with('-') ? message("{0}: {1} is too small", name, value)
                                  : message("{0}: {1} is too large", name, value);
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

void add_help(Command& program, const CLI::App& app) {
  const auto [command, options] =
      program.add<HelpOptions>("help", "Show a page of the manual, or a command's options",
                               "Without a word it lists topics and commands.\n"
                               "Examples: schiri help records\n"
                               "          schiri help db import",
                               "", [&app](const HelpOptions& given) { help(app, given); });
  command.add_option("TOPIC", options.words, "A topic of the manual, or a command: db import");
  command
      .add_option("--format", options.format,
                  "Set the format: text, man page (man1: of a command), or shell completion")
      ->one_of({"text", "man", "man1", "bash", "zsh", "fish"});
  add_language(command, options.language);
}

std::string usage_message(const CLI::App& program, const CLI::Error& error) {
  const CLI::App& command = command_reached(program);
  auto left = program.remaining(true);
  for (std::string& word : left) word = as_typed(std::move(word));
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
