#include "notation/records/source/compressed/open.h"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <exception>
#include <system_error>

#include "core/base/text.h"
#include "notation/records/source/compressed/archive_library.h"

namespace schiri {

namespace {

/// The errors of compressed files.
enum class CompressionError {
  damaged = 1,
  cut_off,
  trailing,  ///< other bytes follow the compressed ones
  unknown,   ///< an unsupported format
  locked,    ///< by a password
  window,    ///< of zstd, larger than 128 MiB
  memory,
};

class CompressionCategory final : public std::error_category {
 public:
  const char* name() const noexcept override { return "compression"; }
  std::string message(int condition) const override {
    switch (static_cast<CompressionError>(condition)) {
      case CompressionError::damaged:
        return "the compressed file is damaged; only the part before the damage was read";
      case CompressionError::cut_off:
        return "the compressed file is truncated; only the part before its end was read";
      case CompressionError::trailing:
        return "other data follows the compressed data; only the part before it was read";
      case CompressionError::unknown:
        return "the compression format is not supported (only gzip, zstd, bzip2, xz, zip and tar "
               "are); decompress the file";
      case CompressionError::locked:
        return "the archive is protected by a password; extract it";
      case CompressionError::window:
        return "the window of the zstd file is larger than 128 MiB; decompress it by 'zstd -d "
               "--long=31'";
      case CompressionError::memory:
        break;
    }
    return "there is not enough memory to decompress the file";
  }
};

/// The error as a system_error about the file of this name.
std::system_error compression_failure(CompressionError error, const std::string& name) {
  static const CompressionCategory category;
  return {static_cast<int>(error), category, name};
}

/// libarchive would decompress as well, but it loses up to 64 KiB of text before any damage.
class DecompressingSource : public ByteSource {
 public:
  DecompressingSource(std::unique_ptr<ByteSource> source, const std::string& name)
      : source_(std::move(source)), name_(name) {}

  std::size_t fetch(char* buffer, std::size_t size) final {
    std::size_t got = 0;
    while (!failure_ && !at_end_ && got == 0) {
      try {
        at_end_ = !decompress(buffer, size, got);
      } catch (const std::system_error&) {
        failure_ = std::current_exception();
      }
    }
    if (got == 0 && failure_) std::rethrow_exception(failure_);
    return got;
  }

 protected:
  /// Decompresses up to `size` bytes and adds their number to `got`, also if it throws; false at
  /// the end.
  virtual bool decompress(char* buffer, std::size_t size, std::size_t& got) = 0;

  [[noreturn]] void fail(CompressionError error) const { throw compression_failure(error, name_); }
  /// The compressed bytes at hand; none at the end of the source.
  std::string_view input() { return source_->bytes(); }
  void drop(std::size_t count) { source_->skip(count); }

 private:
  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::exception_ptr failure_;
  bool at_end_ = false;
};

enum class State : unsigned char { more, end_of_member, damaged, no_memory };

struct Gzip {
  static constexpr char first_byte = '\x1f';
  bool begin() {
    constexpr int gzip_alone = 16 + MAX_WBITS;
    return inflateInit2(&stream, gzip_alone) == Z_OK;
  }
  void end() { inflateEnd(&stream); }
  State decode() {
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END) return State::end_of_member;
    if (status == Z_MEM_ERROR) return State::no_memory;
    return status == Z_OK || status == Z_BUF_ERROR ? State::more : State::damaged;
  }

  z_stream stream{};
};

struct Bzip2 {
  static constexpr char first_byte = 'B';
  bool begin() { return BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK; }
  void end() { BZ2_bzDecompressEnd(&stream); }
  State decode() {
    const int status = BZ2_bzDecompress(&stream);
    if (status == BZ_STREAM_END) return State::end_of_member;
    if (status == BZ_MEM_ERROR) return State::no_memory;
    return status == BZ_OK ? State::more : State::damaged;
  }

  bz_stream stream{};
};

struct Xz {
  static constexpr char first_byte = '\xfd';
  /// More than any level of xz needs; a file may ask for 4 GiB.
  static constexpr std::uint64_t most_memory = std::uint64_t{256} << 20;
  bool begin() { return lzma_stream_decoder(&stream, most_memory, 0) == LZMA_OK; }
  void end() { lzma_end(&stream); }
  State decode() {
    const lzma_ret status = lzma_code(&stream, LZMA_RUN);
    if (status == LZMA_STREAM_END) return State::end_of_member;
    if (status == LZMA_MEM_ERROR || status == LZMA_MEMLIMIT_ERROR) return State::no_memory;
    return status == LZMA_OK || status == LZMA_BUF_ERROR ? State::more : State::damaged;
  }

