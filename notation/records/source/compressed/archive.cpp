#include "notation/records/source/compressed/codecs.h"

#ifdef SCHIRI_LIBARCHIVE
#include <algorithm>
#include <cstdint>
#include <exception>
#include <string_view>
#include <system_error>
#include <utility>

#include "notation/records/source/compressed/archive_library.h"

namespace schiri {

namespace {

std::string name_of(archive_entry* entry) {
  // A name in another encoding is available as bytes only.
  const char* name = SCHIRI_ARCHIVE(entry_pathname_utf8)(entry);
  if (!name) name = SCHIRI_ARCHIVE(entry_pathname)(entry);
  if (!name) return "?";
  return std::string_view(name).starts_with("./") ? name + 2 : name;
}

/// Is the entry a regular file, not a folder, a second name of a file or metadata of other systems?
bool is_file(archive_entry* entry, std::string_view name) {
  const bool is_metadata =
      name.starts_with("__MACOSX/") || name.substr(name.rfind('/') + 1).starts_with("._");
  return SCHIRI_ARCHIVE(entry_filetype)(entry) == AE_IFREG &&
         !SCHIRI_ARCHIVE(entry_hardlink)(entry) && !is_metadata;
}

/// Two blocks of zeros end a tar archive; padding before them is shorter than one.
constexpr std::size_t tar_block = 512;

class LibarchiveFiles final : public ArchiveFiles {
 public:
  LibarchiveFiles(std::unique_ptr<ByteSource> source, std::string name, ArchiveForm form);
  ~LibarchiveFiles() override;

  bool next() override;
  const std::string& file() const override { return file_; }
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  static ptrdiff_t read_input(archive* reader, void* files, const void** piece);
  ptrdiff_t read_input(const void** piece);
  void look_for_end(std::string_view piece);
  void require_end();
  void take_block();
  [[noreturn]] void fail();

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  bool is_tar_;
  std::string file_;
  archive* reader_;
  std::exception_ptr failure_;  ///< of the source
  bool failed_ = false;         ///< thrown after the bytes before the error
  bool at_end_ = true;
  bool needs_end_ = true;   ///< the end of the archive was not read yet
  std::size_t zeros_ = 0;   ///< at the end of the input so far
  std::uint32_t last_ = 0;  ///< the last four bytes of the input
  std::size_t behind_ = 0;  ///< how many bytes follow the signature of the end of a zip archive
  bool has_signature_ = false;
  const char* block_ = nullptr;
  std::size_t block_size_ = 0;
  char input_[512];
};

LibarchiveFiles::LibarchiveFiles(std::unique_ptr<ByteSource> source, std::string name,
                                 ArchiveForm form)
    : source_(std::move(source)),
      name_(std::move(name)),
      is_tar_(form == ArchiveForm::tar),
      reader_(SCHIRI_ARCHIVE(read_new)()) {
  const auto support = is_tar_ ? SCHIRI_ARCHIVE(read_support_format_tar)
                               : SCHIRI_ARCHIVE(read_support_format_zip_streamable);
  if (!reader_ || support(reader_) != ARCHIVE_OK) {
    SCHIRI_ARCHIVE(read_free)(reader_);
    throw compression_failure(CompressionError::memory, name_);
  }
  SCHIRI_ARCHIVE(read_open)(reader_, this, nullptr, read_input, nullptr);
}

LibarchiveFiles::~LibarchiveFiles() { SCHIRI_ARCHIVE(read_free)(reader_); }

ptrdiff_t LibarchiveFiles::read_input(archive*, void* files, const void** piece) {
  return static_cast<LibarchiveFiles*>(files)->read_input(piece);
}

/// In small pieces because a damaged piece yields nothing.
ptrdiff_t LibarchiveFiles::read_input(const void** piece) {
  *piece = input_;
  try {
    const std::size_t size = source_->read(input_, sizeof input_);
    look_for_end({input_, size});
    return static_cast<ptrdiff_t>(size);
  } catch (const std::system_error&) {
    failure_ = std::current_exception();
    return -1;
  }
}

/// Zeros end a tar archive, and a record of its own a zip archive, after the list of its files.
void LibarchiveFiles::look_for_end(std::string_view piece) {
  constexpr std::uint32_t signature = 0x504b0506;
  constexpr std::size_t rest_of_record = 18;
  for (const char c : piece) {
    zeros_ = c == '\0' ? zeros_ + 1 : 0;
    last_ = last_ << 8 | static_cast<unsigned char>(c);
    ++behind_;
    if (last_ == signature) behind_ = 0;
    has_signature_ = has_signature_ || last_ == signature;
    const bool ends = is_tar_ ? zeros_ == tar_block : has_signature_ && behind_ == rest_of_record;
    needs_end_ = needs_end_ && !ends;
  }
}

/// Reads what follows the files. Throws std::system_error if the archive is truncated.
void LibarchiveFiles::require_end() {
  while (!is_tar_ && needs_end_) {
    const std::size_t size = source_->read(input_, sizeof input_);
    if (size == 0) break;
    look_for_end({input_, size});
  }
  if (needs_end_) throw compression_failure(CompressionError::cut_off, name_);
}

void LibarchiveFiles::fail() {
  if (failure_) std::rethrow_exception(failure_);
  const char* const text = SCHIRI_ARCHIVE(error_string)(reader_);
  const std::string_view message = text ? text : "";
  const auto mentions = [&](std::string_view words) { return message.find(words) != message.npos; };
  CompressionError error = CompressionError::damaged;
  if (mentions("runcated") || mentions("end of file")) error = CompressionError::cut_off;
  if (mentions("nsupported")) error = CompressionError::unknown;
  if (mentions("ncrypted")) error = CompressionError::locked;
  throw compression_failure(error, name_);
}

bool LibarchiveFiles::next() {
  archive_entry* entry = nullptr;
  while (true) {
    const int status = SCHIRI_ARCHIVE(read_next_header)(reader_, &entry);
    if (status == ARCHIVE_EOF) {
      require_end();
      return false;
    }
    if (status < ARCHIVE_WARN) fail();
    file_ = name_of(entry);
    if (!is_file(entry, file_)) continue;
    if (SCHIRI_ARCHIVE(entry_is_encrypted)(entry))
      throw compression_failure(CompressionError::locked, name_);
    block_size_ = 0;
    at_end_ = failed_ = false;
    return true;
  }
}

/// Also returns the block that has a wrong checksum.
void LibarchiveFiles::take_block() {
  const void* block = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  const int status = SCHIRI_ARCHIVE(read_data_block)(reader_, &block, &size, &offset);
  at_end_ = status == ARCHIVE_EOF;
  failed_ = status != ARCHIVE_OK && status != ARCHIVE_EOF;
  block_ = static_cast<const char*>(block);
  block_size_ = block && !at_end_ ? size : 0;
}

std::size_t LibarchiveFiles::read(char* buffer, std::size_t size) {
  while (block_size_ == 0 && !at_end_ && !failed_) take_block();
  if (block_size_ == 0 && failed_) fail();
  const std::size_t taken = std::min(size, block_size_);
  std::copy_n(block_, taken, buffer);
  block_ += taken;
  block_size_ -= taken;
  return taken;
}

}  // namespace

OpenArchive* const open_archive = [](std::unique_ptr<ByteSource> source, const std::string& name,
                                     ArchiveForm form) -> std::unique_ptr<ArchiveFiles> {
  return std::make_unique<LibarchiveFiles>(std::move(source), name, form);
};

}  // namespace schiri
#else
schiri::OpenArchive* const schiri::open_archive = nullptr;
#endif
