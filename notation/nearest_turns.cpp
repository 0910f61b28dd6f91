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
  std::transform(text_.begin(), text_.end(), text_.begin(), lower);
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
  if (turn.size() > most_letters ||
      std::max(turn.size(), text_.size()) - std::min(turn.size(), text_.size()) >= limit) {
    return limit;
  }
  // Levenshtein's table, a row for each letter of the turn.
  std::array<std::size_t, most_letters + 1> row;
  for (std::size_t i = 0; i <= text_.size(); ++i) row[i] = i;
  for (std::size_t t = 0; t < turn.size(); ++t) {
    std::size_t diagonal = row[0];
    row[0] = t + 1;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const std::size_t changed = diagonal + (lower(turn[t]) != text_[i]);
      diagonal = row[i + 1];
      row[i + 1] = std::min({changed, row[i] + 1, row[i + 1] + 1});
    }
  }
  return std::min(row[text_.size()], limit);
}

}  // namespace schiri
