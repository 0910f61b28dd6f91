#include "core/match/turn_word.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/match/game.h"
#include "core/match/player.h"

namespace schiri {

namespace {

constexpr std::string_view hex_digits = "0123456789ABCDEF";
constexpr char escape = '~';

/// May a turn contain it? Comments, variations, NAGs, tags and stored movetext use the others.
bool is_word_sign(char c) {
  constexpr std::string_view others = "{}()[];$!?\"\\";
  return c > ' ' && c <= '~' && others.find(c) == others.npos;
}

/// Does it begin as a turn number: `12.`, or dots?
bool begins_with_number(std::string_view word) {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return digits < word.size() && word[digits] == '.';
}

bool is_mistakable(std::string_view word) {
  return word == resignation || word == "*" || outcome_of(word) || word.starts_with('%') ||
         begins_with_number(word);
}

/// Is there an escape at this place?
bool is_escape(std::string_view text, std::size_t at) {
  return text[at] == escape && at + 2 < text.size() &&
         hex_digits.find(text[at + 1]) != hex_digits.npos &&
         hex_digits.find(text[at + 2]) != hex_digits.npos;
}

void add_escaped(std::string& word, char c) {
  const auto byte = static_cast<unsigned char>(c);
  word += escape;
  word += hex_digits[byte / 16];
  word += hex_digits[byte % 16];
}

}  // namespace

std::size_t turn_word_length(const char* text, const char* end) {
  const char* const most = text + std::min<std::ptrdiff_t>(end - text, longest_turn_word + 1);
  const std::string_view word(text, std::find_if_not(text, most, is_word_sign));
  return word.size() <= longest_turn_word && !is_mistakable(word) ? word.size() : 0;
}

bool is_turn_word(std::string_view text) {
  return !text.empty() && turn_word_length(text.data(), text.data() + text.size()) == text.size();
}

std::string turn_word(std::string_view text) {
  std::string word;
  const bool is_mistaken = is_mistakable(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte <= ' ' || byte == 0x7f) return {};
    if (!is_word_sign(text[i]) || is_escape(text, i) || (i == 0 && is_mistaken)) {
      add_escaped(word, text[i]);
    } else {
      word += text[i];
    }
  }
  return is_turn_word(word) ? word : std::string();
}

std::string text_of_word(std::string_view word) {
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (is_escape(word, i)) {
      text += static_cast<char>(16 * hex_digits.find(word[i + 1]) + hex_digits.find(word[i + 2]));
      i += 2;
    } else {
      text += word[i];
    }
  }
  return text;
}

}  // namespace schiri
