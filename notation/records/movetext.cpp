#include "notation/records/movetext.h"

#include <algorithm>
#include <cstring>

#include "notation/printable.h"

namespace schiri {

namespace {

bool is_result(std::string_view word) {
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*";
}

/// A turn number with its dots at the front of a word, or dots alone; 0 if there is none.
std::size_t number_length(const char* at, const char* end) {
  const char* digits_end = std::find_if_not(at, end, is_digit);
  const char* dots_end = std::find_if_not(digits_end, end, [](char c) { return c == '.'; });
  const bool word_ends = dots_end == end || ends_word(*dots_end);
  if (dots_end == at || (dots_end == digits_end && !word_ends)) return 0;
  return static_cast<std::size_t>(dots_end - at);
}

/// `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6 (PGN standard, section 10).
std::string_view glyph_number(std::string_view marks) {
  if (marks.size() == 1) return marks[0] == '!' ? "1" : "2";
  if (marks[0] == marks[1]) return marks[0] == '!' ? "3" : "4";
  return marks[0] == '!' ? "5" : "6";
}

}  // namespace

MovetextReader::MovetextReader(const char* begin, const char* end, const char* invalid,
                               Record* record)
    : begin_(begin), end_(end), invalid_(invalid), at_(begin), record_(record) {}

void MovetextReader::set_position(const char* at) {
  at_ = at;
  if (invalid_ < at_) invalid_ = find_invalid_utf8(at_, end_);
}

MovetextReader::Piece MovetextReader::next() {
  while (skip_blanks()) {
    bool read = true;
    switch (*at_) {
      case '{':
        read = read_comment();
        break;
      case ';':
        read = read_line_comment();
        break;
      case '$':
      case '!':
      case '?':
        read = read_glyph();
        break;
      case '(':
        read = read_variation();
        break;
      case ')':
        read = refuse_stray(')', '(');
        break;
      case '}':
        read = refuse_stray('}', '{');
        break;
      default:
        return read_word();
    }
    if (!read) return Piece::problem;
  }
  if (at_ < end_) {
    fail_bad_utf8();
    return Piece::problem;
  }
  return hand_out(Piece::end, at_);
}

MovetextReader::Piece MovetextReader::read_trailer() {
  after_result_ = true;
  bool same_line = true;
  while (true) {
    for (; at_ < invalid_ && is_blank(*at_); ++at_) same_line = same_line && *at_ != '\n';
    if (is_byte_order_mark(at_, invalid_)) return Piece::end;
    if (at_ == invalid_) {
      if (at_ == end_ || !same_line) return Piece::end;
      fail_bad_utf8();
      return Piece::problem;
    }
    bool read = true;
    if (*at_ == '%' && at_line_start()) {
      skip_line();
    } else if (*at_ == '{') {
      read = read_comment();
    } else if (*at_ == ';') {
      read = read_line_comment();
    } else if (same_line) {
      const char* word_end = std::find_if(at_ + 1, invalid_, ends_word);
      read = fail(Code::after_end, at_, word_end,
                  "'" + printable({at_, word_end}) + "' stands behind the result");
    } else {
      return Piece::end;
    }
    if (!read) return Piece::problem;
  }
}

void MovetextReader::skip_game() {
  record_ = nullptr;
  if (!after_result_) {
    Piece piece = next();
    while (piece != Piece::result && piece != Piece::end) piece = next();
    if (piece == Piece::end) return;
  }
  while (read_trailer() == Piece::problem) {
    if (problem_.code == Code::after_end) skip_line();
  }
}

MovetextReader::Piece MovetextReader::hand_out(Piece kind, const char* end) {
  piece_ = {at_, end};
  at_ = end;
  return kind;
}

bool MovetextReader::fail(Code code, const char* begin, const char* end, std::string message) {
  problem_ = {code, std::move(message)};
  piece_ = {begin, end};
  at_ = end;
  return false;
}

bool MovetextReader::fail_bad_utf8() {
  const char* bad = invalid_;
  invalid_ = find_invalid_utf8(bad + 1, end_);
  return fail(Code::bad_utf8, bad, bad + 1, std::string(bad_utf8_message));
}

/// What was opened and is not closed before the text ends.
bool MovetextReader::fail_open(const char* opened, std::string message) {
  if (invalid_ < end_) return fail_bad_utf8();
  fail(Code::unterminated, opened, opened + 1, std::move(message));
  at_ = end_;
  return false;
}

bool MovetextReader::refuse_stray(char closing, char opening) {
  return fail(Code::syntax, at_, at_ + 1,
              std::string("a ") + closing + " without a " + opening + " before it");
}

/// Skips blanks, byte order marks and escape lines; false at the end of what can be read.
bool MovetextReader::skip_blanks() {
  while (true) {
    while (at_ < invalid_ && is_blank(*at_)) ++at_;
    if (at_ == invalid_) return false;
    if (is_byte_order_mark(at_, invalid_)) {
      at_ += byte_order_mark.size();
      if (at_ < invalid_ && *at_ == '%') skip_line();
      continue;
    }
    if (*at_ != '%' || !at_line_start()) return true;
    skip_line();
  }
}

void MovetextReader::skip_line() { at_ = std::find(at_, invalid_, '\n'); }

bool MovetextReader::read_comment() {
  const char* close = std::find(at_, invalid_, '}');
  if (close == invalid_) {
    return fail_open(at_, "the comment that begins here is never closed by a }");
  }
  keep(Element::Kind::comment, {at_ + 1, close});
  at_ = close + 1;
  return true;
}

bool MovetextReader::read_line_comment() {
  const char* begin = at_ + 1;
  skip_line();
  keep(Element::Kind::comment, {begin, at_});
  return true;
}

bool MovetextReader::read_glyph() {
  if (*at_ == '$') {
    const char* digits_end = std::find_if_not(at_ + 1, invalid_, is_digit);
    if (digits_end == at_ + 1) {
      return fail(Code::syntax, at_, at_ + 1, "a $ is followed by the number of a glyph");
    }
    keep(Element::Kind::nag, {at_ + 1, digits_end});
    at_ = digits_end;
    return true;
  }
  const bool two = at_ + 1 < invalid_ && (at_[1] == '!' || at_[1] == '?');
  const std::string_view marks(at_, two ? 2 : 1);
  keep(Element::Kind::nag, glyph_number(marks));
  at_ += marks.size();
  return true;
}

bool MovetextReader::read_variation() {
  const char* opened = at_;
  for (int depth = 0; skip_blanks();) {
    if (*at_ == '(') {
      ++depth;
      keep(Element::Kind::variation_open, "(");
      ++at_;
    } else if (*at_ == ')') {
      --depth;
      keep(Element::Kind::variation_close, ")");
      ++at_;
      if (depth == 0) return true;
    } else if (!read_variation_piece()) {
      return false;
    }
  }
  return fail_open(opened, "the variation that begins here is never closed by a )");
}

bool MovetextReader::read_variation_piece() {
  switch (*at_) {
    case '{':
      return read_comment();
    case ';':
      return read_line_comment();
    case '$':
    case '!':
    case '?':
      return read_glyph();
    case '}':
      return refuse_stray('}', '{');
    default:
      const char* word_end = std::find_if(at_ + 1, invalid_, ends_word);
      keep(Element::Kind::variation_word, {at_, word_end});
      at_ = word_end;
      return true;
  }
}

MovetextReader::Piece MovetextReader::read_word() {
  if (const std::size_t length = number_length(at_, invalid_)) {
    return hand_out(Piece::number, at_ + length);
  }
  const char* word_end = std::find_if(at_ + 1, invalid_, ends_word);
  if (word_end == invalid_ && invalid_ < end_) {
    fail_bad_utf8();
    return Piece::problem;
  }
  const std::string_view word(at_, word_end);
  const std::string_view before_mark = word.substr(0, word.find(byte_order_mark));
  if (is_result(before_mark)) return hand_out(Piece::result, at_ + before_mark.size());
  return hand_out(Piece::word, word_end);
}

void MovetextReader::keep(Element::Kind kind, std::string_view text) {
  if (!record_) return;
  if (after_result_) {
    record_->trailing_comments.emplace_back(text);
  } else {
    record_->movetext.push_back({kind, std::string(text)});
  }
}

}  // namespace schiri
