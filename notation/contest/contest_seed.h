#pragma once

#include <cstdint>

namespace schiri {

/// What is derived from an event's seed for different purposes must not coincide.
enum class SeedUse : std::uint64_t { opening = 1, player = 2, balance = 3, order = 4 };

}  // namespace schiri
