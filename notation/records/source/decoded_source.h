#pragma once

#include <memory>
#include <string_view>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// The encodings of files.
enum class Encoding : unsigned char {
  guessed,  ///< UTF-8, unless the beginning shows that it is another one of these
  utf8,
  latin1,
  cp1252,  ///< Windows-1252
  utf16,   ///< byte order by its mark, otherwise by its first characters
};

/// Another source's bytes as UTF-8. Invalid bytes in their encoding become invalid UTF-8.
class DecodedSource final : public ByteSource {
 public:
  /// Reads the beginning of `source`, which must outlive this, to detect its encoding. Does not
  /// throw; an error of the source is thrown when its bytes are read.
  DecodedSource(ByteSource& source, Encoding requested);
  ~DecodedSource() override;
  std::size_t read(char* buffer, std::size_t size) override;

  /// The encoding if it is not UTF-8: `UTF-16`, `Latin-1` or `Windows-1252`; otherwise
  /// empty.
  std::string_view other_encoding() const;

 private:
  class Front;
  std::unique_ptr<Front> front_;
};

}  // namespace schiri
