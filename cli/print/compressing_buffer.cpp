#include "cli/print/compressing_buffer.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <new>

#include "core/base/characters.h"
#include "core/base/errors.h"
#include "notation/records/source/compressed/archive_library.h"
#include "notation/text/printable.h"

namespace schiri::cli {

namespace {

struct Compression {
  std::string_view ending;
  std::string_view name;  ///< in libarchive
};

constexpr Compression compressions[] = {
    {".gz", "gzip"}, {".zst", "zstd"}, {".bz2", "bzip2"}, {".xz", "xz"}};

constexpr std::string_view other_endings[] = {".zip",  ".7z",   ".rar", ".tar",  ".tgz",
                                              ".tbz",  ".tbz2", ".txz", ".tzst", ".lz4",
                                              ".lzma", ".br",   ".z"};

/// By the ending of a path, in any case; null if there is none.
const Compression* find_compression(const std::string& path) {
  const std::string name = lower_case(path);
  const auto found = std::find_if(
      std::begin(compressions), std::end(compressions),
      [&](const Compression& compression) { return name.ends_with(compression.ending); });
  return found == std::end(compressions) ? nullptr : found;
}

/// Begins a file without a name in libarchive.
bool begin_file(archive* writer) {
  archive_entry* const entry = libarchive().entry_new();
  if (!entry) return false;
  libarchive().entry_set_filetype(entry, AE_IFREG);
  const int status = libarchive().write_header(writer, entry);
  libarchive().entry_free(entry);
  return status == ARCHIVE_OK;
}

}  // namespace

std::string_view compression_of(const std::string& path) {
  // An archive may be compressed as well: games.tar.gz.
  const std::string name = lower_case(without_compression_ending(path));
  for (const std::string_view ending : other_endings) {
    if (!name.ends_with(ending)) continue;
    throw InputError(
        message("{0} cannot be written: {1} is not supported for output; compressed "
                "files end in .gz, .zst, .bz2 or .xz",
                printable(path, 4096), ending));
  }
  const Compression* const compression = find_compression(path);
  return compression ? compression->name : std::string_view();
}

std::string without_compression_ending(const std::string& path) {
  const Compression* const compression = find_compression(path);
  return compression ? path.substr(0, path.size() - compression->ending.size()) : path;
}

CompressingBuffer::CompressingBuffer(std::string_view compression, std::streambuf& below)
    : writer_(libarchive().write_new()) {
  if (!writer_) throw std::bad_alloc();
  // Neither padding nor time.
  libarchive().write_set_bytes_per_block(writer_, 0);
  libarchive().write_set_bytes_in_last_block(writer_, 1);
  works_ = libarchive().write_set_format_raw(writer_) == ARCHIVE_OK &&
           libarchive().write_add_filter_by_name(writer_, std::string(compression).c_str()) ==
               ARCHIVE_OK;
  if (compression == "gzip")
    libarchive().write_set_filter_option(writer_, "gzip", "timestamp", nullptr);
  works_ =
      works_ &&
      libarchive().write_open(writer_, &below, nullptr, write_compressed, nullptr) == ARCHIVE_OK &&
      begin_file(writer_);
  setp(room_.data(), room_.data() + room_.size());
}

CompressingBuffer::~CompressingBuffer() {
  libarchive().write_fail(writer_);
  libarchive().write_free(writer_);
}

ptrdiff_t CompressingBuffer::write_compressed(archive* writer, void* below, const void* bytes,
                                              std::size_t size) {
  const auto wanted = static_cast<std::streamsize>(size);
  auto& buffer = *static_cast<std::streambuf*>(below);
  if (buffer.sputn(static_cast<const char*>(bytes), wanted) == wanted) return wanted;
  libarchive().set_error(writer, EIO, "not written");
  return -1;
}

bool CompressingBuffer::compress() {
  const auto size = static_cast<std::size_t>(pptr() - pbase());
  works_ =
      works_ && libarchive().write_data(writer_, pbase(), size) == static_cast<la_ssize_t>(size);
  setp(room_.data(), room_.data() + room_.size());
  return works_;
}

bool CompressingBuffer::finish() {
  return compress() && libarchive().write_close(writer_) == ARCHIVE_OK;
}

CompressingBuffer::int_type CompressingBuffer::overflow(int_type character) {
  if (!compress()) return traits_type::eof();
  if (character != traits_type::eof()) sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

}  // namespace schiri::cli
