#include <algorithm>
#include <string>

#include "notation/bots/network_file.h"
#include "notation/bots/opening_book.h"
#include "notation/game_types.h"
#include "tests/fuzz/reading.h"

// Files that bots read: opening books, which are written and read again, and networks.
// Networks are large, so they have few features here.

using namespace schiri;

namespace {

void try_book(const std::string& text) {
  try {
    const OpeningBook book = OpeningBook::read(text, "creeper");
    const std::string written = book.write();
    require(OpeningBook::read(written, "creeper").write() == written, "a written book reads equal");
    OpeningBook pruned = book;
    pruned.prune(2, 0.5);
    require(pruned.turns() <= book.turns() && pruned.positions() <= book.positions(),
            "a pruned book is not longer");
  } catch (const BotFileError& error) {
    require_message(error.what());
  }
}

void try_network(const std::string& text) {
  constexpr std::string_view variants[] = {"standard"};
  const NetworkForm form{"creeper", variants, 2};
  try {
    require(read_network(text, form) == read_network(text, form), "a network reads equal");
  } catch (const BotFileError& error) {
    require_message(error.what());
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  try_book(text);
  try_network(text);
  return 0;
}
