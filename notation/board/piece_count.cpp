#include "notation/board/piece_count.h"

#include <algorithm>

#include "core/base/characters.h"
#include "core/base/errors.h"
#include "core/base/text.h"

namespace schiri {

void PieceCounts::count(const SearchedPosition& position, std::string_view letters) {
  const auto sets = position.pieces();
  if (sets.empty()) return count(position.spread());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    numbers_[static_cast<unsigned char>(letters[i])] =
        static_cast<std::uint32_t>(count_places(sets[i]));
  }
}

void PieceCounts::count(const SpreadPosition& position) {
  numbers_.fill(0);
  for (const char c : position.boards) ++numbers_[static_cast<unsigned char>(c)];
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

std::size_t PieceCondition::number_on(const PieceCounts& counts, std::size_t condition) const {
  const Count& count = counts_[condition];
  if (count.on_board.empty()) return counts.of(count.letter);
  std::size_t pieces = 0;
  for (const char letter : count.on_board) pieces += counts.of(letter);
  return count.all - std::min(count.all, pieces);
}

bool PieceCondition::holds(const PieceCounts& counts) const {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (!holds(counts_[i], number_on(counts, i))) return false;
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

PieceCondition PieceCondition::image(const PositionSymmetry& symmetry) const {
  PieceCondition mapped = *this;
  for (Count& count : mapped.counts_) count.letter = symmetry.image_of_letter(count.letter);
  return mapped;
}

}  // namespace schiri
