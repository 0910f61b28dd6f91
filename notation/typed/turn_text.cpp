#include "notation/typed/turn_text.h"

#include <algorithm>

#include "core/base/characters.h"

namespace schiri {

namespace {

constexpr std::string_view pass_word = "pass";

}  // namespace

// All calls are inlined because they are small and made for each character.
[[gnu::flatten]] TypedTurnText::TypedTurnText(const TypedForm& form, const char* at,
                                              const char* end)
    : TypedTurnText(form, at) {
  at_ = at;
  end_ = end;
  const bool has_letter = form.piece_letter && end - at > 1 &&
                          to_lower(*at) == to_lower(form.piece_letter) && form.of(at[1]).plain;
  if (has_letter) {
    spellings_ |= set_of(Spelling::piece_letter);
    ++at_;
  }
  take_plain();
  while (size_ < most - pass_word.size() && skip_blanks() && take()) {
  }
  close();
}

/// Copies plain characters, which are most of typed text.
void TypedTurnText::take_plain() {
  if (form_->has_pass) return;
  const char* const last = std::min(end_, at_ + (most - pass_word.size()));
  while (at_ < last && *at_ != ',') {
    const TypedForm::Character& character = form_->of(*at_);
    if (!character.plain || character.traits & TypedForm::respelled) return;
    put(character.plain, 1, 0);
  }
}

/// Skips the spaces beside a sign, and between a letter and its number; false at other spaces and
/// at the end.
bool TypedTurnText::skip_blanks() {
  const char* next = at_;
  while (next < end_ && space_length(next) > 0) next += space_length(next);
  if (next == end_) return false;
  if (next == at_) return true;
  if (size_ == 0 || !(is_open() || is_digit_of_letter(*next) || is_sign(next))) return false;
  spellings_ |= set_of(Spelling::blanks);
  at_ = next;
  return true;
}

/// Does the text so far end with a sign that requires a continuation?
bool TypedTurnText::is_open() const {
  return form_->of(plain_[size_ - 1]).traits & TypedForm::sign_before;
}

bool TypedTurnText::is_digit_of_letter(char next) const {
  const char last = plain_[size_ - 1];
  const bool takes_digit = is_letter(last) && form_->of(last).traits == 0 && last != 'O';
  return takes_digit && is_digit(next);
}

bool TypedTurnText::is_sign(const char* at) const {
  return form_->of(*at).traits & TypedForm::sign_after || scan_other_sign(at, end_).plain;
}

bool TypedTurnText::take() {
  if (form_->has_pass && (size_ == 0 || plain_[size_ - 1] == '/') && take_pass()) return true;
  const TypedForm::Character& character = form_->of(*at_);
  if (!character.plain) return take_sign(scan_other_sign(at_, end_));
  const std::string_view so_far(plain_.data(), size_);
  if (*at_ == ',' && !form_->is_comma_of_turn(so_far, at_ + 1, end_)) return false;
  const bool respelled = character.traits & TypedForm::respelled;
  put(character.plain, 1, respelled ? set_of(Spelling::letter_case) : SpellingSet{0});
  return true;
}

/// The length of a word for `pass` here, 0 if there is none.
std::size_t TypedTurnText::pass_length() const {
  const std::string_view text(at_, end_);
  std::size_t length = 2;
  if (!text.starts_with("--")) {
    if (!equal_ignoring_case(text.substr(0, pass_word.size()), pass_word)) return 0;
    length = pass_word.size();
    if (length < text.size() && (to_lower(text[length]) == 'e' || to_lower(text[length]) == 't'))
      ++length;
  }
  const bool ends = length == text.size() || text[length] == '/' || text[length] == ',' ||
                    ends_word_at(at_ + length);
  return ends ? length : 0;
}

bool TypedTurnText::take_pass() {
  const std::size_t length = pass_length();
  if (length == 0) return false;
  const std::string_view word(at_, length);
  const SpellingSet spellings = word == pass_word            ? SpellingSet{0}
                                : length == pass_word.size() ? set_of(Spelling::letter_case)
                                                             : set_of(Spelling::pass);
  put(pass_word[0], length, spellings);
  for (const char c : pass_word.substr(1)) put(c, 0, 0);
  return true;
}

bool TypedTurnText::take_sign(OtherSign sign) {
  if (!sign.plain) return false;
  const std::string_view so_far(plain_.data(), size_);
  // An arrow is a dash, unless the game has a sign of its own for displacing a piece.
  const bool is_arrow = sign.plain == '>';
  const bool has_moved = so_far.find('-') != so_far.npos || so_far.find('p') != so_far.npos;
  if (is_arrow && !(form_->of('>').plain && has_moved)) sign.plain = '-';
  if (!form_->of(sign.plain).plain) return false;
  put(sign.plain, sign.length, set_of(Spelling::sign));
  return true;
}

void TypedTurnText::put(char plain, std::size_t length, SpellingSet spellings) {
  at_ += length;
  spellings_ |= spellings;
  plain_[size_] = plain;
  ends_[size_] = static_cast<std::uint32_t>(at_ - text_);
  spelled_[size_] = spellings_;
  ++size_;
}

void TypedTurnText::close() {
  std::fill_n(plain_.begin() + static_cast<std::ptrdiff_t>(size_), text_padding, '\0');
}

SpellingSet TypedTurnText::spellings_of(std::size_t length) const {
  SpellingSet spellings = spelled_[length - 1];
  // `B3 + C4`, if that is a spelling of the game itself.
  const bool is_spaced = form_->names_single_blanks && length == 5 && text_[2] == ' ' &&
                         text_[ends_[2]] == ' ' && ends_[1] == 2 && !is_blank(text_[3]) &&
                         ends_[3] == ends_[2] + 2;
  if (is_spaced) spellings &= static_cast<SpellingSet>(~set_of(Spelling::blanks));
  return spellings;
}

TypedTurnText TypedTurnText::before_comma() const {
  TypedTurnText front = *this;
  const std::string_view plain(plain_.data(), size_);
  front.size_ = std::min(plain.find(','), size_);
  if (front.size_ == size_) front.size_ = 0;
  front.close();
  return front;
}

/// Does a square begin at this character, right after another one?
bool TypedTurnText::is_place_for_sign(std::size_t at) const {
  const char before = plain_[at - 1], here = plain_[at];
  const bool begins = is_letter(here) && form_->of(here).traits == 0;
  return begins && (is_digit(before) || (before == 'O' && is_letter(here)));
}

TypedTurnText TypedTurnText::with_signs(char first, char others) const {
  TypedTurnText filled(*form_, text_);
  filled.at_ = text_;
  bool any = false, is_first = true;
  for (std::size_t i = 0; i < size_ && filled.size_ + 2 < most; ++i) {
    if (i > 0 && is_place_for_sign(i)) {
      filled.put(is_first ? first : others, 0, set_of(Spelling::missing_sign));
      any = true;
      is_first = false;
    } else if (form_->of(plain_[i]).traits & TypedForm::sign_both) {
      is_first = false;
    }
    filled.spellings_ |= spelled_[i];
    filled.put(plain_[i], static_cast<std::size_t>(text_ + ends_[i] - filled.at_), 0);
  }
  if (!any) filled.size_ = 0;
  filled.close();
  return filled;
}

}  // namespace schiri
