#include "notation/text/typed_words.h"

#include <algorithm>
#include <iterator>

#include "core/base/characters.h"

namespace schiri {

namespace {

constexpr std::string_view cross = "\xc3\x97", arrow = "\xe2\x86\x92", minus = "\xe2\x88\x92",
                           half_sign = "\xc2\xbd";

bool begins(std::string_view text, std::string_view front) { return text.starts_with(front); }

/// U+2010 to U+2015: hyphens, figure dash, en dash, em dash and horizontal bar.
bool begins_with_dash(std::string_view text) {
  return text.size() >= 3 && begins(text, "\xe2\x80") && text[2] >= '\x90' && text[2] <= '\x95';
}

/// A player's half points in a typed result.
struct TypedScore {
  int halves = -1;  ///< -1 if there is none
  std::size_t length = 0;
};

TypedScore scan_score(std::string_view text) {
  for (const std::string_view half :
       {half_sign, std::string_view("1/2"), std::string_view("0.5")}) {
    if (begins(text, half)) return {1, half.size()};
  }
  if (begins(text, "1")) return {2, 1};
  if (begins(text, "0")) return {0, 1};
  return {};
}

constexpr std::string_view draw_result = "1/2-1/2";

/// Words for results; the letters in lower case, words separated by one space.
constexpr struct {
  std::string_view words, result;
} named_results[] = {
    {"remis", draw_result},         {"draw", draw_result},         {"drawn", draw_result},
    {"unentschieden", draw_result}, {"nulle", draw_result},        {"partie nulle", draw_result},
    {"white wins", "1-0"},          {"white won", "1-0"},          {"black wins", "0-1"},
    {"black won", "0-1"},           {"weiss gewinnt", "1-0"},      {"wei\xc3\x9f gewinnt", "1-0"},
    {"weiss gewann", "1-0"},        {"wei\xc3\x9f gewann", "1-0"}, {"schwarz gewinnt", "0-1"},
    {"schwarz gewann", "0-1"},      {"blancs gagnent", "1-0"},     {"noirs gagnent", "0-1"},
    {"les blancs gagnent", "1-0"},  {"les noirs gagnent", "0-1"},
};

/// The text in lower case, with one space between words and none in a score; empty if it is too
/// long.
std::string folded(std::string_view text) {
  std::string out;
  if (text.empty() || text.size() > longest_result) return out;
  const bool has_words = is_letter(text[0]);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t other = other_space_length(text.data() + i);
    if (other > 0 || text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n') {
      if (has_words && out.back() != ' ') out += ' ';
      i += other > 0 ? other - 1 : 0;
    } else {
      out += to_lower(text[i]);
    }
  }
  return out;
}

/// The last byte of U+2000 to U+200A, U+2028, U+2029 or U+202F?
bool ends_space_of_general_punctuation(char last) {
  const auto byte = static_cast<unsigned char>(last);
  return byte <= 0x8a || byte == 0xa8 || byte == 0xa9 || byte == 0xaf;
}

}  // namespace

OtherSign scan_other_sign(const char* at, const char* end) {
  const std::string_view text(at, end);
  if (begins(text, cross)) return {'x', cross.size()};
  if (begins(text, arrow)) return {'>', arrow.size()};
  if (begins(text, minus) || begins_with_dash(text)) return {'-', minus.size()};
  return {};
}

std::size_t curly_quote_length(const char* at, const char* end) {
  const std::string_view text(at, end);
  const bool is_quote =
      text.size() >= 3 && begins(text, "\xe2\x80") && text[2] >= '\x9c' && text[2] <= '\x9f';
  return is_quote ? 3 : 0;
}

std::size_t rare_space_length(const char* at) {
  switch (*at) {
    case '\f':
    case '\v':
      return 1;
    case '\xc2':  // U+0085, U+00A0
      return at[1] == '\x85' || at[1] == '\xa0' ? 2 : 0;
    case '\xe1':  // U+1680
      return at[1] == '\x9a' && at[2] == '\x80' ? 3 : 0;
    case '\xe2':  // U+2000 to U+200A, U+2028, U+2029, U+202F; U+205F
      if (at[1] == '\x81') return at[2] == '\x9f' ? 3 : 0;
      return at[1] == '\x80' && ends_space_of_general_punctuation(at[2]) ? 3 : 0;
    case '\xe3':  // U+3000
      return at[1] == '\x80' && at[2] == '\x80' ? 3 : 0;
    default:
      return 0;
  }
}

std::size_t ellipsis_length(const char* at) {
  return at[0] == '\xe2' && at[1] == '\x80' && at[2] == '\xa6' ? 3 : 0;
}

std::string_view canonical_result(std::string_view text) {
  for (const std::string_view written : {"1-0", "0-1", "1/2-1/2", "*"}) {
    if (text == written) return written;
  }
  const std::string word = folded(text);
  const TypedScore white = scan_score(word);
  if (white.halves < 0) {
    const auto* const named = std::find_if(std::begin(named_results), std::end(named_results),
                                           [&](const auto& known) { return known.words == word; });
    return named == std::end(named_results) ? std::string_view() : named->result;
  }
  std::string_view rest = std::string_view(word).substr(white.length);
  if (rest.empty()) return white.halves == 1 && word != "0.5" ? draw_result : std::string_view();
  const OtherSign sign = scan_other_sign(rest.data(), rest.data() + rest.size());
  const bool is_joint = sign.plain == '-' || rest[0] == '-' || rest[0] == ':';
  if (!is_joint) return {};
  rest.remove_prefix(sign.plain == '-' ? sign.length : 1);
  const TypedScore black = scan_score(rest);
  if (black.halves < 0 || black.length != rest.size() || white.halves + black.halves != 2)
    return {};
  return white.halves == 1 ? draw_result : white.halves == 2 ? "1-0" : "0-1";
}

void append_latin1(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xc0 | code >> 6);
      out += static_cast<char>(0x80 | (code & 0x3f));
    }
  }
}

void append_cp1252(std::string_view bytes, std::string& out) {
  // The bytes from 80 to 9F.
  constexpr std::string_view characters[] = {
      "\u20ac", "",       "\u201a", "\u0192", "\u201e", "\u2026", "\u2020", "\u2021",
      "\u02c6", "\u2030", "\u0160", "\u2039", "\u0152", "",       "\u017d", "",
      "",       "\u2018", "\u2019", "\u201c", "\u201d", "\u2022", "\u2013", "\u2014",
      "\u02dc", "\u2122", "\u0161", "\u203a", "\u0153", "",       "\u017e", "\u0178"};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto code = static_cast<unsigned char>(bytes[i]);
    if (code < 0x80 || code >= 0xa0) {
      append_latin1(bytes.substr(i, 1), out);
    } else if (characters[code - 0x80].empty()) {
      out += bytes[i];
    } else {
      out += characters[code - 0x80];
    }
  }
}

}  // namespace schiri
