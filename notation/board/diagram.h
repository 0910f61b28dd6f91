#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/match/game.h"

/// Diagrams in SVG. Each game gives its board once (DiagramBoard) and each position as figures on
/// it; a page of many positions draws the board once and moves the figures. Coordinates grow to
/// the right and downwards; text is drawn as lines, so that no font is needed.
namespace schiri {

enum class Theme {
  system,  ///< light or dark by the system's setting
  light,
  dark,
};

struct DiagramStyle {
  Theme theme = Theme::system;
  bool coordinates = false;
  int width = 480;  ///< pixels, unless the page sets another width
};

/// The style sheet of all diagrams.
std::string diagram_style(Theme theme);

/// A whole SVG document. `title` and `description` are for screen readers.
std::string write_svg(const DiagramBoard& board, const Figures& figures, const DiagramStyle& style,
                      std::string_view title, std::string_view description);

/// Text for XML, also within quotes: special characters are escaped, invalid ones replaced by `?`.
std::string xml_text(std::string_view text);

/// Parts of the elements that boards are made of.
namespace svg {

/// At most two decimals, no trailing zeros.
std::string number(double value);
std::string circle(std::string_view style_class, double x, double y, double radius);
std::string rectangle(std::string_view style_class, double x, double y, double width, double height,
                      double rounding = 0);
std::string path(std::string_view style_class, std::string_view data);
/// Digits and the letters of boards (`A`-`I`, `a`-`i`, `O`, `V`) around a middle, as lines.
std::string text(std::string_view style_class, std::string_view characters, double x, double y,
                 double height);
/// `<g id="ID">...</g>`.
std::string symbol(std::string_view id, std::string_view elements);

}  // namespace svg

}  // namespace schiri
