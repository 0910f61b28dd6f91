#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/files/temporary_file.h"

namespace schiri::cli {

/// Keeps texts until they are wanted in another order: 8 MiB in memory, all others in a temporary
/// file. All members throw std::system_error if there is no room for it.
class TextStore {
 public:
  /// Returns the place of the text.
  std::uint64_t add(std::string_view text);
  /// The text of this size at a place, valid until the next call.
  std::string_view read(std::uint64_t place, std::size_t size);

 private:
  static constexpr std::size_t most_in_memory = std::size_t{8} << 20;

  void move_to_file();

  std::string recent_;         ///< the texts from `in_file_` on
  std::uint64_t in_file_ = 0;  ///< bytes
  std::optional<TemporaryFile> file_;
  std::string found_;
};

}  // namespace schiri::cli
