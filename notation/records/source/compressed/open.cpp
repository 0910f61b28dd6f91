#include "notation/records/source/compressed/open.h"

#include <algorithm>

#include "notation/records/source/compressed/archive_files.h"
#include "notation/records/source/compressed/decompression.h"
#include "notation/records/source/compressed/error.h"

namespace schiri {

namespace {

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

bool is_unsupported(std::string_view front) {
  return front.starts_with("7z\xbc\xaf\x27\x1c") || front.starts_with("\x04\x22\x4d\x18") ||
         front.starts_with("Rar!\x1a\x07");
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

bool is_xz(std::string_view front) {
  return front.starts_with(
      std::string_view("\xfd"
                       "7zXZ\0",
                       6));
}

bool is_archive(std::string_view front) { return is_zip(front) || is_tar(front); }

/// The decompressed bytes, also those of an archive.
std::unique_ptr<PeekedSource> without_compression(std::unique_ptr<ByteSource> source,
                                                  const std::string& name) {
  auto peeked = std::make_unique<PeekedSource>(std::move(source), archive_front);
  const std::string_view front = peeked->front();
  const auto decompress = front.starts_with("\x1f\x8b") ? gzip_source
                          : is_zstd(front)              ? zstd_source
                          : is_bzip2(front)             ? bzip2_source
                          : is_xz(front)                ? xz_source
                                                        : nullptr;
  if (is_unsupported(front)) throw compression_failure(CompressionError::unknown, name);
  if (!decompress) return peeked;
  return std::make_unique<PeekedSource>(decompress(std::move(peeked), name), archive_front);
}

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source,
                                         const std::string& name) {
  auto plain = without_compression(std::move(source), name);
  if (!is_archive(plain->front())) return plain;
  return std::make_unique<JoinedFiles>(std::move(plain), name);
}

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  return decompressed(std::make_unique<FileSource>(path), name_of(path));
}

std::size_t visit_sources(const std::string& path, const NameTest& is_wanted,
                          const SourceVisitor& visitor) {
  auto plain = without_compression(std::make_unique<FileSource>(path), name_of(path));
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
