#include "notation/typed/nearest_turns.h"

#include <algorithm>

#include "core/base/text.h"

namespace schiri {

NearestTurns::NearestTurns(std::string_view text)
    : distance_(text),
      limit_(text.empty() || text.size() > most_letters
                 ? 0
                 : std::clamp<std::size_t>(text.size() / 2 + 1, 2, 3)) {}

void NearestTurns::look_at(std::string_view turn) {
  if (limit_ == 0) return;
  const std::size_t changes = distance_.to(turn, found_ == 0 ? limit_ : limit_ + 1);
  if (changes < limit_) {
    limit_ = changes;
    found_ = 0;
  } else if (found_ == 0 || changes > limit_) {
    return;
  }
  if (found_ < most_named) nearest_[found_] = turn;
  ++found_;
}

std::span<const std::string> NearestTurns::found() const {
  return std::span(nearest_).first(std::min(found_, most_named));
}

Message NearestTurns::advice() const {
  return found_ == 0 ? Message() : message("legal and near it: {0}", join(found(), ", "));
}

}  // namespace schiri
