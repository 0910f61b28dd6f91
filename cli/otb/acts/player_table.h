#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/otb/event/event.h"
#include "core/base/message.h"
#include "notation/records/source/byte_source.h"

namespace schiri::otb {

/// Receives a note for the user: a sentence without a newline, its texts printable.
using Warn = std::function<void(const Message& note)>;

/// Reads the entries of a table of players: CSV with commas, semicolons or tabs, whose first row
/// names the columns in any order: name, rating, club, and those of player_fields; in English,
/// German or French. `-` is standard input. `warn` receives a note for each unknown column. Throws
/// UnusableError that names the line if a row is not a player, or one that another row has already.
/// `delimiter`: `,`, `;` or `tab`; empty: the first row decides. Ratings may have decimals, after a
/// comma or a point, and signs between thousands.
std::vector<Entry> read_player_table(const std::string& file, const std::string& delimiter,
                                     const Warn& warn);

/// Reads the entries of a pasted text: such a table, or without a first row that names columns a
/// player a line, the name alone or with club and rating after semicolons or tabs: `Anna Berg`,
/// `Berg, Anna;SC Ulm;1840`. Throws EventError.
std::vector<Entry> read_player_text(const std::string& text, const Warn& warn);

/// Warns if the encoding of a file of players was guessed.
void warn_of_guess(const OtherEncoding& encoding, const std::string& file, const Warn& warn);

}  // namespace schiri::otb
