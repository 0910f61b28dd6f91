#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.h"
#include "notation/records/content.h"
#include "notation/records/reader.h"

namespace schiri::cli {

/// How records are read from a source: read_records, or the reading of another form.
using RecordReading = std::function<void(ByteSource&, const ReadOptions&,
                                         const std::function<bool(CheckedRecord&)>&)>;

/// A form in which records stand in files.
struct RecordForm {
  std::string name;  ///< as `--from` and `--to` know it
  RecordReading read;
  std::vector<std::string_view> endings;  ///< of files that hold it: `.pgn`

  /// Has a file of this name records of this form, packed perhaps, or several in an archive?
  bool is_in(std::string_view file) const;
  /// The same for what stands in an archive, where a name may also have no ending.
  bool is_in_archived(std::string_view file) const;
  /// Does the look of a text say that it holds no record of this form?
  bool excludes(Content content) const;
};

/// Records as they are written.
const RecordForm& usual_form();
/// Throws UsageError if there is none of this name.
const RecordForm& record_form(std::string_view name);
/// The form in which a single record stands, by the look of it.
const RecordForm& form_of_record(std::string_view text);
/// Their names, the usual one first.
std::vector<std::string> form_names();

/// `--from FORM`: in which form the records of the files stand.
void add_from(Command& command, std::string& from);

}  // namespace schiri::cli
