#include "notation/position_search.h"

#include <algorithm>
#include <optional>

#include "notation/board/searched_position.h"
#include "notation/game_types.h"

namespace schiri {

namespace {

/// The conditions of a search on one image of the board.
struct SearchImage {
  std::vector<PlaceConditions> boards;
  std::vector<PieceCondition> pieces;

  friend bool operator==(const SearchImage&, const SearchImage&) = default;
};

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

/// The images of a search on positions of this shape, each once: a game is found if it meets all
/// conditions of one of them. Empty if no such game is found. Throws StartError.
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

/// Conditions on places, which sets of places decide if the game has them.
class BoardCondition {
 public:
  BoardCondition(PlaceConditions conditions, const GameType& type, const SearchedPosition& position)
      : conditions_(std::move(conditions)) {
    if (!position.pieces().empty()) {
      sets_.emplace(conditions_, type.facts.piece_letters, position.letter_places());
    }
  }

  bool holds(const SearchedPosition& position) const {
    if (sets_ && !sets_->hold(position.pieces())) return false;
    return (sets_ && conditions_.words.empty()) || conditions_.holds(position.spread());
  }

 private:
  PlaceConditions conditions_;
  std::optional<PlaceSetConditions> sets_;
};

}  // namespace

struct PositionMatcher::Compiled {
  struct Image {
    std::vector<BoardCondition> boards;
    std::vector<PieceCondition> pieces;
  };

  Compiled(const PositionSearch& search, const GameType& type, const StartSpec& start,
           const SearchedPosition& position)
      : shape(position.spread()) {
    for (SearchImage& image : images_of(search, type, start, shape)) {
      images.push_back({{}, std::move(image.pieces)});
      for (PlaceConditions& board : image.boards) {
        images.back().boards.emplace_back(std::move(board), type, position);
      }
    }
  }

  SpreadPosition shape;
  std::vector<Image> images;
};

std::shared_ptr<const PositionMatcher::Compiled> PositionMatcher::compiled_for(
    const GameType& type, const StartSpec& start, const SearchedPosition& position) const {
  const Kind kind(type.name(), start.variant);
  {
    const std::lock_guard lock(mutex_);
    const auto known = compiled_.find(kind);
    if (known != compiled_.end() && known->second->shape.has_shape_of(position.spread())) {
      return known->second;
    }
  }
  auto compiled = std::make_shared<const Compiled>(search_, type, start, position);
  const std::lock_guard lock(mutex_);
  compiled_[kind] = compiled;
  return compiled;
}

/// A game's positions so far: the conditions of each image that none of them has met.
class PositionMatcher::Progress {
 public:
  Progress(const PositionMatcher& matcher, const GameType& type, const StartSpec& start)
      : matcher_(matcher), type_(type), start_(start) {}

  /// Looks at the next position.
  void see(const SearchedPosition& position) {
    // Only the boards of games with sets cannot change.
    if (!compiled_ ||
        (position.pieces().empty() && !compiled_->shape.has_shape_of(position.spread()))) {
      compiled_ = matcher_.compiled_for(type_, start_, position);
      open_.clear();
      for (const Compiled::Image& image : compiled_->images) open_.emplace_back(image);
    }
    if (!matcher_.search_.pieces.empty()) counts_.count(position, type_.facts.piece_letters);
    can_be_found_ = !open_.empty() || position.pieces().empty();
    found_ = std::any_of(open_.begin(), open_.end(),
                         [&](OpenConditions& open) { return open.see(position, counts_); });
  }

  bool found() const { return found_; }
  /// Can another position make a difference?
  bool is_open() const { return !found_ && can_be_found_; }

 private:
  class OpenConditions {
   public:
    explicit OpenConditions(const Compiled::Image& image) {
      for (const BoardCondition& board : image.boards) boards_.push_back(&board);
      for (const PieceCondition& pieces : image.pieces) pieces_.push_back(&pieces);
    }

    /// Returns whether all conditions have been met.
    bool see(const SearchedPosition& position, const PieceCounts& counts) {
      std::erase_if(boards_, [&](const auto* board) { return board->holds(position); });
      std::erase_if(pieces_, [&](const auto* pieces) { return pieces->holds(counts); });
      return boards_.empty() && pieces_.empty();
    }

   private:
    std::vector<const BoardCondition*> boards_;
    std::vector<const PieceCondition*> pieces_;
  };

  const PositionMatcher& matcher_;
  const GameType& type_;
  const StartSpec& start_;
  std::shared_ptr<const Compiled> compiled_;
  std::vector<OpenConditions> open_;
  PieceCounts counts_;
  bool found_ = false;
  bool can_be_found_ = true;
};

bool PositionMatcher::matches(const GameType& type, const StartSpec& start,
                              std::span<const std::string_view> turns) const {
  Progress progress(*this, type, start);
  type.visit_positions(start, turns, search_.at_end ? Visited::last : Visited::all,
                       [&](const SearchedPosition& position) {
                         progress.see(position);
                         return progress.is_open();
                       });
  return progress.found();
}

}  // namespace schiri
