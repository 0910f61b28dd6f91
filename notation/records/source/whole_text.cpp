#include "notation/records/source/whole_text.h"

namespace schiri {

std::optional<std::string> read_all(ByteSource& source, std::size_t most) {
  std::string text, buffer(std::size_t{1} << 16, '\0');
  while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
    if (size > most - text.size()) return std::nullopt;
    text.append(buffer, 0, size);
  }
  return text;
}

}  // namespace schiri
