#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "notation/records/check/checked_record.h"

/// Changes of valid records that keep them valid. `defaults` are the options with which a record
/// was checked. Used by `schiri convert`.
namespace schiri {

/// Parts of a movetext that omit() removes.
struct OmittedParts {
  bool comments = false;  ///< also those after the result
  bool nags = false;
  bool variations = false;
};
void omit(Record& record, const OmittedParts& parts);

/// Turns of a game, counted from 1.
struct TurnRange {
  std::size_t first = 1;
  std::size_t last = std::numeric_limits<std::size_t>::max();
};

/// Keeps only these turns. A cut beginning becomes the tag Position, a cut end the result `*`
/// without a Termination. An end by repetition that the kept turns do not contain becomes a
/// Termination. Returns why it is impossible, and then changes nothing, or an empty text.
Message cut(CheckedRecord& checked, const TurnRange& range, const CheckOptions& defaults);

/// Adds a comment with the position string after each turn, except in variations.
void add_position_comments(CheckedRecord& checked, const CheckOptions& defaults);

/// The game without variations, then a game for each of its variations, in the order in which they
/// open: the turns before it and its own. Their result is that of the rules, otherwise `*`.
struct SplitGames {
  std::vector<CheckedRecord> games;
  std::vector<Message> omitted;  ///< the reason for each variation that is missing
};
SplitGames split_variations(const CheckedRecord& checked, const CheckOptions& defaults);

/// Removes all tags but these and those of the game (Game, Variant, Position, Roll, Termination),
/// without which a record could not be read.
void keep_tags(Record& record, const std::vector<std::string>& names);

}  // namespace schiri
