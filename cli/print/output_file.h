#pragma once

#include <sys/stat.h>

#include <exception>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "cli/print/compressing_buffer.h"
#include "cli/print/descriptor_buffer.h"
#include "cli/print/terminal_filter.h"
#include "core/base/files/unfinished_file.h"

/// What commands write: files that appear only when complete, text safe for terminals, tables in
/// all formats, JSON, HTML and Markdown, findings, and translations. Used by all other rooms of
/// cli; uses none of them.
namespace schiri::cli {

/// Would what is written to `output` overwrite what is read from `input`, by whatever path or link
/// each is named? `-` is standard output and standard input.
bool writes_over(const std::string& output, const std::string& input);

/// Would it for one of these?
bool is_one_of(const std::vector<std::string>& inputs, const std::string& output);

/// Throws InputError if the output would overwrite one of these, which are read or written as well.
void require_separate(const std::string& output, const std::vector<std::string>& others);

/// Throws InputError if this is a database, or one of the files that belong to one.
void require_no_database(const std::string& path);

/// Where a command writes: standard output for `-`, or a file that appears, or is replaced, only
/// when everything is written. So a file may be converted into itself, and an interrupted command
/// leaves the old one. A device or a pipe is written to. Databases are never replaced. What goes to
/// a name ending in `.gz`, `.zst`, `.bz2` or `.xz` is compressed.
///
/// Nothing can be lost without a word: the stream of a file throws UnusableError where it cannot be
/// written, and an object that ends without an exception, neither committed nor abandoned, ends the
/// program.
class OutputFile {
 public:
  enum class Link {
    follow,   ///< a link stays, and what it leads to is replaced: for names that a user gives
    replace,  ///< a link is replaced: for names of our own, where others may have laid it
  };

  /// `others` are files that must not be replaced. Throws InputError if it is one of them, a
  /// database or by its name an archive that is not written here, UnusableError if the file cannot
  /// be created.
  explicit OutputFile(std::string path, const std::vector<std::string>& others = {},
                      Link link = Link::follow);
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

  std::string path_;  ///< as it was given
  Link link_;
  std::optional<UnfinishedFile> unfinished_;       ///< none if nothing is replaced
  std::unique_ptr<DescriptorBuffer> buffer_;       ///< none for standard output
  std::optional<TerminalFilter> filter_;           ///< into the buffer, if that is a terminal's
  std::unique_ptr<CompressingBuffer> compressor_;  ///< into the buffer, if the name asks for it
  std::unique_ptr<Guard> guard_;                   ///< into either
  std::unique_ptr<std::ostream> stream_;
  bool closed_ = false;
  bool settled_ = false;
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace schiri::cli
