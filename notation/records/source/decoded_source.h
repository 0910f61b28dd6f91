#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// The encodings of files.
enum class Encoding : unsigned char {
  guessed,  ///< UTF-8, unless the beginning shows that it is UTF-16, Latin-1 or Windows-1252
  utf8,
  utf16,  ///< byte order by its mark, otherwise by its first characters
  utf16le,
  utf16be,
  latin1,
  latin2,
  latin9,
  cp437,
  cp850,
  cp1250,
  cp1251,
  cp1252,
  koi8r,
  macroman,
  gb18030,
};

/// The encoding of this name, in any case and with or without its hyphens: `utf-8`, `cp1252`.
std::optional<Encoding> find_encoding(std::string_view name);
/// The names of all encodings but `guessed`.
std::vector<std::string> encoding_names();

/// The encoding of a file, if it is not UTF-8.
struct OtherEncoding {
  std::string_view title = {};  ///< `Latin-1`, or empty
  bool is_guess = false;        ///< other encodings have the same bytes
};

/// Another source's bytes as UTF-8. Invalid bytes in their encoding become invalid UTF-8. If the
/// first line ends with a carriage return alone, each one becomes a line feed.
class DecodedSource final : public ByteSource {
 public:
  /// Reads the beginning of `source`, which must outlive this, to detect its encoding. Does not
  /// throw; an error of the source is thrown when its bytes are read, and so is one that this
  /// system does not know the encoding.
  DecodedSource(ByteSource& source, Encoding requested);
  ~DecodedSource() override;
  std::size_t read(char* buffer, std::size_t size) override;

  OtherEncoding other_encoding() const;

 private:
  class Front;
  std::unique_ptr<Front> front_;
};

}  // namespace schiri
