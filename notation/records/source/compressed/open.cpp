#include "notation/records/source/compressed/open.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/text.h"
#include "notation/records/source/compressed/codecs.h"

namespace schiri {

namespace {

/// RFC 1952.
bool is_gzip(std::string_view front) { return front.starts_with("\x1f\x8b"); }

/// RFC 8878.
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

/// A form of packed files, recognised by their first bytes.
struct PackedForm {
  bool (*is_at)(std::string_view front);
  Decompress* decompress;  ///< null if this build lacks its library
  CompressionError lack = CompressionError::unknown;
};

/// The bytes of a source, decompressed if they begin as one of the forms does. Throws
/// std::system_error for a form that this build does not read.
std::unique_ptr<ByteSource> without_compression(std::unique_ptr<ByteSource> source,
                                                const std::string& name) {
  constexpr std::size_t longest_magic = 6;
  const std::string_view first = source->front(longest_magic);
  if (is_unsupported(first)) throw compression_failure(CompressionError::unknown, name);
  const PackedForm forms[] = {{is_gzip, decompress_gzip},
                              {is_zstd, decompress_zstd, CompressionError::no_zstd},
                              {is_bzip2, decompress_bzip2, CompressionError::no_bzip2},
                              {is_xz, decompress_xz, CompressionError::no_liblzma}};
  const auto* const form = std::find_if(std::begin(forms), std::end(forms),
                                        [&](const PackedForm& its) { return its.is_at(first); });
  if (form == std::end(forms)) return source;
  if (!form->decompress) throw compression_failure(form->lack, name);
  return form->decompress(std::move(source), name);
}

/// A header of tar has this many bytes.
constexpr std::size_t archive_front = 512;

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

/// Also an archive without files.
bool is_zip(std::string_view front) {
  return front.starts_with("PK\x03\x04") || front.starts_with("PK\x05\x06");
}

bool is_tar(std::string_view front) {
  constexpr std::size_t magic_place = 257;
  constexpr std::string_view magic = "ustar";
  if (front.size() < magic_place + magic.size() || front.find('\0') == front.npos) return false;
  return front.substr(magic_place, magic.size()) == magic ||
         (front.size() >= archive_front && has_tar_checksum(front));
}

std::optional<ArchiveForm> archive_form(ByteSource& source) {
  const std::string_view front = source.front(archive_front);
  if (is_zip(front)) return ArchiveForm::zip;
  if (is_tar(front)) return ArchiveForm::tar;
  return std::nullopt;
}

/// The files of a source that is an archive; null for any other, which stays.
std::unique_ptr<ArchiveFiles> files_of(std::unique_ptr<ByteSource>& source,
                                       const std::string& name) {
  const auto form = archive_form(*source);
  if (!form) return nullptr;
  if (!open_archive) throw compression_failure(CompressionError::no_libarchive, name);
  return open_archive(std::move(source), name, *form);
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
  explicit JoinedFiles(std::unique_ptr<ArchiveFiles> files)
      : files_(std::move(files)), is_open_(files_->next()) {}

 private:
  std::size_t fetch(char* buffer, std::size_t size) override {
    while (is_open_) {
      if (line_ends_ > 0) {
        const std::size_t taken = std::min(size, line_ends_);
        std::fill_n(buffer, taken, '\n');
        line_ends_ -= taken;
        return taken;
      }
      if (const std::size_t got = files_->read(buffer, size)) return got;
      is_open_ = files_->next();
      line_ends_ = 2;
    }
    return 0;
  }

  std::unique_ptr<ArchiveFiles> files_;
  bool is_open_;
  std::size_t line_ends_ = 0;  ///< before the next file
};

std::string name_of(const std::string& path) { return path == "-" ? "standard input" : path; }

}  // namespace

std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source,
                                         const std::string& name) {
  auto plain = without_compression(std::move(source), name);
  if (auto files = files_of(plain, name)) return std::make_unique<JoinedFiles>(std::move(files));
  return plain;
}

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  return decompressed(std::make_unique<FileSource>(path), name_of(path));
}

std::size_t visit_sources(const std::string& path, const NameTest& is_wanted,
                          const SourceVisitor& visitor) {
  auto plain = without_compression(std::make_unique<FileSource>(path), name_of(path));
  const auto files = files_of(plain, name_of(path));
  if (!files) {
    visitor(path, *plain);
    return 1;
  }
  std::size_t visited = 0;
  while (files->next()) {
    if (!is_wanted(files->file())) continue;
    ++visited;
    const std::string name = path + "/" + files->file();
    if (!visitor(name, *decompressed(std::make_unique<ArchivedFile>(*files), name))) break;
  }
  return visited;
}

}  // namespace schiri
