#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace schiri {

/// The limits of a player for one turn. If several are set, the first one reached ends the
/// thinking; without a limit, a player thinks as long as it chooses.
struct Limits {
  /// Both clocks at the start of thinking.
  struct Clocks {
    std::chrono::milliseconds white_time{}, black_time{};
    std::chrono::milliseconds white_increment{}, black_increment{};
    std::optional<int> turns_to_go;  ///< of the mover, until its time is added again

    friend bool operator==(const Clocks&, const Clocks&) = default;
  };

  std::optional<std::uint64_t> nodes;  ///< positions examined
  std::optional<int> depth;            ///< turns ahead
  std::optional<std::chrono::milliseconds> move_time;
  std::optional<Clocks> clocks;

  friend bool operator==(const Limits&, const Limits&) = default;
};

}  // namespace schiri
