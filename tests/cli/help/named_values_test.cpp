#include "cli/help/embedded_files.h"
#include "cli/help/manual_page.h"
#include "core/base/characters.h"
#include "core/base/text.h"
#include "tests/catch.h"
#include "tests/support/commands.h"
#include "tests/support/run.h"

// What help and manual name is compared with the program: each value of an option is read, each
// printed default is what the program uses without the option, and each command and option of the
// manual exists. The options are those of `schiri help --format bash`, which lists all.

namespace named_values_test {

using namespace schiri::cli;

/// The text in the parentheses at the end; empty without any.
std::string printed_default(const std::string& about) {
  const std::size_t open = about.rfind('(');
  if (!about.ends_with(')') || open == about.npos) return "";
  return about.substr(open + 1, about.size() - open - 2);
}

TEST_CASE("named values: each value that the help lists is read in any case") {
  std::size_t values = 0;
  for (const auto& [path, options] : program().options) {
    std::size_t most = 0;
    for (const auto& [name, option] : options) most = std::max(most, option.words.size());
    // One run for the first values of all options of a command, one for the second ones, ...
    for (std::size_t i = 0; i < most; ++i) {
      std::vector<std::string> command_line = words_of(path);
      for (const auto& [name, option] : options) {
        if (i >= option.words.size() || !name.starts_with("--")) continue;
        command_line.push_back(name + "=" + upper_case(option.words[i]));
        ++values;
      }
      command_line.emplace_back("--help-all");
      const Run run = run_schiri(command_line);
      CAPTURE(command_line);
      CHECK(run.status == 0);
      CHECK(run.err == "");
    }
  }
  CHECK(values > 500);
}

TEST_CASE("named values: another value is refused") {
  for (const auto& words : std::vector<std::vector<std::string>>{{"validate", "--format", "xml"},
                                                                 {"convert", "--to", "pg"},
                                                                 {"ratings", "--method", "x"}}) {
    std::vector<std::string> command_line = words;
    command_line.emplace_back("--help-all");
    CHECK(run_schiri(command_line).status == 2);
  }
}

TEST_CASE("named values: the help shows values as they are typed") {
  for (const auto& [command, term] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"convert"}, "--tags seven|none|all|NAME,..."},
           {{"db", "query", "openings"}, "--by year"},
           {{"tournament", "run"}, "--progress N|Ns"},
           {{"ratings"}, "--predict NAME NAME"}}) {
    std::vector<std::string> words = command;
    words.emplace_back("--help-all");
    CHECK_THAT(run_schiri(words).out, contains_text("   " + term));
  }
}

/// A command line whose result depends on the defaults of most of its options, and on no clock.
struct Base {
  const char* path;
  std::vector<std::string> words;
};

std::vector<Base> bases(const std::string& file, const std::string& db) {
  const auto tournament = [](std::vector<std::string> more) {
    std::vector<std::string> words = {"--game",  "creeper",  "--bot",       "random",
                                      "--bot",   "greedy",   "--max-turns", "6",
                                      "--no-db", "--format", "json"};
    words.insert(words.end(), more.begin(), more.end());
    return Base{"tournament run", words};
  };
  return {{"validate", {file}},
          {"replay", {file, "--index", "1", "--turn", "3", "--format", "svg"}},
          {"convert", {file}},
          {"select", {file, "--sample", "3"}},
          {"sort", {file}},
          {"dedupe", {file}},
          {"merge", {file, "--depth", "4"}},
          {"summary", {file}},
          {"data", {file}},
          {"turns", {"creeper"}},
          {"board", {"creeper"}},
          {"book", {file, "--game", "creeper"}},
          {"ratings", {file, "--method", "bt"}},
          {"ratings", {file, "--method", "elo"}},
          {"ratings", {file, "--method", "glicko2"}},
          {"ratings", {file, "--format", "csv"}},
          {"table", {file}},
          {"stats sprt", {"--wdl", "30,20,10", "--elo0", "0", "--elo1", "5"}},
          {"stats plan", {"--elo", "5", "--elo0", "0", "--elo1", "5"}},
          {"db query games", {"--db", db}},
          {"db query players", {"--db", db}},
          {"tune",
           {"creeper", "--bot", "mcts nodes=20", "--option", "exploration=20..300", "--dry-run"}},
          tournament({}),
          tournament({"--system", "gauntlet"}),
          tournament({"--system", "knockout"})};
}

