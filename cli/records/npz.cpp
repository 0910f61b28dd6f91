#include "cli/records/npz.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

#include "cli/print/encodings.h"

namespace schiri::cli {

namespace {

/// Least byte first, as both formats want it.
template <class Number>
void append(std::string& bytes, Number number) {
  auto left = static_cast<std::make_unsigned_t<Number>>(number);
  for (std::size_t i = 0; i < sizeof left; ++i) {
    bytes += static_cast<char>(left & 0xff);
    left = static_cast<decltype(left)>(left >> 4 >> 4);
  }
}

/// What goes before the data of a .npy file; the data begin at a multiple of 64 bytes.
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

std::uint32_t checksum(const std::string& bytes) {
  const void* data = bytes.data();
  return static_cast<std::uint32_t>(
      crc32(0, static_cast<const Bytef*>(data), static_cast<uInt>(bytes.size())));
}

/// What a local header and an entry of the directory have in common (APPNOTE 4.3.7, 4.3.12).
std::string common_fields(const std::string& name, std::uint32_t crc, std::size_t compressed,
                          std::size_t size) {
  constexpr std::uint16_t version = 20, flags = 0, deflated = 8, midnight = 0, first_of_1980 = 33;
  std::string bytes;
  for (const std::uint16_t field : {version, flags, deflated, midnight, first_of_1980}) {
    append(bytes, field);
  }
  append(bytes, crc);
  append(bytes, static_cast<std::uint32_t>(compressed));
  append(bytes, static_cast<std::uint32_t>(size));
  append(bytes, static_cast<std::uint16_t>(name.size()));
  append(bytes, std::uint16_t{0});  // no extra field
  return bytes;
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
  std::string directory;
  std::uint64_t offset = 0;
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  for (const Member& member : members_) {
    if (member.bytes.size() >= most) throw std::length_error("an array has 4 GiB or more");
    const std::string compressed = deflate_raw(member.bytes);
    const std::string fields =
        common_fields(member.name, checksum(member.bytes), compressed.size(), member.bytes.size());
    const std::string local = "PK\3\4" + fields + member.name;
    if (offset >= most) throw std::length_error("the archive has 4 GiB or more");
    directory += "PK\1\2";
    append(directory, std::uint16_t{20});
    directory += fields;
    directory.append(10, '\0');  // no comment, on one disk, no attributes
    append(directory, static_cast<std::uint32_t>(offset));
    directory += member.name;
    out << local << compressed;
    offset += local.size() + compressed.size();
  }
  if (offset >= most) throw std::length_error("the archive has 4 GiB or more");
  out << directory;
  std::string end = "PK\5\6";
  append(end, std::uint32_t{0});
  append(end, static_cast<std::uint16_t>(members_.size()));
  append(end, static_cast<std::uint16_t>(members_.size()));
  append(end, static_cast<std::uint32_t>(directory.size()));
  append(end, static_cast<std::uint32_t>(offset));
  append(end, std::uint16_t{0});
  out << end;
}

}  // namespace schiri::cli
