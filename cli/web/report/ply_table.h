#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "cli/line/table_options.h"
#include "cli/web/report/figure_table.h"

namespace schiri::cli {

/// The changes of a position string by the turns of a game: `+` and pairs of a place and the new
/// character, if both have the same length after replacing the numbers in words with a `/` by that
/// many dots; otherwise `=`, the numbers of unchanged characters at the beginning and at the end,
/// and the text between. Places and counts are characters from U+0100.
class PositionChanges {
 public:
  explicit PositionChanges(std::string position);

  /// The change from the position before to this one.
  std::string to(const std::string& now);

 private:
  std::string position_;
  std::optional<std::string> expanded_;  ///< with dots, if that is reversible
};

/// The change of the board: `+`, the marks of the last turn (symbols named `-last`), a space, and
/// the other figures that appear or disappear; `=` and all figures if one of those occurs twice.
std::string figures_change(const std::u16string& before, const std::u16string& now,
                           const FigureTable& table);

/// Codes of figures and numbers as UTF-8. They are not surrogates, so each is one character.
std::string utf8(std::u16string_view codes);

/// A table of turns and their changes of the board, each stored once with a number: a game is a
/// text of these numbers, one character a turn.
class PlyTable {
 public:
  /// A turn, and its changes of the position and the board.
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
