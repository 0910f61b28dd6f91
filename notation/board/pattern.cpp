#include "notation/board/pattern.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/base/errors.h"
#include "core/base/text.h"

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

PlaceSetConditions::PlaceSetConditions(const PlaceConditions& conditions, std::string_view letters,
                                       std::span<const LetterPlace> all_places) {
  for (std::size_t i = 0; i < letters.size(); ++i) sets_.push_back({i});
  for (const auto& [offset, wanted] : conditions.places) {
    bool may_stand = wanted == '.';  // where no letter may stand, it is empty
    for (const LetterPlace& place : all_places) {
      if (place.offset != offset) continue;
      LetterSet& set = sets_[place.letter];
      const PlaceSet bit = PlaceSet{1} << place.place;
      if (wanted == '.') set.looked_at |= bit;
      if (wanted != letters[place.letter]) continue;
      set.looked_at |= bit;
      set.wanted |= bit;
      may_stand = true;
    }
    // No set has a place that is wanted and not looked at.
    if (!may_stand) sets_.push_back({0, 0, 1});
  }
  std::erase_if(sets_, [](const LetterSet& set) { return set.looked_at == 0 && set.wanted == 0; });
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

namespace {

/// A `*` matches a row or a word, never single places.
bool has_star_in_row(std::string_view text) {
  for (std::size_t at = text.find('*'); at != text.npos; at = text.find('*', at + 1)) {
    const bool begins = at == 0 || text[at - 1] == '/' || text[at - 1] == ' ';
    const bool ends = at + 1 == text.size() || text[at + 1] == '/' || text[at + 1] == ' ';
    if (!begins || !ends) return true;
  }
  return false;
}

/// Adds the conditions on the rows of a board that begins at this offset; returns false if the
/// rows differ in number or length.
bool add_board(std::string_view wanted, std::string_view board, std::size_t offset,
               PlaceConditions& conditions) {
  const auto rows = split(wanted, '/'), there = split(board, '/');
  if (rows.size() != there.size()) return false;
  for (std::size_t row = 0; row < rows.size(); offset += there[row].size() + 1, ++row) {
    if (rows[row] == "*") continue;
    const std::string places = spread_row(rows[row]);
    if (places.size() != there[row].size()) return false;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i] != '?') conditions.places.emplace_back(offset + i, places[i]);
    }
  }
  return true;
}

}  // namespace

BoardPattern::BoardPattern(std::string_view text) : pattern_(text) {
  if (is_board(text) && !has_star_in_row(text)) return;
  throw ValueError(
      message("expected rows as in a position string, such as ?N4/*/*/*/*/2P??? (letters, digits "
              "for empty places, ? for any place, * for any row), not '{0}'",
              text));
}

std::optional<PlaceConditions> BoardPattern::conditions_for(const SpreadPosition& shape) const {
  PlaceConditions conditions;
  const auto wanted = split(pattern_, ' '), there = split(shape.boards, ' ');
  if (wanted.size() > there.size()) return std::nullopt;
  std::size_t offset = 0, word = 0;
  for (std::size_t i = 0; i < wanted.size(); offset += there[i].size() + 1, ++i) {
    const bool is_word = there[i] == "*";
    if (is_word && is_board(wanted[i])) return std::nullopt;
    if (wanted[i] != "*") {
      if (is_word) {
        conditions.words.emplace_back(word, std::string(wanted[i]));
      } else if (!add_board(wanted[i], there[i], offset, conditions)) {
        return std::nullopt;
      }
    }
    word += is_word;
  }
  return conditions;
}

bool BoardPattern::fits_board_of(std::string_view position) const {
  return conditions_for(SpreadPosition(position)).has_value();
}

bool BoardPattern::holds(std::string_view position) const {
  const SpreadPosition spread(position);
  const auto conditions = conditions_for(spread);
  return conditions && conditions->holds(spread);
}

}  // namespace schiri
