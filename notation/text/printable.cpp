#include "notation/text/printable.h"

#include <utf8proc.h>

#include <algorithm>

#include "core/base/characters.h"

namespace schiri {

namespace {

constexpr utf8proc_int32_t emoji_follows = 0xfe0f;  // selects the coloured, wide form

/// The width of a grapheme cluster in columns.
struct Cluster {
  std::size_t length = 0;
  std::size_t columns = 0;
};

Cluster first_cluster(std::string_view text) {
  Cluster cluster;
  utf8proc_int32_t before = 0, state = 0;
  while (cluster.length < text.size()) {
    const FirstCharacter next = first_character(text.substr(cluster.length));
    const auto code = static_cast<utf8proc_int32_t>(next.code);
    const bool is_first = cluster.length == 0;
    if (!is_first && utf8proc_grapheme_break_stateful(before, code, &state)) break;
    cluster.length += next.length;
    cluster.columns +=
        code == emoji_follows ? 1 : static_cast<std::size_t>(utf8proc_charwidth(code));
    before = code;
  }
  // Joined emoji, and pairs of regional indicators, are one glyph.
  cluster.columns = std::min<std::size_t>(cluster.columns, 2);
  return cluster;
}

}  // namespace

Message bad_utf8_message() { return message("this byte is not UTF-8; records are UTF-8 text"); }

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
  while (!value.empty() && is_control_byte(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_control_byte(value.back())) value.remove_suffix(1);
  std::string clean(value);
  std::replace_if(
      clean.begin(), clean.end(), [](char c) { return c == '\t' || c == '\n'; }, ' ');
  std::erase_if(clean, is_control_byte);
  for (std::size_t at = 0; (at = clean.find(byte_order_mark, at)) != clean.npos;) {
    clean.erase(at, byte_order_mark.size());
  }
  return clean;
}

}  // namespace schiri
