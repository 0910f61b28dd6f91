#include "notation/records/source/decoded_source.h"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include "core/base/characters.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

/// The number of bytes of a file that are examined to guess its encoding.
constexpr std::size_t looked_at = std::size_t{1} << 20;
constexpr std::size_t step = std::size_t{1} << 16;
constexpr std::string_view little_mark = "\xff\xfe", big_mark = "\xfe\xff";

/// Names for iconv.
constexpr const char *utf8 = "UTF-8", *utf16_little = "UTF-16LE", *utf16_big = "UTF-16BE",
                     *latin1 = "ISO-8859-1", *windows = "CP1252";

/// A name in capitals without hyphens.
std::string bare_name(std::string_view name) {
  std::string bare = upper_case(name);
  std::erase_if(bare, [](char c) { return c == '-' || c == '_'; });
  return bare;
}

/// The bytes of the smallest unit.
std::size_t unit_of(const std::string& encoding) {
  const std::string bare = bare_name(encoding);
  if (bare.starts_with("UTF16") || bare.starts_with("UCS2")) return 2;
  return bare.starts_with("UTF32") || bare.starts_with("UCS4") ? 4 : 1;
}

/// What messages call an encoding that was recognised.
std::string title_of(std::string_view encoding) {
  if (encoding == latin1) return "Latin-1";
  return encoding == windows ? "Windows-1252" : "UTF-16";
}

unsigned char byte(char c) { return static_cast<unsigned char>(c); }

/// Is this byte, below A0, a letter, quotation mark, dash or ellipsis of Windows-1252?
bool is_text_of_windows(unsigned char byte) {
  constexpr std::string_view texts =
      "\x82\x83\x84\x85\x8a\x8b\x8c\x8e\x91\x92\x93\x94\x96\x97\x9a\x9b\x9c\x9e\x9f";
  return texts.find(static_cast<char>(byte)) != texts.npos;
}

/// Latin-1 or Windows-1252, if the first `size` bytes of a text look like it: some are not ASCII,
/// and none of these is a control character there or begins a character of UTF-8. Otherwise UTF-8.
const char* narrow_encoding(std::string_view text, std::size_t size) {
  const char *at = text.data(), *const end = at + std::min(size, text.size());
  const char* encoding = utf8;
  while ((at = std::find_if_not(at, end, is_ascii_byte)) < end) {
    const char* const behind = text.data() + text.size();
    const bool is_character =
        find_invalid_utf8(at, at + std::min<std::ptrdiff_t>(4, behind - at)) > at;
    const bool is_low = byte(*at) < 0xa0;
    if (is_character || (is_low && !is_text_of_windows(byte(*at)))) return utf8;
    if (is_low || encoding == utf8) encoding = is_low ? windows : latin1;
    ++at;
  }
  return encoding;
}

/// The first non-ASCII byte from a place on; the text's size if there is none.
std::size_t find_beyond_ascii(std::string_view text, std::size_t from) {
  for (; from < text.size(); from += step) {
    const std::string_view part = text.substr(from, step);
    unsigned char all = 0;
    for (const char c : part) all |= byte(c);
    if (all < 0x80) continue;
    return from + static_cast<std::size_t>(
                      std::find_if_not(part.begin(), part.end(), is_ascii_byte) - part.begin());
  }
  return text.size();
}

/// Is every other byte of the first four a zero, as in UTF-16 without a mark?
bool looks_like_utf16(std::string_view text, std::size_t zero) {
  if (text.size() < 4) return false;
  const std::size_t letter = 1 - zero;
  return !text[zero] && !text[zero + 2] && text[letter] && text[letter + 2];
}

}  // namespace

/// Converts a stream of bytes to UTF-8. An invalid byte, or unit of UTF-16, becomes the byte FF.
class CharsetDecoder {
 public:
  /// `encoding`: for iconv. Throws std::system_error if the system does not know it.
  explicit CharsetDecoder(const std::string& encoding)
      : state_(iconv_open(utf8, encoding.c_str())), unit_(unit_of(encoding)) {
    if (state_ == reinterpret_cast<iconv_t>(std::intptr_t{-1})) {
      throw std::system_error(std::make_error_code(std::errc::not_supported), encoding);
    }
  }
  CharsetDecoder(const CharsetDecoder&) = delete;
  CharsetDecoder& operator=(const CharsetDecoder&) = delete;
  ~CharsetDecoder() { iconv_close(state_); }

  /// An incomplete character at the end is kept for the next bytes, unless these are the last.
  std::string decode(std::string_view bytes, bool are_last) {
    constexpr auto failed = static_cast<std::size_t>(-1);
    std::string text;
    rest_ += bytes;
    char* next = rest_.data();
    std::size_t left = rest_.size();
    while (left > 0) {
      char buffer[4096];
      char* end = buffer;
      std::size_t room = sizeof buffer;
      const bool is_done = iconv(state_, &next, &left, &end, &room) != failed;
      const int error = errno;
      text.append(buffer, end);
      if (is_done || error == E2BIG) continue;
      if (error == EINVAL && !are_last) break;
      text += '\xff';
      const std::size_t skipped = std::min(unit_, left);
      next += skipped;
      left -= skipped;
    }
    rest_.erase(0, rest_.size() - left);
    return text;
  }

