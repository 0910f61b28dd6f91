// Files of records, which appear only when they are complete.
#include "cli/library/handles.h"
#include "cli/print/output_file.h"
#include "notation/records/forms/csv_record.h"

using namespace schiri;
using namespace schiri::library;

namespace {

/// A record in a format; a table has its heading before the first one.
std::string text_of(const schiri_record& record, const RecordForm& form, CsvWriter& table) {
  if (!form.write) return table.write(record.checked.record);
  WrittenRecord written = write_as(record.checked, form.name, record.read.check);
  if (!written.obstacle.empty()) throw WrongUse(written.obstacle);
  return std::move(written.text);
}

}  // namespace

int schiri_write_file(const char* file, const char* form, schiri_record_source source, void* data) {
  return guarded_status([&] {
    const RecordForm& written = written_form_named(text_or_empty(form));
    cli::OutputFile output(need_text(file, "the file"));
    CsvWriter table;
    while (true) {
      const schiri_record* record = nullptr;
      const int more = need(source, "the source of records")(&record, data);
      if (more < 0) {
        output.abandon();
        return int{SCHIRI_STOPPED};
      }
      if (more == 0) break;
      output.stream() << text_of(need(record, "the record"), written, table);
    }
    output.commit();
    return int{SCHIRI_OK};
  });
}
