#include "notation/records/source/decoded_source.h"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <string>
#include <system_error>
#include <utility>

#include "core/base/characters.h"
#include "notation/text/printable.h"
#include "notation/text/typed_words.h"

namespace schiri {

namespace {

/// The number of bytes of a file that are examined to guess its encoding.
constexpr std::size_t looked_at = std::size_t{1} << 20;
constexpr std::size_t step = std::size_t{1} << 16;
constexpr std::string_view little_mark = "\xff\xfe", big_mark = "\xfe\xff";

unsigned char byte(char c) { return static_cast<unsigned char>(c); }

/// Is this byte, below A0, a letter, quotation mark, dash or ellipsis of Windows-1252?
bool is_text_of_windows(unsigned char byte) {
  constexpr std::string_view texts =
      "\x82\x83\x84\x85\x8a\x8b\x8c\x8e\x91\x92\x93\x94\x96\x97\x9a\x9b\x9c\x9e\x9f";
  return texts.find(static_cast<char>(byte)) != texts.npos;
}

/// Latin-1 or Windows-1252, if the first `size` bytes of a text look like it: some are not ASCII,
/// and none of these is a control character there or begins a character of UTF-8. Otherwise UTF-8.
Encoding narrow_encoding(std::string_view text, std::size_t size) {
  const char *at = text.data(), *const end = at + std::min(size, text.size());
  Encoding encoding = Encoding::utf8;
  while ((at = std::find_if_not(at, end, is_ascii_byte)) < end) {
    const char* const behind = text.data() + text.size();
    const bool is_character =
        find_invalid_utf8(at, at + std::min<std::ptrdiff_t>(4, behind - at)) > at;
    const bool is_low = byte(*at) < 0xa0;
    if (is_character || (is_low && !is_text_of_windows(byte(*at)))) return Encoding::utf8;
    if (is_low || encoding == Encoding::utf8) {
      encoding = is_low ? Encoding::cp1252 : Encoding::latin1;
    }
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

void append_utf8(std::uint32_t code, std::string& out) {
  const auto tail = [&](unsigned shift) {
    out += static_cast<char>(0x80 | (code >> shift & 0x3f));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xf0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

/// Decodes UTF-16 from a stream of bytes. An unpaired surrogate becomes an invalid UTF-8 sequence.
class Utf16Decoder {
 public:
  explicit Utf16Decoder(bool big) : big_(big) {}

  void decode(std::string_view bytes, std::string& out) {
    for (const char c : bytes) {
      const unsigned first = byte(first_), second = byte(c);
      if (has_first_) put(big_ ? first << 8 | second : second << 8 | first, out);
      first_ = c;
      has_first_ = !has_first_;
    }
  }

  void finish(std::string& out) {
    if (high_) append_utf8(high_, out);
    if (has_first_) out += '\xff';
    high_ = 0;
    has_first_ = false;
  }

 private:
  void put(unsigned unit, std::string& out) {
    const bool is_low = unit >= 0xdc00 && unit < 0xe000;
    if (high_ && is_low) {
      append_utf8(0x10000 + ((high_ - 0xd800) << 10) + (unit - 0xdc00), out);
      high_ = 0;
      return;
    }
    if (high_) append_utf8(high_, out);
    high_ = unit >= 0xd800 && unit < 0xdc00 ? unit : 0;
    if (!high_) append_utf8(unit, out);
  }

  bool big_;
  bool has_first_ = false;
  char first_ = 0;
  std::uint32_t high_ = 0;
};

}  // namespace

/// The bytes read from the source and not yet returned, and their decoder.
class DecodedSource::Front {
 public:
  Front(ByteSource& source, Encoding requested) : source_(source), encoding_(requested) {
    if (requested == Encoding::utf8) return;
    fill(4);
    const bool big = held_.starts_with(big_mark), little = held_.starts_with(little_mark);
    const bool big_text = looks_like_utf16(held_, 0), little_text = looks_like_utf16(held_, 1);
    const bool is_wide = big || little || big_text || little_text || requested == Encoding::utf16;
    if (is_wide && requested != Encoding::latin1 && requested != Encoding::cp1252) {
      encoding_ = Encoding::utf16;
      utf16_ = Utf16Decoder(big || (big_text && !little));
      if (big || little) held_.erase(0, big_mark.size());
    } else if (requested == Encoding::guessed) {
      encoding_ = guess_narrow();
    }
    if (encoding_ == Encoding::latin1 || encoding_ == Encoding::cp1252) {
      fill(looked_at);
      is_other_ = find_beyond_ascii(held_, 0) < held_.size();
    } else {
      is_other_ = encoding_ == Encoding::utf16;
    }
    decode_held();
  }

  std::size_t read(char* buffer, std::size_t size) {
    while (at_ == held_.size()) {
      if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
      if (is_plain()) return source_.read(buffer, size);
      held_.clear();
      at_ = 0;
      if (at_end_) return 0;
      fill(step);
      decode_held();
    }
    const std::size_t taken = std::min(size, held_.size() - at_);
    std::copy_n(held_.data() + at_, taken, buffer);
    at_ += taken;
    return taken;
  }

  std::string_view other_encoding() const {
    if (!is_other_) return {};
    return encoding_ == Encoding::utf16    ? "UTF-16"
           : encoding_ == Encoding::latin1 ? "Latin-1"
                                           : "Windows-1252";
  }

 private:
  bool is_plain() const { return encoding_ == Encoding::utf8; }

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

  /// Reads until the first non-ASCII byte decides whether there is a need to read on.
  Encoding guess_narrow() {
    constexpr std::size_t longest = 4;  // of a character of UTF-8
    std::size_t first = find_beyond_ascii(held_, 0);
    while (first == held_.size() && !at_end_ && first < looked_at) {
      fill(first + step);
      first = find_beyond_ascii(held_, first);
    }
    if (first >= std::min(held_.size(), looked_at)) return Encoding::utf8;
    fill(first + longest);
    const std::string_view front = std::string_view(held_).substr(first, longest);
    if (narrow_encoding(front, 1) == Encoding::utf8) return Encoding::utf8;
    fill(looked_at + longest);
    return narrow_encoding(held_, looked_at);
  }

  void decode_held() {
    if (is_plain()) return;
    std::string text;
    if (encoding_ == Encoding::latin1) {
      append_latin1(held_, text);
    } else if (encoding_ == Encoding::cp1252) {
      append_cp1252(held_, text);
    } else {
      utf16_.decode(held_, text);
      if (at_end_) utf16_.finish(text);
    }
    held_ = std::move(text);
  }

  ByteSource& source_;
  Encoding encoding_;
  Utf16Decoder utf16_{false};
  std::string held_;
  std::size_t at_ = 0;
  bool at_end_ = false;
  bool is_other_ = false;
  std::exception_ptr failure_;
};

DecodedSource::DecodedSource(ByteSource& source, Encoding requested)
    : front_(std::make_unique<Front>(source, requested)) {}

DecodedSource::~DecodedSource() = default;

std::size_t DecodedSource::read(char* buffer, std::size_t size) {
  return front_->read(buffer, size);
}

std::string_view DecodedSource::other_encoding() const { return front_->other_encoding(); }

}  // namespace schiri
