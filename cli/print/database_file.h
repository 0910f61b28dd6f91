#pragma once

#include <string>

namespace schiri::cli {

/// Is this file an SQLite database?
bool is_database(const std::string& path);

}  // namespace schiri::cli
