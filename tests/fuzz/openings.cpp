#include "core/tournament/openings.h"

#include <iostream>
#include <string>
#include <system_error>

#include "cli/line/command.h"
#include "db/tournament/opening_file.h"
#include "tests/fuzz/memory_file.h"

// A file of openings, positions or records, read for each game. Valid openings can be played, and
// are written as positions with turns and read again.

using namespace schiri;

namespace {

std::vector<OpeningLine> read(const GameType& type, const std::string& text) {
  const MemoryFile file(text);
  return db::read_openings(file.path(), type, std::string(type.variant_table.standard()), {});
}

/// Empty if a file of positions cannot hold an opening.
std::optional<std::string> write(const GameType& type, const std::vector<OpeningLine>& openings) {
  std::string text;
  for (const OpeningLine& line : openings) {
    // Only a record can hold a drawn start.
    if (!line.roll.empty()) return std::nullopt;
    text += line.position.empty() ? type.start({})->position() : line.position;
    if (!line.turns.empty()) text += " moves";
    for (const std::string& turn : line.turns) text += ' ' + turn;
    text += '\n';
  }
  return text;
}

void check_openings(const GameType& type, const std::vector<OpeningLine>& openings) {
  for (const OpeningLine& line : openings) {
    const auto game = play_opening(type, {{"", line.position, line.roll}, line.turns});
    require(!game->ending(), "a game continues after its opening");
  }
  const auto written = write(type, openings);
  if (!written) return;
  const auto again = read(type, *written);
  require(again.size() == openings.size(), "as many openings are read as were written");
  require(write(type, again) == written, "written openings read equal");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The warnings about repeated openings.
  std::cerr.setstate(std::ios::failbit);
  const std::string text(data, data + size);
  for (const GameType* type : game_types()) {
    try {
      check_openings(*type, read(*type, text));
    } catch (const InputError& error) {
      require(*error.what() != 0, "a refused file has a message");
    } catch (const std::system_error& error) {
      require(*error.what() != 0, "a damaged compressed file has a message");
    }
  }
  return 0;
}