TEST_CASE("named values: a printed default is what the program uses") {
  const TemporaryDirectory directory;
  const std::string file = directory.write("s.pgn", read_data("creeper-sample.pgn"));
  const std::string db = directory.file("s.db");
  must_run({"db", "import", "--db", db, file});
  std::size_t compared = 0;
  for (const Base& base : bases(file, db)) {
    const Words command_line = words_of(base.path) + base.words;
    const Run usual = run_schiri(command_line);
    Words defaults;
    for (const auto& [name, option] : program().options.at(base.path)) {
      const std::string value = printed_default(option.about);
      const bool is_told = std::count(base.words.begin(), base.words.end(), name) > 0;
      if (!option.takes_value || option.takes_file || value.empty() || is_told ||
          !name.starts_with("--"))
        continue;
      defaults.push_back(name + "=" + value);
    }
    // As many at once as exclude each other not. A description such as `detected` is no value, and
    // an option may need another one.
    const std::function<void(const Words&)> compare = [&](const Words& told) {
      const Run run = run_schiri(command_line + told);
      CAPTURE(command_line, told);
      if (run.status != 2) {
        CHECK(run.status == usual.status);
        CHECK(run.out == usual.out);
        compared += told.size();
      } else if (told.size() > 1) {
        const auto middle = told.begin() + static_cast<std::ptrdiff_t>(told.size() / 2);
        compare(Words(told.begin(), middle));
        compare(Words(middle, told.end()));
      }
    };
    if (!defaults.empty()) compare(defaults);
  }
  CHECK(compared > 80);
}

TEST_CASE("named values: a default that depends on the command is printed") {
  const auto help = [](std::vector<std::string> command) {
    command.emplace_back("--help-all");
    std::string text = run_schiri(command).out;
    std::replace(text.begin(), text.end(), '\n', ' ');
    return join(words_of(text), " ");
  };
  const std::string tune = help({"tune"}), test = help({"test"});
  CHECK_THAT(tune, contains_text("(GAME tune)"));
  CHECK_THAT(tune, contains_text("(elo1 twice --accuracy)"));
  CHECK_THAT(test, contains_text("for NEW and --baseline: preset=NAME"));
  CHECK_THAT(help({"tournament", "run"}), contains_text("(GAME SYSTEM)"));
  CHECK_THAT(help({"tournament", "resume"}), contains_text("by its event name (the only one)"));
  for (const char* command : {"select", "ratings", "table", "report"}) {
    CHECK_THAT(help({command}),
               contains_text("Use games of this game, and records without the tag Game as such"));
  }
}

// --- the manual -----------------------------------------------------------------------------

bool is_part(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || c == '-';
  }) && word[0] != '-';
}

bool has_parts(const std::string& path) {
  const auto next = program().commands.upper_bound(path + " ");
  return next != program().commands.end() && next->starts_with(path + " ");
}

/// The path of the command that code of the manual names, empty if it names none. Checks that the
/// command exists.
std::string check_command(const std::string& code) {
  std::vector<std::string> words = words_of(code);
  if (!words.empty() && words[0] == "schiri") words.erase(words.begin());
  std::string path;
  for (const std::string& word : words) {
    const std::string longer = path.empty() ? word : path + " " + word;
    if (!program().commands.contains(longer)) {
      const bool is_missing = !path.empty() && has_parts(path) && is_part(word);
      CAPTURE(code, word);
      CHECK_FALSE(is_missing);
      break;
    }
    path = longer;
  }
  return path;
}

