#include "notation/records/pgn/movetext.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/text.h"
#include "notation/records/pgn/segment.h"
#include "notation/records/pgn/tags.h"
#include "notation/text/printable.h"
#include "notation/text/typed_words.h"

namespace schiri {

namespace {

/// The place after dots, or an ellipsis.
const char* after_dots(const char* at, const char* end) {
  while (at < end) {
    const std::size_t length = *at == '.' ? 1 : ellipsis_length(at);
    if (length == 0) break;
    at += length;
  }
  return at;
}

/// A turn number with its dots at the front of a word, or dots alone; 0 if there is none. A
/// bracket or colon after the digits belongs to it.
std::size_t number_length(const char* at, const char* end) {
  const char* digits_end = std::find_if_not(at, end, is_digit);
  const bool has_mark =
      digits_end > at && digits_end < end && (*digits_end == ')' || *digits_end == ':');
  if (has_mark) return static_cast<std::size_t>(digits_end + 1 - at);
  const char* dots_end = after_dots(digits_end, end);
  const bool word_ends = dots_end == end || ends_word_at(dots_end);
  if (dots_end == at || (dots_end == digits_end && !word_ends)) return 0;
  // `1. ...` is one number.
  const char* const more = std::find_if_not(dots_end, end, is_blank);
  const char* const more_end = after_dots(more, end);
  if (dots_end > digits_end && more_end > more) dots_end = more_end;
  return static_cast<std::size_t>(dots_end - at);
}

/// The place after the quote prefix of a mail's line: `> `, or `>> ` if it was quoted twice.
const char* behind_quote(const char* at, const char* end) {
  return std::find_if(at, end, [](char c) { return c != '>' && c != ' '; });
}

/// A quick test whether a word begins like a result.
bool may_be_result(const char* at) {
  switch (*at) {
    case '0':
    case '1':
      return at[1] == '-' || at[1] == ':' || at[1] == '/' || at[1] == '\xe2' ||
             (at[1] == '.' && at[0] == '0') || space_length(at + 1) > 0;
    case '*':
    case '\xc2':
      return true;
    default:
      return std::string_view("aAbBdDgGlLnNpPrRsSuUwW").find(*at) != std::string_view::npos &&
             is_letter(at[1]);
  }
}

/// `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6 (PGN standard, section 10).
std::string_view nag_of(std::string_view marks) {
  if (marks.size() == 1) return marks[0] == '!' ? "1" : "2";
  if (marks[0] == marks[1]) return marks[0] == '!' ? "3" : "4";
  return marks[0] == '!' ? "5" : "6";
}

}  // namespace

bool closes_nothing(Element::Kind kind, const std::vector<Element>& movetext) {
  return kind == Element::Kind::variation_close && !movetext.empty() &&
         movetext.back().kind == Element::Kind::variation_open;
}

const char* find_word_end(const char* at, const char* end) {
  while (at < end && !ends_word_at(at)) ++at;
  return at;
}

MovetextReader::MovetextReader(const GameSpan& span, Record* record)
    : text_(span.text),
      begin_(span.begin),
      end_(span.end),
      limit_(span.limit),
      invalid_(span.invalid),
      at_(span.begin),
      record_(record),
      is_quoted_(span.begin < span.end && *span.begin == '>') {}

MovetextReader::MovetextReader(const char* begin, const char* end, Record* record)
    : MovetextReader({begin, begin, end, end, find_invalid_utf8(begin, end)}, record) {}

MovetextReader MovetextReader::part(const char* begin, const char* end, Record* record) const {
  // What this reader knows of the rest holds for a part of it.
  const bool is_known = begin >= at_ && invalid_ >= begin && end <= end_;
  const char* const invalid = is_known ? std::min(invalid_, end) : find_invalid_utf8(begin, end);
  MovetextReader reader({begin, begin, end, end, invalid}, record);
  reader.is_quoted_ = is_quoted_;
  reader.are_signs_words_ = are_signs_words_;
  reader.result_ = result_;
  return reader;
}

void MovetextReader::set_position(const char* at) {
  at_ = at;
  if (invalid_ < at_) invalid_ = find_invalid_utf8(at_, end_);
}

void MovetextReader::go_back(const char* at, const char* invalid) {
  at_ = at;
  invalid_ = std::min(invalid, end_);
  behind_nested_ = nullptr;
}

void MovetextReader::end_game_at(const char* at) {
  set_position(at);
  is_over_ = true;
}

const char* MovetextReader::skip_blanks_from(const char* at) {
  set_position(at);
  skip_blanks();
  return at_;
}

bool MovetextReader::go_on_to_next_segment() {
  const bool begins_file = std::string_view(text_, end_).ends_with(byte_order_mark);
  if (end_ == limit_ || begins_file) return false;
  const char* const from = end_;
  end_ = find_next_segment(text_, from, limit_);
  if (invalid_ == from) invalid_ = find_invalid_utf8(from, end_);
  return true;
}

MovetextReader::Piece MovetextReader::next() {
  if (is_over_) return hand_out(Piece::end, at_);
  while (skip_blanks()) {
    bool read = true;
    switch (*at_) {
      case '{':
        read = read_comment();
        break;
      case ';':
        if (semicolons_ == Semicolons::are_handed_out) return hand_out(Piece::semicolon, at_);
        if (semicolons_ == Semicolons::separate_turns) {
          ++at_;
          break;
        }
        read_line_comment();
        break;
      case '$':
      case '!':
      case '?':
        read = read_nag();
        break;
      case '(':
        if (read_remark()) break;
        if (brackets_ != Brackets::none) return hand_out(Piece::variation_open, at_);
        read = read_variation();
        break;
      case ')':
        if (brackets_ == Brackets::all) return hand_out(Piece::variation_close, at_);
        read = refuse_stray(')', '(');
        break;
      case '}':
        read = refuse_stray('}', '{');
        break;
      default:
        if (read_assessment()) break;
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

/// A result in words may be followed by itself in figures: `White resigns 0-1`.
void MovetextReader::skip_same_result() {
  if (piece_ == result_ || piece_.empty()) return;
  const char* at = at_;
  while (const std::size_t space = at < invalid_ ? space_length(at) : 0) at += space;
  const std::string_view next(at, at < invalid_ ? find_word_end(at + 1, invalid_) : at);
  const bool may_be_any = result_.empty() && (next == "1-0" || next == "0-1");
  if (next.empty() || (next != result_ && !may_be_any)) return;
  at_ = next.data() + next.size();
}

MovetextReader::Piece MovetextReader::read_trailer() {
  if (!std::exchange(after_result_, true)) skip_same_result();
  bool same_line = true;
  while (true) {
    while (const std::size_t space = at_ < invalid_ ? space_length(at_) : 0) {
      same_line = same_line && *at_ != '\n';
      at_ += space;
    }
    if (is_byte_order_mark(at_, invalid_)) return Piece::end;
    if (at_ < invalid_ && is_end_mark(*at_)) {
      ++at_;
      continue;
    }
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
      read_line_comment();
    } else if (skip_quote()) {
      continue;
    } else if (same_line && !begins_tag_pair() && !tags_begin_at(at_)) {
      const char* word_end = find_word_end(at_ + 1, invalid_);
      read = fail(Code::after_end, at_, word_end,
                  message("'{0}' comes after the result {1}, which ends the game",
                          printable({at_, word_end}), result_));
    } else {
      return Piece::end;
    }
    if (!read) return Piece::problem;
  }
}

bool MovetextReader::skip_game() {
  record_ = nullptr;
  if (is_over_) return after_result_;
  if (semicolons_ == Semicolons::are_handed_out) semicolons_ = Semicolons::begin_comments;
  brackets_ = Brackets::none;
  if (!after_result_) {
    Piece piece = next();
    while (piece != Piece::result && piece != Piece::end) piece = next();
    if (piece == Piece::end) return false;
  }
  while (read_trailer() == Piece::problem) {
    if (problem_.code == Code::after_end) skip_line();
  }
  return true;
}

MovetextReader::Piece MovetextReader::hand_out(Piece kind, const char* end) {
  piece_ = {at_, end};
  at_ = end;
  return kind;
}

bool MovetextReader::fail(Code code, const char* begin, const char* end, Message message) {
  problem_ = {code, std::move(message)};
  piece_ = {begin, end};
  at_ = end;
  return false;
}

bool MovetextReader::fail_bad_utf8() {
  const char* bad = invalid_;
  invalid_ = find_invalid_utf8(bad + 1, end_);
  return fail(Code::bad_utf8, bad, bad + 1, bad_utf8_message());
}

/// Reports an unclosed element at the end of the text or at the next game's tags.
bool MovetextReader::fail_open(const char* opened, Message message) {
  const char* const stop = begins_tag_pair() ? at_ : end_;
  if (invalid_ < stop) return fail_bad_utf8();
  fail(Code::unterminated, opened, opened + 1, std::move(message));
  at_ = stop;
  return false;
}

bool MovetextReader::refuse_stray(char closing, char opening) {
  const bool is_nested = closing == '}' && behind_nested_;
  return fail(Code::syntax, at_, at_ + 1,
              joined(message("a {0} without a {1} before it", closing, opening),
                     is_nested ? remark_on_nesting(behind_nested_) : Message()));
}

Message MovetextReader::remark_on_nesting(const char* at) const {
  const bool is_behind =
      behind_nested_ && behind_nested_ <= at && std::all_of(behind_nested_, at, is_blank);
  if (!is_behind) return {};
  return message("the comment before it ended at its first }; a comment cannot hold another one");
}

/// Skips spaces, byte order marks and escape lines; false at the end of the readable text.
bool MovetextReader::skip_blanks() {
  while (true) {
    while (at_ < invalid_ && is_blank(*at_)) ++at_;
    if (at_ == invalid_) return false;
    if (is_byte_order_mark(at_, invalid_)) {
      at_ += byte_order_mark.size();
      if (at_ < invalid_ && *at_ == '%') skip_line();
      continue;
    }
    if (const std::size_t space = other_space_length(at_)) {
      if (!other_space_) other_space_ = at_;
      at_ += space;
      continue;
    }
    if (skip_quote()) continue;
    if (*at_ != '%' || !at_line_start()) return true;
    skip_line();
  }
}

/// Skips the quote prefix of a mail's line.
bool MovetextReader::skip_quote() {
  if (!is_quoted_ || *at_ != '>' || !at_line_start()) return false;
  at_ = behind_quote(at_, invalid_);
  quoted_line_ = at_;
  return true;
}

void MovetextReader::skip_line() { at_ = std::find(at_, invalid_, '\n'); }

bool MovetextReader::read_comment() {
  const char* close = std::find(at_, invalid_, '}');
  if (close == invalid_) {
    return fail_open(at_, message("the comment that begins here is never closed by a }"));
  }
  keep(Element::Kind::comment, {at_ + 1, close});
  behind_nested_ = std::find(at_ + 1, close, '{') != close ? close + 1 : nullptr;
  at_ = close + 1;
  return true;
}

void MovetextReader::read_line_comment() {
  const char* begin = at_ + 1;
  skip_line();
  keep(Element::Kind::comment, {begin, at_});
}

bool MovetextReader::read_nag() {
  if (*at_ == '$') {
    const char* digits_end = std::find_if_not(at_ + 1, invalid_, is_digit);
    if (digits_end == at_ + 1) {
      return fail(Code::syntax, at_, at_ + 1,
                  message("a $ is followed by the number of a NAG (numeric annotation glyph)"));
    }
    keep(Element::Kind::nag, {at_ + 1, digits_end});
    at_ = digits_end;
    return true;
  }
  const bool two = at_ + 1 < invalid_ && (at_[1] == '!' || at_[1] == '?');
  const std::string_view marks(at_, two ? 2 : 1);
  keep(Element::Kind::nag, nag_of(marks));
  at_ += marks.size();
  return true;
}

/// Keeps a sign such as ± or +- as its NAG; false if there is none.
bool MovetextReader::read_assessment() {
  if (is_letter(*at_) || is_digit(*at_) || (are_signs_words_ && is_ascii_byte(*at_))) return false;
  AssessmentSign found = scan_assessment(at_);
  if (found.sign.empty()) {
    const char* const end = find_word_end(at_ + 1, invalid_);
    // A sign of two: `=∞`.
    const std::size_t more = end < invalid_ ? scan_assessment(end).sign.size() : 0;
    if (more > 0) found = find_assessment({at_, end + more});
    if (found.sign.empty()) found = find_assessment({at_, end});
  }
  if (found.sign.empty() || static_cast<std::ptrdiff_t>(found.sign.size()) > invalid_ - at_) {
    return false;
  }
  keep(Element::Kind::nag, found.nag);
  at_ += found.sign.size();
  return true;
}

/// Reads round brackets that hold no variation: nothing, a time (`0:06`), or the offer of a draw
/// (`=`), which are comments. False if there are none.
bool MovetextReader::read_remark() {
  constexpr std::ptrdiff_t longest = 16;
  const char* const end = at_ + std::min(longest, invalid_ - at_);
  const char* const close = std::find(at_, end, ')');
  if (close == end) return false;
  const std::string_view inside = trimmed({at_ + 1, close}, " \t\r\n");
  const bool is_time = inside.find(':') != inside.npos && is_digit(inside.front()) &&
                       is_digit(inside.back()) &&
                       inside.find_first_not_of("0123456789:.") == inside.npos;
  if (!inside.empty() && inside != "=" && !is_time) return false;
  if (!inside.empty()) keep(Element::Kind::comment, inside);
  at_ = close + 1;
  return true;
}

bool MovetextReader::read_variation() {
  const char* opened = at_;
  for (int depth = 0; skip_blanks() && !begins_tag_pair();) {
    if (*at_ == '(') {
      if (depth > 0 && read_remark()) continue;
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
  return fail_open(opened, message("the variation that begins here is never closed by a )"));
}

bool MovetextReader::read_variation_piece() {
  switch (*at_) {
    case '{':
      return read_comment();
    case ';':
      read_line_comment();
      return true;
    case '$':
    case '!':
    case '?':
      return read_nag();
    case '}':
      return refuse_stray('}', '{');
    default:
      if (read_assessment()) return true;
      const char* word_end = find_joined_pair(at_ + 1, find_word_end(at_ + 1, invalid_));
      // Without its control characters the word could pass for the front of a tag pair.
      if (*at_ == '[' &&
          without_controls({at_, word_end}).size() < static_cast<std::size_t>(word_end - at_)) {
        return fail(Code::syntax, at_, word_end,
                    message("control characters in '{0}'", printable({at_, word_end})));
      }
      keep(Element::Kind::variation_word, {at_, word_end});
      at_ = word_end;
      return true;
  }
}

bool MovetextReader::begins_tag_pair() const {
  if (at_ == invalid_ || (*at_ != '[' && *at_ != '>')) return false;
  const char* bracket = at_;
  if (*at_ == '>' && at_line_start()) bracket = behind_quote(at_, invalid_);
  return bracket < invalid_ && *bracket == '[' && TagSection::begins_pair(bracket, end_);
}

/// Does a tag pair begin here, perhaps one within which the text ends?
bool MovetextReader::tags_begin_at(const char* at) const {
  return *at == '[' && (TagSection::begins_pair(at, end_) ||
                        (end_ == limit_ && TagSection::begins_cut_pair(at, end_)));
}

/// The tag pair that follows a word without a space: the next of concatenated files, if the one
/// before it has no final line end. `end` if there is none.
const char* MovetextReader::find_joined_pair(const char* at, const char* end) const {
  while ((at = std::find(at, end, '[')) < end && !TagSection::begins_pair(at, end_)) ++at;
  return at;
}

/// The length of up to three words that are a result in any accepted spelling; otherwise 0.
std::size_t MovetextReader::result_length() const {
  constexpr int most_words = 3;
  const char* const stop =
      at_ + std::min(static_cast<std::ptrdiff_t>(longest_result) + 1, invalid_ - at_);
  std::size_t length = 0;
  const char* word = at_;
  for (int words = 0; words < most_words && word < stop; ++words) {
    const char* word_end = word;
    while (word_end < stop && !ends_word_at(word_end) && !is_byte_order_mark(word_end, invalid_) &&
           !tags_begin_at(word_end))
      ++word_end;
    if (word_end == stop && (stop < invalid_ || invalid_ < end_)) break;
    const std::string_view text(at_, word_end), result = canonical_result(text);
    if (result == text) return text.size();
    if (!result.empty() || resigner_in(text) != Resigner::nobody) length = text.size();
    word = word_end;
    while (const std::size_t space = word < stop ? space_length(word) : 0) word += space;
    if (word == word_end) break;
  }
  return length;
}

MovetextReader::Piece MovetextReader::read_word() {
  if (begins_tag_pair()) return hand_out(Piece::end, at_);
  const char* word_end = find_word_end(at_ + 1, invalid_);
  if (const char* const pair = find_joined_pair(at_ + 1, word_end); pair < word_end) {
    end_ = invalid_ = word_end = pair;
  }
  if (const std::size_t length = may_be_result(at_) ? result_length() : 0) {
    result_ = canonical_result({at_, length});
    resigner_ = resigner_in({at_, length});
    return hand_out(Piece::result, at_ + length);
  }
  if (const std::size_t length = number_length(at_, invalid_)) {
    return hand_out(Piece::number, at_ + length);
  }
  if (word_end == invalid_ && invalid_ < end_) {
    fail_bad_utf8();
    return Piece::problem;
  }
  return hand_out(Piece::word, word_end);
}

/// A comment without the quote prefixes of a mail's lines.
std::string MovetextReader::unquoted(std::string_view text) const {
  std::string clean;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t line = std::min(text.find('\n', at), text.size() - 1) + 1;
    clean.append(text.substr(at, line - at));
    at = line;
    while (line > 0 && text[line - 1] == '\n' && at < text.size() &&
           (text[at] == '>' || text[at] == ' '))
      ++at;
  }
  return clean;
}

void MovetextReader::keep(Element::Kind kind, std::string_view text) {
  if (!record_) return;
  std::string kept = is_quoted_ ? unquoted(text) : std::string(text);
  if (after_result_) {
    record_->trailing_comments.push_back(std::move(kept));
  } else if (closes_nothing(kind, record_->movetext)) {
    record_->movetext.pop_back();
  } else {
    record_->movetext.push_back({kind, std::move(kept)});
  }
}

}  // namespace schiri
