#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "notation/check.h"
#include "notation/record.h"

namespace schiri {

/// Where bytes come from. Errors of the system are thrown as std::system_error.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Reads up to `size` bytes, at least one unless the end is reached; returns how many.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
};

/// A file, or standard input for `-`.
class FileSource final : public ByteSource {
 public:
  explicit FileSource(const std::string& path);
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override;
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::string path_;
  int descriptor_;
};

/// Bytes in memory, which must outlive the source.
class TextSource final : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : rest_(text) {}
  std::size_t read(char* buffer, std::size_t size) override;

 private:
  std::string_view rest_;
};

struct ReadOptions {
  CheckOptions check;
  std::size_t max_game_bytes = std::size_t{16} << 20;
  unsigned threads = 1;
  /// Whether the records themselves are wanted, or only what was found in them.
  bool keep_records = false;
};

/// One record of a file. With `keep_records` and no errors the record is complete and its turns
/// are canonical; after an error it holds what was read before.
struct CheckedRecord {
  GameCheck check;
  Record record;
};

/// Reads and checks all records of a source and hands them over in their order, on the calling
/// thread, whatever the number of threads that check; the sink may move from what it is given and
/// answers whether to go on. Needs memory for a few blocks and the largest game, not for the file.
void read_records(ByteSource& source, const ReadOptions& options,
                  const std::function<bool(CheckedRecord&)>& sink);

}  // namespace schiri
