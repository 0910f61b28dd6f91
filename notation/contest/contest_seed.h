#pragma once

#include <cstdint>

namespace schiri {

/// The use of a seed that is derived from a tournament's seed: seeds of different uses must differ.
enum class SeedUse : std::uint64_t { opening = 1, player = 2, balance = 3, order = 4 };

}  // namespace schiri
