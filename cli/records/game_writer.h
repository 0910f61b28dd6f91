#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/print/output_file.h"

namespace schiri::cli {

/// Writes games as they stood in their files, an empty line after each, to one output or to several
/// with this many games each: `games-1.pgn`, `games-2.pgn` for `games.pgn`. All are put in place in
/// the end.
class GameWriter {
 public:
  /// `games_per_file` 0: one output. `others` are files that must not be replaced. Throws, also
  /// from the others, UnusableError if a file cannot be written and InputError if it must not.
  explicit GameWriter(std::string path, std::uint64_t games_per_file = 0,
                      std::vector<std::string> others = {});

  /// `text` is a record without blanks around it. False if standard output takes no more.
  bool write(std::string_view text);
  /// Puts the files in place.
  void finish();
  /// Leaves the output as it is and says so, if it is one of these files; false otherwise.
  bool leave_input(const std::vector<std::string>& inputs);

  std::uint64_t games() const { return games_; }

 private:
  std::string next_path();

  std::string path_;
  std::uint64_t games_per_file_;
  std::uint64_t games_ = 0;
  std::vector<std::string> others_;
  std::vector<std::unique_ptr<OutputFile>> files_;
};

}  // namespace schiri::cli
