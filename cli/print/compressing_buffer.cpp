#include "cli/print/compressing_buffer.h"

#ifdef SCHIRI_LIBARCHIVE
#include <array>
#include <cerrno>
#include <cstddef>
#include <new>
#include <string>

#include "notation/records/source/compressed/archive_library.h"

namespace schiri::cli {

namespace {

/// Begins a file without a name in libarchive.
bool begin_file(archive* writer) {
  archive_entry* const entry = SCHIRI_ARCHIVE(entry_new)();
  if (!entry) return false;
  SCHIRI_ARCHIVE(entry_set_filetype)(entry, AE_IFREG);
  const int status = SCHIRI_ARCHIVE(write_header)(writer, entry);
  SCHIRI_ARCHIVE(entry_free)(entry);
  return status == ARCHIVE_OK;
}

class LibarchiveBuffer final : public CompressingBuffer {
 public:
  LibarchiveBuffer(std::string_view compression, std::streambuf& below);
  ~LibarchiveBuffer() override;

  bool finish() override;

 protected:
  int_type overflow(int_type character) override;
  /// Does nothing: each flush of a compressor costs some bytes.
  int sync() override { return 0; }

 private:
  static ptrdiff_t write_compressed(archive* packer, void* buffer, const void* bytes,
                                    std::size_t size);
  bool compress();

  std::streambuf* below_;
  archive* writer_;
  bool works_;
  std::array<char, 1 << 16> room_;
};

LibarchiveBuffer::LibarchiveBuffer(std::string_view compression, std::streambuf& below)
    : below_(&below), writer_(SCHIRI_ARCHIVE(write_new)()) {
  if (!writer_) throw std::bad_alloc();
  // Neither padding nor time.
  SCHIRI_ARCHIVE(write_set_bytes_per_block)(writer_, 0);
  SCHIRI_ARCHIVE(write_set_bytes_in_last_block)(writer_, 1);
  works_ = SCHIRI_ARCHIVE(write_set_format_raw)(writer_) == ARCHIVE_OK &&
           SCHIRI_ARCHIVE(write_add_filter_by_name)(writer_, std::string(compression).c_str()) ==
               ARCHIVE_OK;
  if (compression == "gzip")
    SCHIRI_ARCHIVE(write_set_filter_option)(writer_, "gzip", "timestamp", nullptr);
  works_ =
      works_ &&
      SCHIRI_ARCHIVE(write_open)(writer_, this, nullptr, write_compressed, nullptr) == ARCHIVE_OK &&
      begin_file(writer_);
  setp(room_.data(), room_.data() + room_.size());
}

LibarchiveBuffer::~LibarchiveBuffer() {
  // libarchive frees a compressor only when it has written its rest: into nothing.
  below_ = nullptr;
  SCHIRI_ARCHIVE(write_free)(writer_);
}

ptrdiff_t LibarchiveBuffer::write_compressed(archive* writer, void* buffer, const void* bytes,
                                             std::size_t size) {
  const auto wanted = static_cast<std::streamsize>(size);
  std::streambuf* const below = static_cast<LibarchiveBuffer*>(buffer)->below_;
  if (!below || below->sputn(static_cast<const char*>(bytes), wanted) == wanted) return wanted;
  SCHIRI_ARCHIVE(set_error)(writer, EIO, "not written");
  return -1;
}

bool LibarchiveBuffer::compress() {
  const auto size = static_cast<std::size_t>(pptr() - pbase());
  works_ =
      works_ && SCHIRI_ARCHIVE(write_data)(writer_, pbase(), size) == static_cast<la_ssize_t>(size);
  setp(room_.data(), room_.data() + room_.size());
  return works_;
}

bool LibarchiveBuffer::finish() {
  return compress() && SCHIRI_ARCHIVE(write_close)(writer_) == ARCHIVE_OK;
}

LibarchiveBuffer::int_type LibarchiveBuffer::overflow(int_type character) {
  if (!compress()) return traits_type::eof();
  if (character != traits_type::eof()) sputc(traits_type::to_char_type(character));
  return traits_type::not_eof(character);
}

}  // namespace

MakeCompressingBuffer* const compressing_buffer =
    [](std::string_view compression, std::streambuf& below) -> std::unique_ptr<CompressingBuffer> {
  return std::make_unique<LibarchiveBuffer>(compression, below);
};

}  // namespace schiri::cli
#else
schiri::cli::MakeCompressingBuffer* const schiri::cli::compressing_buffer = nullptr;
#endif
