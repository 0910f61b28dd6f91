#pragma once

#include <algorithm>
#include <string>

#include "notation/text/printable.h"

namespace schiri {

/// A text in a number of columns of a fixed-column file; columns are characters.
inline std::string trf_column(const std::string& text, std::size_t width) {
  const std::string_view front = first_characters(text, width);
  return std::string(front) + std::string(width - count_characters(front), ' ');
}

/// The text right-aligned in its columns; a longer one is not cut.
inline std::string trf_right(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// Points in tenths, in four columns: ` 2.5`.
inline std::string trf_points(int tenths) {
  return trf_right(std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10), 4);
}

}  // namespace schiri
