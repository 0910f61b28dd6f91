#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "notation/records/source/byte_source.h"

/// Opens files, and decompresses gzip, zstd, bzip2 and xz, and extracts zip and tar, while they are
/// read. The engine for
/// browsers has another implementation of this header (cli/web/engine/wasm_platform.cpp).
namespace schiri {

/// A file, or standard input for `-`, decompressed if its first bytes are those of gzip, zstd,
/// bzip2 or xz. All files of a zip or tar archive are read, with an empty line between them. Throws
/// std::system_error, also while reading: for a file that cannot be read, an archive that is
/// damaged or locked, and an unsupported format.
std::unique_ptr<ByteSource> open_source(const std::string& path);

/// Decompresses a source as open_source does; `name` is for messages.
std::unique_ptr<ByteSource> decompressed(std::unique_ptr<ByteSource> source,
                                         const std::string& name);

/// Returns whether to visit a file of an archive, by its name.
using NameTest = std::function<bool(std::string_view)>;
/// Visits a file of this name; returns whether to go on.
using SourceVisitor = std::function<bool(const std::string& name, ByteSource&)>;

/// Visits a file that is opened as by open_source, or each selected file of a zip or tar
/// archive, as `games.zip/2026/may.pgn`. Returns the number of visited files. Throws as open_source
/// does.
std::size_t visit_sources(const std::string& path, const NameTest& is_wanted,
                          const SourceVisitor& visitor);

}  // namespace schiri
