#include "notation/records/source/byte_source.h"

#include <fcntl.h>
#include <iconv.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include "core/base/characters.h"
#include "notation/text/printable.h"

namespace schiri {

namespace {

std::atomic<std::uint64_t> file_bytes{0};
ReadBytes standard_input;

}  // namespace

void set_standard_input(ReadBytes read) { standard_input = std::move(read); }

std::uint64_t bytes_read_from_files() { return file_bytes.load(std::memory_order_relaxed); }

std::size_t ByteSource::get(char* buffer, std::size_t size) {
  if (failure_) std::rethrow_exception(failure_);
  const std::size_t got = ended_ ? 0 : fetch(buffer, size);
  ended_ = got == 0;
  return got;
}

std::size_t ByteSource::read(char* buffer, std::size_t size) {
  if (size == 0) return 0;
  if (at_ == held_.size()) return get(buffer, size);
  const std::size_t taken = std::min(size, held_.size() - at_);
  std::copy_n(held_.data() + at_, taken, buffer);
  at_ += taken;
  return taken;
}

/// False at the end and at an error.
bool ByteSource::hold_more() {
  constexpr std::size_t step = std::size_t{1} << 16;
  const std::size_t before = held_.size();
  held_.resize(before + step);
  std::size_t got = 0;
  try {
    got = get(held_.data() + before, step);
  } catch (...) {
    failure_ = std::current_exception();
  }
  held_.resize(before + got);
  return got > 0;
}

bool ByteSource::refill() {
  held_.clear();
  at_ = 0;
  const bool any = hold_more();
  if (!any && failure_) std::rethrow_exception(failure_);
  return any;
}

std::string_view ByteSource::front(std::size_t size) {
  held_.erase(0, std::exchange(at_, 0));
  while (held_.size() < size && hold_more()) {
  }
  return std::string_view(held_).substr(0, size);
}

FileSource::FileSource(const std::string& path, Kind kind)
    : path_(path == "-" ? "standard input" : path) {
  if (path == "-" && standard_input) return;
  if (path != "-") {
    const int waits = kind == Kind::file ? O_NONBLOCK : 0;
    file_ = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | waits));
    if (!file_.is_open()) throw std::system_error(file_.error(), std::generic_category(), path);
  }
  const int number = file_.is_open() ? file_.number() : STDIN_FILENO;
  struct stat status {};
  if (fstat(number, &status) != 0) return;
  if (kind == Kind::file && !S_ISREG(status.st_mode)) {
    throw std::system_error(EINVAL, std::generic_category(), path + " is not a file");
  }
  const bool is_device = S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode);
  if (is_device && !isatty(number)) left_ = most_of_device;
}

std::size_t FileSource::fetch(char* buffer, std::size_t size) {
  if (left_ == 0) {
    throw std::system_error(EFBIG, std::generic_category(),
                            path_ + " is a device, of which 64 MiB are read");
  }
  if (!file_.is_open() && standard_input) return standard_input(buffer, size);
  const int number = file_.is_open() ? file_.number() : STDIN_FILENO;
  while (true) {
    const ssize_t got = ::read(number, buffer, std::min(size, left_.value_or(size)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw std::system_error(errno, std::generic_category(), path_);
    if (left_) *left_ -= static_cast<std::size_t>(got);
    file_bytes.fetch_add(static_cast<std::uint64_t>(got), std::memory_order_relaxed);
    return static_cast<std::size_t>(got);
  }
}

std::size_t TextSource::fetch(char* buffer, std::size_t size) {
  const std::size_t taken = std::min(size, rest_.size());
  std::copy_n(rest_.data(), taken, buffer);
  rest_.remove_prefix(taken);
  return taken;
}

std::optional<std::string> read_all(ByteSource& source, std::size_t most) {
  std::string text, buffer(std::size_t{1} << 16, '\0');
  while (const std::size_t size = source.read(buffer.data(), buffer.size())) {
    if (size > most - text.size()) return std::nullopt;
    text.append(buffer, 0, size);
  }
  return text;
}

bool LineSource::next(std::string& line, std::size_t most, bool& too_long) {
  line.clear();
  too_long = false;
  bool any = false;
  for (auto there = source_.bytes(); !there.empty(); there = source_.bytes()) {
    any = true;
    const std::size_t newline = there.find('\n');
    const std::size_t size = std::min(newline, there.size());
    const std::size_t room = most - std::min(most, line.size());
    too_long = too_long || size > room;
    line.append(there.substr(0, std::min(size, room)));
    source_.skip(newline == there.npos ? size : size + 1);
    if (newline != there.npos) break;
  }
  number_ += any;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  while (line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  return any;
}

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
    if (are_last) text += held_back();
    return text;
  }

 private:
  /// The last letter of an encoding that may join a mark to it, as of Vietnamese.
  std::string held_back() {
    char buffer[64];
    char* end = buffer;
    std::size_t room = sizeof buffer;
    iconv(state_, nullptr, nullptr, &end, &room);
    return {buffer, end};
  }

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

/// Keeps carriage returns at the end back until it is known what follows them, or there are more
/// than any line has before its line feed.
void DecodedSource::find_line_ends() {
  constexpr std::size_t most_returns = std::size_t{1} << 16;
  const std::size_t first = text_.find_first_of("\r\n");
  if (first == text_.npos) return;
  const std::size_t next = text_.find_first_not_of('\r', first);
  if (next != text_.npos) {
    line_ends_ = text_[next] == '\n' ? LineEnds::kept : LineEnds::returns;
  } else if (is_over_ || text_.size() - first > most_returns) {
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
