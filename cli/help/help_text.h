#pragma once

#include <memory>
#include <string>

#include "cli/help/program.h"

namespace CLI {
class FormatterBase;
}  // namespace CLI

namespace schiri::cli {

/// How help and messages name the value of an option: `N` for a number, `FILE` for a file; words
/// that can be typed stay as they are. Empty for a flag.
std::string value_name(const ProgramOption& option);

/// What --help of a command prints: its arguments and options in groups, those that belong to this
/// command alone first, in lines of at most 100 columns.
std::string help_text(const ProgramCommand& command);

/// A formatter that writes help_text() for a CLI11 command.
std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace schiri::cli
