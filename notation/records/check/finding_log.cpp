#include "notation/records/check/finding_log.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/base/characters.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

// A limit that is enough for users, but keeps a hostile file from filling the memory.
constexpr std::size_t most_warnings = 1000;
constexpr std::size_t excerpt_before = 50;
constexpr std::size_t excerpt_after = 60;

}  // namespace

FindingLog::FindingLog(const char* text, const char* text_end, const char* game, GameCheck& check)
    : text_(text), text_end_(text_end), game_(game), check_(&check), known_(nullptr) {}

void FindingLog::start_over() {
  const char* const newline = find_last('\n', text_, game_);
  known_ = game_;
  known_line_ = check_->line;
  known_line_start_ = newline ? newline + 1 : text_;
  known_column_ = 1 + count_characters({known_line_start_, game_});
}

void FindingLog::add(Code code, const char* token, std::size_t length, std::size_t turn,
                     Message message) {
  Finding finding{code, 0, 1, turn, std::move(message), {}, 0, 0};
  locate(token, finding);
  finding.length = std::max<std::size_t>(1, count_characters({token, length}));
  keep(std::move(finding));
}

void FindingLog::add(Code code, Message message) {
  keep({code, check_->line, 1, 0, std::move(message), {}, 0, 0});
}

bool FindingLog::is_first(Spelling spelling) {
  const auto place = static_cast<std::size_t>(spelling);
  const bool first = !noted_[place];
  noted_.set(place);
  return first;
}

void FindingLog::forget_after(const Mark& mark) {
  check_->warnings.erase(check_->warnings.begin() + static_cast<std::ptrdiff_t>(mark.warnings),
                         check_->warnings.end());
  noted_ = mark.noted;
}

void FindingLog::keep(Finding finding) {
  const bool warning = is_warning(finding.code);
  auto& list = warning ? check_->warnings : check_->errors;
  if (!warning || list.size() < most_warnings) list.push_back(std::move(finding));
}

void FindingLog::locate(const char* token, Finding& finding) {
  if (!known_ || token < known_) start_over();
  while (known_ < token) {
    const auto left = static_cast<std::size_t>(token - known_);
    const void* newline = std::memchr(known_, '\n', left);
    if (!newline) {
      known_column_ += count_characters({known_, token});
      known_ = token;
      break;
    }
    known_ = known_line_start_ = static_cast<const char*>(newline) + 1;
    known_column_ = 1;
    ++known_line_;
  }
  finding.line = known_line_;
  finding.column = known_column_;

  // A window around the token, cut between characters.
  const char* begin =
      std::max(known_line_start_, token - std::min<std::ptrdiff_t>(token - text_, excerpt_before));
  while (begin < token && !begins_character(*begin)) ++begin;
  const char* end = token + std::min<std::ptrdiff_t>(text_end_ - token, excerpt_after);
  end = std::find_if(token, end, [](char c) { return c == '\n' || c == '\r'; });
  while (end > token && end < text_end_ && !begins_character(*end)) --end;
  finding.caret = count_characters({begin, token});
  finding.excerpt = printable({begin, end}, excerpt_before + excerpt_after);
  if (begin != known_line_start_) {
    finding.excerpt.insert(0, "...");
    finding.caret += 3;
  }
}

}  // namespace schiri
