#include "notation/contest/openings.h"

#include <iostream>
#include <string>
#include <system_error>

#include "cli/line/command.h"
#include "db/tournament/opening_file.h"
#include "tests/fuzz/memory_file.h"

// A file of openings, positions or records, tried with each game. What is read can be played, and
// reads the same when it is written as positions with their turns.

using namespace schiri;

namespace {

std::vector<OpeningLine> read(const GameType& type, const std::string& text) {
  const MemoryFile file(text);
  return db::read_openings(file.path(), type, std::string(type.variants().front()), {});
}

/// Nothing where an opening cannot stand in a file of positions.
std::optional<std::string> write(const GameType& type, const std::vector<OpeningLine>& openings) {
  std::string text;
  for (const OpeningLine& line : openings) {
    // A start that is drawn stands in a record alone.
    if (!line.roll.empty()) return std::nullopt;
    text += line.position.empty() ? type.start({})->position() : line.position;
    if (!line.turns.empty()) text += " moves";
    for (const std::string& turn : line.turns) text += ' ' + turn;
    text += '\n';
  }
  return text;
}

void look_at(const GameType& type, const std::vector<OpeningLine>& openings) {
  for (const OpeningLine& line : openings) {
    const auto game = play_opening(type, {{"", line.position, line.roll}, line.turns});
    require(!game->ending(), "a game goes on from its opening");
  }
  const auto written = write(type, openings);
  if (!written) return;
  const auto again = read(type, *written);
  require(again.size() == openings.size(), "as many openings are read as were written");
  require(write(type, again) == written, "openings keep their text");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Openings that stand twice are reported there.
  std::cerr.setstate(std::ios::failbit);
  const std::string text(data, data + size);
  for (const GameType* type : game_types()) {
    try {
      look_at(*type, read(*type, text));
    } catch (const InputError& error) {
      require(*error.what() != 0, "a refused file has a message");
    } catch (const std::system_error& error) {
      require(*error.what() != 0, "a file that cannot be unpacked has a message");
    }
  }
  return 0;
}
