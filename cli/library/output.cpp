// Files of records, which appear only when they are complete.
#include "cli/library/handles.h"
#include "cli/print/output_file.h"
#include "notation/records/forms/csv_record.h"

struct schiri_output {
  ~schiri_output() { file.abandon(); }  // unless it is committed

  const schiri::RecordForm& form;
  schiri::cli::OutputFile file;
  schiri::CsvWriter table = {};
  bool is_finished = false;

  void require_open() const {
    if (is_finished) throw schiri::library::WrongUse("the output is finished");
  }
};

using namespace schiri;
using namespace schiri::library;

static constexpr const char* an_output = "the output";

schiri_output* schiri_output_new(const char* file, const char* form) {
  return guarded_pointer([&] {
    return new schiri_output{written_form_named(text_or_empty(form)),
                             cli::OutputFile(need_text(file, "the file"))};
  });
}

int schiri_output_add(schiri_output* output, const schiri_record* record) {
  return guarded_status([&] {
    schiri_output& its = need(output, an_output);
    const schiri_record& added = need(record, "the record");
    its.require_open();
    if (!its.form.write) {
      its.file.stream() << its.table.write(added.checked.record);
    } else {
      its.file.stream() << text_in_form(added, its.form);
    }
  });
}

int schiri_output_finish(schiri_output* output) {
  return guarded_status([&] {
    schiri_output& its = need(output, an_output);
    its.require_open();
    its.is_finished = true;
    its.file.commit();
  });
}

void schiri_output_free(schiri_output* output) {
  const NoCancellation whole;
  delete output;
}
