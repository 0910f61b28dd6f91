#pragma once

namespace schiri::cli {

/// What `schiri --version` prints: the program's version and the commit it was built from.
extern const char* const version;
/// Its beginning: `schiri 0.1.0`.
extern const char* const version_number;
/// The day of that commit: `2026-11-21`.
extern const char* const version_date;
/// What it prints besides with `--verbose`, after the instructions that are used: a line for each
/// library that is linked in.
extern const char* const libraries;

}  // namespace schiri::cli
