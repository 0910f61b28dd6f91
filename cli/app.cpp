#include "cli/app.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "cli/bots/book.h"
#include "cli/games/game.h"
#include "cli/help/help.h"
#include "cli/help/program.h"
#include "cli/line/argument_files.h"
#include "cli/line/command.h"
#include "cli/line/defaults.h"
#include "cli/line/usual_options.h"
#include "cli/line/version.h"
#ifdef SCHIRI_OTB
#include "cli/otb/otb.h"
#endif
#include "cli/print/console.h"
#include "cli/print/findings.h"
#include "cli/print/output_language.h"
#include "cli/print/terminal_filter.h"
#include "cli/study/study.h"
#include "cli/tournament/tournament_command.h"
#include "cli/web/play/play_document.h"
#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/files/temporary_name.h"
#include "core/base/parallel.h"
#include "notation/game_types.h"
#include "notation/games/game_type.h"
#include "notation/programs/own_game.h"

namespace schiri::cli {

namespace {

struct NamedCommand {
  std::string_view group;  ///< its heading in the help
  std::string_view name;
  AddCommand* add;
};

constexpr NamedCommand commands[] = {
    {"Records", "validate", add_validate},
    {"Records", "convert", add_convert},
    {"Records", "replay", add_replay},
    {"Records", "select", add_select},
    {"Records", "sort", add_sort},
    {"Records", "dedupe", add_dedupe},
    {"Records", "tag", add_tag},
    {"Records", "split", add_split},
    {"Records", "merge", add_merge},
    {"Records", "summary", add_summary},
    {"Records", "data", add_data},
    {"Records", "lsp", add_lsp},
    {"Games", "games", add_games},
    {"Games", "rules", add_rules},
    {"Games", "play", add_play},
    {"Games", "page", add_page},
    {"Games", "position", add_position},
    {"Games", "turns", add_turns},
    {"Games", "board", add_board},
    {"Games", "perft", add_perft},
    {"Games", "game", add_game_commands},
    {"Bots and tournaments", "tournament", add_tournament},
    {"Bots and tournaments", "test", add_test},
    {"Bots and tournaments", "analyse", add_analyse},
    {"Bots and tournaments", "bot", add_bot},
    {"Bots and tournaments", "ugi", add_ugi},
    {"Bots and tournaments", "tune", add_tune},
    {"Bots and tournaments", "study", add_study},
    {"Bots and tournaments", "book", add_book},
#ifdef SCHIRI_OTB
    {"Over the board", "otb", add_otb},
#endif
    {"Ratings and databases", "ratings", add_ratings},
    {"Ratings and databases", "table", add_table},
    {"Ratings and databases", "stats", add_stats},
    {"Ratings and databases", "report", add_report},
    {"Ratings and databases", "db", add_db},
};

constexpr Pattern description = message_pattern(
    "Referee for abstract board games: checks and repairs game records, runs tournaments of\n"
    "bots and over-the-board events, rates players, keeps everything in SQLite.");

constexpr char footer[] =
    "A word @FILE is replaced by the words of that file.\n"
    "'schiri COMMAND --help' shows the options of a command, 'schiri help' the pages of the "
    "manual.";

int complain(ExitStatus status, std::string_view message) {
  const console::Uninterrupted whole;
  if (console::is_guest()) console::out.clear();  // it may have failed by the interruption
  console::out.flush();
  console::err << "schiri: " << message << '\n';
  return static_cast<int>(status);
}

/// The handler of `new`. What is on the disk is as after a kill: nothing that was reported as
/// stored is lost.
[[noreturn]] void end_without_memory() {
  constexpr std::string_view text = "schiri: there is not enough memory\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  remove_temporary_names();
  _exit(static_cast<int>(ExitStatus::unusable));
}

/// Is this a pipe without a reader?
bool is_unread(int descriptor) {
  pollfd polled{descriptor, POLLOUT, 0};
  return poll(&polled, 1, 0) == 1 && (polled.revents & POLLERR) != 0;
}

int finish_output(ExitStatus status) {
  if (console::out.flush()) return static_cast<int>(status);
  if (!console::is_guest() && is_unread(STDOUT_FILENO)) raise(SIGPIPE);
  return complain(ExitStatus::unusable,
                  translated(message("the output could not be written completely")));
}

/// The language that a command line asks for, also if it is wrong otherwise; empty if none.
std::string language_asked(const std::vector<std::string>& words) {
  constexpr std::string_view option = "--language";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    std::string value;
    if (word == option && i + 1 < words.size()) value = words[i + 1];
    if (word.starts_with(std::string(option) + '=')) value = word.substr(option.size() + 1);
    value = lower_case(value);
    if (std::find(languages().begin(), languages().end(), value) != languages().end()) return value;
  }
  return {};
}

/// CLI11 has exit codes of its own; here wrong usage has one.
int finish_parsing(const CLI::App& app, const CLI::ParseError& error, const std::string& language) {
  if (!language.empty()) set_output_language(language);
  const bool is_help = error.get_name() == "CallForHelp";
  const std::string complaint = is_help ? unknown_command_message(app) : "";
  if (!complaint.empty()) console::err << complaint;
  const int code = complaint.empty() ? app.exit(error, console::out, console::err) : 1;
  if (code != 0) return static_cast<int>(ExitStatus::usage);
  return finish_output(ExitStatus::done);
}

std::string version_text(bool is_verbose) {
  if (!is_verbose) return version;
  return version + ("\ngames and bots for " + std::string(instruction_set())) + libraries;
}

/// Is only the version wanted?
bool is_version_only(const std::vector<std::string>& words) {
  return words == std::vector<std::string>{"--version"} ||
         words == std::vector<std::string>{"--version", "--verbose"};
}

/// Adds the command that the words begin with, or all, or none if none is needed: to set all of
/// them up takes longer than most of them run.
void add_commands(Command& program, CLI::App& app, const std::vector<std::string>& words) {
  const auto named = std::find_if(std::begin(commands), std::end(commands), [&](const auto& one) {
    return !words.empty() && one.name == words.front();
  });
  if (named != std::end(commands)) return named->add(program);
  if (is_version_only(words)) return;
  for (const NamedCommand& command : commands) {
    command.add(program);
    app.get_subcommand(std::string(command.name))->group(std::string(command.group));
  }
  add_help(program, app);
  app.get_subcommand("help")->group("Help");
}

/// Of the commands, those that need the process: a terminal, or standard input for a conversation.
constexpr std::string_view own_process[] = {"play", "lsp", "ugi"};

void require_for_guest(const std::vector<std::string>& words) {
  if (words.empty()) return;
  if (std::find(std::begin(own_process), std::end(own_process), words.front()) ==
      std::end(own_process)) {
    return;
  }
  throw InputError("'" + words.front() + "' needs a process of its own; run the program schiri");
}

void take_as_typed(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    option->transform(CLI::Validator(
        [](std::string& word) {
          word = as_typed(std::move(word));
          return std::string();
        },
        ""));
  }
  for (CLI::App* part : command.get_subcommands({})) take_as_typed(*part);
}

