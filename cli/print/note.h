#pragma once

#include <iostream>
#include <mutex>
#include <set>
#include <string>

namespace schiri::cli {

/// Prints a note for the user on standard error, if it was not printed before; nothing is wrong.
inline void print_note(const std::string& text) {
  static std::mutex mutex;
  static std::set<std::string> printed;
  const std::lock_guard lock(mutex);
  if (printed.insert(text).second) std::cerr << "schiri: note: " << text << '\n';
}

}  // namespace schiri::cli
