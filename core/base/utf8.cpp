#include "core/base/utf8.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "core/base/characters.h"

namespace schiri {

namespace {

/// The first character; `length` is 0 if the sequence is malformed.
struct Character {
  utf8proc_int32_t code = 0;
  std::size_t length = 0;
};

Character first_character(const char* at, const char* end) {
  if (is_ascii_byte(*at)) return {*at, 1};
  Character character;
  const void* bytes = at;
  const utf8proc_ssize_t length =
      utf8proc_iterate(static_cast<const utf8proc_uint8_t*>(bytes), end - at, &character.code);
  if (length > 0) character.length = static_cast<std::size_t>(length);
  return character;
}

/// Unicode's control characters of grapheme clusters (UAX #29), and tags, which are also invisible.
constexpr struct {
  utf8proc_int32_t first, last;
} controls[] = {{0x00, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},       {0x61c, 0x61c},
                {0x180e, 0x180e},   {0x200b, 0x200b},   {0x200e, 0x200f},   {0x2028, 0x202e},
                {0x2060, 0x206f},   {0xfeff, 0xfeff},   {0xfff0, 0xfffb},   {0x13430, 0x1343f},
                {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe00ff}, {0xe01f0, 0xe0fff}};

bool is_control(utf8proc_int32_t code) {
  if (code < 0x7f) return code < 0x20;  // most text
  return std::any_of(std::begin(controls), std::end(controls), [code](const auto& range) {
    return code >= range.first && code <= range.last;
  });
}

}  // namespace

FirstCharacter first_character(std::string_view text) {
  const Character first = first_character(text.data(), text.data() + text.size());
  if (first.length == 0) return {1, 0xfffd, true};
  return {first.length, static_cast<char32_t>(first.code), is_control(first.code)};
}

std::string_view stand_in(std::string_view control) { return control == "\t" ? " " : "?"; }

const char* find_invalid_utf8(const char* begin, const char* end) {
  while (begin < end) {
    // A fast path for ASCII, eight characters at a time.
    for (std::uint64_t word = 0; end - begin >= 8; begin += 8) {
      std::memcpy(&word, begin, 8);
      if (word & 0x8080808080808080u) break;
    }
    if (begin == end) break;
    const std::size_t length = first_character(begin, end).length;
    if (length == 0) return begin;
    begin += length;
  }
  return end;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == limit) return out + "...";
    const FirstCharacter first = first_character(text);
    const std::string_view bytes = text.substr(0, first.length);
    out += first.is_control ? stand_in(bytes) : bytes;
    text.remove_prefix(first.length);
  }
  return out;
}

bool is_name(std::string_view text) {
  return !text.empty() && text != "?" && std::none_of(text.begin(), text.end(), is_control_byte) &&
         find_invalid_utf8(text.data(), text.data() + text.size()) == text.data() + text.size();
}

}  // namespace schiri
