#pragma once

namespace schiri::cli {

/// What `schiri --version` prints: the program's version and the commit it was built from.
extern const char* const version;
/// What it prints besides with `--verbose`: a line for each library that is linked in.
extern const char* const libraries;

}  // namespace schiri::cli
