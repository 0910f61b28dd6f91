#include "cli/records/npz.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <stdexcept>

#include "notation/records/source/compressed/archive_library.h"

namespace schiri::cli {

namespace {

/// Least byte first.
template <class Number>
void append(std::string& bytes, Number number) {
  auto left = static_cast<std::make_unsigned_t<Number>>(number);
  for (std::size_t i = 0; i < sizeof left; ++i) {
    bytes += static_cast<char>(left & 0xff);
    left = static_cast<decltype(left)>(left >> 4 >> 4);
  }
}

/// The header of a .npy file; the data begin at a multiple of 64 bytes.
std::string header(const std::string& kind, std::size_t size) {
  constexpr std::size_t fixed = 10, alignment = 64;
  std::string words = "{'descr': '" + kind + "', 'fortran_order': False, 'shape': (" +
                      std::to_string(size) + ",), }";
  words.append(alignment - (fixed + words.size() + 1) % alignment, ' ');
  words += '\n';
  std::string bytes("\x93NUMPY\x01\x00", 8);
  append(bytes, static_cast<std::uint16_t>(words.size()));
  return bytes + words;
}

void require(int status, archive* writer) {
  if (status != ARCHIVE_OK) throw std::runtime_error(libarchive().error_string(writer));
}

la_ssize_t put(archive* /*writer*/, void* out, const void* bytes, std::size_t size) {
  static_cast<std::ostream*>(out)->write(static_cast<const char*>(bytes),
                                         static_cast<std::streamsize>(size));
  return static_cast<la_ssize_t>(size);
}

}  // namespace

void NpzFile::add(std::string_view name, const std::string& kind, std::size_t size,
                  std::string_view data) {
  members_.push_back({std::string(name) + ".npy", header(kind, size).append(data)});
}

void NpzFile::add(std::string_view name, const std::vector<std::string>& texts) {
  std::size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  std::string data;
  data.reserve(width * texts.size());
  for (const std::string& text : texts) data.append(text).append(width - text.size(), '\0');
  add(name, "|S" + std::to_string(width), texts.size(), data);
}

void NpzFile::add(std::string_view name, const std::vector<float>& numbers) {
  std::string data;
  for (const float number : numbers) append(data, std::bit_cast<std::uint32_t>(number));
  add(name, "<f4", numbers.size(), data);
}

void NpzFile::add(std::string_view name, const std::vector<std::int32_t>& numbers) {
  std::string data;
  for (const std::int32_t number : numbers) append(data, number);
  add(name, "<i4", numbers.size(), data);
}

void NpzFile::add(std::string_view name, const std::vector<std::int8_t>& numbers) {
  std::string data;
  for (const std::int8_t number : numbers) append(data, number);
  add(name, "|i1", numbers.size(), data);
}

void NpzFile::add(std::string_view name, const std::vector<bool>& flags) {
  std::string data;
  for (const bool flag : flags) data += flag ? '\1' : '\0';
  add(name, "|b1", flags.size(), data);
}

void NpzFile::write(std::ostream& out) {
  const std::unique_ptr<archive, int (*)(archive*)> writer(libarchive().write_new(),
                                                           libarchive().write_free);
  if (!writer) throw std::bad_alloc();
  require(libarchive().write_set_format_zip(writer.get()), writer.get());
  require(libarchive().write_open(writer.get(), &out, nullptr, put, nullptr), writer.get());
  for (const auto& [name, bytes] : members_) {
    // Neither time (it would depend on the time zone) nor owner, for reproducible bytes.
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(libarchive().entry_new(),
                                                                         libarchive().entry_free);
    if (!entry) throw std::bad_alloc();
    libarchive().entry_set_pathname(entry.get(), name.c_str());
    libarchive().entry_set_filetype(entry.get(), AE_IFREG);
    libarchive().entry_set_perm(entry.get(), 0644);
    libarchive().entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
    require(libarchive().write_header(writer.get(), entry.get()), writer.get());
    if (libarchive().write_data(writer.get(), bytes.data(), bytes.size()) < 0) {
      throw std::runtime_error(libarchive().error_string(writer.get()));
    }
  }
  require(libarchive().write_close(writer.get()), writer.get());
}

}  // namespace schiri::cli
