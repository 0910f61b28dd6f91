#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/print/output_file.h"
#include "notation/records/pgn/reader.h"

namespace schiri::cli {

/// Writes a record as it stood in its file, with the file's line ends, and an empty line after it
/// unless it stood on a line.
void write_as_it_stood(std::ostream& out, std::string_view text, bool on_a_line = false);

/// Where a command writes what it makes of records, and what becomes of those that it cannot make
/// anything of: where the output is one of the inputs, by whatever path, they stay in it as they
/// are, at their place; else they are left out. In both cases a file for rejects takes them, and
/// their number is reported.
class RecordOutput {
 public:
  /// `rejects` may be empty: none. `one_a_line`: this is how records stand in the inputs. Throws
  /// InputError and UnusableError as OutputFile does.
  RecordOutput(const std::string& path, const std::string& rejects,
               const std::vector<std::string>& inputs, bool one_a_line = false);

  /// Is the output one of the inputs?
  bool is_input() const { return is_input_; }
  /// Must records that are left out be read with their text?
  bool needs_text() const { return is_input_ || rejects_; }

  std::ostream& stream() { return file_.stream(); }
  /// Counts a record that was converted and written to the stream. False if the reader is gone.
  bool count_written();
  /// Nothing can be made of this one, which was read with its text; see needs_text().
  bool leave_out(const std::string& file, const CheckedRecord& record);
  /// Keeps a record that is not converted.
  bool keep(const std::string& file, const CheckedRecord& record);

  /// Puts the output in place, but not over an input that was not read to its end or of which a
  /// record cannot be kept. Reports the totals if there is something to report. Throws
  /// UnusableError.
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
