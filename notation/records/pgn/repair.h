#pragma once

#include <string>
#include <vector>

#include "notation/records/check/checked_record.h"

namespace schiri {

/// One change of a repaired record.
struct Repair {
  std::size_t line;  ///< of the file, from 1
  std::string what;  ///< for a person, without a full stop
};

/// Repairs what can be repaired without guessing, in a record read with `keep_text` and
/// Keep::records:
///
/// - the result, where the rules ended the game; the tag Result where it is the rules' or unknown;
/// - a missing result: by the rules, else by the tag, else `*`;
/// - a tag that appears twice with the same value;
/// - turn numbers, the order of tags, absent roster tags, the spelling of turns: all changes of
///   writing the record in canonical form.
///
/// `checked` is then the record as it reads with these repairs, which may still have errors.
std::vector<Repair> repair(CheckedRecord& checked, const ReadOptions& options);

}  // namespace schiri
