#include "cli/web/report/figure_table.h"

#include <algorithm>
#include <stdexcept>

namespace schiri::cli {

namespace {

constexpr std::size_t first_code = 0x100, surrogates = 0xD800, surrogate_count = 0x800;
constexpr std::size_t most_figures = 0xFFFE - first_code - surrogate_count;

char16_t code_of_number(std::size_t number) {
  const std::size_t code = first_code + number;
  return static_cast<char16_t>(code < surrogates ? code : code + surrogate_count);
}

}  // namespace

std::size_t FigureTable::number_of(char16_t code) {
  return code - first_code - (code < surrogates ? 0 : surrogate_count);
}

std::u16string FigureTable::encode(const Figures& figures) {
  std::u16string text;
  text.reserve(figures.size());
  const std::size_t known = figures_.size();
  // A turn changes few figures, so most codes are those of the position before, perhaps one place
  // further on.
  std::size_t at = 0;
  for (const Figure& figure : figures) {
    if (at + 1 < last_.size() && last_[at] != figure && last_[at + 1] == figure) ++at;
    if (at < last_.size() && last_[at] == figure) {
      text += last_codes_[at++];
    } else {
      text += code_of(figure);
    }
  }
  if (figures_.size() > known) add_layers(figures);
  last_ = figures;
  last_codes_ = text;
  return text;
}

bool FigureTable::is_mark(char16_t code) const { return marks_[number_of(code)]; }

/// A new symbol is drawn above the previous one.
void FigureTable::add_layers(const Figures& figures) {
  auto below = layers_.begin();
  for (const Figure& figure : figures) {
    const auto known = std::find(layers_.begin(), layers_.end(), figure.symbol);
    below = known != layers_.end() ? known + 1 : layers_.insert(below, figure.symbol) + 1;
  }
}

char16_t FigureTable::code_of(const Figure& figure) {
  if (figures_.size() >= most_figures) throw std::length_error("too many figures on one board");
  const auto [place, is_new] =
      codes_.try_emplace({figure.x, figure.y, figure.symbol}, code_of_number(figures_.size()));
  if (is_new) {
    figures_.push_back(figure);
    marks_.push_back(figure.symbol.find("-last") != std::string_view::npos);
  }
  return place->second;
}

}  // namespace schiri::cli
