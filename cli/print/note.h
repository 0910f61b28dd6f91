#pragma once

#include <iostream>
#include <mutex>
#include <set>
#include <string>

#include "cli/print/output_language.h"

namespace schiri::cli {

/// Prints a note for the user on standard error, if it was not printed before; nothing is wrong.
inline void print_note(const Message& note) {
  static std::mutex mutex;
  static std::set<std::string> printed;
  const std::lock_guard lock(mutex);
  if (printed.insert(note.english()).second) print_message(message("note: {0}", note));
}

}  // namespace schiri::cli
