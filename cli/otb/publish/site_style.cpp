#include "cli/otb/publish/site_style.h"

#include <algorithm>
#include <cmath>

#include "cli/otb/publish/otb_files.h"
#include "cli/web/web_files.h"
#include "core/base/decimals.h"

namespace schiri::cli {

std::string site_style() { return std::string(palette_css).append(site_css).append(bracket_css); }

std::string sheet_style(std::size_t lines, std::size_t columns, double width) {
  // A sheet of A4 without margins of 12 mm and the headings, in points.
  constexpr double sheet_width = 527, sheet_height = 690, height_of_line = 1.75;
  constexpr double smallest = 9, largest = 22;
  const double by_width = sheet_width / (std::max(width, 1.0) * static_cast<double>(columns));
  const auto letters = [&](std::size_t sheets) {
    const double rows =
        std::ceil(static_cast<double>(lines) / static_cast<double>(columns * sheets));
    return std::min(by_width, sheet_height / (std::max(rows, 1.0) * height_of_line));
  };
  std::size_t sheets = 1;
  while (letters(sheets) < std::min(smallest, by_width)) ++sheets;
  const std::string size = fixed_text(std::clamp(letters(sheets), 5.0, largest), 1);
  return "@page { size: A4 portrait; margin: 12mm; }\n@media print { .sheet { font-size: " + size +
         "pt; columns: " + std::to_string(columns) + "; column-gap: 2em; } }\n";
}

}  // namespace schiri::cli
