#pragma once

#include <string>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// Reads a source line by line.
class LineSource {
 public:
  explicit LineSource(ByteSource& source) : bytes_(source) {}

  /// The next line without its line feed (and carriage return) or a byte order mark before it;
  /// false at the end. A line longer than `most` bytes is cut there and `too_long` is set.
  bool next(std::string& line, std::size_t most, bool& too_long);
  /// The number of the line returned last, from 1.
  std::size_t number() const { return number_; }

 private:
  BufferedBytes bytes_;
  std::size_t number_ = 0;
};

}  // namespace schiri
