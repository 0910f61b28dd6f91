#include "notation/records/source/decoded_source.h"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <optional>
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

}  // namespace

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

/// The bytes read from the source and not yet returned, and their decoder.
class DecodedSource::Front {
 public:
  Front(ByteSource& source, const std::string& requested) : source_(source), encoding_(requested) {
    const bool is_any_utf16 = bare_name(requested) == "UTF16";
    if (requested.empty() || is_any_utf16) detect(is_any_utf16);
    if (bare_name(encoding_) != bare_name(utf8)) {
      const bool is_wide = unit_of(encoding_) > 1;
      if (!is_wide) fill(looked_at);
      if (is_wide || find_beyond_ascii(held_, 0) < held_.size()) {
        other_ = {requested.empty() || is_wide ? title_of(encoding_) : requested,
                  requested.empty() && !is_wide};
      }
      open_decoder();
    }
    decode_held();
  }

  std::size_t read(char* buffer, std::size_t size) {
    while (at_ == held_.size()) {
      if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
      if (!decoder_ && line_ends_ == LineEnds::kept && rest_.empty()) {
        return source_.read(buffer, size);
      }
      held_.clear();
      at_ = 0;
      if (at_end_ && rest_.empty()) return 0;
      fill(1);
      decode_held();
    }
    const std::size_t taken = std::min(size, held_.size() - at_);
    std::copy_n(held_.data() + at_, taken, buffer);
    at_ += taken;
    return taken;
  }

  const OtherEncoding& other_encoding() const { return other_; }

 private:
  enum class LineEnds : unsigned char { unknown, kept, returns };

  /// Reads until `size` bytes are buffered, or the source ends or fails.
  void fill(std::size_t wanted) {
    while (!at_end_ && held_.size() < wanted) {
      const std::size_t before = held_.size();
      held_.resize(std::max(wanted, before + step));
      std::size_t got = 0;
      try {
        got = source_.read(held_.data() + before, held_.size() - before);
      } catch (const std::system_error&) {
        failure_ = std::current_exception();
      }
      held_.resize(before + got);
      at_end_ = got == 0;
    }
  }

  /// `is_wide`: the encoding is known to be UTF-16.
  void detect(bool is_wide) {
    fill(4);
    const bool big = held_.starts_with(big_mark), little = held_.starts_with(little_mark);
    const bool big_text = looks_like_utf16(held_, 0), little_text = looks_like_utf16(held_, 1);
    if (big || little || big_text || little_text || is_wide) {
      encoding_ = big || (big_text && !little) ? utf16_big : utf16_little;
      if (big || little) held_.erase(0, big_mark.size());
    } else {
      encoding_ = guess_narrow();
    }
  }

  /// Reads until the first non-ASCII byte decides whether there is a need to read on.
  const char* guess_narrow() {
    constexpr std::size_t longest = 4;  // of a character of UTF-8
    std::size_t first = find_beyond_ascii(held_, 0);
    while (first == held_.size() && !at_end_ && first < looked_at) {
      fill(first + step);
      first = find_beyond_ascii(held_, first);
    }
    if (first >= std::min(held_.size(), looked_at)) return utf8;
    fill(first + longest);
    const std::string_view front = std::string_view(held_).substr(first, longest);
    if (narrow_encoding(front, 1) == utf8) return utf8;
    fill(looked_at + longest);
    return narrow_encoding(held_, looked_at);
  }

  void open_decoder() {
    try {
      decoder_.emplace(encoding_);
    } catch (const std::system_error&) {
      failure_ = std::current_exception();
      at_end_ = true;
      held_.clear();
    }
  }

  void decode_held() {
    if (decoder_) held_ = decoder_->decode(held_, at_end_);
    if (!rest_.empty()) held_.insert(0, std::exchange(rest_, {}));
    if (line_ends_ == LineEnds::unknown) find_line_ends();
    if (line_ends_ != LineEnds::returns) return;
    std::string text;
    for (const char c : held_) {
      if (c != '\n' || !after_return_) text += c == '\r' ? '\n' : c;
      after_return_ = c == '\r';
    }
    held_ = std::move(text);
  }

  /// Keeps carriage returns at the end back until it is known what follows them.
  void find_line_ends() {
    const std::size_t first = held_.find_first_of("\r\n");
    if (first == held_.npos) return;
    const std::size_t next = held_.find_first_not_of('\r', first);
    if (next != held_.npos) {
      line_ends_ = held_[next] == '\n' ? LineEnds::kept : LineEnds::returns;
    } else if (at_end_) {
      line_ends_ = LineEnds::returns;
    } else {
      rest_ = held_.substr(first);
      held_.resize(first);
    }
  }

  ByteSource& source_;
  std::string encoding_;
  OtherEncoding other_;
  std::optional<CharsetDecoder> decoder_;
  LineEnds line_ends_ = LineEnds::unknown;
  bool after_return_ = false;
  std::string held_;
  std::string rest_;  ///< decoded already, to be returned before the next bytes
  std::size_t at_ = 0;
  bool at_end_ = false;
  std::exception_ptr failure_;
};

DecodedSource::DecodedSource(ByteSource& source, const std::string& encoding)
    : front_(std::make_unique<Front>(source, encoding)) {}

DecodedSource::~DecodedSource() = default;

std::size_t DecodedSource::read(char* buffer, std::size_t size) {
  return front_->read(buffer, size);
}

OtherEncoding DecodedSource::other_encoding() const { return front_->other_encoding(); }

std::string decoded_text(std::string_view bytes) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  TextSource source(bytes);
  DecodedSource decoded(source);
  std::string text = *read_all(decoded, std::string::npos);
  if (text.starts_with(mark)) text.erase(0, mark.size());
  return text;
}

}  // namespace schiri
