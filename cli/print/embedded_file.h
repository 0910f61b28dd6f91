#pragma once

#include <string_view>

namespace schiri::cli {

/// A file of the source folder that is kept in the program.
struct EmbeddedFile {
  std::string_view name;
  std::string_view text;
};

}  // namespace schiri::cli
