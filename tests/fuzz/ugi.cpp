#include <sstream>
#include <string>

#include "core/ugi/protocol.h"
#include "tests/fuzz/target.h"

// Lines of the Universal Game Interface from a bot or a manager. A valid line is written and read
// again.

using namespace schiri;

namespace {

template <class Value, class Read, class Write>
void require_kept(const Value& value, const Read& read, const Write& write, const char* what) {
  const std::string line = write(value);
  require(line.find('\n') == line.npos, "a written value is one line");
  const auto again = read(line);
  require(again && *again == value, what);
}

void try_words(const std::string& line) {
  const auto words = ugi::words(line);
  require(ugi::first_word(line) == (words.empty() ? std::string_view() : words.front()),
          "the first word is the first of the words");
  const auto rest = ugi::words(ugi::after_words(line, 1));
  require(std::equal(rest.begin(), rest.end(), words.begin() + !words.empty(), words.end()),
          "the other words follow");
}

bool same(const ugi::Info& a, const ugi::Info& b) {
  return a.depth == b.depth && a.nodes == b.nodes && a.nodes_a_second == b.nodes_a_second &&
         a.milliseconds == b.milliseconds && a.rank == b.rank &&
         a.score.has_value() == b.score.has_value() && ugi::words(a.pv) == ugi::words(b.pv) &&
         (!a.score || (a.score->kind == b.score->kind && a.score->amount == b.score->amount));
}

void try_info(const std::string& line) {
  const auto info = ugi::read_info(line);
  if (!info) return;
  const std::string written = ugi::write_info(*info);
  const auto again = ugi::read_info(written);
  require(again && same(*again, *info), "written search information reads equal");
}

void try_line(const std::string& line) {
  try_words(line);
  try_info(line);
  if (const auto option = ugi::read_option(line)) {
    require(!option->name.empty(), "an option has a name");
    const auto again = ugi::read_option(ugi::write_option(*option));
    require(again && ugi::write_option(*again) == ugi::write_option(*option),
            "a written option reads equal");
  }
  if (const auto setting = ugi::read_setting(line)) {
    require_kept(
        *setting, ugi::read_setting,
        [](const auto& set) { return ugi::write_setting(set.name, set.value); },
        "a written setting reads equal");
  }
  if (const auto place = ugi::read_position_command(line)) {
    require_kept(*place, ugi::read_position_command, ugi::write_position_command,
                 "a place keeps its meaning");
  }
  const Limits limits = ugi::read_limits(line);
  require(ugi::read_limits(ugi::write_limits(limits)) == limits, "written limits read equal");
  const auto turn = ugi::read_best_turn(line);
  require(!turn || turn->find_first_of(" \t\r") == turn->npos, "a turn is one word");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream lines(std::string(data, data + size));
  for (std::string line; std::getline(lines, line);) try_line(line);
  return 0;
}
