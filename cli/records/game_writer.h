#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/print/output_file.h"
#include "notation/records/pgn/reader.h"

namespace schiri::cli {

/// Writes the unchanged text of games, each followed by an empty line, to one output or to several
/// files of N games each: `games-1.pgn`, `games-2.pgn` for `games.pgn`. All files appear at the
/// end.
class GameWriter {
 public:
  /// `one_a_line`: the games are not followed by an empty line; `games_per_file` 0: one output.
  /// `others` are files that must not be replaced. All members throw UnusableError if a file cannot
  /// be written and InputError if it must not be replaced.
  explicit GameWriter(std::string path, bool one_a_line = false, std::uint64_t games_per_file = 0,
                      std::vector<std::string> others = {});

  /// `text` is a record without spaces around it. Returns false if standard output is closed.
  bool write(std::string_view text);
  /// Moves the files to their places.
  void finish();
  /// If the output is one of these files, leaves it unchanged, prints a message and returns true.
  bool leave_input(const std::vector<std::string>& inputs);

  std::uint64_t games() const { return games_; }

 private:
  std::string next_path();

  std::string path_;
  bool one_a_line_;
  std::uint64_t games_per_file_;
  std::uint64_t games_ = 0;
  std::vector<std::string> others_;
  std::vector<std::unique_ptr<OutputFile>> files_;
};

/// Reports that a record without text is skipped, because it is too large.
void print_skipped(const std::string& file, const CheckedRecord& record);

}  // namespace schiri::cli
