#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/print/output_file.h"
#include "notation/records/pgn/reader.h"

namespace schiri::cli {

/// Writes the unchanged text of a record, with the line ends of its file, and an empty line after
/// it unless the format has one record a line.
void write_as_it_stood(std::ostream& out, std::string_view text, bool on_a_line = false);

/// The output of a command that rewrites records. Records that it cannot rewrite stay unchanged at
/// their place if the output is one of the inputs (by any path); otherwise they are omitted. In
/// both cases they are written to the file of `--rejects`, and their number is reported.
class RecordOutput {
 public:
  /// `rejects` may be empty. `one_a_line`: the inputs have one record a line. Throws InputError and
  /// UnusableError as OutputFile does.
  RecordOutput(const std::string& path, const std::string& rejects,
               const std::vector<std::string>& inputs, bool one_a_line = false);

  /// Is the output one of the inputs?
  bool is_input() const { return is_input_; }
  /// Is the output this one of the inputs?
  bool is_from_output(const std::string& file);
  /// Does leave_out() need the text of a record?
  bool needs_text() const { return is_input_ || rejects_; }

  std::ostream& stream() { return file_.stream(); }
  /// Counts a record that was converted and written to the stream. Returns false if the output is
  /// closed.
  bool count_written();
  /// Takes a record that cannot be rewritten, read with its text; see needs_text().
  bool leave_out(const std::string& file, const CheckedRecord& record);
  /// Keeps a record that is not to be rewritten.
  bool keep(const std::string& file, const CheckedRecord& record);

  /// Moves the output to its place, unless it would replace an input that was not read to its end
  /// or a record of which cannot be kept. Reports the totals, if any. Throws UnusableError.
  void finish(bool read_whole);

 private:
  bool keep_text(const CheckedRecord& record);
  void tell_totals() const;

  std::string path_;
  std::string rejects_path_;
  bool one_a_line_;
  bool is_input_ = false;
  OutputFile file_;
  std::optional<OutputFile> rejects_;
  std::string from_;  ///< the file of the last record, and whether it is the output
  bool from_output_ = false;
  bool all_kept_ = true;
  bool has_rejects_ = false;
  std::uint64_t written_ = 0, kept_ = 0, left_out_ = 0;
};

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
  /// Writes no file.
  void abandon();

  std::uint64_t games() const { return games_; }

 private:
  std::string next_path();
  std::string_view without_known_heading(std::string_view text);

  std::string path_;
  bool one_a_line_;
  std::string heading_;  ///< of the table that is being written
  std::uint64_t games_per_file_;
  std::uint64_t games_ = 0;
  std::vector<std::string> others_;
  std::vector<std::string> paths_;  ///< of the files
  std::vector<std::unique_ptr<OutputFile>> files_;
};

/// Reports that a record without text is skipped: it is too large, or of a format such as a log.
void print_skipped(const std::string& file, const CheckedRecord& record);

}  // namespace schiri::cli
