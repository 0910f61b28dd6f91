#include "notation/records/source/compressed/open.h"

#include <algorithm>
#include <cstdint>
#include <exception>

#include "core/base/text.h"
#include "notation/records/source/compressed/archive_library.h"
#include "notation/records/source/compressed/decompression.h"

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

/// Is the sum of the bytes of this header the one that it contains? The sum's own bytes count as
/// spaces.
bool has_tar_checksum(std::string_view header) {
  constexpr std::size_t place = 148, length = 8;
  unsigned sum = length * ' ', written = 0;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (i < place || i >= place + length) sum += static_cast<unsigned char>(header[i]);
  }
  for (const char c : trimmed(header.substr(place, length), std::string_view(" \0", 2))) {
    if (c < '0' || c > '7') return false;
    written = written * 8 + static_cast<unsigned>(c - '0');
  }
  return written == sum;
}

/// A header of tar has this many bytes.
constexpr std::size_t archive_front = 512;

/// Also an archive without files.
bool is_zip(std::string_view front) {
  return front.starts_with("PK\x03\x04") || front.starts_with("PK\x05\x06");
}

bool is_tar(std::string_view front) {
  constexpr std::size_t magic_place = 257;
  constexpr std::string_view magic = "ustar";
  if (front.size() < magic_place + magic.size() || front.find('\0') == front.npos) return false;
  return front.substr(magic_place, magic.size()) == magic ||
         (front.size() >= tar_block && has_tar_checksum(front.substr(0, tar_block)));
}

/// The files of a zip or tar archive, one after the other, as a stream: bytes before damage are
/// read.
class ArchiveFiles final : public ByteSource {
 public:
  /// `source` begins as is_zip() or is_tar() wants it; `name` is for messages.
  ArchiveFiles(std::unique_ptr<PeekedSource> source, std::string name);
  ArchiveFiles(const ArchiveFiles&) = delete;
  ArchiveFiles& operator=(const ArchiveFiles&) = delete;
  ~ArchiveFiles() override;

  /// Advances to the next file that is not a folder, a link or metadata; false at the end. Throws
  /// std::system_error, also for a locked file.
  bool next();
  /// The name of the file, with its folders.
  const std::string& file() const { return file_; }
  /// The content of the file.
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
  std::string file_;
  archive* reader_;
  std::exception_ptr failure_;  ///< of the source
  bool failed_ = false;         ///< thrown after the bytes before the error
  bool at_end_ = true;
  bool is_tar_;
  bool needs_end_ = true;   ///< the end of the archive was not read yet
  std::size_t zeros_ = 0;   ///< at the end of the input so far
  std::uint32_t last_ = 0;  ///< the last four bytes of the input
  std::size_t behind_ = 0;  ///< how many bytes follow the signature of the end of a zip archive
  bool has_signature_ = false;
  const char* block_ = nullptr;
  std::size_t block_size_ = 0;
  char input_[512];
};

ArchiveFiles::ArchiveFiles(std::unique_ptr<PeekedSource> source, std::string name)
    : name_(std::move(name)),
      reader_(SCHIRI_ARCHIVE(read_new)()),
      is_tar_(is_tar(source->front())) {
  const auto support = is_tar_ ? SCHIRI_ARCHIVE(read_support_format_tar)
                               : SCHIRI_ARCHIVE(read_support_format_zip_streamable);
  source_ = std::move(source);
  if (!reader_ || support(reader_) != ARCHIVE_OK) {
    SCHIRI_ARCHIVE(read_free)(reader_);
    throw compression_failure(CompressionError::memory, name_);
  }
  SCHIRI_ARCHIVE(read_open)(reader_, this, nullptr, read_input, nullptr);
}

ArchiveFiles::~ArchiveFiles() { SCHIRI_ARCHIVE(read_free)(reader_); }

ptrdiff_t ArchiveFiles::read_input(archive*, void* files, const void** piece) {
  return static_cast<ArchiveFiles*>(files)->read_input(piece);
}

/// In small pieces because a damaged piece yields nothing.
ptrdiff_t ArchiveFiles::read_input(const void** piece) {
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
void ArchiveFiles::look_for_end(std::string_view piece) {
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
void ArchiveFiles::require_end() {
  while (!is_tar_ && needs_end_) {
    const std::size_t size = source_->read(input_, sizeof input_);
    if (size == 0) break;
    look_for_end({input_, size});
  }
  if (needs_end_) throw compression_failure(CompressionError::cut_off, name_);
}

void ArchiveFiles::fail() {
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

bool ArchiveFiles::next() {
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
void ArchiveFiles::take_block() {
  const void* block = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  const int status = SCHIRI_ARCHIVE(read_data_block)(reader_, &block, &size, &offset);
  at_end_ = status == ARCHIVE_EOF;
  failed_ = status != ARCHIVE_OK && status != ARCHIVE_EOF;
  block_ = static_cast<const char*>(block);
  block_size_ = block && !at_end_ ? size : 0;
}

std::size_t ArchiveFiles::read(char* buffer, std::size_t size) {
  while (block_size_ == 0 && !at_end_ && !failed_) take_block();
  if (block_size_ == 0 && failed_) fail();
  const std::size_t taken = std::min(size, block_size_);
  std::copy_n(block_, taken, buffer);
  block_ += taken;
  block_size_ -= taken;
  return taken;
}

/// All files of an archive as one source, with an empty line between them.
class JoinedFiles final : public ByteSource {
 public:
  JoinedFiles(std::unique_ptr<PeekedSource> source, const std::string& name)
      : files_(std::move(source), name), is_open_(files_.next()) {}

  std::size_t read(char* buffer, std::size_t size) override {
    while (is_open_) {
      if (const std::size_t got = files_.read(buffer, size)) return got;
      is_open_ = files_.next();
      if (!is_open_ || size < 2) continue;
      buffer[0] = buffer[1] = '\n';
      return 2;
    }
    return 0;
  }

 private:
  ArchiveFiles files_;
  bool is_open_;
};

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

bool is_archive(std::string_view front) { return is_zip(front) || is_tar(front); }

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source,
                                         const std::string& name) {
  auto plain = without_compression(std::move(source), name, archive_front);
  if (!is_archive(plain->front())) return plain;
  return std::make_unique<JoinedFiles>(std::move(plain), name);
}

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  return decompressed(std::make_unique<FileSource>(path), name_of(path));
}

std::size_t visit_sources(const std::string& path, const NameTest& is_wanted,
                          const SourceVisitor& visitor) {
  auto plain =
      without_compression(std::make_unique<FileSource>(path), name_of(path), archive_front);
  if (!is_archive(plain->front())) {
    visitor(path, *plain);
    return 1;
  }
  ArchiveFiles files(std::move(plain), name_of(path));
  std::size_t visited = 0;
  while (files.next()) {
    if (!is_wanted(files.file())) continue;
    ++visited;
    const std::string name = path + "/" + files.file();
    if (!visitor(name, *decompressed(borrowed(files), name))) break;
  }
  return visited;
}

}  // namespace schiri
