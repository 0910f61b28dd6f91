#pragma once

#include <map>
#include <set>
#include <string>

namespace schiri {

/// The patterns of all sentences in the sources, found by the names message() and
/// message_pattern(), and what games and systems name; each with the files that have it, relative
/// to the root of the sources.
std::map<std::string, std::set<std::string>> message_patterns();

/// Has a pattern letters beside those of its places?
bool has_words(const std::string& pattern);

}  // namespace schiri
