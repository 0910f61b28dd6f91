#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"

namespace schiri {

/// The planes in which a game presents its positions to machine learning: tables of equal size, of
/// numbers from 0 to 1. Empty for a game without planes.
struct PlaneForm {
  std::span<const std::string_view> names;  ///< of the planes, in their order
  std::size_t rows = 0;
  std::size_t columns = 0;
  /// The parts of turns (TurnParts) besides places of the board, without their signs.
  std::span<const std::string_view> words = {};
  /// All turns that any position may have, in an order that never changes; null if they are too
  /// many.
  std::vector<std::string> (*actions)() = nullptr;

  std::size_t size() const { return names.size() * rows * columns; }
};

/// A game whose position can be written as planes.
class PlaneSource {
 public:
  virtual ~PlaneSource() = default;

  virtual PlaneForm plane_form() const = 0;
  /// Writes the numbers of all planes: plane by plane, row by row from the first one up.
  virtual void write_planes(std::span<float> numbers) const = 0;

  /// Whether the game can write planes from a side's point of view.
  virtual bool has_side_planes() const = 0;
  /// Writes the planes of a side: its own pieces where write_planes() has White's, on a board
  /// turned so that equal situations of both sides have equal planes; the planes of White are those
  /// of write_planes(). Requires has_side_planes().
  virtual void write_side_planes(Side side, std::span<float> numbers) const = 0;
};

/// Writes planes; all numbers must be 0 before.
class PlaneWriter {
 public:
  PlaneWriter(const PlaneForm& form, std::span<float> numbers) : form_(form), numbers_(numbers) {}

  /// Goes to the next plane; the first call goes to the first plane.
  PlaneWriter& next() {
    plane_ = plane_ + 1;
    return *this;
  }
  void mark(std::size_t row, std::size_t column, float value = 1) {
    numbers_[((plane_ - 1) * form_.rows + row) * form_.columns + column] = value;
  }
  /// Sets every place of the plane.
  void fill(float value) {
    const std::size_t size = form_.rows * form_.columns;
    for (float& number : numbers_.subspan((plane_ - 1) * size, size)) number = value;
  }

 private:
  PlaneForm form_;
  std::span<float> numbers_;
  std::size_t plane_ = 0;
};

}  // namespace schiri
