#include "notation/games/sperre/words.h"

namespace schiri::sperre {

std::string_view name_of(Die die) {
  constexpr std::string_view names[] = {"III", "IV", "V"};
  return names[index(die)];
}

std::string name_of(Place square) { return std::to_string(square); }

std::string text_of(const Tops& tops) {
  std::string text;
  for (const std::uint8_t top : tops) text += static_cast<char>('0' + top);
  return text;
}

std::string list(const std::vector<std::string>& words, std::string_view last_joint) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? std::string(last_joint) : ", ";
    text += words[i];
  }
  return text;
}

std::string list(Digits digits, std::string_view last_joint) {
  std::vector<std::string> words;
  for (unsigned n = 1; n <= size; ++n) {
    if (contains(digits, n)) words.push_back(std::to_string(n));
  }
  return list(words, last_joint);
}

}  // namespace schiri::sperre
