#include "cli/print/database_file.h"

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace schiri::cli {

bool is_database(const std::string& path) {
  constexpr std::string_view header("SQLite format 3\0", 16);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string front(header.size(), '\0');
  file.read(front.data(), static_cast<std::streamsize>(front.size()));
  return file && front == header;
}

}  // namespace schiri::cli
