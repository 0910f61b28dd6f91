#include "notation/text/printable.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "core/base/characters.h"
#include "notation/text/byte_order_mark.h"

namespace schiri {

namespace {

constexpr utf8proc_int32_t emoji_follows = 0xfe0f;  // selects the coloured, wide form

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

/// The width of a grapheme cluster in columns.
struct Cluster {
  std::size_t length = 0;
  std::size_t columns = 0;
};

Cluster first_cluster(std::string_view text) {
  Cluster cluster;
  utf8proc_int32_t before = 0, state = 0;
  while (cluster.length < text.size()) {
    const char* const at = text.data() + cluster.length;
    Character next = first_character(at, text.data() + text.size());
    const bool is_first = cluster.length == 0;
    if (next.length == 0) next = {0xfffd, 1};
    if (!is_first && utf8proc_grapheme_break_stateful(before, next.code, &state)) break;
    cluster.length += next.length;
    cluster.columns +=
        next.code == emoji_follows ? 1 : static_cast<std::size_t>(utf8proc_charwidth(next.code));
    before = next.code;
  }
  // Joined emoji, and pairs of regional indicators, are one glyph.
  cluster.columns = std::min<std::size_t>(cluster.columns, 2);
  return cluster;
}

}  // namespace

FirstCharacter first_character(std::string_view text) {
  const Character first = first_character(text.data(), text.data() + text.size());
  if (first.length == 0) return {1, 0xfffd, true};
  return {first.length, static_cast<char32_t>(first.code), is_control(first.code)};
}

std::string_view stand_in(std::string_view control) { return control == "\t" ? " " : "?"; }

Message bad_utf8_message() { return message("this byte is not UTF-8; records are UTF-8 text"); }

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

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string_view first_characters(std::string_view text, std::size_t count) {
  std::size_t at = 0;
  for (std::size_t begun = 0; at < text.size(); ++at) {
    if (begins_character(text[at]) && begun++ == count) break;
  }
  return text.substr(0, at);
}

std::size_t display_width(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_ascii_byte)) return text.size();
  std::size_t columns = 0;
  while (!text.empty()) {
    const Cluster cluster = first_cluster(text);
    columns += cluster.columns;
    text.remove_prefix(cluster.length);
  }
  return columns;
}

std::string_view first_columns(std::string_view text, std::size_t columns) {
  std::size_t length = 0;
  while (length < text.size()) {
    const Cluster cluster = first_cluster(text.substr(length));
    if (cluster.columns > columns) break;
    columns -= cluster.columns;
    length += cluster.length;
  }
  return text.substr(0, length);
}

std::string without_controls(std::string_view value) {
  std::string clean(value);
  std::erase_if(clean, is_control_byte);
  for (std::size_t at = 0; (at = clean.find(byte_order_mark, at)) != clean.npos;) {
    clean.erase(at, byte_order_mark.size());
  }
  return clean;
}

bool is_name(std::string_view text) {
  return !text.empty() && text != "?" && std::none_of(text.begin(), text.end(), is_control_byte) &&
         find_invalid_utf8(text.data(), text.data() + text.size()) == text.data() + text.size();
}

}  // namespace schiri
