#include "notation/board/place_conditions.h"

#include <algorithm>

namespace schiri {

bool matches_word(std::string_view wanted, std::string_view word) {
  return std::equal(wanted.begin(), wanted.end(), word.begin(), word.end(),
                    [](char a, char b) { return a == '?' || a == b; });
}

bool PlaceConditions::holds(const SpreadPosition& position) const {
  return std::all_of(
             places.begin(), places.end(),
             [&](const auto& place) { return position.boards[place.first] == place.second; }) &&
         std::all_of(words.begin(), words.end(), [&](const auto& word) {
           return matches_word(word.second, position.words[word.first]);
         });
}

PlaceConditions PlaceConditions::image(const PositionSymmetry& symmetry,
                                       const SpreadPosition& shape) const {
  std::vector<std::size_t> offsets;
  for (std::size_t at = 0; at < shape.boards.size(); ++at) {
    if (is_place(shape.boards[at])) offsets.push_back(at);
  }
  PlaceConditions mapped;
  for (const auto& [at, letter] : places) {
    const auto number = static_cast<std::size_t>(
        std::lower_bound(offsets.begin(), offsets.end(), at) - offsets.begin());
    mapped.places.emplace_back(offsets.at(symmetry.places.at(number)),
                               symmetry.image_of_letter(letter));
  }
  std::sort(mapped.places.begin(), mapped.places.end());
  for (const auto& [number, text] : words) {
    mapped.words.emplace_back(number, symmetry.image_of_word(number, text));
  }
  return mapped;
}

PlaceConditions conditions_of(const SpreadPosition& position) {
  PlaceConditions conditions;
  for (std::size_t at = 0; at < position.boards.size(); ++at) {
    if (is_place(position.boards[at])) conditions.places.emplace_back(at, position.boards[at]);
  }
  for (std::size_t i = 0; i < position.words.size(); ++i) {
    conditions.words.emplace_back(i, position.words[i]);
  }
  return conditions;
}

}  // namespace schiri
