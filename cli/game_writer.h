#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "cli/output_file.h"

namespace schiri::cli {

/// Writes games as they stood in their files, an empty line behind each, to one output or to
/// several with so many games each: `games-1.pgn`, `games-2.pgn` for `games.pgn`.
class GameWriter {
 public:
  /// `games_per_file` 0: one output. Throws UnusableError, also from the others, if a file cannot
  /// be written.
  explicit GameWriter(std::string path, std::uint64_t games_per_file = 0);

  /// `text` is a record without blanks around it. False if nobody reads the output any more.
  bool write(std::string_view text);
  /// Puts the last file in place.
  void finish();

  std::uint64_t games() const { return games_; }

 private:
  std::string next_path();

  std::string path_;
  std::uint64_t games_per_file_;
  std::uint64_t games_ = 0;
  std::uint64_t files_ = 0;
  std::unique_ptr<OutputFile> file_;
};

}  // namespace schiri::cli
