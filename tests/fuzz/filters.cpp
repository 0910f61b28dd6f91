#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "cli/input/inputs.h"
#include "cli/line/command.h"
#include "cli/records/selection.h"
#include "db/query/filtered_games.h"
#include "db/query/game_filter.h"
#include "notation/records/conversion/played_record.h"
#include "tests/fuzz/sample_database.h"

// The filters of `schiri select` and `schiri db query games`, one argument per line. Filters of
// both commands select the same games from records and from a database.

using namespace schiri;

namespace {

using Words = std::vector<std::string>;

Words read_words(const std::string& text) {
  std::istringstream lines(text);
  Words words;
  for (std::string line; std::getline(lines, line);) words.push_back(line);
  return words;
}

/// Does an argument name a game by its program, which would be run?
bool names_program(const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("--game")) continue;
    const std::size_t equals = words[i].find('=');
    const std::string game = equals != std::string::npos ? words[i].substr(equals + 1)
                             : i + 1 < words.size()      ? words[i + 1]
                                                         : "";
    if (game.find_first_of("/=") != std::string::npos) return true;
  }
  return false;
}

/// False if the words are not options of the command.
bool parse(CLI::App& command, Words words) {
  std::reverse(words.begin(), words.end());  // CLI11 expects this order
  try {
    command.parse(words);
    return true;
  } catch (const CLI::ParseError&) {
    return false;
  }
}

/// Applies a selection twice, since it must not depend on earlier records.
void try_selection(const Words& words, const std::vector<CheckedRecord>& records) {
  CLI::App command;
  cli::ExitStatus status = cli::ExitStatus::done;
  cli::Command commands(command, status);
  cli::InputOptions input;
  cli::Selection selection;
  input.add_to(commands);
  commands.get_option("FILE")->required(false);
  selection.add_to(commands);
  if (!parse(command, words)) return;
  cli::require_known(input.read.check);
  selection.prepare(input.read.check);
  for (const CheckedRecord& record : records) {
    require(selection.fit(record) == selection.fit(record), "a filter is deterministic");
  }
}

void try_filter(const Words& words, const db::Store& store,
                const std::vector<CheckedRecord>& records) {
  CLI::App command;
  cli::ExitStatus status = cli::ExitStatus::done;
  cli::Command commands(command, status);
  cli::FilterOptions options;
  options.add_to(commands);
  if (!parse(command, words)) return;
  const db::GameFilter filter = options.filter(store.path());
  std::vector<std::int64_t> stored, fitting;
  db::visit_games(store, filter, [&](const std::vector<db::GameCell>& cells) {
    stored.push_back(std::get<std::int64_t>(cells[0]));
    return true;
  });
  const PositionMatcher positions(filter.positions);
  const auto matches = [&](const CheckedRecord& checked) {
    return filter.positions.is_empty() ||
           positions.matches(*find_game(checked.check.game), start_of(checked, {}),
                             checked.record.turns());
  };
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!db::fits(records[i], filter) || !matches(records[i])) continue;
    fitting.push_back(static_cast<std::int64_t>(i + 1));
  }
  require(stored == fitting, "records and database give the same games");
}

template <class Try>
void expect_no_other(const Try& attempt) {
  try {
    attempt();
  } catch (const InputError& error) {
    require(*error.what() != 0, "a refused filter has a message");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const SampleDatabase sample;
  static const db::Store store(sample.path(), db::Store::Mode::read);
  const Words words = read_words(std::string(data, data + size));
  if (names_program(words)) return 0;
  expect_no_other([&] { try_selection(words, sample.records()); });
  expect_no_other([&] { try_filter(words, store, sample.records()); });
  return 0;
}
