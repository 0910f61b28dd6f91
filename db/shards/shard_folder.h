#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// Tournaments whose parts are played apart, by several processes or machines: the folder of all
/// parts, the test that they share, a working copy of a database on shared storage, and what a
/// merge of the parts shows. The commands of cli/tournament and cli/cluster use this folder; it may
/// use all others of db.
namespace schiri::db {

/// The name of the database in which a part of a tournament is played, in the folder of all parts.
std::string shard_name(std::uint64_t index);
bool is_shard_name(std::string_view name);

/// The file of a folder that records what was submitted to a cluster.
std::string submission_file(const std::string& folder);
/// Whether a tournament was submitted to a cluster from this folder.
bool is_submitted(const std::string& folder);

/// Writes a small file as a whole: other processes find the old text or the new one. A link there
/// is replaced. Throws UnusableError.
void replace_file(const std::string& path, std::string_view text);

}  // namespace schiri::db
