#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/records/forms/content.h"
#include "notation/records/pgn/reader.h"

namespace schiri {

/// How records are read from a source: read_records, or the reading of another form.
using RecordReading = std::function<void(ByteSource&, const ReadOptions&,
                                         const std::function<bool(CheckedRecord&)>&)>;

/// A record in some form, and what that form cannot hold.
struct WrittenRecord {
  std::string text;
  std::string obstacle;  ///< why it cannot hold the record at all, or empty
  std::vector<std::string> losses;
};

/// How a record is written: `defaults` is for the start of the game.
using RecordWriting =
    std::function<WrittenRecord(const CheckedRecord&, const CheckOptions& defaults)>;

/// A form in which records stand in files.
struct RecordForm {
  std::string name;  ///< as `--from` and `--to` know it
  RecordReading read;
  RecordWriting write;  ///< null for a table, whose columns are those of all its records
  std::vector<std::string_view> endings;  ///< of files that hold it: `.pgn`

  /// Has a file of this name records of this form, perhaps compressed or in an archive?
  bool is_in(std::string_view file) const;
  /// As is_in() for a file within an archive, whose name may also have no ending.
  bool is_in_archived(std::string_view file) const;
  /// Does the look of a text say that it holds no record of this form?
  bool excludes(Content content) const;
};

/// Records as they are written.
const RecordForm& usual_form();
/// The one of this name, or null.
const RecordForm* find_record_form(std::string_view name);
/// The form in which a single record stands, by the look of it.
const RecordForm& form_of_record(std::string_view text);
/// Their names, the usual one first.
std::vector<std::string> form_names();

/// A record in any form but a table. Throws std::invalid_argument for an unknown form.
WrittenRecord write_as(const CheckedRecord& checked, std::string_view form,
                       const CheckOptions& defaults);

}  // namespace schiri
