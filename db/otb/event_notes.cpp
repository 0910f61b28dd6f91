#include "db/otb/event_notes.h"

#include "core/otb/teams.h"
#include "notation/text/printable.h"

namespace schiri::otb {

namespace {

std::string name_of(const Event& event, std::size_t entrant) {
  return printable(event.entrants()[entrant].name);
}

void note_board(std::vector<Message>& notes, const Event& event, const Board& board) {
  if (!board.by_hand) return;
  const std::string first = name_of(event, board.first), second = name_of(event, board.second);
  for (const std::uint64_t round : event.meetings(board.first, board.second)) {
    notes.push_back(message("'{0}' and '{1}' have met in round {2}", first, second, round));
  }
  if (event.is_forbidden(board.first, board.second)) {
    notes.push_back(message("'{0}' and '{1}' are forbidden to meet", first, second));
  }
}

/// Notes a board of a match that a team loses because it has too few players.
void note_empty_seat(std::vector<Message>& notes, const Event& event, const TableGame& game) {
  if (!event.has_teams() || (game.white && game.black)) return;
  if (!game.white && !game.black) {
    notes.push_back(
        message("board {0} has no player, and both teams lose it by forfeit", game.table()));
    return;
  }
  const Board& match = event.rounds().back().boards[game.match - 1];
  const TeamGame& seats = match.games[game.board - 1];
  notes.push_back(message("'{0}' has no player at board {1} and loses it by forfeit",
                          name_of(event, seats.first ? match.second : match.first), game.table()));
}

/// Notes a player who has the bye by hand and had one before.
void note_bye(std::vector<Message>& notes, const Event& event, const Bye& bye) {
  if (!bye.by_hand || bye.kind != ByeKind::pairing_allocated) return;
  for (std::size_t r = 0; r + 1 < event.rounds().size(); ++r) {
    for (const Bye& before : event.rounds()[r].byes) {
      if (before.entrant != bye.entrant || before.kind != ByeKind::pairing_allocated) continue;
      notes.push_back(
          message("'{0}' has had the bye in round {1}", name_of(event, bye.entrant), r + 1));
    }
  }
}

}  // namespace

std::vector<Message> notes_on_round(const Event& event) {
  std::vector<Message> notes;
  if (event.rounds().empty()) return notes;
  for (const Board& board : event.rounds().back().boards) note_board(notes, event, board);
  for (const TableGame& game : games(event, event.rounds().size())) {
    note_empty_seat(notes, event, game);
  }
  for (const Bye& bye : event.rounds().back().byes) note_bye(notes, event, bye);
  return notes;
}

}  // namespace schiri::otb
