#include "cli/input/record_forms.h"

#include "cli/line/command.h"
#include "notation/text/printable.h"

namespace schiri::cli {

const RecordForm& record_form(std::string_view name) {
  if (const RecordForm* form = find_record_form(name)) return *form;
  throw InputError("unknown record format '" + printable(name) + "'");
}

void add_from(Command& command, std::string& from) {
  command.add_option("--from", from, "Set the format of the input (pgn)")->one_of(form_names());
}

}  // namespace schiri::cli
