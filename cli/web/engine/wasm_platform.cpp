/// The platform of the engine in a browser: Unicode, and neither threads, compressed
/// files. It has only the rating method that reports use.

#include <iconv.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <system_error>

#include "core/base/message.h"
#include "core/base/parallel.h"
#include "core/rating/models/methods.h"
#include "notation/records/source/compressed/open.h"

// There is no environment, also not for the locales of streams.
extern "C" char* getenv(const char* /*name*/) { return nullptr; }

// Texts come from JavaScript, which has decoded them. The C library's tables of East Asian
// encodings would be an eighth of the engine.
extern "C" {
iconv_t iconv_open(const char* /*to*/, const char* /*from*/) {
  return reinterpret_cast<iconv_t>(std::intptr_t{-1});
}
std::size_t iconv(iconv_t, char**, std::size_t*, char**, std::size_t*) {
  return static_cast<std::size_t>(-1);
}
int iconv_close(iconv_t) { return 0; }
}

namespace {

constexpr std::ptrdiff_t no_text = -1;

/// In JavaScript: writes the text in the Unicode form NFC, case-folded or without combining
/// characters as the bits of `form` say, and returns its size, which may exceed the buffer.
extern "C" __attribute__((import_module("schiri"), import_name("compose"))) int compose(
    const void* text, int size, void* composed, int room, int form);
/// In JavaScript: 0 for a normal character, 1 for a combining one, 2 for one of two columns.
extern "C" __attribute__((import_module("schiri"), import_name("character"))) int character(
    int code);

enum { joins = 1, is_wide = 2 };

std::string composed(const utf8proc_uint8_t* text, utf8proc_ssize_t size, utf8proc_option_t form) {
  std::string result(static_cast<std::size_t>(4 * size + 16), '\0');
  const int written =
      compose(text, static_cast<int>(size), result.data(), static_cast<int>(result.size()), form);
  result.resize(std::min(static_cast<std::size_t>(written), result.size()));
  return result;
}

/// Writes the bytes of a character, returns how many.
int encode(utf8proc_int32_t code, char* bytes) {
  const auto follow = [&](int shift) { return static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
  if (code < 0x80) return bytes[0] = static_cast<char>(code), 1;
  if (code < 0x800) return bytes[0] = static_cast<char>(0xc0 | code >> 6), bytes[1] = follow(0), 2;
  if (code < 0x10000) {
    bytes[0] = static_cast<char>(0xe0 | code >> 12);
    return bytes[1] = follow(6), bytes[2] = follow(0), 3;
  }
  bytes[0] = static_cast<char>(0xf0 | code >> 18);
  return bytes[1] = follow(12), bytes[2] = follow(6), bytes[3] = follow(0), 4;
}

bool is_compressed(std::string_view front) {
  constexpr std::string_view magics[] = {"\x1f\x8b", "\x28\xb5\x2f\xfd", "BZh",
                                         "\xfd"
                                         "7zXZ",
                                         "PK\x03\x04"};
  return std::any_of(std::begin(magics), std::end(magics),
                     [&](std::string_view magic) { return front.starts_with(magic); });
}

}  // namespace

utf8proc_ssize_t utf8proc_iterate(const utf8proc_uint8_t* text, utf8proc_ssize_t size,
                                  utf8proc_int32_t* code) {
  *code = no_text;
  if (size <= 0) return 0;
  const int first = text[0];
  const int length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (length == 0 || first > 0xf4 || length > size) return no_text;
  utf8proc_int32_t value = length == 1 ? first : first & (0x7f >> length);
  for (int i = 1; i < length; ++i) {
    if ((text[i] & 0xc0) != 0x80) return no_text;
    value = value << 6 | (text[i] & 0x3f);
  }
  constexpr std::array<utf8proc_int32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
  if (value < least[static_cast<std::size_t>(length)] || value > 0x10ffff) return no_text;
  if (value >= 0xd800 && value < 0xe000) return no_text;
  *code = value;
  return length;
}

utf8proc_ssize_t utf8proc_decompose(const utf8proc_uint8_t* text, utf8proc_ssize_t size,
                                    utf8proc_int32_t* codes, utf8proc_ssize_t room,
                                    utf8proc_option_t form) {
  for (const utf8proc_uint8_t* at = text; at < text + size;) {
    utf8proc_int32_t code = 0;
    const utf8proc_ssize_t length = utf8proc_iterate(at, text + size - at, &code);
    if (length < 0) return no_text;
    at += length;
  }
  const std::string result = composed(text, size, form);
  const void* bytes = result.data();
  const auto *at = static_cast<const utf8proc_uint8_t*>(bytes), *const end = at + result.size();
  utf8proc_ssize_t count = 0;
  while (at < end) {
    utf8proc_int32_t code = 0;
    at += std::max<utf8proc_ssize_t>(1, utf8proc_iterate(at, end - at, &code));
    if (count < room) codes[count] = code;
    ++count;
  }
  return count;
}

utf8proc_ssize_t utf8proc_reencode(utf8proc_int32_t* codes, utf8proc_ssize_t count,
                                   utf8proc_option_t) {
  std::string text;
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    char bytes[4];
    text.append(bytes, static_cast<std::size_t>(encode(codes[i], bytes)));
  }
  void* room = codes;
  std::copy_n(text.c_str(), text.size() + 1, static_cast<char*>(room));
  return static_cast<utf8proc_ssize_t>(text.size());
}

utf8proc_ssize_t utf8proc_map(const utf8proc_uint8_t* text, utf8proc_ssize_t size,
                              utf8proc_uint8_t** mapped, utf8proc_option_t form) {
  const std::string result = composed(text, size, form);
  void* bytes = std::malloc(result.size() + 1);
  if (!bytes) return no_text;
  std::copy_n(result.c_str(), result.size() + 1, static_cast<char*>(bytes));
  *mapped = static_cast<utf8proc_uint8_t*>(bytes);
  return static_cast<utf8proc_ssize_t>(result.size());
}

int utf8proc_grapheme_break_stateful(utf8proc_int32_t before, utf8proc_int32_t code,
                                     utf8proc_int32_t*) {
  constexpr utf8proc_int32_t joiner = 0x200d;
  return before != joiner && character(code) != joins;
}

int utf8proc_charwidth(utf8proc_int32_t code) {
  const int kind = character(code);
  return kind == joins ? 0 : kind == is_wide ? 2 : 1;
}

namespace schiri::rating {

namespace {

constexpr Method known[] = {{"bt",
                             [](const GameLog& log, const MethodOptions& options) {
                               return rate_bt(GameCounts(log), options.bt);
                             },
                             nullptr}};

}  // namespace

std::span<const Method> methods() { return known; }

const Method* find_method(std::string_view name) {
  return name == known[0].name ? &known[0] : nullptr;
}

}  // namespace schiri::rating

namespace schiri {

void on_fewer_threads(std::function<void(std::size_t, std::size_t)>) {}
std::size_t processor_count() { return 1; }
void note_fewer_threads(std::size_t, std::size_t) {}

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source,
                                         const std::string& name) {
  if (is_compressed(source->front(6))) {
    throw std::system_error(std::make_error_code(std::errc::not_supported),
                            name + " is compressed; decompress it first");
  }
  return source;
}

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  throw std::system_error(std::make_error_code(std::errc::not_supported), path);
}

}  // namespace schiri
