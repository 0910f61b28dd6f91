#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace schiri::db {

/// Writes seven bits a byte, lowest first; the eighth bit is set if more bytes follow.
inline void append_number(std::uint64_t number, std::string& out) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>((number & 0x7f) | 0x80);
  out += static_cast<char>(number);
}

/// Reads numbers and bytes in order; nothing if the bytes end before.
class NumberReader {
 public:
  explicit NumberReader(std::string_view bytes) : rest_(bytes) {}

  bool done() const { return rest_.empty(); }

  std::optional<std::uint64_t> next() {
    std::uint64_t number = 0;
    for (int shift = 0; !rest_.empty() && shift < 64; shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_[0]);
      rest_.remove_prefix(1);
      number |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return number;
    }
    return std::nullopt;
  }

  std::optional<std::string_view> take(std::uint64_t size) {
    if (size > rest_.size()) return std::nullopt;
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  /// A length and as many bytes.
  std::optional<std::string_view> take_text() {
    const auto size = next();
    return size ? take(*size) : std::nullopt;
  }

 private:
  std::string_view rest_;
};

}  // namespace schiri::db
