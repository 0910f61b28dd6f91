#pragma once

#include <string>
#include <string_view>

#include "cli/line/command_line.h"
#include "notation/records/forms/record_form.h"

namespace schiri::cli {

/// Throws InputError if there is none of this name.
const RecordForm& record_form(std::string_view name);

/// `--from FORM`: in which form the records of the files stand.
void add_from(Command& command, std::string& from);

}  // namespace schiri::cli