/// `--name`, no result of an over-the-board event.
bool is_option(const std::string& word) {
  return word.size() > 3 && word.starts_with("--") && is_letter(word[2]);
}

bool is_general(const std::string& option) {
  return option == "--help" || option == "--help-all" || option == "--version" ||
         option == "--verbose";
}

/// Checks that the options in the code of a command exist, and that values are among those listed.
void check_options(const std::string& code, const std::string& path) {
  const auto found = program().options.find(path);
  if (found == program().options.end()) return;
  const std::vector<std::string> words = words_of(code.substr(0, code.find('|')));
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string name = words[i].substr(0, words[i].find('='));
    while (!name.empty() && std::string_view(",;)").find(name.back()) != std::string_view::npos) {
      name.pop_back();
    }
    if (!is_option(name) || is_general(name)) continue;
    CAPTURE(code, name);
    CHECK(found->second.contains(name));
  }
}

/// Visits the spans and blocks of code of a page.
void visit_code(const ManualPage& page, const std::function<void(const std::string&)>& visitor) {
  const auto visit_spans = [&](const std::string& text) {
    for (const TextSpan& span : read_spans(text)) {
      if (span.style == TextSpan::Style::code) visitor(span.text);
    }
  };
  for (const ManualBlock& block : page.blocks) {
    if (block.kind == ManualBlock::Kind::code) {
      for (const std::string_view line : split(block.text, '\n')) {
        const std::string_view command = line.starts_with("$ ") ? line.substr(2) : line;
        if (command.starts_with("schiri ")) visitor(std::string(command));
      }
    }
    visit_spans(block.text);
    for (const auto& row : block.rows) {
      for (const std::string& cell : row) visit_spans(cell);
    }
  }
}

TEST_CASE("named values: the commands and options of the manual exist") {
  std::set<std::string> all;
  for (const auto& [path, options] : program().options) {
    for (const auto& [name, option] : options) all.insert(name);
  }
  std::size_t seen = 0;
  for (const EmbeddedFile& file : manual_pages) {
    const ManualPage page = read_manual_page(file.text);
    // Other programs' options.
    if (page.topic == "coming-from" || page.topic == "contributing") continue;
    CAPTURE(page.topic);
    visit_code(page, [&](const std::string& code) {
      const std::string path = check_command(code);
      if (!path.empty()) check_options(code, path);
      const std::string name = code.substr(0, code.find_first_of(" \n=["));
      // Of a benchmark and of pip.
      const bool is_foreign = name == "--large" || name == "--config-settings";
      if (!is_option(name) || is_general(name) || is_foreign) return;
      CAPTURE(code);
      // Pages name options of the wing that may be left out.
      CHECK((all.contains(name) || !has_otb()));
      ++seen;
    });
  }
  CHECK(seen > 200);
}

TEST_CASE("named values: the values of an option in the manual exist") {
  // `--corrections` is `report` (...), `apply` (...) or `both` (...).
  std::size_t seen = 0;
  for (const EmbeddedFile& file : manual_pages) {
    const std::string text(file.text);
    for (std::size_t at = 0; (at = text.find("` is `", at)) != text.npos; ++at) {
      const std::size_t begin = text.rfind('`', at - 1), value = at + 6;
      const std::string name = text.substr(begin + 1, at - begin - 1);
      const std::string first = text.substr(value, text.find('`', value) - value);
      if (!name.starts_with("--")) continue;
      for (const auto& [path, options] : program().options) {
        const auto option = options.find(name);
        if (option == options.end() || option->second.words.empty()) continue;
        CAPTURE(name, first, path);
        CHECK(std::count(option->second.words.begin(), option->second.words.end(), first) == 1);
        ++seen;
      }
    }
  }
  CHECK(seen > 0);
}

}  // namespace named_values_test
