#pragma once

namespace schiri::cli {

/// What `schiri --version` prints: the program's version and the commit it was built from.
extern const char* const version;

}  // namespace schiri::cli
