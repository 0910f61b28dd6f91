#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "cli/io/descriptor_buffer.h"
#include "cli/io/packing_buffer.h"

namespace schiri::cli {

/// Would what is written to `output` overwrite what is read from `input`, by whatever path or link
/// each is named? `-` is standard output and standard input.
bool writes_over(const std::string& output, const std::string& input);

/// Would it for one of these?
bool is_one_of(const std::vector<std::string>& inputs, const std::string& output);

/// Throws UsageError if the output would overwrite one of these, which are read or written as well.
void require_separate(const std::string& output, const std::vector<std::string>& others);

/// Throws UsageError if this is a database, or one of the files that belong to one.
void require_no_database(const std::string& path);

/// Where a command writes: standard output for `-`, or a file that appears, or is replaced, only
/// when everything is written. So a file may be converted into itself, and an interrupted command
/// leaves the old one. A link stays, and what it leads to is replaced; a device or a pipe is
/// written to. Databases are never replaced. What goes to a name ending in `.gz`, `.zst`, `.bz2` or
/// `.xz` is packed in that way.
class OutputFile {
 public:
  /// `others` are files that must not be replaced. Throws UsageError if it is one of them, a
  /// database or by its name an archive that is not written here, UnusableError if the file cannot
  /// be created.
  explicit OutputFile(std::string path, const std::vector<std::string>& others = {});
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Until it is closed.
  std::ostream& stream();
  /// Nothing more will be written; the file is complete beside its place. Throws UnusableError if
  /// it cannot be written completely.
  void close();
  /// Closes it and puts it in place. Throws UnusableError.
  void commit();

 private:
  void open(const std::string& target);
  void open_stream();
  int create();
  void give_name();
  void take_after_old_file() const;
  [[noreturn]] void fail(int error) const;

  std::string path_;                          ///< as it was given
  std::string target_;                        ///< the file that is replaced; empty if there is none
  std::string unfinished_path_;               ///< beside it, empty while the file has no name
  std::unique_ptr<DescriptorBuffer> buffer_;  ///< none for standard output
  std::unique_ptr<PackingBuffer> packing_;    ///< into the buffer, if the name asks for it
  std::unique_ptr<std::ostream> stream_;
  bool closed_ = false;
};

}  // namespace schiri::cli
