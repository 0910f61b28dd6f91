#pragma once

#include <cstdint>
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
  bool is_from_output(const std::string& file);
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
  std::uint64_t written_ = 0, kept_ = 0, left_out_ = 0;
};

}  // namespace schiri::cli
