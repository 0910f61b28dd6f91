#pragma once

#include <zlib.h>
#ifdef SCHIRI_ZSTD
#include <zstd.h>
#endif
#ifdef SCHIRI_BZIP2
#include <bzlib.h>
#endif
#ifdef SCHIRI_LIBLZMA
#include <lzma.h>
#endif
#ifdef SCHIRI_LIBARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Packed files for tests. Without its library a function throws the words of the program's
// refusals, by which ctest recognises a test to skip (CMakeLists.txt).

[[noreturn]] inline void refuse_without(const std::string& library) {
  throw std::runtime_error("these tests were built without " + library);
}

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

#ifdef SCHIRI_ZSTD
/// Compresses a text by zstd.
inline std::string zstd(const std::string& text) {
  std::string compressed(ZSTD_compressBound(text.size()), '\0');
  compressed.resize(
      ZSTD_compress(compressed.data(), compressed.size(), text.data(), text.size(), 3));
  return compressed;
}

/// The same of a text of unknown size, so that the window stays as large as 2 to this power.
inline std::string zstd_with_window(const std::string& text, int power) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, power);
  std::string compressed(ZSTD_compressBound(text.size()), '\0');
  ZSTD_inBuffer in{text.data(), text.size(), 0};
  ZSTD_outBuffer out{compressed.data(), compressed.size(), 0};
  const bool done = ZSTD_compressStream2(context, &out, &in, ZSTD_e_flush) == 0 &&
                    ZSTD_compressStream2(context, &out, &in, ZSTD_e_end) == 0;
  ZSTD_freeCCtx(context);
  if (!done) throw std::runtime_error("zstd fails");
  compressed.resize(out.pos);
  return compressed;
}
#else
inline std::string zstd(const std::string&) { refuse_without("zstd"); }
inline std::string zstd_with_window(const std::string&, int) { refuse_without("zstd"); }
#endif

#ifdef SCHIRI_BZIP2
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

#else
inline std::string bzip2(const std::string&) { refuse_without("bzip2"); }
#endif

#ifdef SCHIRI_LIBLZMA
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

#else
inline std::string xz(const std::string&) { refuse_without("liblzma"); }
#endif

#ifdef SCHIRI_LIBARCHIVE
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
#else
inline std::string archived(const std::vector<std::pair<std::string, std::string>>&, const char*) {
  refuse_without("libarchive");
}
#endif

inline std::string zip(const std::vector<std::pair<std::string, std::string>>& files) {
  return archived(files, "zip");
}
