#include "notation/records/source/compressed/zip_files.h"

#include <algorithm>
#include <string_view>

#include "notation/records/source/compressed/archive_library.h"
#include "notation/records/source/compressed/error.h"

namespace schiri {

namespace {

std::string name_of(archive_entry* entry) {
  // A name in another encoding is available as bytes only.
  const char* name = libarchive().entry_pathname_utf8(entry);
  if (!name) name = libarchive().entry_pathname(entry);
  return name ? name : "?";
}

/// Is the entry a regular file, not a folder or metadata of other systems?
bool is_file(archive_entry* entry, std::string_view name) {
  return libarchive().entry_filetype(entry) == AE_IFREG && !name.starts_with("__MACOSX/");
}

}  // namespace

ZipFiles::ZipFiles(std::unique_ptr<ByteSource> source, std::string name)
    : source_(std::move(source)), name_(std::move(name)), reader_(libarchive().read_new()) {
  if (!reader_ || libarchive().read_support_format_zip_streamable(reader_) != ARCHIVE_OK) {
    libarchive().read_free(reader_);
    throw compression_failure(CompressionError::memory, name_);
  }
  libarchive().read_open(reader_, this, nullptr, read_input, nullptr);
}

ZipFiles::~ZipFiles() { libarchive().read_free(reader_); }

ptrdiff_t ZipFiles::read_input(archive*, void* files, const void** piece) {
  return static_cast<ZipFiles*>(files)->read_input(piece);
}

/// In small pieces because a damaged piece yields nothing.
ptrdiff_t ZipFiles::read_input(const void** piece) {
  *piece = input_;
  try {
    return static_cast<ptrdiff_t>(source_->read(input_, sizeof input_));
  } catch (const std::system_error&) {
    failure_ = std::current_exception();
    return -1;
  }
}

void ZipFiles::fail() {
  if (failure_) std::rethrow_exception(failure_);
  const char* const text = libarchive().error_string(reader_);
  const std::string_view message = text ? text : "";
  const auto mentions = [&](std::string_view words) { return message.find(words) != message.npos; };
  CompressionError error = CompressionError::damaged;
  if (mentions("runcated") || mentions("end of file")) error = CompressionError::cut_off;
  if (mentions("nsupported")) error = CompressionError::unknown;
  if (mentions("ncrypted")) error = CompressionError::locked;
  throw compression_failure(error, name_);
}

bool ZipFiles::next() {
  archive_entry* entry = nullptr;
  while (true) {
    const int status = libarchive().read_next_header(reader_, &entry);
    if (status == ARCHIVE_EOF) return false;
    if (status < ARCHIVE_WARN) fail();
    file_ = name_of(entry);
    if (!is_file(entry, file_)) continue;
    if (libarchive().entry_is_encrypted(entry))
      throw compression_failure(CompressionError::locked, name_);
    block_size_ = 0;
    at_end_ = failed_ = false;
    return true;
  }
}

/// Also returns the block that has a wrong checksum.
void ZipFiles::take_block() {
  const void* block = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  const int status = libarchive().read_data_block(reader_, &block, &size, &offset);
  at_end_ = status == ARCHIVE_EOF;
  failed_ = status != ARCHIVE_OK && status != ARCHIVE_EOF;
  block_ = static_cast<const char*>(block);
  block_size_ = block && !at_end_ ? size : 0;
}

std::size_t ZipFiles::read(char* buffer, std::size_t size) {
  while (block_size_ == 0 && !at_end_ && !failed_) take_block();
  if (block_size_ == 0 && failed_) fail();
  const std::size_t taken = std::min(size, block_size_);
  std::copy_n(block_, taken, buffer);
  block_ += taken;
  block_size_ -= taken;
  return taken;
}

}  // namespace schiri
