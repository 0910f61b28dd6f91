#pragma once

#include <string>
#include <vector>

#include "core/otb/terms.h"
#include "db/otb/journal.h"
#include "notation/text/json.h"

namespace schiri::cli {

/// An entry does not fit any more: another helper was faster. Its text is a sentence for the user.
struct OutdatedEntry : otb::EventError {
  using EventError::EventError;
};

/// Makes the change of a page's entry, an object with the keys `act` and `state`, by the functions
/// of the shell's commands; the journal's helper has made it. `state`: the version of the journal
/// that the page had shown when the user decided. An entry whose meaning others have changed since
/// is outdated: Journal::conflict(). Results also name what they replace, so that the same entry
/// made twice counts once. Returns notes, as of the shell's commands. Throws OutdatedEntry,
/// EventError and InputError for changes that are refused, JsonError for an entry that is none.
///
/// | act | keys |
/// | result | round, board, white, black, old, result (null: none) |
/// | enter | name, rating, club, team, title, federation, fide_id, half_byes (all but name
/// optional) | | enter_table | table: as `otb enter --players` reads it, or a name a line | |
/// change | name, and of new_name, rating, club those that change | | withdraw, reinstate | name |
/// | bye | name, round, zero |
/// | pair | round, again, fixed: pairs of names (the last two optional) |
/// | swap | round, and players or boards, two each |
/// | late | name, round |
/// | undo, redo | line |
std::vector<Message> make_entry(otb::Journal& journal, const Json& entry);

}  // namespace schiri::cli
