#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace schiri::cli {

/// Runs a check in a process of its own, so that code of others can crash, end the process and
/// never return without harm to this one. Returns what the check returns, an error or an empty
/// text, or a sentence about how the process ended; it is killed after the limit. This process must
/// have one thread. Throws std::system_error.
std::string failure_of_process(const std::function<std::string()>& check,
                               std::chrono::milliseconds limit);

}  // namespace schiri::cli
