#pragma once

#include <array>
#include <map>
#include <string>

#include "cli/print/json.h"
#include "cli/web/report/figure_table.h"

namespace schiri::cli {

/// What a turn changes in a position string: `+` and pairs of a place and the new character, if
/// both are as long once the numbers in words with a `/` are as many dots; else `=`, how many
/// characters stay at the beginning and at the end, and what comes between. Places and counts are
/// characters from U+0100.
std::string position_change(const std::string& before, const std::string& now);

/// What it changes on the board: `+`, the marks of the last turn (symbols named `-last`), a blank,
/// and the other figures that come or go; `=` and all of them where one of those lies there twice.
std::string figures_change(const std::u16string& before, const std::u16string& now,
                           const FigureTable& table);

/// Codes of figures and numbers as UTF-8. They are no surrogates, so each is one character.
std::string utf8(std::u16string_view codes);

/// Turns with what they change on the board, each kept once under a number: a game is a text of
/// these numbers, one character a turn.
class PlyTable {
 public:
  /// A turn, and what it changes in the position and on the board.
  using Ply = std::array<std::string, 3>;

  /// The ply's character; `!` if the table is full and the ply has been added to `others`.
  std::string code(const Ply& ply, Json& others);
  /// The plies by their numbers.
  const Json& plies() const { return plies_; }

 private:
  static constexpr std::size_t most_plies = 8192;

  std::map<Ply, std::size_t> numbers_;
  Json plies_ = Json::array();
};

}  // namespace schiri::cli
