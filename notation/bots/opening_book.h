#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/bots/options.h"
#include "core/match/player.h"
#include "notation/bots/bot_file.h"

namespace schiri {

/// A turn played in a position of the book.
struct BookTurn {
  std::string turn;               ///< in canonical spelling
  std::uint64_t games = 0;        ///< finished ones
  std::uint64_t half_points = 0;  ///< of the side that chose it: 2 for a win, 1 for a draw

  friend bool operator==(const BookTurn&, const BookTurn&) = default;
};

/// Turns played in games of one game and variant, by position string.
class OpeningBook {
 public:
  OpeningBook(std::string_view game, std::string_view variant) : game_(game), variant_(variant) {}

  const std::string& game() const { return game_; }
  const std::string& variant() const { return variant_; }

  /// Counts a turn of a finished game; `half_points` are those of the side to move.
  void add(const std::string& position, std::string_view turn, std::uint64_t half_points);

  /// Removes turns with fewer games, and those that scored less than this share of the points; then
  /// positions without turns.
  void prune(std::uint64_t least_games, double least_score);

  /// The turns known in a position, most played first, then alphabetically.
  std::vector<BookTurn> turns(std::string_view position) const;

  std::size_t positions() const { return positions_.size(); }
  std::size_t turns() const;

  /// As JSON, one line for each position.
  std::string write() const;
  /// Reads what write() writes. Throws BotFileError, also for a book of another game.
  static OpeningBook read(std::string_view text, std::string_view game);
  /// Reads a file, which may be compressed. Throws BotFileError, whose message names it.
  static OpeningBook load(const std::string& path, std::string_view game);

 private:
  std::string game_, variant_;
  std::map<std::string, std::map<std::string, BookTurn, std::less<>>, std::less<>> positions_;
};

/// A bot that plays from the book of its option `book` before it thinks: it chooses turns in
/// proportion to their points, as chess programs do, but none that ends the game except by a win.
/// In games of other variants than the book's it thinks. Returns the bot itself without this
/// option. Throws BotSpecError, also if the bot is to play another variant than the book's (empty
/// if the variant is unknown).
std::unique_ptr<Player> with_book_of_option(std::unique_ptr<Player> bot,
                                            const BotOptionValues& options, std::string_view game,
                                            std::string_view variant);

}  // namespace schiri
