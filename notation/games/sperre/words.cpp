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

std::vector<Message> numbers_of(Digits digits) {
  std::vector<Message> numbers;
  for (unsigned n = 1; n <= size; ++n) {
    if (contains(digits, n)) numbers.emplace_back(std::to_string(n));
  }
  return numbers;
}

}  // namespace schiri::sperre