 private:
  iconv_t state_;
  std::size_t unit_;
  std::string rest_;
};

bool is_known_encoding(const std::string& name) {
  // A slash would begin a suffix for iconv.
  if (name.empty() || name.find('/') != name.npos) return false;
  try {
    CharsetDecoder decoder(name);
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

DecodedSource::DecodedSource(ByteSource& source, const std::string& encoding)
    : source_(source), encoding_(encoding) {
  const bool is_any_utf16 = bare_name(encoding) == "UTF16";
  if (encoding.empty() || is_any_utf16) detect(is_any_utf16);
  if (bare_name(encoding_) == bare_name(utf8)) return;
  const bool is_wide = unit_of(encoding_) > 1;
  const std::string_view front = is_wide ? std::string_view() : source_.front(looked_at);
  if (is_wide || find_beyond_ascii(front, 0) < front.size()) {
    other_ = {encoding.empty() || is_wide ? title_of(encoding_) : encoding,
              encoding.empty() && !is_wide};
  }
  try {
    decoder_ = std::make_unique<CharsetDecoder>(encoding_);
  } catch (const std::system_error&) {
    failure_ = std::current_exception();
  }
}

DecodedSource::~DecodedSource() = default;

/// `is_wide`: the encoding is known to be UTF-16.
void DecodedSource::detect(bool is_wide) {
  const std::string_view front = source_.front(4);
  const bool big = front.starts_with(big_mark), little = front.starts_with(little_mark);
  const bool big_text = looks_like_utf16(front, 0), little_text = looks_like_utf16(front, 1);
  if (big || little || big_text || little_text || is_wide) {
    encoding_ = big || (big_text && !little) ? utf16_big : utf16_little;
    if (big || little) source_.skip(big_mark.size());
  } else {
    encoding_ = guess_narrow();
  }
}

/// Reads until the first non-ASCII byte decides whether there is a need to read on.
const char* DecodedSource::guess_narrow() {
  constexpr std::size_t longest = 4;  // of a character of UTF-8
  std::string_view text;
  std::size_t first = 0;
  for (std::size_t size = step; first == text.size() && size <= looked_at; size += step) {
    text = source_.front(size);
    first = find_beyond_ascii(text, first);
    if (text.size() < size) break;
  }
  if (first == text.size()) return utf8;
  const std::string_view front = source_.front(first + longest).substr(first);
  if (narrow_encoding(front, 1) == utf8) return utf8;
  return narrow_encoding(source_.front(looked_at + longest), looked_at);
}

std::size_t DecodedSource::fetch(char* buffer, std::size_t size) {
  if (failure_) std::rethrow_exception(failure_);
  while (at_ == text_.size()) {
    if (!decoder_ && line_ends_ == LineEnds::kept && rest_.empty()) {
      return source_.read(buffer, size);
    }
    if (is_over_) return 0;
    decode_more();
  }
  const std::size_t taken = std::min(size, text_.size() - at_);
  std::copy_n(text_.data() + at_, taken, buffer);
  at_ += taken;
  return taken;
}

void DecodedSource::decode_more() {
  const std::string_view bytes = source_.bytes();
  is_over_ = bytes.empty();
  text_ = decoder_ ? decoder_->decode(bytes, is_over_) : std::string(bytes);
  source_.skip(bytes.size());
  at_ = 0;
  if (!rest_.empty()) text_.insert(0, std::exchange(rest_, {}));
  if (line_ends_ == LineEnds::unknown) find_line_ends();
  if (line_ends_ != LineEnds::returns) return;
  std::string lines;
  for (const char c : text_) {
    if (c != '\n' || !after_return_) lines += c == '\r' ? '\n' : c;
    after_return_ = c == '\r';
  }
  text_ = std::move(lines);
}

/// Keeps carriage returns at the end back until it is known what follows them.
void DecodedSource::find_line_ends() {
  const std::size_t first = text_.find_first_of("\r\n");
  if (first == text_.npos) return;
  const std::size_t next = text_.find_first_not_of('\r', first);
  if (next != text_.npos) {
    line_ends_ = text_[next] == '\n' ? LineEnds::kept : LineEnds::returns;
  } else if (is_over_) {
    line_ends_ = LineEnds::returns;
  } else {
    rest_ = text_.substr(first);
    text_.resize(first);
  }
}

std::string decoded_text(std::string_view bytes) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  TextSource source(bytes);
  DecodedSource decoded(source);
  std::string text = *read_all(decoded, std::string::npos);
  if (text.starts_with(mark)) text.erase(0, mark.size());
  return text;
}

}  // namespace schiri
