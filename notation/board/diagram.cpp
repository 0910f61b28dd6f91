#include "notation/board/diagram.h"

#include <cmath>

#include "core/base/decimals.h"

namespace schiri {

namespace {

struct Glyph {
  char character;
  std::string_view lines;  // in a box six wide and ten high
};

constexpr double glyph_width = 6, glyph_height = 10, glyph_gap = 3;

constexpr Glyph glyphs[] = {
    {'0', "M3 0C5 0 6 2 6 5S5 10 3 10 0 8 0 5 1 0 3 0Z"},
    {'1', "M1 2L3.5 0V10"},
    {'2', "M0 2.5C0 1 1.2 0 3 0S6 1 6 2.7C6 5 0 7 0 10H6"},
    {'3',
     "M.3 1.2C1 .4 2 0 3 0 4.7 0 5.7 1 5.7 2.5S4.5 4.7 2.5 4.7C4.7 4.7 6 5.8 6 7.4S4.8 10 3 "
     "10C1.8 10 .8 9.5 0 8.6"},
    {'4', "M4.5 10V0L0 7H6"},
    {'5', "M5.5 0H1L.5 4.5C1.2 3.9 2 3.7 3 3.7 4.8 3.7 6 5 6 6.8S4.8 10 3 10C1.7 10 .8 9.5 0 8.6"},
    {'6', "M5.3 .8C2-.6 0 2.5 0 6.5 0 8.7 1.2 10 3 10S6 8.7 6 6.9 4.8 3.9 3 3.9 0 5 0 6.9"},
    {'7', "M0 0H6L2 10"},
    {'8',
     "M3 4.7C1.3 4.7 .4 3.7 .4 2.4S1.4 0 3 0 5.6 1 5.6 2.4 4.7 4.7 3 4.7 0 5.8 0 7.4 1.2 10 3 "
     "10 6 9 6 7.4 4.7 4.7 3 4.7Z"},
    {'9', "M.7 9.2C4 10.6 6 7.5 6 3.5 6 1.3 4.8 0 3 0S0 1.3 0 3.1 1.2 6.1 3 6.1 6 5 6 3.1"},
    {'A', "M0 10L3 0 6 10M1.1 6.5H4.9"},
    {'B', "M0 0V10H3.2C5 10 6 9 6 7.4S5 4.8 3.2 4.8H0M3 4.8C4.6 4.8 5.5 3.8 5.5 2.4S4.6 0 3 0H0"},
    {'C', "M6 1.8C5.4 .6 4.4 0 3.2 0 1.2 0 0 1.9 0 5S1.2 10 3.2 10C4.4 10 5.4 9.4 6 8.2"},
    {'D', "M0 0V10H2.4C4.8 10 6 8 6 5S4.8 0 2.4 0Z"},
    {'E', "M6 0H0V10H6M0 4.9H5"},
    {'F', "M6 0H0V10M0 4.9H5"},
    {'G', "M6 1.8C5.4 .6 4.4 0 3.2 0 1.2 0 0 1.9 0 5S1.2 10 3.2 10C4.8 10 6 9 6 7V5.4H3.4"},
    {'H', "M0 0V10M6 0V10M0 4.9H6"},
    {'I', "M3 0V10"},
    {'O', "M3 0C5 0 6 2 6 5S5 10 3 10 0 8 0 5 1 0 3 0Z"},
    {'V', "M0 0L3 10 6 0"},
    {'a', "M5 4V10M5 7C5 9 4 10 2.7 10S.5 8.8 .5 7 1.4 4 2.7 4 5 5 5 7"},
    {'b', "M1 0V10M1 7C1 5 2 4 3.3 4S5.5 5.2 5.5 7 4.6 10 3.3 10 1 9 1 7"},
    {'c', "M5.3 5.2C4.8 4.4 4 4 3.2 4 1.7 4 .7 5.2 .7 7S1.7 10 3.2 10C4 10 4.8 9.6 5.3 8.8"},
    {'d', "M5 0V10M5 7C5 5 4 4 2.7 4S.5 5.2 .5 7 1.4 10 2.7 10 5 9 5 7"},
    {'e', "M.7 7H5.4C5.4 5.2 4.4 4 3 4S.7 5.2 .7 7 1.7 10 3.2 10C4.1 10 4.9 9.6 5.3 8.9"},
    {'f', "M5 .4C3.2-.6 2.2 .6 2.2 2.4V10M.7 4.3H4.6"},
    {'g',
     "M5 4V10.5C5 12 4 13 2.7 13 1.8 13 1.1 12.7 .7 12M5 7C5 9 4 10 2.7 10S.5 8.8 .5 7 1.4 4 2.7 "
     "4 5 5 5 7"},
    {'h', "M1 0V10M1 6.6C1.3 5 2.3 4 3.4 4 4.7 4 5.2 5 5.2 6.4V10"},
    {'i', "M3 4V10M3 1.2V1.8"},
};

std::string_view lines_of(char character) {
  for (const Glyph& glyph : glyphs) {
    if (glyph.character == character) return glyph.lines;
  }
  return {};
}

struct Colouring {
  std::string_view style_class;
  std::string_view light;
  std::string_view dark;
};

// All classes that boards use. Colours that depend on the theme are in both parts.
constexpr Colouring colourings[] = {
    {"paper", "fill:#fbf8f1", "fill:#1d2126"},
    {"field", "fill:#e9dfc8;stroke:#a8977a;stroke-width:1",
     "fill:#39414a;stroke:#59636e;stroke-width:1"},
    {"other", "fill:#d6c6a4;stroke:#a8977a;stroke-width:1",
     "fill:#2c333b;stroke:#59636e;stroke-width:1"},
    {"home-white", "fill:#fff;stroke:#a8977a;stroke-width:1",
     "fill:#8d98a5;stroke:#59636e;stroke-width:1"},
    {"home-black", "fill:#8a7a62;stroke:#a8977a;stroke-width:1",
     "fill:#0e1114;stroke:#59636e;stroke-width:1"},
    {"line", "fill:none;stroke:#8f7d5e;stroke-width:2", "fill:none;stroke:#6b7681;stroke-width:2"},
    {"point", "fill:#8f7d5e", "fill:#6b7681"},
    {"white", "fill:#fffdf6;stroke:#4a3f30;stroke-width:2",
     "fill:#f4efe2;stroke:#0e1114;stroke-width:2"},
    {"black", "fill:#33302c;stroke:#141210;stroke-width:2",
     "fill:#15181c;stroke:#b6c0ca;stroke-width:2"},
    {"on-white", "fill:none;stroke:#4a3f30;stroke-width:2",
     "fill:none;stroke:#33302c;stroke-width:2"},
    {"on-black", "fill:none;stroke:#cfc6b4;stroke-width:2",
     "fill:none;stroke:#b6c0ca;stroke-width:2"},
    {"empty", "fill:none;stroke:#8f7d5e;stroke-width:1.5",
     "fill:none;stroke:#6b7681;stroke-width:1.5"},
    {"last", "fill:#e8a317;fill-opacity:.45;stroke:#7a4a00;stroke-width:1.5",
     "fill:#e8a317;fill-opacity:.4;stroke:#f0b440;stroke-width:1.5"},
    {"winning", "fill:#3f8f4f;fill-opacity:.75", "fill:#4fae68;fill-opacity:.7"},
    {"last-line", "fill:none;stroke:#c47f00;stroke-width:4;stroke-linecap:round",
     "fill:none;stroke:#f0b440;stroke-width:4;stroke-linecap:round"},
    {"guard", "fill:none;stroke:#2a78c2;stroke-width:4", "fill:none;stroke:#66b0f2;stroke-width:4"},
    {"lock", "fill:#b3261e;fill-opacity:.22", "fill:#ff6b5e;fill-opacity:.25"},
    {"lock-line", "fill:none;stroke:#8c1d18;stroke-width:1.2",
     "fill:none;stroke:#ff9a90;stroke-width:1.2"},
    {"goal-white", "fill:none;stroke:#fffdf6;stroke-width:4",
     "fill:none;stroke:#f4efe2;stroke-width:4"},
    {"goal-black", "fill:none;stroke:#33302c;stroke-width:4",
     "fill:none;stroke:#000;stroke-width:4"},
    {"die", "fill:#fffdf6;stroke:#4a3f30;stroke-width:2",
     "fill:#f4efe2;stroke:#0e1114;stroke-width:2"},
    {"number", "fill:none;stroke:#33302c;stroke-width:1.2",
     "fill:none;stroke:#33302c;stroke-width:1.2"},
    {"name", "fill:none;stroke:#6b5d45;stroke-width:1", "fill:none;stroke:#a9b4bf;stroke-width:1"},
};

std::string rules(bool dark) {
  std::string text;
  for (const Colouring& colouring : colourings) {
    text += ".s-" + std::string(colouring.style_class) + "{" +
            std::string(dark ? colouring.dark : colouring.light) + "}";
  }
  return text;
}

std::string class_attribute(std::string_view style_class) {
  return " class=\"s-" + std::string(style_class) + "\"";
}

std::string attribute(const char* name, double value) {
  return std::string(" ") + name + "=\"" + svg::number(value) + "\"";
}

}  // namespace

std::string diagram_style(Theme theme) {
  if (theme == Theme::dark) return rules(true);
  if (theme == Theme::light) return rules(false);
  return rules(false) + "@media(prefers-color-scheme:dark){" + rules(true) + "}";
}

std::string write_svg(const DiagramBoard& board, const Figures& figures, const DiagramStyle& style,
                      std::string_view title, std::string_view description) {
  const double margin = style.coordinates ? 0 : board.margin;
  const double width = board.width - 2 * margin, height = board.height - 2 * margin;
  std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"";
  text += svg::number(margin) + " " + svg::number(margin) + " " + svg::number(width) + " " +
          svg::number(height) + "\" width=\"" + std::to_string(style.width) + "\" height=\"" +
          svg::number(std::round(style.width * height / width)) + "\">\n";
  text += "<title>" + xml_text(title) + "</title>\n<desc>" + xml_text(description) + "</desc>\n";
  text += "<style>" + diagram_style(style.theme) + "</style>\n";
  text += "<defs>" + board.symbols + "</defs>\n";
  text += svg::rectangle("paper", 0, 0, board.width, board.height) + "\n" + board.fields + "\n";
  if (style.coordinates) text += board.coordinates + "\n";
  for (const Figure& figure : figures) {
    text += "<use href=\"#" + std::string(figure.symbol) + "\"" + attribute("x", figure.x) +
            attribute("y", figure.y) + "/>\n";
  }
  return text + "</svg>\n";
}

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t' ? '?' : c;
    }
    // U+FFFE and U+FFFF.
    if (escaped.ends_with("\xef\xbf\xbe") || escaped.ends_with("\xef\xbf\xbf")) {
      escaped.replace(escaped.size() - 3, 3, "?");
    }
  }
  return escaped;
}

