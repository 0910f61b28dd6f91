#include "db/otb/journal_lines.h"

#include <algorithm>

#include "core/otb/terms.h"
#include "db/otb/line_checksum.h"
#include "notation/text/printable.h"

namespace schiri::otb {

namespace {

/// The message names the right checksum, so that a user who knows the line can accept it.
Message complaint_about(const ChecksumFault& fault) {
  return fault.is_missing
             ? message(
                   "the line has no checksum: it was changed by something other than schiri; "
                   "restore the file from a copy, or, if the line is correct as it is, end it "
                   "with {0}",
                   fault.right)
             : message(
                   "the line does not match its checksum: it was changed by something other "
                   "than schiri; restore the file from a copy, or, if the line is correct as it "
                   "is, end it with {0}",
                   fault.right);
}

}  // namespace

std::vector<JournalLine> journal_lines(std::string_view text) {
  std::vector<JournalLine> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    lines.push_back({lines.size() + 1, line, end < text.size(), Json::parse_if_valid(line)});
    at = end + 1;
  }
  return lines;
}

std::size_t count_whole(const std::vector<JournalLine>& lines) {
  std::size_t last = lines.size();
  while (last > 0 && lines[last - 1].may_be_torn()) --last;
  if (last == 0) return 0;
  const JournalLine& line = lines[last - 1];
  const std::size_t begin = last - std::min(line.part(), last);
  const bool is_complete = line.part() >= line.parts() &&
                           std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                                       lines.begin() + static_cast<std::ptrdiff_t>(last),
                                       [](const JournalLine& one) { return !one.may_be_torn(); });
  return is_complete ? last : begin;
}

void verify(JournalLine& line) {
  if (!line.reads() && !has_checksum(line.text)) throw JsonError("an incomplete line");
  if (line.reads() && line.act->at("v") != journal_version) {
    throw EventError(message(
        "the line is of version {0} of event files; this version of schiri reads version {1} only; "
        "use the version that wrote it",
        printable(line.act->at("v").dump()), journal_version));
  }
  if (const auto fault = checksum_fault(line.text)) throw EventError(complaint_about(*fault));
  if (!line.reads()) throw JsonError("not JSON");
  line.act->erase(checksum_key);
}

}  // namespace schiri::otb
