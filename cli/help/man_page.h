#pragma once

#include <string>

#include "cli/help/manual_page.h"
#include "cli/help/program.h"

namespace schiri::cli {

/// schiri-TOPIC(7), in the language of man(7): the page as manual_page_text() lays it out.
std::string topic_man_page(const ManualPage& page);

/// schiri(1): the page of the manual on the program as a whole, then what --help prints of the
/// program and of each command.
std::string program_man_page(const ProgramCommand& program);

}  // namespace schiri::cli
