#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "notation/records/source/compressed/decompressing_source.h"

/// The forms of packed files: each has a source of its name, and a library that reads it. All but
/// zlib are libraries that a build can do without (cli/libraries.cmake): without them what is
/// declared here is null, and open.cpp refuses the form.
namespace schiri {

extern Decompress* const decompress_gzip;
extern Decompress* const decompress_zstd;
extern Decompress* const decompress_bzip2;
extern Decompress* const decompress_xz;

/// The files of an archive, one after the other: bytes before damage are read.
class ArchiveFiles {
 public:
  ArchiveFiles() = default;
  ArchiveFiles(const ArchiveFiles&) = delete;
  ArchiveFiles& operator=(const ArchiveFiles&) = delete;
  virtual ~ArchiveFiles() = default;

  /// Advances to the next file that is not a folder, a link or metadata; false at the end. Throws
  /// std::system_error, also for a locked file.
  virtual bool next() = 0;
  /// The name of the file, with its folders.
  virtual const std::string& file() const = 0;
  /// Reads from the file, as ByteSource::read().
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
};

enum class ArchiveForm : unsigned char { zip, tar };

/// `source` is an archive of this form; `name` is for messages.
using OpenArchive = std::unique_ptr<ArchiveFiles>(std::unique_ptr<ByteSource> source,
                                                  const std::string& name, ArchiveForm form);
extern OpenArchive* const open_archive;

}  // namespace schiri
