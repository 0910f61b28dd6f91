#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "cli/print/json.h"
#include "notation/records/check/check.h"

namespace schiri::cli {

/// How much the program says, as its command line asks.
struct Talk {
  bool lists_missing_tags = false;   ///< each game that lacks tags, not only how many they are
  bool is_quiet = false;             ///< nothing of warnings and totals
  std::uint64_t untagged_games = 0;  ///< that lack tags, since tell_missing_tags()
};
Talk& talk();

/// Writes what was found in a record for a person: place, severity, code, message, and the line
/// with a caret below the token. Warnings of missing tags are only counted unless they are to be
/// listed.
void print_findings(std::ostream& out, const std::string& file, const GameCheck& check);
/// Writes in a line how many warnings were counted since this was done last; nothing if none were.
/// Returns whether totals are to follow.
bool tell_missing_tags(std::ostream& out);

/// Writes the totals of a command that leaves broken records out; nothing if there are none.
void tell_left_out(std::ostream& out, std::uint64_t taken, std::uint64_t broken);

/// A finding with the keys `code line column turn message`.
Json finding_json(const Finding& finding);

}  // namespace schiri::cli
