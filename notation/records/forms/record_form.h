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

/// The signature of read_records and the readers of other forms.
using RecordReading = std::function<void(ByteSource&, const ReadOptions&, const RecordSink&)>;

/// A record in some form, and the parts that this form cannot represent.
struct WrittenRecord {
  std::string text;
  Message obstacle;  ///< the reason why it cannot represent the record at all, or empty
  std::vector<Message> losses;
};

/// The signature of writers: `defaults` is for the start of the game.
using RecordWriting =
    std::function<WrittenRecord(const CheckedRecord&, const CheckOptions& defaults)>;

/// A format of record files.
struct RecordForm {
  std::string name;     ///< its name for `--from` and `--to`
  RecordReading read;   ///< decodes the source
  RecordWriting write;  ///< null for a table, whose columns are those of all its records
  std::vector<std::string_view> endings;  ///< of files that hold it: `.pgn`
  bool is_read_only = false;              ///< no name for `--to`

  /// Whether the name is that of a file in this form, perhaps compressed or an archive.
  bool is_in(std::string_view file) const;
  /// As is_in() for a file within an archive, whose name may also have no suffix.
  bool is_in_archived(std::string_view file) const;
  /// Does the content exclude this form?
  bool excludes(Content content) const;
};

/// PGN, the default form.
const RecordForm& usual_form();
/// The form of this name, or null.
const RecordForm* find_record_form(std::string_view name);
/// The form of the text of a single record, by its content.
const RecordForm& form_of_record(std::string_view text);
/// The names of all forms, or of those that can be written, the default first.
std::vector<std::string> form_names();
std::vector<std::string> written_form_names();

/// A record in any form but a table. Throws std::invalid_argument for an unknown form.
WrittenRecord write_as(const CheckedRecord& checked, std::string_view form,
                       const CheckOptions& defaults);

}  // namespace schiri
