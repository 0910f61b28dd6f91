#pragma once

#include <string>
#include <string_view>

#include "cli/line/command_line.h"
#include "notation/records/forms/record_form.h"

namespace schiri::cli {

/// The format of this name. Throws InputError if there is none.
const RecordForm& record_form(std::string_view name);

/// Adds `--from FORM`, `--encoding E` and `--date-order dmy|mdy`: the format of the records, and
/// how their bytes and dates are read.
void add_format_options(Command& command, std::string& from, ReadOptions& read);

}  // namespace schiri::cli
