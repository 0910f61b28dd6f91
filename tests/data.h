#pragma once

#include <string>

#include "tests/files.h"
#include "tests/json.h"

/// The content of a file in tests/data.
inline std::string read_data(const std::string& name) {
  return read_file(std::string(SCHIRI_TEST_DATA) + "/" + name);
}

inline Json read_json_data(const std::string& name) { return Json::parse(read_data(name)); }
