#pragma once

// The lines of an event's file, without interpretation.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/descriptor.h"
#include "notation/text/json.h"

namespace schiri::otb {

/// Lines of a journal end in their checksum, so that a byte changed on disk or in transit is
/// noticed: `{"a":1,"crc32":"1a2b3c4d"}`, the CRC-32 (of zlib, gzip, zip) of all bytes before
/// `,"crc32":` in eight hexadecimal digits.
constexpr const char* checksum_key = "crc32";

/// A line, without its newline, of a JSON object that has members and no checksum yet.
std::string with_checksum(std::string_view object);

/// The error in a line; nullopt if its checksum is right.
struct ChecksumFault {
  bool is_missing;    ///< the line does not end in a checksum
  std::string right;  ///< the correct end of the line, `,"crc32":"1a2b3c4d"}`
};
std::optional<ChecksumFault> checksum_fault(std::string_view line);

/// Does a line end in a checksum, right or wrong?
bool has_checksum(std::string_view line);

/// The version of event files that is written and read.
constexpr std::uint64_t journal_version = 2;

/// A line of the file; `act` is unset if it is not JSON.
struct JournalLine {
  std::size_t number;
  std::string_view text;
  bool is_ended;  ///< whether it ends with a newline
  std::optional<Json> act;

  bool reads() const { return act.has_value(); }
  /// Could the line be a truncated act? A line that is complete up to its checksum is not.
  bool may_be_torn() const {
    if (reads()) return false;
    if (!is_ended || text.find('\0') != text.npos) return true;
    return text.starts_with('{') && !has_checksum(text);
  }
  std::size_t part() const { return figure("part"); }
  std::size_t parts() const { return figure("parts"); }

 private:
  std::size_t figure(const char* key) const {
    const Json* value = act ? act->find(key) : nullptr;
    return value && value->is_number_unsigned() ? value->get<std::size_t>() : 1;
  }
};

/// The lines of a text, which must outlive them.
std::vector<JournalLine> journal_lines(std::string_view text);

/// The number of leading lines of completely written commands. A power cut leaves lines of the last
/// command that are not JSON, or too few of them.
std::size_t count_whole(const std::vector<JournalLine>& lines);

/// Checks a line's version and checksum, and removes the checksum from its act. Throws JsonError,
/// EventError.
void verify(JournalLine& line);

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
  void open(int flags);
  bool is_in_place() const;
  void lock();
  void keep_torn();
  void cut(off_t size);

  std::string path_;
  Descriptor file_;
  bool was_at_rest_ = true;
  bool ends_in_line_ = false;  // the text does not end with a newline
  std::string torn_;
  off_t size_before_ = 0;  // the last append
};

}  // namespace schiri::otb
