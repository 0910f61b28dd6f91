#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/descriptor.h"

namespace schiri::otb {

/// A file of lines that only grows. An addition is complete and on the disk, or the file is
/// unchanged; only a power cut can leave a part of it.
class JournalFile {
 public:
  enum class Access {
    read,
    /// Locks the file for writing during the object's lifetime; waits for the lock, and takes the
    /// file that has the path then.
    write,
  };

  /// Creates a file with this text, which appears when it is complete; it must not exist. Throws
  /// UnusableError.
  static void create(const std::string& path, std::string_view text);
  /// Throws UnusableError, also if another process writes for longer than ten seconds.
  JournalFile(const std::string& path, Access access);
  /// The text of such a file, to be read only; `path` is for messages.
  static JournalFile of_text(std::string path, std::string text);

  const std::string& path() const { return path_; }
  /// The whole text. Throws UnusableError.
  std::string read();
  /// Whether no process was writing while it was read.
  bool was_at_rest() const { return was_at_rest_; }

  /// The text from here to the end was never completely written: the next append() moves it to the
  /// file `torn_path()`.
  void set_torn(std::string text);
  std::string torn_path() const { return path_ + ".torn"; }

  /// Adds lines. Throws UnusableError.
  void append(std::string_view lines);
  /// Removes the text of the last append().
  void take_back();
  /// Closes the file, which releases the lock; nothing else may be called afterwards.
  void release() { file_.close(); }

 private:
  JournalFile() = default;
  void open(int flags);
  bool is_in_place() const;
  void lock();
  void keep_torn();
  void cut(off_t size);

  std::string path_;
  std::optional<std::string> text_ = {};  // of_text()
  Descriptor file_;
  bool was_at_rest_ = true;
  bool ends_in_line_ = false;  // the text does not end with a newline
  std::string torn_;
  off_t size_before_ = 0;  // the last append
};

}  // namespace schiri::otb
