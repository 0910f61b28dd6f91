#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "notation/reader.h"

namespace schiri {

/// A tag pair with its line feed, the value escaped; control characters become blanks.
std::string tag_pair(std::string_view name, std::string_view value);

/// What is written of a tag's value: all but control characters.
std::string without_controls(std::string_view value);

/// Can a tag hold the name of a player or an event as it is: it is neither empty nor `?`, and
/// UTF-8 without control characters?
bool is_name(std::string_view text);

/// Checks a record that was put together as text from another form of records. What is found stands
/// at `line` of that form, column 1. Text that does not hold exactly one record is a finding.
CheckedRecord check_text(std::string text, const ReadOptions& options, std::size_t index,
                         std::size_t line);

/// What stands for something that cannot be made text at all.
CheckedRecord broken_record(Code code, std::string message, std::size_t index, std::size_t line);

}  // namespace schiri