  lzma_stream stream = LZMA_STREAM_INIT;
};

/// Decompresses one member or several, one after the other; zeros after them are padding. The
/// streams of the three libraries have the same members.
template <class Codec>
class MemberSource final : public DecompressingSource {
 public:
  MemberSource(std::unique_ptr<ByteSource> source, const std::string& name)
      : DecompressingSource(std::move(source), name) {
    begin();
  }
  MemberSource(const MemberSource&) = delete;
  MemberSource& operator=(const MemberSource&) = delete;
  ~MemberSource() override { codec_.end(); }

 private:
  using Stream = decltype(Codec::stream);

  bool decompress(char* buffer, std::size_t size, std::size_t& got) override {
    const bool more = !input().empty();
    switch (decode(buffer, std::min<std::size_t>(size, INT_MAX), got)) {
      case State::end_of_member:
        return begin_next_member();
      case State::no_memory:
        fail(CompressionError::memory);
      case State::damaged:
        fail(CompressionError::damaged);
      case State::more:
        break;
    }
    // Without new input the decoder may still have output.
    if (!more && got == 0) fail(CompressionError::cut_off);
    return true;
  }

  State decode(char* buffer, std::size_t room, std::size_t& got) {
    Stream& stream = codec_.stream;
    // The libraries do not change their input; two of the interfaces are merely older than const.
    stream.next_in = reinterpret_cast<decltype(Stream::next_in)>(const_cast<char*>(input().data()));
    stream.avail_in = static_cast<decltype(Stream::avail_in)>(input().size());
    stream.next_out = reinterpret_cast<decltype(Stream::next_out)>(buffer);
    stream.avail_out = static_cast<decltype(Stream::avail_out)>(room);
    const State state = codec_.decode();
    drop(input().size() - stream.avail_in);
    got += room - stream.avail_out;
    return state;
  }

  bool begin_next_member() {
    while (input().starts_with('\0')) drop(1);
    if (input().empty()) return false;
    if (input().front() != Codec::first_byte) fail(CompressionError::trailing);
    codec_.end();
    codec_ = {};
    begin();
    return true;
  }

  void begin() {
    if (!codec_.begin()) fail(CompressionError::memory);
  }

  Codec codec_;
};

/// Decompresses one frame or several.
class ZstdSource final : public DecompressingSource {
 public:
  ZstdSource(std::unique_ptr<ByteSource> source, const std::string& name)
      : DecompressingSource(std::move(source), name), stream_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (!stream_) fail(CompressionError::memory);
  }

 private:
  bool decompress(char* buffer, std::size_t size, std::size_t& got) override {
    // Pending output comes first: a call that fails does not report how much it has written.
    if (wanted_ > 0) got += decompress(buffer, size, 0);
    if (got > 0) return true;
    if (input().empty()) {
      if (wanted_ > 0) fail(CompressionError::cut_off);
      return false;
    }
    got += decompress(buffer, size, next_step());
    return true;
  }

  /// For the same reason no call sees more than one block: the next block's header, which is
  /// requested with it, has to wait.
  std::size_t next_step() {
    constexpr std::size_t block_header = 3;
    const std::size_t step = wanted_ > block_header ? wanted_ - block_header : block_header;
    return std::min(step, input().size());
  }

  /// Takes at most this many compressed bytes; returns the number of bytes decompressed.
  std::size_t decompress(char* buffer, std::size_t size, std::size_t taken) {
    ZSTD_outBuffer out{buffer, size, 0};
    ZSTD_inBuffer in{input().data(), taken, 0};
    const std::size_t status = ZSTD_decompressStream(stream_.get(), &out, &in);
    drop(in.pos);
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
      fail(CompressionError::window);
    }
    if (ZSTD_isError(status)) fail(CompressionError::damaged);
    wanted_ = status;
    return out.pos;
  }

  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> stream_;
  std::size_t wanted_ = 0;  ///< how many bytes zstd asks for, 0 between two frames
};

bool is_zstd(std::string_view front) {
  if (front.size() < 4) return false;
  // A frame, or one of the sixteen kinds of skippable frames.
  return front.substr(0, 4) == "\x28\xb5\x2f\xfd" ||
         (front.substr(1, 3) == "\x2a\x4d\x18" && (front[0] & 0xf0) == 0x50);
}

bool is_bzip2(std::string_view front) {
  const std::string_view behind = front.substr(std::min<std::size_t>(4, front.size()), 2);
  return front.starts_with("BZh") && (behind == "1A" || behind == "\x17\x72");
}

bool is_xz(std::string_view front) {
  constexpr std::string_view magic("\xfd\x37zXZ\0", 6);
  return front.starts_with(magic);
}

bool is_unsupported(std::string_view front) {
  return front.starts_with("7z\xbc\xaf\x27\x1c") || front.starts_with("\x04\x22\x4d\x18") ||
         front.starts_with("Rar!\x1a\x07");
}

