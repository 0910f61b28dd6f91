#pragma once

#include <exception>
#include <string>

#include "notation/records/source/byte_source.h"

struct archive;

namespace schiri {

/// The files of a zip archive, one after the other, as a stream: bytes before damage are read.
class ZipFiles final : public ByteSource {
 public:
  /// `name` is for messages.
  ZipFiles(std::unique_ptr<ByteSource> source, std::string name);
  ZipFiles(const ZipFiles&) = delete;
  ZipFiles& operator=(const ZipFiles&) = delete;
  ~ZipFiles() override;

  /// Advances to the next file that is not a folder; false at the end. Throws std::system_error,
  /// also for a locked file.
  bool next();
  /// The name of the file, with its folders.
  const std::string& file() const { return file_; }
  /// The content of the file.
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  static ptrdiff_t read_input(archive* reader, void* files, const void** piece);
  ptrdiff_t read_input(const void** piece);
  void take_block();
  [[noreturn]] void fail();

  std::unique_ptr<ByteSource> source_;
  std::string name_;
  std::string file_;
  archive* reader_;
  std::exception_ptr failure_;  ///< of the source
  bool failed_ = false;         ///< thrown after the bytes before the error
  bool at_end_ = true;
  const char* block_ = nullptr;
  std::size_t block_size_ = 0;
  char input_[512];
};

}  // namespace schiri
