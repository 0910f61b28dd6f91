#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace schiri {

/// Names are equal if they look the same: `ö` may be one character or an `o` with a combining
/// diaeresis. Their composed form (Unicode's NFC) is compared; the spelling that came first is kept
/// and shown.
///
/// The key of a name: the same for equal names. A text that is not UTF-8, or longer than any name
/// (1 KiB), is its own key.
std::string name_key(std::string_view name);

/// Whether a text is pure ASCII; such names are equal only if their bytes are.
bool is_ascii(std::string_view text);

/// Whether two names are equal.
bool is_same_name(std::string_view a, std::string_view b);

/// A text with a capital as its first letter, of the languages of Western Europe.
std::string with_capital(std::string_view text);

/// A name with its case folded.
std::string without_case(std::string_view name);

/// A name in small letters without accents: `muller` of `Müller`. What is longer than any name only
/// loses its case.
std::string plain_letters(std::string_view name);
/// The same, with umlauts as German spells them without: `mueller`.
std::string spelled_letters(std::string_view name);

/// Whether a name contains a text, ignoring case and accents: `bjorn` and `bjoern` are parts of
/// `Björn Berg`.
bool is_part_of_name(std::string_view part, std::string_view name);

/// Whether a whole name fits a pattern of a shell, character by character: `*` is any text, `?` one
/// character, `[a-c]` and `[!a-c]` one of some, and a backslash makes the next character plain.
bool fits_pattern(std::string_view pattern, std::string_view name);

/// Maps each name to its first spelling.
class FirstSpellings {
 public:
  /// The first spelling of this name. Valid as long as both this object and the argument.
  std::string_view operator[](std::string_view name);

 private:
  /// By the spellings and by their keys. ASCII names have one spelling and are not kept.
  std::unordered_map<std::string, std::string> first_;
};

/// Hash and comparison for a map by names, in which equal names are one key.
struct NameHash {
  std::size_t operator()(std::string_view name) const;
};
struct NameEqual {
  bool operator()(std::string_view a, std::string_view b) const { return is_same_name(a, b); }
};

}  // namespace schiri
