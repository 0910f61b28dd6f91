#pragma once

#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>

#include "notation/records/source/byte_source.h"
#include "notation/text/json.h"

namespace schiri::cli {

/// The input does not keep to the base protocol of the Language Server Protocol: a header without a
/// length, a length that is too large, a message that is cut off.
struct MessageFrameError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads the messages of the base protocol: a header with Content-Length, an empty line, the text.
class MessageReader {
 public:
  static constexpr std::size_t longest_header = 4096;
  static constexpr std::size_t longest_text = std::size_t{256} << 20;

  /// `source` must outlive the reader.
  explicit MessageReader(ByteSource& source) : source_(source) {}

  /// The text of the next message; nullopt at the end of the source. Throws MessageFrameError.
  std::optional<std::string> next();

 private:
  ByteSource& source_;
};

/// Writes a message with its header, and flushes.
void write_message(std::ostream& out, const Json& message);

}  // namespace schiri::cli
