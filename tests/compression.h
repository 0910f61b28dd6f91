#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Compresses a text by gzip.
inline std::string gzip(const std::string& text) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib cannot start");
  }
  std::string compressed(deflateBound(&stream, static_cast<uLong>(text.size())) + 32, '\0');
  std::string input = text;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(compressed.data());
  stream.avail_out = static_cast<uInt>(compressed.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("zlib cannot finish");
  compressed.resize(compressed.size() - stream.avail_out);
  deflateEnd(&stream);
  return compressed;
}

/// Compresses a text by zstd.
inline std::string zstd(const std::string& text) {
  std::string compressed(ZSTD_compressBound(text.size()), '\0');
  compressed.resize(
      ZSTD_compress(compressed.data(), compressed.size(), text.data(), text.size(), 3));
  return compressed;
}

/// Compresses a text by bzip2 in blocks of 100,000 bytes.
inline std::string bzip2(const std::string& text) {
  std::string compressed(text.size() + text.size() / 100 + 600, '\0'), input = text;
  auto size = static_cast<unsigned>(compressed.size());
  if (BZ2_bzBuffToBuffCompress(compressed.data(), &size, input.data(),
                               static_cast<unsigned>(input.size()), 1, 0, 0) != BZ_OK) {
    throw std::runtime_error("bzip2 fails");
  }
  compressed.resize(size);
  return compressed;
}

/// Compresses a text by xz.
inline std::string xz(const std::string& text) {
  std::string compressed(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t size = 0;
  if (lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, nullptr,
                              reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                              reinterpret_cast<std::uint8_t*>(compressed.data()), &size,
                              compressed.size()) != LZMA_OK) {
    throw std::runtime_error("xz fails");
  }
  compressed.resize(size);
  return compressed;
}

/// Creates an archive from names and texts, in a format of libarchive: `zip`, `ustar`, `pax`,
/// `gnutar`.
inline std::string archived(const std::vector<std::pair<std::string, std::string>>& files,
                            const char* format) {
  std::string compressed(std::size_t{1} << 22, '\0');
  std::size_t size = 0;
  archive* const writer = archive_write_new();
  archive_write_set_format_by_name(writer, format);
  archive_write_set_bytes_in_last_block(writer, 1);
  archive_write_open_memory(writer, compressed.data(), compressed.size(), &size);
  for (const auto& [name, text] : files) {
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, name.back() == '/' ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(text.size()));
    archive_write_header(writer, entry);
    archive_write_data(writer, text.data(), text.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  compressed.resize(size);
  return compressed;
}

inline std::string zip(const std::vector<std::pair<std::string, std::string>>& files) {
  return archived(files, "zip");
}
