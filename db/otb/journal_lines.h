#pragma once

// The lines of an event's file, without interpretation.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/otb/line_checksum.h"
#include "notation/text/json.h"

namespace schiri::otb {

/// The version of event files that is written and read.
constexpr std::uint64_t journal_version = 2;

/// A line of the file; `act` is unset if it is not JSON.
struct JournalLine {
  std::size_t number;
  std::string_view text;
  bool is_ended;  ///< whether it ends with a newline
  std::optional<Json> act;

  bool reads() const { return act.has_value(); }
  /// Could the line be a truncated act? A line that is complete up to its checksum is not.
  bool may_be_torn() const {
    if (reads()) return false;
    if (!is_ended || text.find('\0') != text.npos) return true;
    return text.starts_with('{') && !has_checksum(text);
  }
  std::size_t part() const { return figure("part"); }
  std::size_t parts() const { return figure("parts"); }

 private:
  std::size_t figure(const char* key) const {
    const Json* value = act ? act->find(key) : nullptr;
    return value && value->is_number_unsigned() ? value->get<std::size_t>() : 1;
  }
};

/// The lines of a text, which must outlive them.
std::vector<JournalLine> journal_lines(std::string_view text);

/// The number of leading lines of completely written commands. A power cut leaves lines of the last
/// command that are not JSON, or too few of them.
std::size_t count_whole(const std::vector<JournalLine>& lines);

/// Checks a line's version and checksum, and removes the checksum from its act. Throws JsonError,
/// EventError.
void verify(JournalLine& line);

}  // namespace schiri::otb
