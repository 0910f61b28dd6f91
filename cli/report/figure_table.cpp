#include "cli/report/figure_table.h"

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

std::u16string FigureTable::encode(const Figures& figures) {
  std::u16string text;
  for (const Figure& figure : figures) text += code_of(figure);
  return text;
}

char16_t FigureTable::code_of(const Figure& figure) {
  if (figures_.size() >= most_figures) throw std::length_error("too many figures on one board");
  const auto [place, is_new] =
      codes_.try_emplace({figure.symbol, figure.x, figure.y}, code_of_number(figures_.size()));
  if (is_new) figures_.push_back(figure);
  return place->second;
}

}  // namespace schiri::cli
