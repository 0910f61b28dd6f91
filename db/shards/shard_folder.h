#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Tournaments in parts that are played by several processes or machines: the folder of all parts,
/// their shared test, a working copy of a database on shared storage, and the examination of merged
/// parts. The commands of cli/tournament and cli/cluster use this folder; it may use all other
/// folders of db.
namespace schiri::db {

/// The name of the database of a part of a tournament, in the folder of all parts.
std::string shard_name(std::uint64_t index);
bool is_shard_name(std::string_view name);

/// The file of a folder that records the submission to a cluster.
std::string submission_file(const std::string& folder);
/// Whether a tournament was submitted to a cluster from this folder.
bool is_submitted(const std::string& folder);

/// Replaces a small file atomically: other processes read the old or the new text. A link there is
/// replaced. Throws UnusableError.
void replace_file(const std::string& path, std::string_view text);

}  // namespace schiri::db
