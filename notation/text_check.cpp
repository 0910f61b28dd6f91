#include "notation/text_check.h"

#include <algorithm>
#include <vector>

#include "notation/finding_log.h"
#include "notation/movetext.h"
#include "notation/segment.h"

namespace schiri {

std::string tag_pair(std::string_view name, std::string_view value) {
  std::string text = "[" + std::string(name) + " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return text + "\"]\n";
}

bool is_name(std::string_view text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  return !text.empty() && text != "?" && std::none_of(text.begin(), text.end(), is_control) &&
         find_invalid_utf8(text.data(), text.data() + text.size()) == text.data() + text.size();
}

CheckedRecord broken_record(Code code, std::string message, std::size_t index, std::size_t line) {
  CheckedRecord record;
  record.check.index = index;
  record.check.line = line;
  record.check.errors.push_back({code, line, 1, 0, std::move(message), {}, 0, 0});
  return record;
}

CheckedRecord check_text(std::string text, const ReadOptions& options, std::size_t index,
                         std::size_t line) {
  const std::size_t size = text.size();
  text.append(text_padding, '\0');
  std::vector<CheckedRecord> found;
  check_segment({text.data(), size}, 1, options,
                [&](CheckedRecord&& record) { found.push_back(std::move(record)); });
  if (found.size() != 1) {
    return broken_record(Code::syntax, "what stands here is not exactly one record", index, line);
  }
  GameCheck& check = found.front().check;
  check.index = index;
  check.line = line;
  for (auto* findings : {&check.errors, &check.warnings}) {
    for (Finding& finding : *findings) {
      finding.line = line;
      finding.column = 1;
    }
  }
  return std::move(found.front());
}

}  // namespace schiri
