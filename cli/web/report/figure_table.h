#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/match/figures.h"

namespace schiri::cli {

/// Numbers the figures of a board, so that a position is a short text: one character a figure.
class FigureTable {
 public:
  /// The figures in order, each as one UTF-16 unit: 0x100 plus its number, without surrogates.
  /// Throws std::length_error if there are too many for these numbers.
  std::u16string encode(const Figures& figures);

  /// Is it a mark of the last turn, by the name of its symbol?
  bool is_mark(char16_t code) const;
  /// The number of a code, below figures().size().
  static std::size_t number_of(char16_t code);
  /// The symbols in drawing order, lowest first.
  const std::vector<std::string_view>& layers() const { return layers_; }

  /// The figures by their numbers.
  const Figures& figures() const { return figures_; }

 private:
  char16_t code_of(const Figure& figure);
  void add_layers(const Figures& figures);

  std::map<std::tuple<double, double, std::string_view>, char16_t> codes_;  // places differ first
  Figures last_;  ///< those encoded last, with their codes
  std::u16string last_codes_;
  Figures figures_;
  std::vector<bool> marks_;  ///< by their numbers: is it a mark?
  std::vector<std::string_view> layers_;
};

}  // namespace schiri::cli