int parse_and_run(std::vector<std::string> words) {
  CLI::App app(std::string(description.text()), "schiri");
  bool is_verbose = false;
  app.set_version_flag("--version", [&] { return version_text(is_verbose); });
  app.add_flag("--verbose", is_verbose, "With --version: also the libraries and their licences")
      ->trigger_on_parse()
      ->needs("--version");
  app.footer("Exit status: " + std::string(exit_statuses) + '\n' + footer);
  app.set_help_all_flag("--help-all", "Print this with all options and end");
  app.formatter(help_formatter());
  app.require_subcommand(1);
  app.failure_message([](const CLI::App* program, const CLI::Error& error) {
    return usage_message(*program, error);
  });
  words = with_joined_keys(with_empty_values(std::move(words)));
  ExitStatus status = ExitStatus::done;
  Command program(app, status);
  add_commands(program, app, words);
  const bool is_english = !words.empty() && speaks_english(words.front());
  if (is_english) set_output_language("en");
  const std::string language = is_english ? "" : language_asked(words);
  try {
#ifdef SCHIRI_OTB
    spell_results_out(words);
#endif
    if (mark_lists(words)) take_as_typed(app);
    std::reverse(words.begin(), words.end());  // as the parser wants it
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return finish_parsing(app, error, language);
  }
  tell_missing_tags(console::err);
  return finish_output(status);
}

