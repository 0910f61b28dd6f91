#pragma once

#include <cstdint>
#include <functional>

namespace schiri::db {

/// Called after each game of a long operation, with the number of games done and the total.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace schiri::db
