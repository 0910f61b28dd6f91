#include "notation/records/source/compressed/open.h"

#include "notation/records/source/compressed/decompression.h"
#include "notation/records/source/compressed/error.h"
#include "notation/records/source/compressed/zip_files.h"

namespace schiri {

namespace {

constexpr std::size_t longest_magic = 6;

bool is_zstd(std::string_view front) {
  if (front.size() < 4) return false;
  // A frame, or one of the sixteen kinds of skippable frames.
  return front.substr(0, 4) == "\x28\xb5\x2f\xfd" ||
         (front.substr(1, 3) == "\x2a\x4d\x18" && (front[0] & 0xf0) == 0x50);
}

bool is_bzip2(std::string_view front) {
  return front.size() == longest_magic && front.starts_with("BZh") &&
         (front.ends_with("1A") || front.ends_with("\x17\x72"));
}

/// Also an archive without files.
bool is_zip(std::string_view front) {
  return front.starts_with("PK\x03\x04") || front.starts_with("PK\x05\x06");
}

bool is_unsupported(std::string_view front) {
  return front.starts_with("7z\xbc\xaf\x27\x1c") || front.starts_with("\x04\x22\x4d\x18") ||
         front.starts_with("Rar!\x1a\x07");
}

/// All files of an archive as one source, with an empty line between them.
class JoinedFiles final : public ByteSource {
 public:
  JoinedFiles(std::unique_ptr<ByteSource> source, const std::string& name)
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
  ZipFiles files_;
  bool is_open_;
};

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source,
                                         const std::string& name) {
  auto peeked = std::make_unique<PeekedSource>(std::move(source), longest_magic);
  const std::string_view front = peeked->front();
  if (front.starts_with("\x1f\x8b")) return gzip_source(std::move(peeked), name);
  if (is_zstd(front)) return zstd_source(std::move(peeked), name);
  if (is_bzip2(front)) return bzip2_source(std::move(peeked), name);
  if (front ==
      "\xfd"
      "7zXZ" +
          std::string(1, '\0'))
    return xz_source(std::move(peeked), name);
  if (is_zip(front)) return std::make_unique<JoinedFiles>(std::move(peeked), name);
  if (is_unsupported(front)) throw compression_failure(CompressionError::unknown, name);
  return peeked;
}

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  return decompressed(std::make_unique<FileSource>(path), name_of(path));
}

std::size_t visit_sources(const std::string& path, const NameTest& is_wanted,
                          const SourceVisitor& visitor) {
  auto file = std::make_unique<PeekedSource>(std::make_unique<FileSource>(path), longest_magic);
  if (!is_zip(file->front())) {
    visitor(path, *decompressed(std::move(file), name_of(path)));
    return 1;
  }
  ZipFiles files(std::move(file), name_of(path));
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
