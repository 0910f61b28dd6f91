#include "notation/text/typed_words.h"

#include <algorithm>

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

bool is_word_for_draw(std::string_view word) {
  return equal_ignoring_case(word, "remis") || equal_ignoring_case(word, "draw");
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

std::string_view canonical_result(std::string_view word) {
  constexpr std::string_view draw = "1/2-1/2";
  if (word == "*") return "*";
  const TypedScore white = scan_score(word);
  if (white.halves < 0) return is_word_for_draw(word) ? draw : std::string_view();
  std::string_view rest = word.substr(white.length);
  if (rest.empty()) return white.halves == 1 && word != "0.5" ? draw : std::string_view();
  const OtherSign sign = scan_other_sign(rest.data(), rest.data() + rest.size());
  const bool is_joint = sign.plain == '-' || rest[0] == '-' || rest[0] == ':';
  if (!is_joint) return {};
  rest.remove_prefix(sign.plain == '-' ? sign.length : 1);
  const TypedScore black = scan_score(rest);
  if (black.halves < 0 || black.length != rest.size() || white.halves + black.halves != 2)
    return {};
  return white.halves == 1 ? draw : white.halves == 2 ? "1-0" : "0-1";
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

}  // namespace schiri
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

