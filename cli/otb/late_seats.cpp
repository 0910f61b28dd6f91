#include "cli/otb/late_seats.h"

#include "core/otb/event.h"
#include "notation/text/printable.h"

namespace schiri::cli {

Message seat_late(otb::Journal& journal, const std::vector<std::string>& names) {
  const std::uint64_t board = journal.seat_late(names[0], names.size() > 1 ? names[1] : "");
  const otb::Event& event = journal.event();
  const otb::Board& seated = event.rounds().back().boards[board - 1];
  const auto name = [&](std::size_t p) { return printable(event.entrants()[p].name); };
  return event.has_teams() ? message("R{0} match {1} {2} – {3}", event.rounds().size(), board,
                                     name(seated.first), name(seated.second))
                           : message("R{0} board {1} {2} – {3}", event.rounds().size(), board,
                                     name(seated.first), name(seated.second));
}

}  // namespace schiri::cli
