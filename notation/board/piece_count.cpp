#include "notation/board/piece_count.h"

#include <algorithm>
#include <charconv>

namespace schiri {

namespace {

/// Calls the visitor with each part of a text between these separators.
template <class Visitor>
void visit_parts(std::string_view text, char separator, const Visitor& visitor) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    visitor(text.substr(at, end - at));
    at = end + 1;
  }
}

}  // namespace

std::size_t count_pieces(std::string_view position, char letter) {
  std::size_t pieces = 0;
  visit_parts(position, ' ', [&](std::string_view word) {
    if (word.find('/') == std::string_view::npos) return;
    pieces += static_cast<std::size_t>(std::count(word.begin(), word.end(), letter));
  });
  return pieces;
}

std::string_view piece_letters(std::string_view game) {
  constexpr std::pair<std::string_view, std::string_view> letters[] = {
      {"creeper", "WBwb"}, {"springerjagd", "NPDnpd"}, {"more-or-less", "wb"}, {"sperre", "WB"}};
  for (const auto& [name, pieces] : letters) {
    if (name == game) return pieces;
  }
  return {};
}

std::string PieceCondition::letters() const {
  std::string letters;
  for (const Count& count : counts_) letters += count.letter;
  return letters;
}

PieceCondition::PieceCondition(std::string_view text) {
  visit_parts(text, ',', [&](std::string_view part) { counts_.push_back(read_count(part)); });
}

PieceCondition::Count PieceCondition::read_count(std::string_view text) {
  // Relations of two characters first: `<=` begins like `<`.
  constexpr std::pair<std::string_view, Relation> relations[] = {
      {"!=", Relation::not_equal}, {"<=", Relation::at_most}, {">=", Relation::at_least},
      {"<", Relation::less},       {">", Relation::more},     {"=", Relation::equal}};
  const bool named =
      !text.empty() && ((text[0] >= 'A' && text[0] <= 'Z') || (text[0] >= 'a' && text[0] <= 'z'));
  for (const auto& [sign, relation] : relations) {
    if (!named || text.substr(1, sign.size()) != sign) continue;
    Count count{text[0], relation, 0};
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + 1 + sign.size(), end, count.number);
    if (read.ec == std::errc() && read.ptr == end) return count;
  }
  throw std::invalid_argument("'" + std::string(text) +
                              "' is no count of pieces; one is written W=8, b>=3 or N!=0, with a "
                              "letter of position strings");
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

bool PieceCondition::holds(std::string_view position) const {
  return std::all_of(counts_.begin(), counts_.end(), [&](const Count& count) {
    return holds(count, count_pieces(position, count.letter));
  });
}

}  // namespace schiri
