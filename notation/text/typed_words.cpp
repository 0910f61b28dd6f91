#include "notation/text/typed_words.h"

#include <algorithm>
#include <cstring>
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

/// With the minus sign and the dash that typesetters use.
constexpr AssessmentSign assessments[] = {
    {"±", "16"},  {"∓", "17"},   {"⩲", "14"},   {"⩱", "15"},   {"∞", "13"},
    {"+-", "18"}, {"-+", "19"},  {"+−", "18"},  {"−+", "19"},  {"+–", "18"},
    {"–+", "19"}, {"+/-", "16"}, {"-/+", "17"}, {"+/=", "14"}, {"=/+", "15"},
    {"+=", "14"}, {"=+", "15"},  {"=", "10"},   {"=∞", "44"},  {"□", "7"},
    {"⨀", "22"},  {"↑", "36"},   {"⇆", "132"},  {"⊕", "138"},  {"∆", "140"},
};

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

constexpr struct {
  std::string_view words;
  Resigner resigner;
} resignations[] = {
    {"white resigns", Resigner::white},
    {"white resigned", Resigner::white},
    {"black resigns", Resigner::black},
    {"black resigned", Resigner::black},
    {"weiss gibt auf", Resigner::white},
    {"wei\xc3\x9f gibt auf", Resigner::white},
    {"schwarz gibt auf", Resigner::black},
    {"blancs abandonnent", Resigner::white},
    {"noirs abandonnent", Resigner::black},
    {"les blancs abandonnent", Resigner::white},
    {"les noirs abandonnent", Resigner::black},
    {"resigns", Resigner::mover},
    {"resigned", Resigner::mover},
    {"resign", Resigner::mover},
    {"gibt auf", Resigner::mover},
    {"aufgegeben", Resigner::mover},
    {"abandonne", Resigner::mover},
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

std::size_t leading_digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) -
                                  text.begin());
}

/// The length of a sign that may separate thousands; 0 if there is none.
std::size_t group_sign_length(std::string_view text) {
  constexpr std::string_view apostrophe = "\u2019";
  if (text.starts_with(apostrophe)) return apostrophe.size();
  if (text.empty() || std::string_view("' ,.").find(text[0]) != text.npos) return !text.empty();
  // The longest space has three bytes.
  return text.size() >= 3 ? other_space_length(text.data()) : 0;
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

AssessmentSign scan_assessment(const char* at) {
  if (is_ascii_byte(*at)) return {};
  const auto* const found = std::find_if(
      std::begin(assessments), std::end(assessments), [&](const AssessmentSign& known) {
        return !is_ascii_byte(known.sign[0]) && !is_ascii_byte(known.sign.back()) &&
               std::strncmp(at, known.sign.data(), known.sign.size()) == 0;
      });
  return found == std::end(assessments) ? AssessmentSign() : *found;
}

AssessmentSign find_assessment(std::string_view word) {
  const auto* const found =
      std::find_if(std::begin(assessments), std::end(assessments),
                   [&](const AssessmentSign& known) { return known.sign == word; });
  return found == std::end(assessments) ? AssessmentSign() : *found;
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
    if (named != std::end(named_results)) return named->result;
    const Resigner resigner = resigner_in(text);
    return resigner == Resigner::white ? "0-1" : resigner == Resigner::black ? "1-0" : "";
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

Resigner resigner_in(std::string_view text) {
  const std::string words = folded(text);
  const auto* const known = std::find_if(std::begin(resignations), std::end(resignations),
                                         [&](const auto& one) { return one.words == words; });
  return known == std::end(resignations) ? Resigner::nobody : known->resigner;
}

bool is_loss_of_both(std::string_view text) {
  if (!text.starts_with('0') || !text.ends_with('0') || text.size() < 3) return false;
  const std::string_view sign = text.substr(1, text.size() - 2);
  const OtherSign other = scan_other_sign(sign.data(), sign.data() + sign.size());
  return sign == "-" || sign == ":" || (other.plain == '-' && other.length == sign.size());
}

std::optional<std::string> plain_number(std::string_view text) {
  constexpr std::size_t group = 3;  // digits
  std::string number;
  if (text.starts_with('-')) {
    number = '-';
    text.remove_prefix(1);
  }
  std::string_view separator;
  for (bool is_first = true;; is_first = false) {
    const std::size_t digits = leading_digits(text);
    if (digits == 0 || (!is_first && digits != group)) return std::nullopt;
    number += text.substr(0, digits);
    text.remove_prefix(digits);
    if (text.empty()) return number;
    const std::string_view sign = text.substr(0, group_sign_length(text));
    const std::string_view rest = text.substr(sign.size());
    const bool begins_group = is_first ? digits <= group : sign == separator;
    if (begins_group && !sign.empty() && leading_digits(rest) == group) {
      separator = sign;
      text = rest;
      continue;
    }
    const std::size_t decimals = leading_digits(text.substr(1));
    const bool has_point = text[0] == '.' || text[0] == ',';
    if (!has_point || decimals == 0 || 1 + decimals != text.size()) return std::nullopt;
    return number + '.' + std::string(text.substr(1));
  }
}

}  // namespace schiri
