#pragma once

#include <archive.h>
#include <archive_entry.h>

namespace schiri {

/// Those functions of libarchive that are used here, without `archive_` before their names.
#define SCHIRI_ARCHIVE_FUNCTIONS(FUNCTION)     \
  FUNCTION(entry_filetype)                     \
  FUNCTION(entry_free)                         \
  FUNCTION(entry_hardlink)                     \
  FUNCTION(entry_is_encrypted)                 \
  FUNCTION(entry_new)                          \
  FUNCTION(entry_pathname)                     \
  FUNCTION(entry_pathname_utf8)                \
  FUNCTION(entry_set_filetype)                 \
  FUNCTION(entry_set_pathname)                 \
  FUNCTION(entry_set_perm)                     \
  FUNCTION(entry_set_size)                     \
  FUNCTION(error_string)                       \
  FUNCTION(read_data_block)                    \
  FUNCTION(read_free)                          \
  FUNCTION(read_new)                           \
  FUNCTION(read_next_header)                   \
  FUNCTION(read_open)                          \
  FUNCTION(read_support_format_tar)            \
  FUNCTION(read_support_format_zip_streamable) \
  FUNCTION(set_error)                          \
  FUNCTION(write_add_filter_by_name)           \
  FUNCTION(write_close)                        \
  FUNCTION(write_data)                         \
  FUNCTION(write_fail)                         \
  FUNCTION(write_free)                         \
  FUNCTION(write_header)                       \
  FUNCTION(write_new)                          \
  FUNCTION(write_open)                         \
  FUNCTION(write_set_bytes_in_last_block)      \
  FUNCTION(write_set_bytes_per_block)          \
  FUNCTION(write_set_filter_option)            \
  FUNCTION(write_set_format_raw)               \
  FUNCTION(write_set_format_zip)

/// libarchive, which is loaded when it is needed and not with the program: it brings libraries for
/// XML and Unicode, and all of them together make a start twice as long.
struct ArchiveLibrary {
#define SCHIRI_DECLARE(name) decltype(&archive_##name) name;
  SCHIRI_ARCHIVE_FUNCTIONS(SCHIRI_DECLARE)
#undef SCHIRI_DECLARE
};

/// Loads the library at the first call. Throws UnusableError if it is missing.
const ArchiveLibrary& libarchive();

}  // namespace schiri
