#include <algorithm>
#include <string>

#include "notation/game_types.h"
#include "notation/learning/network_file.h"
#include "notation/learning/opening_book.h"
#include "tests/fuzz/reading.h"

// Files that bots read: opening books and networks. A valid file is written and read again.
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
  const NetworkForm form{"creeper", variants, 2, 1, nullptr};
  try {
    const Network network = read_network(text, form);
    const std::string written = write_network(network, form);
    require(write_network(read_network(written, form), form) == written,
            "a written network reads equal");
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
