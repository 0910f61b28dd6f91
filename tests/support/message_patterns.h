#pragma once

#include <map>
#include <string>

namespace schiri {

/// The patterns of all sentences in the sources, found by the names message() and
/// message_pattern(), and the reasons of endings that games name; each with a place that has it.
std::map<std::string, std::string> message_patterns();

/// Has a pattern letters beside those of its places?
bool has_words(const std::string& pattern);

}  // namespace schiri
