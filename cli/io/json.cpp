#include "cli/io/json.h"

#include <cstdio>

#include "notation/printable.h"

namespace schiri::cli {

void write_line(std::ostream& out, const Json& object) {
  const std::string line = object.dump();
  std::string_view rest = line;
  // They can stand in strings alone, where an escape means the same.
  for (std::size_t at = 0; (at = rest.find_first_of("\x7f\xc2\xe2", at)) != rest.npos;) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[at + i]); };
    const std::size_t length = byte(0) == 0x7f ? 1 : byte(0) == 0xc2 ? 2 : 3;
    if (!is_control(rest.substr(at, length))) {
      at += length;
      continue;
    }
    const unsigned code = length == 1   ? byte(0)
                          : length == 2 ? byte(1)
                                        : 0x2000u + (byte(1) & 0x3fu) * 64 + (byte(2) & 0x3fu);
    char escape[8];
    std::snprintf(escape, sizeof escape, "\\u%04x", code);
    out << rest.substr(0, at) << escape;
    rest.remove_prefix(at + length);
    at = 0;
  }
  out << rest << '\n';
}

}  // namespace schiri::cli
