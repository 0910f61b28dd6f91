#pragma once

#include <memory>
#include <string_view>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// How the bytes of a file encode text.
enum class Encoding : unsigned char {
  guessed,  ///< UTF-8, unless its front shows that it is UTF-16 or Latin-1
  utf8,
  latin1,
  utf16,  ///< in the order that its mark says, or else its first characters
};

/// Another source's bytes as UTF-8. Bytes that are no text in their encoding come out as bytes that
/// are no UTF-8.
class DecodedSource final : public ByteSource {
 public:
  /// Reads the front of `source`, which must outlive this, to see what its encoding is. Does not
  /// throw; an error of the source is thrown when its bytes are read.
  DecodedSource(ByteSource& source, Encoding requested);
  ~DecodedSource() override;
  std::size_t read(char* buffer, std::size_t size) override;

  /// What the text is in, if records are not: `UTF-16` or `Latin-1`; else empty.
  std::string_view other_encoding() const;

 private:
  class Front;
  std::unique_ptr<Front> front_;
};

}  // namespace schiri
