#pragma once

#include <sys/stat.h>

#include <array>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "cli/print/compressing_buffer.h"
#include "cli/print/terminal_filter.h"
#include "core/base/files/unfinished_file.h"

/// The output of commands: files that appear only when complete, text safe for terminals, tables in
/// all formats, JSON, HTML and Markdown, findings, and translations. Used by all other folders of
/// cli; uses none of them.
namespace schiri::cli {

/// The compression for the ending of a file name (`gzip` for `.gz`, `zstd`, `bzip2`, `xz`), empty
/// for other endings. Throws InputError for the ending of a format that can only be read.
std::string_view compression_of(const std::string& path);

/// A file name without the ending that its compression adds.
std::string without_compression_ending(const std::string& path);

/// A stream buffer that writes to a descriptor, which it owns. Unlike std::filebuf it accepts any
/// descriptor and keeps the error of writing.
class DescriptorBuffer final : public std::streambuf {
 public:
  /// One that is not open fails with its error.
  explicit DescriptorBuffer(Descriptor file);
  DescriptorBuffer(const DescriptorBuffer&) = delete;
  DescriptorBuffer& operator=(const DescriptorBuffer&) = delete;
  ~DescriptorBuffer() override { close(); }

  /// -1 if it is closed.
  int descriptor() const { return file_.number(); }
  /// The first error, as in errno; 0 if everything could be written.
  int error() const { return error_; }
  /// Writes the rest and closes. Returns false if something could not be written.
  bool close();

 protected:
  int_type overflow(int_type character) override;
  int sync() override;

 private:
  bool write_out();

  Descriptor file_;
  std::array<char, 1 << 16> room_;
  int error_;
};

/// Would writing `output` overwrite `input`, by any path or link? `-` is standard output and
/// standard input.
bool writes_over(const std::string& output, const std::string& input);

/// As above, for any of these inputs.
bool is_one_of(const std::vector<std::string>& inputs, const std::string& output);

/// Throws InputError if the output would overwrite one of these files, which are read or written as
/// well.
void require_separate(const std::string& output, const std::vector<std::string>& others);

/// A database and the files that SQLite keeps beside it.
std::vector<std::string> files_of_database(const std::string& database);

/// Throws InputError if one of these files, which are only read, is the database or a file that
/// SQLite keeps beside it: a program that opens and closes it loses its locks on the database.
/// Opens none of them.
void require_no_part_of(const std::string& database, const std::vector<std::string>& inputs);

/// Throws InputError if this is a database or a file that belongs to one.
void require_no_database(const std::string& path);

/// The output of a command: standard output for `-`, or a file that appears, or is replaced, only
/// when everything is written. So a file may be converted into itself, and an interrupted command
/// keeps the old one. Devices and pipes are written directly. Databases are never replaced. Files
/// whose names end in `.gz`, `.zst`, `.bz2` or `.xz` are compressed.
///
/// No loss is silent: the stream of a file throws UnusableError if it cannot be written, and the
/// destructor of an object that is neither committed nor abandoned ends the program, unless there
/// is an exception.
class OutputFile {
 public:
  enum class Link {
    follow,   ///< a link stays, and its target is replaced: for names given by the user
    replace,  ///< a link is replaced: for names of our own, at which others may have made it
  };

  /// `others` are files that must not be replaced. Throws InputError if the path is one of them, a
  /// database or an archive format that is not supported for output, UnusableError if the file
  /// cannot be created.
  explicit OutputFile(std::string path, const std::vector<std::string>& others = {},
                      Link link = Link::follow);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Valid until the file is closed.
  std::ostream& stream();
  /// Completes the file under a temporary name; nothing may be written afterwards. Throws
  /// UnusableError if it cannot be written completely.
  void close();
  /// Closes the file and moves it to its place. Throws UnusableError.
  void commit();
  /// Leaves the old file in place.
  void abandon() { settled_ = true; }

 private:
  class Guard;

  void open(const std::string& target);
  void open_special(const std::string& target);
  void open_stream();
  void take_after(const struct ::stat& old) const;
  [[noreturn]] void fail(int error) const;
  [[noreturn]] void fail_to_write() const;

  std::string path_;  ///< as given
  Link link_;
  std::optional<UnfinishedFile> unfinished_;       ///< none if nothing is replaced
  std::unique_ptr<DescriptorBuffer> buffer_;       ///< none for standard output
  std::optional<TerminalFilter> filter_;           ///< into the buffer, if that of a terminal
  std::unique_ptr<CompressingBuffer> compressor_;  ///< into the buffer, if the name requires it
  std::unique_ptr<Guard> guard_;                   ///< into either
  std::unique_ptr<std::ostream> stream_;
  bool closed_ = false;
  bool settled_ = false;
  int exceptions_ = std::uncaught_exceptions();
};

/// Is this file an SQLite database?
bool is_database(const std::string& path);

/// A text as a part of a file name, at most `longest` bytes: letters, digits, `.` and `-` stay, all
/// other ASCII characters and unprintable ones become `_`, and so does a `.` or `-` at the front.
std::string file_part(std::string_view text, std::size_t longest);

}  // namespace schiri::cli
