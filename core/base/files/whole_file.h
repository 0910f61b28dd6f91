#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace schiri {

/// All bytes from the descriptor's offset to the end. Nullopt, with errno, if they cannot be read;
/// EFBIG if there are more than `most`.
std::optional<std::string> read_descriptor(int descriptor, std::size_t most);

/// The side of a copy that has failed, with errno.
enum class CopyFailure { none, reading, writing };
/// Copies all bytes from the descriptor's offset to the end.
CopyFailure copy_all(int from, int to);

/// False, with errno, if not all could be written.
bool write_all(int descriptor, std::string_view bytes);

/// Writes and waits for the disk. False, with errno, if that fails.
bool write_to_disk(int descriptor, std::string_view bytes);

/// Syncs the folder of a file, and with it the file's name, to disk. False, with errno, if the
/// system refuses; a folder that cannot be synced at all is no failure.
bool sync_folder_of(const std::string& path);

}  // namespace schiri
