#include "notation/records/finding_log.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace schiri {

namespace {

// So many that a person never misses one, and so few that a hostile file cannot fill the memory.
constexpr std::size_t most_warnings = 1000;
constexpr std::size_t excerpt_before = 50;
constexpr std::size_t excerpt_after = 60;

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

std::size_t count_characters(const char* begin, const char* end) {
  return static_cast<std::size_t>(std::count_if(begin, end, begins_character));
}

/// The length of the well-formed sequence at the front, 0 if there is none (Unicode, table 3-7).
std::size_t sequence_length(const char* at, const char* end) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(at[i]); };
  const auto follows = [&](std::size_t i, unsigned low, unsigned high) {
    return at + i < end && byte(i) >= low && byte(i) <= high;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return follows(1, 0x80, 0xbf) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const unsigned low = lead == 0xe0 ? 0xa0 : 0x80, high = lead == 0xed ? 0x9f : 0xbf;
    return follows(1, low, high) && follows(2, 0x80, 0xbf) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const unsigned low = lead == 0xf0 ? 0x90 : 0x80, high = lead == 0xf4 ? 0x8f : 0xbf;
    return follows(1, low, high) && follows(2, 0x80, 0xbf) && follows(3, 0x80, 0xbf) ? 4 : 0;
  }
  return 0;
}

}  // namespace

bool is_control(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (byte(0) < 0x20 || byte(0) == 0x7f) return true;
  // U+0080 to U+009F, which some terminals obey.
  if (character.size() == 2) return byte(0) == 0xc2 && byte(1) < 0xa0;
  // U+202A to U+202E and U+2066 to U+2069, which turn the text behind them round.
  if (character.size() != 3 || byte(0) != 0xe2) return false;
  return (byte(1) == 0x80 && byte(2) >= 0xaa && byte(2) <= 0xae) ||
         (byte(1) == 0x81 && byte(2) >= 0xa6 && byte(2) <= 0xa9);
}

const char* find_invalid_utf8(const char* begin, const char* end) {
  while (begin < end) {
    // Most text is ASCII, of which eight characters are looked at in one go.
    for (std::uint64_t word = 0; end - begin >= 8; begin += 8) {
      std::memcpy(&word, begin, 8);
      if (word & 0x8080808080808080u) break;
    }
    if (begin == end) break;
    const std::size_t length = sequence_length(begin, end);
    if (length == 0) return begin;
    begin += length;
  }
  return end;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  const char *at = text.data(), *end = at + text.size();
  for (std::size_t characters = 0; at < end; ++characters) {
    if (characters == limit) return out + "...";
    const std::size_t length = sequence_length(at, end);
    const std::string_view character(at, std::max<std::size_t>(length, 1));
    if (length == 0 || is_control(character)) {
      out += character[0] == '\t' ? ' ' : '?';
    } else {
      out += character;
    }
    at += character.size();
  }
  return out;
}

FindingLog::FindingLog(const char* text, const char* text_end, const char* game, GameCheck& check)
    : text_(text), text_end_(text_end), game_(game), check_(&check), known_(nullptr) {}

void FindingLog::start_over() {
  const auto before = static_cast<std::size_t>(game_ - text_);
  const void* newline = before == 0 ? nullptr : memrchr(text_, '\n', before);
  known_ = game_;
  known_line_ = check_->line;
  known_line_start_ = newline ? static_cast<const char*>(newline) + 1 : text_;
  known_column_ = 1 + count_characters(known_line_start_, game_);
}

void FindingLog::add(Code code, const char* token, std::size_t length, std::size_t turn,
                     std::string message) {
  Finding finding{code, 0, 1, turn, std::move(message), {}, 0, 0};
  locate(token, finding);
  finding.length = std::max<std::size_t>(1, count_characters(token, token + length));
  keep(std::move(finding));
}

void FindingLog::add(Code code, std::string message) {
  keep({code, check_->line, 1, 0, std::move(message), {}, 0, 0});
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
      known_column_ += count_characters(known_, token);
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
  finding.caret = count_characters(begin, token);
  finding.excerpt = printable({begin, end}, excerpt_before + excerpt_after);
  if (begin != known_line_start_) {
    finding.excerpt.insert(0, "...");
    finding.caret += 3;
  }
}

}  // namespace schiri
