#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace schiri {

/// Names are one if they read the same: `ö` may be written as one character or as an `o` with two
/// dots that combine with it. Their composed form (Unicode's NFC) is compared; the bytes that came
/// first are kept and shown.
///
/// The form by which a name is looked up: the same for names that are one. A text that is not
/// UTF-8, or longer than any name (1 KiB), is its own.
std::string name_key(std::string_view name);

/// Whether a text is ASCII alone; such names are one only if their bytes are the same.
bool is_ascii(std::string_view text);

/// Whether two texts are the same but for the case of ASCII's letters.
bool is_same_in_any_case(std::string_view a, std::string_view b);

/// Whether two names are one.
bool is_same_name(std::string_view a, std::string_view b);

/// A name without the difference between small and capital letters.
std::string without_case(std::string_view name);

/// Whether a text stands in a name, in any case.
bool is_part_of_name(std::string_view part, std::string_view name);

/// Says for each name how it was written when it first came.
class FirstSpellings {
 public:
  /// The name, or one that is the same and came before it. Lives as long as this and the argument.
  std::string_view operator[](std::string_view name);

 private:
  /// By the names that came and by their keys. Those of ASCII are alone, and not kept.
  std::unordered_map<std::string, std::string> first_;
};

/// Hash and comparison for a map by names, in which names that are one are one key.
struct NameHash {
  std::size_t operator()(std::string_view name) const;
};
struct NameEqual {
  bool operator()(std::string_view a, std::string_view b) const { return is_same_name(a, b); }
};

}  // namespace schiri
