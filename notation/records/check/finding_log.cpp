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

void TextPlace::advance(const char* to) {
  while (at < to) {
    const void* newline = std::memchr(at, '\n', static_cast<std::size_t>(to - at));
    if (!newline) {
      column += count_characters({at, to});
      at = to;
      break;
    }
    at = line_start = static_cast<const char*>(newline) + 1;
    column = 1;
    ++line;
  }
}

FindingLog::FindingLog(const TextPlace& game, const char* text_end, GameCheck& check)
    : game_(game), text_end_(text_end), check_(&check), known_(game) {
  check.line = game.line;
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
  if (token < known_.at) known_ = game_;
  known_.advance(token);
  finding.line = known_.line;
  finding.column = known_.column;

  // A window around the token, cut between characters.
  const char* begin =
      token - std::clamp<std::ptrdiff_t>(token - known_.line_start, 0, excerpt_before);
  while (begin < token && !begins_character(*begin)) ++begin;
  const char* end = token + std::min<std::ptrdiff_t>(text_end_ - token, excerpt_after);
  end = std::find_if(token, end, [](char c) { return c == '\n' || c == '\r'; });
  while (end > token && end < text_end_ && !begins_character(*end)) --end;
  finding.caret = count_characters({begin, token});
  finding.excerpt = printable({begin, end}, excerpt_before + excerpt_after);
  if (begin != known_.line_start) {
    finding.excerpt.insert(0, "...");
    finding.caret += 3;
  }
}

}  // namespace schiri
