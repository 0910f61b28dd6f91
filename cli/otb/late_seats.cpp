#include "cli/otb/late_seats.h"

#include "core/otb/event.h"
#include "notation/text/printable.h"

namespace schiri::cli {

std::string seat_late(otb::Journal& journal, const std::vector<std::string>& names) {
  const std::uint64_t board = journal.seat_late(names[0], names.size() > 1 ? names[1] : "");
  const otb::Event& event = journal.event();
  const otb::Board& seated = event.rounds().back().boards[board - 1];
  const auto name = [&](std::size_t p) { return printable(event.entrants()[p].name); };
  return "R" + std::to_string(event.rounds().size()) + (event.has_teams() ? " match " : " board ") +
         std::to_string(board) + ' ' + name(seated.first) + " – " + name(seated.second);
}

}  // namespace schiri::cli
