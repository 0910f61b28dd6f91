#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/records/forms/content.h"
#include "notation/records/pgn/reader.h"

/// Formats of records besides PGN: JSON, CSV, Abstract Play and the notations of other programs, in
/// one table by their names. Every form is read into text that the PGN checker checks.
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

/// A format of record files.
struct RecordForm {
  std::string name;  ///< as `--from` and `--to` know it
  RecordReading read;
  RecordWriting write;  ///< null for a table, whose columns are those of all its records
  std::vector<std::string_view> endings;  ///< of files that hold it: `.pgn`

  /// Has a file of this name records of this form, perhaps compressed or in an archive?
  bool is_in(std::string_view file) const;
  /// As is_in() for a file within an archive, whose name may also have no ending.
  bool is_in_archived(std::string_view file) const;
  /// Does a text of this content hold no record of this form?
  bool excludes(Content content) const;
};

/// The form of PGN, in which records are written unless another form is named.
const RecordForm& usual_form();
/// The form of this name, or null.
const RecordForm* find_record_form(std::string_view name);
/// The form of the text of a single record, by its content.
const RecordForm& form_of_record(std::string_view text);
/// The names of all forms, the usual one first.
std::vector<std::string> form_names();

/// A record in any form but a table. Throws std::invalid_argument for an unknown form.
WrittenRecord write_as(const CheckedRecord& checked, std::string_view form,
                       const CheckOptions& defaults);

}  // namespace schiri
