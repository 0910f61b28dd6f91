#pragma once

#include <optional>
#include <string>

#include "notation/records/pgn/reader.h"

namespace schiri::cli {

/// The record file of a game in progress: one of the games of the file, whose others keep their
/// bytes; a file in another encoding, or compressed without saying so by its name, becomes plain
/// text in UTF-8, which is said. Each save replaces the previous version of the game.
class GameFile {
 public:
  /// The game will be appended to the file. Throws UnusableError if the file cannot be written.
  explicit GameFile(std::string path);

  /// A game of the file, to be resumed.
  struct Found {
    CheckedRecord checked;
    std::size_t games = 0;  ///< in the file
  };
  /// Finds the game of this index (from 1), or the last one without a result. Saving replaces it.
  /// Nothing if there is none. Throws UnusableError if the file cannot be read.
  std::optional<Found> find(std::optional<std::uint64_t> index, const CheckOptions& told);

  /// Writes the game. Throws UnusableError.
  void save(const std::string& record);

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::size_t at_ = 0;  // the game's place and its text there; empty if not yet saved
  std::string text_;
};

}  // namespace schiri::cli
