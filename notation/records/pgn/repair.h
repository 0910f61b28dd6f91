#pragma once

#include <vector>

#include "notation/records/check/check.h"

namespace schiri {

/// One change of a repaired record.
struct Repair {
  std::size_t line;  ///< of the file, from 1
  Message what;      ///< a sentence without a full stop
};

/// Repairs errors that need no guessing, in a record read with `keep_text` and Keep::records:
///
/// - the result, if the rules ended the game; the tag Result, if the rules' result applies or it is
///   unknown;
/// - a missing result: by the rules, otherwise by the tag, otherwise `*`;
///   a tag Termination that explains another end stops these, unless `by_rules`: then the result is
///   that of the rules, and the tag `normal`;
/// - a tag that appears twice with the same value;
/// - turn numbers, the order of tags, absent roster tags, the spelling of turns, dates and other
///   values: all changes to canonical form.
///
/// Then `checked` is the repaired record, which may still have errors.
std::vector<Repair> repair(CheckedRecord& checked, const ReadOptions& options,
                           bool by_rules = false);

}  // namespace schiri
