#pragma once

#include <string>
#include <string_view>

#include "cli/line/command_line.h"
#include "notation/records/forms/record_form.h"

namespace schiri::cli {

/// The format of this name. Throws InputError if there is none.
const RecordForm& record_form(std::string_view name);

/// Adds `--from FORM`, the format of the records.
void add_from(Command& command, std::string& from);

}  // namespace schiri::cli