/// A program started without one of the standard streams must not take the first file that it opens
/// for that stream: what is said there would go into a database. Reading and writing fails as
/// before.
void hold_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    [[maybe_unused]] const int held =
        open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void tell_fewer_threads(std::size_t made, std::size_t wanted) {
  print_note(
      message("the system gives {0} of {1} threads; it takes longer, and nothing else changes",
              made, wanted));
}

/// A command that needs the settings reports what is wrong in them.
std::string language_in_settings() {
  static std::atomic<bool> are_broken = false;  // do not read them for each sentence
  if (are_broken) return {};
  try {
    return defaults().language.value_or("");
  } catch (const std::exception&) {
    are_broken = true;
    return {};
  }
}

Message system_text(const std::system_error& error) {
  const bool wants_thread = error.code() == std::errc::resource_unavailable_try_again;
  const Message text = system_message(error);
  return wants_thread ? message("no thread can be made: {0}", text) : text;
}

}  // namespace

namespace {

/// Runs a command line and tells what is thrown.
int run_words(const std::function<std::vector<std::string>()>& words) {
  const struct OwnGamesEnd {
    OwnGamesEnd() = default;
    OwnGamesEnd(const OwnGamesEnd&) = delete;
    OwnGamesEnd& operator=(const OwnGamesEnd&) = delete;
    ~OwnGamesEnd() { end_own_games(); }
  } at_end;
  try {
    return parse_and_run(words());
  } catch (const console::Interrupted&) {
    return complain(ExitStatus::interrupted, "interrupted");
  } catch (const InputError& error) {
    return complain(ExitStatus::usage, translated(error.message()));
  } catch (const UnusableError& error) {
    return complain(ExitStatus::unusable, translated(error.message()));
  } catch (const std::system_error& error) {
    return complain(ExitStatus::unusable, translated(system_text(error)));
  } catch (const std::bad_alloc&) {
    if (console::is_guest()) throw;
    // Some libraries are refused memory without a call of the handler of `new`.
    end_without_memory();
  } catch (const std::exception& error) {
    // An exception that leaves main would end the program without any cleaning up.
    return complain(ExitStatus::unusable,
                    std::string("something is wrong inside of schiri: ") + error.what());
  }
}

}  // namespace

int run(int argc, char** argv) {
  hold_standard_streams();
  on_fewer_threads(tell_fewer_threads);
  // A reader that has seen enough closes its end; then this program ends without a word, even if
  // its parent ignores the signal.
  std::signal(SIGPIPE, SIG_DFL);
  // A limit on the size of files is an error of writing like a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  remove_temporary_names_on_signals();
  std::set_new_handler(end_without_memory);
  std::ios::sync_with_stdio(false);
  console::use_process();
  const FilteredStream out(console::out, STDOUT_FILENO), err(console::err, STDERR_FILENO);
  set_configured_language(language_in_settings);
  return run_words([&] { return with_argument_files({argv + std::min(argc, 1), argv + argc}); });
}

int run_for_guest(std::vector<std::string> words) {
  // Of a command that ran before.
  begin_output();
  talk() = {};
  printed_tables().clear();
  forget_languages();
  return run_words([&] {
    require_for_guest(words);
    return std::move(words);
  });
}

}  // namespace schiri::cli
