#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "notation/records/source/byte_source.h"

struct archive;

namespace schiri {

/// Does an archive of this kind begin with these bytes? A header of tar has archive_front of them.
bool is_zip(std::string_view front);
bool is_tar(std::string_view front);
inline constexpr std::size_t archive_front = 512;

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

}  // namespace schiri
