#include "notation/nearest_turns.h"

#include <algorithm>

namespace schiri {

namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace

NearestTurns::NearestTurns(std::string_view text)
    : text_(text.substr(0, most_letters + 1)),
      limit_(text.empty() || text.size() > most_letters
                 ? 0
                 : std::clamp<std::size_t>(text.size() / 2 + 1, 2, 3)) {
  if (limit_ == 0) return;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    places_[static_cast<unsigned char>(lower(text_[i]))] |= std::uint32_t{1} << i;
  }
}

void NearestTurns::look_at(std::string_view turn) {
  if (limit_ == 0) return;
  const std::size_t changes = distance(turn, found_ == 0 ? limit_ : limit_ + 1);
  if (changes < limit_) {
    limit_ = changes;
    found_ = 0;
  } else if (found_ == 0 || changes > limit_) {
    return;
  }
  if (found_ < most_named) nearest_[found_] = turn;
  ++found_;
}

std::string NearestTurns::advice() const {
  std::string text;
  for (std::size_t i = 0; i < std::min(found_, most_named); ++i) {
    text += (i == 0 ? "; legal and near it: " : ", ") + nearest_[i];
  }
  return text;
}

std::size_t NearestTurns::distance(std::string_view turn, std::size_t limit) const {
  if (std::max(turn.size(), text_.size()) - std::min(turn.size(), text_.size()) >= limit) {
    return limit;
  }
  // A column of Levenshtein's table for each letter of the turn, as the steps up and down in it
  // (Myers 1999, in the form of Hyyro 2003 for whole texts).
  std::uint32_t up = ~std::uint32_t{0}, down = 0;
  const std::uint32_t last = std::uint32_t{1} << (text_.size() - 1);
  std::size_t changes = text_.size();
  for (const char letter : turn) {
    const std::uint32_t equal = places_[static_cast<unsigned char>(lower(letter))];
    const std::uint32_t diagonal = (((equal & up) + up) ^ up) | equal | down;
    const std::uint32_t right_up = down | ~(diagonal | up), right_down = up & diagonal;
    if (right_up & last) ++changes;
    if (right_down & last) --changes;
    const std::uint32_t shifted = right_up << 1 | 1;
    up = right_down << 1 | ~(diagonal | shifted);
    down = shifted & diagonal;
  }
  return std::min(changes, limit);
}

}  // namespace schiri
