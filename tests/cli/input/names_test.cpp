#include <algorithm>

#include "cli/input/name_check.h"
#include "core/base/errors.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/support/commands.h"
#include "tests/support/run.h"

namespace input_names_test {

/// A line of each command with the filter of games, of which the option is one, that reads
/// `games.pgn` or `e.db`.
std::vector<CommandLine> lines_with(const std::string& option) {
  std::vector<CommandLine> lines;
  std::set<std::string> paths;
  for (const CommandLine& line : command_lines()) {
    const auto& options = program().options.at(line.path);
    const bool reads_games = line.has("games.pgn") || line.has("e.db");
    const bool has_filter = options.contains("--since") && options.contains(option);
    if (reads_games && has_filter && paths.insert(line.path).second) lines.push_back(line);
  }
  CHECK(lines.size() > 10);
  return lines;
}

TEST_CASE("names: an unknown value of a filter is wrong usage and the nearest one is suggested") {
  const CommandFolder folder;
  const auto check_refused = [&](const char* option, const char* value, const char* message) {
    for (const CommandLine& line : lines_with(option)) {
      const Run run = run_schiri(line.words + Words{option, value}, "", {folder.path(), {}});
      CAPTURE(line.words, option, value, run.err);
      CHECK(run.status == 2);
      CHECK(run.out.empty());
      CHECK_THAT(run.err, contains_text(message));
    }
  };
  check_refused("--player", "Ana", "the nearest is 'Anna'");
  check_refused("--event", "Cuup", "no event 'Cuup' is known here; the nearest is 'Cup'");
  check_refused("--game", "creper", "the nearest is 'creeper'");
  check_refused("--variant", "52", "52");
  for (const char* none : {"2026.02.31", "tomorrow", "2026.13", "12.3.2024", "????.??.??"}) {
    check_refused("--since", none, "--since: expected");
    check_refused("--until", none, "--until: expected");
  }
}

TEST_CASE("names: a valid filter without matching games is no error") {
  const CommandFolder folder;
  for (const CommandLine& line : lines_with("--since")) {
    // A book or the figures of a match cannot be made without games.
    if (line.path == "book" || line.path.starts_with("stats ")) continue;
    for (const Words& more : {Words{"--since", "2030"}, Words{"--until", "1990-01-01"}}) {
      const Run run = run_schiri(line.words + more, "", {folder.path(), {}});
      CAPTURE(line.words, more, run.err);
      CHECK(run.status == 0);
    }
  }
}

}  // namespace input_names_test

namespace name_check_test {

using namespace schiri::cli;

TEST_CASE("name check: exact names are known and parts of names only without an exact match") {
  NameCheck names;
  names.expect("--player", NameKind::player, "Ada");
  names.expect("--event", NameKind::event, "Cup");
  CHECK(names.has_unknown_names());
  names.add_known(NameKind::event, "Spring cup");
  names.add_known(NameKind::player, "ADA Lovelace");
  CHECK(names.has_unknown_names());
  CHECK(names.partial_names() == std::set<std::string, std::less<>>{"Ada", "Cup"});
  CHECK_NOTHROW(names.require_known());
  names.add_known(NameKind::player, "Ada");
  CHECK(names.partial_names() == std::set<std::string, std::less<>>{"Cup"});
}

TEST_CASE("name check: what is suggested does not depend on the order of the names") {
  std::vector<std::string> known = {"Ana", "Ann", "Eve", "Ina"};
  std::set<std::string> said;
  do {
    for (const char* wanted : {"Ena", "Zoltan"}) {
      NameCheck names;
      names.expect("--player", NameKind::player, wanted);
      for (const std::string& name : known) names.add_known(NameKind::player, name);
      try {
        names.require_known();
      } catch (const InputError& error) {
        said.insert(error.what());
      }
    }
  } while (std::next_permutation(known.begin(), known.end()));
  CHECK(said.size() == 2);
}

TEST_CASE("name check: an unknown name is wrong usage and the nearest one is suggested") {
  NameCheck names;
  names.expect("--player", NameKind::player, "");
  CHECK_NOTHROW(names.require_known());
  names.expect("--white", NameKind::player, "Emiil");
  names.add_known(NameKind::player, "Emil");
  names.add_known(NameKind::event, "Emiil");
  try {
    names.require_known();
    FAIL("expected an InputError");
  } catch (const InputError& error) {
    CHECK_THAT(error.what(),
               contains_text("--white: no player 'Emiil' is known here") && contains_text("Emil"));
  }
}

TEST_CASE("name check: standard tags and endings of games are known without data") {
  NameCheck names;
  names.expect("--tag", NameKind::tag, "WhiteElo");
  names.expect("--ending", NameKind::ending, "chain");
  CHECK_NOTHROW(names.require_known());
}

}  // namespace name_check_test
