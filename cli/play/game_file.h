#pragma once

#include <optional>
#include <string>

#include "notation/records/pgn/reader.h"

namespace schiri::cli {

/// Where a game that is being played is kept: as one of the games of a record file, whose others
/// stay as they are, byte by byte. It is written as often as wanted, each time in place of the
/// version before.
class GameFile {
 public:
  /// The game will stand after those that are there. Throws UnusableError if the file cannot be
  /// written.
  explicit GameFile(std::string path);

  /// A game that stands in the file, to be continued.
  struct Found {
    CheckedRecord checked;
    std::size_t games = 0;  ///< in the file
  };
  /// Looks for the game of this index (from 1), or the last one that has no result yet. Saving puts
  /// another in its place. Nothing if there is none. Throws UnusableError if the file cannot be
  /// read.
  std::optional<Found> find(std::optional<std::size_t> index, const CheckOptions& told);

  /// Writes the game. Throws UnusableError.
  void save(const std::string& record);

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::size_t at_ = 0;  // where the game stands, and what stands there; empty if it does not yet
  std::string text_;
};

}  // namespace schiri::cli