template <class Source>
std::unique_ptr<ByteSource> decompressing(std::unique_ptr<ByteSource> source,
                                          const std::string& name) {
  return std::make_unique<Source>(std::move(source), name);
}

/// The bytes of a source, decompressed if they begin like gzip (RFC 1952), zstd (RFC 8878), bzip2
/// or xz. Bytes decompressed before an error are returned before the error is thrown. Throws
/// std::system_error for an unsupported format.
std::unique_ptr<ByteSource> without_compression(std::unique_ptr<ByteSource> source,
                                                const std::string& name) {
  constexpr std::size_t longest_magic = 6;
  const std::string_view first = source->front(longest_magic);
  if (is_unsupported(first)) throw compression_failure(CompressionError::unknown, name);
  const auto decompress = first.starts_with("\x1f\x8b") ? decompressing<MemberSource<Gzip>>
                          : is_zstd(first)              ? decompressing<ZstdSource>
                          : is_bzip2(first)             ? decompressing<MemberSource<Bzip2>>
                          : is_xz(first)                ? decompressing<MemberSource<Xz>>
                                                        : nullptr;
  return decompress ? decompress(std::move(source), name) : std::move(source);
}

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

/// The files of a zip or tar archive, one after the other: bytes before damage are read.
class ArchiveFiles {
 public:
  /// `source` begins as is_zip() or is_tar() wants it; `name` is for messages.
  ArchiveFiles(std::unique_ptr<ByteSource> source, std::string name);
  ArchiveFiles(const ArchiveFiles&) = delete;
  ArchiveFiles& operator=(const ArchiveFiles&) = delete;
  ~ArchiveFiles();

  /// Advances to the next file that is not a folder, a link or metadata; false at the end. Throws
  /// std::system_error, also for a locked file.
  bool next();
  /// The name of the file, with its folders.
  const std::string& file() const { return file_; }
  /// Reads from the file, as ByteSource::read().
  std::size_t read(char* buffer, std::size_t size);

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

ArchiveFiles::ArchiveFiles(std::unique_ptr<ByteSource> source, std::string name)
    : source_(std::move(source)),
      name_(std::move(name)),
      reader_(SCHIRI_ARCHIVE(read_new)()),
      is_tar_(is_tar(source_->front(archive_front))) {
  const auto support = is_tar_ ? SCHIRI_ARCHIVE(read_support_format_tar)
                               : SCHIRI_ARCHIVE(read_support_format_zip_streamable);
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

/// One file of an archive.
class ArchivedFile final : public ByteSource {
 public:
  explicit ArchivedFile(ArchiveFiles& files) : files_(files) {}

 private:
  std::size_t fetch(char* buffer, std::size_t size) override { return files_.read(buffer, size); }

  ArchiveFiles& files_;
};

/// All files of an archive as one source, with an empty line between them.
class JoinedFiles final : public ByteSource {
 public:
  JoinedFiles(std::unique_ptr<ByteSource> source, const std::string& name)
      : files_(std::move(source), name), is_open_(files_.next()) {}

 private:
  std::size_t fetch(char* buffer, std::size_t size) override {
    while (is_open_) {
      if (line_ends_ > 0) {
        const std::size_t taken = std::min(size, line_ends_);
        std::fill_n(buffer, taken, '\n');
        line_ends_ -= taken;
        return taken;
      }
      if (const std::size_t got = files_.read(buffer, size)) return got;
      is_open_ = files_.next();
      line_ends_ = 2;
    }
    return 0;
  }

  ArchiveFiles files_;
  bool is_open_;
  std::size_t line_ends_ = 0;  ///< before the next file
};

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

bool is_archive(std::string_view front) { return is_zip(front) || is_tar(front); }

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source,
                                         const std::string& name) {
  auto plain = without_compression(std::move(source), name);
  if (!is_archive(plain->front(archive_front))) return plain;
  return std::make_unique<JoinedFiles>(std::move(plain), name);
}

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  return decompressed(std::make_unique<FileSource>(path), name_of(path));
}

std::size_t visit_sources(const std::string& path, const NameTest& is_wanted,
                          const SourceVisitor& visitor) {
  auto plain = without_compression(std::make_unique<FileSource>(path), name_of(path));
  if (!is_archive(plain->front(archive_front))) {
    visitor(path, *plain);
    return 1;
  }
  ArchiveFiles files(std::move(plain), name_of(path));
  std::size_t visited = 0;
  while (files.next()) {
    if (!is_wanted(files.file())) continue;
    ++visited;
    const std::string name = path + "/" + files.file();
    if (!visitor(name, *decompressed(std::make_unique<ArchivedFile>(files), name))) break;
  }
  return visited;
}

}  // namespace schiri
