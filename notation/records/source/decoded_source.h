#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "notation/records/source/byte_source.h"

namespace schiri {

/// Does this system convert text of the encoding of this name, as iconv(3) knows it, to UTF-8?
bool is_known_encoding(const std::string& name);

/// The encoding of a file, if it is not UTF-8.
struct OtherEncoding {
  std::string title = {};  ///< `Latin-1`, or the name that was requested; or empty
  bool is_guess = false;   ///< other encodings have the same bytes
};

class CharsetDecoder;

/// Another source's bytes as UTF-8. Invalid bytes in their encoding become invalid UTF-8. If the
/// first line ends with a carriage return alone, each one becomes a line feed.
class DecodedSource final : public ByteSource {
 public:
  /// `encoding`: a name for iconv(3), in any case. Empty: UTF-8, unless the beginning of the
  /// source, which must outlive this, shows that it is UTF-16, Latin-1 or Windows-1252. Does not
  /// throw; an error of the source is thrown when its bytes are read, and so is one that this
  /// system does not know the encoding.
  explicit DecodedSource(ByteSource& source, const std::string& encoding = {});
  ~DecodedSource() override;

  const OtherEncoding& other_encoding() const { return other_; }

 private:
  enum class LineEnds : unsigned char { unknown, kept, returns };

  std::size_t fetch(char* buffer, std::size_t size) override;
  void detect(bool is_wide);
  const char* guess_narrow();
  void decode_more();
  void find_line_ends();

  ByteSource& source_;
  std::string encoding_;
  OtherEncoding other_;
  std::unique_ptr<CharsetDecoder> decoder_;  ///< null for UTF-8
  std::exception_ptr failure_;               ///< the system does not know the encoding
  LineEnds line_ends_ = LineEnds::unknown;
  bool after_return_ = false;
  std::string text_;  ///< decoded, up to at_ returned already
  std::size_t at_ = 0;
  std::string rest_;  ///< decoded, to be returned before the next bytes
  bool is_over_ = false;
};

/// A whole text as UTF-8 without a byte order mark, decoded as DecodedSource does without a name.
std::string decoded_text(std::string_view bytes);

}  // namespace schiri
