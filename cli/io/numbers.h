#pragma once

#include <CLI/CLI.hpp>

namespace schiri::cli {

/// Checks of options that take a number: above 0, and not below 0.
CLI::Validator above_zero();
CLI::Validator not_negative();

/// Has all options of a command and its parts that take numbers read them as they are written.
/// CLI11 takes -1 for 2^64 - 1 where no number below 0 can be meant, 010 for 8, and 1e999 for a
/// number.
void require_numbers(CLI::App& command);

}  // namespace schiri::cli
