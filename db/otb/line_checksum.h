#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace schiri::otb {

/// Lines of a journal end in their checksum, so that a byte changed on disk or in transit is
/// noticed: `{"a":1,"crc32":"1a2b3c4d"}`, the CRC-32 (of zlib, gzip, zip) of all bytes before
/// `,"crc32":` in eight hexadecimal digits.
constexpr const char* checksum_key = "crc32";

/// A line, without its newline, of a JSON object that has members and no checksum yet.
std::string with_checksum(std::string_view object);

/// The error in a line; nullopt if its checksum is right.
struct ChecksumFault {
  bool is_missing;    ///< the line does not end in a checksum
  std::string right;  ///< the correct end of the line, `,"crc32":"1a2b3c4d"}`
};
std::optional<ChecksumFault> checksum_fault(std::string_view line);

/// Does a line end in a checksum, right or wrong?
bool has_checksum(std::string_view line);

}  // namespace schiri::otb
