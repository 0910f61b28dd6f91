#pragma once

#include <map>
#include <string>
#include <tuple>

#include "core/match/figures.h"

namespace schiri::cli {

/// Numbers the figures of a board, so that a position is a short text: one character a figure.
class FigureTable {
 public:
  /// The figures in their order, each as one UTF-16 unit: 0x100 and its number, the surrogates left
  /// out. Throws std::length_error if there are more than these can number.
  std::u16string encode(const Figures& figures);

  /// By their numbers.
  const Figures& figures() const { return figures_; }

 private:
  char16_t code_of(const Figure& figure);

  std::map<std::tuple<std::string_view, double, double>, char16_t> codes_;
  Figures figures_;
};

}  // namespace schiri::cli
