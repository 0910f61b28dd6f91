#include "notation/text/odd_character.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

#include "core/base/characters.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

/// Characters of other scripts and compatibility characters, and what they look like, in order.
constexpr struct {
  char32_t code;
  std::string_view looks;
} lookalikes[] = {
    {0x0391, "A"},   {0x0392, "B"},   {0x0395, "E"},  {0x0396, "Z"},   {0x0397, "H"},
    {0x0399, "I"},   {0x039a, "K"},   {0x039c, "M"},  {0x039d, "N"},   {0x039f, "O"},
    {0x03a1, "P"},   {0x03a4, "T"},   {0x03a5, "Y"},  {0x03a7, "X"},   {0x03bd, "v"},
    {0x03bf, "o"},   {0x03c7, "x"},   {0x0405, "S"},  {0x0406, "I"},   {0x0408, "J"},
    {0x0410, "A"},   {0x0412, "B"},   {0x0415, "E"},  {0x041a, "K"},   {0x041c, "M"},
    {0x041d, "H"},   {0x041e, "O"},   {0x0420, "P"},  {0x0421, "C"},   {0x0422, "T"},
    {0x0423, "Y"},   {0x0425, "X"},   {0x0430, "a"},  {0x0435, "e"},   {0x043e, "o"},
    {0x0440, "p"},   {0x0441, "c"},   {0x0443, "y"},  {0x0445, "x"},   {0x0455, "s"},
    {0x0456, "i"},   {0x0458, "j"},   {0x0501, "d"},  {0x2160, "I"},   {0x2161, "II"},
    {0x2162, "III"}, {0x2163, "IV"},  {0x2164, "V"},  {0x2165, "VI"},  {0x2170, "i"},
    {0x2171, "ii"},  {0x2172, "iii"}, {0x2173, "iv"}, {0x2174, "v"},   {0x2175, "vi"},
    {0xfb00, "ff"},  {0xfb01, "fi"},  {0xfb02, "fl"}, {0xfb03, "ffi"}, {0xfb04, "ffl"},
    {0xfb05, "st"},  {0xfb06, "st"},
};

/// Joiners, fillers and selectors, which printable() keeps.
bool is_invisible(const FirstCharacter& character) {
  const char32_t code = character.code;
  return character.is_control || code == 0x034f || code == 0x115f || code == 0x1160 ||
         code == 0x200c || code == 0x200d || code == 0x3164 || (code >= 0xfe00 && code <= 0xfe0f);
}

std::string look_of(char32_t code) {
  constexpr char32_t first_wide = 0xff01, last_wide = 0xff5e;  // fullwidth forms of ASCII
  if (code >= first_wide && code <= last_wide) return {static_cast<char>(code - first_wide + '!')};
  const auto* const found = std::find_if(std::begin(lookalikes), std::end(lookalikes),
                                         [&](const auto& known) { return known.code == code; });
  return found == std::end(lookalikes) ? "" : std::string(found->looks);
}

std::string number_of(char32_t code) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "U+%04X", static_cast<unsigned>(code));
  return text.data();
}

/// Calls `visitor(character, its bytes, is it visible)` for each character until it returns false.
template <class Visitor>
void visit_characters(std::string_view text, const Visitor& visitor) {
  constexpr char32_t joiner = 0x200d, non_joiner = 0x200c;
  constexpr char32_t first_joined = 0x0600;  // Arabic; joined scripts and emoji follow
  char32_t before = 0;
  while (!text.empty()) {
    const FirstCharacter first = first_character(text);
    const std::string_view bytes = text.substr(0, first.length);
    text.remove_prefix(first.length);
    const bool joins = (first.code == joiner || first.code == non_joiner) && !text.empty() &&
                       before >= first_joined && first_character(text).code >= first_joined;
    const bool selects = first.code >= 0xfe00 && first.code <= 0xfe0f && before >= first_joined;
    if (!visitor(first, bytes, !is_invisible(first) || joins || selects)) return;
    before = first.code;
  }
}

}  // namespace

Message invisible_character_in(std::string_view text) {
  Message found;
  visit_characters(text, [&](const FirstCharacter& first, std::string_view, bool is_visible) {
    if (!is_visible) found = message("{0} is invisible", number_of(first.code));
    return is_visible;
  });
  return found;
}

std::string without_invisible(std::string_view text) {
  std::string visible;
  visit_characters(text, [&](const FirstCharacter&, std::string_view bytes, bool is_visible) {
    if (is_visible) visible += bytes;
    return true;
  });
  return visible;
}

Message odd_character_in(std::string_view text) {
  while (!text.empty()) {
    const FirstCharacter first = first_character(text);
    text.remove_prefix(first.length);
    const bool is_invalid = first.length == 1 && first.code == 0xfffd;
    if (is_invalid || first.code < 0x80) continue;
    if (is_invisible(first)) return message("{0} is invisible", number_of(first.code));
    const std::string look = look_of(first.code);
    if (!look.empty()) return message("{0} looks like {1}", number_of(first.code), look);
  }
  return {};
}

}  // namespace schiri
