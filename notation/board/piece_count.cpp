#include "notation/board/piece_count.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/text.h"

namespace schiri {

std::size_t count_pieces(std::string_view position, char letter) {
  std::size_t pieces = 0;
  for (const std::string_view word : split(position, ' ')) {
    if (word.find('/') == word.npos) continue;
    pieces += static_cast<std::size_t>(std::count(word.begin(), word.end(), letter));
  }
  return pieces;
}

std::string PieceCondition::letters() const {
  std::string letters;
  for (const Count& count : counts_) letters += count.letter;
  return letters;
}

PieceCondition::PieceCondition(std::string_view text) {
  for (const std::string_view part : split(text, ',')) counts_.push_back(read_count(part));
}

PieceCondition::Count PieceCondition::read_count(std::string_view text) {
  // Relations of two characters first because `<=` begins with `<`.
  constexpr std::pair<std::string_view, Relation> relations[] = {
      {"!=", Relation::not_equal}, {"<=", Relation::at_most}, {">=", Relation::at_least},
      {"<", Relation::less},       {">", Relation::more},     {"=", Relation::equal}};
  const bool named = !text.empty() && is_letter(text[0]);
  for (const auto& [sign, relation] : relations) {
    if (!named || text.substr(1, sign.size()) != sign) continue;
    const auto number = parse_number<std::size_t>(text.substr(1 + sign.size()));
    if (number) return {text[0], relation, *number, 0, {}};
  }
  throw ValueError(message(
      "'{0}' is not a piece count; write W=8, b>=3 or N!=0 with a letter of position strings",
      text));
}

bool PieceCondition::holds(const Count& count, std::size_t pieces) {
  switch (count.relation) {
    case Relation::equal:
      return pieces == count.number;
    case Relation::not_equal:
      return pieces != count.number;
    case Relation::less:
      return pieces < count.number;
    case Relation::at_most:
      return pieces <= count.number;
    case Relation::more:
      return pieces > count.number;
    case Relation::at_least:
      break;
  }
  return pieces >= count.number;
}

std::size_t PieceCondition::number_on(const SpreadPosition& position, std::size_t condition) const {
  const Count& count = counts_[condition];
  const auto on_board = [&](char letter) {
    return static_cast<std::size_t>(
        std::count(position.boards.begin(), position.boards.end(), letter));
  };
  if (count.on_board.empty()) return on_board(count.letter);
  std::size_t pieces = 0;
  for (const char letter : count.on_board) pieces += on_board(letter);
  return count.all - std::min(count.all, pieces);
}

int PieceCondition::weight(std::size_t condition, char letter) const {
  const Count& count = counts_[condition];
  if (count.on_board.empty()) return letter == count.letter;
  return -static_cast<int>(std::count(count.on_board.begin(), count.on_board.end(), letter));
}

std::pair<std::size_t, std::size_t> PieceCondition::range(std::size_t condition,
                                                          std::size_t most) const {
  const std::size_t number = std::min(counts_[condition].number, most);
  switch (counts_[condition].relation) {
    case Relation::equal:
      return {number, number};
    case Relation::not_equal:
      break;
    case Relation::less:
      return number > 0 ? std::pair(std::size_t{0}, number - 1) : std::pair(most, std::size_t{0});
    case Relation::at_most:
      return {0, number};
    case Relation::more:
      return {std::min(number + 1, most), number < most ? most : 0};
    case Relation::at_least:
      return {number, most};
  }
  return {0, most};
}

bool PieceCondition::is_range() const {
  return std::none_of(counts_.begin(), counts_.end(),
                      [](const Count& count) { return count.relation == Relation::not_equal; });
}

bool PieceCondition::holds(const SpreadPosition& position) const {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (!holds(counts_[i], number_on(position, i))) return false;
  }
  return true;
}

PieceCondition PieceCondition::with(std::span<const Reserve> reserves) const {
  PieceCondition condition = *this;
  for (Count& count : condition.counts_) {
    for (const Reserve& reserve : reserves) {
      if (reserve.letter != count.letter) continue;
      count.all = reserve.all;
      count.on_board = reserve.on_board;
    }
  }
  return condition;
}

bool PieceCondition::holds(std::span<const std::size_t> numbers) const {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (!holds(counts_[i], numbers[i])) return false;
  }
  return true;
}

PieceCondition PieceCondition::image(const PositionSymmetry& symmetry) const {
  PieceCondition mapped = *this;
  for (Count& count : mapped.counts_) count.letter = symmetry.image_of_letter(count.letter);
  return mapped;
}

}  // namespace schiri