namespace svg {

std::string number(double value) {
  std::string digits = fixed_text(value, 2);
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

std::string circle(std::string_view style_class, double x, double y, double radius) {
  return "<circle" + class_attribute(style_class) + attribute("cx", x) + attribute("cy", y) +
         attribute("r", radius) + "/>";
}

std::string rectangle(std::string_view style_class, double x, double y, double width, double height,
                      double rounding) {
  return "<rect" + class_attribute(style_class) + attribute("x", x) + attribute("y", y) +
         attribute("width", width) + attribute("height", height) +
         (rounding > 0 ? attribute("rx", rounding) : "") + "/>";
}

std::string path(std::string_view style_class, std::string_view data) {
  return "<path" + class_attribute(style_class) + " d=\"" + std::string(data) + "\"/>";
}

std::string text(std::string_view style_class, std::string_view characters, double x, double y,
                 double height) {
  const double scale = height / glyph_height;
  const auto count = static_cast<double>(characters.size());
  const double width = count * glyph_width + (count - 1) * glyph_gap;
  std::string drawn = "<g" + class_attribute(style_class) + " transform=\"translate(" +
                      number(x - width * scale / 2) + " " + number(y - height / 2) + ")scale(" +
                      number(scale) + ")\">";
  double at = 0;
  for (const char character : characters) {
    drawn += "<path d=\"" + std::string(lines_of(character)) + "\"";
    if (at > 0) drawn += " transform=\"translate(" + number(at) + ")\"";
    drawn += "/>";
    at += glyph_width + glyph_gap;
  }
  return drawn + "</g>";
}

std::string symbol(std::string_view id, std::string_view elements) {
  return "<g id=\"" + std::string(id) + "\">" + std::string(elements) + "</g>";
}

}  // namespace svg

}  // namespace schiri
