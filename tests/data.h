#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "tests/json.h"

/// The content of a file in tests/data.
inline std::string read_data(const std::string& name) {
  std::ifstream file(std::string(SCHIRI_TEST_DATA) + "/" + name, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline Json read_json_data(const std::string& name) { return Json::parse(read_data(name)); }
