#include "notation/position_search.h"

#include <algorithm>

#include "notation/game_types.h"

namespace schiri {

namespace {

/// The search as it is typed, on positions of this shape; nullopt if no position can meet it.
std::optional<SearchImage> plain_image(const PositionSearch& search, const GameType& type,
                                       const SpreadPosition& shape) {
  SearchImage image;
  for (const auto& positions : search.reached) {
    const auto position = positions.find(type.name());
    if (position == positions.end()) return std::nullopt;
    const SpreadPosition spread(position->second);
    if (!spread.has_shape_of(shape)) return std::nullopt;
    image.boards.push_back(conditions_of(spread));
  }
  for (const BoardPattern& pattern : search.patterns) {
    auto conditions = pattern.conditions_for(shape);
    if (!conditions) return std::nullopt;
    image.boards.push_back(std::move(*conditions));
  }
  for (const PieceCondition& pieces : search.pieces) {
    image.pieces.push_back(pieces.with(type.facts.reserves));
  }
  return image;
}

SearchImage mapped(const SearchImage& image, const PositionSymmetry& symmetry,
                   const SpreadPosition& shape, std::span<const Reserve> reserves) {
  SearchImage result;
  for (const PlaceConditions& board : image.boards) {
    result.boards.push_back(board.image(symmetry, shape));
  }
  for (const PieceCondition& pieces : image.pieces) {
    result.pieces.push_back(pieces.image(symmetry).with(reserves));
  }
  return result;
}

/// The conditions of an image that no position has met yet.
class OpenConditions {
 public:
  explicit OpenConditions(const SearchImage& image)
      : image_(&image), boards_(image.boards.size()), pieces_(image.pieces.size()) {
    for (std::size_t i = 0; i < boards_.size(); ++i) boards_[i] = i;
    for (std::size_t i = 0; i < pieces_.size(); ++i) pieces_[i] = i;
  }

  /// Returns whether all conditions have been met.
  bool see(const SpreadPosition& position) {
    std::erase_if(boards_, [&](std::size_t i) { return image_->boards[i].holds(position); });
    std::erase_if(pieces_, [&](std::size_t i) { return image_->pieces[i].holds(position); });
    return boards_.empty() && pieces_.empty();
  }

 private:
  const SearchImage* image_;
  std::vector<std::size_t> boards_, pieces_;
};

}  // namespace

std::vector<SearchImage> images_of(const PositionSearch& search, const GameType& type,
                                   const StartSpec& start, const SpreadPosition& shape) {
  std::vector<SearchImage> images;
  const auto plain = plain_image(search, type, shape);
  if (!plain) return images;
  images.push_back(*plain);
  if (!search.mirrored) return images;
  const auto places =
      static_cast<std::size_t>(std::count_if(shape.boards.begin(), shape.boards.end(), is_place));
  for (const PositionSymmetry& symmetry : type.symmetries(start)) {
    if (symmetry.places.size() != places) continue;
    SearchImage image = mapped(*plain, symmetry, shape, type.facts.reserves);
    if (std::find(images.begin(), images.end(), image) == images.end()) {
      images.push_back(std::move(image));
    }
  }
  return images;
}

std::shared_ptr<const PositionMatcher::Compiled> PositionMatcher::compiled_for(
    const GameType& type, const StartSpec& start, const SpreadPosition& position) const {
  const Kind kind(type.name(), start.variant);
  {
    const std::lock_guard lock(mutex_);
    const auto known = compiled_.find(kind);
    if (known != compiled_.end() && known->second->shape.has_shape_of(position)) {
      return known->second;
    }
  }
  auto compiled = std::make_shared<const Compiled>(
      Compiled{position, images_of(search_, type, start, position)});
  const std::lock_guard lock(mutex_);
  compiled_[kind] = compiled;
  return compiled;
}

bool PositionMatcher::matches(const GameType& type, const StartSpec& start,
                              std::span<const std::string_view> turns) const {
  std::shared_ptr<const Compiled> compiled;
  std::vector<OpenConditions> open;
  const auto see = [&](const SpreadPosition& position) {
    if (!compiled || !compiled->shape.has_shape_of(position)) {
      compiled = compiled_for(type, start, position);
      open.clear();
      for (const SearchImage& image : compiled->images) open.emplace_back(image);
    }
    return std::any_of(open.begin(), open.end(),
                       [&](OpenConditions& image) { return image.see(position); });
  };
  bool found = false;
  std::optional<SpreadPosition> last;  // none of a game without rules
  type.visit_positions(start, turns, [&](const SpreadPosition& position) {
    if (search_.at_end) {
      last = position;
    } else {
      found = see(position);
    }
    return !found;
  });
  return search_.at_end ? last && see(*last) : found;
}

}  // namespace schiri
