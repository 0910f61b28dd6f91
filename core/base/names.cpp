#include "core/base/names.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>

#include "core/base/characters.h"
#include "core/base/utf8.h"

namespace schiri {

namespace {

/// A limit on combining marks in a row, because sorting them is slow.
constexpr std::size_t longest_name = 1024;
/// No character decomposes into more than four, nor into more than two for each of its bytes.
constexpr std::size_t most_codes = 2 * longest_name;

const utf8proc_uint8_t* utf8_bytes(std::string_view text) {
  const void* bytes = text.data();
  return static_cast<const utf8proc_uint8_t*>(bytes);
}

}  // namespace

bool is_ascii(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

std::string name_key(std::string_view name) {
  if (name.size() > longest_name || is_ascii(name)) return std::string(name);
  constexpr auto form = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  std::array<utf8proc_int32_t, most_codes + 1> codes;  // plus the terminating zero
  const utf8proc_ssize_t count =
      utf8proc_decompose(utf8_bytes(name), static_cast<utf8proc_ssize_t>(name.size()), codes.data(),
                         static_cast<utf8proc_ssize_t>(most_codes), form);
  if (count < 0 || count > static_cast<utf8proc_ssize_t>(most_codes)) return std::string(name);
  const utf8proc_ssize_t size = utf8proc_reencode(codes.data(), count, form);
  const void* text = codes.data();
  return {static_cast<const char*>(text), static_cast<std::size_t>(size)};
}

bool is_same_name(std::string_view a, std::string_view b) {
  return a == b || ((!is_ascii(a) || !is_ascii(b)) && name_key(a) == name_key(b));
}

std::string with_capital(std::string_view text) {
  std::string capital(text);
  if (capital.empty()) return capital;
  capital[0] = to_upper(capital[0]);
  // The letters of Western Europe, U+00E0 to U+00FE.
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(capital[i]); };
  if (capital.size() > 1 && byte(0) == 0xc3 && byte(1) >= 0xa0 && byte(1) <= 0xbe) {
    capital[1] = static_cast<char>(byte(1) - 0x20);
  }
  return capital;
}

std::string without_case(std::string_view text) {
  std::string folded(text);
  if (is_ascii(text) || text.size() > longest_name) {
    for (char& c : folded) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | ' ') : c;
    return folded;
  }
  constexpr auto form =
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(utf8_bytes(text), static_cast<utf8proc_ssize_t>(text.size()), &mapped, form);
  if (size >= 0) {
    const void* bytes = mapped;
    folded.assign(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  }
  std::free(mapped);
  return folded;
}

namespace {

using PlainLetter = std::pair<std::string_view, std::string_view>;

void replace_all(std::string& text, std::span<const PlainLetter> spellings) {
  for (const auto& [letter, plain] : spellings) {
    for (auto at = text.find(letter); at != text.npos; at = text.find(letter, at + plain.size())) {
      text.replace(at, letter.size(), plain);
    }
  }
}

/// The text, composed and in small letters, without its accents.
std::string without_accents(std::string text) {
  // Letters that have no decomposition.
  constexpr PlainLetter letters[] = {{"ø", "o"},  {"ł", "l"},  {"đ", "d"}, {"ı", "i"},
                                     {"æ", "ae"}, {"œ", "oe"}, {"ð", "d"}, {"þ", "th"}};
  replace_all(text, letters);
  if (is_ascii(text)) return text;
  constexpr auto form =
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK);
  const void* bytes = text.data();
  utf8proc_uint8_t* mapped = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(static_cast<const utf8proc_uint8_t*>(bytes),
                   static_cast<utf8proc_ssize_t>(text.size()), &mapped, form);
  if (size >= 0) {
    const void* stripped = mapped;
    text.assign(static_cast<const char*>(stripped), static_cast<std::size_t>(size));
  }
  std::free(mapped);
  return text;
}

}  // namespace

std::string plain_letters(std::string_view name) {
  std::string text = without_case(name);
  return text.size() > longest_name ? text : without_accents(std::move(text));
}

std::string spelled_letters(std::string_view name) {
  constexpr PlainLetter umlauts[] = {{"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}};
  std::string text = without_case(name);
  if (text.size() > longest_name) return text;
  replace_all(text, umlauts);
  return without_accents(std::move(text));
}

bool is_part_of_name(std::string_view part, std::string_view name) {
  return plain_letters(name).find(plain_letters(part)) != std::string::npos ||
         (!is_ascii(name) &&
          spelled_letters(name).find(spelled_letters(part)) != std::string::npos);
}

namespace {

std::u32string characters_of(std::string_view text) {
  const std::string composed = name_key(text);
  std::u32string characters;
  for (std::string_view rest = composed; !rest.empty();) {
    const FirstCharacter first = first_character(rest);
    characters += first.code;
    rest.remove_prefix(first.length);
  }
  return characters;
}

/// Does a character fit the pattern that begins at `at`, which is moved behind it? A bracket that
/// is never closed is plain.
bool fits_one(std::u32string_view pattern, std::size_t& at, char32_t character) {
  const char32_t first = pattern[at++];
  if (first == U'?') return true;
  if (first == U'\\' && at < pattern.size()) return pattern[at++] == character;
  if (first != U'[') return first == character;
  std::size_t place = at;
  const bool excludes =
      place < pattern.size() && (pattern[place] == U'!' || pattern[place] == U'^');
  place += excludes;
  const std::size_t close = pattern.find(U']', place + 1);  // a ] that comes first is plain
  if (close == pattern.npos) return first == character;
  bool is_among = false;
  while (place < close) {
    const char32_t from = pattern[place];
    const bool is_range = place + 2 < close && pattern[place + 1] == U'-';
    const char32_t to = is_range ? pattern[place + 2] : from;
    is_among = is_among || (from <= character && character <= to);
    place += is_range ? 3 : 1;
  }
  at = close + 1;
  return is_among != excludes;
}

}  // namespace

bool fits_pattern(std::string_view pattern, std::string_view name) {
  const std::u32string wanted = characters_of(pattern), text = characters_of(name);
  std::size_t at = 0, place = 0;
  // Where to go on if the text after the last * does not fit.
  std::size_t star = wanted.npos, star_place = 0;
  while (place < text.size()) {
    if (at < wanted.size() && wanted[at] == U'*') {
      star = ++at;
      star_place = place;
    } else if (at < wanted.size() && fits_one(wanted, at, text[place])) {
      ++place;
    } else if (star != wanted.npos) {
      at = star;
      place = ++star_place;
    } else {
      return false;
    }
  }
  while (at < wanted.size() && wanted[at] == U'*') ++at;
  return at == wanted.size();
}

std::string_view FirstSpellings::operator[](std::string_view name) {
  if (is_ascii(name)) return name;
  if (const auto known = first_.find(std::string(name)); known != first_.end()) {
    return known->second;
  }
  // An ASCII key is the first spelling for all names that share it.
  std::string key = name_key(name);
  const std::string first =
      is_ascii(key) ? key : first_.emplace(std::move(key), name).first->second;
  return first_.emplace(name, first).first->second;
}

std::size_t NameHash::operator()(std::string_view name) const {
  const std::hash<std::string_view> hash;
  return is_ascii(name) ? hash(name) : hash(name_key(name));
}

}  // namespace schiri
